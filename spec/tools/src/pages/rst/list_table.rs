//! Reads RST's list-tables: rows start with `* -`, cells with `-`.

use std::ops::Range;

use super::super::builder::PageBuilder;
use super::super::source::Line;
use super::super::{PageTable, Text};

/// Reads the table whose directive and body are `lines`.
pub(super) fn read(out: &mut PageBuilder, lines: Range<usize>, caption: Option<Text>) {
    let mut table =
        ListTable { out, last: lines.start, header_rows: 0, rows: Vec::new(), markers: None, damaged: false };
    let source = table.out.source;
    for (at, line) in source.lines().iter().enumerate().take(lines.end).skip(lines.start + 1) {
        if !line.is_blank() {
            table.last = at;
            table.line(at, line);
        }
    }
    table.finish(lines.start, caption);
}

/// A cell being read: text with markup, and lines.
struct Cell {
    raw: String,
    lines: Range<usize>,
}

/// A table being read.
struct ListTable<'o, 'a> {
    out: &'o mut PageBuilder<'a>,
    /// The last line that is not blank.
    last: usize,
    header_rows: usize,
    rows: Vec<Vec<Cell>>,
    /// Columns of `*` and of `-`.
    markers: Option<(usize, usize)>,
    damaged: bool,
}

impl ListTable<'_, '_> {
    fn damage(&mut self, first: usize, last: usize, says: impl Into<String>) {
        let place = self.out.source.place_of_lines(first, last);
        self.out.refuse(place, says);
        self.damaged = true;
    }

    /// Reads a line: an option, the first line of a row or cell, or one that continues a cell.
    fn line(&mut self, at: usize, line: &Line) {
        let (text, indent) = (line.text.trim(), line.indent());
        if self.rows.is_empty() && text.starts_with(':') {
            return self.option(at, text);
        }
        if let Some(row) = marker(text, '*')
            && self.markers.is_none_or(|(column, _)| column == indent)
        {
            let inner = row.trim_start();
            let Some(cell) = marker(inner, '-') else {
                return self.damage(at, at, "a malformed row: `* -` starts one");
            };
            let offset = text.chars().count() - inner.chars().count();
            self.markers = Some((indent, indent + offset));
            self.rows.push(vec![Cell { raw: cell.trim().to_owned(), lines: at..at + 1 }]);
            return;
        }
        let column = self.markers.map(|(_, column)| column);
        match (self.rows.last_mut(), column, marker(text, '-')) {
            (Some(row), Some(column), Some(cell)) if indent == column => {
                row.push(Cell { raw: cell.trim().to_owned(), lines: at..at + 1 });
            }
            (Some(row), Some(column), _) if indent > column => {
                if let Some(cell) = row.last_mut() {
                    cell.raw.push('\n');
                    cell.raw.push_str(text);
                    cell.lines.end = at + 1;
                }
            }
            _ => self.damage(
                at,
                at,
                "a malformed line in a list-table: neither a row `* -`, a cell `-`, nor inside one",
            ),
        }
    }

    /// Reads an option of the directive.
    fn option(&mut self, at: usize, text: &str) {
        let Some(value) = text.strip_prefix(":header-rows:") else { return };
        match value.trim().parse() {
            Ok(rows) => self.header_rows = rows,
            Err(_) => self.damage(at, at, "`:header-rows:` takes a number"),
        }
    }

    /// Checks the table, whose directive is line `start`, and adds it to the page.
    fn finish(mut self, start: usize, caption: Option<Text>) {
        let last = self.last;
        let width = self.rows.first().map_or(0, Vec::len);
        if self.rows.is_empty() && !self.damaged {
            self.damage(start, last, "a list-table without rows: the page was cut");
        } else if self.header_rows >= self.rows.len() && !self.damaged {
            self.damage(start, last, "a list-table with headings only: the page was cut");
        }
        let rows = std::mem::take(&mut self.rows);
        for row in rows.iter().filter(|row| row.len() != width) {
            let (first, last) = (row[0].lines.start, row[row.len() - 1].lines.end - 1);
            self.damage(first, last, format!("a row of {} cells in a table of {width} columns", row.len()));
        }
        if self.damaged {
            return;
        }
        let text = |cell: &Cell| self.out.text(&cell.raw, cell.lines.clone());
        let rows = rows.iter().map(|row| row.iter().map(text).collect()).collect();
        let place = self.out.source.place_of_lines(start, last);
        self.out.table(PageTable { caption, header_rows: self.header_rows, rows, overrun: false, place });
    }
}

/// The text after a marker, which must end or be followed by white space.
fn marker(text: &str, mark: char) -> Option<&str> {
    text.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}
