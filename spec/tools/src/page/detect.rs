//! Detects the markup that a page is written in, from its content.

use super::builder::PageBuilder;
use super::rst::{Directive, simple};
use super::source::Source;
use super::{flat, html, markdown, pipe, rst};

/// Reads pages of one markup.
pub(super) type ReadPage = for<'a> fn(&'a Source<'a>) -> PageBuilder<'a>;

/// The weight of a mark of structure, compared with marks inside a line, which are text in other markups.
const STRUCTURE: usize = 1000;

/// The reader for a page's markup: Markdown with HTML inside, HTML, RST, or text that was copied from a rendered page. The
/// file's name decides only if the text does not.
pub(super) fn reader(name: &str, source: &Source) -> ReadPage {
    let text = source.text.trim_start_matches('\u{feff}').trim_start();
    let start: String = text.chars().take(16).collect::<String>().to_ascii_lowercase();
    let pages = ["<!doctype", "<html", "<head", "<body", "<meta", "<?xml"];
    if pages.iter().any(|tag| start.starts_with(tag)) || (source.is_single() && start.starts_with('<')) {
        return html::read;
    }
    let (mut markdown, mut rst, mut flat) = (0, 0, 0);
    let mut fenced = false;
    for line in source.lines() {
        let trimmed = line.text.trim().trim_start_matches(['>', ' ']);
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
            markdown += STRUCTURE;
        } else if !fenced {
            markdown += markdown_weight(trimmed, line.indent());
            rst += if is_rst(trimmed) { STRUCTURE } else { 0 };
            flat += flat_weight(line.text);
        }
    }
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match rst.max(markdown).max(flat) {
        0 if matches!(extension.as_str(), "md" | "markdown") => markdown::read,
        0 if matches!(extension.as_str(), "html" | "htm") => html::read,
        0 if extension == "rst" => rst::read,
        0 => flat::read,
        most if rst == most => rst::read,
        most if markdown == most => markdown::read,
        _ => flat::read,
    }
}

/// How likely a line is to be Markdown.
fn markdown_weight(trimmed: &str, indent: usize) -> usize {
    let heading = trimmed.trim_start_matches('#');
    let html = trimmed.to_ascii_lowercase();
    let structure = (pipe::is_delimiter(trimmed) && !flat::is_separator(trimmed) && !flat::is_cell(trimmed))
        || (indent < 4 && heading.len() < trimmed.len() && heading.starts_with(' '))
        || html.contains("<table");
    let inline = pipe::is_row(trimmed)
        || ["](", "\\_", "<tr", "<td", "</t", "<!--", "<term", "<a "].iter().any(|mark| html.contains(mark));
    if structure { STRUCTURE } else { usize::from(inline) }
}

/// How likely a line is to be flattened text.
fn flat_weight(line: &str) -> usize {
    let weak = flat::is_cell(line) || line.trim_start().starts_with('•') || line.contains(flat::DEBRIS);
    if flat::is_separator(line) { STRUCTURE } else { usize::from(weak) }
}

/// Whether a line can only be RST.
fn is_rst(trimmed: &str) -> bool {
    Directive::of(trimmed).is_some()
        || simple::is_border(trimmed)
        || (trimmed.starts_with("+-") && trimmed.ends_with("-+"))
        || (trimmed.starts_with(":ref:`") || trimmed.starts_with(".. _"))
}
