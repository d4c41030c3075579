//! What a run has beside verdicts: observations, errors of sums and products, known failures.

use super::{View, times};
use crate::report::grid::{Field, Grid};
use crate::report::text::{BAD, DIM, HEAD, NAME, PLAIN, WARN, fit, labelled, plural, thousands};
use crate::report::words::{self, NotJudged};
use crate::results::summary::{ObservedPoint, Summary};
use ascertain_judge::error_statistics::{Errors, MODELS};
use ascertain_judge::verdict::{ExpectationStatus, KnownEntry, Run, Verdict};
use std::io::{self, Write};

pub(super) fn unspecified(out: &mut dyn Write, summary: &Summary<'_>, view: View) -> io::Result<()> {
    if summary.observed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Where the documents are silent or disagree{HEAD:#}")?;
    let names = summary.observed.iter().map(|s| s.requirement.len()).max().unwrap_or(0);
    let mut grid = Grid::default();
    for ObservedPoint { requirement, behaviours: answers } in &summary.observed {
        let answers: Vec<_> = answers.iter().map(|(answer, count)| times(answer, *count)).collect();
        let line = fit(&answers, view.width.saturating_sub(names + 4));
        grid.row(vec![Field::left(*requirement, NAME), Field::left(line, PLAIN)]);
    }
    grid.write(out, 2, view.width)
}

/// Number of reasons to show before counting the rest.
const REASONS: usize = 8;

/// Why cases were not judged, the most frequent reasons first. A case that has a reason of its own is named.
pub(super) fn not_judged(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let reasons = words::not_judged(run);
    if reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Why cases were not judged{HEAD:#}")?;
    for NotJudged { verdict, why, cases, first, .. } in reasons.iter().take(REASONS) {
        let who = if *cases == 1 { (*first).to_owned() } else { plural(*cases, "case", "cases") };
        labelled(out, (2, verdict.name(), 13), &format!("{who}: {why}"), PLAIN, view.width)?;
    }
    let more = reasons.len().saturating_sub(REASONS);
    if more > 0 {
        let more = plural(more as u64, "more reason", "more reasons");
        writeln!(out, "  {DIM}and {more}; --report json=FILE lists all{DIM:#}")?;
    }
    let counts = run.unlisted.values().map(|unlisted| &unlisted.tally.counts);
    let random = counts.map(|counts| counts.of(Verdict::Unsupported) + counts.of(Verdict::Skipped)).sum();
    if random > 0 {
        writeln!(out, "  {DIM}and {}{DIM:#}", plural(random, "random case", "random cases"))?;
    }
    Ok(())
}

/// Errors of float sums and products that are improbable, though no bound excludes them.
pub(super) fn unexplained(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let found: Vec<&Errors> = run.drift.errors().filter(|errors| errors.unexplained()).collect();
    if found.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{HEAD}Errors explained by no evaluation known here{HEAD:#} {DIM}(mean ± spread, in ulp){DIM:#}"
    )?;
    let mut grid = Grid::default();
    grid.head(["operator", "dtype", "elements"], ["lines", "this backend"].into_iter().chain(MODELS));
    for errors in found {
        let (result, models) = errors.spreads();
        let mut row = vec![
            Field::left(errors.operator, NAME),
            Field::left(errors.dtype.name(), PLAIN),
            Field::left(errors.elements(), PLAIN),
            Field::right(thousands(errors.lines), PLAIN),
            Field::right(result.to_string(), WARN),
        ];
        row.extend(models.map(|model| Field::right(model.to_string(), PLAIN)));
        grid.row(row);
    }
    grid.write(out, 2, view.width)
}

/// What a standard says beside the pages.
pub(super) fn beside(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let Some((title, classes)) = words::beside(run) else { return Ok(()) };
    writeln!(out, "\n{HEAD}{title}{HEAD:#}")?;
    for (cases, what, example) in classes {
        writeln!(out, "  {:>9}  {what}", thousands(cases))?;
        if let Some(example) = example {
            let text = format!("{}: {}", example.case, example.says);
            labelled(out, (13, "", 0), &text, DIM, view.width)?;
        }
    }
    Ok(())
}

/// The list of known failures: what became of each entry, those that make the run fail first.
pub(super) fn known_failures(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    if run.known.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Known failures{HEAD:#}")?;
    for known in words::known_failures(run) {
        let KnownEntry { entry, standing, .. } = &known;
        let (label, what) = words::standing(&known);
        let issue = entry.issue.as_ref().map_or(String::new(), |issue| format!(" ({issue})"));
        let text = format!("{}: {what}: {}{issue}", entry.subject(), entry.reason);
        let style = match standing {
            standing if standing.fails() => BAD,
            ExpectationStatus::Known => PLAIN,
            _ => DIM,
        };
        labelled(out, (2, label, 12), &text, style, view.width)?;
    }
    Ok(())
}

/// Entries of the list of known failures that make the run fail.
const ENTRIES: usize = 5;

/// Which entries of the list of known failures make the run fail, once more where a person looks first.
pub(super) fn out_of_date(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let Some((counts, names)) = words::out_of_date(run) else { return Ok(()) };
    let more = names.len().saturating_sub(ENTRIES);
    let more = if more > 0 { format!(", and {} more", thousands(more as u64)) } else { String::new() };
    let text = format!("{counts}: {}{more}", names[..names.len().min(ENTRIES)].join(", "));
    labelled(out, (0, "known", 7), &text, BAD, view.width)
}
