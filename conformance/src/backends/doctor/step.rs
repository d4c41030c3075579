//! The steps of a check, and their outcomes.

use ascertain_judge::text;

/// One step of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is checked, in a few words.
    pub name: &'static str,
    /// The result.
    pub outcome: StepOutcome,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// No problem; what was seen.
    Fine(String),
    /// Not applicable; why.
    Skipped(String),
    /// Something is wrong.
    Problem {
        /// What is wrong.
        what: String,
        /// How to fix it.
        fix: String,
    },
}

impl StepOutcome {
    pub(super) fn problem(what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::Problem { what: what.into(), fix: fix.into() }
    }

    /// With what adapters say in it as [`text::sanitize`] shows it.
    pub(super) fn sanitized(self) -> Self {
        match self {
            Self::Fine(what) => Self::Fine(text::sanitize(&what)),
            Self::Skipped(why) => Self::Skipped(text::sanitize(&why)),
            Self::Problem { what, fix } => Self::Problem { what: text::sanitize(&what), fix },
        }
    }

    /// Whether it is a problem.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::Problem { .. })
    }
}
