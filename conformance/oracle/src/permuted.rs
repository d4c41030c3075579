//! The guard of a line whose factors may be permuted. See docs/judging.md, "Permuted factors".

use super::chain::{Chain, slack};
use super::growth::{self, End};
use super::roundings::Roundings;
use super::{Mag, Magnitude};

/// What is known of the sub-products of any factors of a line.
///
/// The greatest is the product of all factors above one, the least that of all below one. Where that would be the whole
/// line, the factor nearest to one is left out: the last product of all needs no guard.
#[derive(Clone, Debug, Default)]
pub(super) struct Subsets {
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
    pub(super) fn push(&mut self, roundings: &Roundings, bits: u64) {
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

    /// Whether a proper sub-product of some of the factors may overflow. With at most one factor above one, no product can
    /// exceed it: rounding is monotone.
    pub(super) fn may_overflow(&self, roundings: &Roundings) -> bool {
        let m = self.steps();
        self.extreme(&self.above).is_some_and(|chain| {
            let growth = growth::end(roundings.error, End::High, m).plus_units(slack(m));
            chain.mag.plus_units(slack(m)).product_up(growth) >= roundings.range.overflow()
        })
    }

    /// Whether one may underflow (or be flushed). With one factor below one, no product can be less than that times the
    /// least of the others: rounding is monotone.
    pub(super) fn may_underflow(&self, roundings: &Roundings) -> bool {
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
    pub(super) fn steps(&self) -> u64 {
        self.above.product().inexact + self.below.product().inexact + 1
    }

    /// The product of all factors above one, or more.
    pub(super) fn above(&self) -> Mag {
        let Chain { mag, inexact, .. } = self.above.product();
        mag.plus_units(slack(inexact))
    }

    /// Whether any two factors make a proper sub-product.
    fn has_pairs(&self) -> bool {
        self.finite + u64::from(self.special) > 2
    }
}

/// The factors above one, or those below.
#[derive(Clone, Debug)]
struct Side {
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
