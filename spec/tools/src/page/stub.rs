//! Refuses stubs: pages that only say that the content has moved.

use super::blocks::{Block, Text};
use super::builder::PageBuilder;
use super::inline::{Labels, Markup, clean};
use crate::vocabulary::has_word;
use ascertain_spec::model::Span;

/// The most characters of a stub.
const SHORT: usize = 600;

/// Refuses a page that is only a stub.
pub(super) fn refuse(out: &mut PageBuilder) {
    let texts: Vec<&Text> = out.blocks.iter().filter_map(Block::text).collect();
    let length: usize = texts.iter().map(|text| text.text.chars().count()).sum();
    if texts.len() < out.blocks.len() || length > SHORT {
        return;
    }
    let moved = texts.iter().find(|text| {
        let text = text.text.to_lowercase();
        has_word("moved", &text)
    });
    let place = match moved {
        Some(text) => text.place,
        None if is_link_only(out) => out.source.whole(),
        None => return,
    };
    out.refuse(place, "a stub: it only says where the page went; import that page");
}

/// Whether a page has only headings and links, or is the path of another file.
fn is_link_only(out: &PageBuilder) -> bool {
    let lines = out.source.lines().iter().map(|line| line.text);
    // Blocks of a page on one line.
    let blocks = out.blocks.iter().filter_map(|block| match block.place() {
        Span::Bytes(start, end) => out.source.text.get(start as usize..end as usize),
        _ => None,
    });
    is_links(out, lines) || is_links(out, blocks)
}

/// Whether texts are only headings and links.
fn is_links<'t>(out: &PageBuilder, texts: impl Iterator<Item = &'t str>) -> bool {
    let mut links = 0;
    for text in texts {
        let trimmed = text.trim().trim_start_matches(['-', '*', '>', ' ']).trim_start_matches(".. _");
        let rule = trimmed.bytes().all(|b| matches!(b, b'=' | b'-' | b'^' | b'~'));
        let is_heading = || {
            let text = clean(trimmed, Markup::Markdown, &Labels::default());
            let found = |block: &Block| matches!(block, Block::Heading(_, heading) if heading.text == text);
            text.is_empty() || trimmed.starts_with('#') || out.blocks.iter().any(found)
        };
        if is_link(trimmed) {
            links += 1;
        } else if !rule && !is_heading() {
            return false;
        }
    }
    links > 0
}

/// Whether a line is one link, address or path.
fn is_link(line: &str) -> bool {
    let line = line.trim_end_matches(['.', '。', '_']);
    let markdown = line.starts_with('[') && line.ends_with(')') && line.matches("](").count() == 1;
    let anchor = line.starts_with("<a ") && line.ends_with("</a>") && line.matches("<a ").count() == 1;
    let reference = line.starts_with('`') && line.ends_with(">`");
    let bare = line.trim_matches(['<', '>']);
    let file = [".md", ".rst", ".html", ".htm", ".txt"].iter().any(|end| bare.ends_with(end));
    let address = bare.starts_with("http://") || bare.starts_with("https://") || file;
    markdown || anchor || reference || (address && !bare.contains(char::is_whitespace))
}
