//! Reads RST's simple tables: columns under runs of `=`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::source::{Line, Source};
use super::super::table::{Draft, Row};
use super::display_columns;
use crate::vocabulary::pattern;

static BORDER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^=+(?:\s+=+)+$"));
static COLUMN: LazyLock<Regex> = LazyLock::new(|| pattern("=+"));

/// Whether a line is a border: at least two runs of `=`.
pub(in super::super) fn is_border(trimmed: &str) -> bool {
    BORDER.is_match(trimmed)
}

/// Columns of a border, in display columns.
fn columns(border: &str) -> Vec<Range<usize>> {
    COLUMN.find_iter(border).map(|column| column.range()).collect()
}

/// Reads the table whose upper border is line `at`, and returns the line after it.
///
/// There is no lower border after line `last_border`.
pub(super) fn read(out: &mut PageBuilder, at: usize, last_border: usize, caption: Option<Text>) -> usize {
    let source = out.source;
    let lines = source.lines();
    let Some(end) = (at + 1..=last_border).find(|line| is_lower(source, *line)) else {
        out.refuse_lines(at, at, "this table has no lower border: the page was cut, or lost it");
        return (at + 1..lines.len()).find(|line| lines[*line].is_blank()).unwrap_or(lines.len());
    };
    let mut table = Table { border: columns(lines[at].text), rows: Vec::new(), header_rows: 0 };
    let mut damaged = false;
    for (at, line) in lines.iter().enumerate().take(end).skip(at + 1) {
        if let Err(says) = table.line(at, line) {
            out.refuse_lines(at, at, says);
            damaged = true;
        }
    }
    if !damaged {
        let row = |row: &SimpleRow| {
            let place = source.place_of_lines(row.lines.start, row.lines.end - 1);
            Row::new(place, row.cells.iter().map(|raw| out.text(raw, row.lines.clone())))
        };
        let rows = table.rows.iter().map(row).collect();
        let place = source.place_of_lines(at, end);
        out.table(Draft { caption, header_rows: table.header_rows, rows, place });
    }
    end + 1
}

/// A row being read: the text of each cell, and its lines.
struct SimpleRow {
    cells: Vec<String>,
    lines: Range<usize>,
}

/// A table being read.
struct Table {
    border: Vec<Range<usize>>,
    rows: Vec<SimpleRow>,
    header_rows: usize,
}

impl Table {
    /// Reads a line between the outer borders, or returns what is wrong with it.
    fn line(&mut self, at: usize, line: &Line) -> Result<(), &'static str> {
        if line.is_blank() {
            return Ok(());
        }
        if is_border(line.text.trim()) {
            if columns(line.text) != self.border {
                return Err("a border whose columns differ from the upper one's");
            }
            if self.header_rows > 0 || self.rows.is_empty() {
                return Err("a second border under headings: a table has only one");
            }
            self.header_rows = self.rows.len();
            return Ok(());
        }
        let cells = cells(line.text, &self.border)?;
        match self.rows.last_mut() {
            // A line with an empty first column continues the row above.
            Some(row) if cells[0].trim().is_empty() => {
                row.cells.iter_mut().zip(cells).for_each(|(cell, more)| {
                    cell.push('\n');
                    cell.push_str(&more);
                });
                row.lines.end = at + 1;
            }
            _ => self.rows.push(SimpleRow { cells, lines: at..at + 1 }),
        }
        Ok(())
    }
}

/// The last line that may be a lower border; 0 if there is none.
pub(super) fn last_border(source: &Source) -> usize {
    (1..source.lines().len()).rfind(|line| is_lower(source, *line)).unwrap_or(0)
}

/// Whether a line may be a lower border: a border followed by a blank line or the end of the page.
fn is_lower(source: &Source, line: usize) -> bool {
    let lines = source.lines();
    is_border(lines[line].text.trim()) && lines.get(line + 1).is_none_or(|next| next.is_blank())
}

/// A line's cells. The last one may be longer than its column.
fn cells(line: &str, border: &[Range<usize>]) -> Result<Vec<String>, &'static str> {
    let line = display_columns(line);
    let part = |range: Range<usize>| &line[range.start.min(line.len())..range.end.min(line.len())];
    let mut cells = Vec::with_capacity(border.len());
    let mut before = 0;
    for (at, column) in border.iter().enumerate() {
        for place in part(before..column.start) {
            match *place {
                "" => return Err("a malformed row: a cell is wider than its column"),
                text if !text.trim().is_empty() => {
                    return Err("a malformed row: there is text between the columns");
                }
                _ => {}
            }
        }
        before = if at + 1 < border.len() { column.end } else { line.len() };
        cells.push(part(column.start..before).concat());
    }
    Ok(cells)
}
