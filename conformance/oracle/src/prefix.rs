//! The factors up to an element, summarized in a few integers. They decide most elements.

use super::chain::{Chain, slack};
use super::roundings::Roundings;
use super::rules::{Central, Rules};
use super::{Mag, Magnitude};

/// Summary of the factors up to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    /// How many they are.
    pub(super) factors: usize,
    /// Sign of the product, as the sign bit of the format.
    pub(super) sign: u64,
    pub(super) zero: bool,
    pub(super) infinite: bool,
    pub(super) nan: bool,
    /// The product of the finite non-zero factors.
    pub(super) chain: Chain,
    /// The least and greatest exponent of that product so far, 1 being the first.
    lowest: i64,
    highest: i64,
    /// Whether a factor may have been flushed.
    flushed: bool,
}

impl Prefix {
    pub(super) const EMPTY: Prefix = Prefix {
        factors: 0,
        sign: 0,
        zero: false,
        infinite: false,
        nan: false,
        chain: Chain::EMPTY,
        lowest: 0,
        highest: 0,
        flushed: false,
    };

    /// Passes a factor.
    pub(super) fn push(&mut self, roundings: &Roundings, bits: u64) {
        let format = roundings.format;
        match format.decode(bits).magnitude {
            Magnitude::Finite(factor) => {
                self.push_finite(bits & format.sign_bit(), factor);
                self.flushed |= roundings.may_flush() && factor.exp < format.min_exp();
                return;
            }
            Magnitude::Zero => self.zero = true,
            Magnitude::Infinite => self.infinite = true,
            Magnitude::Nan => self.nan = true,
        }
        self.factors += 1;
        self.sign ^= bits & format.sign_bit();
    }

    #[inline(always)]
    pub(super) fn push_finite(&mut self, sign: u64, factor: Mag) {
        self.factors += 1;
        self.sign ^= sign;
        self.chain.push(factor);
        self.lowest = self.lowest.min(self.chain.mag.exp);
        self.highest = self.highest.max(self.chain.mag.exp);
    }

    pub(super) fn is_special(&self) -> bool {
        self.zero || self.infinite || self.nan
    }

    /// Whether only NaN is right: a factor is NaN, or zero and infinity are both among them.
    pub(super) fn is_nan(&self) -> bool {
        self.nan || (self.zero && self.infinite)
    }

    /// Whether an element is a normal number that is right for certain, as it is so near to the product. `false` may
    /// also mean that it is right, but not as near.
    #[inline(always)]
    pub(super) fn is_near(&self, rules: &Rules, got: u64) -> bool {
        let format = rules.roundings.format;
        let Some(number) = format.decode_normal(got) else { return false };
        got & format.sign_bit() == self.sign
            && number.exp == self.chain.mag.exp
            && number.sig.abs_diff(self.chain.mag.sig) < self.tolerance(rules)
    }

    /// In units of `2^-63` of the product's binade.
    #[inline(always)]
    fn tolerance(&self, rules: &Rules) -> u64 {
        if self.chain.fits(rules.roundings.format.precision()) {
            rules.half_unit
        } else if self.factors <= rules.extremes {
            // The correctly rounded product of an undeclared accumulator is right. What else is, the extremes tell.
            rules.nearest_radius.saturating_sub(slack(self.chain.inexact))
        } else {
            rules.tolerance(self.chain.inexact)
        }
    }

    /// Whether the guard holds for certain, and the result is a normal number for certain.
    #[inline(always)]
    pub(super) fn is_central(&self, Central { lowest, highest, span }: Central) -> bool {
        self.lowest >= lowest
            && self.highest <= highest
            && self.highest - self.lowest <= span
            && !self.flushed
    }
}
