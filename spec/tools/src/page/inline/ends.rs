//! Finds the ends of code spans and links.

use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::vocabulary::pattern;

static TICKS: LazyLock<Regex> = LazyLock::new(|| pattern("`+"));
static MARK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)\\.|`+|[\[\]]"));

/// Where the last run of each number of backticks starts.
pub(in super::super) struct CodeSpans(HashMap<usize, usize>);

impl CodeSpans {
    /// The code spans of a text.
    pub(in super::super) fn new(text: &str) -> Self {
        CodeSpans(TICKS.find_iter(text).map(|run| (run.len(), run.start())).collect())
    }

    /// The byte after the code span that `ticks` backticks open at `at`: as many close it.
    pub(in super::super) fn end(&self, text: &str, at: usize, ticks: usize) -> Option<usize> {
        self.0.get(&ticks).filter(|last| **last > at)?;
        let from = at + ticks;
        TICKS.find_iter(&text[from..]).find(|run| run.len() == ticks).map(|run| from + run.end())
    }
}

/// Which `]` closes each `[`. Escaped ones, and those in code, do not count.
pub(super) fn brackets(text: &str, code: &CodeSpans) -> HashMap<usize, usize> {
    let mut closing = HashMap::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(mark) = MARK.find_at(text, at) {
        at = mark.end();
        match mark.as_str() {
            "[" => open.push(mark.start()),
            "]" => closing.extend(open.pop().map(|start| (start, mark.start()))),
            escaped if escaped.starts_with('\\') => {}
            ticks => at = code.end(text, mark.start(), ticks.len()).unwrap_or(at),
        }
    }
    closing
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
