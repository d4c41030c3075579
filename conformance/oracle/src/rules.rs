//! What a declaration allows, worked out once for all lines of an array.

use super::chain::slack;
use super::growth;
use super::roundings::Roundings;

/// Prefixes up to this length have the extremes of their reachable values computed.
pub(super) const EXTREMES: usize = 32;

/// The allowed roundings, and what follows from them for lines up to some length.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) roundings: Roundings,
    pub(super) central: Central,
    /// Half a unit in the last place, in units of `2^-63` of the binade.
    pub(super) half_unit: u64,
    /// The same where that near is right for short prefixes too, as no accumulator is declared; else 0.
    pub(super) nearest_radius: u64,
    /// Prefixes up to this length have the extremes of their reachable values computed.
    pub(super) extremes: usize,
}

/// Exponents of products that stay away from the ends of the range, whatever they are rounded to. While those of all
/// prefixes do, the guard holds and results are normal numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Central {
    pub(super) lowest: i64,
    pub(super) highest: i64,
    /// The most that two of them may differ by.
    pub(super) span: i64,
}

impl Rules {
    /// For lines of up to `n` factors.
    pub(super) fn new(roundings: Roundings, n: usize) -> Rules {
        let Roundings { format, range, .. } = roundings;
        // One step more than any product takes: see `Line::interval` and `guard.rs`. Then binades that are lost to fractions.
        let drift = growth::binades(roundings.error, n as u64 + 1);
        let (below, above) = (2 + drift, 3 + drift);
        let central = Central {
            lowest: format.min_exp() + below,
            highest: format.max_exp() - above,
            span: (-range.min_exp() - below).min(range.max_exp() - above),
        };
        let half_unit = 1 << (63 - format.precision());
        let nearest_radius = if roundings.are_undeclared() { half_unit } else { 0 };
        Rules { roundings, central, half_unit, nearest_radius, extremes: EXTREMES }
    }

    /// How near to the exact product an element of a long line is right, in units of `2^-63` of the binade that both are in,
    /// where `m` factors are not powers of two: half a unit in the last place and the errors allowed, less what the
    /// product is known to.
    #[inline(always)]
    pub(super) fn tolerance(&self, m: u64) -> u64 {
        (self.half_unit + growth::radius(self.roundings.error, m)).saturating_sub(slack(m))
    }
}
