//! What GitHub shows of a run on one of its runners: annotations, and the summary of the step.

use super::error::Problem;
use super::output::Target;
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
    /// None elsewhere. `reports` are those that are written anyway: one of them may be the summary.
    pub(super) fn here(reports: &[Target]) -> Option<Self> {
        if !is_here() {
            return None;
        }
        let summary = env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        let summary = summary.filter(|path| !path.as_os_str().is_empty());
        let summary = summary.filter(|path| !reports.iter().any(|report| Path::new(&report.path) == path));
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

/// Whether this program is on a runner.
pub(super) fn is_here() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Text in which the runner follows no commands: a backend may say `::error::` too. The runner looks for `::` where a line
/// begins, after blanks, and for `##[` anywhere.
pub(super) fn without_commands(text: &str) -> String {
    let line = |line: &str| {
        let words = after_blanks(line);
        let mark = if words.starts_with("::") { "\\" } else { "" };
        format!("{}{mark}{}", &line[..line.len() - words.len()], words.replace("##[", "#\\#["))
    };
    text.split_inclusive('\n').map(line).collect()
}

/// What follows the blanks and styles at the start of a line.
fn after_blanks(line: &str) -> &str {
    let rest = line.trim_start();
    match rest.strip_prefix("\u{1b}[").and_then(|style| style.split_once('m')) {
        Some((_, rest)) => after_blanks(rest),
        None => rest,
    }
}
