//! Reads small tables of flattened text whose columns are separated only by white space or debris.

use super::super::builder::PageBuilder;
use super::super::clean::normalise;
use super::super::vocabulary::is_word;
use super::super::{PageTable, Text};
use super::DEBRIS;
use super::cells::is_cell;

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
    let rows: Vec<Option<Vec<String>>> =
        (at + 1..end).map(|line| split(lines[line].text, heading.len())).collect();
    let whole = rows.iter().flatten().count();
    if whole == 0 || whole * 2 < rows.len() {
        return None;
    }
    let text = |line: usize, text: &str| Text {
        text: normalise(text),
        place: out.source.place_of_lines(line, line),
    };
    let mut grid =
        PageTable { header_rows: 1, place: out.source.place_of_lines(at, end - 1), ..PageTable::default() };
    grid.rows.push(heading.iter().map(|cell| text(at, cell)).collect());
    let mut damaged = Vec::new();
    for (offset, row) in rows.iter().enumerate() {
        let line = at + 1 + offset;
        match row {
            Some(row) => grid.rows.push(row.iter().map(|cell| text(line, cell)).collect()),
            None => damaged.push(line),
        }
    }
    for line in &damaged {
        let says =
            format!("a malformed row: it does not have {} columns like the rows around it", heading.len());
        out.refuse(out.source.place_of_lines(*line, *line), says);
    }
    if damaged.is_empty() {
        out.table(grid);
    }
    Some(end)
}

/// A line's `width` cells, separated by debris, tabs, wide gaps, or a mark at the end.
fn split(line: &str, width: usize) -> Option<Vec<String>> {
    let trimmed = line.trim();
    if let Some(rest) = trimmed.strip_prefix(DEBRIS) {
        let cells: Vec<String> = rest.split(DEBRIS).map(|cell| cell.trim().to_owned()).collect();
        return (cells.len() == width && !cells[0].is_empty()).then_some(cells);
    }
    let whole = |cells: Vec<String>| (cells.len() == width).then_some(cells);
    let tabs = whole(trimmed.split('\t').map(|cell| cell.trim().to_owned()).collect());
    let gaps = || {
        whole(trimmed.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect())
    };
    let mark = || {
        let (name, mark) = trimmed.rsplit_once(char::is_whitespace)?;
        (width == 2 && is_word("column_marks", mark)).then(|| vec![name.trim().to_owned(), mark.to_owned()])
    };
    tabs.or_else(gaps).or_else(mark)
}
