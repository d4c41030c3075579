//! How far rounding can move a product before its last rounding: `(1 -/+ e)^i (1 -/+ w)^j`.

use super::Mag;
use super::number::WideMag;
use super::roundings::Error;

/// An end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Low,
    High,
}

/// The growth of errors along a line, followed factor by factor.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    error: Error,
    /// Factors that are not powers of two.
    m: u64,
    low: WideMag,
    high: WideMag,
}

impl Growth {
    /// That of no factor.
    pub(super) fn new(error: Error) -> Growth {
        Growth { error, m: 0, low: WideMag::ONE, high: WideMag::ONE }
    }

    /// Follows the line until `m` of its factors are not powers of two.
    pub(super) fn advance(&mut self, m: u64) {
        let (before, after) = (self.error.steps(self.m), self.error.steps(m));
        if before != after {
            let steps = (after.0 - before.0, after.1 - before.1);
            self.low = self.low.product_down(power(self.error, End::Low, steps)).0;
            self.high = self.high.product_down(power(self.error, End::High, steps)).0;
        }
        self.m = m;
    }

    /// The low and the high end around 1, to 64 bits rounded toward zero.
    pub(super) fn ends(&self) -> (Mag, Mag) {
        (self.low.truncated(), self.high.truncated())
    }
}

/// An end around 1 where `m` factors are not powers of two, to 64 bits rounded toward zero.
pub(super) fn end(error: Error, end: End, m: u64) -> Mag {
    power(error, end, error.steps(m)).truncated()
}

/// `(1 -/+ e)^i (1 -/+ w)^j`, rounded toward zero: see [`lossy`].
pub(super) fn power(error: Error, end: End, (i, j): (u64, u64)) -> WideMag {
    let part =
        |bits, exponent| if exponent == 0 { WideMag::ONE } else { base(bits, end).power_down(exponent) };
    part(error.e_bits, i).product_down(part(error.w_bits.unwrap_or(64), j)).0
}

/// As how many roundings toward zero a power of so many steps counts. The base is rounded, and that error grows with each
/// step. A squaring and a product round at each binary place of the exponent, and the squarings that follow double these
/// errors: at most `4 steps` together. One product of two powers follows.
pub(super) const fn lossy(steps: u64) -> u64 {
    5 * steps + 1
}

/// `1 -/+ 1/(2^bits + 1)` rounded toward zero, `bits` at most 64.
fn base(bits: u32, end: End) -> WideMag {
    match end {
        // 2^128 - ceil(2^128 / (2^bits + 1)), where the quotient is not whole.
        End::Low => WideMag { exp: -1, sig: u128::MAX - u128::MAX / ((1 << bits) + 1) },
        End::High => WideMag { exp: 0, sig: (1 << 127) + (1 << 127) / ((1 << bits) + 1) },
    }
}

/// How far a product may be from the exact one on either side before its last rounding, in units of `2^-63` of the exact
/// one: this, or more.
///
/// With `i` steps both `(1 + e)^i - 1` and `1 - (1 - e)^i` are at least `ie / (1 + ie) = i / (2^bits + 1 + i)`, as
/// `(1 - e)^i <= 1 / (1 + ie)`. For `i < 2^bits` that is at least `i / 2^(bits + 1)`.
#[inline(always)]
pub(super) fn radius(error: Error, m: u64) -> u64 {
    let (i, _) = error.steps(m);
    match 62_u32.checked_sub(error.e_bits) {
        Some(shift) => i.min((1 << error.e_bits) - 1) << shift,
        None => i >> (error.e_bits - 62),
    }
}

/// How many binades such errors can move a product by, or more: `log2 (1 + 2^-bits) < 3/2 2^-bits`.
pub(super) fn binades(error: Error, m: u64) -> i64 {
    let (i, j) = error.steps(m);
    let binades = |steps: u64, bits: u32| ((u128::from(steps) * 3) >> (bits + 1)) as i64 + 1;
    binades(i, error.e_bits) + binades(j, error.w_bits.unwrap_or(64))
}
