//! The journal of a run: `--journal` and `--resume`.

use super::error::Problem;
use super::pending::{Named, Written};
use super::targets::for_each_backend;
use ascertain_conformance::case::Case;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::results::journal::Journal;
use ascertain_conformance::results::{ReadError, RunRequest};
use ascertain_conformance::run::Step;
use clap::Args;
use std::path::{Path, PathBuf};

/// Where the journal goes.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Reports")]
pub struct JournalArguments {
    /// Write results to this file while the run goes on, so that --resume can continue it after it was killed. With several
    /// backends, put {backend} into PATH.
    #[arg(long, value_name = "PATH")]
    journal: Option<String>,

    /// Continue the run in the journal. The other arguments must be the same. If there is no journal yet, start a new run.
    #[arg(long, requires = "journal")]
    resume: bool,
}

/// The journal of the run on one backend.
pub(super) struct OpenJournal {
    path: PathBuf,
    pub(super) journal: Journal,
    /// What was found before.
    pub(super) earlier: Vec<Step>,
}

impl JournalArguments {
    /// The journal of the run on each backend, if journals are wanted.
    pub(super) fn paths(&self, backends: &[String]) -> Result<Vec<Named>, Problem> {
        let Some(path) = &self.journal else { return Ok(Vec::new()) };
        let example = "--journal run-{backend}.journal";
        let paths = for_each_backend(path, backends, "share the journal", example)?.into_iter();
        Ok(paths.map(|path| (format!("--journal {}", path.display()), path)).collect())
    }

    /// Opens the journal of each run at these paths, if journals are wanted.
    pub(super) fn open(
        &self,
        paths: Vec<Named>,
        cases: &[Case],
        options: &RunOptions,
        runs: &[RunRequest],
    ) -> Result<Vec<Option<OpenJournal>>, Problem> {
        let open = |((_, path), asked): (Named, &RunRequest)| {
            let opened = Journal::open(&path, self.resume, cases, options, asked);
            let (journal, earlier) = opened.map_err(|error| problem(&path, error))?;
            Ok(Some(OpenJournal { path, journal, earlier }))
        };
        match self.journal {
            Some(_) => paths.into_iter().zip(runs).map(open).collect(),
            None => Ok(runs.iter().map(|_| None).collect()),
        }
    }
}

impl OpenJournal {
    /// Closes the journal. One that could not be written is told on standard error.
    ///
    /// # Errors
    /// If nothing was asked, since the journal belongs to another backend.
    pub(super) fn close(self, written: &Written) -> Result<(), Problem> {
        if let Some(refused) = self.journal.refused() {
            return Err(problem(&self.path, refused.clone()));
        }
        written.note(self.journal.close().map_err(|error| {
            let what = format!("cannot write the journal {}: {error}", self.path.display());
            Problem::usage(what, "with --resume, another run goes on where it ends")
        }));
        Ok(())
    }
}

fn problem(path: &Path, error: ReadError) -> Problem {
    Problem::usage(format!("{}: {}", path.display(), error.what), error.help)
}
