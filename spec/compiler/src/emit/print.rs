//! Prints generated code: one item per line, under a comment that says where it comes from.

use proc_macro2::{Delimiter, Literal, Spacing, TokenStream, TokenTree};

/// Tokens that [`print`] writes as a comment on its own line. Rust has no token for comments, so a byte string stands for
/// one; the generated code has no other byte strings.
pub(super) fn comment(text: &str) -> TokenStream {
    TokenTree::Literal(Literal::byte_string(text.as_bytes())).into()
}

/// Writes tokens that are inside `depth` delimiters. Returns whether they take several lines.
pub(super) fn print(tokens: TokenStream, depth: usize, out: &mut String) -> bool {
    let (mut lines, mut ended, mut attribute) = (false, false, false);
    let mut before = None;
    for token in tokens {
        let ends = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ';');
        if matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '#') {
            new_line(depth, out);
            (lines, before) = (true, None);
        }
        if attribute || depth == 0 && ended && !ends {
            new_line(depth, out);
            before = None;
        }
        if let Some(comment) = text_of(&token) {
            new_line(depth, out);
            out.push_str("// ");
            out.push_str(&comment);
            new_line(depth, out);
            (lines, before) = (true, None);
            continue;
        }
        if before.as_ref().is_some_and(|before| spaced(before, &token, out)) {
            out.push(' ');
        }
        (ended, attribute) = (ends, false);
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                attribute = out.ends_with('#');
                // The body of an item.
                ended = group.delimiter() == Delimiter::Brace;
                out.push_str(open);
                if print(group.stream(), depth + 1, out) {
                    new_line(depth, out);
                    out.push_str(close.trim_start());
                } else {
                    out.push_str(close);
                }
            }
            other => out.push_str(&other.to_string()),
        }
        before = Some(token);
    }
    lines
}

/// Starts a new line, unless one has just been started.
fn new_line(depth: usize, out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&"    ".repeat(depth));
}

/// The text of a comment.
fn text_of(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    let text = literal.to_string();
    Some(text.strip_prefix("b\"")?.strip_suffix('"')?.to_owned())
}

/// Whether a space separates two tokens. The first one is the end of `out`.
fn spaced(before: &TokenTree, token: &TokenTree, out: &str) -> bool {
    let word = matches!(before, TokenTree::Ident(_));
    match (before, token) {
        (TokenTree::Punct(sign), _) if sign.spacing() == Spacing::Joint => false,
        (TokenTree::Punct(sign), _) if matches!(sign.as_char(), '#' | '$' | '.') => false,
        _ if out.ends_with("::") || out.ends_with('&') && !out.ends_with("&&") => false,
        (_, TokenTree::Punct(sign)) => match sign.as_char() {
            ',' | ';' | '.' | '?' => false,
            ':' => !word,
            _ => true,
        },
        (_, TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => !word,
        _ => true,
    }
}
