//! Reads RST's list-tables: rows start with `* -`, cells with `-`.

use std::ops::Range;

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::source::Line;
use super::super::table::{Draft, Row};

/// Reads the table whose directive and body are `lines`.
pub(super) fn read(out: &mut PageBuilder, lines: Range<usize>, caption: Option<Text>) {
    let mut table = ListTable::default();
    let source = out.source;
    let (start, mut last) = (lines.start, lines.start);
    for (at, line) in source.lines().iter().enumerate().take(lines.end).skip(start + 1) {
        if !line.is_blank() {
            last = at;
            if let Err(says) = table.line(at, line) {
                out.refuse_lines(at, at, says);
            }
        }
    }
    let row = |row: &Vec<ListCell>| {
        let place = source.place_of_lines(row[0].lines.start, row[row.len() - 1].lines.end - 1);
        Row::new(place, row.iter().map(|cell| out.text(&cell.raw, cell.lines.clone())))
    };
    let rows = table.rows.iter().map(row).collect();
    let place = source.place_of_lines(start, last);
    out.table(Draft { caption, header_rows: table.header_rows, rows, place });
}

/// A cell being read: text with markup, and lines.
struct ListCell {
    raw: String,
    lines: Range<usize>,
}

/// A table being read.
#[derive(Default)]
struct ListTable {
    header_rows: usize,
    rows: Vec<Vec<ListCell>>,
    /// Columns of `*` and of `-`.
    markers: Option<(usize, usize)>,
}

impl ListTable {
    /// Reads a line: an option, the first line of a row or cell, or one that continues a cell; or says what is wrong with it.
    fn line(&mut self, at: usize, line: &Line) -> Result<(), &'static str> {
        let (text, indent) = (line.text.trim(), line.indent());
        if self.rows.is_empty() && text.starts_with(':') {
            return self.option(text);
        }
        if let Some(row) = marker(text, '*')
            && self.markers.is_none_or(|(column, _)| column == indent)
        {
            let inner = row.trim_start();
            let Some(cell) = marker(inner, '-') else {
                return Err("a malformed row: `* -` starts one");
            };
            let offset = text.chars().count() - inner.chars().count();
            self.markers = Some((indent, indent + offset));
            self.rows.push(vec![ListCell { raw: cell.trim().to_owned(), lines: at..at + 1 }]);
            return Ok(());
        }
        let column = self.markers.map(|(_, column)| column);
        match (self.rows.last_mut(), column, marker(text, '-')) {
            (Some(row), Some(column), Some(cell)) if indent == column => {
                row.push(ListCell { raw: cell.trim().to_owned(), lines: at..at + 1 });
            }
            (Some(row), Some(column), _) if indent > column => {
                if let Some(cell) = row.last_mut() {
                    cell.raw.push('\n');
                    cell.raw.push_str(text);
                    cell.lines.end = at + 1;
                }
            }
            _ => {
                return Err(
                    "a malformed line in a list-table: neither a row `* -`, a cell `-`, nor inside one",
                );
            }
        }
        Ok(())
    }

    /// Reads an option of the directive.
    fn option(&mut self, text: &str) -> Result<(), &'static str> {
        if let Some(value) = text.strip_prefix(":header-rows:") {
            let rows = value.trim().parse();
            self.header_rows = *rows.as_ref().unwrap_or(&1);
            rows.map_err(|_| "`:header-rows:` takes a number")?;
        }
        Ok(())
    }
}

/// The text after a marker, which must end or be followed by white space.
fn marker(text: &str, mark: char) -> Option<&str> {
    text.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}
