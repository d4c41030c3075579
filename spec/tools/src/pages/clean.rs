//! Gives the text that a reader of the rendered page sees.
//!
//! Full-width letters, digits and punctuation become ASCII, invisible characters are removed, and white space collapses.
//! The sign × is kept, as it is a mark and not a letter.

pub(super) use super::inline::{BLOCK, BREAK, Labels, Markup, STRUCK, decode, is_struck};

/// The text that `raw` shows, with [`STRUCK`] for text that is struck out. Links may have their targets under `labels`.
pub(super) fn clean(raw: &str, markup: Markup, labels: &Labels) -> String {
    match markup {
        Markup::Plain => normalise(raw),
        Markup::Markdown | Markup::Rst | Markup::Stray => {
            normalise(&super::inline::strip(raw, markup, labels))
        }
    }
}

/// Makes characters uniform and collapses white space. Where a break or the end of an item separates words without
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
