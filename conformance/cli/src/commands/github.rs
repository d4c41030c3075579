//! What GitHub shows of a run on one of its runners: annotations, and the summary of the step.

use super::error::Problem;
use super::print::is_on_runner;
use ascertain_conformance::report::formats;
use ascertain_conformance::report::github::Annotations;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::verdict::Run;
use std::env;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The runner that this program is on.
pub(super) struct Runner {
    /// The file that all commands of a step append to.
    summary: Option<PathBuf>,
    annotations: Annotations,
}

impl Runner {
    /// None elsewhere. `written` are paths of reports that are written anyway: one of them may be the summary.
    pub(super) fn here<'a>(mut written: impl Iterator<Item = &'a str>) -> Option<Self> {
        if !is_on_runner() {
            return None;
        }
        let summary = env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        let summary = summary.filter(|path| !path.as_os_str().is_empty());
        let summary = summary.filter(|path| !written.any(|written| Path::new(written) == path));
        Some(Self { summary, annotations: Annotations::default() })
    }

    /// Writes the annotations of a run.
    pub(super) fn annotate(&mut self, out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
        self.annotations.write(out, run, asked)
    }

    /// Appends a run to the summary of the step.
    pub(super) fn summarize(&self, run: &Run, asked: &RunRequest) -> Result<(), Problem> {
        let (Some(path), Some(markdown)) = (&self.summary, formats::named("markdown")) else { return Ok(()) };
        let append = || {
            let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
            (markdown.write)(&mut out, run, asked)?;
            writeln!(out)?;
            out.flush()
        };
        append().map_err(|error| Problem::Report(path.clone(), error))
    }
}
