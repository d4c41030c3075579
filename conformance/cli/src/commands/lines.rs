//! Reports that are written as a run goes: JSON lines.

use super::error::Problem;
use super::output::tell;
use super::pending::PendingFile;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::RunRequest;
use ascertain_conformance::report::json::JsonLines;
use ascertain_conformance::run::{Started, Step};
use ascertain_conformance::verdict::Run;
use std::io::{self, Write};
use std::path::PathBuf;

/// The lines of one run, in one place or more.
#[derive(Default)]
pub(super) struct LiveReports(Vec<(PathBuf, JsonLines<Box<dyn Write>>)>);

impl LiveReports {
    /// Opens them and writes the first line. One that cannot be opened is told on standard error, like one that cannot be
    /// written in the end.
    pub(super) fn start(
        files: Vec<PendingFile>,
        cases: usize,
        options: &RunOptions,
        asked: &RunRequest,
    ) -> Self {
        let mut all = Self::default();
        for file in files {
            let path = file.path().to_owned();
            match file.stream() {
                Ok(out) => {
                    let mut lines = JsonLines::new(out);
                    lines.start(cases, options, asked);
                    all.0.push((path, lines));
                }
                Err(problem) => problem.print(),
            }
        }
        all
    }

    pub(super) fn started(&mut self, started: &Started) {
        self.0.iter_mut().for_each(|(_, lines)| lines.started(started));
    }

    pub(super) fn step(&mut self, step: &Step) {
        self.0.iter_mut().for_each(|(_, lines)| lines.step(step));
    }

    pub(super) fn end(self, run: &Run) {
        for (path, lines) in self.0 {
            match lines.end(run) {
                // Whoever reads standard output may have had enough of it.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
                ended => tell(ended.map_err(|error| Problem::Report(path, error))),
            }
        }
    }
}
