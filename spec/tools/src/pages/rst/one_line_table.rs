//! Reads tables of an RST page whose line ends became spaces, by the rules in [`one_line`](super::one_line).

use std::ops::Range;

use super::super::Text;
use super::super::builder::PageBuilder;
use super::is_rule;
use super::words::{Word, cell, is_border, refuse, table};

/// A cell of a list-table: its words, including the marker.
type Cell = Range<usize>;

/// Reads the list-table whose directive starts at word `at`, and returns the word after it.
pub(super) fn list(out: &mut PageBuilder, words: &[Word], at: usize) -> usize {
    let is_directive = |at: &usize| {
        words[*at].text == ".." && words.get(at + 1).is_some_and(|next| next.text.ends_with("::"))
    };
    let end = (at + 2..words.len()).find(is_directive).unwrap_or(words.len());
    let start = words[at].start;
    let Some(first) = (at + 2..end).find(|at| is_row(words, *at)) else {
        refuse(out, start..words[end - 1].end(), "a list-table without rows: the page was cut");
        return end;
    };
    let header_rows = (at + 2..first).find(|at| words[*at].text == ":header-rows:");
    let Some(header_rows) = header_rows.map_or(Some(0), |at| words[at + 1].text.parse::<usize>().ok()) else {
        refuse(out, start..words[first].start, "`:header-rows:` takes a number");
        return end;
    };
    let mut rows = list_rows(words, first..end);
    let next = match end_of_last(out, words, &mut rows, header_rows) {
        Ok(next) => next,
        Err(range) => {
            refuse(out, range, "the end of this table's last cell is not clear: the page lost its line ends");
            return end;
        }
    };
    let range = |cell: &Cell| words[cell.start].start..words[cell.end - 1].end();
    let width = rows[0].len();
    let mut even = true;
    for row in rows.iter().filter(|row| row.len() != width) {
        let place = range(&row[0]).start..range(&row[row.len() - 1]).end;
        refuse(out, place, format!("a row of {} cells in a table of {width} columns", row.len()));
        even = false;
    }
    let whole = start..words[next - 1].end();
    if header_rows >= rows.len() {
        refuse(out, whole, "a list-table with headings only: the page was cut");
    } else if even {
        let text = |found: &Cell| {
            let place = out.source.place(range(found));
            match words[found.clone()].get(marker(words, found)) {
                Some(word) => Text { place, ..cell(out, word.start..range(found).end) },
                None => Text { text: String::new(), place },
            }
        };
        let rows = rows.iter().map(|row| row.iter().map(text).collect()).collect();
        table(out, header_rows, rows, whole);
    }
    next
}

/// Whether a row starts at word `at`.
fn is_row(words: &[Word], at: usize) -> bool {
    words[at].text == "*" && words.get(at + 1).is_some_and(|next| next.text == "-")
}

/// How many words a cell's marker has.
fn marker(words: &[Word], cell: &Cell) -> usize {
    if words[cell.start].text == "*" { 2 } else { 1 }
}

/// The rows of a list-table, the first of which starts `within`.
fn list_rows(words: &[Word], within: Range<usize>) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut at = within.start;
    while at < within.end {
        if is_row(words, at) {
            let first = at..at + 2;
            rows.push(vec![first]);
            at += 2;
            continue;
        }
        if let Some(row) = rows.last_mut() {
            if words[at].text == "-" {
                row.push(at..at + 1);
            } else if let Some(cell) = row.last_mut() {
                cell.end = at + 1;
            }
        }
        at += 1;
    }
    rows
}

/// Cuts the table's last cell at its end. Returns the word after it, or the bytes that make the end unclear.
fn end_of_last(
    out: &PageBuilder,
    words: &[Word],
    rows: &mut [Vec<Cell>],
    header_rows: usize,
) -> Result<usize, Range<usize>> {
    // The byte after the literal, or strong text, that a cell starts with.
    let literal = |cell: &Cell| -> Option<usize> {
        let from = words[cell.clone()].get(marker(words, cell))?.start;
        let text = &out.source.text[from..words[cell.end - 1].end()];
        ["``", "**"]
            .iter()
            .find_map(|mark| Some(from + 2 * mark.len() + text.strip_prefix(mark)?.find(mark)?))
    };
    let whole = |cell: &Cell| literal(cell) == Some(words[cell.end - 1].end());
    let Some((last, before)) = rows.split_last_mut() else { return Ok(words.len()) };
    let Some((cell, in_row)) = last.split_last_mut() else { return Ok(words.len()) };
    if cell.len() <= marker(words, cell) + 1 {
        return Ok(cell.end);
    }
    let regular = before.iter().skip(header_rows.max(1)).flatten().chain(in_row.iter()).all(whole);
    // The literal must end at the end of a word.
    let end = literal(cell).filter(|_| regular);
    match end.and_then(|end| cell.clone().find(|at| words[*at].end() == end)) {
        Some(at) => {
            cell.end = at + 1;
            Ok(at + 1)
        }
        None => Err(words[cell.start].start..words[cell.end - 1].end()),
    }
}

/// Reads the simple table whose upper border starts at word `at`, and returns the word after it.
pub(super) fn simple(out: &mut PageBuilder, words: &[Word], at: usize) -> usize {
    let run = |from: usize| (from..words.len()).find(|at| !is_border(words[*at].text)).unwrap_or(words.len());
    let border: Vec<&str> = words[at..run(at)].iter().map(|word| word.text).collect();
    let same = |from: usize| {
        from + border.len() <= words.len()
            && words[from..from + border.len()].iter().map(|word| word.text).eq(border.iter().copied())
            && run(from) == from + border.len()
    };
    // Headings and directives are never inside a table.
    let stops = |at: &usize| {
        let word = words[*at].text;
        word == ".." || (is_rule(word) && !is_border(word) && word.len() > 3)
    };
    // An error is the word at which the search stopped.
    let next = |from: usize| {
        let found = (from..words.len()).find(|at| same(*at) || stops(at)).unwrap_or(words.len());
        if found < words.len() && same(found) { Ok(found) } else { Err(found) }
    };
    let start = words[at].start;
    let header = at + border.len();
    let borders = next(header).and_then(|middle| Ok((middle, next(middle + border.len())?)));
    let (middle, lower) = match borders {
        Ok(borders) => borders,
        Err(stop) => {
            let place = start..words[header - 1].end();
            refuse(
                out,
                place,
                "this table lacks a border: it starts, then needs one under its headings and one below",
            );
            return stop;
        }
    };
    let end = lower + border.len();
    let whole = start..words[end - 1].end();
    if border.len() != 2 {
        let says = "a simple table on one line is read with two columns only: where the others start is lost";
        refuse(out, whole, says);
        return end;
    }
    if middle - header != border.len() {
        let says = format!(
            "{} words for {} headings: where the columns start is lost",
            middle - header,
            border.len()
        );
        refuse(out, start..words[middle - 1].end(), says);
        return end;
    }
    let body = words[middle + border.len() - 1].end()..words[lower - 1].end();
    let mut rows = vec![words[header..middle].iter().map(|word| cell(out, word.start..word.end())).collect()];
    match body_rows(out.source.text, body) {
        Ok(found) => {
            rows.extend(found.into_iter().map(|(name, text)| vec![cell(out, name), cell(out, text)]));
            table(out, 1, rows, whole);
        }
        Err(place) => refuse(out, place, "a malformed row: literals, then their description, are a row"),
    }
    end
}

type Cells = (Range<usize>, Range<usize>);

/// The rows of a body: literals and their description. An error is the range that is not a row.
fn body_rows(source: &str, body: Range<usize>) -> Result<Vec<Cells>, Range<usize>> {
    let text = &source[..body.end];
    let trim = |range: Range<usize>| {
        let raw = &text[range.clone()];
        let start = range.start + (raw.len() - raw.trim_start().len());
        start..(range.start + raw.trim_end().len()).max(start)
    };
    let body = trim(body);
    let literals = literals(text, &body);
    let sentences = text.ends_with(['。', '.']);
    // First bytes of rows, and the bytes after their names.
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<Range<usize>> = None;
    for literal in literals {
        let between = before.map_or("", |last| text[last.end..literal.start].trim());
        let joined = matches!(between, "、" | "," | "，") && rows.last().is_some();
        let after = text[body.start..literal.start].trim_end();
        let spaced = after.len() < literal.start - body.start;
        let starts = rows.is_empty() || (spaced && (!sentences || after.ends_with(['。', '.'])));
        match rows.last_mut() {
            Some((_, name_end)) if joined && text[*name_end..literal.start].trim() == between => {
                *name_end = literal.end;
            }
            _ if starts => rows.push((literal.start, literal.end)),
            _ => {}
        }
        before = Some(literal);
    }
    let mut cells = Vec::with_capacity(rows.len());
    for (at, (start, name_end)) in rows.iter().enumerate() {
        let end = rows.get(at + 1).map_or(body.end, |next| next.0);
        let description = trim(*name_end..end);
        let unnamed = at == 0 && *start != body.start;
        if description.is_empty() || text[description.clone()].starts_with("``") || unnamed {
            return Err(*start..end);
        }
        cells.push((*start..*name_end, description));
    }
    if cells.is_empty() { Err(body) } else { Ok(cells) }
}

/// The literals of a range, including their marks.
fn literals(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(open) = text[at..range.end].find("``").map(|offset| at + offset) {
        let Some(close) = text[open + 2..range.end].find("``").map(|offset| open + 2 + offset) else { break };
        found.push(open..close + 2);
        at = close + 2;
    }
    found
}
