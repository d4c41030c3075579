//! The judge of one line of undeclared order: what is right for each element, from the factors up to it.

use super::bound::Bound;
use super::chain::{WideChain, slack};
use super::evaluation::Evaluation;
use super::growth::{self, End};
use super::guard::Guard;
use super::interval::Interval;
use super::permuted::Subsets;
use super::prefix::Prefix;
use super::reach::{Prefixes, Reach};
use super::roundings::Roundings;
use super::rules::{EXTREMES, Rules};
use super::{Basis, Expected, Float, Format, Mag, Magnitude, Product};

/// Prefixes up to this length have their reachable values enumerated outside the guard.
const ENUMERATED: usize = 8;
/// The same where factors may be permuted.
const ENUMERATED_PERMUTED: usize = 6;
/// Spans kept apart in that enumeration.
const ENUMERATED_SPANS: usize = 32;

/// What is decided about one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Right,
    OrderSensitive,
    Wrong,
}

/// The judge of one line: of a run of elements that one decision holds for, or of the next element.
///
/// What costs, the guard and what it leads to, is found out only when an element asks for it.
pub(super) struct Line<'a> {
    rules: &'a Rules,
    factors: &'a [u64],
    prefix: Prefix,
    guard: Guard,
    /// What takes the guard's place beyond two factors, if they may be permuted. Products of two commute.
    subsets: Option<Subsets>,
    /// Whether some order gave zero to an element, or infinity: finite factors that follow leave it at that.
    vanished: bool,
    diverged: bool,
    evaluations: Vec<Evaluation>,
    /// The reachable values: as many as are kept apart, or their extremes.
    enumerated: Option<Prefixes>,
    extremes: Option<Prefixes>,
    /// The product of the first factors, and how many they are.
    product: (WideChain, usize),
    bound: Bound,
}

/// Whether a proper sub-product of finite non-zero factors may leave the range, at some order.
#[derive(Clone, Copy)]
struct Leaves {
    underflow: bool,
    overflow: bool,
}

impl<'a> Line<'a> {
    /// A judge of the line of these factors, before the first of them. The rules must be made for lines as long.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line {
            rules,
            factors,
            prefix: Prefix::EMPTY,
            guard: Guard::new(rules.roundings.error),
            subsets: None,
            vanished: false,
            diverged: false,
            evaluations: Vec::new(),
            enumerated: None,
            extremes: None,
            product: (WideChain::EMPTY, 0),
            bound: Bound::new(),
        }
    }

    /// The same, for factors that may be permuted.
    pub(super) fn permuted(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line { subsets: Some(Subsets::default()), ..Line::new(rules, factors) }
    }

    /// Passes the next factor.
    pub(super) fn push(&mut self) {
        let (roundings, bits) = (&self.rules.roundings, self.factors[self.prefix.factors]);
        self.prefix.push(roundings, bits);
        self.subsets.iter_mut().for_each(|subsets| subsets.push(roundings, bits));
    }

    /// Skips factors whose results are right by a cheap test on integers: nothing came near the ends of the range, and the
    /// element is near the product. Returns how many.
    pub(super) fn pass_right(&mut self, got: &[u64]) -> usize {
        let rules = self.rules;
        if self.prefix.is_special() {
            return 0;
        }
        self.pass_while(got, |prefix, got| {
            prefix.factors > 1 && prefix.is_near(rules, got) && prefix.is_central(rules.central)
        })
    }

    /// Skips factors whose results are order-sensitive by a cheap test: once the guard is broken,
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
        let basis = self.basis();
        let magnitude = self.format().decode(bits).magnitude;
        let is_right = match basis {
            Basis::Special if magnitude == Magnitude::Nan => self.may_be_nan(),
            Basis::Special => self.special().is_some_and(|only| self.prefix.sign | only == bits),
            Basis::Factor if bits == self.factors[0] => true,
            Basis::Interval => self.in_interval(bits),
            Basis::Hull if self.prefix.is_near(self.rules, bits) => true,
            Basis::Hull | Basis::Reachable | Basis::Extremes if self.is_common(bits) => true,
            Basis::Bound if self.has_left(bits) => true,
            _ => self.right().contains(bits),
        };
        if !is_right {
            return Decision::Wrong;
        }
        if !basis.is_order_sensitive() && (magnitude != Magnitude::Nan || self.prefix.is_nan()) {
            return Decision::Right;
        }
        // Where partial products are never stored in the compute format, only the stored result vanished.
        if self.rules.roundings.own {
            self.vanished |= magnitude == Magnitude::Zero;
            self.diverged |= magnitude == Magnitude::Infinite;
        }
        Decision::OrderSensitive
    }

    /// What decides the element that the factors passed make.
    pub(super) fn basis(&mut self) -> Basis {
        let factors = self.prefix.factors;
        let short = factors <= self.rules.extremes;
        if self.prefix.is_special() {
            Basis::Special
        } else if factors == 1 {
            Basis::Factor
        } else if self.subsets().is_some() {
            match self.leaves() {
                Leaves { underflow: false, overflow: false } => Basis::Interval,
                _ if factors <= ENUMERATED_PERMUTED => Basis::Permuted,
                _ => Basis::PermutedBound,
            }
        } else if !short && self.guard.underflow {
            // The guard stays broken, and need not follow any further.
            Basis::Bound
        } else if self.prefix.is_central(self.rules.central) || self.guard().holds() {
            if short && !self.is_exact() { Basis::Hull } else { Basis::Interval }
        } else if short {
            if factors <= ENUMERATED { Basis::Reachable } else { Basis::Extremes }
        } else {
            Basis::Bound
        }
    }

    /// What is right for the element that the factors passed make, without the product.
    pub(super) fn right(&mut self) -> Expected {
        let basis = self.basis();
        let (ranges, nan) = match basis {
            Basis::Special => {
                let only = self.special().map(|only| (only, only));
                (only.into_iter().collect(), self.may_be_nan())
            }
            Basis::Factor => (self.factor(), false),
            Basis::Interval => (self.within_interval(), false),
            Basis::Hull | Basis::Reachable | Basis::Extremes | Basis::Permuted => self.reachable(),
            Basis::Bound | Basis::PermutedBound | Basis::Declared => self.bounded(),
        };
        Expected { format: self.format(), basis, negative: self.prefix.sign != 0, ranges, nan, product: None }
    }

    /// The magnitude bits of the zero or infinity that a factor decides, if not both are among them, or NaN.
    fn special(&self) -> Option<u64> {
        let decided = if self.prefix.zero { 0 } else { self.format().infinity_bits() };
        (!self.prefix.is_nan()).then_some(decided)
    }

    /// Whether NaN is right where a factor is special: only NaN is, or something else may overflow before a zero, or
    /// underflow before an infinity.
    fn may_be_nan(&mut self) -> bool {
        if self.prefix.is_nan() {
            return true;
        }
        let Prefix { factors, zero, infinite, .. } = self.prefix;
        let Leaves { underflow, overflow } = self.leaves();
        let enumerated = if self.subsets().is_some() { ENUMERATED_PERMUTED } else { self.rules.extremes };
        let possible = (zero || underflow) && (infinite || overflow);
        let nan = self.format().encode(Float::NAN);
        possible && (factors > enumerated || self.is_common(nan) || self.reach().nan)
    }

    /// Whether a value is the zero of an underflow, or the infinity of an overflow, that some order gives.
    fn has_left(&mut self, bits: u64) -> bool {
        let (Leaves { underflow, overflow }, infinity) = (self.leaves(), self.format().infinity_bits());
        let magnitude = bits ^ self.prefix.sign;
        (underflow && magnitude == 0) || (overflow && magnitude == infinity)
    }

    /// A line's first element: the factor, or zero if that is subnormal and may be flushed.
    fn factor(&mut self) -> Vec<(u64, u64)> {
        let factor = self.factors[0] & self.format().magnitude_mask();
        let flushed = (factor != 0 && self.guard().underflow).then_some((0, 0));
        flushed.into_iter().chain([(factor, factor)]).collect()
    }

    /// The results inside the guard, without subnormal numbers where those are flushed.
    fn within_interval(&mut self) -> Vec<(u64, u64)> {
        let interval = self.interval();
        let (low, high) = (interval.rounded(End::Low), interval.rounded(End::High));
        let low =
            if self.rules.roundings.may_keep() { low } else { low.max(self.format().least_normal_bits()) };
        let flushed = (low > 0 && self.may_flush_last()).then_some((0, 0));
        flushed.into_iter().chain((low <= high).then_some((low, high))).collect()
    }

    /// The same for one result, by the nearer end of the interval alone: ends take long.
    fn in_interval(&mut self, bits: u64) -> bool {
        let magnitude = bits ^ self.prefix.sign;
        let kept = self.rules.roundings.may_keep() || magnitude >= self.format().least_normal_bits();
        (magnitude == 0 && self.may_flush_last()) || (kept && self.interval().holds(magnitude))
    }

    /// What some order gives, and the correctly rounded product of an accumulator that may be wide enough.
    fn reachable(&mut self) -> (Vec<(u64, u64)>, bool) {
        let (format, nearest) = (self.format(), self.nearest_if_undeclared());
        let reach = self.reach();
        let mut ranges = reach.ranges(format);
        ranges.extend(nearest.map(|nearest| (nearest, nearest)));
        (joined(ranges), reach.nan)
    }

    /// The results that proved bounds allow, and whether they allow NaN.
    pub(super) fn bounded(&mut self) -> (Vec<(u64, u64)>, bool) {
        let (Leaves { underflow, overflow }, infinity) = (self.leaves(), self.format().infinity_bits());
        let low = if underflow { 0 } else { self.interval().rounded(End::Low) };
        let high = self.upper_bound();
        let flushed = (low > 0 && self.may_flush_last()).then_some((0, 0));
        let infinite = (overflow && high < infinity).then_some((infinity, infinity));
        (flushed.into_iter().chain([(low, high)]).chain(infinite).collect(), underflow && overflow)
    }

    fn subsets(&self) -> Option<&Subsets> {
        self.subsets.as_ref().filter(|_| self.prefix.factors > 2)
    }

    fn leaves(&mut self) -> Leaves {
        let roundings = &self.rules.roundings;
        if let Some(subsets) = self.subsets() {
            let (underflow, overflow) = (subsets.may_underflow(roundings), subsets.may_overflow(roundings));
            return Leaves { underflow, overflow };
        }
        let &Guard { underflow, overflow, .. } = self.guard();
        Leaves { underflow, overflow }
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

    /// The product of all factors to 64 bits, as long as none is special.
    pub(super) fn product(&mut self) -> Option<Product> {
        if self.prefix.is_special() {
            return None;
        }
        let (Mag { sig, exp }, exact) = self.exact_product().product.truncated();
        Some(Product { negative: self.prefix.sign != 0, sig, exp, exact })
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
        let normal = nearest >= self.format().least_normal_bits();
        (self.rules.roundings.may_keep() || normal).then_some(nearest)
    }

    /// The same where the accumulator is not declared, and so may be wide enough, inside the guard and outside.
    pub(super) fn nearest_if_undeclared(&mut self) -> Option<u64> {
        if self.rules.roundings.are_undeclared() { self.nearest() } else { None }
    }

    /// Whether the last product may be flushed to zero.
    fn may_flush_last(&mut self) -> bool {
        let least = Mag::power_of_two(self.format().min_exp());
        self.rules.roundings.may_flush() && self.interval().compare(End::Low, least).is_lt()
    }

    /// Whether a common evaluation gives this value, or a single rounding. They are tried first: the sets take long to build.
    fn is_common(&mut self, bits: u64) -> bool {
        if self.evaluations.is_empty() {
            self.evaluations = Evaluation::all(&self.rules.roundings);
        }
        let (passed, sign) = (self.passed(), self.prefix.sign);
        self.evaluations.iter_mut().any(|evaluation| evaluation.at(passed) == bits)
            || self.nearest_if_undeclared().is_some_and(|nearest| sign | nearest == bits)
    }

    /// The reachable values of the factors passed, which are few: all of them, or what lies between their extremes.
    fn reach(&mut self) -> &Reach {
        let outside = !self.prefix.is_central(self.rules.central) && !self.guard().holds();
        let (roundings, factors, passed) = (&self.rules.roundings, self.factors, self.prefix.factors);
        let first = |most: usize| &factors[..factors.len().min(most)];
        // Of two factors too: the sets are kept for the elements that follow.
        let sets = if self.subsets.is_some() {
            self.enumerated.get_or_insert_with(|| {
                Prefixes::permuted(roundings, first(ENUMERATED_PERMUTED), ENUMERATED_SPANS)
            })
        } else if outside && passed <= ENUMERATED {
            self.enumerated
                .get_or_insert_with(|| Prefixes::new(roundings, first(ENUMERATED), ENUMERATED_SPANS))
        } else {
            self.extremes.get_or_insert_with(|| Prefixes::new(roundings, first(EXTREMES), 1))
        };
        sets.of(passed - 1)
    }

    /// The magnitude bits of the greatest number that the factors can give without an overflow, or more.
    fn upper_bound(&mut self) -> u64 {
        let rules = self.rules;
        let Roundings { format, range, error, .. } = rules.roundings;
        let product = self.exact_product().product.mag.truncated();
        let (m, greatest) = match self.subsets() {
            Some(subsets) => {
                let m = subsets.steps();
                let replaced = subsets.above().product_up(Mag::power_of_two(range.min_exp()));
                (m, product.plus_units(slack(m)).max(replaced))
            }
            None => {
                let passed = self.passed();
                (self.prefix.chain.inexact + 1, self.bound.at(&rules.roundings, passed))
            }
        };
        let growth = growth::end(error, End::High, m).plus_units(slack(m));
        format.magnitude_bits(format.round(greatest.product_up(growth)))
    }
}

/// The ranges in ascending order, those that touch joined.
pub(super) fn joined(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}
