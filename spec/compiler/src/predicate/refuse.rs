//! What to say of a token that is out of place: where it is good Rust, what of Rust it is.

use proc_macro2::Delimiter;

use super::Mistake;
use super::tokens::{Kind, Token};

/// Rust's keywords, used and reserved, but for `self`: an argument may be called that.
const KEYWORDS: [&str; 51] = [
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where",
    "while", "yield",
];

/// Whether a word cannot be a name.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// A token where a value should start.
pub(super) fn no_value(token: &Token<'_>) -> Mistake {
    let what = match (&token.kind, token.text) {
        (Kind::Word, "as" | "else") => return expected("a value", token),
        (Kind::Word, keyword) => &format!("`{keyword}` is"),
        (Kind::Sign, "&" | "&&") => "references are",
        (Kind::Sign, "*") => "dereferences are",
        (Kind::Sign, "|" | "||") => "closures are",
        (Kind::Sign, ".." | "..=") => "ranges are",
        (Kind::Sign, "::" | "<") => "paths are",
        (Kind::Sign, "'") => "labels are",
        (Kind::Sign, "#") => "attributes are",
        (Kind::Group(Delimiter::Brace, _), _) => "blocks are",
        (Kind::Group(Delimiter::Bracket, _), _) => "arrays are",
        _ => return expected("a value", token),
    };
    foreign(what, token)
}

/// A token where a value has ended and `expected` may stand, an operator among it.
pub(super) fn no_operator(wanted: &str, token: &Token<'_>) -> Mistake {
    let what = match (&token.kind, token.text) {
        (Kind::Word, "as") => "casts are",
        (Kind::Sign, "!") => "macros are",
        (Kind::Sign, "::") => "paths are",
        (Kind::Sign, ".." | "..=") => "ranges are",
        (Kind::Sign, "?") => "`?` is",
        (Kind::Sign, "<-") => "an arrow, which `<-` is without a space, is",
        (Kind::Sign, "&" | "|" | "^" | "<<" | ">>") => &format!("the operator `{}` is", token.text),
        (Kind::Sign, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "&=" | "|=" | "<<=" | ">>=") => {
            "assignments are"
        }
        (Kind::Group(Delimiter::Bracket, _), _) => "indices are",
        (Kind::Group(Delimiter::Parenthesis, _), _) => "calls of anything but a name are",
        _ => return expected(wanted, token),
    };
    let help = match token.text {
        "<-" => Some("did you mean `< -`?"),
        "=" => Some("did you mean `==`?"),
        "&" => Some("did you mean `&&`?"),
        "|" => Some("did you mean `||`?"),
        _ => None,
    };
    Mistake { help: help.map(str::to_owned), ..foreign(what, token) }
}

/// A token that is good Rust: `what` it is, with its verb.
pub(super) fn foreign(what: &str, token: &Token<'_>) -> Mistake {
    Mistake::new(token.span.clone(), format!("{what} not part of the predicate language"), "not understood")
}

/// A token that is nothing here.
pub(super) fn expected(wanted: &str, token: &Token<'_>) -> Mistake {
    Mistake::new(
        token.span.clone(),
        format!("this is no predicate: found `{}`, expected {wanted}", token.text),
        format!("expected {wanted}"),
    )
}
