//! The report as one HTML file, with plots, and as Markdown tables, on their own or kept up to date inside a document.
//!
//! The templates are in `conformance/cli/templates/`; here is what they show.

use super::plot::plot;
use super::report::{BenchReport, Format};
use ascertain_conformance::report::template::{Templates, Written};
use serde_json::{Value, json};
use std::io;

/// HTML.
pub(super) const HTML: Format = Format { name: "html", text: |of, _| html(of) };

/// Markdown. Text around [`MARKERS`] in the file stays.
pub(super) const MARKDOWN: Format = Format {
    name: "markdown",
    text: |of, existing| {
        let tables = markdown(of)?;
        Ok(existing.and_then(|document| renewed(document, &tables)).unwrap_or(tables))
    },
};

/// The lines in a document between which the tables are replaced.
pub const MARKERS: [&str; 2] = ["<!-- ascertain bench -->", "<!-- /ascertain bench -->"];

/// The report as HTML.
///
/// # Errors
/// When a template is not valid.
pub fn html(report: &BenchReport) -> io::Result<String> {
    render("bench.html", report)
}

/// The report as Markdown.
///
/// # Errors
/// When a template is not valid.
pub fn markdown(report: &BenchReport) -> io::Result<String> {
    render("bench.md", report)
}

/// The document with the report between its markers. None if it has no markers.
#[must_use]
pub fn renewed(document: &str, report: &str) -> Option<String> {
    let (before, rest) = document.split_once(MARKERS[0])?;
    let (_, after) = rest.split_once(MARKERS[1])?;
    Some(format!("{before}{}\n\n{}\n\n{}{after}", MARKERS[0], report.trim(), MARKERS[1]))
}

fn render(template: &str, report: &BenchReport) -> io::Result<String> {
    Templates::new(&TEMPLATES, STYLE, "")?.render(template, &page(report))
}

/// What the templates show.
pub(super) fn page(report: &BenchReport) -> Value {
    let shapes = report.shapes().into_iter().map(|(place, class, cases)| {
        json!({
            "class": class,
            "place": place,
            "plot": plot(report, &cases),
            "tables": report.tables(&cases),
        })
    });
    json!({
        "written": Written::now(),
        "suite": report.suite,
        "entries": report.backends,
        "backends": report.backends.iter().map(|backend| &backend.label).collect::<Vec<_>>(),
        "kind": report.outcome_kind(),
        "words": report.conclusion(),
        "quick": report.settings.quick,
        "incomplete": report.incomplete,
        // What makes the comparison with an earlier report hard.
        "notes": report.against.as_ref().map_or(&[][..], |against| &against.notes),
        "facts": report.facts(),
        "backend_table": report.backend_entries(),
        "changes": report.changes(),
        "shapes": shapes.collect::<Vec<_>>(),
        "refusals": report.refusals(),
    })
}

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 3] = [
    ("bench.html", include_str!("../../templates/bench.html")),
    ("bench.md", include_str!("../../templates/bench.md")),
    ("plot.html", include_str!("../../templates/plot.html")),
];

const STYLE: &str = include_str!("../../templates/bench.css");

#[cfg(test)]
mod tests {
    use super::{MARKERS, renewed};

    #[test]
    fn only_what_is_between_the_markers_is_renewed() {
        let [begin, end] = MARKERS;
        let document = format!("before\n{begin}\nold\n{end}\nafter\n");
        let new = renewed(&document, "new\n").expect("it has markers");
        assert_eq!(new, format!("before\n{begin}\n\nnew\n\n{end}\nafter\n"));
        assert_eq!(renewed(&new, "new").as_deref(), Some(new.as_str()));
        assert_eq!(renewed("no markers", "new"), None);
    }
}
