//! Reads an RST page whose line ends became spaces.
//!
//! Headings, directives and tables are found by their marks, which are still separate words. If a lost line end matters
//! and nothing else shows where it was, the page is refused:
//!
//! - A heading is the longest run of words before a line of punctuation that is not wider than that line.
//! - In a list-table `* -` starts a row and `-` a cell. The last cell of the table ends with its literal, if all cells of
//!   the body are literals, or after one word.
//! - In a simple table of two columns, the first column has literals, separated by commas. A literal without a comma before
//!   it starts a row; if the table's last word ends a sentence, only after the end of a sentence.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unicode_width::UnicodeWidthStr;

use super::super::blocks::Text;
use super::super::builder::{Kind, PageBuilder};
use super::super::inline::Markup;
use super::super::source::Source;
use super::super::table::{Draft, Row};
use super::{Styles, is_rule, item};
use crate::vocabulary::pattern;

/// Reads a page.
pub(in super::super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let out = PageBuilder::new(source, Markup::Rst);
    let mut reader =
        Reader { out, page: source.text, words: words(source.text), styles: Styles::default(), code: false };
    let (mut at, mut pending) = (0, 0);
    while at < reader.words.len() {
        let word = reader.text(at);
        let rule = is_rule(word) && word.len() > 3;
        let is_table =
            || reader.words.len() > at + 1 && word.starts_with('=') && is_border(reader.text(at + 1));
        if reader.directive(at).is_some() {
            reader.paragraph(pending..at);
            at = reader.read_directive(at);
            pending = at;
        } else if rule && is_table() {
            reader.paragraph(pending..at);
            at = reader.simple_table(at);
            pending = at;
        } else {
            at += 1;
            if rule && pending < at - 1 {
                reader.heading(pending..at - 1);
                pending = at;
            }
        }
    }
    reader.paragraph(pending..at);
    reader.out
}

static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\S+"));

/// The bytes of the words of a page.
fn words(page: &str) -> Vec<Range<usize>> {
    let start = page.len() - page.trim_start_matches('\u{feff}').len();
    WORD.find_iter(&page[start..]).map(|word| start + word.start()..start + word.end()).collect()
}

/// Whether a word is a border of a simple table, or one column of it.
fn is_border(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b == b'=')
}

/// The bytes of a row of two cells.
type NameAndText = (Range<usize>, Range<usize>);

struct Reader<'a> {
    out: PageBuilder<'a>,
    page: &'a str,
    /// The bytes of its words.
    words: Vec<Range<usize>>,
    styles: Styles,
    /// Whether the next text is code.
    code: bool,
}

impl<'a> Reader<'a> {
    fn text(&self, at: usize) -> &'a str {
        &self.page[self.words[at].clone()]
    }

    /// The bytes of some words.
    fn range(&self, words: Range<usize>) -> Range<usize> {
        self.words[words.start].start..self.words[words.end - 1].end
    }

    /// Some bytes without markup, with the place of others.
    fn shown(&self, raw: Range<usize>, place: Range<usize>) -> Text {
        self.out.text_at(&self.page[raw], self.out.source.place(place))
    }

    /// The name of the directive that starts at a word.
    fn directive(&self, at: usize) -> Option<&'a str> {
        if self.text(at) != ".." || at + 1 == self.words.len() {
            return None;
        }
        self.text(at + 1).strip_suffix("::").filter(|name| !name.is_empty())
    }

    /// The first word from `at` on for which `is` holds, or the end.
    fn find(&self, at: usize, is: impl Fn(usize) -> bool) -> usize {
        (at..self.words.len()).find(|at| is(*at)).unwrap_or(self.words.len())
    }

    /// Reads a directive and returns the word after it. Of one that is not known, its argument is text.
    fn read_directive(&mut self, at: usize) -> usize {
        match self.directive(at).unwrap_or_default() {
            "list-table" => return self.list_table(at),
            "image" | "figure" | "toctree" | "include" => {
                return self.find(at + 2, |at| self.directive(at).is_some() || is_rule(self.text(at)));
            }
            name => self.code = matches!(name, "code-block" | "code" | "sourcecode"),
        }
        at + 2
    }

    /// Adds words as a paragraph or an item, or as code below its directive.
    fn paragraph(&mut self, words: Range<usize>) {
        let code = std::mem::take(&mut self.code);
        if words.is_empty() {
            return;
        }
        let range = self.range(words);
        let (raw, place) = (&self.page[range.clone()], self.out.source.place(range.clone()));
        if code {
            self.out.code(raw.to_owned(), place);
        } else if raw.starts_with("+-") || raw.starts_with("+=") {
            self.out.refuse(place, "a grid table on one line: where its lines ended is lost");
        } else if !is_rule(raw) && !raw.starts_with(".. ") {
            let kind = if item(raw).is_some() { Kind::Item(0) } else { Kind::Paragraph };
            let from = range.end - item(raw).unwrap_or(raw).len();
            // Of `::` before code one colon is shown.
            let to = range.end - usize::from(raw.ends_with("::"));
            let text = self.shown(from..to, range);
            self.out.add(kind, text);
        }
    }

    /// Adds the last of some words as the heading over the line of punctuation after them, and the others as a paragraph.
    fn heading(&mut self, words: Range<usize>) {
        // A word more makes the heading wider by the text up to the word after it.
        let rule = self.text(words.end);
        let (mut width, mut next, mut from) = (0, self.words[words.end - 1].end, words.end);
        for word in words.clone().rev() {
            width += self.page[self.words[word].start..next].width();
            next = self.words[word].start;
            if width > rule.len() {
                break;
            }
            from = word;
        }
        self.paragraph(words.start..from);
        if from < words.end {
            let range = self.range(from..words.end);
            let text = self.shown(range.clone(), range);
            let level = self.styles.level((rule.as_bytes()[0], false));
            self.out.add(Kind::Heading(level), text);
        }
    }

    /// Reads the list-table whose directive starts at a word, and returns the word after it.
    fn list_table(&mut self, at: usize) -> usize {
        let end = self.find(at + 2, |at| self.directive(at).is_some());
        let first = self.find(at + 2, |at| self.is_row(at)).min(end);
        let is_option = |at: &usize| {
            self.text(*at).len() > 1 && self.text(*at).starts_with(':') && self.text(*at).ends_with(':')
        };
        let mut options: Vec<usize> = (at + 2..first).filter(is_option).collect();
        options.push(first);
        let header_rows = self.header_rows(&options);
        let mut rows = self.list_rows(first..end);
        let next = match self.end_of_last(&mut rows, header_rows) {
            Ok(next) => next.unwrap_or(end),
            Err(range) => {
                let says = "the end of this table's last cell is not clear: the page lost its line ends";
                self.out.refuse_bytes(range, says);
                return end;
            }
        };
        let text = |cell: &Range<usize>| {
            let content = self.content(cell);
            let raw = if content.is_empty() { 0..0 } else { self.range(content) };
            self.shown(raw, self.range(cell.clone()))
        };
        let row = |row: Vec<Range<usize>>| {
            let place = self.out.source.place(self.range(row[0].start..row[row.len() - 1].end));
            Row::new(place, row.iter().map(text))
        };
        let rows = rows.into_iter().map(row).collect();
        let caption = (at + 2 < options[0])
            .then(|| self.shown(self.range(at + 2..options[0]), self.range(at..options[0])));
        let place = self.out.source.place(self.range(at..next));
        self.out.table(Draft { caption, header_rows, rows, place });
        next
    }

    /// How many rows are headings. Each option ends where the next one, or the first row, starts.
    fn header_rows(&mut self, options: &[usize]) -> usize {
        let option = options.windows(2).find(|pair| self.text(pair[0]) == ":header-rows:");
        let Some(&[start, end]) = option else { return 0 };
        let option = self.range(start..end);
        let value = self.page[self.words[start].end..option.end].trim().parse();
        value.unwrap_or_else(|_| {
            self.out.refuse_bytes(option, "`:header-rows:` takes a number");
            1
        })
    }

    /// Whether a row starts at a word.
    fn is_row(&self, at: usize) -> bool {
        self.text(at) == "*" && at + 1 < self.words.len() && self.text(at + 1) == "-"
    }

    /// The rows of a list-table: the words of each cell, with its marker.
    fn list_rows(&self, words: Range<usize>) -> Vec<Vec<Range<usize>>> {
        let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
        let mut at = words.start;
        while at < words.end {
            let starts_row = self.is_row(at);
            let next = if starts_row { at + 2 } else { at + 1 };
            let first = at..next;
            match rows.last_mut() {
                _ if starts_row => rows.push(vec![first]),
                Some(row) if self.text(at) == "-" => row.push(first),
                Some(row) => row.last_mut().into_iter().for_each(|cell| cell.end = next),
                None => {}
            }
            at = next;
        }
        rows
    }

    /// The words of a cell after its marker.
    fn content(&self, cell: &Range<usize>) -> Range<usize> {
        cell.start + 1 + usize::from(self.text(cell.start) == "*")..cell.end
    }

    /// Cuts the table's last cell at its end. Returns the word after it, or the bytes that make the end unclear.
    fn end_of_last(
        &self,
        rows: &mut [Vec<Range<usize>>],
        header_rows: usize,
    ) -> Result<Option<usize>, Range<usize>> {
        // The byte after the literal or strong text that a cell starts with.
        let literal = |cell: &Range<usize>| -> Option<usize> {
            let range = self.range(Some(self.content(cell)).filter(|content| !content.is_empty())?);
            let text = &self.page[range.clone()];
            let close =
                |mark: &str| Some(range.start + 2 * mark.len() + text.strip_prefix(mark)?.find(mark)?);
            ["``", "**"].into_iter().find_map(close)
        };
        let Some((last, before)) = rows.split_last_mut() else { return Ok(None) };
        let Some((cell, in_row)) = last.split_last_mut() else { return Ok(None) };
        if self.content(cell).len() > 1 {
            let whole = |cell: &Range<usize>| literal(cell) == Some(self.words[cell.end - 1].end);
            let regular = before.iter().skip(header_rows.max(1)).flatten().chain(in_row.iter()).all(whole);
            // The literal must end at the end of a word.
            let end = literal(cell).filter(|_| regular);
            let end = end.and_then(|end| cell.clone().find(|at| self.words[*at].end == end));
            cell.end = end.ok_or_else(|| self.range(cell.clone()))? + 1;
        }
        Ok(Some(cell.end))
    }

    /// Reads the simple table whose upper border starts at a word, and returns the word after it.
    fn simple_table(&mut self, at: usize) -> usize {
        let header = self.find(at, |at| !is_border(self.text(at)));
        let width = header - at;
        let border: Vec<&str> = (at..header).map(|at| self.text(at)).collect();
        let is_same = |from: usize| {
            let run = (from..self.words.len()).take_while(|at| is_border(self.text(*at)));
            run.map(|at| self.text(at)).eq(border.iter().copied())
        };
        // Headings and directives are never inside a table.
        let stops = |at: usize| {
            let word = self.text(at);
            word == ".." || (is_rule(word) && !is_border(word) && word.len() > 3)
        };
        let next = |from: usize| self.find(from, |at| is_same(at) || stops(at));
        let middle = next(header);
        let has_middle = middle < self.words.len() && is_same(middle);
        let lower = if has_middle { next(middle + width) } else { middle };
        if !has_middle || lower == self.words.len() || !is_same(lower) {
            let says =
                "this table lacks a border: it starts, then needs one under its headings and one below";
            self.out.refuse_bytes(self.range(at..header), says);
            return lower;
        }
        let end = lower + width;
        if width != 2 {
            let says =
                "a simple table on one line is read with two columns only: where the others start is lost";
            self.out.refuse_bytes(self.range(at..end), says);
        } else if middle - header != width {
            let says =
                format!("{} words for {width} headings: where the columns start is lost", middle - header);
            self.out.refuse_bytes(self.range(at..middle), says);
        } else {
            let body = self.words[middle + width - 1].end..self.words[lower - 1].end;
            match body_rows(self.page, body) {
                Ok(rows) => self.two_columns(at, header, rows),
                Err(range) => {
                    self.out
                        .refuse_bytes(range, "a malformed row: literals, then their description, are a row");
                }
            }
        }
        end
    }

    /// Adds the simple table of two columns whose upper border starts at a word, and its headings at another.
    fn two_columns(&mut self, border: usize, header: usize, rows: Vec<NameAndText>) {
        let headings = (self.words[header].clone(), self.words[header + 1].clone());
        let end = rows.last().map_or(headings.1.end, |(_, text)| text.end);
        let shown = |range: Range<usize>| self.shown(range.clone(), range);
        let row = |(name, text): NameAndText| {
            Row::new(self.out.source.place(name.start..text.end), [name, text].map(shown))
        };
        let rows = std::iter::once(headings).chain(rows).map(row).collect();
        let place = self.out.source.place(self.words[border].start..end);
        self.out.table(Draft { caption: None, header_rows: 1, rows, place });
    }
}

/// Literals with commas between them.
static NAMES: LazyLock<Regex> = LazyLock::new(|| pattern("(?s)``.*?``(?:\\s*[、,，]\\s*``.*?``)*"));

/// The rows of a body: literals and their description. An error is the range that is not a row.
fn body_rows(page: &str, body: Range<usize>) -> Result<Vec<NameAndText>, Range<usize>> {
    let trim = |range: Range<usize>| {
        let raw = &page[range.clone()];
        let start = range.start + (raw.len() - raw.trim_start().len());
        start..(range.start + raw.trim_end().len()).max(start)
    };
    let body = trim(body);
    let text = &page[body.clone()];
    let sentences = text.ends_with(['。', '.']);
    let is_start = |at: usize| {
        let before = text[..at].trim_end();
        before.len() < at && (!sentences || before.ends_with(['。', '.']))
    };
    let names = NAMES.find_iter(text).enumerate().filter(|(at, name)| *at == 0 || is_start(name.start()));
    let names: Vec<Range<usize>> =
        names.map(|(_, name)| body.start + name.start()..body.start + name.end()).collect();
    if names.first().is_none_or(|name| name.start != body.start) {
        return Err(body.start..names.get(1).map_or(body.end, |name| name.start));
    }
    let ends = names[1..].iter().map(|name| name.start).chain([body.end]);
    let rows = names.iter().zip(ends).map(|(name, end)| match trim(name.end..end) {
        text if text.is_empty() || page[text.clone()].starts_with("``") => Err(name.start..end),
        text => Ok((name.clone(), text)),
    });
    rows.collect()
}
