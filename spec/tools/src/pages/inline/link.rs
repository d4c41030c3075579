//! Finds the ends of links.

use std::collections::HashMap;

use super::code::CodeSpans;

/// Which `]` closes each `[`. Escaped ones, and those in code, do not count.
#[derive(Debug, Default)]
pub(in super::super) struct Brackets {
    closing: HashMap<usize, usize>,
}

impl Brackets {
    /// The brackets of a text.
    pub(in super::super) fn of(text: &str) -> Self {
        Self::new(text, &CodeSpans::new(text))
    }

    /// The brackets of a text with this code.
    pub(super) fn new(text: &str, code: &CodeSpans) -> Self {
        let mut closing = HashMap::new();
        let mut open = Vec::new();
        let mut at = 0;
        while let Some(offset) = text[at..].find(['[', ']', '\\', '`']) {
            at += offset;
            let rest = &text[at..];
            match rest.as_bytes()[0] {
                b'\\' => at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                b'`' => {
                    let ticks = rest.len() - rest.trim_start_matches('`').len();
                    at = code.end(text, at, ticks).unwrap_or(at + ticks);
                }
                b'[' => {
                    open.push(at);
                    at += 1;
                }
                _ => {
                    if let Some(start) = open.pop() {
                        closing.insert(start, at);
                    }
                    at += 1;
                }
            }
        }
        Brackets { closing }
    }

    /// The bracket that closes the one at a byte.
    pub(in super::super) fn closing(&self, at: usize) -> Option<usize> {
        self.closing.get(&at).copied()
    }
}

/// Parentheses nest no deeper in the target of a link.
const DEEPEST: usize = 32;

/// The length of `(target "title")`.
pub(super) fn target(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('(')?.trim_start();
    let after = match inner.strip_prefix('<') {
        Some(angled) => {
            let end = angled.find(['<', '>', '\n']).filter(|end| angled[*end..].starts_with('>'))?;
            &angled[end + 1..]
        }
        None => &inner[bare(inner)?..],
    };
    let spaced = after.trim_start();
    let titled = if spaced.len() < after.len() { title(spaced) } else { None };
    let tail = spaced[titled.unwrap_or(0)..].trim_start().strip_prefix(')')?;
    Some(rest.len() - tail.len())
}

/// The length of a target without white space, whose parentheses are balanced.
fn bare(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            '(' if depth == DEEPEST => return None,
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            c if c.is_whitespace() || c.is_control() => return (depth == 0).then_some(at),
            _ => {}
        }
    }
    None
}

/// The length of `"title"`, `'title'` or `(title)`.
fn title(text: &str) -> Option<usize> {
    let end = match text.chars().next()? {
        '(' => ')',
        mark @ ('"' | '\'') => mark,
        _ => return None,
    };
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            '(' if end == ')' => return None,
            c if c == end => return Some(at + 1),
            _ => {}
        }
    }
    None
}
