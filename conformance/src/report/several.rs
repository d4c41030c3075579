//! A table that compares several runs.

use super::grid::{Field, Grid};
use super::outcome::Outcome;
use super::terminal::kind_style;
use super::text::{HEAD, NAME, PLAIN, thousands};
use crate::results::RunRequest;
use crate::results::summary::Summary;
use ascertain_judge::verdict::{Run, Verdict};
use std::io::{self, Write};

/// Writes one line for each run.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, runs: &[(Run, RunRequest)], width: usize) -> io::Result<()> {
    let mut grid = Grid::default();
    grid.head(["backend", "verdict"], ["judged", "passed", "findings", "unsupported"]);
    for (run, asked) in runs {
        let summary = Summary::of(run);
        let outcome = Outcome::of(run);
        let count = |n: u64| Field::right(thousands(n), PLAIN);
        let counts = &summary.total.counts;
        grid.row(vec![
            Field::left(asked.named(run), NAME),
            Field::left(outcome.words, kind_style(outcome.kind)),
            count(summary.total.counts.judged()),
            count(counts.of(Verdict::Pass)),
            count(summary.findings() as u64 + summary.unlisted_findings()),
            count(counts.of(Verdict::Unsupported)),
        ]);
    }
    writeln!(out, "\n{HEAD}All backends{HEAD:#}")?;
    grid.write(out, 2, width)
}
