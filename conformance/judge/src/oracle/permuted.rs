//! The judge of one line whose factors may be permuted. See docs/judging.md, "Permuted factors".

use super::chain::{Chain, slack};
use super::growth::{self, End};
use super::line::{Decision, ENUMERATED_SPANS, ElementKind, Line, right_if, sensitive_if};
use super::reach::{Prefixes, Reach};
use super::roundings::Roundings;
use super::rules::Rules;
use super::{Float, Format, Mag, Magnitude};

/// Prefixes up to this length have their reachable values enumerated when order matters.
const ENUMERATED: usize = 6;

/// The judge of one line, element by element. Up to two factors it is that of any grouping: products commute.
pub(super) struct PermutedLine<'a> {
    rules: &'a Rules,
    factors: &'a [u64],
    passed: usize,
    /// What no order changes: special factors, the product, the interval around it.
    line: Line<'a>,
    subsets: Subsets,
    enumerated: Option<Prefixes>,
}

impl<'a> PermutedLine<'a> {
    /// A judge of the line of these factors, before the first of them. The rules must be made for lines as long.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> PermutedLine<'a> {
        let (line, subsets) = (Line::new(rules, factors), Subsets::default());
        PermutedLine { rules, factors, passed: 0, line, subsets, enumerated: None }
    }

    /// Passes the next factor.
    pub(super) fn push(&mut self) {
        self.line.push();
        self.subsets.push(&self.rules.roundings, self.factors[self.passed]);
        self.passed += 1;
    }

    /// The decision on the element that the factors passed make.
    pub(super) fn judge(&mut self, bits: u64) -> Decision {
        if self.passed <= 2 {
            return self.line.judge(bits);
        }
        let (kind, got) = (self.kind(), self.format().decode(bits));
        if got.is_nan() {
            return if kind == ElementKind::Nan { Decision::Right } else { sensitive_if(self.may_be_nan()) };
        }
        if got.negative != self.line.is_negative() {
            return Decision::Wrong;
        }
        let magnitude = self.format().magnitude_bits(got.magnitude);
        match kind {
            ElementKind::Nan => Decision::Wrong,
            ElementKind::Zero => right_if(got.magnitude == Magnitude::Zero),
            ElementKind::Infinite => right_if(got.magnitude == Magnitude::Infinite),
            ElementKind::Interval => right_if(self.line.in_interval(magnitude)),
            ElementKind::Reachable => sensitive_if(
                self.reach().holds(got.magnitude) || self.line.nearest_if_undeclared() == Some(magnitude),
            ),
            _ => sensitive_if(self.within_bound(magnitude)),
        }
    }

    /// What decides the element that more than two factors make: [`Kind::Interval`], [`Kind::Reachable`],
    /// [`Kind::Bound`] or a special one.
    pub(super) fn kind(&mut self) -> ElementKind {
        match self.line.kind() {
            special @ (ElementKind::Nan | ElementKind::Zero | ElementKind::Infinite) => special,
            _ if !self.may_underflow() && !self.may_overflow() => ElementKind::Interval,
            _ if self.passed <= ENUMERATED => ElementKind::Reachable,
            _ => ElementKind::Bound,
        }
    }

    /// Whether an element of more than two factors that need not be NaN may be.
    pub(super) fn may_be_nan(&mut self) -> bool {
        let kind = self.line.kind();
        let underflow = kind == ElementKind::Zero || self.may_underflow();
        let overflow = kind == ElementKind::Infinite || self.may_overflow();
        underflow && overflow && (self.passed > ENUMERATED || self.reach().holds(Float::NAN.magnitude))
    }

    /// The reachable values of a short prefix.
    pub(super) fn reach(&mut self) -> &Reach {
        let (roundings, factors) = (&self.rules.roundings, self.factors);
        let short = &factors[..factors.len().min(ENUMERATED)];
        let sets =
            self.enumerated.get_or_insert_with(|| Prefixes::permuted(roundings, short, ENUMERATED_SPANS));
        sets.of(self.passed - 1)
    }

    /// Whether a proper sub-product of some of the factors may underflow (or be flushed).
    pub(super) fn may_underflow(&self) -> bool {
        self.subsets.may_underflow(&self.rules.roundings)
    }

    /// Whether one may overflow.
    pub(super) fn may_overflow(&self) -> bool {
        self.subsets.may_overflow(&self.rules.roundings)
    }

    /// What no order changes.
    pub(super) fn line(&mut self) -> &mut Line<'a> {
        &mut self.line
    }

    /// Whether the proved bounds allow this number or infinity.
    pub(super) fn within_bound(&mut self, magnitude: u64) -> bool {
        let may_underflow = self.may_underflow();
        if magnitude == 0 && (may_underflow || self.line.may_flush_last()) {
            return true;
        }
        if magnitude == self.format().infinity_bits() && self.may_overflow() {
            return true;
        }
        (may_underflow || self.line.interval().low_at_most(magnitude)) && magnitude <= self.upper_bound()
    }

    /// The magnitude bits of the greatest number that the factors can give without an overflow, or more.
    pub(super) fn upper_bound(&mut self) -> u64 {
        let above = |chain: Chain| chain.mag.plus_units(slack(chain.inexact));
        let m = self.subsets.steps();
        let growth = growth::end(self.rules.roundings.error, End::High, m).plus_units(slack(m));
        let product = self.line.product().map_or(Mag::ONE, |(product, _)| product.plus_units(slack(m)));
        let least = Mag::power_of_two(self.rules.roundings.range.min_exp());
        let replaced = above(self.subsets.above.product()).product_up(least);
        self.format().magnitude_bits(self.format().round(product.max(replaced).product_up(growth)))
    }

    fn format(&self) -> Format {
        self.rules.roundings.format
    }
}

/// What is known of the sub-products of any factors of a line.
///
/// The greatest is the product of all factors above one, the least that of all below one. Where that would be the whole
/// line, the factor nearest to one is left out: the last product of all needs no guard.
#[derive(Clone, Debug, Default)]
struct Subsets {
    /// Finite factors that are not zero.
    finite: u64,
    /// Whether there are others.
    special: bool,
    /// Whether a factor may be read as zero.
    flushed: bool,
    /// Whether a factor is one.
    one: bool,
    above: Side,
    below: Side,
}

impl Subsets {
    fn push(&mut self, roundings: &Roundings, bits: u64) {
        let Magnitude::Finite(factor) = roundings.format.decode(bits).magnitude else {
            self.special = true;
            return;
        };
        self.finite += 1;
        self.flushed |= roundings.may_flush() && factor.exp < roundings.format.min_exp();
        if factor > Mag::ONE {
            self.above.push(factor, Mag::min);
        } else if factor < Mag::ONE {
            self.below.push(factor, Mag::max);
        } else {
            self.one = true;
        }
    }

    /// With at most one factor above one, no product can exceed it: rounding is monotone.
    fn may_overflow(&self, roundings: &Roundings) -> bool {
        let m = self.steps();
        self.extreme(&self.above).is_some_and(|chain| {
            let growth = growth::end(roundings.error, End::High, m).plus_units(slack(m));
            chain.mag.plus_units(slack(m)).product_up(growth) >= roundings.range.overflow()
        })
    }

    /// With one factor below one, no product can be less than that times the least of the others: rounding is monotone.
    fn may_underflow(&self, roundings: &Roundings) -> bool {
        let tiny = |least: Mag| least.exp < roundings.range.min_exp();
        let underflow = match self.below.nearest {
            Some(only) if self.below.count == 1 => {
                let other = if self.one { Some(Mag::ONE) } else { self.above.nearest };
                self.has_pairs() && other.is_some_and(|other| tiny(only.product_down(other)))
            }
            _ => {
                let low = |chain: Chain| {
                    chain.mag.product_down(growth::end(roundings.error, End::Low, self.steps()))
                };
                self.extreme(&self.below).map(low).is_some_and(tiny)
            }
        };
        self.flushed || underflow
    }

    /// The most extreme proper sub-product of two or more factors on one side of one.
    fn extreme(&self, side: &Side) -> Option<Chain> {
        let whole = side.count == self.finite && !self.special;
        let (extreme, factors) =
            if whole { (side.others, side.count.saturating_sub(1)) } else { (side.product(), side.count) };
        (factors > 1).then_some(extreme)
    }

    /// Factors that are not powers of two, which alone make rounding errors; one more, as in `guard.rs`.
    fn steps(&self) -> u64 {
        self.above.product().inexact + self.below.product().inexact + 1
    }

    /// Whether any two factors make a proper sub-product.
    fn has_pairs(&self) -> bool {
        self.finite + u64::from(self.special) > 2
    }
}

/// The factors above one, or those below.
#[derive(Clone, Debug)]
struct Side {
    /// The one that is nearest to one.
    nearest: Option<Mag>,
    /// The product of the others.
    others: Chain,
    /// How many they are in all.
    count: u64,
}

impl Default for Side {
    fn default() -> Side {
        Side { nearest: None, others: Chain::EMPTY, count: 0 }
    }
}

impl Side {
    /// Takes in a factor; `nearer` chooses the one of two that is nearer to one.
    fn push(&mut self, factor: Mag, nearer: fn(Mag, Mag) -> Mag) {
        self.count += 1;
        let Some(before) = self.nearest else {
            self.nearest = Some(factor);
            return;
        };
        let nearest = nearer(before, factor);
        self.others.push(if nearest == before { factor } else { before });
        self.nearest = Some(nearest);
    }

    /// The product of all.
    fn product(&self) -> Chain {
        let mut product = self.others;
        self.nearest.into_iter().for_each(|nearest| product.push(nearest));
        product
    }
}
