//! The quick path: many lines side by side in f64, certifying elements that are right beyond doubt.
//!
//! For formats whose products of two are exact in f64, with room in its exponent for every product inside the guard.
//! The running product of `k` factors is within `k * 2^-53` of the exact one, the tables carry that error and their
//! own, and only strict comparisons count. What is not certified here is judged with care elsewhere: this path never
//! calls an element wrong or order-sensitive. Subnormal numbers are left to care as well.

use super::Format;
use super::model::{Error, Model};
use super::stage::{LANES, Word};

/// The longest lines that this path takes.
pub(super) const LONGEST: usize = 1 << 20;

/// Margin on both sides of the guard as tested here: errors of f64 chains up to [`LONGEST`] stay below it.
const MARGIN: f64 = 1.0 / (1u64 << 28) as f64;

/// Constants of one model.
#[derive(Clone, Debug)]
pub(super) struct Certifier {
    /// Magnitude bits, shifted left by this and `bias` added, are those of the same number in f64.
    shift: u32,
    bias: u64,
    sign_bit: u32,
    /// What moves the sign bit to the top.
    sign_up: u32,
    /// Bits of the least normal number and of infinity.
    normal: u32,
    infinity: u32,
    /// The range of the compute format, moved inward: products outside it are left to care.
    lowest: f64,
    highest: f64,
    /// Limits of sub-products, moved inward.
    least: f64,
    overflow: f64,
    /// A quad before its first factor.
    start: Quad,
    error: Error,
    /// `(1 - e)^i` and `(1 + e)^i`, as computed, for 0, 1, 2, ... factors.
    growth: Vec<(f64, f64)>,
    /// The same moved inward by the errors of f64.
    bounds: Vec<(f64, f64)>,
}

/// The state of some lines after some factors.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    passed: usize,
    quads: [Quad; LANES / 4],
}

#[derive(Clone, Debug)]
struct Quad {
    product: [f64; 4],
    negative: [u32; 4],
    /// A product below this, or above `ceiling`, ends a sub-product that may leave the range.
    floor: [f64; 4],
    ceiling: [f64; 4],
    last_low: [f64; 4],
    last_high: [f64; 4],
    /// All ones while every result so far was inside the interval, else zero.
    live: [u64; 4],
    /// The same while the guard held as well.
    guarded: [u64; 4],
    /// For how many elements, from the first on.
    plausible: [u64; 4],
    right: [u64; 4],
}

/// What is known of the elements of a line, from the first on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Certified {
    /// So many are right.
    pub(super) right: usize,
    /// So many lie in the interval around the exact product, be the guard broken or not.
    pub(super) plausible: usize,
}

/// A quick path: the state of some lines, and the code that takes it over more elements.
pub(super) trait Kernel {
    /// Holds the bits of an element.
    type Word: Word;
    /// The state of [`LANES`] lines after some factors.
    type Lanes;

    /// The state of lines before their first factors.
    fn start(&self) -> Self::Lanes;
    /// Takes some more elements of every lane: `factors` and `got` of equal length.
    fn certify(&self, lanes: &mut Self::Lanes, factors: &[[Self::Word; LANES]], got: &[[Self::Word; LANES]]);
    /// Whether nothing more can be certified.
    fn done(lanes: &Self::Lanes) -> bool;
    /// What was found out about a lane.
    fn certified(lanes: &Self::Lanes, lane: usize) -> Certified;
}

impl Kernel for Certifier {
    type Word = u32;
    type Lanes = Lanes;

    fn start(&self) -> Lanes {
        Lanes { passed: 0, quads: std::array::from_fn(|_| self.start.clone()) }
    }

    fn certify(&self, lanes: &mut Lanes, factors: &[[u32; LANES]], got: &[[u32; LANES]]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.certify_avx2(lanes, factors, got) };
        }
        self.certify_plainly(lanes, factors, got);
    }

    fn done(lanes: &Lanes) -> bool {
        lanes.quads.iter().all(|quad| quad.live == [0; 4])
    }

    fn certified(lanes: &Lanes, lane: usize) -> Certified {
        let quad = &lanes.quads[lane / 4];
        Certified { right: quad.right[lane % 4] as usize, plausible: quad.plausible[lane % 4] as usize }
    }
}

impl Certifier {
    /// The certifier of a model, if this path serves its formats.
    pub(super) fn new(model: &Model) -> Option<Certifier> {
        let format = model.format;
        if format.precision() > 24 || format.max_exp() > 127 || model.error.w_bits.is_some() {
            return None;
        }
        let range = if Format::F64.holds(model.range) { model.range } else { Format::F64 };
        let fraction_bits = format.precision() - 1;
        let start = Quad {
            product: [1.0; 4],
            negative: [0; 4],
            floor: [0.0; 4],
            ceiling: [f64::INFINITY; 4],
            // No sub-product starts before the first factor but the whole.
            last_low: [0.0; 4],
            last_high: [f64::INFINITY; 4],
            live: [!0; 4],
            guarded: [!0; 4],
            plausible: [0; 4],
            right: [0; 4],
        };
        Some(Certifier {
            lowest: power_of_two(format.min_exp()) * (1.0 + MARGIN),
            highest: power_of_two(format.max_exp()) * (2.0 * (1.0 - MARGIN)),
            shift: 52 - fraction_bits,
            bias: ((1023 - format.max_exp()) as u64) << 52,
            sign_bit: format.sign_bit() as u32,
            sign_up: 32 - format.bits(),
            normal: 1 << fraction_bits,
            infinity: format.infinity_bits() as u32,
            least: power_of_two(range.min_exp()) * (1.0 + MARGIN),
            // In two steps, since 2^1024 is none.
            overflow: power_of_two(range.max_exp()) * (2.0 * (1.0 - MARGIN)),
            start,
            error: model.error,
            growth: vec![(1.0, 1.0)],
            bounds: vec![(1.0, 1.0)],
        })
    }

    /// Makes the tables long enough for lines of `n` factors.
    pub(super) fn reserve(&mut self, n: usize) {
        let e = 1.0 / (power_of_two(i64::from(self.error.e_bits)) + 1.0);
        for next in self.growth.len()..=n {
            let (mut low, mut high) = self.growth[next - 1];
            if self.error.steps(next as u64).0 > self.error.steps(next as u64 - 1).0 {
                low *= 1.0 - e;
                high *= 1.0 + e;
            }
            self.growth.push((low, high));
            // The product took `next - 1` roundings, exact up to two factors; the table two for each step, and their
            // product takes one: together less than half of this.
            let error = next as f64 * f64::EPSILON * 4.0;
            let exact = next <= 2 && low == 1.0;
            self.bounds.push(if exact { (1.0, 1.0) } else { (low * (1.0 + error), high * (1.0 - error)) });
        }
    }

    /// The same code, compiled for vectors of four.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn certify_avx2(&self, lanes: &mut Lanes, factors: &[[u32; LANES]], got: &[[u32; LANES]]) {
        self.certify_plainly(lanes, factors, got);
    }

    #[inline(always)]
    fn certify_plainly(&self, lanes: &mut Lanes, factors: &[[u32; LANES]], got: &[[u32; LANES]]) {
        let bounds = &self.bounds[lanes.passed + 1..][..factors.len()];
        lanes.passed += factors.len();
        // By quads, so that the whole state of one stays in registers.
        for (quad, state) in lanes.quads.iter_mut().enumerate() {
            let mut now = state.clone();
            for ((factors, got), &bounds) in factors.iter().zip(got).zip(bounds) {
                let (factors, got) = (factors.as_chunks().0[quad], got.as_chunks().0[quad]);
                self.step(&mut now, factors, got, bounds);
            }
            *state = now;
        }
    }

    #[inline(always)]
    fn step(&self, state: &mut Quad, factors: [u32; 4], got: [u32; 4], (low, high): (f64, f64)) {
        let half = 1u64 << (self.shift - 1);
        let mask = self.sign_bit - 1;
        for lane in 0..4 {
            let (factor, got) = (factors[lane], got[lane]);
            let factor_bits = factor & mask;
            let number = |bits: u32| (u64::from(bits) << self.shift) + self.bias;
            let product = state.product[lane] * f64::from_bits(number(factor_bits));
            // Halfway to both neighbours; below a power of two that is nearer than it looks, on the safe side.
            let got_number = number(got & mask);
            let (below, above) = (f64::from_bits(got_number - half), f64::from_bits(got_number + half));
            let negative = state.negative[lane] ^ factor;
            let (low, high) = (product * low, product * high);
            // The sign bit of this is set for a factor that is subnormal, zero, infinite or NaN, and for a wrong sign.
            let bad = factor_bits.wrapping_sub(self.normal)
                | (self.infinity - 1).wrapping_sub(factor_bits)
                | ((negative ^ got) << self.sign_up);
            let inside = (low < above) & (high > below) & (low >= self.lowest) & (high <= self.highest);
            let guarded = (low >= state.floor[lane]) & (high <= state.ceiling[lane]);
            let bad = i64::from(bad.cast_signed() >> 31).cast_unsigned();
            let live = state.live[lane] & u64::from(inside).wrapping_neg() & !bad;
            let guarded = state.guarded[lane] & u64::from(guarded).wrapping_neg() & live;
            state.plausible[lane] = state.plausible[lane].wrapping_sub(live);
            state.right[lane] = state.right[lane].wrapping_sub(guarded);
            state.live[lane] = live;
            state.guarded[lane] = guarded;
            state.product[lane] = product;
            state.negative[lane] = negative;
            let (floor, ceiling) = (state.last_low[lane] * self.least, state.last_high[lane] * self.overflow);
            state.floor[lane] = if floor > state.floor[lane] { floor } else { state.floor[lane] };
            state.ceiling[lane] = if ceiling < state.ceiling[lane] { ceiling } else { state.ceiling[lane] };
            state.last_low[lane] = low;
            state.last_high[lane] = high;
        }
    }
}

fn power_of_two(exp: i64) -> f64 {
    f64::from_bits(((1023 + exp) as u64) << 52)
}
