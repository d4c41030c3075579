//! The judge of one line of undeclared order: every element, from the factors up to it.

use super::bound::Bound;
use super::evaluation::Evaluation;
use super::guard::Guard;
use super::interval::{Chain, End, Interval, slack};
use super::prefix::Prefix;
use super::reach::Prefixes;
use super::rules::Rules;
use super::{Float, Format, Mag, Magnitude};

/// Prefixes up to this length have their reachable values enumerated when order matters.
pub(super) const ENUMERATED: usize = 8;
/// Spans kept apart in that enumeration.
pub(super) const ENUMERATED_SPANS: usize = 32;
/// Prefixes up to this length have the extremes of their reachable values computed when order matters.
pub(super) const EXTREMES: usize = 32;

/// What is decided about one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Right,
    OrderSensitive,
    Wrong,
}

/// What decides an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Only NaN is right: a factor is NaN, or zero and infinity are both among them.
    Nan,
    /// A factor is zero: zero is right, NaN possible where something else may overflow before they meet.
    Zero,
    /// A factor is infinite: infinity is right, NaN possible where something else may underflow before they meet.
    Infinite,
    /// The only factor.
    Factor,
    /// Inside the guard: the interval around the exact product.
    Interval,
    /// Outside of it, the values that some order gives: all of them, or the least and greatest.
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
    bound: Bound,
}

impl<'a> Line<'a> {
    /// A judge of the line of these factors, before the first of them. The rules must be made for lines as long.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line {
            rules,
            factors,
            prefix: Prefix::EMPTY,
            guard: Guard::new(),
            vanished: false,
            diverged: false,
            evaluations: Vec::new(),
            enumerated: None,
            extremes: None,
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
                || (prefix.factors > EXTREMES && prefix.is_near(rules, got))
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
            return if kind == Kind::Nan { Decision::Right } else { sensitive_if(self.may_be_nan()) };
        }
        if got.negative != self.is_negative() {
            return Decision::Wrong;
        }
        let magnitude = self.format().magnitude_bits(got.magnitude);
        match kind {
            Kind::Nan => Decision::Wrong,
            Kind::Zero => right_if(got.magnitude == Magnitude::Zero),
            Kind::Infinite => right_if(got.magnitude == Magnitude::Infinite),
            Kind::Factor => right_if(self.may_be_factor(magnitude)),
            Kind::Interval => right_if(self.in_interval(magnitude)),
            Kind::Reachable => sensitive_if(self.is_reachable(got)),
            Kind::Bound => sensitive_if(self.within_bound(got, magnitude)),
        }
    }

    /// What decides the element that the factors passed make.
    pub(super) fn kind(&mut self) -> Kind {
        let Prefix { factors, zero, infinite, nan, .. } = self.prefix;
        if nan || (zero && infinite) {
            Kind::Nan
        } else if zero {
            Kind::Zero
        } else if infinite {
            Kind::Infinite
        } else if factors == 1 {
            Kind::Factor
        } else if factors > EXTREMES && self.guard.underflow {
            // The guard stays broken, and need not follow any further.
            Kind::Bound
        } else if self.prefix.is_central(self.rules.central) || self.guard().holds() {
            Kind::Interval
        } else if factors <= EXTREMES {
            Kind::Reachable
        } else {
            Kind::Bound
        }
    }

    /// The guard of the factors passed. Once it is broken, it stays so.
    pub(super) fn guard(&mut self) -> &Guard {
        for &bits in &self.factors[self.guard.passed..self.prefix.factors] {
            self.guard.push(&self.rules.roundings, &self.rules.growth, bits);
        }
        &self.guard
    }

    /// Whether an element that need not be NaN may be: zero meets infinity, one of them at least made of finite
    /// factors.
    pub(super) fn may_be_nan(&mut self) -> bool {
        let Prefix { factors, zero, infinite, .. } = self.prefix;
        let &Guard { underflow, overflow, .. } = self.guard();
        let possible = (zero || underflow) && (infinite || overflow);
        possible && (factors > EXTREMES || self.is_reachable(Float::NAN))
    }

    /// Whether a line's first element may have these magnitude bits: those of the factor, or zero if that is subnormal
    /// and may be flushed.
    pub(super) fn may_be_factor(&mut self, magnitude: u64) -> bool {
        let factor = self.factors[0] & self.format().magnitude_mask();
        magnitude == factor || (magnitude == 0 && self.guard().underflow)
    }

    /// The product of all factors, as long as none is special.
    pub(super) fn product(&self) -> Option<Chain> {
        (!self.prefix.is_special()).then_some(self.prefix.chain)
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
    pub(super) fn interval(&self) -> Interval<'a> {
        let Rules { roundings, growth, loose, .. } = self.rules;
        let tight =
            Interval { format: roundings.format, chain: self.prefix.chain, growth, factors: self.passed() };
        let tiny = Mag::power_of_two(roundings.range.min_exp());
        match loose {
            Some(growth) if tight.end(End::Low) < tiny => Interval { growth, ..tight },
            _ => tight,
        }
    }

    /// Whether the last product may be flushed to zero.
    pub(super) fn may_flush_last(&self) -> bool {
        let least = Mag::power_of_two(self.format().min_exp());
        self.rules.roundings.may_flush() && self.interval().compare(End::Low, least).is_lt()
    }

    fn in_interval(&self, magnitude: u64) -> bool {
        if magnitude == 0 && self.may_flush_last() {
            return true;
        }
        let subnormal = magnitude >> (self.format().precision() - 1) == 0;
        (self.may_keep() || !subnormal) && self.interval().holds(magnitude)
    }

    /// Whether some order gives this value to the element of a short line.
    fn is_reachable(&mut self, got: Float) -> bool {
        if self.evaluations.is_empty() {
            self.evaluations = Evaluation::all(&self.rules.roundings);
        }
        let (passed, bits) = (self.passed(), self.format().encode(got));
        // Common evaluations are tried first: the sets take long to build.
        self.evaluations.iter_mut().any(|evaluation| evaluation.at(passed) == bits)
            || self.reach().of(passed.len() - 1).holds(got.magnitude)
    }

    /// The sets of reachable values of the prefixes, up to the factors passed and more.
    pub(super) fn reach(&mut self) -> &Prefixes {
        let (sets, limit, spans) = if self.prefix.factors <= ENUMERATED {
            (&mut self.enumerated, ENUMERATED, ENUMERATED_SPANS)
        } else {
            (&mut self.extremes, EXTREMES, 1)
        };
        let (rules, factors) = (self.rules, self.factors);
        sets.get_or_insert_with(|| {
            Prefixes::new(&rules.roundings, &factors[..factors.len().min(limit)], spans)
        })
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
        let (n, passed) = (self.prefix.factors as u64, self.passed());
        let greatest = self.bound.at(&self.rules.roundings, passed);
        let growth = self.rules.growth.high(n).plus_units(slack(n));
        self.format().magnitude_bits(self.format().round(greatest.product_up(growth)))
    }
}

pub(super) fn right_if(right: bool) -> Decision {
    if right { Decision::Right } else { Decision::Wrong }
}

pub(super) fn sensitive_if(possible: bool) -> Decision {
    if possible { Decision::OrderSensitive } else { Decision::Wrong }
}
