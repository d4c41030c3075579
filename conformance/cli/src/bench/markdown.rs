//! The report as Markdown tables, on their own or kept up to date inside a document.

use super::report::{BenchReport, Format};
use super::tables::BenchTable;
use std::fmt::Write;

/// The lines in a document between which the tables are replaced.
pub const MARKERS: [&str; 2] = ["<!-- ascertain bench -->", "<!-- /ascertain bench -->"];

/// Markdown. Text around [`MARKERS`] in the file stays.
pub(super) const FORMAT: Format = Format {
    name: "markdown",
    text: |of, existing| {
        let tables = report(of);
        Ok(existing.and_then(|document| renewed(document, &tables)).unwrap_or(tables))
    },
};

/// The report.
#[must_use]
pub fn report(report: &BenchReport) -> String {
    let mut out = String::new();
    for (name, value) in report.facts() {
        let _ = writeln!(out, "- {name}: {}", escaped(&value));
    }
    for note in report.against.iter().flat_map(|against| &against.notes) {
        let _ = writeln!(out, "- {}", escaped(note));
    }
    for table in [Some(report.backend_entries()), report.changes()].into_iter().flatten() {
        write(&mut out, &table);
    }
    for (place, class, cases) in report.shapes() {
        let _ = writeln!(out, "\n### {class}: {place}");
        for table in report.tables(&cases) {
            write(&mut out, &table);
        }
    }
    if let Some(refusals) = report.refusals() {
        let _ = writeln!(out, "\n### Not timed");
        write(&mut out, &refusals);
    }
    out
}

/// The document with the report between its markers. None if it has no markers.
#[must_use]
pub fn renewed(document: &str, report: &str) -> Option<String> {
    let (before, rest) = document.split_once(MARKERS[0])?;
    let (_, after) = rest.split_once(MARKERS[1])?;
    Some(format!("{before}{}\n\n{}\n\n{}{after}", MARKERS[0], report.trim(), MARKERS[1]))
}

fn write(out: &mut String, table: &BenchTable) {
    let _ = writeln!(out, "\n{}:\n", table.caption);
    let line =
        |cells: &mut dyn Iterator<Item = String>| format!("| {} |", cells.collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "{}", line(&mut table.head.iter().map(|head| escaped(&head.text))));
    let mut rules = table.head.iter().map(|head| if head.is_right { "---:" } else { "---" }.to_owned());
    let _ = writeln!(out, "{}", line(&mut rules));
    for row in &table.rows {
        let _ = writeln!(out, "{}", line(&mut row.iter().map(|cell| escaped(&cell.text))));
    }
}

/// Text for a cell, which must not contain a bar or a line break.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

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
