//! Finds the ends of links.

use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::vocabulary::pattern;
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

/// `(target "title")`: the target in angle brackets, or without white space and with balanced parentheses.
static TARGET: LazyLock<Regex> = LazyLock::new(|| {
    let escaped = r"\\(?s:.)";
    let letter = r"[^\s\p{Cc}()\\]";
    let inside = (0..DEEPEST).fold(String::new(), |inner, _| format!(r"\((?:{letter}|{escaped}|{inner})*\)"));
    let bare = format!(r"(?:(?:[^\s\p{{Cc}}()\\<]|{escaped}|{inside})(?:{letter}|{escaped}|{inside})*)?");
    let title = format!(r#""(?:[^"\\]|{escaped})*"|'(?:[^'\\]|{escaped})*'|\((?:[^()\\]|{escaped})*\)"#);
    let whole = format!(r"^\(\s*(?:<[^<>\n]*>|{bare})(?:\s+(?:{title}))?\s*\)");
    pattern(&whole)
});

/// The length of `(target "title")`.
pub(super) fn target(rest: &str) -> Option<usize> {
    Some(TARGET.find(rest)?.end())
}
