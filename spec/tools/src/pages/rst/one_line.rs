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

use unicode_width::UnicodeWidthStr;

use super::super::builder::PageBuilder;
use super::super::clean::Markup;
use super::super::source::Source;
use super::words::{Word, is_border, words};
use super::{is_rule, one_line_table};

/// Reads a page.
pub(in super::super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let mut reader = Reader {
        out: PageBuilder::new(source),
        words: words(source.text),
        styles: Vec::new(),
        pending: 0..0,
        code: false,
    };
    let mut at = 0;
    while at < reader.words.len() {
        at = reader.step(at);
    }
    reader.flush(at);
    reader.out
}

struct Reader<'a> {
    out: PageBuilder<'a>,
    words: Vec<Word<'a>>,
    /// Characters of headings so far; their order gives the level.
    styles: Vec<u8>,
    /// Words of the paragraph, or code, being read.
    pending: Range<usize>,
    code: bool,
}

impl Reader<'_> {
    /// Reads the block that starts at word `at`, and returns the next word.
    fn step(&mut self, at: usize) -> usize {
        let word = self.words[at].text;
        if self.directive(at).is_some() {
            return self.read_directive(at);
        }
        let rule = is_rule(word) && word.len() > 3;
        if rule && word.starts_with('=') && self.words.get(at + 1).is_some_and(|next| is_border(next.text)) {
            self.flush(at);
            let next = one_line_table::simple(&mut self.out, &self.words, at);
            self.pending = next..next;
            return next;
        }
        if rule && self.pending.start < at {
            self.heading(at);
            self.pending = at + 1..at + 1;
        }
        at + 1
    }

    /// The name of the directive that starts at word `at`.
    fn directive(&self, at: usize) -> Option<&str> {
        if self.words[at].text != ".." {
            return None;
        }
        self.words.get(at + 1)?.text.strip_suffix("::").filter(|name| !name.is_empty())
    }

    fn read_directive(&mut self, at: usize) -> usize {
        self.flush(at);
        let name = self.directive(at).unwrap_or_default().to_owned();
        let next = match name.as_str() {
            "list-table" => one_line_table::list(&mut self.out, &self.words, at),
            "image" | "figure" | "toctree" | "include" => self.skip(at + 2),
            _ => at + 2,
        };
        self.code = matches!(name.as_str(), "code-block" | "code" | "sourcecode");
        self.pending = next..next;
        next
    }

    /// The word after a directive's argument and options.
    fn skip(&self, at: usize) -> usize {
        let stops = |at: &usize| self.directive(*at).is_some() || is_rule(self.words[*at].text);
        (at..self.words.len()).find(stops).unwrap_or(self.words.len())
    }

    /// Ends the paragraph, or code, before word `at`.
    fn flush(&mut self, at: usize) {
        let words = self.pending.start..at;
        self.pending = at..at;
        let code = std::mem::take(&mut self.code);
        let (Some(first), Some(last)) =
            (self.words.get(words.start), at.checked_sub(1).map(|at| self.words[at]))
        else {
            return;
        };
        if words.is_empty() {
            return;
        }
        let range = first.start..last.end();
        match code {
            true => {
                let text = self.out.source.text[range.clone()].to_owned();
                let place = self.out.source.place(range);
                self.out.code(text, place);
            }
            false => {
                let text = self.out.text(range, Markup::Rst);
                self.out.paragraph(text);
            }
        }
    }

    /// Reads the words before the line of punctuation at `at` as a heading, and those before them as a paragraph.
    fn heading(&mut self, at: usize) {
        let rule = self.words[at].text;
        // A word more makes the heading wider by the text up to the word after it.
        let (mut width, mut next) = (0, self.words[at - 1].end());
        let mut heading = None;
        for from in (self.pending.start..at).rev() {
            width += self.out.source.text[self.words[from].start..next].width();
            next = self.words[from].start;
            if width > rule.len() {
                break;
            }
            heading = Some(from);
        }
        let Some(from) = heading else { return };
        self.flush(from);
        let style = rule.as_bytes()[0];
        let known = self.styles.iter().position(|known| *known == style);
        let level = known.unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        let text = self.out.text(self.words[from].start..self.words[at - 1].end(), Markup::Rst);
        self.out.heading(u8::try_from(level + 1).unwrap_or(u8::MAX), text);
    }
}
