//! Counts of verdicts, and the errors of float products.

use super::{ReadError, case, is_zero};
use crate::report::summary::Tally;
use ascertain::DType;
use ascertain_judge::drift;
use ascertain_judge::verdict::{Counts, Fuzzed, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The count of every verdict, zeros included.
pub(super) type Verdicts<'a> = BTreeMap<Cow<'a, str>, u64>;

/// The cases of one area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Area<'a> {
    verdicts: Verdicts<'a>,
    judged: u64,
    elements: u64,
    order_sensitive: u64,
    /// Of those that are not listed: how many of each verdict are counted as known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    explained: Verdicts<'a>,
    /// Of those that are not listed: failures that rest on this project's own readings alone, known or not.
    #[serde(default, skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
}

impl Area<'_> {
    pub(super) fn of(tally: &Tally) -> Self {
        Self {
            verdicts: verdicts(&tally.counts),
            judged: tally.judged(),
            elements: tally.elements,
            order_sensitive: tally.order_sensitive,
            explained: BTreeMap::new(),
            failures_on_readings: 0,
        }
    }

    pub(super) fn unlisted(fuzzed: &Fuzzed) -> Self {
        let mut explained = verdicts(&fuzzed.explained);
        explained.retain(|_, count| *count > 0);
        let failures_on_readings = fuzzed.failures_on_readings;
        Self { explained, failures_on_readings, ..Self::of(&Tally::from(fuzzed)) }
    }

    pub(super) fn restore(&self, area: &'static str) -> Result<Fuzzed, ReadError> {
        Ok(Fuzzed {
            area,
            counts: counts(&self.verdicts)?,
            explained: counts(&self.explained)?,
            elements: self.elements,
            order_sensitive: self.order_sensitive,
            failures_on_readings: self.failures_on_readings,
        })
    }
}

pub(super) fn verdicts<'a>(counts: &Counts) -> Verdicts<'a> {
    Verdict::ALL.into_iter().map(|verdict| (Cow::Borrowed(verdict.name()), counts.of(verdict))).collect()
}

fn counts(verdicts: &Verdicts<'_>) -> Result<Counts, ReadError> {
    let mut counts = Counts::default();
    for (name, count) in verdicts {
        counts.add_many(case::verdict(name).map_err(ReadError::unlike)?, *count);
    }
    Ok(counts)
}

/// The errors of one dtype and range of lengths, beside those of known evaluations of the same lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Errors<'a> {
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Errors<'_> {
    pub(super) fn of(errors: &drift::Errors) -> Self {
        let spread = |spread: drift::Spread| Spread { mean: spread.mean, deviation: spread.deviation };
        let models = drift::MODELS.into_iter().map(Cow::Borrowed);
        Self {
            dtype: errors.dtype.name().into(),
            least_factors: errors.least,
            most_factors: errors.most,
            lines: errors.lines,
            result: spread(errors.result),
            models: models.zip(errors.models.map(spread)).collect(),
            unexplained: errors.unexplained(),
        }
    }

    pub(super) fn restore(&self) -> Result<drift::Errors, ReadError> {
        let spread = |spread: Spread| drift::Spread { mean: spread.mean, deviation: spread.deviation };
        let dtype = DType::from_name(&self.dtype);
        let model = |name: &str| self.models.get(name).copied().map(spread);
        let [Some(sequential), Some(pairwise), Some(wide)] = drift::MODELS.map(model) else {
            return Err(ReadError::unlike("`errors`: a known evaluation is missing"));
        };
        Ok(drift::Errors {
            dtype: dtype
                .ok_or_else(|| ReadError::unlike(format!("`errors`: unknown dtype `{}`", self.dtype)))?,
            least: self.least_factors,
            most: self.most_factors,
            lines: self.lines,
            result: spread(self.result),
            models: [sequential, pairwise, wide],
        })
    }
}
