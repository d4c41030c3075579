//! The report in a terminal.

use super::report::{BenchReport, Outcome};
use super::tables::{Tone, digits, duration};
use anstyle::Style;
use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, labelled};
use std::io::{self, Write};

/// Columns for the labels of facts.
const LABELS: usize = 14;

/// Writes the report, `width` columns wide.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, report: &BenchReport, width: usize) -> io::Result<()> {
    writeln!(out, "{HEAD}ascertain {}{HEAD:#} bench, cumprod", report.suite)?;
    for (name, value) in report.facts() {
        labelled(out, (2, name, LABELS), &value, PLAIN, width)?;
    }
    for backend in &report.backends {
        match &backend.not_started {
            None => labelled(
                out,
                (2, "backend", LABELS),
                &format!("{} {}", backend.label, backend.version),
                NAME,
                width,
            )?,
            Some(why) => labelled(out, (2, "did not start", LABELS), why, BAD, width)?,
        }
    }
    for (place, class, cases) in report.shapes() {
        writeln!(out, "\n{HEAD}{class}{HEAD:#}  {place} {DIM}time relative to memcpy, and absolute{DIM:#}")?;
        let mut grid = Grid::default();
        let started: Vec<usize> = (0..report.backends.len()).filter(|&b| report.has_started(b)).collect();
        let mut head = vec![Field::left("dtype", DIM)];
        head.extend(started.iter().map(|&backend| Field::right(&report.backends[backend].label, DIM)));
        grid.row(head);
        // Without room for both, the absolute time is left out.
        let room =
            8 + started.iter().map(|&b| report.backends[b].label.chars().count().max(18) + 2).sum::<usize>();
        for case in cases {
            let mut row = vec![Field::left(&case.dtype, NAME)];
            row.extend(started.iter().map(|&b| field(case.outcome(b), room <= width)));
            grid.row(row);
        }
        grid.write(out, 2, width)?;
    }
    refusals(out, report, width)?;
    changes(out, report, width)?;
    writeln!(out)?;
    conclusion(out, report)
}

fn field(outcome: Option<&Outcome>, with_time: bool) -> Field {
    let Some(outcome) = outcome else { return Field::right("", DIM) };
    match &outcome.timing {
        Some(timing) => {
            let ratio = digits(timing.ratio.median);
            let text = if with_time {
                format!("{ratio}x {:>9}", duration(timing.ns.median))
            } else {
                format!("{ratio}x")
            };
            Field::right(text, PLAIN)
        }
        None => Field::right(outcome.words(), if outcome.is_failure() { BAD } else { DIM }),
    }
}

fn refusals(out: &mut dyn Write, report: &BenchReport, width: usize) -> io::Result<()> {
    let not_timed = report.not_timed();
    if not_timed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Not timed{HEAD:#}")?;
    for not_timed in not_timed {
        let label = &report.backends[not_timed.backend].label;
        let why = if not_timed.why.is_empty() { String::new() } else { format!(": {}", not_timed.why) };
        let (verdict, places, dtypes) =
            (not_timed.verdict, report.places_in_words(&not_timed.places), not_timed.dtypes.join(" "));
        labelled(
            out,
            (2, label, LABELS.max(label.len() + 2)),
            &format!("{verdict}, {places}, {dtypes}{why}"),
            PLAIN,
            width,
        )?;
    }
    Ok(())
}

fn changes(out: &mut dyn Write, report: &BenchReport, width: usize) -> io::Result<()> {
    let (Some(against), Some(table)) = (&report.against, report.changes()) else { return Ok(()) };
    writeln!(out, "\n{HEAD}{}{HEAD:#}", table.caption)?;
    for note in &against.notes {
        labelled(out, (2, "", 0), note, WARN, width)?;
    }
    let mut grid = Grid::default();
    for row in &table.rows {
        let style: Style = if row.first().is_some_and(|cell| cell.text == "faster") { GOOD } else { BAD };
        let field = |(k, text): (usize, &str)| Field::left(text, if k == 0 { style } else { PLAIN });
        grid.row(row.iter().map(|cell| cell.text.as_str()).enumerate().map(field).collect());
    }
    grid.write(out, 2, width)
}

fn conclusion(out: &mut dyn Write, report: &BenchReport) -> io::Result<()> {
    let words = report.conclusion();
    if let Some(why) = &report.incomplete {
        let style = WARN.bold();
        return writeln!(out, "{style}incomplete{style:#}: {words} {DIM}({why}){DIM:#}");
    }
    let style = match report.tone() {
        Tone::Good => GOOD,
        Tone::Bad => BAD,
        Tone::Open => WARN,
    };
    let (first, rest) = words.split_at(words.find(',').unwrap_or(words.len()));
    writeln!(out, "{style}{first}{style:#}{rest}")
}
