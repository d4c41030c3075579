//! The verdict on a case, and the outcome of a run.

mod known;

pub use self::known::{KnownAs, KnownEntry, KnownFailure, Standing};

use crate::case::Cited;
use crate::drift::Drift;
use crate::properties::Properties;
use crate::stored::{self, Name, is_zero};
use ascertain::contract::Basis;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::mem;

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The answer obeys the documents.
    Pass,
    /// A `must` is broken.
    Fail,
    /// A `should` is broken.
    Warning,
    /// It would be a failure or a warning, and a list of known failures explains it.
    Known,
    /// The documents leave the answer open, or contradict each other. It was recorded.
    Observed,
    /// The backend does not support the call. Never counts as a pass.
    Unsupported,
    /// Not asked, for the stated reason.
    Skipped,
    /// The backend's process ended.
    Crash,
    /// No reply in time.
    Timeout,
    /// A malformed reply.
    Protocol,
    /// The adapter reports that it failed itself.
    Error,
}

impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Self; 11] = [
        Self::Pass,
        Self::Fail,
        Self::Warning,
        Self::Known,
        Self::Observed,
        Self::Unsupported,
        Self::Skipped,
        Self::Crash,
        Self::Timeout,
        Self::Protocol,
        Self::Error,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Warning => "warning",
            Self::Known => "known",
            Self::Observed => "observed",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Error => "error",
        }
    }

    /// Only what fails is minimized.
    const fn of_minimized() -> Self {
        Self::Fail
    }

    /// Whether it makes a run end with exit code 1.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Fail | Self::Crash | Self::Timeout | Self::Protocol)
    }

    /// Whether the backend answered, and its answer was judged.
    #[must_use]
    pub const fn is_judged(self) -> bool {
        matches!(self, Self::Pass | Self::Fail | Self::Warning | Self::Known | Self::Observed)
    }

    /// Whether a person must look at the case.
    #[must_use]
    pub const fn is_finding(self) -> bool {
        self.is_failure() || matches!(self, Self::Warning | Self::Error)
    }
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailKind {
    /// A wrong element.
    Value,
    /// A wrong dtype.
    #[serde(rename = "dtype")]
    DType,
    /// A wrong shape.
    Shape,
    /// Refused with a status that no broken requirement names.
    Status,
    /// Invalid arguments were accepted.
    AcceptedInvalid,
    /// Valid arguments were refused.
    RejectedValid,
    /// Bytes outside the output view changed.
    WroteOutside,
    /// Two answers to the same question differ.
    Nondeterministic,
    /// The result contradicts a declaration of the backend or a demand of the user.
    Declaration,
}

impl FailKind {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::DType => "dtype",
            Self::Shape => "shape",
            Self::Status => "status",
            Self::AcceptedInvalid => "accepted-invalid",
            Self::RejectedValid => "rejected-valid",
            Self::WroteOutside => "wrote-outside",
            Self::Nondeterministic => "nondeterministic",
            Self::Declaration => "declaration",
        }
    }
}

/// The verdict on a case, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict. A case says it before its question, and only what fails is minimized.
    #[serde(skip_serializing, default = "Verdict::of_minimized")]
    pub verdict: Verdict,
    /// What kind of failure or warning it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FailKind>,
    /// The right answer, in words and bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The answer that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// Details: the first wrong element, a message or a reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Index of the first wrong element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<usize>>,
    /// The requirement that decided, if it was a single one. Every failure has one, but one that contradicts a declaration
    /// alone.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "stored::optional_name")]
    pub requirement: Option<Name>,
    /// Who says what the verdict rests on.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored::basis")]
    pub basis: Option<Basis>,
    /// Source of the expected answer.
    #[serde(flatten)]
    pub cite: Option<Cited>,
    /// What the backend does where the documents leave it open: requirement id, and words.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored::observations")]
    pub observations: Vec<(Name, String)>,
    /// Elements judged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub elements: u64,
    /// Elements whose value depends on how the factors are grouped, and that some grouping in index order gives; with
    /// `order = "permuted"` declared, some order.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub order_sensitive: u64,
}

impl Judgement {
    /// A verdict without details.
    #[must_use]
    pub const fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            kind: None,
            requirement: None,
            basis: None,
            expected: None,
            got: None,
            detail: None,
            at: None,
            cite: None,
            observations: Vec::new(),
            elements: 0,
            order_sensitive: 0,
        }
    }

    /// A failure: the requirement that it breaks, its kind, what is right and what was given.
    #[must_use]
    pub fn fail(
        requirement: &'static str,
        kind: FailKind,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Self {
        Self { requirement: Some(requirement), ..Self::of_kind(kind, expected, got) }
    }

    /// A result that contradicts a declaration of the backend or a demand of the user: no document's requirement is broken.
    #[must_use]
    pub fn misdeclared(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self::of_kind(FailKind::Declaration, expected, got)
    }

    fn of_kind(kind: FailKind, expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self {
            kind: Some(kind),
            expected: Some(expected.into()),
            got: Some(got.into()),
            ..Self::of(Verdict::Fail)
        }
    }

    /// What failures have in common that are alike: verdict, kind and requirement. Which requirement allows a call that is
    /// refused is guessed from the call, so it makes no difference.
    #[must_use]
    pub const fn alike(&self) -> (Verdict, Option<FailKind>, Option<&'static str>) {
        let requirement = match self.kind {
            Some(FailKind::RejectedValid) => None,
            _ => self.requirement,
        };
        (self.verdict, self.kind, requirement)
    }

    /// Whether it is a failure that rests on this project's own reading alone.
    #[must_use]
    pub fn fails_on_a_reading(&self) -> bool {
        self.verdict.is_failure() && self.basis == Some(Basis::Reading)
    }

    /// Adds details.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

/// The id of a finding that belongs to no case: a fault at the end of the backend, or output that nothing asked for.
pub const END: &str = "adapter/end";

/// One judged case of a run. What follows from the case may be left out where results are stored:
/// [`Catalog::complete`](crate::catalog::Catalog::complete) adds it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CaseResult {
    /// The case's id.
    pub id: String,
    /// Its area.
    #[serde(deserialize_with = "stored::name")]
    pub area: Name,
    /// Ids of the requirements it tests.
    #[serde(deserialize_with = "stored::names")]
    pub requirements: Vec<Name>,
    /// The question in one line.
    #[serde(default)]
    pub question: String,
    /// What its arguments are like.
    #[serde(default)]
    pub properties: Properties,
    /// Why the vector exists, if it is one.
    #[serde(default)]
    pub note: Option<String>,
    /// Elements of the tensors of a finding, if they are few: argument, and numbers with their bits.
    #[serde(default, with = "stored::inputs")]
    pub inputs: Vec<(Name, String)>,
    /// The verdict, with its reasons.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The same failure, minimized.
    #[serde(default)]
    pub shrunk: Option<Box<SmallCase>>,
    /// Why it is known, if it is.
    #[serde(default)]
    pub known: Option<KnownAs>,
}

impl Serialize for CaseResult {
    /// Passes are most of a report, so their questions are left out, and empty fields. `ascertain explain ID` shows them.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Stored<'a> {
            id: &'a str,
            area: Name,
            requirements: &'a [Name],
            verdict: Verdict,
            #[serde(skip_serializing_if = "Option::is_none")]
            question: Option<&'a str>,
            #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "stored::inputs::serialize")]
            inputs: &'a Vec<(Name, String)>,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<&'a str>,
            #[serde(flatten)]
            judgement: &'a Judgement,
            #[serde(skip_serializing_if = "Option::is_none")]
            shrunk: Option<&'a SmallCase>,
            #[serde(skip_serializing_if = "Option::is_none")]
            known: Option<&'a KnownAs>,
            /// Of a large case, which takes gigabytes to make again.
            #[serde(skip_serializing_if = "Option::is_none")]
            properties: Option<&'a Properties>,
        }
        let verdict = self.judgement.verdict;
        let stored = Stored {
            id: &self.id,
            area: self.area,
            requirements: &self.requirements,
            verdict,
            question: (verdict != Verdict::Pass).then_some(&self.question),
            inputs: &self.inputs,
            note: self.note.as_deref().filter(|_| verdict.is_finding()),
            judgement: &self.judgement,
            shrunk: self.shrunk.as_deref(),
            known: self.known.as_ref(),
            properties: Some(&self.properties)
                .filter(|own| is_large(&self.id) && **own != Properties::default()),
        };
        stored.serialize(to)
    }
}

/// Whether it is the id of a large case.
#[must_use]
pub fn is_large(id: &str) -> bool {
    id.split('/').nth(1) == Some("large")
}

/// Whether it is the id of a warning about what a backend declares.
#[must_use]
pub fn is_declaration(id: &str) -> bool {
    id.split('/').nth(1) == Some("declared")
}

/// A minimized failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmallCase {
    /// The question in one line.
    pub question: String,
    /// Elements of its tensors, if they are few: argument, and numbers with their bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored::inputs")]
    pub inputs: Vec<(Name, String)>,
    /// Its judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// Calls made to minimize it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub evaluations: u64,
    /// A vector file that asks it again.
    pub vector: String,
}

/// Results of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The backend's name.
    pub backend: String,
    /// The implementation's version.
    pub version: String,
    /// Name of the profile.
    pub profile: String,
    /// Edition of each document, by id.
    pub editions: BTreeMap<Name, Name>,
    /// Seed of the random cases.
    pub seed: u64,
    /// Every fixed case, in the order of the suite; then the random cases that are findings, up to a limit for each kind,
    /// and the first of each observation.
    pub results: Vec<CaseResult>,
    /// Counts of the other random cases, by area: passes, observations made before, and what is too much of one kind to be
    /// listed.
    pub unlisted: BTreeMap<Name, Unlisted>,
    /// Which random cases were asked, if any were wanted.
    pub random: Option<RandomCases>,
    /// The errors of float products in random cases that passed, by dtype and length.
    pub drift: Drift,
    /// Entries of the list of known failures.
    pub known: Vec<KnownEntry>,
    /// Reason, if the backend did not start.
    pub not_started: Option<String>,
    /// Reason, if the run ended before all cases were asked. The others are skipped.
    pub incomplete: Option<String>,
    /// The least share of the cases that must be judged, in per cent, if one was demanded.
    pub fail_under: Option<f64>,
    /// Wall time, in seconds.
    pub seconds: f64,
}

/// Which random cases of a run were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomCases {
    /// How many, in the part that was run.
    pub asked: u64,
    /// The number to give for the same cases without a time limit: one more than the last index, over all parts.
    pub fuzz: u64,
    /// Whether the time was up before the wanted number.
    pub out_of_time: bool,
}

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
        Verdict::ALL.into_iter().map(|verdict| (verdict.name(), self.of(verdict))).collect()
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

impl Run {
    /// Counts over all areas, random cases included.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.results.iter().for_each(|result| counts.add(result.judgement.verdict));
        self.unlisted.values().for_each(|unlisted| counts.merge(&unlisted.tally.counts));
        counts
    }

    /// Counts by area, in the order in which areas first appear.
    #[must_use]
    pub fn by_area(&self) -> Vec<(Name, Tally)> {
        let mut areas: Vec<(Name, Tally)> = Vec::new();
        let at = |areas: &mut Vec<(Name, Tally)>, area: Name| {
            areas.iter().position(|(other, _)| *other == area).unwrap_or_else(|| {
                areas.push((area, Tally::default()));
                areas.len() - 1
            })
        };
        for result in &self.results {
            let at = at(&mut areas, result.area);
            areas[at].1.add(&result.judgement);
        }
        for (area, unlisted) in &self.unlisted {
            let at = at(&mut areas, area);
            areas[at].1.merge(&unlisted.tally);
        }
        areas
    }

    /// How many failures rest on this project's own readings alone.
    #[must_use]
    pub fn failures_on_readings(&self) -> u64 {
        let listed =
            self.results.iter().filter(|result| result.judgement.fails_on_a_reading()).count() as u64;
        let unlisted = self.unlisted.values().filter(|unlisted| unlisted.explained.of(Verdict::Fail) == 0);
        unlisted.fold(listed, |sum, unlisted| sum.saturating_add(unlisted.failures_on_readings))
    }

    /// Whether a case failed that no list explains.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.counts().sum(Verdict::is_failure) > 0
    }

    /// Whether fewer cases were judged than [demanded](Self::fail_under).
    #[must_use]
    pub fn lacks_coverage(&self) -> bool {
        let counts = self.counts();
        let (judged, all) = (counts.judged() as f64, counts.total() as f64);
        self.fail_under.is_some_and(|percent| judged * 100.0 < percent * all)
    }

    /// The exit code: 0 with at least one pass and no failure, 1 with a failure or with an entry of the list of known
    /// failures that no longer holds, 3 when nothing could be judged, or when the adapter failed and nothing else did, or
    /// when a run without a failure is incomplete or judged fewer cases than demanded.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let counts = self.counts();
        let stale = self.known.iter().any(|known| known.standing.fails());
        match (counts.of(Verdict::Error), counts.of(Verdict::Pass) + counts.of(Verdict::Known)) {
            _ if stale || self.has_failures() => 1,
            (0, 1..) if self.incomplete.is_none() && !self.lacks_coverage() => 0,
            _ => 3,
        }
    }
}
