//! Statistics for reports: medians, quartiles, and confidence intervals of medians.
//!
//! The interval comes from order statistics. For any distribution, the median lies between the k-th smallest and the
//! k-th largest of n independent values with a probability given by the binomial distribution. Ratios are of two times
//! measured right after each other, so that a slow phase of the machine affects both.

use serde::{Deserialize, Serialize};

/// Confidence that an interval should have.
pub const CONFIDENCE: f64 = 0.95;

/// Median and quartiles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// First quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q3: f64,
}

/// A median and its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The median of the values.
    pub median: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Probability that the interval contains the true median.
    pub confidence: f64,
}

impl Spread {
    /// The spread of `values`; `None` if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let sorted = sorted(values)?;
        let at = |quantile| quantile_of(&sorted, quantile);
        Some(Self { q1: at(0.25), median: at(0.5), q3: at(0.75) })
    }
}

impl Estimate {
    /// The estimate from `values`; `None` if there are none. With few values the interval covers all of them and has
    /// less than [`CONFIDENCE`].
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let sorted = sorted(values)?;
        let (k, confidence) = rank(sorted.len());
        let (low, high) = (sorted[k - 1], sorted[sorted.len() - k]);
        Some(Self { median: quantile_of(&sorted, 0.5), low, high, confidence })
    }
}

/// The largest k for which the interval from the k-th smallest to the k-th largest of n values has enough confidence,
/// and its confidence.
fn rank(n: usize) -> (usize, f64) {
    // Probability that k of n fair coins show heads. With n of at most a thousand it does not underflow.
    let mut term = 0.5_f64.powi(i32::try_from(n).unwrap_or(i32::MAX));
    let (mut k, mut below) = (1, term);
    let mut found = (1, 1.0 - 2.0 * below);
    while k < n.div_ceil(2) {
        term *= (n - k + 1) as f64 / k as f64;
        below += term;
        if 1.0 - 2.0 * below < CONFIDENCE {
            break;
        }
        k += 1;
        found = (k, 1.0 - 2.0 * below);
    }
    (found.0, found.1.max(0.0))
}

fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    (!sorted.is_empty()).then_some(sorted)
}

/// Linear interpolation between the two nearest values.
fn quantile_of(sorted: &[f64], quantile: f64) -> f64 {
    let at = quantile * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Spread, rank};

    #[test]
    fn quartiles_lie_between_values() {
        let spread = Spread::of(&[4.0, 1.0, 3.0, 2.0]).expect("values");
        assert_eq!(spread, Spread { q1: 1.75, median: 2.5, q3: 3.25 });
        let one = Spread::of(&[7.0]).expect("a value");
        assert_eq!(one, Spread { q1: 7.0, median: 7.0, q3: 7.0 });
        assert_eq!(Spread::of(&[]), None);
    }

    /// The ranks and probabilities that tables of the sign test print.
    #[test]
    fn intervals_are_those_of_the_sign_test() {
        for (n, k, confidence) in [
            (1, 1, 0.0),
            (2, 1, 0.5),
            (5, 1, 0.9375),
            (6, 1, 0.96875),
            (9, 2, 0.9609375),
            (11, 2, 0.98828125),
            (12, 3, 0.961_425_781_25),
            (20, 6, 0.958_610_534_667_968_8),
        ] {
            let (found, sure) = rank(n);
            assert_eq!(found, k, "{n}");
            assert!((sure - confidence).abs() < 1e-12, "{n}: {sure}");
        }
        let (k, sure) = rank(1000);
        assert!((460..480).contains(&k) && (0.95..0.96).contains(&sure), "{k} {sure}");
    }

    #[test]
    fn an_estimate_holds_the_middle() {
        let values: Vec<f64> = (1..=11).rev().map(f64::from).collect();
        let estimate = Estimate::of(&values).expect("values");
        assert_eq!((estimate.low, estimate.median, estimate.high), (2.0, 6.0, 10.0));
        assert!(Estimate::of(&[]).is_none());
    }
}
