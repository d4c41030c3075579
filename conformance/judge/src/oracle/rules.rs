//! What a declaration allows, worked out once for all lines of an array.

use super::chain::slack;
use super::interval::Growth;
use super::line::EXTREMES;
use super::roundings::{Error, Roundings};

/// The allowed roundings, and the errors that they make in lines up to some length.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) roundings: Roundings,
    pub(super) growth: Growth,
    /// Where the last product may be subnormal in a declared wider accumulator: the bounds of the undeclared one.
    pub(super) loose: Option<Growth>,
    pub(super) central: Central,
    /// Half a unit in the last place, in units of `2^-63` of the binade.
    pub(super) half_unit: u64,
    /// By number of factors that are not powers of two: elements of long lines nearer to the product than this are right,
    /// in the same units. It is half a unit in the last place and the errors allowed, less what the product is known to.
    pub(super) tolerances: Vec<u64>,
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
        // One step more than any product takes: see `Line::interval` and `guard.rs`.
        let steps = n + 1;
        let growth = Growth::new(roundings.error, steps);
        // Binades that errors can move a product by, and those that are lost to fractions.
        let (below, above) = (2 - growth.low(steps as u64).exp, 3 + growth.high(steps as u64).exp);
        let central = Central {
            lowest: format.min_exp() + below,
            highest: format.max_exp() - above,
            span: (-range.min_exp() - below).min(range.max_exp() - above),
        };
        let half_unit = 1 << (63 - format.precision());
        let tolerance = |m| (half_unit + growth.radius(m)).saturating_sub(slack(m));
        let tolerances = (0..=n as u64).map(tolerance).collect();
        let loose = Error { e_bits: format.precision(), e_free: 2, w_bits: None };
        let loose = (!roundings.own).then(|| Growth::new(loose, steps));
        Rules { roundings, growth, loose, central, half_unit, tolerances, extremes: EXTREMES }
    }
}
