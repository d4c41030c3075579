//! The report in a terminal.

use super::pages;
use super::report::{BenchReport, MeasuredCase, Outcome};
use super::tables::{BenchTable, digits, duration};
use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::template;
use ascertain_conformance::report::text::{BAD, DIM, GOOD, NAME, PLAIN};
use serde_json::json;
use std::io::{self, Write};

const TEXT: (&str, &str) = ("bench.txt", include_str!("../../templates/bench.txt"));

/// Writes the report, `width` columns wide.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, report: &BenchReport, width: usize) -> io::Result<()> {
    let mut page = pages::page(report);
    for (at, (.., cases)) in report.shapes().into_iter().enumerate() {
        page["shapes"][at]["grid"] = json!(text(&times(report, &cases, width), width)?);
    }
    let changes = report.changes().map(|table| text(&changes(&table), width)).transpose()?;
    page["change_grid"] = json!(changes);
    template::write_text(out, TEXT, &page, width)
}

fn text(grid: &Grid, width: usize) -> io::Result<String> {
    let mut text = Vec::new();
    grid.write(&mut text, 2, width)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// The times of one shape, by dtype and backend.
fn times(report: &BenchReport, cases: &[&MeasuredCase], width: usize) -> Grid {
    let started: Vec<usize> = (0..report.backends.len()).filter(|&b| report.has_started(b)).collect();
    let labels = || started.iter().map(|&backend| &report.backends[backend].label);
    // Without room for both, the absolute time is left out.
    let room = 8 + labels().map(|label| label.chars().count().max(18) + 2).sum::<usize>();
    let mut grid = Grid::default();
    grid.head(["dtype"], labels());
    for case in cases {
        let fields = started.iter().map(|&backend| field(case.outcome(backend), room <= width));
        grid.row(std::iter::once(Field::left(&case.dtype, NAME)).chain(fields).collect());
    }
    grid
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

fn changes(table: &BenchTable) -> Grid {
    let mut grid = Grid::default();
    for row in &table.rows {
        let change = if row.first().is_some_and(|cell| cell.text == "faster") { GOOD } else { BAD };
        let style = |at| if at == 0 { change } else { PLAIN };
        grid.row(row.iter().enumerate().map(|(at, cell)| Field::left(&cell.text, style(at))).collect());
    }
    grid
}
