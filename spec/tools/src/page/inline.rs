//! Gives the text that a reader of the rendered page sees: without inline markup, with uniform characters and white space.
//!
//! Every search for the end of a construct either ends it or is not repeated, so that the time is linear in the text.

mod ends;

use html5gum::{Token, Tokenizer};
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::vocabulary::pattern;
pub(super) use ends::CodeSpans;

/// Which inline markup to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    /// Emphasis, code, links, backslash escapes, tags, entities.
    Markdown,
    /// Emphasis, literals, roles, references, backslash escapes.
    Rst,
    /// Emphasis, code and backslash escapes left in text whose tags and entities are resolved.
    Stray,
    /// None: characters only.
    Plain,
}

/// Stands where struck-out text was left out. Like the next two it is a noncharacter, which text does not contain.
pub(super) const STRUCK: char = '\u{fdd0}';
/// Stands for `<br>`.
pub(super) const BREAK: char = '\u{fdd1}';
/// Stands between items or blocks that share a cell.
pub(super) const BLOCK: char = '\u{fdd2}';

/// Decodes character references.
pub(super) fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    // A `<` would open a tag; between tags there are only characters and references.
    let pieces: Vec<String> = text
        .split('<')
        .map(|piece| {
            Tokenizer::new(piece)
                .filter_map(|token| match token {
                    Ok(Token::String(text)) => Some(String::from_utf8_lossy(&text.value).into_owned()),
                    _ => None,
                })
                .collect()
        })
        .collect();
    pieces.join("<")
}

/// Constructs that nest deeper than any real text are left as they are.
const DEEPEST: usize = 16;

/// The text that `raw` shows, with [`STRUCK`] for text that is struck out.
pub(super) fn clean(raw: &str, markup: Markup) -> String {
    match markup {
        Markup::Plain => normalise(raw),
        _ => normalise(&Inline::new(raw, markup, 0).run()),
    }
}

/// Makes characters uniform and collapses white space. Full-width letters, digits and punctuation become ASCII, and invisible
/// characters are removed. The sign × is kept, as it is a mark and not a letter. Where a break or the end of an item separates words without
/// punctuation, it adds `;` or `。`: such words are not one sentence.
pub(super) fn normalise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    let mut stop = None;
    for character in text.chars() {
        let character = match character {
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{ad}' => continue,
            BREAK | BLOCK => {
                space = true;
                stop = if character == BLOCK || stop == Some('。') { Some('。') } else { Some(';') };
                continue;
            }
            // The block of full-width forms has the order of ASCII from `!` on.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
            c if c.is_whitespace() || c.is_control() => {
                space = true;
                continue;
            }
            c => c,
        };
        if let Some(stop) = stop.take()
            && ends_with_word(&out)
            && (stop == '。' || !matches!(character, '(' | '[' | '、' | ',' | ';' | '.' | '。' | ':' | ')'))
        {
            out.push(stop);
        }
        if space && !out.is_empty() {
            out.push(' ');
        }
        space = false;
        out.push(character);
    }
    out
}

/// Whether a text ends with a letter, digit, quote or closing bracket, so that nothing separates it from what follows.
fn ends_with_word(text: &str) -> bool {
    text.chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '\'' | '"' | '`'))
}

/// A pass over inline markup.
struct Inline<'a> {
    raw: &'a str,
    markup: Markup,
    /// How many constructs are around the text.
    depth: usize,
    code: CodeSpans,
    brackets: HashMap<usize, usize>,
    /// Marks of emphasis for which there is no end in the rest of the text.
    endless: Vec<&'static str>,
    /// How many `<del>` are open around the text that was shown last, and after the current construct.
    struck: usize,
    strikes: usize,
    out: String,
}

impl<'a> Inline<'a> {
    fn new(raw: &'a str, markup: Markup, depth: usize) -> Self {
        let code = CodeSpans::new(raw);
        let brackets = match markup {
            Markup::Markdown => ends::brackets(raw, &code),
            _ => HashMap::new(),
        };
        let out = String::with_capacity(raw.len());
        Inline { raw, markup, depth, code, brackets, endless: Vec::new(), struck: 0, strikes: 0, out }
    }

    fn run(mut self) -> String {
        let mut at = 0;
        let mut plain = 0;
        while at < self.raw.len() {
            let (shown, end) = self.construct(at);
            if let Some(shown) = shown {
                self.push(plain, at);
                self.show(&shown);
                self.struck = self.strikes;
                plain = end;
            }
            at = end;
        }
        self.push(plain, at);
        self.out
    }

    /// Adds plain text.
    fn push(&mut self, from: usize, to: usize) {
        let text = &self.raw[from..to];
        match self.markup {
            Markup::Markdown => self.show(&decode(text)),
            _ => self.show(text),
        }
    }

    /// Adds visible text, unless it is struck out.
    fn show(&mut self, text: &str) {
        if self.struck == 0 {
            self.out.push_str(text);
        }
    }

    /// The visible text of the markup that starts at a byte, none for plain text, and where it ends.
    fn construct(&mut self, at: usize) -> (Option<String>, usize) {
        let rest = &self.raw[at..];
        let found = match rest.as_bytes()[0] {
            b'\\' => escape(rest, self.markup).map(|(shown, len)| (shown, at + len)),
            b'`' | b':' if self.markup == Markup::Rst => {
                interpreted(rest).map(|(shown, len)| (shown, at + len))
            }
            b'`' => return self.code_span(at),
            b'*' => self.emphasis(at),
            b'~' if self.markup == Markup::Markdown => return self.tildes(at),
            b'!' if self.markup == Markup::Markdown && rest.starts_with("![") => self.link(at + 1),
            b'[' if self.markup == Markup::Markdown => self.link(at),
            b'<' if self.markup == Markup::Markdown => self.tag(at),
            _ => None,
        };
        match found {
            Some((shown, end)) => (Some(shown), end),
            None => (None, at + rest.chars().next().map_or(1, char::len_utf8)),
        }
    }

    /// A code span, or backticks that open none.
    fn code_span(&self, at: usize) -> (Option<String>, usize) {
        let ticks = self.raw[at..].len() - self.raw[at..].trim_start_matches('`').len();
        match self.code.end(self.raw, at, ticks) {
            Some(end) => (Some(self.raw[at + ticks..end - ticks].trim().to_owned()), end),
            None => (None, at + ticks),
        }
    }

    /// `*a*` or `**a**`. The characters beside the stars distinguish it from pointers (`void*`) and products.
    fn emphasis(&mut self, at: usize) -> Option<(String, usize)> {
        let stars = if self.raw[at..].starts_with("**") { "**" } else { "*" };
        let from = at + stars.len();
        let before = self.raw[..at].chars().next_back();
        let first = self.raw[from..].chars().next()?;
        let apart = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || is_punctuation(c));
        if first.is_whitespace() || first == '*' || (is_punctuation(first) && !apart(before)) {
            return None;
        }
        if (stars == "*" && !apart(before)) || self.endless.contains(&stars) {
            return None;
        }
        let close = self.raw[from..].match_indices(stars).map(|(offset, _)| from + offset).find(|close| {
            let last = self.raw[..*close].chars().next_back();
            let after = self.raw[close + stars.len()..].chars().next();
            *close > from
                && last.is_some_and(|c| !c.is_whitespace())
                && (stars == "**" || (apart(after) && last != Some('*') && after != Some('*')))
        });
        let Some(close) = close else {
            self.endless.push(stars);
            return None;
        };
        Some((self.inside(from, close), close + stars.len()))
    }

    /// `~~a~~`, which strikes `a` out. Other numbers of tildes are text, as in `0~7` and formulas.
    fn tildes(&mut self, at: usize) -> (Option<String>, usize) {
        const MARK: &str = "~~";
        let run = |at: usize| self.raw[at..].len() - self.raw[at..].trim_start_matches('~').len();
        let from = at + run(at);
        let opens = self.raw[from..].starts_with(|c: char| !c.is_whitespace());
        if from - at != MARK.len() || !opens || self.endless.contains(&MARK) {
            return (None, from);
        }
        let mut next = from;
        while let Some(close) = self.raw[next..].find(MARK).map(|offset| next + offset) {
            let end = close + run(close);
            if end - close == MARK.len() && !self.raw[..close].ends_with(char::is_whitespace) {
                return (Some(STRUCK.to_string()), end);
            }
            next = end;
        }
        self.endless.push(MARK);
        (None, from)
    }

    /// `[text](target)`, with its first bracket at a byte. No page keeps targets elsewhere.
    fn link(&self, at: usize) -> Option<(String, usize)> {
        let close = *self.brackets.get(&at)?;
        let end = close + 1 + ends::target(&self.raw[close + 1..])?;
        Some((self.inside(at + 1, close), end))
    }

    /// The visible text inside a construct.
    fn inside(&self, from: usize, to: usize) -> String {
        let raw = &self.raw[from..to];
        match self.depth + 1 {
            DEEPEST.. => raw.to_owned(),
            depth => Inline::new(raw, self.markup, depth).run(),
        }
    }

    /// A tag, comment or `<address>` inside a line.
    fn tag(&mut self, at: usize) -> Option<(String, usize)> {
        let rest = &self.raw[at..];
        if let Some(inner) = rest.strip_prefix("<!--") {
            const MARK: &str = "<!--";
            let end = if self.endless.contains(&MARK) { None } else { inner.find("-->") };
            if end.is_none() {
                self.endless.push(MARK);
            }
            return end.map(|end| (String::new(), at + end + 7));
        }
        let inner = &rest[1..];
        let len = inner.find(['<', '>']).filter(|end| inner[*end..].starts_with('>'))?;
        let body = &inner[..len];
        let end = at + len + 2;
        if body.starts_with("http://") || body.starts_with("https://") || body.starts_with("mailto:") {
            return Some((body.to_owned(), end));
        }
        let name = body.trim_start_matches('/');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let name = tag_name(name);
        if is_struck(&name) {
            // The mark is shown in place of the first of nested tags; the text up to their end is not.
            let shown = if self.struck == 0 { STRUCK.to_string() } else { String::new() };
            self.strikes =
                if body.starts_with('/') { self.strikes.saturating_sub(1) } else { self.strikes + 1 };
            return Some((shown, end));
        }
        let shown = match name.as_str() {
            "br" => BREAK.to_string(),
            // The number of a footnote must not become part of the name before it.
            "sup" if !body.starts_with('/') => "^".to_owned(),
            "p" | "li" | "ul" | "ol" | "div" => BLOCK.to_string(),
            _ => String::new(),
        };
        Some((shown, end))
    }
}

/// Whether an element strikes its text out.
pub(super) fn is_struck(name: &str) -> bool {
    matches!(name, "del" | "s" | "strike")
}

/// Whether a character separates words: ASCII or full-width punctuation, CJK stops and brackets.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{2010}'..='\u{2027}')
        || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}')
        || matches!(c, '\u{ff5b}'..='\u{ff65}' | '·' | '×')
}

/// A backslash and the character that it escapes.
fn escape(rest: &str, markup: Markup) -> Option<(String, usize)> {
    let next = rest[1..].chars().next()?;
    match markup {
        Markup::Rst if next.is_whitespace() => Some((String::new(), 1 + next.len_utf8())),
        Markup::Markdown | Markup::Stray if !next.is_ascii_punctuation() => None,
        _ => Some((next.to_string(), 1 + next.len_utf8())),
    }
}

/// RST's literal, interpreted text or reference, with its role.
static INTERPRETED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?::[A-Za-z0-9_-]+:)?(?:``(?P<literal>(?:[^`]|`[^`])(?s:.*?))``|`(?P<text>[^`]+)`_{0,2})")
});

/// The text of a literal, interpreted text or reference; of `` `text <target>`_ `` the text. And its length.
fn interpreted(rest: &str) -> Option<(String, usize)> {
    let found = INTERPRETED.captures(rest)?;
    let inner = found.name("literal").or_else(|| found.name("text"))?.as_str();
    let text = match inner.split_once('<').filter(|_| found.name("text").is_some()) {
        Some((text, _)) if inner.ends_with('>') && !text.trim().is_empty() => text.trim_end(),
        _ => inner,
    };
    Some((text.to_owned(), found[0].len()))
}

/// The name of a tag, in small letters, from what follows its `<` or `</`.
pub(super) fn tag_name(tag: &str) -> String {
    let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
    name.to_ascii_lowercase()
}
