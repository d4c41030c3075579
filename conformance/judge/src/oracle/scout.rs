//! One line followed in f64, element after element, as far as f64 tells for certain.
//!
//! It is the state of a line between the stages of a sweep, and the way through what the kernels for lines side by side
//! leave: results that are subnormal, the first zeros and infinities, the factors that break the guard. What it
//! calls right or order-sensitive is so; what it leaves open is judged with care elsewhere.

use super::line::EXTREMES;
use super::narrow::{FAR, Narrow};
use super::tails::Tail;
use super::walk::Walk;

/// What is certain of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Right,
    OrderSensitive,
    Open,
}

/// How a line goes on, as far as the elements passed tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Results follow the exact product, the guard is kept.
    Chain,
    /// The guard is broken by an underflow: only the upper bound matters.
    Drift,
    /// More of the same.
    Tail(Tail),
    /// None of these.
    Step,
}

/// What is known of a line after some factors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scout {
    /// The sign bit of the product, where the format has it.
    pub(super) negative: u32,
    /// The magnitude of the product, or zero once that is lost.
    pub(super) product: f64,
    /// The last product, NaN before the first: no sub-product of two factors starts after it yet.
    pub(super) last: f64,
    /// The extremes of the products before that.
    pub(super) max: f64,
    pub(super) min: f64,
    /// Whether no proper sub-product can leave the range; whether one can underflow for certain, and overflow.
    pub(super) guarded: bool,
    pub(super) underflow: bool,
    pub(super) overflow: bool,
    /// The same of the whole, which is no proper sub-product yet.
    pub(super) whole_kept: bool,
    pub(super) whole_underflow: bool,
    pub(super) whole_overflow: bool,
    zero: bool,
    infinite: bool,
    nan: bool,
    /// Since something may underflow: no more than the upper bound of docs/judging.md before errors, and than its
    /// greatest value so far. Both are zero once lost.
    pub(super) bound: f64,
    pub(super) peak: f64,
}

impl Scout {
    /// A line before its first factor.
    pub(super) const START: Scout = Scout {
        negative: 0,
        product: 1.0,
        last: f64::NAN,
        max: 0.0,
        min: f64::INFINITY,
        guarded: true,
        underflow: false,
        overflow: false,
        whole_kept: true,
        whole_underflow: false,
        whole_overflow: false,
        zero: false,
        infinite: false,
        nan: false,
        bound: 0.0,
        peak: 0.0,
    };

    /// Passes the factor `passed`, counted from one, and tells of the element that it ends.
    #[inline]
    pub(super) fn step(&mut self, narrow: &Narrow, passed: usize, factor: u32, got: u32) -> Outcome {
        let magnitude = factor & (narrow.sign_bit - 1);
        self.negative ^= factor & narrow.sign_bit;
        if !self.special() {
            // The product before this factor is a proper sub-product now.
            self.underflow |= self.whole_underflow;
            self.overflow |= self.whole_overflow;
            self.guarded &= self.whole_kept;
        }
        if magnitude.wrapping_sub(1) >= narrow.infinity - 1 {
            self.zero |= magnitude == 0;
            self.infinite |= magnitude == narrow.infinity;
            self.nan |= magnitude > narrow.infinity;
        } else if !self.special() {
            self.multiply(narrow, passed, magnitude);
        }
        self.outcome(narrow, passed, factor, got)
    }

    fn special(&self) -> bool {
        self.zero | self.infinite | self.nan
    }

    fn multiply(&mut self, narrow: &Narrow, passed: usize, magnitude: u32) {
        let subnormal = magnitude < narrow.normal;
        let factor = narrow.value(magnitude);
        if subnormal && narrow.may_flush {
            // A factor is no product, but it may be read as zero.
            (self.underflow, self.guarded) = (true, false);
        }
        let product = self.product * factor;
        if product > 1.0 / FAR && product < FAR {
            self.guard(narrow, passed, product);
        } else {
            (self.product, self.guarded) = (0.0, false);
        }
        if self.underflow {
            self.raise_bound(narrow, factor);
        }
    }

    fn guard(&mut self, narrow: &Narrow, passed: usize, product: f64) {
        let (kept, broken) = (narrow.kept, narrow.broken);
        let (low, high) = narrow.bounds[passed];
        let (low, high) = (product * low, product * high);
        self.underflow |= product < broken.least * self.max;
        self.overflow |= product > broken.overflow * self.min;
        self.guarded &= low >= kept.least * self.max && high <= kept.overflow * self.min;
        if passed > 1 {
            self.whole_underflow |= product < broken.least;
            self.whole_overflow |= product > broken.overflow;
            self.whole_kept &= low >= kept.least && high <= kept.overflow;
        }
        // Not `f64::max`: the first `last` is NaN.
        self.max = if self.last > self.max { self.last } else { self.max };
        self.min = if self.last < self.min { self.last } else { self.min };
        (self.last, self.product) = (product, product);
    }

    fn raise_bound(&mut self, narrow: &Narrow, factor: f64) {
        if self.peak == 0.0 && self.bound == 0.0 {
            // From here on. What the bound came to before is at least the product, and its peak the largest one.
            self.peak = self.max.max(1.0);
            self.bound = self.product.max(self.peak * narrow.least);
        } else {
            self.bound = (self.bound * factor).max(self.peak * narrow.least);
        }
        self.peak = self.peak.max(self.bound);
        if self.peak >= FAR {
            self.lose_bound();
        }
    }

    /// Gives the bound up for good: no number exceeds NaN, or is below it.
    pub(super) fn lose_bound(&mut self) {
        (self.bound, self.peak) = (f64::NAN, f64::NAN);
    }

    fn outcome(&self, narrow: &Narrow, passed: usize, factor: u32, got: u32) -> Outcome {
        let magnitude = got & (narrow.sign_bit - 1);
        let (zero, infinite) = (magnitude == 0, magnitude == narrow.infinity);
        let long = passed > EXTREMES;
        if self.nan || (self.zero && self.infinite) {
            return if magnitude > narrow.infinity { Outcome::Right } else { Outcome::Open };
        }
        if magnitude > narrow.infinity {
            // Zero times infinity, one of them at least made of finite factors.
            let possible = (self.zero || self.underflow) && (self.infinite || self.overflow);
            return sensitive_if(possible && long);
        }
        if (got ^ self.negative) & narrow.sign_bit != 0 {
            return Outcome::Open;
        }
        if self.special() {
            return right_if(if self.zero { zero } else { infinite });
        }
        if passed == 1 {
            return right_if(got == factor);
        }
        if self.guarded {
            return right_if(self.in_interval(narrow, passed, magnitude));
        }
        let (_, high) = narrow.bounds[passed];
        sensitive_if(
            long && if self.underflow {
                zero || (infinite && self.overflow) || self.bound * high > narrow.below(magnitude)
            } else {
                self.overflow && (infinite || (!zero && self.follows(narrow, passed, magnitude)))
            },
        )
    }

    /// Whether a magnitude is what the product may be stored as, the guard being kept.
    fn in_interval(&self, narrow: &Narrow, passed: usize, magnitude: u32) -> bool {
        let low = self.product * narrow.bounds[passed].0;
        if !narrow.own && low < narrow.kept.least {
            // The last product may be subnormal in the accumulator: its bounds are others.
            return false;
        }
        let flushed = magnitude == 0 && narrow.may_flush && low < narrow.floor;
        let kept = magnitude >= narrow.normal || narrow.may_keep;
        flushed || (kept && self.follows(narrow, passed, magnitude))
    }

    /// Whether a magnitude lies in the interval around the product.
    fn follows(&self, narrow: &Narrow, passed: usize, magnitude: u32) -> bool {
        let (low, high) = narrow.bounds[passed];
        let below = magnitude == 0 || self.product * high > narrow.below(magnitude);
        below && (magnitude == narrow.infinity || self.product * low < narrow.above(magnitude))
    }

    /// Whether nothing is certain of the guard, and something depends on it.
    pub(super) fn in_doubt(&self) -> bool {
        !(self.guarded || self.underflow || self.overflow || self.special())
    }

    /// Takes over what is known of the guard after the same factors.
    pub(super) fn settle(&mut self, walk: &Walk) {
        (self.underflow, self.overflow) = (walk.underflow, walk.overflow);
        (self.whole_underflow, self.whole_overflow) = walk.whole();
        self.whole_kept = !(self.whole_underflow || self.whole_overflow);
        // Without the product nothing more would be known of the guard.
        self.guarded = !(self.underflow || self.overflow) && self.product > 0.0;
    }

    /// How the line goes on, the result `got` being its last so far.
    pub(super) fn phase(&self, narrow: &Narrow, got: u32) -> Phase {
        let magnitude = got & (narrow.sign_bit - 1);
        let (zero, infinite, nan) =
            (magnitude == 0, magnitude == narrow.infinity, magnitude > narrow.infinity);
        let (underflow, overflow) = (self.zero || self.underflow, self.infinite || self.overflow);
        if self.nan || (self.zero && self.infinite) {
            Phase::Tail(Tail::Nan)
        } else if nan && underflow && overflow {
            Phase::Tail(Tail::PossibleNan)
        } else if self.zero {
            Phase::Tail(Tail::Zero)
        } else if self.infinite {
            Phase::Tail(Tail::Infinity)
        } else if zero && underflow {
            Phase::Tail(Tail::PossibleZero)
        } else if infinite && overflow {
            Phase::Tail(Tail::PossibleInfinity)
        } else if self.guarded {
            Phase::Chain
        } else if self.underflow && self.bound > 0.0 && narrow.own {
            Phase::Drift
        } else {
            Phase::Step
        }
    }

    /// Passes factors that nothing is known of but the sign they leave the product with, after which no product is
    /// known either.
    pub(super) fn skip(&mut self, negative: u32) {
        self.negative = negative;
        (self.product, self.guarded) = (0.0, false);
        self.lose_bound();
    }
}

fn right_if(right: bool) -> Outcome {
    if right { Outcome::Right } else { Outcome::Open }
}

fn sensitive_if(possible: bool) -> Outcome {
    if possible { Outcome::OrderSensitive } else { Outcome::Open }
}
