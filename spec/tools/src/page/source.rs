//! The text of a page as lines, and the places of ranges of bytes.

use std::ops::Range;

use ascertain_spec::model::Span;

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Byte offset of its first character.
    pub(super) start: usize,
}

impl Line<'_> {
    /// Its bytes.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether it is empty or white space.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Width of its indentation; a tab has four columns.
    pub(super) fn indent(&self) -> usize {
        indent(self.text)
    }
}

/// Width of a line's indentation; a tab has four columns.
pub(super) fn indent(line: &str) -> usize {
    let mut width = 0;
    for character in line.chars() {
        match character {
            '\t' => width += 4 - width % 4,
            c if c.is_whitespace() => width += 1,
            _ => break,
        }
    }
    width
}

/// A page's text and its lines.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// All of it, including a byte order mark, so that offsets are those of the file.
    pub(super) text: &'a str,
    lines: Vec<Line<'a>>,
    single: bool,
}

impl<'a> Source<'a> {
    /// Splits `text` at line ends. A byte order mark belongs to no line.
    pub(super) fn new(text: &'a str) -> Self {
        let mut lines = Vec::new();
        let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        for line in text[start..].split_inclusive('\n') {
            lines.push(Line { text: line.trim_end_matches('\n').trim_end_matches('\r'), start });
            start += line.len();
        }
        let single = lines.iter().filter(|line| !line.is_blank()).count() == 1;
        Source { text, lines, single }
    }

    /// The lines, in order.
    pub(super) fn lines(&self) -> &[Line<'a>] {
        &self.lines
    }

    /// Whether all text is on one line, so that places are bytes.
    pub(super) fn is_single(&self) -> bool {
        self.single
    }

    /// `185 lines`, or `7887 bytes` for a page on one line.
    pub(super) fn extent(&self) -> String {
        match self.is_single() {
            true => format!("{} bytes", self.text.len()),
            false => format!("{} lines", self.lines.len()),
        }
    }

    /// The place of a range of bytes: its lines, or its bytes for a page on one line.
    pub(super) fn place(&self, range: Range<usize>) -> Span {
        if self.is_single() {
            return Span::Bytes(narrow(range.start), narrow(range.end));
        }
        Span::Lines(self.line_of(range.start), self.line_of(range.end.max(range.start + 1) - 1))
    }

    /// The place of lines `first..=last`, counted from 0.
    pub(super) fn place_of_lines(&self, first: usize, last: usize) -> Span {
        if self.is_single() {
            let end = self.lines.get(last).map_or(self.text.len(), |line| line.range().end);
            return self.place(self.lines.get(first).map_or(0, |line| line.start)..end);
        }
        Span::Lines(narrow(first + 1), narrow(last + 1))
    }

    /// The place of the whole page.
    pub(super) fn whole(&self) -> Span {
        self.place_of_lines(0, self.lines.len().saturating_sub(1))
    }

    /// Number, from 1, of the line that contains a byte.
    fn line_of(&self, byte: usize) -> u32 {
        narrow(self.lines.partition_point(|line| line.start <= byte).max(1))
    }
}

/// Places have 32 bits; no page is longer than that.
fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
