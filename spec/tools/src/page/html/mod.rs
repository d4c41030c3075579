//! Reads HTML: whole pages, and tables, comments and preformatted text inside Markdown.

mod table;

use std::ops::Range;
use std::sync::LazyLock;

use html5gum::{DefaultEmitter, Error, Span, StartTag, Token, Tokenizer};
use regex::Regex;

use super::blocks::Text;
use super::builder::{Kind, PageBuilder};
use super::inline::{BREAK, CodeSpans, Markup, is_struck, normalise, tag_name};
use super::source::Source;
use crate::vocabulary::pattern;
use table::Table;

/// Elements whose text is not part of the page.
const UNSEEN: [&str; 6] = ["head", "script", "style", "template", "noscript", "svg"];

/// Block elements, which end the paragraph before them.
const BLOCKS: &str = "address article aside blockquote body dd details div dl dt figcaption figure footer form h1 h2 h3 \
    h4 h5 h6 header hr html main nav p section summary";

fn is_block(name: &str) -> bool {
    BLOCKS.split(' ').any(|block| block == name)
}

/// Reads a page.
pub(super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let mut out = PageBuilder::new(source, Markup::Plain);
    Reader::new(&mut out, 0, false).run();
    out
}

/// Reads one table, comment or preformatted text that starts at byte `from`, and returns the byte after it.
pub(super) fn read_block(out: &mut PageBuilder, from: usize) -> usize {
    Reader::new(out, from, true).run()
}

/// Where HTML that spans several lines starts in a line of Markdown, from byte `from` on. Comments that end on the line,
/// and code, do not count.
pub(super) fn block_start(line: &str, from: usize) -> Option<usize> {
    let text = line.get(from..)?;
    let code = CodeSpans::new(text);
    let mut at = 0;
    while let Some(found) = CONSTRUCT.find_at(text, at) {
        at = found.end();
        match found.as_str() {
            "<!--" => return Some(from + found.start()),
            tag if is_block_tag(tag) => return Some(from + found.start()),
            ticks if ticks.starts_with('`') => at = code.end(text, found.start(), ticks.len()).unwrap_or(at),
            _ => {}
        }
    }
    None
}

/// An escaped character, a mark of code, a comment or the start of one, the start of a tag.
static CONSTRUCT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?s)\\.|`+|<!--.*?-->|<!--|</?[A-Za-z][A-Za-z0-9]*"));

/// Whether a line of Markdown starts with a tag that ends the paragraph before it.
pub(super) fn is_block_line(trimmed: &str) -> bool {
    let Some(tag) = trimmed.strip_prefix('<') else { return false };
    let name = tag_name(tag.trim_start_matches('/'));
    is_block(&name) || matches!(name.as_str(), "ul" | "ol" | "li")
}

/// Whether the start of a tag is that of a table's, or opens preformatted text, a script or a style.
fn is_block_tag(start: &str) -> bool {
    let name = start.trim_start_matches(['<', '/']).to_ascii_lowercase();
    table::is_tag(&name) || (!start.starts_with("</") && matches!(name.as_str(), "pre" | "script" | "style"))
}

struct Reader<'o, 'a> {
    out: &'o mut PageBuilder<'a>,
    /// Offset of the first byte read.
    base: usize,
    /// Whether only one construct is read.
    one: bool,
    /// The kind of block that the current text belongs to; none for preformatted text.
    kind: Option<Kind>,
    text: String,
    range: Option<Range<usize>>,
    /// Depth of lists.
    lists: u8,
    table: Option<Table>,
    /// Whether a table's start is lost, which is reported once.
    lost: bool,
    /// The element whose text is skipped, and how many elements of its name are open.
    unseen: Option<(String, usize)>,
}

impl<'o, 'a> Reader<'o, 'a> {
    fn new(out: &'o mut PageBuilder<'a>, base: usize, one: bool) -> Self {
        Reader {
            out,
            base,
            one,
            kind: Some(Kind::Paragraph),
            text: String::new(),
            range: None,
            lists: 0,
            table: None,
            lost: false,
            unseen: None,
        }
    }

    /// Reads to the end of the page, or of the one construct, and returns the byte after it.
    fn run(mut self) -> usize {
        let source = self.out.source.text;
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(&source[self.base..], emitter) {
            let Ok(token) = token;
            if let Some(end) = self.token(token)
                && self.one
            {
                self.flush();
                return end;
            }
        }
        if let Some(table) = self.table.take() {
            self.out.refuse_bytes(
                table.start,
                "this <table> is never closed: the page was cut, or lost </table>",
            );
        }
        if self.kind.is_none() {
            let range = self.range.clone().unwrap_or(self.base..self.base + 1);
            self.out.refuse_bytes(range, "this <pre> is never closed: the page was cut, or lost </pre>");
        }
        self.flush();
        source.len()
    }

    /// Reads a token. If it ends the one construct, returns the byte after it.
    fn token(&mut self, token: Token<usize>) -> Option<usize> {
        match token {
            Token::StartTag(tag) => {
                self.start(&String::from_utf8_lossy(&tag.name), &tag, self.range_of(tag.span))
            }
            Token::EndTag(tag) => self.end(&String::from_utf8_lossy(&tag.name), self.range_of(tag.span)),
            Token::String(text) => {
                self.characters(&String::from_utf8_lossy(&text.value), self.range_of(text.span));
                None
            }
            Token::Comment(comment) => {
                let range = self.range_of(comment.span);
                Some(range.end).filter(|_| self.table.is_none() && !self.lost)
            }
            Token::Doctype(_) => None,
            Token::Error(error) => {
                self.error(error.value, self.range_of(error.span));
                None
            }
        }
    }

    /// A span of the tokenizer as a range of bytes of the page, on character boundaries.
    fn range_of(&self, span: Span<usize>) -> Range<usize> {
        let text = self.out.source.text;
        let floor = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(self.base + span.start);
        start..floor(self.base + span.end).max(start)
    }

    fn error(&mut self, error: Error, range: Range<usize>) {
        if error == Error::EofInComment {
            let start = self.out.source.text[..range.end].rfind("<!--").unwrap_or(range.start);
            self.out
                .refuse_bytes(start..start + 1, "a comment is never closed: the page was cut, or lost `-->`");
        }
        if error == Error::EofInTag {
            let start = self.out.source.text[..range.end].rfind('<').unwrap_or(range.start);
            self.out.refuse_bytes(start..range.end, "the page ends inside a tag: it was cut");
        }
    }

    fn start(&mut self, name: &str, tag: &StartTag<usize>, range: Range<usize>) -> Option<usize> {
        if name == "meta" && attribute(tag, "http-equiv").is_some_and(|v| v.eq_ignore_ascii_case("refresh")) {
            self.out.refuse_bytes(range.clone(), "the page redirects to another one: import that page");
        }
        if let Some((unseen, depth)) = &mut self.unseen {
            *depth += usize::from(unseen == name);
            return None;
        }
        if (UNSEEN.contains(&name) || is_struck(name)) && !tag.self_closing {
            self.unseen = Some((name.to_owned(), 1));
        }
        if is_struck(name) {
            self.out.struck(self.out.source.place(range));
            return None;
        }
        if let Some(table) = &mut self.table {
            table.open(self.out, name, |name| attribute(tag, name), range);
            return None;
        }
        match name {
            "table" => {
                self.flush();
                self.lost = false;
                self.table = Some(Table::new(range));
            }
            _ if table::is_tag(name) => return self.stray(name, range, false),
            "ul" | "ol" => {
                self.flush();
                self.lists = self.lists.saturating_add(1);
            }
            "li" => self.open(Some(Kind::Item(self.lists.saturating_sub(1)))),
            "pre" => {
                self.open(None);
                self.range = Some(range);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.open(Some(Kind::Heading(name.as_bytes()[1] - b'0')));
            }
            "sup" => self.text.push('^'),
            "br" => self.text.push(if self.kind.is_none() { '\n' } else { BREAK }),
            _ if is_block(name) && self.kind.is_some() => self.open(Some(Kind::Paragraph)),
            _ => {}
        }
        None
    }

    fn end(&mut self, name: &str, range: Range<usize>) -> Option<usize> {
        if let Some((unseen, depth)) = &mut self.unseen {
            if unseen == name {
                *depth -= 1;
                if *depth == 0 {
                    self.unseen = None;
                    let whole = self.table.is_none() && !self.lost && self.kind.is_some();
                    return whole.then_some(range.end);
                }
            }
            return None;
        }
        if let Some(table) = &mut self.table {
            if name != "table" {
                table.close(self.out, name, range);
                return None;
            }
            let end = range.end;
            if let Some(table) = self.table.take() {
                table.finish(self.out, range);
            }
            return Some(end);
        }
        match name {
            _ if table::is_tag(name) => return self.stray(name, range, true),
            "ul" | "ol" => {
                self.flush();
                self.lists = self.lists.saturating_sub(1);
            }
            "pre" => {
                if let Some(open) = &mut self.range {
                    open.end = range.end;
                }
                self.open(Some(Kind::Paragraph));
                return Some(range.end);
            }
            "li" => self.open(Some(Kind::Paragraph)),
            _ if is_block(name) && self.kind.is_some() => self.open(Some(Kind::Paragraph)),
            _ => {}
        }
        None
    }

    /// Refuses a table's tag outside a table, once up to the table's end, which it returns.
    fn stray(&mut self, name: &str, range: Range<usize>, closing: bool) -> Option<usize> {
        if !std::mem::replace(&mut self.lost, true) {
            self.flush();
            self.out.refuse_bytes(
                range.clone(),
                format!("<{name}> outside a table: the page lost the table's start"),
            );
        }
        if name == "table" && closing {
            self.lost = false;
            return Some(range.end);
        }
        None
    }

    /// Ends the current block and opens another.
    fn open(&mut self, kind: Option<Kind>) {
        self.flush();
        self.kind = kind;
    }

    fn characters(&mut self, text: &str, range: Range<usize>) {
        if self.unseen.is_some() {
            return;
        }
        if let Some(table) = &mut self.table {
            return table.characters(self.out, text, range);
        }
        self.text.push_str(text);
        let raw = &self.out.source.text[range.clone()];
        if raw.trim().is_empty() {
            return;
        }
        let start = range.start + (raw.len() - raw.trim_start().len());
        let end = range.start + raw.trim_end().len();
        self.range = Some(self.range.take().map_or(start, |range| range.start)..end);
    }

    fn flush(&mut self) {
        let kind = self.kind.replace(Kind::Paragraph);
        let text = std::mem::take(&mut self.text);
        let Some(range) = self.range.take() else { return };
        let place = self.out.source.place(range);
        match kind {
            Some(kind) => self.out.add(kind, Text { text: normalise(&text), place }),
            None => self.out.code(text.trim_matches('\n').to_owned(), place),
        }
    }
}

/// An attribute's value.
fn attribute(tag: &StartTag<usize>, name: &str) -> Option<String> {
    tag.attributes.get(name.as_bytes()).map(|value| String::from_utf8_lossy(&value.value).into_owned())
}
