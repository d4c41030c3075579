//! What a declaration allows, worked out once for all lines of an array.

use super::interval::{Growth, slack};
use super::roundings::{Error, Roundings};

/// The allowed roundings, and the errors that they make in lines up to some length.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) roundings: Roundings,
    pub(super) growth: Growth,
    /// Where the last product may be subnormal in a declared wider accumulator: the bounds of the undeclared one.
    pub(super) loose: Option<Growth>,
    pub(super) central: Central,
    /// By number of factors: elements nearer to the product than this are right, in units of `2^-63` of the binade that
    /// both are in. It is half a unit in the last place and the errors allowed, less what the product is known to.
    pub(super) tolerances: Vec<u64>,
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
        let growth = Growth::new(roundings.error, n);
        // Binades that errors can move a product by, and those that are lost to fractions.
        let (below, above) = (2 - growth.low(n as u64).exp, 3 + growth.high(n as u64).exp);
        let central = Central {
            lowest: format.min_exp() + below,
            highest: format.max_exp() - above,
            span: (-range.min_exp() - below).min(range.max_exp() - above),
        };
        let half_unit = 1 << (63 - format.precision());
        let tolerance = |n| (half_unit + growth.radius(n)).saturating_sub(slack(n));
        let tolerances = (0..=n as u64).map(tolerance).collect();
        let loose = Error { e_bits: format.precision(), e_free: 2, w_bits: None };
        let loose = (!roundings.own).then(|| Growth::new(loose, n));
        Rules { roundings, growth, loose, central, tolerances }
    }
}
