//! The errors of float products.

use super::ReadError;
use ascertain::DType;
use ascertain_judge::drift::{Drift, ErrorSums, Errors as Means, MODELS, Spread as Mean, Sums};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The errors of one dtype and range of lengths, beside those of known evaluations of the same lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Errors<'a> {
    dtype: Cow<'a, str>,
    least_factors: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most_factors: Option<usize>,
    lines: u64,
    result: Spread,
    models: BTreeMap<Cow<'a, str>, Spread>,
    unexplained: bool,
}

/// In units in the last place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Spread {
    mean: f64,
    deviation: f64,
    /// The sums that they follow from: of errors, and of their squares. Strings, since they are too large for most
    /// readers.
    sums: [String; 2],
}

impl Errors<'static> {
    pub(crate) fn all(drift: &Drift) -> Vec<Self> {
        drift.sums().zip(drift.errors()).map(|(sums, errors)| Self::of(sums, &errors)).collect()
    }

    fn of(sums: &ErrorSums, errors: &Means) -> Self {
        let spread = |(sums, spread): (Sums, Mean)| Spread {
            mean: spread.mean,
            deviation: spread.deviation,
            sums: [sums.sum.to_string(), sums.squares.to_string()],
        };
        let models = sums.models.into_iter().zip(errors.models).map(spread);
        Self {
            dtype: errors.dtype.name().into(),
            least_factors: errors.least,
            most_factors: errors.most,
            lines: errors.lines,
            result: spread((sums.result, errors.result)),
            models: MODELS.into_iter().map(Cow::Borrowed).zip(models).collect(),
            unexplained: errors.unexplained(),
        }
    }
}

/// The errors that a report names.
pub(crate) fn drift(errors: &[Errors<'_>]) -> Result<Drift, ReadError> {
    let mut drift = Drift::default();
    for own in errors {
        let sums = own.restore().map_err(|why| ReadError::unlike(format!("`errors`: {why}")))?;
        drift.add(&sums);
    }
    Ok(drift)
}

impl Errors<'_> {
    fn restore(&self) -> Result<ErrorSums, String> {
        let model = |name: &str| {
            let spread = self.models.get(name);
            spread.ok_or_else(|| format!("the known evaluation `{name}` is missing"))?.restore()
        };
        let [sequential, pairwise, wide] = MODELS.map(model);
        Ok(ErrorSums {
            dtype: DType::from_name(&self.dtype).ok_or_else(|| format!("unknown dtype `{}`", self.dtype))?,
            least: self.least_factors,
            lines: self.lines,
            result: self.result.restore()?,
            models: [sequential?, pairwise?, wide?],
        })
    }
}

impl Spread {
    fn restore(&self) -> Result<Sums, String> {
        let [sum, squares] =
            self.sums.each_ref().map(|sum| sum.parse().map_err(|_| format!("`{sum}` is not a sum")));
        Ok(Sums { sum: sum?, squares: squares? })
    }
}
