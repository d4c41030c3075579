//! The interval that holds every honest product inside the guard.
//!
//! Its ends are computed in 128-bit significands with a proved error. Where that error decides what they round to, they
//! are computed in whole numbers of any size. So the interval means exactly what docs/judging.md says, and few elements
//! pay for it.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::chain::WideChain;
use super::growth::{self, End};
use super::number::WideMag;
use super::roundings::Error;
use super::{Format, Mag, Magnitude};

/// The exact product of some factors with the error that honest arithmetic may make of it before the last rounding.
#[derive(Clone, Copy)]
pub(super) struct Interval<'a> {
    pub(super) format: Format,
    pub(super) error: Error,
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

    /// Whether it holds a magnitude. The product lies between the ends, so only the nearer one needs a look.
    pub(super) fn holds(&self, magnitude: u64) -> bool {
        let product = self.bits(self.product.mag);
        (magnitude > product || self.rounded(End::Low) <= magnitude)
            && (magnitude < product || self.rounded(End::High) >= magnitude)
    }

    /// The magnitude bits that an end rounds to.
    pub(super) fn rounded(&self, end: End) -> u64 {
        let (least, most) = self.about(end);
        let (below, above) = (self.bits(least), self.bits(most));
        if below == above { below } else { self.bits(self.exact(end)) }
    }

    /// The magnitude bits that a number rounds to.
    fn bits(&self, mag: WideMag) -> u64 {
        self.format.magnitude_bits(self.format.round_wide(mag.sig, mag.exp))
    }

    /// An end is at least the one, and at most the other.
    pub(super) fn about(&self, end: End) -> (WideMag, WideMag) {
        let WideChain { mag, lossy } = self.product;
        let (e, w) = self.error.steps(self.inexact);
        let (least, lossy) = if (e, w) == (0, 0) {
            (mag, lossy)
        } else {
            let (least, _) = mag.product_down(growth::power(self.error, end, (e, w)));
            (least, lossy + growth::lossy(e + w) + 1)
        };
        // So many roundings toward zero, each losing less than 2^-127 of its value, lose less than twice as many units of
        // the last place. Twice that covers terms of second order.
        (least, least.plus_units(4 * lossy))
    }

    /// An end to 128 bits. What they do not hold is in the last of them, which is set if there is any.
    pub(super) fn exact(&self, end: End) -> WideMag {
        let Error { e_bits, w_bits, .. } = self.error;
        let (e, w) = self.error.steps(self.inexact);
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
