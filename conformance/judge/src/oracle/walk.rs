//! What the factors of a line say as they pass: the exact product, the specials, and the guard.
//!
//! The guard asks whether a proper contiguous sub-product can leave the range in which rounding errors are relative.
//! A sub-product is a quotient of two prefixes, so the running extremes of the prefixes decide it, in constant time
//! for every factor.

use super::bounds::{Chain, Growth, slack};
use super::model::Model;
use super::{Format, Mag, Magnitude};

/// What is known of a line's factors up to some element.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// Factors passed.
    pub(super) passed: usize,
    /// Whether a zero, an infinity or a NaN was passed.
    pub(super) special: bool,
    /// Whether a proper sub-product of finite non-zero factors may underflow (or be flushed), at some order.
    pub(super) underflow: bool,
    /// Whether one may overflow.
    pub(super) overflow: bool,
    /// The product of the factors since the last zero or infinity.
    pub(super) chain: Chain,
    guard: Guard,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk {
            passed: 0,
            special: false,
            underflow: false,
            overflow: false,
            chain: Chain::EMPTY,
            guard: Guard::new(),
        }
    }

    /// Passes one factor.
    pub(super) fn push(&mut self, model: &Model, growth: &Growth, bits: u64) {
        self.passed += 1;
        // The prefix up to here becomes a proper sub-product.
        self.underflow |= self.guard.whole_underflows;
        self.overflow |= self.guard.whole_overflows;
        if let Magnitude::Finite(factor) = model.format.decode(bits).magnitude {
            self.push_finite(model, growth, factor);
        } else {
            self.special = true;
            self.chain = Chain::EMPTY;
            self.guard = Guard::new();
        }
    }

    /// Whether the whole, or a prefix before it, may underflow as soon as it is a proper sub-product, and overflow.
    pub(super) fn whole(&self) -> (bool, bool) {
        (self.guard.whole_underflows, self.guard.whole_overflows)
    }

    fn push_finite(&mut self, model: &Model, growth: &Growth, factor: Mag) {
        self.chain.push(factor);
        let n = self.chain.factors;
        let low = self.chain.mag.product_down(growth.low(n));
        let high = self.chain.mag.product_down(growth.high(n));
        let (underflow, overflow) = self.guard.push(model.range, low, high, n);
        // A factor is no product, but where subnormals may be flushed it may be read as zero.
        let flushed = model.may_flush() && factor.exp < model.format.min_exp();
        self.underflow |= underflow || flushed;
        self.overflow |= overflow;
        if self.special {
            self.underflow |= self.guard.whole_underflows;
            self.overflow |= self.guard.whole_overflows;
        }
    }
}

/// The running extremes of the prefixes of a segment without zeros and infinities, as limits for later prefixes.
#[derive(Clone, Debug)]
struct Guard {
    /// A prefix whose low end is below this ends a sub-product that may underflow.
    floor: Mag,
    /// A prefix whose high end reaches this ends a sub-product that may overflow.
    ceiling: Mag,
    /// Low and high end of the last prefix.
    last: (Mag, Mag),
    /// Whether the last prefix, or one before it, may underflow or overflow as a sub-product of its own.
    whole_underflows: bool,
    whole_overflows: bool,
}

impl Guard {
    fn new() -> Guard {
        Guard {
            floor: Mag::power_of_two(i64::MIN / 2),
            ceiling: Mag::power_of_two(i64::MAX / 2),
            last: (Mag::ONE, Mag::ONE),
            whole_underflows: false,
            whole_overflows: false,
        }
    }

    /// Takes in the ends of the next prefix, of `n` factors. Says whether a sub-product of two or more factors that
    /// ends here, the whole prefix apart, may underflow, and whether one may overflow.
    fn push(&mut self, range: Format, low: Mag, high: Mag, n: u64) -> (bool, bool) {
        let high_above = high.plus_units(slack(n));
        let left_range = (low < self.floor, high_above >= self.ceiling);
        if n > 1 {
            self.whole_underflows |= low.exp < range.min_exp();
            self.whole_overflows |= high_above >= range.overflow();
            // From the next factor on, sub-products of two factors and more can start after the last prefix.
            let (last_low, last_high) = self.last;
            let floor = last_low.plus_units(slack(n));
            let floor = Mag { exp: floor.exp + range.min_exp(), ..floor };
            self.floor = self.floor.max(floor);
            self.ceiling = self.ceiling.min(last_high.product_down(range.overflow()));
        }
        self.last = (low, high);
        left_range
    }
}
