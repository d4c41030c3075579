//! The steps of an examination, and their outcomes.

/// One step of an examination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is looked at, in a few words.
    pub name: &'static str,
    /// What was found.
    pub outcome: Outcome,
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well; in words what was seen.
    Fine(String),
    /// It does not apply, and why.
    Skipped(String),
    /// Something is wrong.
    Problem {
        /// What.
        what: String,
        /// What to do about it.
        mend: String,
    },
}

impl Outcome {
    pub(super) fn problem(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self::Problem { what: what.into(), mend: mend.into() }
    }

    /// Whether something is wrong.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::Problem { .. })
    }
}
