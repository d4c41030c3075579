//! Guides: the pages of the checkout, from Markdown to HTML.

use ascertain_conformance::report::template::is_page;
use ascertain_conformance::results::files;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::{fs, io};

/// Where files of the checkout are that are not part of the site.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// Folders whose pages are guides, and single ones, in the order of the list of guides.
const FOLDERS: [&str; 2] = ["docs/guides", "docs"];
const FIRST: [&str; 1] = ["README.md"];
const LAST: [&str; 4] =
    ["conformance/PROTOCOL.md", "conformance/OFFLINE.md", "spec/README.md", "GLOSSARY.md"];

/// The table of implementations, which is a page of its own in the site.
const IMPLEMENTATIONS: &str = "docs/implementations.md";

/// Pages of a checkout, as Markdown: path and text, in order.
pub type Pages = Vec<(String, String)>;

/// The guides of a checkout; none if `checkout` is not the folder of one.
///
/// # Errors
/// When a page cannot be read.
pub fn read(checkout: &Path) -> io::Result<Pages> {
    if !checkout.join("spec/documents.toml").is_file() || !checkout.join("docs").is_dir() {
        return Ok(Pages::new());
    }
    let mut paths: Vec<String> = FIRST.map(str::to_owned).into();
    for folder in FOLDERS {
        let Ok(entries) = fs::read_dir(checkout.join(folder)) else { continue };
        let names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        let names = names.iter().filter_map(|name| name.to_str()).filter(|name| name.ends_with(".md"));
        let mut found: Vec<String> = names.map(|name| format!("{folder}/{name}")).collect();
        found.retain(|path| path != IMPLEMENTATIONS);
        found.sort_unstable();
        paths.extend(found);
    }
    paths.extend(LAST.map(str::to_owned));
    let pages = paths.into_iter().map(|path| Ok((path.clone(), files::read_text(&checkout.join(&path))?)));
    pages.collect()
}

/// A guide as a page.
#[derive(Debug, Serialize)]
pub(super) struct Guide {
    /// From the root of the site.
    pub(super) address: String,
    pub(super) title: String,
    /// The file in the repository.
    source: String,
    html: String,
    /// Its parts, without the first one.
    pub(super) parts: Vec<Part>,
}

/// A heading, and the text below it.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    pub(super) heading: String,
    pub(super) anchor: String,
    pub(super) text: String,
    level: u8,
}

/// Every guide as a page.
pub(super) fn render(pages: &Pages) -> Vec<Guide> {
    let addresses = pages.iter().map(|(path, _)| (path.as_str(), format!("{}.html", name(path))));
    let addresses = addresses.chain([(IMPLEMENTATIONS, "../implementations.html".to_owned())]).collect();
    pages.iter().map(|(path, text)| guide(path, text, &addresses)).collect()
}

/// `docs/guides/rust.md` as the name of a file: `guides-rust`.
fn name(path: &str) -> String {
    let path = path.strip_prefix("docs/").unwrap_or(path).trim_end_matches(".md");
    let safe =
        |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c.to_ascii_lowercase() } else { '-' };
    path.chars().map(safe).collect()
}

fn guide(path: &str, text: &str, addresses: &HashMap<&str, String>) -> Guide {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let parts = parts(&events);
    let mut anchors = parts.iter().map(|part| part.anchor.clone());
    let mut shown: Vec<Event<'_>> = Vec::new();
    // For each link that is open, whether it leads anywhere.
    let mut open: Vec<bool> = Vec::new();
    let mut tables = 0;
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().map(CowStr::from);
                shown.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            // An image would not be shown, since it is not part of the site: its text leads to it.
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let target = target(path, &dest_url, addresses);
                open.push(target.is_some());
                if let Some(target) = target {
                    let href = attribute(&target);
                    shown.push(Event::Html(format!("<a href=\"{href}\">").into()));
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if open.pop() == Some(true) {
                    shown.push(Event::Html("</a>".into()));
                }
            }
            Event::Start(Tag::Table(columns)) => {
                tables += 1;
                let start = format!(
                    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table {tables}\">\n"
                );
                shown.extend([Event::Html(start.into()), Event::Start(Tag::Table(columns))]);
            }
            Event::End(TagEnd::Table) => shown.extend([event, Event::Html("</div>\n".into())]),
            // With room for the keyboard to scroll it.
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                shown.push(Event::Html("<pre class=\"scroll\" tabindex=\"0\"><code>".into()));
            }
            Event::End(TagEnd::CodeBlock) => shown.push(Event::Html("</code></pre>\n".into())),
            // Tags are shown as they are written, and comments are not.
            Event::Html(tag) | Event::InlineHtml(tag) if tag.trim_start().starts_with("<!--") => drop(tag),
            Event::Html(tag) | Event::InlineHtml(tag) => shown.push(Event::Text(tag)),
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            event => shown.push(event),
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, shown.into_iter());
    let title = parts.first().map_or(path, |part| part.heading.as_str());
    Guide {
        address: format!("guide/{}", addresses.get(path).map_or("", String::as_str)),
        title: title.to_owned(),
        source: repository(path),
        html,
        parts,
    }
}

/// The headings of a page, with anchors as code hosts make them.
fn parts(events: &[Event<'_>]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut same: BTreeMap<String, usize> = BTreeMap::new();
    let mut in_heading = false;
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                in_heading = true;
                let level = *level as u8;
                parts.push(Part {
                    heading: String::new(),
                    anchor: String::new(),
                    text: String::new(),
                    level,
                });
            }
            Event::End(TagEnd::Heading(_)) => {
                in_heading = false;
                let Some(part) = parts.last_mut() else { continue };
                let anchor = anchor(&part.heading);
                let count = same.entry(anchor.clone()).or_default();
                part.anchor = if *count == 0 { anchor } else { format!("{anchor}-{count}") };
                *count += 1;
            }
            Event::Text(text) | Event::Code(text) => {
                let Some(part) = parts.last_mut() else { continue };
                let to = if in_heading { &mut part.heading } else { &mut part.text };
                to.push_str(text);
            }
            _ if in_heading => {}
            _ => parts.iter_mut().next_back().into_iter().for_each(|part| part.text.push(' ')),
        }
    }
    parts
}

/// The anchor of a heading, as code hosts make it.
pub(super) fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | ' ' | '_');
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

/// Where a link of a page leads in the site: to a guide, to a file of the repository, or elsewhere. None if a click
/// would start something else than a page.
fn target(path: &str, link: &str, addresses: &HashMap<&str, String>) -> Option<String> {
    if is_page(link) || link.starts_with("mailto:") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    if file.contains(':') || file.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let file = parts.join("/");
    let mut target = addresses.get(file.as_str()).cloned().unwrap_or_else(|| repository(&file));
    target.extend(anchor.map(|anchor| format!("#{anchor}")));
    Some(target)
}

fn repository(file: &str) -> String {
    format!("{REPOSITORY}/blob/HEAD/{file}")
}

/// Text as the value of an attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Guide, Pages, render};

    fn one(text: &str) -> Guide {
        let pages: Pages = vec![
            ("docs/a.md".to_owned(), text.to_owned()),
            ("docs/guides/b.md".to_owned(), "# B\n".to_owned()),
            ("README.md".to_owned(), "# R\n".to_owned()),
        ];
        render(&pages).swap_remove(0)
    }

    #[test]
    fn links_lead_to_guides_or_to_the_repository() {
        for (link, href) in [
            ("guides/b.md", "guides-b.html"),
            ("guides/b.md#x", "guides-b.html#x"),
            ("../README.md", "readme.html"),
            ("#y", "#y"),
            ("../src/lib.rs", "https://github.com/ascertain-suite/ascertain/blob/HEAD/src/lib.rs"),
            ("https://example.org/?a=1&b=2", "https://example.org/?a=1&amp;b=2"),
        ] {
            let html = one(&format!("[text]({link})")).html;
            assert_eq!(html.trim(), format!("<p><a href=\"{href}\">text</a></p>"));
        }
        for link in ["javascript:alert(1)", "data:text/html,x", "../../../etc", "/etc", "JaVaScRiPt:alert(1)"]
        {
            assert_eq!(
                one(&format!("[text]({link}) ![alt]({link})")).html.trim(),
                "<p>text alt</p>",
                "{link}"
            );
        }
    }

    #[test]
    fn headings_have_anchors_and_text_for_searches() {
        let guide = one("# Title of `it`\n\none\n\n## A part: 1\n\ntwo `three`\n\n## A part: 1\n");
        assert_eq!((guide.title.as_str(), guide.address.as_str()), ("Title of it", "guide/a.html"));
        let parts: Vec<(&str, &str)> =
            guide.parts.iter().map(|part| (part.anchor.as_str(), part.text.trim())).collect();
        assert_eq!(parts, [("title-of-it", "one"), ("a-part-1", "two three"), ("a-part-1-1", "")]);
        assert!(guide.html.contains("<h2 id=\"a-part-1-1\">"), "{}", guide.html);
    }

    #[test]
    fn tags_in_markdown_stay_text() {
        let text = "a <b onclick=x>c</b>\n\n<script>alert(1)</script>\n\n<!-- not shown -->\n\n`<i>` <img src=x>\n\n    <u>\n\n# <s>\n";
        let guide = one(text);
        for tag in ["<b", "<script", "<!--", "<i>", "<img", "<u>", "<s>"] {
            assert!(!guide.html.contains(tag), "{tag} in {}", guide.html);
        }
        assert!(guide.html.contains("&lt;script&gt;") && !guide.html.contains("not shown"), "{}", guide.html);
    }
}
