//! The judge of one line of undeclared order: every element, from the factors up to it.

use super::bound::Bound;
use super::chain::{WideChain, slack};
use super::evaluation::Evaluation;
use super::growth::{self, End};
use super::guard::Guard;
use super::interval::Interval;
use super::prefix::Prefix;
use super::reach::{Prefixes, Reach};
use super::roundings::Roundings;
use super::rules::{EXTREMES, Rules};
use super::{Float, Format, Mag, Magnitude};

/// Prefixes up to this length have their reachable values enumerated outside the guard.
pub(super) const ENUMERATED: usize = 8;
/// Spans kept apart in that enumeration.
pub(super) const ENUMERATED_SPANS: usize = 32;

/// What is decided about one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Right,
    OrderSensitive,
    Wrong,
}

/// What decides an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    /// Only NaN is right: a factor is NaN, or zero and infinity are both among them.
    Nan,
    /// A factor is zero: zero is right, NaN possible where something else may overflow before they meet.
    Zero,
    /// A factor is infinite: infinity is right, NaN possible where something else may underflow before they meet.
    Infinite,
    /// The only factor.
    Factor,
    /// Inside the guard, all sub-products are exact: the exact product, rounded.
    Exact,
    /// Inside the guard: what lies between the least and greatest values that some grouping gives.
    Hull,
    /// The same for a long line: the interval around the exact product.
    Interval,
    /// Outside the guard, the values that some grouping gives: all of them, or the least and greatest.
    Reachable,
    /// The same for a long line: a bound.
    Bound,
}

/// The judge of one line: of a run of elements that one decision holds for, or of the next element.
///
/// What costs, the guard and what it leads to, is found out only when an element asks for it.
pub(super) struct Line<'a> {
    rules: &'a Rules,
    factors: &'a [u64],
    prefix: Prefix,
    guard: Guard,
    /// Whether some order gave zero to an element, or infinity: finite factors that follow leave it at that.
    vanished: bool,
    diverged: bool,
    evaluations: Vec<Evaluation>,
    enumerated: Option<Prefixes>,
    extremes: Option<Prefixes>,
    /// The product of the first factors, and how many they are.
    product: (WideChain, usize),
    bound: Bound,
}

impl<'a> Line<'a> {
    /// A judge of the line of these factors, before the first of them. The rules must be made for lines as long.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line {
            rules,
            factors,
            prefix: Prefix::EMPTY,
            guard: Guard::new(rules.roundings.error),
            vanished: false,
            diverged: false,
            evaluations: Vec::new(),
            enumerated: None,
            extremes: None,
            product: (WideChain::EMPTY, 0),
            bound: Bound::new(),
        }
    }

    /// Passes the next factor.
    pub(super) fn push(&mut self) {
        self.prefix.push(&self.rules.roundings, self.factors[self.prefix.factors]);
    }

    /// Passes as many further factors as have the next of `got` right for certain, which a few operations on integers
    /// tell: nothing came near the ends of the range, and the element is near the product. Returns how many.
    pub(super) fn pass_right(&mut self, got: &[u64]) -> usize {
        let rules = self.rules;
        if self.prefix.is_special() {
            return 0;
        }
        self.pass_while(got, |prefix, got| {
            prefix.factors > 1 && prefix.is_near(rules, got) && prefix.is_central(rules.central)
        })
    }

    /// Passes as many further factors as have the next of `got` order-sensitive for certain: once the guard is broken,
    /// elements of long lines that are near the product all the same, and more zeros after one that vanished, more
    /// infinities after one that diverged. Returns how many.
    pub(super) fn pass_order_sensitive(&mut self, got: &[u64]) -> usize {
        let rules = self.rules;
        if self.guard.holds() || self.prefix.is_special() {
            return 0;
        }
        let infinity = self.format().infinity_bits();
        let (vanished, diverged) = (self.vanished, self.diverged);
        self.pass_while(got, |prefix, got| {
            let magnitude = got ^ prefix.sign;
            (vanished && magnitude == 0)
                || (diverged && magnitude == infinity)
                || (prefix.factors > rules.extremes && prefix.is_near(rules, got))
        })
    }

    /// Passes factors as long as they are normal numbers, and `holds` of them and of the next of `got`.
    #[inline(always)]
    fn pass_while(&mut self, got: &[u64], holds: impl Fn(&Prefix, u64) -> bool) -> usize {
        let format = self.format();
        // A copy that stays in registers.
        let mut prefix = self.prefix;
        for (&bits, &got) in self.factors[prefix.factors..].iter().zip(got) {
            let Some(factor) = format.decode_normal(bits) else { break };
            let mut next = prefix;
            next.push_finite(bits & format.sign_bit(), factor);
            if !holds(&next, got) {
                break;
            }
            prefix = next;
        }
        let passed = prefix.factors - self.prefix.factors;
        self.prefix = prefix;
        passed
    }

    /// The decision on the element that the factors passed make.
    pub(super) fn judge(&mut self, bits: u64) -> Decision {
        let got = self.format().decode(bits);
        let decision = self.judge_with_care(got);
        // Where partial products are never stored in the compute format, only the stored result vanished.
        if decision == Decision::OrderSensitive && self.rules.roundings.own {
            self.vanished |= got.magnitude == Magnitude::Zero;
            self.diverged |= got.magnitude == Magnitude::Infinite;
        }
        decision
    }

    fn judge_with_care(&mut self, got: Float) -> Decision {
        let kind = self.kind();
        if got.is_nan() {
            return if kind == ElementKind::Nan { Decision::Right } else { sensitive_if(self.may_be_nan()) };
        }
        if got.negative != self.is_negative() {
            return Decision::Wrong;
        }
        let magnitude = self.format().magnitude_bits(got.magnitude);
        match kind {
            ElementKind::Nan => Decision::Wrong,
            ElementKind::Zero => right_if(got.magnitude == Magnitude::Zero),
            ElementKind::Infinite => right_if(got.magnitude == Magnitude::Infinite),
            ElementKind::Factor => right_if(self.may_be_factor(magnitude)),
            ElementKind::Exact | ElementKind::Interval => right_if(self.in_interval(magnitude)),
            ElementKind::Hull => right_if(self.in_hull(got, magnitude)),
            ElementKind::Reachable => {
                sensitive_if(self.is_reachable(got) || self.nearest_if_undeclared() == Some(magnitude))
            }
            ElementKind::Bound => sensitive_if(self.within_bound(got, magnitude)),
        }
    }

    /// What decides the element that the factors passed make.
    pub(super) fn kind(&mut self) -> ElementKind {
        let Prefix { factors, zero, infinite, nan, .. } = self.prefix;
        if nan || (zero && infinite) {
            ElementKind::Nan
        } else if zero {
            ElementKind::Zero
        } else if infinite {
            ElementKind::Infinite
        } else if factors == 1 {
            ElementKind::Factor
        } else if factors > self.rules.extremes && self.guard.underflow {
            // The guard stays broken, and need not follow any further.
            ElementKind::Bound
        } else if self.prefix.is_central(self.rules.central) || self.guard().holds() {
            match factors <= self.rules.extremes {
                _ if self.is_exact() => ElementKind::Exact,
                true => ElementKind::Hull,
                false => ElementKind::Interval,
            }
        } else if factors <= self.rules.extremes {
            ElementKind::Reachable
        } else {
            ElementKind::Bound
        }
    }

    /// Whether every sub-product is exact inside the guard. A wider accumulator may round the root to its own subnormal
    /// numbers first; what fits the compute format is exact there too, or vanishes either way.
    fn is_exact(&self) -> bool {
        let Roundings { format, range, .. } = &self.rules.roundings;
        let chain = &self.prefix.chain;
        chain.fits(format.precision())
            || (chain.mag.exp >= range.min_exp() && chain.fits(self.rules.roundings.narrowest()))
    }

    /// The guard of the factors passed. Once it is broken, it stays so.
    pub(super) fn guard(&mut self) -> &Guard {
        for &bits in &self.factors[self.guard.passed..self.prefix.factors] {
            self.guard.push(&self.rules.roundings, bits);
        }
        &self.guard
    }

    /// Whether an element that need not be NaN may be: zero meets infinity, one of them at least made of finite
    /// factors.
    pub(super) fn may_be_nan(&mut self) -> bool {
        let Prefix { factors, zero, infinite, .. } = self.prefix;
        let &Guard { underflow, overflow, .. } = self.guard();
        let possible = (zero || underflow) && (infinite || overflow);
        possible && (factors > self.rules.extremes || self.is_reachable(Float::NAN))
    }

    /// Whether a line's first element may have these magnitude bits: those of the factor, or zero if that is subnormal
    /// and may be flushed.
    pub(super) fn may_be_factor(&mut self, magnitude: u64) -> bool {
        let factor = self.factors[0] & self.format().magnitude_mask();
        magnitude == factor || (magnitude == 0 && self.guard().underflow)
    }

    /// The product of all factors to 64 bits, as long as none is special, and whether that is all of it.
    pub(super) fn product(&mut self) -> Option<(Mag, bool)> {
        (!self.prefix.is_special()).then(|| self.exact_product().product.truncated())
    }

    /// Sign of the product.
    pub(super) fn is_negative(&self) -> bool {
        self.prefix.sign != 0
    }

    /// Whether tiny results may stay subnormal.
    pub(super) fn may_keep(&self) -> bool {
        self.rules.roundings.may_keep()
    }

    fn format(&self) -> Format {
        self.rules.roundings.format
    }

    /// The factors passed.
    fn passed(&self) -> &'a [u64] {
        &self.factors[..self.prefix.factors]
    }

    /// The interval of honest results, were the guard to hold.
    pub(super) fn interval(&mut self) -> Interval<'a> {
        let roundings = &self.rules.roundings;
        let exact = self.exact_product();
        if self.is_exact() {
            return exact;
        }
        let interval = Interval { inexact: self.prefix.chain.inexact, ..exact };
        // A power of two may scale into the subnormal numbers what was rounded before: that is one rounding more. In a
        // wider accumulator that happens only where its own subnormal numbers begin.
        let scaled = Interval { inexact: interval.inexact + 1, ..interval };
        let tiny = Mag::power_of_two(roundings.range.min_exp());
        let normal = self.prefix.chain.mag.exp >= self.rules.central.lowest;
        if normal || scaled.compare(End::Low, tiny).is_ge() {
            interval
        } else {
            Interval { error: roundings.subnormal_error(), ..scaled }
        }
    }

    /// The exact product, as the interval without any error.
    fn exact_product(&mut self) -> Interval<'a> {
        let Roundings { format, error, .. } = &self.rules.roundings;
        let (product, passed) = &mut self.product;
        for &bits in &self.factors[*passed..self.prefix.factors] {
            if let Magnitude::Finite(factor) = format.decode(bits).magnitude {
                product.push(factor);
            }
        }
        *passed = self.prefix.factors;
        Interval { format: *format, error: *error, inexact: 0, product: *product, factors: self.passed() }
    }

    /// The magnitude bits of the exact product rounded once, as a format that is wide enough gives it, unless it is subnormal
    /// and those are flushed.
    pub(super) fn nearest(&mut self) -> Option<u64> {
        let nearest = self.exact_product().rounded(End::Low);
        let subnormal = nearest >> (self.format().precision() - 1) == 0;
        (self.may_keep() || !subnormal).then_some(nearest)
    }

    /// The same where the accumulator is not declared, and so may be wide enough, inside the guard and outside.
    pub(super) fn nearest_if_undeclared(&mut self) -> Option<u64> {
        if self.rules.roundings.are_undeclared() { self.nearest() } else { None }
    }

    /// Whether the last product may be flushed to zero.
    pub(super) fn may_flush_last(&mut self) -> bool {
        let least = Mag::power_of_two(self.format().min_exp());
        self.rules.roundings.may_flush() && self.interval().compare(End::Low, least).is_lt()
    }

    /// Whether the interval holds a result, or it is the zero of one that may be flushed.
    pub(super) fn in_interval(&mut self, magnitude: u64) -> bool {
        if magnitude == 0 && self.may_flush_last() {
            return true;
        }
        let subnormal = magnitude >> (self.format().precision() - 1) == 0;
        (self.may_keep() || !subnormal) && self.interval().holds(magnitude)
    }

    /// Whether an element of a short line inside the guard lies between the extremes, or is the correctly rounded product of
    /// an accumulator that may be wide enough.
    fn in_hull(&mut self, got: Float, magnitude: u64) -> bool {
        self.prefix.is_near(self.rules, self.format().encode(got))
            || self.is_evaluated(got)
            || self.nearest_if_undeclared() == Some(magnitude)
            || self.reach().holds(got.magnitude)
    }

    /// Whether some grouping gives this value to the element of a short line.
    fn is_reachable(&mut self, got: Float) -> bool {
        self.is_evaluated(got) || self.reach().holds(got.magnitude)
    }

    /// Whether a common evaluation gives this value. They are tried first: the sets take long to build.
    fn is_evaluated(&mut self, got: Float) -> bool {
        if self.evaluations.is_empty() {
            self.evaluations = Evaluation::all(&self.rules.roundings);
        }
        let (passed, bits) = (self.passed(), self.format().encode(got));
        self.evaluations.iter_mut().any(|evaluation| evaluation.at(passed) == bits)
    }

    /// The reachable values of the factors passed, which are few: all of them, or what lies between their extremes.
    pub(super) fn reach(&mut self) -> &Reach {
        let outside = !self.prefix.is_central(self.rules.central) && !self.guard().holds();
        let (sets, limit, spans) = if outside && self.prefix.factors <= ENUMERATED {
            (&mut self.enumerated, ENUMERATED, ENUMERATED_SPANS)
        } else {
            (&mut self.extremes, EXTREMES, 1)
        };
        let (rules, factors) = (self.rules, self.factors);
        let sets = sets.get_or_insert_with(|| {
            Prefixes::new(&rules.roundings, &factors[..factors.len().min(limit)], spans)
        });
        sets.of(self.prefix.factors - 1)
    }

    /// Whether the proved bounds for long lines allow this number or infinity.
    fn within_bound(&mut self, got: Float, magnitude: u64) -> bool {
        let may_vanish = self.guard.underflow || self.guard().underflow;
        match got.magnitude {
            Magnitude::Zero if may_vanish || self.may_flush_last() => true,
            Magnitude::Infinite if self.guard().overflow => true,
            _ => (may_vanish || self.interval().low_at_most(magnitude)) && magnitude <= self.upper_bound(),
        }
    }

    /// The magnitude bits of the greatest number that a long line can give without an overflow, or more.
    pub(super) fn upper_bound(&mut self) -> u64 {
        let (m, passed) = (self.prefix.chain.inexact + 1, self.passed());
        let greatest = self.bound.at(&self.rules.roundings, passed);
        let growth = growth::end(self.rules.roundings.error, End::High, m).plus_units(slack(m));
        self.format().magnitude_bits(self.format().round(greatest.product_up(growth)))
    }
}

pub(super) fn right_if(right: bool) -> Decision {
    if right { Decision::Right } else { Decision::Wrong }
}

pub(super) fn sensitive_if(possible: bool) -> Decision {
    if possible { Decision::OrderSensitive } else { Decision::Wrong }
}
