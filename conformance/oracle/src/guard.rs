//! The guard: whether a proper contiguous sub-product can leave the range in which rounding errors are relative.
//!
//! A sub-product is a quotient of two prefixes, so the running extremes of the prefixes decide it, in constant time
//! for every factor. It is decided in 64-bit significands, with a margin of [`slack`] toward a broken guard.

use super::chain::{Chain, slack};
use super::growth::Growth;
use super::roundings::{Error, Roundings};
use super::{Mag, Magnitude};

/// What is known of the sub-products of a line up to some factor.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// Factors passed.
    pub(super) passed: usize,
    /// Whether a proper sub-product of finite non-zero factors may underflow (or be flushed), at some order.
    pub(super) underflow: bool,
    /// Whether one may overflow.
    pub(super) overflow: bool,
    /// Whether a zero, an infinity or a NaN was passed.
    special: bool,
    segment: Segment,
}

impl Guard {
    pub(super) fn new(error: Error) -> Guard {
        Guard { passed: 0, underflow: false, overflow: false, special: false, segment: Segment::new(error) }
    }

    /// Passes one factor.
    pub(super) fn push(&mut self, roundings: &Roundings, bits: u64) {
        self.passed += 1;
        // The product of all factors up to here becomes a proper sub-product.
        self.underflow |= self.segment.underflows;
        self.overflow |= self.segment.overflows;
        let Magnitude::Finite(factor) = roundings.format.decode(bits).magnitude else {
            self.special = true;
            self.segment = Segment::new(roundings.error);
            return;
        };
        let (underflow, overflow) = self.segment.push(roundings, factor);
        // A factor is not a product, but where subnormals may be flushed it may be read as zero.
        let flushed = roundings.may_flush() && factor.exp < roundings.format.min_exp();
        self.underflow |= underflow || flushed;
        self.overflow |= overflow;
        if self.special {
            self.underflow |= self.segment.underflows;
            self.overflow |= self.segment.overflows;
        }
    }

    /// Whether no proper sub-product can leave the range.
    pub(super) fn holds(&self) -> bool {
        !self.underflow && !self.overflow
    }
}

/// The prefixes of a run of factors without zeros and infinities, as limits for later prefixes.
#[derive(Clone, Debug)]
struct Segment {
    /// Factors passed.
    passed: usize,
    chain: Chain,
    growth: Growth,
    /// A prefix whose low end is below this ends a sub-product that may underflow.
    floor: Mag,
    /// A prefix whose high end reaches this ends a sub-product that may overflow.
    ceiling: Mag,
    /// Low and high end of the last prefix.
    last: (Mag, Mag),
    /// Whether a prefix may underflow, or overflow.
    underflows: bool,
    overflows: bool,
}

impl Segment {
    fn new(error: Error) -> Segment {
        Segment {
            passed: 0,
            chain: Chain::EMPTY,
            growth: Growth::new(error),
            floor: Mag::power_of_two(i64::MIN / 2),
            ceiling: Mag::power_of_two(i64::MAX / 2),
            last: (Mag::ONE, Mag::ONE),
            underflows: false,
            overflows: false,
        }
    }

    /// Takes in the next factor. Says whether a sub-product of two or more factors that ends here, the whole prefix
    /// apart, may underflow, and whether one may overflow.
    fn push(&mut self, roundings: &Roundings, factor: Mag) -> (bool, bool) {
        self.chain.push(factor);
        self.passed += 1;
        // One more than the factors that are not powers of two: the root of a sub-product may scale by such a power what
        // was rounded below it.
        let m = self.chain.inexact + 1;
        let range = roundings.range;
        self.growth.advance(m);
        let (low, high) = self.growth.ends();
        let (low, high) = (self.chain.mag.product_down(low), self.chain.mag.product_down(high));
        let high_above = high.plus_units(slack(m));
        let left_range = (low < self.floor, high_above >= self.ceiling);
        if self.passed > 1 {
            self.underflows |= low.exp < range.min_exp();
            self.overflows |= high_above >= range.overflow();
            // From the next factor on, sub-products of two factors and more can start after the last prefix.
            let (last_low, last_high) = self.last;
            let floor = last_low.plus_units(slack(m));
            self.floor = self.floor.max(Mag { exp: floor.exp + range.min_exp(), ..floor });
            self.ceiling = self.ceiling.min(last_high.product_down(range.overflow()));
        }
        self.last = (low, high);
        left_range
    }
}
