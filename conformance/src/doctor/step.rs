//! The steps of an examination, and their outcomes.

/// One step of an examination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is looked at, in a few words.
    pub name: &'static str,
    /// What was found.
    pub outcome: StepOutcome,
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// All is well; in words what was seen.
    Fine(String),
    /// It does not apply, and why.
    Skipped(String),
    /// Something is wrong.
    Problem {
        /// What.
        what: String,
        /// What to do about it.
        fix: String,
    },
}

impl StepOutcome {
    pub(super) fn problem(what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::Problem { what: what.into(), fix: fix.into() }
    }

    /// Whether something is wrong.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::Problem { .. })
    }
}
