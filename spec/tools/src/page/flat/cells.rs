//! Reads tables of flattened text that have one cell per line.

use regex::Regex;
use std::sync::LazyLock;

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::inline::decode;
use super::super::table::{Draft, Row};
use crate::vocabulary::pattern;

static CELL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[^|]*\s)?\|$"));
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\s*:*-{3,}:*\s*\|)+$"));

/// Whether a line is one cell: it ends with ` |` and has no other pipe.
pub(crate) fn is_cell(line: &str) -> bool {
    CELL.is_match(line.trim())
}

/// Whether a line is the line of dashes under a heading: `---|---|`, without a pipe at its start.
pub(crate) fn is_separator(line: &str) -> bool {
    SEPARATOR.is_match(line.trim())
}

/// Reads the table whose first cell is line `at`, or refuses the rest of a damaged one. Returns the line after it.
pub(super) fn read(out: &mut PageBuilder, at: usize) -> usize {
    let lines = out.source.lines();
    let run =
        |from: usize| (from..lines.len()).find(|line| !is_cell(lines[*line].text)).unwrap_or(lines.len());
    let separator = run(at);
    let width = lines.get(separator).filter(|line| is_separator(line.text));
    let width = width.map_or(0, |line| line.text.matches('|').count());
    let heading = separator - at;
    if width == 0 {
        let says = "cells without a line of dashes after the heading: the table lost it, or its own heading";
        out.refuse_lines(at, separator - 1, says);
        return separator;
    }
    let end = run(separator + 1);
    if heading != width {
        let says =
            format!("a heading of {heading} cells over {width} columns: the table's heading is damaged");
        out.refuse_lines(at, separator, says);
        return end;
    }
    let body = end - separator - 1;
    let text = |out: &PageBuilder, line: usize| {
        let raw = lines[line].text.trim();
        // Entities and stray markup were not resolved.
        out.text(&decode(raw.strip_suffix('|').unwrap_or(raw)), line..line + 1)
    };
    let header: Vec<Text> = (at..separator).map(|line| text(out, line)).collect();
    let cells: Vec<Text> = (separator + 1..end).map(|line| text(out, line)).collect();
    if body % width != 0 {
        let row = damaged_row(&header, &cells);
        let first = separator + 1 + row * width;
        let last = (first + width).min(end) - 1;
        let says = format!(
            "{body} cells are not a whole number of rows of {width}: one is missing or too many in this row, or the \
             table was cut",
        );
        out.refuse_lines(first, last, says);
        return end;
    }
    let place = out.source.place_of_lines(at, end - 1);
    let rows = std::iter::once(header.as_slice()).chain(cells.chunks(width));
    let rows = rows.map(|row| Row::new(place, row.iter().cloned())).collect();
    out.table(Draft { header_rows: 1, rows, place, ..Draft::default() });
    end
}

/// The row where cells shifted: if rows have the names of columns, the one before the first wrong name; otherwise the last.
fn damaged_row(header: &[Text], cells: &[Text]) -> usize {
    let width = header.len();
    let named = |row: usize| {
        header
            .get(row + 1)
            .is_some_and(|name| cells.get(row * width).is_some_and(|cell| cell.text == name.text))
    };
    let last = (cells.len() - 1) / width;
    match (0..=last).find(|row| !named(*row)) {
        Some(row) if row > 0 => row - 1,
        _ => last,
    }
}
