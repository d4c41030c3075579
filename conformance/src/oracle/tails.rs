//! The quick way through what follows an underflow, an overflow, a zero or an infinity: mostly more of the same.

use super::Format;
use super::line::Verdict;
use super::stage::{Arrays, LANES, STAGE, Stage};

/// A line of which every element, from some index on, has the same verdict while factors are finite and not zero and
/// results are one magnitude with the right sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// The first element of it.
    pub(super) from: usize,
    /// The sign of the product of the factors before that.
    pub(super) negative: bool,
    /// The magnitude bits: those of zero or of infinity.
    pub(super) magnitude: u64,
    pub(super) verdict: Verdict,
}

/// The first element of each tail that breaks it, or the length of the line. For formats of at most 32 bits.
pub(super) fn ends(
    format: Format,
    arrays: Arrays<'_>,
    starts: [usize; LANES],
    tails: &[Option<Tail>; LANES],
) -> [usize; LANES] {
    let n = arrays.lines.n;
    let mut state =
        State { negative: [0; LANES], magnitude: [0; LANES], live: [!0; LANES], length: [0; LANES] };
    for (lane, tail) in tails.iter().enumerate() {
        if let Some(tail) = tail {
            state.negative[lane] = if tail.negative { format.sign_bit() as u32 } else { 0 };
            state.magnitude[lane] = tail.magnitude as u32;
        }
    }
    let from = tails.map(|tail| tail.map_or(n, |tail| tail.from));
    let first = from.into_iter().min().unwrap_or(n);
    let mut stage = Stage::new();
    for index in (first..n).step_by(STAGE) {
        let length = STAGE.min(n - index);
        stage.fill(format, arrays, starts, index, length);
        // Rows of this stage before a tail begins.
        let before = from.map(|from| from.saturating_sub(index).min(STAGE) as u32);
        state.pass(format, &before, &stage, length);
        if (0..LANES).all(|lane| tails[lane].is_none() || state.live[lane] == 0) {
            break;
        }
    }
    std::array::from_fn(|lane| tails[lane].map_or(n, |tail| tail.from + state.length[lane] as usize))
}

struct State {
    negative: [u32; LANES],
    magnitude: [u32; LANES],
    /// All ones while nothing broke a tail, else zero.
    live: [u32; LANES],
    length: [u32; LANES],
}

impl State {
    fn pass(&mut self, format: Format, before: &[u32; LANES], stage: &Stage<u32>, length: usize) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.pass_avx2(format, before, stage, length) };
        }
        self.pass_plainly(format, before, stage, length);
    }

    /// The same code, compiled for vectors of eight.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn pass_avx2(&mut self, format: Format, before: &[u32; LANES], stage: &Stage<u32>, length: usize) {
        self.pass_plainly(format, before, stage, length);
    }

    #[inline(always)]
    fn pass_plainly(&mut self, format: Format, before: &[u32; LANES], stage: &Stage<u32>, length: usize) {
        let (sign, infinity) = (format.sign_bit() as u32, format.infinity_bits() as u32);
        let State { mut negative, magnitude, mut live, length: mut passed } = *self;
        for (row, (factors, got)) in (0u32..).zip(stage.factors.iter().zip(&stage.got)).take(length) {
            for lane in 0..LANES {
                let begun = u32::from(row >= before[lane]).wrapping_neg();
                let factor = factors[lane] & begun;
                negative[lane] ^= factor & sign;
                let ordinary = (factor & !sign).wrapping_sub(1) < infinity - 1;
                let same = got[lane] == magnitude[lane] | negative[lane];
                live[lane] &= u32::from(ordinary & same).wrapping_neg() | !begun;
                passed[lane] += live[lane] & begun & 1;
            }
        }
        *self = State { negative, magnitude, live, length: passed };
    }
}
