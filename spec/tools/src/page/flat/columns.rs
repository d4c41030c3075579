//! Reads small tables of flattened text whose columns are separated only by white space or debris.

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::inline::normalise;
use super::super::table::{Draft, Row};
use super::cells::is_cell;
use crate::vocabulary::is_word;

/// What a renderer writes instead of an element that it cannot print.
pub(crate) const DEBRIS: &str = "[object Object]";

/// Reads the table whose heading is line `at`, and returns the line after it; `None` if there is no table.
pub(super) fn read(out: &mut PageBuilder, at: usize) -> Option<usize> {
    let lines = out.source.lines();
    let starts = at == 0 || lines[at - 1].is_blank();
    let heading: Vec<&str> = lines[at].text.split_whitespace().collect();
    let short =
        lines[at].text.chars().count() <= 60 && !lines[at].text.contains([',', '，', '。', ':', '：', '•']);
    if !starts || heading.len() < 2 || !short || lines[at].text.contains(DEBRIS) {
        return None;
    }
    let end = (at + 1..lines.len())
        .find(|line| lines[*line].is_blank() || is_cell(lines[*line].text))
        .unwrap_or(lines.len());
    let rows: Vec<Option<Vec<&str>>> =
        (at + 1..end).map(|line| split(lines[line].text, heading.len())).collect();
    let whole = rows.iter().flatten().count();
    if whole == 0 || whole * 2 < rows.len() {
        return None;
    }
    let row = |line: usize, cells: &[&str]| {
        let place = out.source.place_of_lines(line, line);
        Row::new(place, cells.iter().map(|cell| Text { text: normalise(cell), place }))
    };
    let mut table = vec![row(at, &heading)];
    let mut damaged = Vec::new();
    for (line, cells) in (at + 1..).zip(&rows) {
        match cells {
            Some(cells) => table.push(row(line, cells)),
            None => damaged.push(out.source.place_of_lines(line, line)),
        }
    }
    if damaged.is_empty() {
        let place = out.source.place_of_lines(at, end - 1);
        out.table(Draft { header_rows: 1, rows: table, place, ..Draft::default() });
    }
    for place in damaged {
        let says =
            format!("a malformed row: it does not have {} columns like the rows around it", heading.len());
        out.refuse(place, says);
    }
    Some(end)
}

/// A line's `width` cells, separated by debris, tabs, wide gaps, or a mark at the end.
fn split(line: &str, width: usize) -> Option<Vec<&str>> {
    let trimmed = line.trim();
    if let Some(rest) = trimmed.strip_prefix(DEBRIS) {
        let cells = rest.split(DEBRIS).map(str::trim).collect::<Vec<_>>();
        return Some(cells).filter(|cells| cells.len() == width && !cells[0].is_empty());
    }
    let whole = |cells: Vec<_>| Some(cells).filter(|cells: &Vec<&str>| cells.len() == width);
    let tabs = whole(trimmed.split('\t').map(str::trim).collect());
    let gaps = || whole(trimmed.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect());
    let mark = || {
        let (name, mark) = trimmed.rsplit_once(char::is_whitespace)?;
        (width == 2 && is_word("column_marks", mark)).then(|| vec![name.trim(), mark])
    };
    tabs.or_else(gaps).or_else(mark)
}
