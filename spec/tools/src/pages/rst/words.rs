//! The words of an RST page whose line ends became spaces, with their places in the page.

use std::ops::Range;

use super::super::builder::PageBuilder;
use super::super::clean::{Markup, clean};
use super::super::{PageTable, Text};

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// Text.
    pub(super) text: &'a str,
    /// First byte.
    pub(super) start: usize,
}

impl Word<'_> {
    /// The byte after the last.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Words of a text, with their places in it.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let visible = text.strip_prefix('\u{feff}').unwrap_or(text);
    let base = text.len() - visible.len();
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in visible.char_indices() {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                words.push(Word { text: &visible[from..at], start: base + from });
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| Word { text: &visible[from..], start: base + from }));
    words
}

/// Whether a word is a border of a simple table, or one column of it.
pub(super) fn is_border(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b == b'=')
}

/// A cell's text.
pub(super) fn cell(out: &PageBuilder, range: Range<usize>) -> Text {
    Text { text: clean(&out.source.text[range.clone()], Markup::Rst), place: out.source.place(range) }
}

/// Refuses a range of bytes.
pub(super) fn refuse(out: &mut PageBuilder, range: Range<usize>, says: impl Into<String>) {
    let place = out.source.place(range);
    out.refuse(place, says);
}

/// Adds a table to the page.
pub(super) fn table(out: &mut PageBuilder, header_rows: usize, rows: Vec<Vec<Text>>, range: Range<usize>) {
    let place = out.source.place(range);
    out.table(PageTable { caption: None, header_rows, rows, overrun: false, place });
}
