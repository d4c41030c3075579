//! The quick path for f64: many lines side by side, products in pairs of f64.
//!
//! The running product is `high + low`, each factor multiplied in with fused multiplications, so within `k * 2^-104`
//! of the exact product of `k` factors (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
//! building blocks of double-word arithmetic", ACM TOMS 44 (2017), bound one such step by `2^-105` and a bit). Its
//! distance from a result is compared with half the gap to the result's neighbours plus what honest arithmetic may err by.
//! As in the other quick path, only what is right beyond doubt is certified.

use super::Format;
use super::model::Model;
use super::stage::{Arrays, LANES, STAGE, Stage};

/// What half a gap and the allowed error are made smaller by, relatively: more than all errors made here.
const INWARD: f64 = 1.0 - 1.0 / (1u64 << 30) as f64;
/// Margin of the guard. The interval's own width, below `2^-33` for the longest lines taken, is inside it.
const MARGIN: f64 = 1.0 / (1u64 << 28) as f64;
/// Products beyond this or its inverse are left to care, before their low parts could underflow.
const FAR: f64 = f64::from_bits((1023 + 900) << 52);

const SIGN: u64 = 1 << 63;
const NORMAL: u64 = 1 << 52;
const INFINITY: u64 = 0x7ff << 52;

/// Constants of one model of f64, and buffers.
#[derive(Clone, Debug)]
pub(super) struct Double {
    model: Model,
    groups: Vec<Lanes>,
    stage: Stage<u64>,
}

/// The state of some lines after some factors.
#[derive(Clone, Debug)]
struct Lanes {
    passed: u64,
    /// How many of the lanes are lines.
    count: usize,
    quads: [Quad; LANES / 4],
}

#[derive(Clone, Debug)]
struct Quad {
    high: [f64; 4],
    low: [f64; 4],
    negative: [u64; 4],
    floor: [f64; 4],
    ceiling: [f64; 4],
    /// The products before the last factor, which no sub-product of two factors starts after yet.
    last_floor: [f64; 4],
    last_ceiling: [f64; 4],
    /// All ones while every result so far was inside the interval, and while the guard held as well.
    live: [u64; 4],
    guarded: [u64; 4],
    plausible: [u64; 4],
    right: [u64; 4],
}

impl Double {
    /// The kernel of a model, if it is one of f64 and the processor can.
    pub(super) fn new(model: &Model) -> Option<Double> {
        #[cfg(target_arch = "x86_64")]
        let able = std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
        // Elsewhere a fused multiplication is an instruction, or a slow call that is not worth it.
        #[cfg(not(target_arch = "x86_64"))]
        let able = cfg!(target_arch = "aarch64");
        (able && model.format == Format::F64).then(|| Double {
            model: model.clone(),
            groups: Vec::new(),
            stage: Stage::new(),
        })
    }
}

/// What is known of the elements of a line, from the first on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Certified {
    /// So many are right.
    pub(super) right: usize,
    /// So many lie in the interval around the exact product, be the guard broken or not.
    pub(super) plausible: usize,
}

impl Double {
    /// Finds out about `count` lines from `line` on what is beyond doubt. For lines up to
    /// [`super::narrow::LONGEST`].
    pub(super) fn certify_lines(
        &mut self,
        arrays: Arrays<'_>,
        line: usize,
        count: usize,
        certified: &mut Vec<Certified>,
    ) {
        let n = arrays.lines.n;
        let groups = count.div_ceil(LANES);
        let Double { model, groups: lanes, stage } = self;
        lanes.clear();
        lanes.extend((0..groups).map(|group| Lanes::new(LANES.min(count - group * LANES))));
        for index in (0..n).step_by(STAGE) {
            let length = STAGE.min(n - index);
            let mut done = true;
            for (group, lanes) in lanes.iter_mut().enumerate().filter(|(_, lanes)| !lanes.done()) {
                done = false;
                let first = line + group * LANES;
                let mut starts = [0; LANES];
                starts.iter_mut().zip(first..).for_each(|(start, line)| *start = arrays.start(line));
                stage.fill(Format::F64, arrays, &starts[..lanes.count], index, length);
                lanes.certify(model, &stage.factors[..length], &stage.got[..length]);
            }
            if done {
                break;
            }
        }
        certified.clear();
        certified.extend((0..count).map(|at| lanes[at / LANES].certified(at % LANES)));
    }
}

impl Lanes {
    fn new(count: usize) -> Lanes {
        Lanes { passed: 0, count, quads: [const { Quad::START }; LANES / 4] }
    }

    fn used(&mut self) -> &mut [Quad] {
        &mut self.quads[..self.count.div_ceil(4)]
    }

    fn done(&self) -> bool {
        self.quads[..self.count.div_ceil(4)].iter().all(|quad| quad.live == [0; 4])
    }

    fn certify(&mut self, model: &Model, factors: &[[u64; LANES]], got: &[[u64; LANES]]) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Double::new` made sure of AVX2 and FMA.
        unsafe {
            self.certify_fused(model, factors, got);
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.certify_plainly(model, factors, got);
    }

    fn certified(&self, lane: usize) -> Certified {
        let quad = &self.quads[lane / 4];
        Certified { right: quad.right[lane % 4] as usize, plausible: quad.plausible[lane % 4] as usize }
    }
}

impl Quad {
    const START: Quad = Quad {
        high: [1.0; 4],
        low: [0.0; 4],
        negative: [0; 4],
        floor: [0.0; 4],
        ceiling: [f64::INFINITY; 4],
        last_floor: [0.0; 4],
        last_ceiling: [f64::INFINITY; 4],
        live: [!0; 4],
        guarded: [!0; 4],
        plausible: [0; 4],
        right: [0; 4],
    };
}

impl Lanes {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn certify_fused(&mut self, model: &Model, factors: &[[u64; LANES]], got: &[[u64; LANES]]) {
        self.certify_plainly(model, factors, got);
    }

    #[inline(always)]
    fn certify_plainly(&mut self, model: &Model, factors: &[[u64; LANES]], got: &[[u64; LANES]]) {
        let unit = 0.5f64.powi(model.error.e_bits as i32) * INWARD;
        let passed = self.passed;
        for (quad, state) in self.used().iter_mut().enumerate() {
            let mut now = state.clone();
            for ((factors, got), passed) in factors.iter().zip(got).zip(passed + 1..) {
                let (factors, got) = (factors.as_chunks().0[quad], got.as_chunks().0[quad]);
                let (steps, _) = model.error.steps(passed);
                step(&mut now, factors, got, steps as f64 * unit);
            }
            *state = now;
        }
        self.passed += factors.len() as u64;
    }
}

/// Passes one factor of four lines; a product may be `error` off, relatively, before it is rounded.
#[inline(always)]
fn step(state: &mut Quad, factors: [u64; 4], got: [u64; 4], error: f64) {
    for lane in 0..4 {
        let (factor, got) = (factors[lane], got[lane]);
        let (factor_bits, got_bits) = (factor & !SIGN, got & !SIGN);
        let number = f64::from_bits(factor_bits);
        // Joldes, Muller and Popescu's Algorithm 9: double-word times word.
        let top = state.high[lane] * number;
        let rest = state.low[lane].mul_add(number, state.high[lane].mul_add(number, -top));
        let high = top + rest;
        let low = rest - (high - top);
        // How far the product is above the result, and half the way to the result's neighbours.
        let result = f64::from_bits(got_bits);
        let above = (high - result) + low;
        let up = (f64::from_bits(got_bits.wrapping_add(1)) - result) * (0.5 * INWARD);
        let down = (result - f64::from_bits(got_bits.wrapping_sub(1))) * (0.5 * INWARD);
        let allowed = high * error;
        let inside = (above < up + allowed) & (-above < down + allowed) & (high > 1.0 / FAR) & (high < FAR);
        let guarded = (high >= state.floor[lane]) & (high <= state.ceiling[lane]);
        let negative = state.negative[lane] ^ factor;
        // The sign bit of this is set for numbers that are subnormal, zero, infinite or NaN, and for a wrong sign.
        let bad = factor_bits.wrapping_sub(NORMAL)
            | (INFINITY - 1).wrapping_sub(factor_bits)
            | got_bits.wrapping_sub(NORMAL)
            | (INFINITY - 1).wrapping_sub(got_bits)
            | (negative ^ got);
        let good = u64::from(bad < SIGN).wrapping_neg();
        let live = state.live[lane] & u64::from(inside).wrapping_neg() & good;
        let guarded = state.guarded[lane] & u64::from(guarded).wrapping_neg() & live;
        state.plausible[lane] = state.plausible[lane].wrapping_sub(live);
        state.right[lane] = state.right[lane].wrapping_sub(guarded);
        state.live[lane] = live;
        state.guarded[lane] = guarded;
        let (floor, ceiling) = (state.last_floor[lane], state.last_ceiling[lane]);
        state.floor[lane] = if floor > state.floor[lane] { floor } else { state.floor[lane] };
        state.ceiling[lane] = if ceiling < state.ceiling[lane] { ceiling } else { state.ceiling[lane] };
        state.last_floor[lane] = high * (f64::MIN_POSITIVE * (1.0 + MARGIN));
        // In two steps, as 2^1024 is none; beyond the largest number nothing is out of range any more.
        state.last_ceiling[lane] = high * (f64::MAX * (1.0 - MARGIN));
        state.high[lane] = high;
        state.low[lane] = low;
        state.negative[lane] = negative;
    }
}
