//! Reads Markdown's pipe tables.
//!
//! A renderer pads short rows, cuts long ones and shows a table without its second line as a paragraph. Here each of these
//! is damage. Only one thing is tolerated: text right before a table, without a blank line.

use super::builder::PageBuilder;
use super::table::{Draft, Row};
use crate::vocabulary::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Cells of a row, trimmed but with their markup. Escaped pipes do not separate cells.
pub(super) fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in row.match_indices('|') {
        if !is_escaped(row, at) {
            cells.push(row[start..at].trim());
            start = at + 1;
        }
    }
    if start < row.len() || cells.is_empty() {
        cells.push(row[start..].trim());
    }
    cells
}

/// Whether the byte at `at` is escaped by a backslash.
fn is_escaped(row: &str, at: usize) -> bool {
    (row[..at].len() - row[..at].trim_end_matches('\\').len()) % 2 == 1
}

fn opens(row: &str) -> bool {
    row.trim_start().starts_with('|')
}

fn closes(row: &str) -> bool {
    let row = row.trim_end();
    row.ends_with('|') && !is_escaped(row, row.len() - 1) && row.trim_start().len() > 1
}

static DELIMITER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$"));

/// Whether a line is the second of a table: `| --- | :-: |`.
pub(super) fn is_delimiter(row: &str) -> bool {
    row.contains('|') && DELIMITER.is_match(row.trim())
}

/// Whether a line must be a row: it has pipes at both ends and one between.
pub(super) fn is_row(row: &str) -> bool {
    opens(row) && closes(row) && cells(row).len() > 1
}

/// Whether a line has a pipe that may separate cells.
pub(super) fn has_pipe(row: &str) -> bool {
    row.match_indices('|').any(|(at, _)| !is_escaped(row, at))
}

/// Reads the table whose heading is line `at`, whose second line is `rows[1]`. `rows` ends at a blank line or another block.
pub(super) fn read(out: &mut PageBuilder, at: usize, rows: &[&str]) {
    let place = out.source.place_of_lines(at, at + rows.len() - 1);
    let heading = rows[0];
    let width = cells(heading).len();
    let delimiter = cells(rows.get(1).unwrap_or(&"")).len();
    if width != delimiter {
        let says = format!(
            "a heading of {width} cells over a line of {delimiter} dashes: the table's heading is damaged"
        );
        return out.refuse_lines(at, at, says);
    }
    let mut table = Draft { header_rows: 1, place, ..Draft::default() };
    for (offset, row) in rows.iter().enumerate().filter(|(offset, _)| *offset != 1) {
        let line = at + offset;
        let place = out.source.place_of_lines(line, line);
        let found = cells(row);
        if found.len() == width && (opens(row) != opens(heading) || closes(row) != closes(heading)) {
            out.refuse(place, "a malformed row: it lacks the `|` at its start or end that the heading has");
        }
        let cell = |raw: &&str| out.text(&raw.replace("\\|", "|"), line..line + 1);
        table.rows.push(Row::new(place, found.iter().map(cell)));
    }
    out.table(table);
}
