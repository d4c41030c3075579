//! Reads vendors' pages into blocks: headings, paragraphs, items, tables, code.
//!
//! Readers know markup and nothing about dtypes. [`recognise`] finds facts in blocks and knows nothing about markup.

mod builder;
mod conflict;
mod detect;
mod flat;
mod html;
mod inline;
mod markdown;
mod pipe;
pub mod recognise;
mod rst;
mod source;
mod stub;
mod table;
mod vocabulary;

use crate::facts::place;
use ascertain_spec::model::{Patch, Span};
use serde::Serialize;
use sha2::{Digest, Sha256};

use builder::PageBuilder;
use detect::Format;
use source::Source;

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
    #[serde(flatten, serialize_with = "place")]
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

/// The most bytes of a page. The vendors' longest have less than a hundredth of it.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads a page of any format: Markdown, HTML, RST or text copied from a rendered page.
///
/// The format is detected from the content; the file's `name` decides only if that is not enough. A damaged page is read as
/// far as possible, with a fatal complaint for each damage: such a page must not be used.
pub fn read(name: &str, bytes: &[u8]) -> Page {
    if bytes.len() > MOST_BYTES {
        let says = format!(
            "more than {} MB: this is not a page; save its text without what it includes",
            MOST_BYTES >> 20
        );
        return unread(bytes, String::new(), Span::None, says);
    }
    let digest = digest(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.valid_up_to();
            let line = 1 + bytes[..valid].iter().filter(|byte| **byte == b'\n').count();
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            let says = format!("byte {valid} is not UTF-8: convert the page first");
            return unread(bytes, digest, Span::Lines(line, line), says);
        }
    };
    let source = Source::new(text);
    let mut out = match detect::format(name, &source) {
        Format::Markdown => markdown::read(&source),
        Format::Html => html::read(&source),
        Format::Rst => rst::read(&source),
        Format::RstOneLine => rst::read_one_line(&source),
        Format::Flat => flat::read(&source),
    };
    if out.blocks.is_empty() && out.complaints.is_empty() {
        out.refuse(source.whole(), "an empty page");
    }
    stub::refuse(&mut out);
    conflict::refuse(&mut out);
    let PageBuilder { blocks, complaints, .. } = out;
    Page { blocks, complaints, digest, extent: source.extent() }
}

/// Reads a page as [`read`] does, with the patches of the specification for it. Its digest stays that of the bytes.
pub fn read_patched(name: &str, bytes: &[u8], patches: &[Patch]) -> Page {
    let digest = digest(bytes);
    let (Ok(text), true) = (std::str::from_utf8(bytes), patches.iter().any(|patch| patch.page == digest))
    else {
        return read(name, bytes);
    };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut notes = Vec::new();
    for Patch { says, line, find, put, .. } in patches.iter().filter(|patch| patch.page == digest) {
        let at = (*line as usize).checked_sub(1).and_then(|at| lines.get_mut(at));
        let found = at.filter(|text| text.matches(find.as_str()).count() == 1);
        let fatal = found.is_none();
        let says = match found {
            Some(text) => {
                *text = text.replacen(find, put, 1);
                format!("read with a patch: {says}")
            }
            None => {
                format!("`{find}` does not stand once here, as a patch in documents.toml says; correct it")
            }
        };
        notes.push(Complaint { place: Span::Lines(*line, *line), says, fatal });
    }
    let mut page = read(name, lines.concat().as_bytes());
    page.complaints.extend(notes);
    Page { digest, ..page }
}

/// A page of which nothing can be read.
fn unread(bytes: &[u8], digest: String, place: Span, says: String) -> Page {
    let complaints = vec![Complaint { place, says, fatal: true }];
    Page { blocks: Vec::new(), complaints, digest, extent: format!("{} bytes", bytes.len()) }
}

/// `sha256:…` of bytes.
fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(bytes)))
}
