//! Collects the blocks and complaints of a page while it is read.

use ascertain_spec::model::Span;

use super::clean::{STRUCK, normalise};
use super::source::Source;
use super::{Block, Complaint, PageTable, Text};

/// Collects a page's blocks and complaints.
#[derive(Debug)]
pub(super) struct PageBuilder<'a> {
    /// The page.
    pub(super) source: &'a Source<'a>,
    /// Blocks so far.
    pub(super) blocks: Vec<Block>,
    /// Complaints so far.
    pub(super) complaints: Vec<Complaint>,
}

impl<'a> PageBuilder<'a> {
    /// An empty page.
    pub(super) fn new(source: &'a Source<'a>) -> Self {
        PageBuilder { source, blocks: Vec::new(), complaints: Vec::new() }
    }

    /// Adds a complaint that makes the page unusable.
    pub(super) fn refuse(&mut self, place: Span, says: impl Into<String>) {
        self.complaints.push(Complaint { place, says: says.into(), fatal: true });
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
    fn said(&mut self, mut text: Text) -> Text {
        if text.text.contains(STRUCK) {
            self.struck(text.place);
            text.text = normalise(&text.text.replace(STRUCK, " "));
        }
        text
    }

    /// Adds a heading, unless it is empty.
    pub(super) fn heading(&mut self, level: u8, text: Text) {
        let text = self.said(text);
        if !text.text.is_empty() {
            self.blocks.push(Block::Heading(level, text));
        }
    }

    /// Adds a paragraph, unless it is empty.
    pub(super) fn paragraph(&mut self, text: Text) {
        let text = self.said(text);
        if !text.text.is_empty() {
            self.blocks.push(Block::Paragraph(text));
        }
    }

    /// Adds an item, unless it is empty.
    pub(super) fn item(&mut self, depth: u8, text: Text) {
        let text = self.said(text);
        if !text.text.is_empty() {
            self.blocks.push(Block::Item(depth, text));
        }
    }

    /// Adds code, verbatim, unless it is empty.
    pub(super) fn code(&mut self, text: String, place: Span) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Code(Text { text, place }));
        }
    }

    /// Adds a table, or refuses one without a heading. If the table has no caption and the paragraph before it looks like one,
    /// that is the caption.
    pub(super) fn table(&mut self, mut grid: PageTable) {
        grid.caption = grid.caption.take().map(|text| self.said(text));
        for row in &mut grid.rows {
            for cell in row {
                *cell = self.said(std::mem::take(cell));
            }
        }
        if grid.header_rows == 0 {
            self.refuse(
                grid.place,
                "a table without a heading row: it lost the row, or what marks it as heading",
            );
        }
        if grid.caption.is_none()
            && let Some(Block::Paragraph(text)) = self.blocks.last()
            && is_caption(&text.text)
        {
            grid.caption = Some(text.clone());
        }
        self.blocks.push(Block::Table(grid));
    }
}

/// Whether a paragraph is a table's caption: `表 1 …`, `Table 1 …`.
fn is_caption(text: &str) -> bool {
    ["表", "Table", "table"].iter().any(|word| {
        text.strip_prefix(word)
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    })
}
