//! Removes inline markup: gives the text that a reader of the rendered page sees.
//!
//! Full-width letters, digits and punctuation become ASCII, invisible characters are removed, and white space collapses.
//! The sign × is kept, as it is a mark and not a letter.

use html5gum::{Token, Tokenizer};

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

/// The text that `raw` shows.
pub(super) fn clean(raw: &str, markup: Markup) -> String {
    let shown = match markup {
        Markup::Plain => raw.to_owned(),
        Markup::Markdown | Markup::Rst | Markup::Stray => strip(raw, markup, 0),
    };
    normalise(&shown)
}

/// Makes characters uniform and collapses white space.
pub(super) fn normalise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for character in text.chars() {
        let character = match character {
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{ad}' => continue,
            // The block of full-width forms has the order of ASCII from `!` on.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
            c if c.is_whitespace() || c.is_control() => {
                space = true;
                continue;
            }
            c => c,
        };
        if space && !out.is_empty() {
            out.push(' ');
        }
        space = false;
        out.push(character);
    }
    out
}

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

/// Text without inline markup, inside `depth` constructs.
fn strip(raw: &str, markup: Markup, depth: usize) -> String {
    match depth {
        DEEPEST.. => raw.to_owned(),
        _ => Inline { raw, markup, depth, out: String::with_capacity(raw.len()) }.run(),
    }
}

/// A pass over inline markup.
struct Inline<'a> {
    raw: &'a str,
    markup: Markup,
    depth: usize,
    out: String,
}

impl Inline<'_> {
    fn run(mut self) -> String {
        let mut at = 0;
        let mut plain = 0;
        while at < self.raw.len() {
            let Some((shown, end)) = self.construct(at) else {
                at += self.raw[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            self.push(plain, at);
            self.out.push_str(&shown);
            (at, plain) = (end, end);
        }
        self.push(plain, at);
        self.out
    }

    /// Adds plain text.
    fn push(&mut self, from: usize, to: usize) {
        let text = &self.raw[from..to];
        match self.markup {
            Markup::Markdown => self.out.push_str(&decode(text)),
            _ => self.out.push_str(text),
        }
    }

    /// The construct that starts at a byte: its visible text, and where it ends.
    fn construct(&self, at: usize) -> Option<(String, usize)> {
        let rest = &self.raw[at..];
        match rest.as_bytes()[0] {
            b'\\' => escape(rest, self.markup).map(|(shown, len)| (shown, at + len)),
            b'`' if self.markup != Markup::Rst => code_span(rest).map(|(shown, len)| (shown, at + len)),
            b'`' => interpreted(rest).map(|(shown, len)| (shown, at + len)),
            b':' if self.markup == Markup::Rst => {
                let len = role(rest)?;
                interpreted(&rest[len..]).map(|(shown, inner)| (shown, at + len + inner))
            }
            b'*' => self.emphasis(at),
            b'!' if self.markup == Markup::Markdown && rest.starts_with("![") => {
                link(&rest[1..]).map(|(shown, len)| (strip(shown, self.markup, self.depth + 1), at + 1 + len))
            }
            b'[' if self.markup == Markup::Markdown => {
                link(rest).map(|(shown, len)| (strip(shown, self.markup, self.depth + 1), at + len))
            }
            b'<' if self.markup == Markup::Markdown => tag(rest).map(|(shown, len)| (shown, at + len)),
            _ => None,
        }
    }

    /// `*a*` or `**a**`. The characters beside the stars distinguish it from pointers (`void*`) and products.
    fn emphasis(&self, at: usize) -> Option<(String, usize)> {
        let stars = if self.raw[at..].starts_with("**") { "**" } else { "*" };
        let from = at + stars.len();
        let before = self.raw[..at].chars().next_back();
        let first = self.raw[from..].chars().next()?;
        let apart = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || is_punctuation(c));
        if first.is_whitespace() || first == '*' || (is_punctuation(first) && !apart(before)) {
            return None;
        }
        if stars == "*" && !apart(before) {
            return None;
        }
        let close = self.raw[from..].match_indices(stars).map(|(offset, _)| from + offset).find(|close| {
            let last = self.raw[..*close].chars().next_back();
            let after = self.raw[close + stars.len()..].chars().next();
            *close > from
                && last.is_some_and(|c| !c.is_whitespace())
                && (stars == "**" || (apart(after) && last != Some('*') && after != Some('*')))
        })?;
        Some((strip(&self.raw[from..close], self.markup, self.depth + 1), close + stars.len()))
    }
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

/// Markdown's code span: as many backticks at its end as at its start.
fn code_span(rest: &str) -> Option<(String, usize)> {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = ticks;
    while let Some(offset) = rest[at..].find('`') {
        let from = at + offset;
        let run = rest[from..].len() - rest[from..].trim_start_matches('`').len();
        if run == ticks {
            return Some((rest[ticks..from].trim().to_owned(), from + run));
        }
        at = from + run;
    }
    None
}

/// RST's literal, interpreted text or reference; of `` `text <target>`_ `` the text.
fn interpreted(rest: &str) -> Option<(String, usize)> {
    if let Some(inner) = rest.strip_prefix("``") {
        let end = inner.find("``").filter(|end| *end > 0)?;
        return Some((inner[..end].to_owned(), end + 4));
    }
    let inner = rest.strip_prefix('`')?;
    let end = inner.find('`').filter(|end| *end > 0)?;
    let text = match inner[..end].split_once('<') {
        Some((text, _)) if inner[..end].ends_with('>') && !text.trim().is_empty() => text.trim_end(),
        _ => &inner[..end],
    };
    let tail = &inner[end + 1..];
    let underscores = tail.len() - tail.trim_start_matches('_').len();
    Some((text.to_owned(), end + 2 + underscores.min(2)))
}

/// Length of `:role:`, if a backtick follows.
fn role(rest: &str) -> Option<usize> {
    let end = rest[1..].find(':')? + 1;
    let name = &rest[1..end];
    let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    (named && rest[end + 1..].starts_with('`')).then_some(end + 1)
}

/// The text of `[text](target)`.
fn link(rest: &str) -> Option<(&str, usize)> {
    let mut depth = 0_usize;
    let mut close = None;
    for (at, c) in rest.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => {
                close = Some(at);
                break;
            }
            ']' => depth -= 1,
            _ => {}
        }
    }
    let close = close?;
    let target = rest[close + 1..].strip_prefix('(')?;
    Some((&rest[1..close], close + 2 + target.find(')')? + 1))
}

/// A tag, comment or `<address>` inside a line. Tags have no text; breaks become a space.
fn tag(rest: &str) -> Option<(String, usize)> {
    if let Some(inner) = rest.strip_prefix("<!--") {
        return inner.find("-->").map(|end| (String::new(), end + 7));
    }
    let inner = &rest[1..];
    let end = inner.find(['<', '>']).filter(|end| inner[*end..].starts_with('>'))?;
    let body = &inner[..end];
    if body.starts_with("http://") || body.starts_with("https://") || body.starts_with("mailto:") {
        return Some((body.to_owned(), end + 2));
    }
    let name = body.trim_start_matches('/');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let name: String = name.chars().take_while(char::is_ascii_alphanumeric).collect();
    let breaks = matches!(name.to_ascii_lowercase().as_str(), "br" | "p" | "li" | "ul" | "ol" | "div");
    Some((if breaks { " ".to_owned() } else { String::new() }, end + 2))
}
