//! Compares reports, case by case: two versions of one backend, or many backends.
//!
//! Cases are compared by their ids, which never change. So reports of other versions of the suite can be compared too, as
//! long as its major version is the same.

mod difference;
mod matrix;

pub use self::difference::{Change, Difference, Entry, Group};
pub use self::matrix::{Matrix, MatrixCell, MatrixRow, MatrixTable, SIGNS};

use crate::results::{ReadError, Report, Selection};
use ascertain_judge::text;
use ascertain_judge::verdict::CaseResult;
use std::collections::HashMap;

/// One report.
#[derive(Debug)]
pub struct Side {
    /// The name of its file.
    pub file: String,
    pub(crate) report: Report,
}

impl Side {
    /// A report that was read from a file.
    #[must_use]
    pub fn new(file: &str, report: Report) -> Self {
        Self { file: text::name(file), report }
    }

    /// The backend's name and version.
    #[must_use]
    pub fn backend(&self) -> String {
        let backend = &self.report.backend;
        let named = format!("{} {}", backend.name, backend.version);
        if self.report.not_started.is_some() { backend.asked.to_string() } else { named.trim().to_owned() }
    }

    /// The version of the suite.
    #[must_use]
    pub fn suite(&self) -> &str {
        &self.report.suite
    }

    /// Why the backend did not start, or why the run ended early.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let started = self.report.not_started.as_deref().map(|reason| format!("did not start: {reason}"));
        started.or_else(|| self.report.incomplete.as_deref().map(|reason| format!("incomplete: {reason}")))
    }

    /// The profile, and the selection of cases if it is not all of them.
    pub(crate) fn how(&self) -> String {
        let part = if self.part() == Selection::default() { "" } else { ", part of the suite" };
        let own = self.report.selection.own.as_ref().map_or("", |_| ", own cases too");
        format!("profile {}, suite {}{part}{own}", self.report.profile, self.report.suite)
    }

    /// What chose the cases of the suite.
    fn part(&self) -> Selection {
        let selection = self.report.selection.clone();
        Selection {
            own: None,
            demands: Vec::new(),
            observe_readings: false,
            standard: None,
            by_standard: false,
            ..selection
        }
    }

    fn by_id(&self) -> HashMap<&str, &CaseResult> {
        self.report.cases.iter().map(|case| (&*case.id, case)).collect()
    }

    /// The command that asks a case again.
    pub(crate) fn repro_command(&self, case: &str) -> String {
        self.report.request().repro_command(case)
    }
}

/// Checks that reports are of one major version of the suite. Ids are kept within one.
///
/// # Errors
/// If they are not.
pub fn check(sides: &[Side]) -> Result<(), ReadError> {
    let major = |side: &Side| side.suite().split('.').next().map(str::to_owned);
    let Some(first) = sides.first() else { return Ok(()) };
    match sides.iter().find(|side| major(side) != major(first)) {
        Some(other) => Err(ReadError::new(
            format!(
                "{} is of version {} of the suite, and {} of version {}",
                other.file,
                other.suite(),
                first.file,
                first.suite()
            ),
            "cases of another major version are not the same; run both with one version of ascertain",
        )),
        None => Ok(()),
    }
}
