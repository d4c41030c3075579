//! The interval that holds every honest product inside the guard.
//!
//! Its ends are computed in 128-bit significands with a proved error. Where that error decides what they round to, they
//! are computed in whole numbers of any size. So the interval means exactly what docs/judging.md says, and few elements
//! pay for it.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::roundings::Error;
use super::{Format, Mag, Magnitude};

/// A finite non-zero magnitude with 128 significant bits: `sig * 2^(exp - 127)`, the top bit of `sig` set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WideMag {
    pub(super) exp: i64,
    pub(super) sig: u128,
}

impl WideMag {
    const ONE: WideMag = WideMag { exp: 0, sig: 1 << 127 };

    fn from(mag: Mag) -> WideMag {
        WideMag { exp: mag.exp, sig: u128::from(mag.sig) << 64 }
    }

    /// The product rounded toward zero, and whether that lost anything.
    fn product_down(self, other: WideMag) -> (WideMag, bool) {
        let halves = |sig: u128| (sig >> 64, sig & u128::from(u64::MAX));
        let ((a_high, a_low), (b_high, b_low)) = (halves(self.sig), halves(other.sig));
        // The 256 bits of the product: `high` and `low` with three partial products between them.
        let ((cross, cross_low), (other_cross, other_low)) = (halves(a_high * b_low), halves(a_low * b_high));
        let (low_high, low_low) = halves(a_low * b_low);
        let (carry, middle) = halves(cross_low + other_low + low_high);
        let high = a_high * b_high + cross + other_cross + carry;
        let low = middle << 64 | low_low;
        let exp = self.exp + other.exp;
        if high >> 127 == 1 {
            (WideMag { exp: exp + 1, sig: high }, low != 0)
        } else {
            (WideMag { exp, sig: high << 1 | low >> 127 }, low << 1 != 0)
        }
    }

    /// This value plus `units` units in the last of the 128 places, rounded up.
    fn plus_units(self, units: u64) -> WideMag {
        let (sig, overflows) = self.sig.overflowing_add(u128::from(units));
        if overflows {
            WideMag { exp: self.exp + 1, sig: 1 << 127 | sig.div_ceil(2) }
        } else {
            WideMag { sig, ..self }
        }
    }

    /// The first 64 bits: the value rounded toward zero.
    fn truncated(self) -> Mag {
        Mag { exp: self.exp, sig: (self.sig >> 64) as u64 }
    }
}

/// A product of finite non-zero factors, rounded toward zero at each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideChain {
    mag: WideMag,
    /// How many roundings lost something: each of them less than `2^-127` of its value.
    lossy: u64,
}

impl WideChain {
    pub(super) const EMPTY: WideChain = WideChain { mag: WideMag::ONE, lossy: 0 };

    pub(super) fn push(&mut self, factor: Mag) {
        let (mag, lossy) = self.mag.product_down(WideMag::from(factor));
        *self = WideChain { mag, lossy: self.lossy + u64::from(lossy) };
    }

    /// The first 64 bits, and whether they are all of it.
    pub(super) fn truncated(&self) -> (Mag, bool) {
        (self.mag.truncated(), self.lossy == 0 && self.mag.sig << 64 == 0)
    }
}

/// How far products of which 0, 1, 2, ... factors are not powers of two may be from the exact ones before their last
/// rounding.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    error: Error,
    ends: Vec<Ends>,
}

/// `(1 - e)^i (1 - w)^j` and `(1 + e)^i (1 + w)^j` for one number of factors, rounded toward zero.
#[derive(Clone, Copy, Debug)]
struct Ends {
    low: WideMag,
    high: WideMag,
}

impl Growth {
    /// For up to `m` factors that are not powers of two.
    pub(super) fn new(error: Error, m: usize) -> Growth {
        let (mut low, mut high) = (WideMag::ONE, WideMag::ONE);
        let mut before = (0, 0);
        let ends = (0..=m as u64).map(|m| {
            let steps = error.steps(m);
            for (bits, step) in
                [(error.e_bits, steps.0 > before.0), (error.w_bits.unwrap_or(64), steps.1 > before.1)]
            {
                if step {
                    low = low.product_down(one_minus(bits)).0;
                    high = high.product_down(one_plus(bits)).0;
                }
            }
            before = steps;
            Ends { low, high }
        });
        Growth { ends: ends.collect(), error }
    }

    /// `(1 - e)^i (1 - w)^j` for `m` factors to 64 bits.
    #[inline]
    pub(super) fn low(&self, m: u64) -> Mag {
        self.ends[m as usize].low.truncated()
    }

    /// `(1 + e)^i (1 + w)^j` for `m` factors to 64 bits.
    #[inline]
    pub(super) fn high(&self, m: u64) -> Mag {
        self.ends[m as usize].high.truncated()
    }

    /// How far a product may be from the exact one on either side before its last rounding, in units of `2^-63` of the
    /// exact one: this, or more.
    pub(super) fn radius(&self, m: u64) -> u64 {
        const HALF: u64 = 1 << 62;
        let (low, high) = (self.low(m), self.high(m));
        let above = if high.exp == 0 { high.sig - (1 << 63) } else { HALF };
        let below = match low.exp {
            0 => 0,
            -1 => 0u64.wrapping_sub(low.sig) / 2,
            _ => HALF,
        };
        // Both ends were rounded toward zero, which moves the low one away from 1.
        above.min(below.saturating_sub(1)).min(HALF)
    }

    /// The end of the interval around `product`, rounded toward zero, and the units of the last of 128 places by which
    /// it can fall short.
    ///
    /// `T` roundings toward zero, each losing less than `2^-127` of its value, lose less than `2T` units in all, and
    /// twice that covers terms of second order. A step takes two in `Growth` (its base is rounded too).
    fn end(&self, end: End, m: u64, product: WideChain) -> (WideMag, u64) {
        let (e, w) = self.error.steps(m);
        if (e, w) == (0, 0) {
            return (product.mag, 4 * product.lossy);
        }
        let Ends { low, high } = self.ends[m as usize];
        let (mag, _) = product.mag.product_down(if end == End::Low { low } else { high });
        (mag, 4 * (product.lossy + 2 * (e + w) + 1))
    }
}

/// `1 - 1/(2^bits + 1)` rounded toward zero, `bits` at most 64.
fn one_minus(bits: u32) -> WideMag {
    // 2^128 - ceil(2^128 / (2^bits + 1)), where the quotient is not whole.
    WideMag { exp: -1, sig: u128::MAX - u128::MAX / ((1 << bits) + 1) }
}

/// `1 + 1/(2^bits + 1)` rounded toward zero, `bits` at most 64.
fn one_plus(bits: u32) -> WideMag {
    WideMag { exp: 0, sig: (1 << 127) + (1 << 127) / ((1 << bits) + 1) }
}

/// An end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Low,
    High,
}

/// The exact product of some factors with the error that honest arithmetic may make of it before the last rounding.
#[derive(Clone, Copy)]
pub(super) struct Interval<'a> {
    pub(super) format: Format,
    pub(super) growth: &'a Growth,
    /// The factors that count as not powers of two.
    pub(super) inexact: u64,
    pub(super) product: WideChain,
    /// Bits of the factors, all finite and not zero: what the product is of.
    pub(super) factors: &'a [u64],
}

impl Interval<'_> {
    /// How an end compares with `bound`.
    pub(super) fn compare(&self, end: End, bound: Mag) -> Ordering {
        let bound = WideMag::from(bound);
        let (least, most) = self.about(end);
        if least > bound {
            Ordering::Greater
        } else if most < bound {
            Ordering::Less
        } else if least == most {
            Ordering::Equal
        } else {
            self.exact(end).cmp(&bound)
        }
    }

    /// Whether a result of these magnitude bits lies in the interval, its ends rounded to the format.
    pub(super) fn holds(&self, magnitude: u64) -> bool {
        self.low_at_most(magnitude) && self.rounded(End::High) >= magnitude
    }

    /// Whether the low end, rounded to the format, is at most this magnitude.
    pub(super) fn low_at_most(&self, magnitude: u64) -> bool {
        self.rounded(End::Low) <= magnitude
    }

    /// The magnitude bits that an end rounds to.
    pub(super) fn rounded(&self, end: End) -> u64 {
        let round = |mag: WideMag| self.format.magnitude_bits(self.format.round_wide(mag.sig, mag.exp));
        let (least, most) = self.about(end);
        let (below, above) = (round(least), round(most));
        if below == above { below } else { round(self.exact(end)) }
    }

    /// An end is at least the one, and at most the other.
    pub(super) fn about(&self, end: End) -> (WideMag, WideMag) {
        let (least, short) = self.growth.end(end, self.inexact, self.product);
        (least, least.plus_units(short))
    }

    /// An end to 128 bits. What they do not hold is in the last of them, which is set if there is any.
    pub(super) fn exact(&self, end: End) -> WideMag {
        let Error { e_bits, w_bits, .. } = self.growth.error;
        let (e, w) = self.growth.error.steps(self.inexact);
        let (mut numerator, exp) = product(self.format, self.factors);
        let mut denominator = BigUint::from(1u8);
        for (bits, steps) in [(e_bits, e), (w_bits.unwrap_or(64), w)] {
            let (one, steps) = (1u128 << bits, u32::try_from(steps).unwrap_or(u32::MAX));
            // 1 - 1/(d + 1) = d/(d + 1), and 1 + 1/(d + 1) = (d + 2)/(d + 1).
            let base = if end == End::Low { one } else { one + 2 };
            numerator *= BigUint::from(base).pow(steps);
            denominator *= BigUint::from(one + 1).pow(steps);
        }
        quotient(&numerator, &denominator, exp)
    }
}

/// The product of finite non-zero factors, `sig * 2^exp`: by halves, as large numbers are multiplied fastest by numbers
/// as large.
fn product(format: Format, factors: &[u64]) -> (BigUint, i64) {
    if factors.len() > 1 {
        let (left, right) = factors.split_at(factors.len() / 2);
        let ((left, left_exp), (right, right_exp)) = (product(format, left), product(format, right));
        return (left * right, left_exp + right_exp);
    }
    match factors.first().map(|&factor| format.decode(factor).magnitude) {
        Some(Magnitude::Finite(Mag { exp, sig })) => {
            let zeros = sig.trailing_zeros();
            (BigUint::from(sig >> zeros), exp - 63 + i64::from(zeros))
        }
        _ => (BigUint::from(1u8), 0),
    }
}

/// `numerator / denominator * 2^exp` in the form of [`Interval::exact`].
fn quotient(numerator: &BigUint, denominator: &BigUint, exp: i64) -> WideMag {
    // Shifted so that the quotient has 127 or 128 bits.
    let shift = denominator.bits() as i64 + 127 - numerator.bits() as i64;
    let left = numerator << shift.max(0).unsigned_abs();
    let right = denominator << (-shift).max(0).unsigned_abs();
    let quotient = &left / &right;
    let inexact = &quotient * &right != left;
    let bits = quotient.bits();
    let sig = u128::try_from(quotient).unwrap_or(u128::MAX) << (128 - bits);
    WideMag { exp: bits as i64 - 1 + exp - shift, sig: sig | u128::from(inexact) }
}
