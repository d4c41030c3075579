//! Why a report cannot be read.

use std::fmt;

/// Why a report, or a line of a journal, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong, and where.
    pub what: String,
    /// What to do.
    pub help: String,
}

/// What to do about words that this suite does not have.
const OTHER: &str =
    "it was changed, or written by another build of ascertain; read it with that one, or run again";

impl ReadError {
    pub(crate) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }

    /// Something that this suite would not have written.
    pub(crate) fn unlike(what: impl Into<String>) -> Self {
        Self::new(what, OTHER)
    }

    /// The same, with the name of the file.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        Self { what: format!("{file}: {}", self.what), ..self }
    }

    /// Something wrong with one case.
    pub(crate) fn case(id: &str, why: impl fmt::Display) -> Self {
        Self::unlike(format!("case {id}: {why}"))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for ReadError {}
