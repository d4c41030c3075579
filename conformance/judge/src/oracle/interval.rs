//! The interval that holds every honest product inside the guard.
//!
//! Its ends are computed in 64-bit significands with a proved error. Where that error decides what they round to, they are
//! computed in whole numbers of any size. So the interval means exactly what docs/judging.md says, and few elements pay
//! for it.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::roundings::Error;
use super::{Format, Mag, Magnitude};

/// Units of the last of 64 places by which a truncated end over `n` factors can fall short. It takes at most `n`
/// products for the chain, `2n` powers of two truncated bases and one product of both: `5n + 1` truncations, each
/// losing less than `2^-63` of its value, which is at most two units. Three times that covers second-order terms.
pub(super) const fn slack(n: u64) -> u64 {
    32 * n + 32
}

/// A product of factors, rounded toward zero at each of them: within [`slack`] of the exact one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) mag: Mag,
    pub(super) factors: u64,
}

impl Chain {
    pub(super) const EMPTY: Chain = Chain { mag: Mag::ONE, factors: 0 };

    #[inline]
    pub(super) fn push(&mut self, factor: Mag) {
        self.mag = self.mag.product_down(factor);
        self.factors += 1;
    }
}

/// How far products of 0, 1, 2, ... factors may be from the exact ones before their last rounding.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    error: Error,
    ends: Vec<Ends>,
}

/// `(1 - e)^i (1 - w)^j` and `(1 + e)^i (1 + w)^j` for one number of factors, rounded toward zero within [`slack`].
#[derive(Clone, Copy, Debug)]
struct Ends {
    low: Mag,
    high: Mag,
}

impl Growth {
    /// For up to `n` factors.
    pub(super) fn new(error: Error, n: usize) -> Growth {
        let (mut low, mut high) = (Mag::ONE, Mag::ONE);
        let mut before = (0, 0);
        let ends = (0..=n as u64).map(|factors| {
            let steps = error.steps(factors);
            for (bits, step) in
                [(error.e_bits, steps.0 > before.0), (error.w_bits.unwrap_or(64), steps.1 > before.1)]
            {
                if step {
                    low = low.product_down(one_minus(bits));
                    high = high.product_down(one_plus(bits));
                }
            }
            before = steps;
            Ends { low, high }
        });
        Growth { ends: ends.collect(), error }
    }

    #[inline]
    pub(super) fn low(&self, n: u64) -> Mag {
        self.ends[n as usize].low
    }

    #[inline]
    pub(super) fn high(&self, n: u64) -> Mag {
        self.ends[n as usize].high
    }

    /// How far a product of `n` factors may be from the exact one on either side before its last rounding, in units of
    /// `2^-63` of the exact one: this, or more.
    pub(super) fn radius(&self, n: u64) -> u64 {
        radius(self.low(n), self.high(n)).saturating_sub(slack(n))
    }
}

/// The distance from 1 of the nearer of two numbers below and above it, in units of `2^-63`; at most a half.
fn radius(low: Mag, high: Mag) -> u64 {
    const HALF: u64 = 1 << 62;
    let above = if high.exp == 0 { high.sig - (1 << 63) } else { HALF };
    let below = match low.exp {
        0 => 0,
        -1 => 0u64.wrapping_sub(low.sig) / 2,
        _ => HALF,
    };
    above.min(below).min(HALF)
}

/// `1 - 1/(2^bits + 1)` rounded toward zero.
fn one_minus(bits: u32) -> Mag {
    let part = (1u128 << 64).div_ceil((1 << bits) + 1);
    Mag { exp: -1, sig: 0u64.wrapping_sub(part as u64) }
}

/// `1 + 1/(2^bits + 1)` rounded toward zero.
fn one_plus(bits: u32) -> Mag {
    let part = (1u128 << 63) / ((1 << bits) + 1);
    Mag { exp: 0, sig: (1 << 63) + part as u64 }
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
    pub(super) chain: Chain,
    pub(super) growth: &'a Growth,
    /// Bits of the factors, all finite and not zero: what the chain is the product of.
    pub(super) factors: &'a [u64],
}

impl Interval<'_> {
    /// One end, rounded toward zero, within [`slack`].
    #[inline]
    pub(super) fn end(&self, end: End) -> Mag {
        let n = self.chain.factors;
        self.chain.mag.product_down(match end {
            End::Low => self.growth.low(n),
            End::High => self.growth.high(n),
        })
    }

    /// How an end compares with `bound`.
    pub(super) fn compare(&self, end: End, bound: Mag) -> Ordering {
        let least = self.end(end);
        if least > bound {
            Ordering::Greater
        } else if least.plus_units(slack(self.chain.factors)) < bound {
            Ordering::Less
        } else {
            let (sig, exp) = self.exact(end);
            (exp, sig).cmp(&(bound.exp, u128::from(bound.sig) << 64))
        }
    }

    /// Whether a result of these magnitude bits lies in the interval, its ends rounded to the format.
    pub(super) fn holds(&self, magnitude: u64) -> bool {
        self.low_at_most(magnitude) && self.high_at_least(magnitude)
    }

    /// Whether the low end, rounded to the format, is at most this magnitude.
    pub(super) fn low_at_most(&self, magnitude: u64) -> bool {
        let (least, most) = self.about(End::Low);
        most <= magnitude || (least <= magnitude && self.rounded(End::Low) <= magnitude)
    }

    /// Whether the high end, rounded to the format, is at least this magnitude.
    fn high_at_least(&self, magnitude: u64) -> bool {
        let (least, most) = self.about(End::High);
        least >= magnitude || (most >= magnitude && self.rounded(End::High) >= magnitude)
    }

    /// The magnitude bits that an end rounds to.
    pub(super) fn rounded(&self, end: End) -> u64 {
        let (least, most) = self.about(end);
        if least == most {
            return least;
        }
        let (sig, exp) = self.exact(end);
        self.format.magnitude_bits(self.format.round_wide(sig, exp))
    }

    /// The magnitude bits that an end rounds to at least, and at most.
    fn about(&self, end: End) -> (u64, u64) {
        let least = self.end(end);
        let most = least.plus_units(slack(self.chain.factors));
        let bits = |mag| self.format.magnitude_bits(self.format.round(mag));
        (bits(least), bits(most))
    }

    /// An end as 128-bit significand, its top bit set, and floor of its binary logarithm. What the 128 bits do not hold
    /// is in the last of them, which is set if there is any.
    ///
    /// Numbers cut off to some hundred bits nearly always tell; whole ones always do.
    pub(super) fn exact(&self, end: End) -> (u128, i64) {
        let (low, high) = self.ends(end, CUT);
        if low == high { low } else { self.ends(end, u64::MAX).0 }
    }

    /// Two numbers in the form of [`Interval::exact`], below and above an end, from numbers cut off to `bits` bits.
    pub(super) fn ends(&self, end: End, bits: u64) -> ((u128, i64), (u128, i64)) {
        let Error { e_bits, w_bits, .. } = self.growth.error;
        let n = self.chain.factors;
        let (e, w) = self.growth.error.steps(n);
        let mut numerator = product(self.format, self.factors, bits);
        let mut denominator = Cut::from(1);
        // One product of two factors may be exact in a wider accumulator that has the bits for it.
        let fits = e == 0 && w_bits.is_none_or(|bits| numerator.significand_bits() <= u64::from(bits));
        if !fits {
            for (part, steps) in [(e_bits, e), (w_bits.unwrap_or(64), w)] {
                let one = 1u128 << part;
                // 1 - 1/(d + 1) = d/(d + 1), and 1 + 1/(d + 1) = (d + 2)/(d + 1).
                let base = if end == End::Low { one } else { one + 2 };
                numerator = numerator.times(&Cut::power(base, steps, bits), bits);
                denominator = denominator.times(&Cut::power(one + 1, steps, bits), bits);
            }
        }
        // The product takes n cuts, each of the powers two for each of its steps, each a loss of a unit at most, and a
        // unit may become two: less than 18 n units in all.
        let lost = if bits == u64::MAX { 0 } else { 32 * n + 32 };
        let above = |cut: &Cut| Cut { sig: &cut.sig + lost, exp: cut.exp };
        (quotient(&numerator, &above(&denominator)), quotient(&above(&numerator), &denominator))
    }
}

/// Bits that numbers are cut off to at first. Then an end is known to within `2^-200` or so, and it is compared with
/// numbers of at most 65 bits, which it hardly ever is as near to.
const CUT: u64 = 256;

/// `sig * 2^exp`, or up to some units in the last place of `sig` less than what it stands for.
#[derive(Clone, Debug)]
struct Cut {
    sig: BigUint,
    exp: i64,
}

impl Cut {
    fn from(x: u128) -> Cut {
        Cut { sig: BigUint::from(x), exp: 0 }
    }

    /// The product, cut off to `bits` bits.
    fn times(&self, other: &Cut, bits: u64) -> Cut {
        let sig = &self.sig * &other.sig;
        let excess = sig.bits().saturating_sub(bits);
        Cut { sig: sig >> excess, exp: self.exp + other.exp + excess as i64 }
    }

    /// `base ^ exponent`, cut off to `bits` bits at every step.
    fn power(base: u128, exponent: u64, bits: u64) -> Cut {
        let base = Cut::from(base);
        let places = (0..u64::BITS - exponent.leading_zeros()).rev();
        places.fold(Cut::from(1), |power, place| {
            let square = power.times(&power, bits);
            if exponent >> place & 1 == 1 { square.times(&base, bits) } else { square }
        })
    }

    /// Bits from the first that is set to the last.
    fn significand_bits(&self) -> u64 {
        self.sig.bits() - self.sig.trailing_zeros().unwrap_or(0)
    }
}

/// The product of finite non-zero factors, cut off to `bits` bits: by halves, as large numbers are multiplied fastest by
/// numbers as large.
fn product(format: Format, factors: &[u64], bits: u64) -> Cut {
    if factors.len() > 1 {
        let (left, right) = factors.split_at(factors.len() / 2);
        return product(format, left, bits).times(&product(format, right, bits), bits);
    }
    match factors.first().map(|&factor| format.decode(factor).magnitude) {
        Some(Magnitude::Finite(Mag { exp, sig })) => {
            let zeros = sig.trailing_zeros();
            Cut { sig: BigUint::from(sig >> zeros), exp: exp - 63 + i64::from(zeros) }
        }
        _ => Cut::from(1),
    }
}

/// `numerator / denominator` in the form of [`Interval::exact`].
fn quotient(numerator: &Cut, denominator: &Cut) -> (u128, i64) {
    // Shifted so that the quotient has 127 or 128 bits.
    let shift = denominator.sig.bits() as i64 + 127 - numerator.sig.bits() as i64;
    let left = &numerator.sig << shift.max(0).unsigned_abs();
    let right = &denominator.sig << (-shift).max(0).unsigned_abs();
    let quotient = &left / &right;
    let inexact = &quotient * &right != left;
    let bits = quotient.bits();
    let sig = u128::try_from(quotient).unwrap_or(u128::MAX) << (128 - bits);
    (sig | u128::from(inexact), bits as i64 - 1 + numerator.exp - denominator.exp - shift)
}
