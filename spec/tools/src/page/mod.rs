//! Reads vendors' pages into blocks: headings, paragraphs, items, tables, code.
//!
//! It knows markup and nothing about dtypes. [`crate::reader`] finds facts in blocks and knows nothing about markup.

mod blocks;
mod builder;
mod conflict;
mod detect;
mod flat;
mod html;
mod inline;
mod markdown;
mod pipe;
mod rst;
mod source;
mod table;

use ascertain_spec::model::{Patch, Span};
use sha2::{Digest, Sha256};

pub use blocks::{Block, Complaint, Page, PageTable, Text};
use builder::PageBuilder;
pub(crate) use flat::DEBRIS;
use source::Source;

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
    let mut out = detect::reader(name, &source)(&source);
    if out.blocks.is_empty() && out.complaints.is_empty() {
        out.refuse(source.whole(), "an empty page");
    }
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
