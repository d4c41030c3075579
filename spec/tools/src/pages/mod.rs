//! Pages as they are published, read into blocks: headings, paragraphs, items, tables, code.
//!
//! Readers know markup and nothing of dtypes; [`recognise`] knows what a table says and nothing of markup.

use ascertain_spec::model::Span;

/// A page, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Blocks in the page's order.
    pub blocks: Vec<Block>,
    /// What the reader did not understand, or found damaged.
    pub complaints: Vec<Complaint>,
    /// `sha256:…` of the bytes.
    pub digest: String,
    /// `185 lines`, or `7887 bytes` of a page that is one long line.
    pub extent: String,
}

/// Something wrong with, or not understood in, a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where.
    pub place: Span,
    /// What is wrong, what was expected, what to do: lower-case fragment.
    pub says: String,
    /// Whether the page is refused because of it.
    pub fatal: bool,
}

/// A piece of text and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Without markup and entities; white space collapsed.
    pub text: String,
    /// Where it stands.
    pub place: Span,
}

/// One block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is the page's title.
    Heading(u8, Text),
    /// A paragraph.
    Paragraph(Text),
    /// An item of a list; depth from 0.
    Item(u8, Text),
    /// A table.
    Table(Grid),
    /// Code, verbatim.
    Code(Text),
}

/// A table: `rows` all have the same number of cells, spans being unrolled (a spanned cell is repeated).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Its caption, where it has one.
    pub caption: Option<Text>,
    /// How many of the first rows are heading.
    pub header_rows: usize,
    /// Rows of cells.
    pub rows: Vec<Vec<Text>>,
    /// Where it stands.
    pub place: Span,
}
