//! What a page consists of: headings, paragraphs, items, tables, code, each with its place; and what is wrong with it.

use crate::place::serialize;
use ascertain_spec::model::Span;
use serde::Serialize;

/// The content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Blocks in the page's order.
    pub blocks: Vec<Block>,
    /// What the reader did not understand or found damaged.
    pub complaints: Vec<Complaint>,
    /// `sha256:…` of the bytes.
    pub digest: String,
    /// `185 lines`, or `7887 bytes` if the page is one long line.
    pub extent: String,
}

/// A part of a page that is damaged or not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// What is wrong, what was expected and how to fix it, as a lower-case fragment.
    pub says: String,
    /// Where.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
    /// Whether the page is refused because of it.
    #[serde(skip)]
    pub fatal: bool,
}

/// Text and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Without markup and entities; white space collapsed.
    pub text: String,
    /// Its place.
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
    Table(PageTable),
    /// Code, verbatim.
    Code(Text),
}

/// A table. All `rows` have the same number of cells: cells that span several are repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageTable {
    /// Its caption, if it has one.
    pub caption: Option<Text>,
    /// How many of the first rows are headings.
    pub header_rows: usize,
    /// Rows of cells.
    pub rows: Vec<Vec<Text>>,
    /// Whether a cell spans more rows than the table has, so that rows may be missing at its end.
    pub overrun: bool,
    /// Its place.
    pub place: Span,
}

impl Block {
    /// Its text, unless it is a table.
    pub fn text(&self) -> Option<&Text> {
        match self {
            Self::Heading(_, text) | Self::Paragraph(text) | Self::Item(_, text) | Self::Code(text) => {
                Some(text)
            }
            Self::Table(_) => None,
        }
    }

    /// Its text, unless it is a table or code.
    pub(crate) fn prose(&self) -> Option<&Text> {
        self.text().filter(|_| !matches!(self, Self::Code(_)))
    }

    /// Its place.
    pub(crate) fn place(&self) -> Span {
        match self {
            Self::Table(grid) => grid.place,
            block => block.text().map_or(Span::None, |text| text.place),
        }
    }
}

impl Page {
    /// Whether a complaint makes the page unusable.
    pub fn is_refused(&self) -> bool {
        self.complaints.iter().any(|complaint| complaint.fatal)
    }
}
