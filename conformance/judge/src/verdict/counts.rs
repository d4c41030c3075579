//! Cases, counted by verdict.

use super::{Judgement, Verdict};
use crate::ordered::gathered;
use crate::stored::{self, Name, is_zero};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::mem;

/// Cases, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Tally {
    /// By verdict.
    #[serde(rename = "verdicts")]
    pub counts: Counts,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on the order of evaluation.
    pub order_sensitive: u64,
}

/// Random cases of one area that are not listed, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unlisted {
    /// The cases.
    #[serde(flatten)]
    pub tally: Tally,
    /// How many of each verdict a list of known failures explains: `tally` has them as known.
    #[serde(default, skip_serializing_if = "Counts::is_empty", serialize_with = "Counts::without_zeros")]
    pub explained: Counts,
    /// Failures that rest on this project's own readings alone, whether they are known or not.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failures_on_readings: u64,
}

/// Random cases of one area that could have shown a wrong value: the backend answered a valid call, and pages say what elements of
/// its result are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// How many.
    pub cases: u64,
    /// How many of them each requirement applies to.
    #[serde(deserialize_with = "stored::by_name")]
    pub requirements: BTreeMap<Name, u64>,
}

/// How many cases came to each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; Verdict::ALL.len()]);

impl Counts {
    /// Cases with this verdict.
    #[must_use]
    pub const fn of(&self, verdict: Verdict) -> u64 {
        self.0[verdict as usize]
    }

    /// Counts one more.
    pub const fn add(&mut self, verdict: Verdict) {
        self.add_many(verdict, 1);
    }

    /// Counts as many more.
    pub const fn add_many(&mut self, verdict: Verdict, count: u64) {
        self.0[verdict as usize] = self.0[verdict as usize].saturating_add(count);
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
    }

    /// Cases in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sum(|_| true)
    }

    /// Cases that the backend answered and that were judged.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.sum(Verdict::is_judged)
    }

    /// Cases whose verdict is one of these.
    pub fn sum(&self, which: impl Fn(Verdict) -> bool) -> u64 {
        let counts =
            Verdict::ALL.into_iter().filter(|verdict| which(*verdict)).map(|verdict| self.of(verdict));
        counts.fold(0, u64::saturating_add)
    }

    /// The share of the cases that were judged, in per cent; rounded down, so that 100 means all.
    #[must_use]
    pub fn percent(&self) -> u64 {
        (u128::from(self.judged()) * 100).checked_div(u128::from(self.total())).unwrap_or(0) as u64
    }

    /// The same in words: `<1%` for less than one.
    #[must_use]
    pub fn coverage(&self) -> String {
        match self.percent() {
            0 if self.judged() > 0 => "<1%".to_owned(),
            percent => format!("{percent}%"),
        }
    }

    fn is_empty(&self) -> bool {
        self.total() == 0
    }

    fn by_name(&self) -> BTreeMap<&'static str, u64> {
        gathered(Verdict::ALL.into_iter().map(|verdict| (verdict.name(), self.of(verdict))))
    }

    fn without_zeros<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.by_name().into_iter().filter(|(_, count)| *count > 0))
    }
}

impl Serialize for Counts {
    /// The count of every verdict, zeros included.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.by_name().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut counts = Self::default();
        for (verdict, count) in BTreeMap::<Verdict, u64>::deserialize(from)? {
            counts.add_many(verdict, count);
        }
        Ok(counts)
    }
}

impl Tally {
    /// Counts one more case.
    pub fn add(&mut self, judgement: &Judgement) {
        self.counts.add(judgement.verdict);
        self.elements = self.elements.saturating_add(judgement.elements);
        self.order_sensitive = self.order_sensitive.saturating_add(judgement.order_sensitive);
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.elements = self.elements.saturating_add(other.elements);
        self.order_sensitive = self.order_sensitive.saturating_add(other.order_sensitive);
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut tally = to.serialize_struct("Tally", 4)?;
        tally.serialize_field("verdicts", &self.counts)?;
        tally.serialize_field("judged", &self.counts.judged())?;
        tally.serialize_field("elements", &self.elements)?;
        tally.serialize_field("order_sensitive", &self.order_sensitive)?;
        tally.end()
    }
}

impl Telling {
    /// Counts more cases, to which the same requirements apply.
    pub(crate) fn add(&mut self, cases: u64, requirements: &'static [Name]) {
        self.cases += cases;
        for id in requirements.iter().filter(|_| cases > 0) {
            *self.requirements.entry(id).or_default() += cases;
        }
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.cases = self.cases.saturating_add(other.cases);
        for (id, more) in &other.requirements {
            let count = self.requirements.entry(id).or_default();
            *count = count.saturating_add(*more);
        }
    }
}

impl Unlisted {
    /// Counts one more case.
    pub fn add(&mut self, judgement: &Judgement) {
        self.tally.add(judgement);
        self.failures_on_readings += u64::from(judgement.fails_on_a_reading());
    }

    /// Adds the counts of another part of a run.
    pub fn merge(&mut self, more: &Self) {
        self.tally.merge(&more.tally);
        self.failures_on_readings = self.failures_on_readings.saturating_add(more.failures_on_readings);
    }

    /// Takes back one case that was counted as passed.
    pub(crate) const fn uncount_pass(&mut self) {
        let passed = &mut self.tally.counts.0[Verdict::Pass as usize];
        *passed = passed.saturating_sub(1);
    }

    /// Counts all cases with this verdict as known.
    pub(crate) const fn explain(&mut self, verdict: Verdict) {
        let count = mem::replace(&mut self.tally.counts.0[verdict as usize], 0);
        self.tally.counts.add_many(Verdict::Known, count);
        self.explained.add_many(verdict, count);
    }

    /// Takes back what a list of known failures explains.
    pub(crate) fn forget_known(&mut self) {
        self.tally.counts.0[Verdict::Known as usize] = 0;
        self.tally.counts.merge(&mem::take(&mut self.explained));
    }
}
