//! The judge of one line of undeclared order, element after element.

use super::arith::{Arithmetic, Flush, Tininess};
use super::bounds::{End, Growth, Interval, middle_below, slack};
use super::model::{Error, Model};
use super::reach::Prefixes;
use super::walk::Walk;
use super::{Float, Format, Mag, Magnitude};

/// Prefixes up to this length have their reachable values enumerated when order matters.
pub(super) const ENUMERATED: usize = 8;
/// Spans kept apart in that enumeration.
const ENUMERATED_SPANS: usize = 32;
/// Prefixes up to this length have the extremes of their reachable values computed when order matters.
pub(super) const EXTREMES: usize = 32;

/// The verdict on one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    OrderSensitive,
    Wrong,
}

/// A model with its tables, kept from line to line.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) model: Model,
    pub(super) growth: Growth,
    /// Where the last product may be subnormal in a declared wider accumulator: the bounds of the undeclared one.
    loose: Growth,
}

impl Rules {
    pub(super) fn new(model: Model) -> Rules {
        let loose = Error { e_bits: model.format.precision(), e_free: 2, w_bits: None };
        Rules { growth: Growth::new(model.error), loose: Growth::new(loose), model }
    }

    /// Makes the tables long enough for lines of `n` factors.
    pub(super) fn reserve(&mut self, n: usize) {
        self.growth.reserve(n);
        if !self.model.own {
            self.loose.reserve(n);
        }
    }
}

/// The judge of one line: pass a factor, ask about the element that it ends.
///
/// Passing is cheap. What costs, the exact product and the guard, is caught up on when an element asks for it.
pub(super) struct Line<'a> {
    rules: &'a Rules,
    factors: &'a [u64],
    seen: Seen,
    /// Behind `seen` by the factors that no element asked about.
    pub(super) walk: Walk,
    /// Whether some order gave zero to an element, or infinity: finite factors that follow leave it at that.
    vanished: bool,
    diverged: bool,
    shortcuts: Vec<Shortcut>,
    enumerated: Option<Prefixes>,
    extremes: Option<Prefixes>,
    bound: Bound,
}

/// What the factors passed are, at a glance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) passed: usize,
    /// Sign of the product.
    pub(super) negative: bool,
    pub(super) zero: bool,
    pub(super) infinite: bool,
    pub(super) nan: bool,
}

impl<'a> Line<'a> {
    /// A judge of the line of these factors, none passed yet. The rules' tables must be long enough for it.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line {
            rules,
            factors,
            seen: Seen::default(),
            walk: Walk::new(),
            vanished: false,
            diverged: false,
            shortcuts: Vec::new(),
            enumerated: None,
            extremes: None,
            bound: Bound::new(),
        }
    }

    /// Passes the next factor.
    #[inline]
    pub(super) fn push(&mut self) {
        let format = self.rules.model.format;
        let bits = self.factors[self.seen.passed];
        let (magnitude, infinity) = (bits & format.magnitude_mask(), format.infinity_bits());
        self.seen.passed += 1;
        self.seen.negative ^= bits & format.sign_bit() != 0;
        if magnitude.wrapping_sub(1) >= infinity - 1 {
            self.seen.zero |= magnitude == 0;
            self.seen.infinite |= magnitude == infinity;
            self.seen.nan |= magnitude > infinity;
        }
    }

    /// The factors passed, at a glance.
    pub(super) fn seen(&self) -> Seen {
        self.seen
    }

    /// The verdict on the element that the factors passed make.
    #[inline]
    pub(super) fn judge(&mut self, bits: u64) -> Verdict {
        let Seen { negative, zero, infinite, nan, .. } = self.seen;
        let format = self.rules.model.format;
        let (magnitude, infinity) = (bits & format.magnitude_mask(), format.infinity_bits());
        if nan || (zero && infinite) {
            return right_if(magnitude > infinity);
        }
        let right_sign = negative == (bits & format.sign_bit() != 0);
        if right_sign {
            // What follows an underflow or an overflow is mostly more of the same.
            match magnitude {
                0 if zero => return Verdict::Right,
                0 if self.vanished && !infinite => return Verdict::OrderSensitive,
                _ if magnitude != infinity => {}
                _ if infinite => return Verdict::Right,
                _ if self.diverged && !zero => return Verdict::OrderSensitive,
                _ => {}
            }
        }
        let verdict = self.judge_with_care(bits);
        // Where partial products are never stored in the compute format, only the stored result vanished.
        if verdict == Verdict::OrderSensitive && self.rules.model.own {
            self.vanished |= magnitude == 0;
            self.diverged |= magnitude == infinity;
        }
        verdict
    }

    fn judge_with_care(&mut self, bits: u64) -> Verdict {
        let Seen { passed, negative, zero, infinite, .. } = self.seen;
        // Once something may have underflowed, only the upper bound says anything about a long line's numbers.
        let number = bits & self.rules.model.format.magnitude_mask();
        let finite = number != 0 && number < self.rules.model.format.infinity_bits();
        if finite && passed > EXTREMES && self.walk.underflow && !zero && !infinite {
            let right_sign = negative == (bits & self.rules.model.format.sign_bit() != 0);
            return sensitive_if(right_sign && self.below_bound(number));
        }
        self.catch_up();
        let Walk { underflow, overflow, .. } = self.walk;
        let got = self.rules.model.format.decode(bits);
        if got.is_nan() {
            // Zero times infinity, one of them at least made of finite factors.
            let possible = (zero || underflow) && (infinite || overflow);
            return sensitive_if(possible && self.can_be(got));
        }
        if got.negative != negative || zero || infinite {
            return Verdict::Wrong;
        }
        if self.seen.passed == 1 {
            return right_if(bits == self.factors[0] || (got.magnitude == Magnitude::Zero && underflow));
        }
        if self.guarded() { right_if(self.in_interval(bits)) } else { sensitive_if(self.can_be(got)) }
    }

    /// Takes the exact product and the guard to where the line stands.
    pub(super) fn catch_up(&mut self) {
        let rules = self.rules;
        for &bits in &self.factors[self.walk.passed..self.seen.passed] {
            self.walk.push(&rules.model, &rules.growth, bits);
        }
    }

    /// The factors passed.
    fn passed(&self) -> &'a [u64] {
        &self.factors[..self.seen.passed]
    }

    /// Whether no proper sub-product can leave the range.
    pub(super) fn guarded(&self) -> bool {
        !self.walk.underflow && !self.walk.overflow
    }

    /// Whether tiny results may stay subnormal.
    pub(super) fn may_keep(&self) -> bool {
        self.rules.model.may_keep()
    }

    fn format(&self) -> Format {
        self.rules.model.format
    }

    /// The interval of honest results, were the guard to hold.
    pub(super) fn interval(&self) -> Interval<'a> {
        let rules = self.rules;
        let (format, chain, factors) = (rules.model.format, self.walk.chain, self.passed());
        let tight = Interval { format, chain, growth: &rules.growth, factors };
        let tiny = Mag::power_of_two(rules.model.range.min_exp());
        if rules.model.own || tight.end(End::Low) >= tiny {
            tight
        } else {
            Interval { growth: &rules.loose, ..tight }
        }
    }

    /// Whether the last product may be flushed to zero.
    pub(super) fn may_flush_last(&self) -> bool {
        let least = Mag::power_of_two(self.format().min_exp());
        self.rules.model.may_flush() && self.interval().compare(End::Low, least).is_lt()
    }

    fn in_interval(&self, bits: u64) -> bool {
        let magnitude = bits & self.format().magnitude_mask();
        if magnitude == 0 && self.may_flush_last() {
            return true;
        }
        let subnormal = magnitude >> (self.format().precision() - 1) == 0;
        if subnormal && !self.rules.model.may_keep() {
            return false;
        }
        let interval = self.interval();
        interval.low_at_most(magnitude) && interval.high_at_least(magnitude)
    }

    /// Whether some order gives this value to the element, the guard being broken.
    fn can_be(&mut self, got: Float) -> bool {
        let n = self.seen.passed;
        if n > EXTREMES {
            return self.within_bound(got);
        }
        self.is_shortcut(got) || self.reach(n).of(n - 1).holds(got.magnitude)
    }

    /// The sets of reachable values of the prefixes, up to `n` factors and more.
    pub(super) fn reach(&mut self, n: usize) -> &Prefixes {
        let (sets, limit, spans) = if n <= ENUMERATED {
            (&mut self.enumerated, ENUMERATED, ENUMERATED_SPANS)
        } else {
            (&mut self.extremes, EXTREMES, 1)
        };
        let (rules, factors) = (self.rules, self.factors);
        sets.get_or_insert_with(|| Prefixes::new(&rules.model, &factors[..factors.len().min(limit)], spans))
    }

    /// Whether a common implementation gives this value: quicker to try than the sets to build.
    fn is_shortcut(&mut self, got: Float) -> bool {
        if self.shortcuts.is_empty() {
            self.shortcuts = Shortcut::all(&self.rules.model);
        }
        let passed = self.passed();
        let bits = self.format().encode(got);
        self.shortcuts.iter_mut().any(|shortcut| shortcut.at(passed) == bits)
    }

    /// Whether the proved bounds for long lines allow this value.
    fn within_bound(&mut self, got: Float) -> bool {
        let Walk { underflow, overflow, .. } = self.walk;
        if self.seen.zero || self.seen.infinite {
            // Only NaN is asked about here, and the caller knows that it is possible.
            return got.is_nan();
        }
        let magnitude = self.format().encode(Float { negative: false, ..got });
        match got.magnitude {
            Magnitude::Nan => underflow && overflow,
            Magnitude::Zero if underflow || self.may_flush_last() => true,
            Magnitude::Infinite if overflow => true,
            _ => (underflow || self.interval().low_at_most(magnitude)) && self.below_bound(magnitude),
        }
    }

    /// Whether a magnitude is no larger than what the upper bound rounds to.
    fn below_bound(&mut self, magnitude: u64) -> bool {
        self.upper_bound() >= middle(self.format(), magnitude)
    }

    /// The greatest value that the last product can have before it is rounded, or more.
    pub(super) fn upper_bound(&mut self) -> Mag {
        let n = self.seen.passed as u64;
        let peak = self.bound.at(self.rules, self.passed());
        peak.product_up(self.rules.growth.high(n).plus_units(slack(n)))
    }
}

fn right_if(right: bool) -> Verdict {
    if right { Verdict::Right } else { Verdict::Wrong }
}

fn sensitive_if(possible: bool) -> Verdict {
    if possible { Verdict::OrderSensitive } else { Verdict::Wrong }
}

fn middle(format: Format, magnitude: u64) -> Mag {
    middle_below(format, magnitude).unwrap_or(Mag::power_of_two(i64::MIN / 2))
}

/// A line evaluated in sequence, as far as it was asked for.
struct Shortcut {
    arithmetic: Arithmetic,
    passed: usize,
    product: Float,
}

impl Shortcut {
    /// The evaluations worth trying: they are all honest under the model.
    fn all(model: &Model) -> Vec<Shortcut> {
        let mut shortcuts = Vec::with_capacity(2 + 2 * model.wider.len());
        let own = model.own.then_some(model.format);
        let flushed =
            Flush { products: Some(Tininess::Before), stores: Some(Tininess::Before), ..Flush::default() };
        for accumulator in own.into_iter().chain(model.wider.iter().copied()) {
            for (flush, allowed) in [(Flush::default(), model.may_keep()), (flushed, model.may_flush())] {
                if allowed {
                    let arithmetic = Arithmetic { format: model.format, accumulator, flush };
                    shortcuts.push(Shortcut { arithmetic, passed: 0, product: Float::NAN });
                }
            }
        }
        shortcuts
    }

    /// The stored bits after these factors, of which those passed before are a prefix.
    fn at(&mut self, factors: &[u64]) -> u64 {
        for (at, &bits) in factors.iter().enumerate().skip(self.passed) {
            let factor = self.arithmetic.load(bits);
            self.product = if at == 0 { factor } else { self.arithmetic.multiply(self.product, factor) };
        }
        self.passed = factors.len();
        self.arithmetic.store(self.product)
    }
}

/// An upper bound for products that may underflow on the way; see docs/judging.md, "Long lines".
struct Bound {
    passed: usize,
    /// The greatest product of the factors passed in which disjoint sub-products may have been replaced by the
    /// smallest normal number, which no underflowed sub-product exceeds.
    value: Mag,
    /// The greatest such value so far.
    peak: Mag,
}

impl Bound {
    fn new() -> Bound {
        Bound { passed: 0, value: Mag::ONE, peak: Mag::ONE }
    }

    fn at(&mut self, rules: &Rules, factors: &[u64]) -> Mag {
        let least = Mag::power_of_two(rules.model.range.min_exp());
        for &bits in &factors[self.passed..] {
            if let Magnitude::Finite(factor) = rules.model.format.decode(bits).magnitude {
                self.value = self.value.product_up(factor).max(self.peak.product_up(least));
                self.peak = self.peak.max(self.value);
            }
        }
        self.passed = factors.len();
        self.value
    }
}
