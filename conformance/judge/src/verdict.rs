//! Verdicts: what came of a case, and what that makes of a run.

use crate::case::Cited;
use std::collections::BTreeMap;

/// What came of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The documents are obeyed.
    Pass,
    /// A `must` is broken.
    Fail,
    /// A `should` is broken.
    Warning,
    /// An `unspecified` or `contradicted` point was answered one way or another.
    Observed,
    /// The backend does not offer what was asked. Never a pass.
    Unsupported,
    /// Not asked, for a reason given.
    Skipped,
    /// The backend's process died.
    Crash,
    /// No answer in time.
    Timeout,
    /// An answer that is none.
    Protocol,
    /// The adapter reports a failure of its own.
    Error,
}

impl Verdict {
    /// Every verdict, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Pass,
        Self::Fail,
        Self::Warning,
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
            Self::Observed => "observed",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Error => "error",
        }
    }

    /// Whether it makes a run end with exit code 1.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Fail | Self::Crash | Self::Timeout | Self::Protocol)
    }

    /// Whether a person must look at it.
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
    /// A refusal with a status that no broken rule names.
    Status,
    /// Arguments accepted that a rule refuses.
    AcceptedInvalid,
    /// Arguments refused that every rule allows.
    RejectedValid,
    /// Bytes outside the view changed.
    WroteOutside,
    /// Two answers to one question differ.
    Nondeterministic,
    /// A declaration of the backend, or a demand of the user, is contradicted.
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

/// The judge's answer to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What came of it.
    pub verdict: Verdict,
    /// What kind of failure or warning it is.
    pub kind: Option<FailKind>,
    /// The requirement that decided, where a single one did.
    pub requirement: Option<&'static str>,
    /// What would have been right, in words and bits.
    pub expected: Option<String>,
    /// What came instead.
    pub got: Option<String>,
    /// More: the first wrong element, a message, a reason.
    pub detail: Option<String>,
    /// Index of the first wrong element.
    pub at: Option<Vec<usize>>,
    /// Where the expectation stands.
    pub cite: Option<Cited>,
    /// What was seen at points that the documents leave open: requirement id and what the backend did.
    pub observations: Vec<(&'static str, String)>,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on the order of evaluation, and which lie inside the reachable set.
    pub order_sensitive: u64,
}

impl Judgement {
    /// A verdict with nothing more to say.
    #[must_use]
    pub const fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            kind: None,
            requirement: None,
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

    /// A failure of some kind.
    #[must_use]
    pub fn fail(kind: FailKind, expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self {
            kind: Some(kind),
            expected: Some(expected.into()),
            got: Some(got.into()),
            ..Self::of(Verdict::Fail)
        }
    }

    /// The same with a reason or message.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

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
    /// The judge's answer.
    pub judgement: Judgement,
    /// The same failure, made small.
    pub shrunk: Option<Box<SmallCase>>,
}

/// A failure, made small.
#[derive(Clone, Debug)]
pub struct SmallCase {
    /// The question in one line.
    pub question: String,
    /// Its judgement.
    pub judgement: Judgement,
    /// Candidates that were asked for.
    pub evaluations: usize,
    /// A vector file that asks it again.
    pub vector: String,
}

/// Everything that came of running a suite on a backend.
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
    /// Seed of the random parts.
    pub seed: u64,
    /// Every case judged, in the order of the suite; of random cases the findings, and the first of each observation.
    pub results: Vec<CaseResult>,
    /// Random cases that are not listed: passes, and observations met before.
    pub fuzzed: Vec<Fuzzed>,
    /// Why nothing could be asked, when the backend did not start.
    pub not_started: Option<String>,
    /// Wall time, in seconds.
    pub seconds: f64,
}

/// Random cases of one area that are counted, not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fuzzed {
    /// The area.
    pub area: &'static str,
    /// By verdict.
    pub counts: Counts,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on the order of evaluation.
    pub order_sensitive: u64,
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
        self.0[verdict as usize] += 1;
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// Cases in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl Run {
    /// Counts one random case that is not listed.
    pub fn count_fuzzed(&mut self, area: &'static str, judgement: &Judgement) {
        let at = self.fuzzed.iter().position(|f| f.area == area).unwrap_or_else(|| {
            self.fuzzed.push(Fuzzed { area, ..Fuzzed::default() });
            self.fuzzed.len() - 1
        });
        let fuzzed = &mut self.fuzzed[at];
        fuzzed.counts.add(judgement.verdict);
        fuzzed.elements += judgement.elements;
        fuzzed.order_sensitive += judgement.order_sensitive;
    }

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

    /// The exit code: 0 with at least one pass and no failure, 1 with a failure, 3 when nothing could be judged.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let counts = self.counts();
        let failures: u64 = Verdict::ALL.into_iter().filter(|v| v.is_failure()).map(|v| counts.of(v)).sum();
        match (failures, counts.of(Verdict::Pass)) {
            (1.., _) => 1,
            (0, 1..) => 0,
            (0, 0) => 3,
        }
    }
}
