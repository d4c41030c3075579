//! Failures that a list expects, and what came of each entry.

use super::{FailKind, Verdict};
use serde::{Deserialize, Serialize};

/// One entry of a list of known failures. At least one of `cases` and `requirement` says which findings it is about;
/// with both, it is about those that fit both. What else it says, a finding must fit too: another fault of the same cases
/// is not explained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectedFailure {
    /// Pattern of case ids, as for `--filter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<String>,
    /// The requirement that a finding names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    /// Their verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Their kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FailKind>,
    /// What their arguments are like, in words that [`Properties::hold`](crate::properties::Properties::hold) takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_common: Option<String>,
    /// Why they fail.
    pub reason: String,
    /// Where the failure is tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// Whether the day until which it may fail has passed.
    #[serde(skip)]
    pub expired: bool,
}

/// What became of an entry in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectationStatus {
    /// Its cases still fail.
    Known,
    /// Its cases were judged, and none of them fails any more.
    Fixed,
    /// Its only case fails in another way than it says.
    Changed,
    /// Its time is over; what it is about fails again.
    Expired,
    /// There is no such case.
    NoCase,
    /// Random cases of its pattern were asked and passed, and none failed. Other seeds ask other ones.
    Passed,
    /// This run does not ask its cases, or could not judge them.
    NotJudged,
}

/// An entry, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownEntry {
    /// The entry.
    #[serde(flatten)]
    pub entry: ExpectedFailure,
    /// What became of it.
    pub standing: ExpectationStatus,
    /// How many findings it explains.
    pub findings: u64,
}

/// Why a finding is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownAs {
    /// The verdict that it would have.
    pub verdict: Verdict,
    /// Why it fails.
    pub reason: String,
    /// Where the failure is tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
}

impl KnownAs {
    /// The reason, and where the failure is tracked.
    #[must_use]
    pub fn words(&self) -> String {
        let issue = self.issue.as_ref().map_or(String::new(), |issue| format!(" ({issue})"));
        format!("{}{issue}", self.reason)
    }
}

impl ExpectedFailure {
    /// Cases that are known to fail, and the reason.
    #[must_use]
    pub fn new(cases: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { cases: Some(cases.into()), reason: reason.into(), ..Self::default() }
    }

    /// What it is about: its pattern, its requirement, or both.
    #[must_use]
    pub fn subject(&self) -> String {
        let parts = [self.cases.as_deref(), self.requirement.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl ExpectationStatus {
    /// Every standing.
    pub const ALL: [Self; 7] =
        [Self::Known, Self::Fixed, Self::Changed, Self::Expired, Self::NoCase, Self::Passed, Self::NotJudged];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Fixed => "fixed",
            Self::Changed => "changed",
            Self::Expired => "expired",
            Self::NoCase => "no-case",
            Self::Passed => "passed",
            Self::NotJudged => "not-judged",
        }
    }

    /// Whether the list must be corrected, so that the run fails.
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Self::Fixed | Self::Changed | Self::Expired | Self::NoCase)
    }
}
