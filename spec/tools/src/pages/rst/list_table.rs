//! RST's list-table: rows `* -`, cells `-`.

use std::ops::Range;

use super::super::clean::{Markup, clean};
use super::super::out::Out;
use super::super::{Grid, Text};

/// A cell being read: text with markup, and lines.
struct Cell {
    raw: String,
    lines: Range<usize>,
}

/// Reads the table whose directive and body are `lines`.
pub(super) fn read(out: &mut Out, lines: Range<usize>, caption: Option<Text>) {
    let source = out.source;
    let all = source.lines();
    let mut header_rows = 0;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    // Columns of `*` and of `-`.
    let mut markers: Option<(usize, usize)> = None;
    let mut damaged = false;
    let mut last = lines.start;
    for at in lines.start + 1..lines.end {
        let (text, indent) = (all[at].text.trim(), all[at].indent());
        if text.is_empty() {
            continue;
        }
        last = at;
        if rows.is_empty() && text.starts_with(':') {
            if let Some(value) = text.strip_prefix(":header-rows:") {
                header_rows = value.trim().parse().unwrap_or_else(|_| {
                    out.refuse(source.place_of_lines(at, at), "`:header-rows:` takes a number");
                    damaged = true;
                    0
                });
            }
            continue;
        }
        let place = source.place_of_lines(at, at);
        if let Some(after) = marker(text, '*')
            && markers.is_none_or(|(row, _)| row == indent)
        {
            let inner = after.trim_start();
            let Some(cell) = marker(inner, '-') else {
                out.refuse(place, "a malformed row: `* -` starts one");
                damaged = true;
                continue;
            };
            markers = Some((indent, indent + text.chars().count() - inner.chars().count()));
            rows.push(vec![Cell { raw: cell.trim().to_owned(), lines: at..at + 1 }]);
            continue;
        }
        match (rows.last_mut(), markers) {
            (Some(row), Some((_, column))) if indent == column && marker(text, '-').is_some() => {
                let raw = marker(text, '-').unwrap_or_default().trim().to_owned();
                row.push(Cell { raw, lines: at..at + 1 });
            }
            (Some(row), Some((_, column))) if indent > column => {
                if let Some(cell) = row.last_mut() {
                    cell.raw.push('\n');
                    cell.raw.push_str(text);
                    cell.lines.end = at + 1;
                }
            }
            _ => {
                out.refuse(
                    place,
                    "a malformed line in a list-table: neither a row `* -`, a cell `-`, nor inside one",
                );
                damaged = true;
            }
        }
    }
    let width = rows.first().map_or(0, Vec::len);
    if rows.is_empty() && !damaged {
        out.refuse(source.place_of_lines(lines.start, last), "a list-table without rows: the page was cut");
        damaged = true;
    } else if !damaged && header_rows >= rows.len() {
        out.refuse(
            source.place_of_lines(lines.start, last),
            "a list-table with headings only: the page was cut",
        );
        damaged = true;
    }
    for row in &rows {
        if row.len() != width {
            let place = source.place_of_lines(row[0].lines.start, row[row.len() - 1].lines.end - 1);
            out.refuse(place, format!("a row of {} cells in a table of {width} columns", row.len()));
            damaged = true;
        }
    }
    if damaged {
        return;
    }
    let text = |cell: &Cell| Text {
        text: clean(&cell.raw, Markup::Rst),
        place: source.place_of_lines(cell.lines.start, cell.lines.end - 1),
    };
    let rows = rows.iter().map(|row| row.iter().map(text).collect()).collect();
    out.table(Grid { caption, header_rows, rows, place: source.place_of_lines(lines.start, last) });
}

/// What follows a marker; nothing may follow it, or white space.
fn marker(text: &str, mark: char) -> Option<&str> {
    text.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}
