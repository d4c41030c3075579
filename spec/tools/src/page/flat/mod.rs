//! Reads flattened text: a page that was copied as text from a browser.
//!
//! Tables have one cell per line, each followed by ` |`, and a line of dashes after the heading. Bullets and indentation
//! are kept. Headings have no mark, so they are recognised by their shape.

mod cells;

use unicode_width::UnicodeWidthStr;

use super::blocks::Text;
use super::builder::{Kind, PageBuilder};
use super::inline::{Markup, normalise};
use super::source::Source;

pub(super) use cells::{is_cell, is_separator};

/// What a renderer writes instead of an element that it cannot print.
pub(crate) const DEBRIS: &str = "[object Object]";

/// Reads a page.
pub(super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let lines = source.lines();
    let blank = lines.iter().filter(|line| line.is_blank()).count();
    let mut reader = Reader {
        out: PageBuilder::new(source, Markup::Stray),
        spaced: blank * 4 >= lines.len(),
        titled: false,
    };
    let mut at = 0;
    while at < lines.len() {
        at = reader.block(at);
    }
    reader.out
}

struct Reader<'a> {
    out: PageBuilder<'a>,
    /// Whether blank lines separate the page's blocks.
    spaced: bool,
    /// Whether the title has been read.
    titled: bool,
}

impl Reader<'_> {
    /// Reads the block at line `at`, and returns the next line.
    fn block(&mut self, at: usize) -> usize {
        let line = self.out.source.lines()[at];
        if line.is_blank() {
            return at + 1;
        }
        if is_separator(line.text) || is_cell(line.text) {
            return cells::read(&mut self.out, at);
        }
        let text = self.text(at, line.text);
        if let Some(rest) = item(line.text.trim()) {
            let depth = self.out.depth(line.indent());
            let text = self.text(at, rest);
            self.out.add(Kind::Item(depth), text);
        } else if self.is_heading(at, &text.text) {
            self.out.items.clear();
            self.out.add(Kind::Heading(if self.titled { 2 } else { 1 }), text);
            self.titled = true;
        } else {
            self.out.add(Kind::Paragraph, text);
        }
        at + 1
    }

    /// A line's text without debris, which is reported.
    fn text(&mut self, at: usize, raw: &str) -> Text {
        let place = self.out.source.place_of_lines(at, at);
        if raw.contains(DEBRIS) && !matches!(self.out.complaints.last(), Some(last) if last.place == place) {
            self.out.note(place, format!("`{DEBRIS}`: some text is lost here"));
        }
        Text { text: normalise(&raw.replace(DEBRIS, " ")), place }
    }

    /// Whether a line has the shape of a heading: short, without punctuation, not indented, and between blank lines if these
    /// separate blocks.
    fn is_heading(&self, at: usize, text: &str) -> bool {
        let lines = self.out.source.lines();
        let plain =
            |c: char| !matches!(c, ',' | ';' | ':' | '。' | '、' | '|' | '"' | '=' | '{' | '}' | '[' | ']');
        let alone =
            || (at == 0 || lines[at - 1].is_blank()) && lines.get(at + 1).is_none_or(|line| line.is_blank());
        if lines[at].indent() > 0 || text.width() > 80 || !text.chars().all(plain) || text.ends_with('.') {
            return false;
        }
        if self.spaced {
            return alone();
        }
        // Without blank lines, names of products and calls look like headings. Headings have no digits, spaces or brackets.
        let narrow = |c: char| !c.is_ascii_digit() && !matches!(c, ' ' | '(' | ')' | '/' | '.');
        text.width() <= 40 && (!self.titled || text.chars().all(narrow))
    }
}

/// The text of an item: after a bullet or a number.
fn item(trimmed: &str) -> Option<&str> {
    let bullet =
        trimmed.strip_prefix(['•', '●', '○', '◦', '▪', '■', '·']).filter(|rest| rest.starts_with(' '));
    bullet.map(str::trim_start).or_else(|| super::markdown::item(trimmed))
}
