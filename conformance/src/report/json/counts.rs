//! Counts of verdicts.

use super::{ReadError, case, is_zero};
use crate::report::summary::Tally;
use ascertain_judge::verdict::{Counts, Fuzzed, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The count of every verdict, zeros included.
pub(super) type Verdicts<'a> = BTreeMap<Cow<'a, str>, u64>;

/// The cases of one area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Area<'a> {
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
    /// Cases by verdict.
    pub(crate) fn counts(&self) -> Result<Counts, ReadError> {
        counts(&self.verdicts)
    }

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

    pub(crate) fn unlisted(fuzzed: &Fuzzed) -> Self {
        let mut explained = verdicts(&fuzzed.explained);
        explained.retain(|_, count| *count > 0);
        let failures_on_readings = fuzzed.failures_on_readings;
        Self { explained, failures_on_readings, ..Self::of(&Tally::from(fuzzed)) }
    }

    pub(crate) fn restore(&self, area: &'static str) -> Result<Fuzzed, ReadError> {
        let (counts, explained) = (counts(&self.verdicts)?, counts(&self.explained)?);
        if counts.of(Verdict::Known) != explained.total() {
            return Err(ReadError::unlike(format!(
                "`unlisted`: it does not say what the known cases of {area} are"
            )));
        }
        Ok(Fuzzed {
            area,
            counts,
            explained,
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
