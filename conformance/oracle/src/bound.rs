//! An upper bound for products with possible underflows on the way. See docs/judging.md, "Order-sensitive elements".

use super::roundings::Roundings;
use super::{Mag, Magnitude};

/// The bound of one line, as far as it was asked for.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    passed: usize,
    /// The greatest product of the factors passed in which disjoint sub-products may have been replaced by the
    /// smallest normal number, which no underflowed sub-product exceeds.
    greatest: Mag,
    /// The greatest such value so far.
    peak: Mag,
}

impl Bound {
    pub(super) fn new() -> Bound {
        Bound { passed: 0, greatest: Mag::ONE, peak: Mag::ONE }
    }

    /// The bound after these factors, of which those passed before are a prefix, before rounding errors.
    pub(super) fn at(&mut self, roundings: &Roundings, factors: &[u64]) -> Mag {
        let least = Mag::power_of_two(roundings.range.min_exp());
        for &bits in &factors[self.passed..] {
            if let Magnitude::Finite(factor) = roundings.format.decode(bits).magnitude {
                self.greatest = self.greatest.product_up(factor).max(self.peak.product_up(least));
                self.peak = self.peak.max(self.greatest);
            }
        }
        self.passed = factors.len();
        self.greatest
    }
}
