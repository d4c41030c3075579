//! Text to tokens. `proc_macro2` knows Rust's; its signs of one character are joined to Rust's operators here.

use std::ops::Range;

use proc_macro2::{Delimiter, LexError, Span, TokenStream, TokenTree};

use super::Mistake;

/// A token of Rust: its text and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    /// Of a group only the delimiter that opens it.
    pub(super) text: &'t str,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    Literal,
    /// Operators and other punctuation.
    Sign,
    /// What stands between two delimiters.
    Group(Delimiter, TokenStream),
}

/// Signs of several characters. Each without its last character is a sign too, so the longest is found by growing one.
const SIGNS: [&str; 25] = [
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
    "|=", "->", "<-", "=>", "::", "..", "...", "..=",
];

/// The tokens of a text, those between delimiters still as they are.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Mistake> {
    match text.parse() {
        Ok(stream) => Ok(within(stream, text)),
        Err(error) => Err(unreadable(&error, text)),
    }
}

/// The tokens of a part of `text`.
pub(super) fn within(stream: TokenStream, text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    for tree in stream {
        let span = tree.span().byte_range();
        let kind = match tree {
            TokenTree::Ident(_) => Kind::Word,
            TokenTree::Literal(_) => Kind::Literal,
            TokenTree::Group(group) => Kind::Group(group.delimiter(), group.stream()),
            TokenTree::Punct(_) => {
                if let Some(last) = tokens.last_mut()
                    && let joined = slice(text, last.span.start..span.end)
                    && SIGNS.contains(&joined)
                {
                    last.text = joined;
                    last.span.end = span.end;
                    continue;
                }
                Kind::Sign
            }
        };
        let shown = if matches!(kind, Kind::Group(..)) { span.start..span.start + 1 } else { span.clone() };
        tokens.push(Token { kind, text: slice(text, shown), span });
    }
    tokens
}

fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// What is wrong with a text that is no sequence of tokens: a delimiter, or a character that Rust has no use for.
fn unreadable(error: &LexError, text: &str) -> Mistake {
    let start = Span::byte_range(&error.span()).start;
    let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else {
        return Mistake::new(0..0, "this is no predicate", "cannot be read");
    };
    let message = match character {
        '(' | '[' | '{' => format!("nothing closes this `{character}`"),
        ')' | ']' | '}' => format!("this `{character}` does not close what is open"),
        _ => format!("a predicate cannot go on with `{character}`"),
    };
    Mistake::new(start..start + character.len_utf8(), message, "not understood from here on")
}
