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

/// The first element of each tail that breaks it, or the length of the line.
pub(super) fn ends(
    format: Format,
    arrays: Arrays<'_>,
    starts: [usize; LANES],
    tails: &[Option<Tail>; LANES],
) -> [usize; LANES] {
    let n = arrays.lines.n;
    let mut from = [u64::MAX; LANES];
    let mut state =
        State { negative: [0; LANES], magnitude: [0; LANES], live: [!0; LANES], length: [0; LANES] };
    for (lane, tail) in tails.iter().enumerate() {
        if let Some(tail) = tail {
            from[lane] = tail.from as u64;
            state.negative[lane] = if tail.negative { format.sign_bit() } else { 0 };
            state.magnitude[lane] = tail.magnitude;
        }
    }
    let first = tails.iter().flatten().map(|tail| tail.from).min().unwrap_or(n);
    let mut stage = Stage::new();
    for index in (first..n).step_by(STAGE) {
        let length = STAGE.min(n - index);
        stage.fill(format, arrays, starts, index, length);
        state.pass(format, index as u64, &from, &stage, length);
        if (0..LANES).all(|lane| tails[lane].is_none() || state.live[lane] == 0) {
            break;
        }
    }
    std::array::from_fn(|lane| tails[lane].map_or(n, |tail| tail.from + state.length[lane] as usize))
}

struct State {
    negative: [u64; LANES],
    magnitude: [u64; LANES],
    /// All ones while nothing broke a tail, else zero.
    live: [u64; LANES],
    length: [u64; LANES],
}

impl State {
    fn pass(&mut self, format: Format, index: u64, from: &[u64; LANES], stage: &Stage<u64>, length: usize) {
        let (sign, infinity) = (format.sign_bit(), format.infinity_bits());
        for (row, index) in (index..).take(length).enumerate() {
            let (factors, got) = (&stage.factors[row], &stage.got[row]);
            for lane in 0..LANES {
                let begun = u64::from(index >= from[lane]).wrapping_neg();
                let factor = factors[lane] & begun;
                self.negative[lane] ^= factor & sign;
                let ordinary = (factor & !sign).wrapping_sub(1) < infinity - 1;
                let same = got[lane] == self.magnitude[lane] | self.negative[lane];
                let good = u64::from(ordinary & same).wrapping_neg() | !begun;
                self.live[lane] &= good;
                self.length[lane] += self.live[lane] & begun & 1;
            }
        }
    }
}
