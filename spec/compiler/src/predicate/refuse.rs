//! Refuses texts before `syn` parses them: signs and keywords that the language does not have, named as in Rust, and texts
//! that nest so deeply that a parser would run out of stack.

use std::ops::Range;

use proc_macro2::{Delimiter, LexError, Span, TokenStream, TokenTree};

use super::Mistake;

/// How many delimiters, signs and `if`s may surround a part of a text. For each, `syn` takes about 16 KiB of stack when it
/// is not optimised, and threads that run tests have 2 MiB.
const DEEPEST: usize = 64;

/// Signs between two values or after one.
const BETWEEN: [&str; 15] = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", ".", ","];

/// Signs of several characters. Each without its last character is a sign too, so the longest is found by growing one.
const JOINED: [&str; 25] = [
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
    "|=", "->", "<-", "=>", "::", "..", "...", "..=",
];

/// Checks the tokens of a text, or those of a branch in it, at `depth`.
pub(super) fn check(
    stream: TokenStream,
    text: &str,
    is_branch: bool,
    mut depth: usize,
) -> Result<(), Mistake> {
    let mut tokens = stream.into_iter().peekable();
    let starts_with_if = matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "if");
    // Whether the token before ends a value, and whether it ends a branch.
    let (mut value, mut branch) = (false, false);
    let mut last = 0..0;
    while let Some(token) = tokens.next() {
        let mut span = token.span().byte_range();
        if let TokenTree::Punct(_) = token {
            let joined = |end: usize| text.get(span.start..end).is_some_and(|sign| JOINED.contains(&sign));
            let mut end = span.end;
            while let Some(next) = tokens.next_if(|next| joined(next.span().byte_range().end)) {
                end = next.span().byte_range().end;
            }
            span.end = end;
        }
        let sign = text.get(span.clone()).unwrap_or_default();
        last = span.clone();
        depth += usize::from(sign == "if" || matches!(token, TokenTree::Group(_) | TokenTree::Punct(_)));
        if depth > DEEPEST {
            return Err(Mistake {
                help: Some("name parts of it as derived values".to_owned()),
                ..Mistake::new(span, format!("the predicate nests deeper than {DEEPEST} levels"), "too deep")
            });
        }
        let after_branch = std::mem::replace(&mut branch, false);
        match token {
            TokenTree::Literal(_) => value = true,
            TokenTree::Ident(_) => match sign {
                "if" | "else" => value = false,
                "as" => return Err(foreign("casts are", span)),
                // An argument may be called `self`.
                "true" | "false" | "self" => value = true,
                _ if syn::parse_str::<syn::Ident>(sign).is_err() => {
                    return Err(foreign(&format!("`{sign}` is"), span));
                }
                _ => value = true,
            },
            TokenTree::Group(group) => {
                branch = group.delimiter() == Delimiter::Brace;
                if group.delimiter() == Delimiter::Bracket {
                    return Err(foreign(if value { "indices are" } else { "arrays are" }, span));
                }
                check(group.stream(), text, branch, depth)?;
                value = true;
            }
            TokenTree::Punct(_) if after_branch && is_branch && starts_with_if && sign != "." => {
                let help = "Rust ends the branch's `if` at its last brace: put it in parentheses";
                return Err(Mistake { help: Some(help.to_owned()), ..not_one(span) });
            }
            TokenTree::Punct(_) if value && !BETWEEN.contains(&sign) => return Err(no_operator(sign, span)),
            TokenTree::Punct(_) if !value && !matches!(sign, "-" | "!") => return Err(no_value(sign, span)),
            TokenTree::Punct(_) => value = false,
        }
    }
    // A comma after the last argument of a call is allowed.
    match text.get(last.clone()) {
        Some(before) if !value && !matches!(before, "" | ",") => {
            let message = format!("this is not a predicate: a value is missing after `{before}`");
            Err(Mistake::new(last, message, "expected a value after this"))
        }
        _ => Ok(()),
    }
}

/// A sign where a value was expected.
fn no_value(sign: &str, span: Range<usize>) -> Mistake {
    let what = match sign {
        "&" | "&&" => "references are",
        "*" => "dereferences are",
        "|" | "||" => "closures are",
        ".." | "..=" => "ranges are",
        "::" | "<" => "paths are",
        "'" => "labels are",
        "#" => "attributes are",
        _ => return expected("a value", sign, span),
    };
    foreign(what, span)
}

/// A sign after a value.
fn no_operator(sign: &str, span: Range<usize>) -> Mistake {
    let what = match sign {
        "!" => "macros are",
        "::" => "paths are",
        ".." | "..=" => "ranges are",
        "?" => "`?` is",
        "<-" => "an arrow, which `<-` is without a space, is",
        "&" | "|" | "^" | "<<" | ">>" => &format!("the operator `{sign}` is"),
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "&=" | "|=" | "<<=" | ">>=" => "assignments are",
        _ => return expected("an operator", sign, span),
    };
    let help = match sign {
        "<-" => Some("did you mean `< -`?"),
        "=" => Some("did you mean `==`?"),
        "&" => Some("did you mean `&&`?"),
        "|" => Some("did you mean `||`?"),
        _ => None,
    };
    Mistake { help: help.map(str::to_owned), ..foreign(what, span) }
}

/// Refuses a part that is valid Rust; `what` names it, with its verb.
pub(super) fn foreign(what: &str, span: Range<usize>) -> Mistake {
    Mistake::new(span, format!("{what} not part of the predicate language"), "not understood")
}

/// Refuses a branch that is not exactly one expression.
pub(super) fn not_one(span: Range<usize>) -> Mistake {
    Mistake::new(span, "a branch is one expression", "expected one expression")
}

fn expected(wanted: &str, sign: &str, span: Range<usize>) -> Mistake {
    let message = format!("this is not a predicate: found `{sign}`, expected {wanted}");
    Mistake::new(span, message, format!("expected {wanted}"))
}

/// What is wrong with a text that is not a sequence of tokens: a delimiter, or a character that Rust does not have.
pub(super) fn no_tokens(error: &LexError, text: &str) -> Mistake {
    let start = Span::byte_range(&error.span()).start;
    let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else {
        return Mistake::new(0..0, "this is not a predicate", "cannot be read");
    };
    let message = match character {
        '(' | '[' | '{' => format!("nothing closes this `{character}`"),
        ')' | ']' | '}' => format!("this `{character}` does not close what is open"),
        _ => format!("a predicate cannot continue with `{character}`"),
    };
    Mistake::new(start..start + character.len_utf8(), message, "not understood from here on")
}

/// What is wrong with a text whose tokens `syn` cannot parse.
pub(super) fn no_expression(error: &syn::Error) -> Mistake {
    let message = error.to_string();
    let chained = message.contains("cannot be chained");
    let help = "join two comparisons with `&&`, or put parentheses around one";
    Mistake {
        help: chained.then(|| help.to_owned()),
        ..Mistake::new(
            error.span().byte_range(),
            format!("this is not a predicate: {message}"),
            "not understood from here on",
        )
    }
}
