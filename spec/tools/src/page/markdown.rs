//! Reads Markdown as vendors write it: line by line, with HTML tables inside.

use super::builder::{Kind, PageBuilder};
use super::html;
use super::inline::Markup;
use super::pipe;
use super::source::{Source, indent};

/// Reads a page.
pub(super) fn read<'a>(source: &'a Source<'a>) -> PageBuilder<'a> {
    let mut reader = Reader {
        out: PageBuilder::new(source, Markup::Markdown),
        skip_to: 0,
        quoted: source.lines().iter().map(|line| unquote(line.text)).collect(),
    };
    let mut at = reader.front_matter();
    while at < source.lines().len() {
        at = reader.block(at);
    }
    reader.out.flush();
    reader.out
}

/// A line without the `>` of quotes around it.
fn unquote(line: &str) -> &str {
    let mut rest = line;
    while indent(rest) < 4
        && let Some(inner) = rest.trim_start().strip_prefix('>')
    {
        rest = inner;
    }
    rest
}

struct Reader<'a> {
    out: PageBuilder<'a>,
    /// Bytes before this one were read as part of HTML.
    skip_to: usize,
    /// Lines without the marks of quotes.
    quoted: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    /// Skips front matter between `---` and `---` at the top, and returns the first line after it.
    fn front_matter(&mut self) -> usize {
        let lines = self.out.source.lines();
        if lines.first().is_none_or(|line| line.text.trim_end() != "---") {
            return 0;
        }
        let keys =
            |text: &str| text.trim().is_empty() || text.contains(':') || text.starts_with([' ', '-', '#']);
        match lines.iter().skip(1).position(|line| line.text.trim_end() == "---" || !keys(line.text)) {
            Some(end) if lines[end + 1].text.trim_end() == "---" => end + 2,
            _ => 0,
        }
    }

    /// Reads the block, or a line of one, at line `at`, and returns the next line.
    fn block(&mut self, at: usize) -> usize {
        let line = self.out.source.lines()[at];
        if line.start < self.skip_to {
            return self.rest_of_html(at);
        }
        let text = self.quoted[at];
        let trimmed = text.trim();
        if trimmed.is_empty() || is_comment(trimmed) {
            self.out.flush();
            return at + 1;
        }
        if matches!(trimmed, "-" | "*" | "+") && self.underline(trimmed).is_none() {
            self.open_item(at, "");
            return at + 1;
        }
        if html::is_block_line(trimmed) {
            self.out.flush();
        }
        if let Some(next) = self.fence(at).or_else(|| self.html(at)).or_else(|| self.table(at)) {
            return next;
        }
        if let Some(level) = heading_level(trimmed) {
            self.out.flush();
            let raw = trimmed.trim_start_matches('#').trim().trim_end_matches('#').trim_end();
            let text = self.out.text(raw, at..at + 1);
            self.out.add(Kind::Heading(level), text);
        } else if let Some(level) = self.underline(trimmed) {
            if let Some(open) = self.out.open.take() {
                let text = self.out.text(&open.raw, open.lines);
                self.out.add(Kind::Heading(level), text);
            }
        } else if is_break(trimmed) {
            self.out.flush();
        } else if let Some(rest) = item(trimmed) {
            self.open_item(at, rest);
        } else {
            self.continue_with(at, trimmed);
        }
        at + 1
    }

    /// Reads the rest of the line on which HTML ends.
    fn rest_of_html(&mut self, at: usize) -> usize {
        let line = self.out.source.lines()[at];
        let rest = line.text.get(self.skip_to - line.start..).unwrap_or("").trim();
        if rest.is_empty() {
            return at + 1;
        }
        self.html(at).unwrap_or_else(|| {
            self.continue_with(at, rest);
            at + 1
        })
    }

    /// Opens an item at the depth that its indentation gives.
    fn open_item(&mut self, at: usize, raw: &str) {
        let indent = indent(self.quoted[at]);
        self.out.open_item(at, raw, indent, indent);
    }

    fn continue_with(&mut self, at: usize, trimmed: &str) {
        self.out.continue_with(at, trimmed, indent(self.quoted[at]));
    }

    /// The level that a line of `=` or `-` gives the paragraph before it.
    fn underline(&self, trimmed: &str) -> Option<u8> {
        let open = self.out.open.as_ref().filter(|open| open.kind == Kind::Paragraph)?;
        match trimmed.as_bytes() {
            line if line.iter().all(|b| *b == b'=') => Some(1),
            line if line.len() >= 2 && line.iter().all(|b| *b == b'-') && !open.raw.is_empty() => Some(2),
            _ => None,
        }
    }

    /// Reads the fenced code that opens at line `at`.
    fn fence(&mut self, at: usize) -> Option<usize> {
        let (mark, length) = fence_mark(self.quoted[at].trim_start())?;
        self.out.flush();
        let lines = self.out.source.lines();
        let end = (at + 1..lines.len()).find(|line| {
            let trimmed = self.quoted[*line].trim();
            trimmed.len() >= length && trimmed.bytes().all(|b| b == mark)
        });
        let mark = char::from(mark).to_string().repeat(length);
        let found = end.map(|end| (end, None)).or_else(|| self.fence_of_last_line(at, &mark));
        let Some((end, tail)) = found else {
            self.out.refuse_lines(
                at,
                at,
                "this fence is never closed: the page was cut, or lost the closing one",
            );
            return Some(lines.len());
        };
        let place = self.out.source.place_of_lines(at, end);
        // Code is indented as far as its fence.
        let outer = indent(self.quoted[at]);
        let cut = |line: &&'a str| line.get(indent(line).min(outer)..).unwrap_or(line);
        let code: Vec<&str> = self.quoted[at + 1..end].iter().chain(&tail).map(cut).collect();
        self.out.code(code.join("\n"), place);
        Some(end + 1)
    }

    /// The page's last line and its text, if it ends with the mark that should stand below it: the page was not cut then.
    fn fence_of_last_line(&self, at: usize, mark: &str) -> Option<(usize, Option<&'a str>)> {
        let last = (at + 1..self.quoted.len()).rfind(|line| !self.quoted[*line].trim().is_empty())?;
        Some((last, Some(self.quoted[last].trim_end().strip_suffix(mark)?)))
    }

    /// Reads the HTML table, comment or preformatted text that starts on line `at`. Returns the line to continue with, which
    /// is the last one of it if more text follows there.
    fn html(&mut self, at: usize) -> Option<usize> {
        let line = self.out.source.lines()[at];
        let from = self.skip_to.saturating_sub(line.start).min(line.text.len());
        let open = html::block_start(line.text, from)?;
        let before = match from {
            0 => unquote(&line.text[..open]).trim(),
            _ => line.text[from..open].trim(),
        };
        match item(before) {
            _ if before.is_empty() => {}
            Some(text) => self.open_item(at, text),
            None => self.continue_with(at, before),
        }
        self.out.flush();
        self.skip_to = html::read_block(&mut self.out, line.start + open);
        Some(if self.skip_to < line.range().end { at } else { at + 1 })
    }

    /// Reads the pipe table whose heading is line `at`, or refuses the rest of a damaged one.
    fn table(&mut self, at: usize) -> Option<usize> {
        let text = self.quoted[at];
        if self.quoted.get(at + 1).is_some_and(|next| pipe::is_delimiter(next)) && pipe::has_pipe(text) {
            self.out.flush();
            let end = self.table_end(at);
            pipe::read(&mut self.out, at, &self.quoted[at..end]);
            return Some(end);
        }
        if pipe::is_delimiter(text) {
            self.out.flush();
            let says = "a table that lost its heading: the line above these dashes is not a row";
            self.out.refuse_lines(at, at, says);
            return Some(self.table_end(at));
        }
        if pipe::is_row(text) {
            self.out.flush();
            let says = "a row outside a table: its heading or the line of dashes under it is lost";
            self.out.refuse_lines(at, at, says);
            return Some(self.table_end(at));
        }
        None
    }

    /// The line after the table that starts at `at`.
    fn table_end(&self, at: usize) -> usize {
        let ends = |line: &usize| {
            let text = self.quoted[*line].trim();
            let block = heading_level(text).is_some()
                || fence_mark(text).is_some()
                || (item(text).is_some() && !pipe::has_pipe(text))
                || html::block_start(text, 0) == Some(0)
                || is_comment(text);
            text.is_empty() || block
        };
        (at + 1..self.quoted.len()).find(ends).unwrap_or(self.quoted.len())
    }
}

/// Whether a line consists of comments.
fn is_comment(trimmed: &str) -> bool {
    let mut rest = trimmed;
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|inner| inner.split_once("-->")) {
        rest = after.trim_start();
    }
    rest.is_empty() && !trimmed.is_empty()
}

/// Level of a heading `## …`.
fn heading_level(trimmed: &str) -> Option<u8> {
    let level = trimmed.len() - trimmed.trim_start_matches('#').len();
    let rest = &trimmed[level..];
    let is =
        (1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t', '\u{a0}', '\u{3000}']));
    is.then(|| u8::try_from(level).ok()).flatten()
}

/// Whether a line is a thematic break.
fn is_break(trimmed: &str) -> bool {
    let marks: String = trimmed.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ["-", "*", "_"].iter().any(|mark| marks.replace(mark, "").is_empty())
}

/// The character and length of a fence's opening line.
fn fence_mark(trimmed: &str) -> Option<(u8, usize)> {
    let mark = *trimmed.as_bytes().first().filter(|b| matches!(b, b'`' | b'~'))?;
    let length = trimmed.bytes().take_while(|b| *b == mark).count();
    (length >= 3 && (mark == b'~' || !trimmed[length..].contains('`'))).then_some((mark, length))
}

/// The text of an item: after `-`, `*`, `+`, `1.` or `1)`, and a space.
pub(super) fn item(trimmed: &str) -> Option<&str> {
    let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = match digits {
        0 => trimmed.strip_prefix(['-', '*', '+', '•'])?,
        1..=9 => trimmed[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}
