//! Reads RST: sections, directives, lists, and its three kinds of tables.

mod grid;
mod list_table;
pub(super) mod simple;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::blocks::Text;
use super::builder::{Kind, PageBuilder};
use super::html;
use super::inline::Markup;
use super::source::Source;

/// Reads a page.
pub(super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let mut reader = Reader {
        out: PageBuilder::new(source, Markup::Rst),
        styles: Vec::new(),
        caption: None,
        last_border: simple::last_border(source),
    };
    let mut at = 0;
    while at < source.lines().len() {
        at = reader.block(at);
    }
    reader.out.flush();
    reader.out
}

struct Reader<'a> {
    out: PageBuilder<'a>,
    /// Styles of headings so far: the character, and whether there is a line above too. Their order gives the level.
    styles: Vec<(u8, bool)>,
    /// The caption of the next table.
    caption: Option<Text>,
    /// The last line that may be the lower border of a simple table.
    last_border: usize,
}

impl Reader<'_> {
    /// Reads the block, or a line of one, at line `at`, and returns the next line.
    fn block(&mut self, at: usize) -> usize {
        let line = self.out.source.lines()[at];
        let trimmed = line.text.trim();
        if trimmed.is_empty() {
            return self.blank(at);
        }
        if let Some(directive) = Directive::of(trimmed) {
            self.out.flush();
            return self.directive(at, &directive);
        }
        if trimmed == ".." || trimmed.starts_with(".. ") {
            self.out.flush();
            return self.body_end(at);
        }
        if simple::is_border(trimmed) {
            if let Some(open) = self.out.open.take_if(|open| open.kind == Kind::Paragraph) {
                let says = "a table that lost its upper border: there is text right above this one";
                self.out.refuse_lines(open.lines.start, open.lines.end - 1, says);
            }
            self.out.flush();
            let caption = self.caption.take();
            return simple::read(&mut self.out, at, self.last_border, caption);
        }
        if grid::is_border(trimmed) || trimmed.starts_with("+-") || trimmed.starts_with("+=") {
            self.out.flush();
            let caption = self.caption.take();
            return grid::read(&mut self.out, at, caption);
        }
        if grid::is_row(trimmed) && self.out.open.is_none() {
            self.out.refuse_lines(
                at,
                at,
                "a row of a grid table outside one: the table lost its upper border",
            );
            return grid::end(&self.out, at);
        }
        if let Some(next) = self.title(at) {
            return next;
        }
        if is_rule(trimmed) {
            self.out.flush();
            return at + 1;
        }
        self.prose(at, trimmed);
        at + 1
    }

    /// Reads a blank line, which ends a paragraph. After `::`, code follows.
    fn blank(&mut self, at: usize) -> usize {
        let code =
            self.out.open.as_ref().filter(|open| open.raw.ends_with("::")).map(|open| open.lines.start);
        self.out.flush();
        match code {
            Some(opener) => self.code(opener, at + 1),
            None => at + 1,
        }
    }

    /// Reads code indented deeper than line `opener`, from line `from` on.
    fn code(&mut self, opener: usize, from: usize) -> usize {
        let end = self.body_end(opener);
        let lines = self.out.source.lines();
        let Some(first) = (from..end).find(|line| !lines[*line].is_blank()) else { return end.max(from) };
        let last = (first..end).rfind(|line| !lines[*line].is_blank()).unwrap_or(first);
        let indent =
            (first..=last).filter(|line| !lines[*line].is_blank()).map(|line| lines[line].indent()).min();
        let indent = indent.unwrap_or(0);
        let cut = |line: usize| {
            lines[line].text.char_indices().nth(indent).map_or("", |(i, _)| &lines[line].text[i..])
        };
        let text: Vec<&str> = (first..=last).map(cut).collect();
        let place = self.out.source.place_of_lines(first, last);
        self.out.code(text.join("\n"), place);
        end
    }

    /// The first line after `at` that is not indented deeper.
    fn body_end(&self, at: usize) -> usize {
        let lines = self.out.source.lines();
        let indent = lines[at].indent();
        let is_end = |line: &usize| !lines[*line].is_blank() && lines[*line].indent() <= indent;
        (at + 1..lines.len()).find(is_end).unwrap_or(lines.len())
    }

    /// Reads a directive, and returns the next line to read, which may be in its body.
    fn directive(&mut self, at: usize, directive: &Directive) -> usize {
        let lines = self.out.source.lines();
        let options_end = (at + 1..lines.len())
            .find(|line| {
                !lines[*line].text.trim().starts_with(':') || lines[*line].indent() <= lines[at].indent()
            })
            .unwrap_or(lines.len());
        let argument = self.out.text(directive.argument, at..at + 1);
        match directive.name {
            "list-table" => {
                let end = self.body_end(at);
                let caption = (!argument.text.is_empty()).then_some(argument);
                list_table::read(&mut self.out, at..end, caption);
                end
            }
            "table" => {
                self.caption = (!argument.text.is_empty()).then_some(argument);
                options_end
            }
            "csv-table" | "flat-table" => {
                let end = self.body_end(at);
                let name = directive.name;
                let says = format!("tables as `{name}` are not supported: write it as a list-table");
                self.out.refuse_lines(at, end - 1, says);
                end
            }
            "code-block" | "code" | "sourcecode" | "parsed-literal" | "literalinclude" | "math" => {
                self.code(at, options_end)
            }
            "raw" if directive.argument == "html" => {
                let end = self.body_end(at);
                let mut read_to = 0;
                for line in &lines[at + 1..end] {
                    if let Some(open) = html::block_start(line.text, 0).filter(|_| line.start >= read_to) {
                        read_to = html::read_block(&mut self.out, line.start + open);
                    }
                }
                end
            }
            "image" | "figure" | "include" | "toctree" | "raw" | "highlight" | "contents" | "meta" => {
                self.body_end(at)
            }
            _ => {
                self.out.add(Kind::Paragraph, argument);
                options_end
            }
        }
    }

    /// Reads the heading at line `at`: with a line of punctuation below, or above and below.
    fn title(&mut self, at: usize) -> Option<usize> {
        let lines = self.out.source.lines();
        let trimmed = lines[at].text.trim_end();
        let over = is_rule(trimmed);
        let line = if over { at + 1 } else { at };
        let under = lines.get(line + 1).map(|line| line.text.trim_end())?;
        let title = lines[line].text.trim();
        let fits = is_rule(under) && (!over || under == trimmed) && (under.len() >= title.width().min(4));
        let starts = self.out.open.is_none() && (over || lines[at].indent() == 0);
        if !fits || !starts || title.is_empty() || is_rule(title) {
            return None;
        }
        let style = (under.as_bytes()[0], over);
        if !self.styles.contains(&style) {
            self.styles.push(style);
        }
        let level = self.styles.iter().position(|known| *known == style).map_or(0, |at| at + 1);
        self.out.items.clear();
        let text = self.out.text(title, line..line + 1);
        self.out.add(Kind::Heading(u8::try_from(level).unwrap_or(u8::MAX)), text);
        Some(line + 2)
    }

    /// Adds a line to the open paragraph or item, or opens one.
    fn prose(&mut self, at: usize, trimmed: &str) {
        let indent = self.out.source.lines()[at].indent();
        if let Some(rest) = item(trimmed) {
            return self.out.open_item(at, rest, indent, indent + trimmed.width() - rest.width());
        }
        let open = self.out.open.as_ref();
        if open.is_none_or(|open| open.indent != indent || trimmed.starts_with(':')) {
            self.out.flush();
        }
        self.out.continue_with(at, trimmed, indent);
    }
}

/// `.. name:: argument`.
pub(super) struct Directive<'a> {
    /// `list-table`.
    pub(super) name: &'a str,
    /// The rest of the line.
    pub(super) argument: &'a str,
}

impl<'a> Directive<'a> {
    /// The directive on a line, if there is one.
    pub(super) fn of(trimmed: &'a str) -> Option<Self> {
        let (name, argument) = trimmed.strip_prefix(".. ")?.trim_start().split_once("::")?;
        let named = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'));
        let ends = argument.is_empty() || argument.starts_with(char::is_whitespace);
        (named && ends).then(|| Directive { name, argument: argument.trim() })
    }
}

/// A line's characters, one for each display column, with those that have no width after them. The other columns of a wide
/// character or a tab are empty or blank.
fn display_columns(line: &str) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::with_capacity(line.len());
    let mut start = 0;
    for (at, character) in line.char_indices() {
        let end = at + character.len_utf8();
        let width = if character == '\t' { 8 - columns.len() % 8 } else { character.width().unwrap_or(0) };
        match columns.iter_mut().rfind(|column| !column.is_empty()) {
            Some(before) if width == 0 => *before = &line[start..end],
            _ => {
                start = at;
                columns.push(&line[at..end]);
                columns.resize(columns.len() + width.max(1) - 1, if character == '\t' { " " } else { "" });
            }
        }
    }
    columns
}

/// Whether a line is one punctuation character, repeated.
fn is_rule(text: &str) -> bool {
    let Some(first) = text.bytes().next().filter(u8::is_ascii_punctuation) else { return false };
    text.len() >= 3 && text.bytes().all(|b| b == first)
}

/// The text of an item: after `-`, `*`, `+`, `•`, `1.` or `#.`, and a space.
fn item(trimmed: &str) -> Option<&str> {
    let numbered = trimmed.strip_prefix("#.").filter(|rest| rest.starts_with(' ')).map(str::trim_start);
    numbered.or_else(|| super::markdown::item(trimmed))
}
