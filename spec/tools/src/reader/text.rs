//! Normalises words of a page so that they can be compared: full-width forms, rests of markup, lists, places.

use crate::page::{DEBRIS, PageTable, Text};
use crate::place::hull;
use crate::vocabulary::{forms, is_word};
use ascertain_spec::model::Span;
use std::ops::Range;

/// Text with half-width forms and collapsed white space, without backticks and backslashes.
pub(super) fn plain(text: &str) -> String {
    let narrow = text.replace(DEBRIS, " ");
    let narrow = narrow.chars().filter(|c| !matches!(c, '`' | '\\')).map(|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c if c.is_whitespace() => ' ',
        c => c,
    });
    let narrow: String = narrow.collect();
    narrow.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Text {
    /// The words, as [`plain`] gives them.
    pub(super) fn plain(&self) -> String {
        plain(&self.text)
    }
}

impl PageTable {
    /// The row of headings above the first other row; none if there are no headings.
    pub(super) fn header(&self) -> Option<&[Text]> {
        Some(self.rows.get(self.header_rows.checked_sub(1)?)?)
    }

    /// The rows that are not headings.
    pub(super) fn body(&self) -> &[Vec<Text>] {
        self.rows.get(self.header_rows..).unwrap_or_default()
    }

    /// The column whose heading is one of the words under a name of `sentences.toml`.
    pub(super) fn column(&self, words: &str) -> Option<usize> {
        self.header()?.iter().position(|text| is_word(words, &text.plain().to_lowercase()))
    }
}

/// The place of all cells of a row.
pub(super) fn row_place(row: &[Text]) -> Span {
    row.iter().map(|text| text.place).fold(Span::None, hull)
}

/// Whether it contains debris of a renderer, so that words may be missing.
pub(super) fn damaged(text: &str) -> bool {
    text.contains(DEBRIS) || text.contains("undefined")
}

/// Sentences: they end with an ideographic full stop, or a full stop before white space, a letter of Chinese or the end,
/// outside brackets.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = move |at: usize, c: char| match c {
        '。' | '\n' => {
            start = at + c.len_utf8();
            true
        }
        // A number before a full stop is that of a list, `1. First`.
        '.' => {
            let numbered = text[start..at].trim().bytes().all(|b| b.is_ascii_digit());
            let next = text[at + 1..].chars().next();
            let ends = !numbered && next.is_none_or(|c| c.is_whitespace() || !c.is_ascii());
            start = if ends { at + 1 } else { start };
            ends
        }
        _ => false,
    };
    outside_brackets(text, ends)
        .into_iter()
        .map(|sentence| text[sentence].trim().trim_end_matches('.').trim())
        .filter(|s| !s.is_empty())
}

/// The clauses of a sentence: they end with a comma or a semicolon outside brackets. Members of a list (`a, b, and c`)
/// belong to the clause before them.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for part in outside_brackets(sentence, |_, c| matches!(c, ',' | ';')) {
        let member = sentence[part.clone()].trim();
        let member = ["and ", "or "].iter().find_map(|word| member.strip_prefix(word)).unwrap_or(member);
        match found.last_mut() {
            Some(last) if !member.is_empty() && list(member).into_iter().all(is_identifier) => {
                last.end = part.end;
            }
            _ => found.push(part),
        }
    }
    found.into_iter().map(|clause| sentence[clause].trim()).filter(|clause| !clause.is_empty()).collect()
}

/// The parts of a text between characters that `separates` accepts, by place and character. Inside brackets and quotes
/// nothing separates; brackets may be mixed, as in `[0, 8)`.
pub(super) fn outside_brackets(
    text: &str,
    mut separates: impl FnMut(usize, char) -> bool,
) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '【' | '“' => depth += 1,
            ')' | ']' | '}' | '】' | '”' => depth = depth.saturating_sub(1),
            _ if depth == 0 && separates(at, c) => {
                parts.push(start..at);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts
}

/// A text without spaces beside letters of Chinese: `空 Tensor` is `空Tensor`.
pub(super) fn squeezed(text: &str) -> String {
    let wide = |c: char| !c.is_ascii();
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let beside = out.chars().next_back().is_none_or(wide) || letters.peek().copied().is_none_or(wide);
        if c != ' ' || !beside {
            out.push(c);
        }
    }
    out
}

/// Whether a text is one C-like identifier.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The members of a list: `a、b和c`, `a, b, and c`.
pub(super) fn list(text: &str) -> Vec<&str> {
    let parts = text.split(['、', ',', ';', '和', '或', '及']);
    let parts = parts.flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" or "));
    let parts = parts.map(|part| part.trim().trim_start_matches("and ").trim_start_matches("or ").trim());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Whether `text` contains one of `words`.
pub(super) fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The C-like identifiers of a text, with their places.
pub(super) fn identifiers(text: &str) -> Vec<(usize, &str)> {
    let words = forms("identifier").all(text).filter_map(|found| found.get(0));
    words.map(|word| (word.start(), word.as_str())).collect()
}
