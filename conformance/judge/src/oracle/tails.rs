//! The quick way through what follows an underflow, an overflow or a special factor: mostly more of the same.

use super::Format;
use super::line::Verdict;
use super::stage::{LANES, Stage};

/// What every further element of a line is, while nothing special happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// A zero was passed, and no infinity or NaN: zeros.
    Zero,
    /// An infinity was passed, and no zero or NaN: infinities.
    Infinity,
    /// Only NaN is right from here on.
    Nan,
    /// Something may have underflowed: zeros.
    PossibleZero,
    /// Something may have overflowed: infinities.
    PossibleInfinity,
    /// A zero and an infinity may have met, one of them made of finite factors: NaN.
    PossibleNan,
}

impl Tail {
    /// The verdict on every element of it.
    pub(super) fn verdict(self) -> Verdict {
        match self {
            Tail::Zero | Tail::Infinity | Tail::Nan => Verdict::Right,
            Tail::PossibleZero | Tail::PossibleInfinity | Tail::PossibleNan => Verdict::OrderSensitive,
        }
    }

    /// Magnitude bits of the factors that change nothing: the least one, and how many.
    fn factors(self, infinity: u32) -> (u32, u32) {
        match self {
            Tail::Zero => (0, infinity),
            Tail::Infinity => (1, infinity),
            Tail::Nan => (0, u32::MAX),
            Tail::PossibleZero | Tail::PossibleInfinity | Tail::PossibleNan => (1, infinity - 1),
        }
    }
}

/// Some lines in their tails, side by side. For formats of at most 32 bits.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    /// Sign bits of the products, where the format has them.
    pub(super) negative: [u32; LANES],
    /// All ones while nothing broke a tail, else zero.
    pub(super) whole: [u32; LANES],
    /// The factors that change nothing.
    least: [u32; LANES],
    span: [u32; LANES],
    /// Magnitude bits of the elements, but where they are NaN.
    magnitude: [u32; LANES],
    nan: [u32; LANES],
}

impl Tails {
    /// Lanes without tails, which never break.
    pub(super) fn new() -> Tails {
        let zeros = [0; LANES];
        Tails { negative: zeros, whole: zeros, least: zeros, span: zeros, magnitude: zeros, nan: zeros }
    }

    /// Puts a line into a lane.
    pub(super) fn set(&mut self, format: Format, lane: usize, tail: Tail, negative: u32) {
        let infinity = format.infinity_bits() as u32;
        let nan = matches!(tail, Tail::Nan | Tail::PossibleNan);
        let infinite = matches!(tail, Tail::Infinity | Tail::PossibleInfinity);
        (self.least[lane], self.span[lane]) = tail.factors(infinity);
        self.magnitude[lane] = if infinite { infinity } else { 0 };
        self.nan[lane] = if nan { !0 } else { 0 };
        (self.negative[lane], self.whole[lane]) = (negative, !0);
    }

    /// Passes some rows of a stage.
    pub(super) fn pass(&mut self, format: Format, stage: &Stage<u32>, length: usize) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.pass_avx2(format, stage, length) };
        }
        self.pass_plainly(format, stage, length);
    }

    /// The same code, compiled for vectors of eight.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn pass_avx2(&mut self, format: Format, stage: &Stage<u32>, length: usize) {
        self.pass_plainly(format, stage, length);
    }

    #[inline(always)]
    fn pass_plainly(&mut self, format: Format, stage: &Stage<u32>, length: usize) {
        let (sign, infinity) = (format.sign_bit() as u32, format.infinity_bits() as u32);
        let Tails { mut negative, mut whole, least, span, magnitude, nan } = *self;
        for (factors, got) in stage.factors.iter().zip(&stage.got).take(length) {
            for lane in 0..LANES {
                let (factor, got) = (factors[lane], got[lane]);
                negative[lane] ^= factor & sign;
                let plain = u32::from((factor & !sign).wrapping_sub(least[lane]) < span[lane]).wrapping_neg();
                let same = u32::from(got == magnitude[lane] | negative[lane]).wrapping_neg();
                let is_nan = u32::from(got & !sign > infinity).wrapping_neg();
                whole[lane] &= plain & ((is_nan & nan[lane]) | (same & !nan[lane]));
            }
        }
        (self.negative, self.whole) = (negative, whole);
    }
}
