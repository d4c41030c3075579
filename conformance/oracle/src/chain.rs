//! The product of some factors, followed in a few integers.

use super::Mag;
use super::number::WideMag;

/// Units of the last of 64 places by which a [`Chain`] can fall short of the exact product, once it is multiplied by a
/// growth as well, where `m` factors are not powers of two. Only they make it lose anything: `m + 2` truncations, each
/// losing less than `2^-63` of its value, which is at most two units. Twice that covers second-order terms.
pub(super) const fn slack(m: u64) -> u64 {
    4 * m + 8
}

/// A product of finite non-zero factors, rounded toward zero at each of them: within [`slack`] of the exact one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) mag: Mag,
    /// How many factors are not powers of two.
    pub(super) inexact: u64,
    /// The product of the factors' odd parts, the integers that remain of their significands without trailing zeros.
    /// 0 when it takes more than 64 bits.
    odd: u64,
}

impl Chain {
    pub(super) const EMPTY: Chain = Chain { mag: Mag::ONE, inexact: 0, odd: 1 };

    #[inline(always)]
    pub(super) fn push(&mut self, factor: Mag) {
        self.mag = self.mag.product_down(factor);
        self.inexact += u64::from(factor.sig != 1 << 63);
        if self.odd != 0 {
            self.odd = self.odd.checked_mul(factor.sig >> factor.sig.trailing_zeros()).unwrap_or(0);
        }
    }

    /// Whether the product has at most this many significant bits, 64 at most. Then `mag` is exact.
    #[inline(always)]
    pub(super) fn fits(&self, bits: u32) -> bool {
        self.odd != 0 && self.odd.leading_zeros() >= 64 - bits
    }
}

/// A product of finite non-zero factors, rounded toward zero at each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideChain {
    pub(super) mag: WideMag,
    /// How many roundings lost something: each of them less than `2^-127` of its value.
    pub(super) lossy: u64,
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
