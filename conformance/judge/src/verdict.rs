//! The verdict on a case, and the outcome of a run.

mod known;

pub use self::known::{KnownAs, KnownEntry, KnownFailure, Standing};

use crate::case::Cited;
use crate::drift::Drift;
use crate::properties::Properties;
use ascertain::contract::Basis;
use std::collections::BTreeMap;
use std::mem;

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The verdict with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailKind {
    /// A wrong element.
    Value,
    /// A wrong dtype.
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
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Value,
        Self::DType,
        Self::Shape,
        Self::Status,
        Self::AcceptedInvalid,
        Self::RejectedValid,
        Self::WroteOutside,
        Self::Nondeterministic,
        Self::Declaration,
    ];

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What kind of failure or warning it is.
    pub kind: Option<FailKind>,
    /// The requirement that decided, if it was a single one. Every failure has one, but one that contradicts a declaration
    /// alone.
    pub requirement: Option<&'static str>,
    /// Who says what the verdict rests on.
    pub basis: Option<Basis>,
    /// The right answer, in words and bits.
    pub expected: Option<String>,
    /// The answer that was given.
    pub got: Option<String>,
    /// Details: the first wrong element, a message or a reason.
    pub detail: Option<String>,
    /// Index of the first wrong element.
    pub at: Option<Vec<usize>>,
    /// Source of the expected answer.
    pub cite: Option<Cited>,
    /// What the backend does where the documents leave it open: requirement id, and words.
    pub observations: Vec<(&'static str, String)>,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on how the factors are grouped, and that some grouping in index order gives; with
    /// `order = "permuted"` declared, some order.
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

/// One judged case of a run.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case's id.
    pub id: String,
    /// Its area.
    pub area: &'static str,
    /// Ids of the requirements it tests.
    pub requirements: Vec<&'static str>,
    /// The question in one line.
    pub question: String,
    /// What its arguments are like.
    pub properties: Properties,
    /// Why the vector exists, if it is one.
    pub note: Option<String>,
    /// Elements of the tensors of a finding, if they are few: argument, and numbers with their bits.
    pub inputs: Vec<(&'static str, String)>,
    /// The verdict, with its reasons.
    pub judgement: Judgement,
    /// The same failure, minimized.
    pub shrunk: Option<Box<SmallCase>>,
    /// Why it is known, if it is.
    pub known: Option<KnownAs>,
}

/// A minimized failure.
#[derive(Clone, Debug)]
pub struct SmallCase {
    /// The question in one line.
    pub question: String,
    /// Elements of its tensors, if they are few: argument, and numbers with their bits.
    pub inputs: Vec<(&'static str, String)>,
    /// Its judgement.
    pub judgement: Judgement,
    /// Calls made to minimize it.
    pub evaluations: usize,
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
    pub editions: BTreeMap<&'static str, &'static str>,
    /// Seed of the random cases.
    pub seed: u64,
    /// Every fixed case, in the order of the suite; then the random cases that are findings, up to a limit for each kind,
    /// and the first of each observation.
    pub results: Vec<CaseResult>,
    /// Counts of the other random cases: passes, observations made before, and what is too much of one kind to be listed.
    pub fuzzed: Vec<Fuzzed>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomCases {
    /// How many, in the part that was run.
    pub asked: u64,
    /// The number to give for the same cases without a time limit: one more than the last index, over all parts.
    pub fuzz: u64,
    /// Whether the time was up before the wanted number.
    pub out_of_time: bool,
}

/// Counts of the random cases of one area that are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fuzzed {
    /// The area.
    pub area: &'static str,
    /// By verdict.
    pub counts: Counts,
    /// How many of each verdict a list of known failures explains: `counts` has them as known.
    pub explained: Counts,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on the order of evaluation.
    pub order_sensitive: u64,
    /// Failures that rest on this project's own readings alone, whether they are known or not.
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

    /// Counts one less.
    pub(crate) const fn remove(&mut self, verdict: Verdict) {
        self.0[verdict as usize] = self.0[verdict as usize].saturating_sub(1);
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
    }

    /// Cases in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Cases that the backend answered and that were judged.
    #[must_use]
    pub fn judged(&self) -> u64 {
        let judged = Verdict::ALL.into_iter().filter(|verdict| verdict.is_judged());
        judged.fold(0, |sum, verdict| sum.saturating_add(self.of(verdict)))
    }
}

impl Fuzzed {
    /// Counts one more case of an area.
    pub fn count(all: &mut Vec<Self>, area: &'static str, judgement: &Judgement) {
        let fuzzed = Self::of(all, area);
        fuzzed.counts.add(judgement.verdict);
        fuzzed.elements += judgement.elements;
        fuzzed.order_sensitive += judgement.order_sensitive;
        fuzzed.failures_on_readings += u64::from(judgement.fails_on_a_reading());
    }

    /// Takes back one case that was counted as passed.
    pub(crate) fn uncount_pass(all: &mut Vec<Self>, area: &'static str) {
        Self::of(all, area).counts.remove(Verdict::Pass);
    }

    /// Adds the counts of another part of a run.
    pub fn merge(all: &mut Vec<Self>, more: &Self) {
        let fuzzed = Self::of(all, more.area);
        fuzzed.counts.merge(&more.counts);
        fuzzed.elements = fuzzed.elements.saturating_add(more.elements);
        fuzzed.order_sensitive = fuzzed.order_sensitive.saturating_add(more.order_sensitive);
        fuzzed.failures_on_readings = fuzzed.failures_on_readings.saturating_add(more.failures_on_readings);
    }

    /// Counts all cases with this verdict as known.
    pub(crate) const fn explain(&mut self, verdict: Verdict) {
        let count = mem::replace(&mut self.counts.0[verdict as usize], 0);
        self.counts.add_many(Verdict::Known, count);
        self.explained.add_many(verdict, count);
    }

    /// Takes back what a list of known failures explains.
    pub(crate) fn forget_known(&mut self) {
        self.counts.0[Verdict::Known as usize] = 0;
        self.counts.merge(&mem::take(&mut self.explained));
    }

    fn of<'a>(all: &'a mut Vec<Self>, area: &'static str) -> &'a mut Self {
        let at = all.iter().position(|fuzzed| fuzzed.area == area).unwrap_or_else(|| {
            all.push(Self { area, ..Self::default() });
            all.len() - 1
        });
        &mut all[at]
    }
}

impl Run {
    /// Counts over all areas, random cases included.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.results.iter().for_each(|r| counts.add(r.judgement.verdict));
        self.fuzzed.iter().for_each(|f| counts.merge(&f.counts));
        counts
    }

    /// Counts by area, in the order in which areas first appear.
    #[must_use]
    pub fn by_area(&self) -> Vec<(&'static str, Counts)> {
        let mut areas: Vec<(&'static str, Counts)> = Vec::new();
        for result in &self.results {
            let at = areas.iter().position(|(area, _)| *area == result.area).unwrap_or_else(|| {
                areas.push((result.area, Counts::default()));
                areas.len() - 1
            });
            areas[at].1.add(result.judgement.verdict);
        }
        for fuzzed in &self.fuzzed {
            match areas.iter_mut().find(|(area, _)| *area == fuzzed.area) {
                Some((_, counts)) => counts.merge(&fuzzed.counts),
                None => areas.push((fuzzed.area, fuzzed.counts)),
            }
        }
        areas
    }

    /// How many failures rest on this project's own readings alone.
    #[must_use]
    pub fn failures_on_readings(&self) -> u64 {
        let listed =
            self.results.iter().filter(|result| result.judgement.fails_on_a_reading()).count() as u64;
        let unlisted = self.fuzzed.iter().filter(|fuzzed| fuzzed.explained.of(Verdict::Fail) == 0);
        unlisted.fold(listed, |sum, fuzzed| sum.saturating_add(fuzzed.failures_on_readings))
    }

    /// Whether a case failed that no list explains.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        let counts = self.counts();
        Verdict::ALL.into_iter().any(|verdict| verdict.is_failure() && counts.of(verdict) > 0)
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
