//! Collects the blocks and complaints of a page while it is read.

use ascertain_spec::model::Span;

use std::ops::Range;

use super::blocks::{Block, Complaint, Text};
use super::inline::{Markup, STRUCK, clean, normalise};
use super::source::Source;

/// Collects a page's blocks and complaints.
#[derive(Debug)]
pub(super) struct PageBuilder<'a> {
    /// The page.
    pub(super) source: &'a Source<'a>,
    /// The markup of its text.
    markup: Markup,
    /// A paragraph or item that further lines may continue.
    pub(super) open: Option<OpenBlock>,
    /// Indentation of the items around the current line.
    pub(super) items: Vec<usize>,
    /// Blocks so far.
    pub(super) blocks: Vec<Block>,
    /// Complaints so far.
    pub(super) complaints: Vec<Complaint>,
}

/// A kind of block with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// With its level.
    Heading(u8),
    Paragraph,
    /// With its depth.
    Item(u8),
}

/// A paragraph or item that further lines may continue.
#[derive(Debug)]
pub(super) struct OpenBlock {
    pub(super) kind: Kind,
    /// Lines, from 0.
    pub(super) lines: Range<usize>,
    /// Text, still with markup.
    pub(super) raw: String,
    /// Indentation of the text.
    pub(super) indent: usize,
}

impl<'a> PageBuilder<'a> {
    /// An empty page.
    pub(super) fn new(source: &'a Source<'a>, markup: Markup) -> Self {
        PageBuilder {
            source,
            markup,
            open: None,
            items: Vec::new(),
            blocks: Vec::new(),
            complaints: Vec::new(),
        }
    }

    /// The text of some lines, without markup.
    pub(super) fn text(&self, raw: &str, lines: Range<usize>) -> Text {
        let place = self.source.place_of_lines(lines.start, lines.end.max(lines.start + 1) - 1);
        self.text_at(raw, place)
    }

    /// Text at a place, without markup.
    pub(super) fn text_at(&self, raw: &str, place: Span) -> Text {
        Text { text: clean(raw, self.markup), place }
    }

    /// The depth of an item with this indentation.
    pub(super) fn depth(&mut self, indent: usize) -> u8 {
        self.items.retain(|outer| *outer < indent);
        self.items.push(indent);
        u8::try_from(self.items.len() - 1).unwrap_or(u8::MAX)
    }

    /// Opens an item at a line. Its text is `inner` columns from the line's start.
    pub(super) fn open_item(&mut self, at: usize, raw: &str, indent: usize, inner: usize) {
        self.flush();
        let kind = Kind::Item(self.depth(indent));
        self.open = Some(OpenBlock { kind, lines: at..at + 1, raw: raw.to_owned(), indent: inner });
    }

    /// Adds a line to the open paragraph or item, or opens a paragraph.
    pub(super) fn continue_with(&mut self, at: usize, raw: &str, indent: usize) {
        if let Some(open) = &mut self.open {
            open.raw.push('\n');
            open.raw.push_str(raw);
            open.lines.end = at + 1;
            return;
        }
        if indent == 0 {
            self.items.clear();
        }
        self.open = Some(OpenBlock { kind: Kind::Paragraph, lines: at..at + 1, raw: raw.to_owned(), indent });
    }

    /// Closes the open paragraph or item.
    pub(super) fn flush(&mut self) {
        let Some(OpenBlock { kind, lines, raw, .. }) = self.open.take() else { return };
        let colons = raw.strip_suffix(':').filter(|raw| raw.ends_with(':') && self.markup == Markup::Rst);
        let text = self.text(colons.unwrap_or(&raw), lines);
        self.add(kind, text);
    }

    /// Adds a complaint that makes the page unusable.
    pub(super) fn refuse(&mut self, place: Span, says: impl Into<String>) {
        self.complaints.push(Complaint { place, says: says.into(), fatal: true });
    }

    /// Refuses the page because of lines `first..=last`, counted from 0.
    pub(super) fn refuse_lines(&mut self, first: usize, last: usize, says: impl Into<String>) {
        self.refuse(self.source.place_of_lines(first, last), says);
    }

    /// Refuses the page because of some bytes.
    pub(super) fn refuse_bytes(&mut self, bytes: Range<usize>, says: impl Into<String>) {
        self.refuse(self.source.place(bytes), says);
    }

    /// Adds a complaint that does no harm.
    pub(super) fn note(&mut self, place: Span, says: impl Into<String>) {
        self.complaints.push(Complaint { place, says: says.into(), fatal: false });
    }

    /// Refuses struck-out text: whether a page still says it is for a person to decide.
    pub(super) fn struck(&mut self, place: Span) {
        self.refuse(place, "struck-out text: is it said or not? remove it, or the marks that strike it out");
    }

    /// The text without the marks of what is struck out, for which it refuses the page.
    pub(super) fn said(&mut self, mut text: Text) -> Text {
        if text.text.contains(STRUCK) {
            self.struck(text.place);
            text.text = normalise(&text.text.replace(STRUCK, " "));
        }
        text
    }

    /// Adds a heading, paragraph or item, unless it is empty.
    pub(super) fn add(&mut self, kind: Kind, text: Text) {
        let text = self.said(text);
        if !text.text.is_empty() {
            self.blocks.push(match kind {
                Kind::Heading(level) => Block::Heading(level, text),
                Kind::Paragraph => Block::Paragraph(text),
                Kind::Item(depth) => Block::Item(depth, text),
            });
        }
    }

    /// Adds code, verbatim, unless it is empty.
    pub(super) fn code(&mut self, text: String, place: Span) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Code(Text { text, place }));
        }
    }
}
