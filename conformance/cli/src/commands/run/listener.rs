//! Tells how a run goes: a progress bar, the verdicts of cases, reports that grow with it, and its journal.

use crate::commands::journal::OpenJournal;
use crate::commands::lines::LiveReports;
use crate::commands::output::Reports;
use crate::commands::progress::Progress;
use ascertain_conformance::report::text::plural;
use ascertain_conformance::run::{Listener, Started, Step};

/// Shows how a run goes, and writes its journal.
pub(super) struct ProgressListener<'a> {
    pub(super) progress: Progress,
    pub(super) findings: u64,
    pub(super) journal: Option<OpenJournal>,
    /// Where the verdict of each case goes, if it is wanted.
    pub(super) verdicts: Option<&'a Reports>,
    pub(super) live: &'a mut LiveReports,
}

impl Listener for ProgressListener<'_> {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        self.journal.as_mut().map_or(Ok(()), |open| open.journal.started(started))?;
        self.live.started(started);
        Ok(())
    }

    fn step(&mut self, step: &Step) {
        if let Some(open) = &mut self.journal {
            open.journal.step(step);
        }
        self.show(step);
    }
}

impl ProgressListener<'_> {
    pub(super) fn show(&mut self, step: &Step) {
        self.live.step(step);
        self.findings += step.results().filter(|result| result.judgement.verdict.is_finding()).count() as u64;
        let words = (self.findings > 0).then(|| plural(self.findings, "finding", "findings"));
        self.progress.advance(step.cases(), words);
        if let Some(reports) = self.verdicts {
            self.progress.suspend(|| reports.say_verdicts(step.results()));
        }
    }
}
