//! The report as one HTML file, with plots.
//!
//! The templates are in `conformance/cli/templates/`; here are the values that they show.

use super::plot::Plot;
use super::report::{BenchReport, Format};
use super::tables::{BenchTable, Tone};
use ascertain_conformance::report::template::{Templates, Written};
use serde::Serialize;
use std::io;

/// HTML.
pub(super) const FORMAT: Format = Format { name: "html", text: |of, _| report(of) };

/// The report.
///
/// # Errors
/// When a template is not valid.
pub fn report(report: &BenchReport) -> io::Result<String> {
    Templates::new(&TEMPLATES, STYLE, "")?.render("bench.html", &Page::of(report))
}

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 2] = [
    ("bench.html", include_str!("../../templates/bench.html")),
    ("plot.html", include_str!("../../templates/plot.html")),
];

const STYLE: &str = include_str!("../../templates/bench.css");

/// Everything that the report shows.
#[derive(Debug, Serialize)]
struct Page<'a> {
    written: Written,
    backends: Vec<&'a str>,
    outcome: Outcome,
    /// What makes the comparison with an earlier report hard.
    notes: &'a [String],
    facts: Vec<(&'static str, String)>,
    backend_table: BenchTable,
    changes: Option<BenchTable>,
    shapes: Vec<ShapeOf<'a>>,
    refusals: Option<BenchTable>,
}

/// The result in a few words.
#[derive(Debug, Serialize)]
struct Outcome {
    /// `good`, `bad` or `open`: how it looks.
    class: &'static str,
    /// A sign, for those who do not see the colour.
    sign: &'static str,
    words: String,
}

#[derive(Debug, Serialize)]
struct ShapeOf<'a> {
    /// `last dim, (4096, 4096) dim -1`.
    name: String,
    plot: Plot<'a>,
    tables: Vec<BenchTable>,
}

impl<'a> Page<'a> {
    fn of(report: &'a BenchReport) -> Self {
        let shapes = report.shapes().into_iter().map(|(place, class, cases)| ShapeOf {
            name: format!("{class}, {place}"),
            plot: Plot::of(report, &cases),
            tables: report.tables(&cases),
        });
        let (class, sign) = match report.tone() {
            Tone::Good => ("good", "✓"),
            Tone::Bad => ("bad", "✗"),
            Tone::Open => ("open", "?"),
        };
        let mut words = report.conclusion();
        if report.settings.quick {
            words.push_str(", in a quick look");
        }
        if let Some(why) = &report.incomplete {
            words = format!("incomplete ({why}): {words}");
        }
        Self {
            written: Written::now(),
            backends: report.backends.iter().map(|backend| &*backend.label).collect(),
            outcome: Outcome { class, sign, words },
            notes: report.against.as_ref().map_or(&[], |against| &against.notes),
            facts: report.facts(),
            backend_table: report.backend_entries(),
            changes: report.changes(),
            shapes: shapes.collect(),
            refusals: report.refusals(),
        }
    }
}
