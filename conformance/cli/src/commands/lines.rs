//! Reports that are written as a run goes: JSON lines.

use super::error::Problem;
use super::pending::{PendingFile, Written};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::lines::JsonLines;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::run::{Started, Step};
use ascertain_conformance::verdict::Run;
use std::io::{self, Write};
use std::path::PathBuf;

/// The lines of one run, in one place or more.
#[derive(Default)]
pub(super) struct LiveReports(Vec<(PathBuf, JsonLines<Box<dyn Write>>)>);

impl LiveReports {
    /// Opens one more and writes its first line.
    pub(super) fn start(
        &mut self,
        file: PendingFile,
        cases: usize,
        options: &RunOptions,
        asked: &RunRequest,
    ) -> Result<(), Problem> {
        let path = file.path().to_owned();
        let mut lines = JsonLines::new(file.stream()?);
        lines.start(cases, options, asked);
        self.0.push((path, lines));
        Ok(())
    }

    pub(super) fn started(&mut self, started: &Started) {
        self.0.iter_mut().for_each(|(_, lines)| lines.started(started));
    }

    pub(super) fn step(&mut self, step: &Step) {
        self.0.iter_mut().for_each(|(_, lines)| lines.step(step));
    }

    pub(super) fn end(self, run: &Run, written: &Written) {
        for (path, lines) in self.0 {
            match lines.end(run) {
                // Whoever reads standard output may have had enough of it.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
                ended => written.note(ended.map_err(|error| Problem::Report(path, error))),
            }
        }
    }
}
