//! The verdict on a case, and the outcome of a run.

mod beside;
mod counts;
mod diagnosis;
mod known;
mod result;

pub use self::beside::{Beside, CLASSES, Class, Classes, Example, Kinds, merge, merge_kinds};
pub(crate) use self::beside::{count, of_all};
pub use self::counts::{Counts, Tally, Telling, Unlisted};
pub use self::diagnosis::{Diagnosis, Evidence};
pub use self::known::{ExpectationStatus, ExpectedFailure, KnownAs, KnownEntry};
pub use self::result::{CaseResult, END, MinimizedCase, is_declaration, is_large, is_made_when_asked};

use crate::case::Cited;
use crate::error_statistics::ErrorStatistics;
use crate::stored::{self, Name, is_zero};
use ascertain::contract::Basis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Not asked, or not judged, for the stated reason.
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

    /// Whether the answer obeys, or the documents leave it open, or only advise otherwise.
    #[must_use]
    pub const fn holds(self) -> bool {
        matches!(self, Self::Pass | Self::Observed | Self::Warning)
    }

    /// Whether it says something about the implementation.
    #[must_use]
    pub const fn is_about_backend(self) -> bool {
        !matches!(self, Self::Unsupported | Self::Skipped | Self::Error)
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
    /// Whether it is about which calls are refused, and how.
    #[must_use]
    pub const fn is_refusal(self) -> bool {
        matches!(self, Self::Status | Self::AcceptedInvalid | Self::RejectedValid)
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
    pub cite: Option<Box<Cited>>,
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
    pub fn declaration_warning(expected: impl Into<String>, got: impl Into<String>) -> Self {
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

    /// Whether the case could have shown a wrong value.
    pub(crate) fn tells(&self) -> bool {
        self.elements > 0 && self.verdict != Verdict::Observed
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

/// Results of a run.
#[derive(Clone, Debug, Default)]
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
    /// Those that could have shown a wrong value, by area.
    pub telling: BTreeMap<Name, Telling>,
    /// The errors of float products in random cases that passed, by dtype and length.
    pub drift: ErrorStatistics,
    /// What a standard says beside the pages, if one was asked for.
    pub beside: Option<Beside>,
    /// What the backend replied to cases that failed. It is not stored.
    pub evidence: Evidence,
    /// The mistakes that explain failures, the one that explains most first.
    pub diagnoses: Vec<Diagnosis>,
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
    /// Which they are: the same in two runs with one seed only if both asked the same ones. 0 in older reports, and where a run was interrupted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub digest: u64,
}

impl RandomCases {
    /// The digest of two parts of a run, or of cases one by one: their sum, below 2^53 as all numbers of reports.
    #[must_use]
    pub const fn joined(one: u64, other: u64) -> u64 {
        one.wrapping_add(other) & ((1 << 53) - 1)
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
    /// failures that no longer holds, 3 when not all was judged: nothing, or when the adapter failed and nothing else did, or
    /// when a run without a failure is incomplete or judged fewer cases than demanded. Where a standard decides, its failures and
    /// passes count instead of those of the pages.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if let Some(beside) = self.beside.as_ref().filter(|beside| beside.decides) {
            let [both_pass, both_fail, own_fail, own_pass] =
                beside.classes.each_ref().map(|class| class.cases);
            return match (both_fail + own_fail, both_pass + own_pass) {
                (0, 1..) if self.incomplete.is_none() => 0,
                (0, _) => 3,
                _ => 1,
            };
        }
        let counts = self.counts();
        let stale = self.known.iter().any(|known| known.standing.fails());
        match (counts.of(Verdict::Error), counts.of(Verdict::Pass) + counts.of(Verdict::Known)) {
            _ if stale || self.has_failures() => 1,
            (0, 1..) if self.incomplete.is_none() && !self.lacks_coverage() => 0,
            _ => 3,
        }
    }
}
