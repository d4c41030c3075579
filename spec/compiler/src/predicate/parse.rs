//! Text to [`Tree`]: Rust's grammar, as much of it as the language has, by precedence climbing.

use std::iter::Peekable;
use std::num::IntErrorKind;
use std::ops::Range;
use std::vec::IntoIter;

use proc_macro2::Delimiter;

use super::Mistake;
use super::refuse::{expected, foreign, is_keyword, no_operator, no_value};
use super::tokens::{Kind, Token, tokens, within};
use super::tree::{Binding, Form, Name, OPERATORS, Operator, Tree};

/// How high a tree may be, and how deep its text may nest. All that works on trees recurses, on threads whose stacks
/// may be small.
const DEEPEST: usize = 64;

/// Parses a predicate.
pub(super) fn parse(text: &str) -> Result<Tree, Mistake> {
    let mut parser = Parser { text, tokens: tokens(text)?.into_iter().peekable(), before: 0..0, depth: 0 };
    let tree = parser.expression(Binding::Nothing)?;
    parser.end("an operator")?;
    Ok(tree)
}

/// What is left of the text, or of what stands there between two delimiters.
struct Parser<'t> {
    text: &'t str,
    tokens: Peekable<IntoIter<Token<'t>>>,
    /// Where the token before those stands.
    before: Range<usize>,
    /// How many expressions this one is a part of.
    depth: usize,
}

impl<'t> Parser<'t> {
    fn take(&mut self) -> Option<Token<'t>> {
        let token = self.tokens.next()?;
        self.before = token.span.clone();
        Some(token)
    }

    fn next_is(&mut self, text: &str) -> bool {
        self.tokens.peek().is_some_and(|token| token.text == text)
    }

    /// Takes the next token if it is such a pair of delimiters: a parser of what it holds, and where it stands.
    fn group(&mut self, wanted: Delimiter) -> Option<(Self, Range<usize>)> {
        let group =
            |token: &Token<'_>| matches!(token.kind, Kind::Group(delimiter, _) if delimiter == wanted);
        let Token { kind: Kind::Group(_, stream), span, .. } = self.tokens.next_if(group)? else {
            return None;
        };
        self.before = span.clone();
        let tokens = within(stream, self.text).into_iter().peekable();
        let before = span.start..span.start + 1;
        Some((Parser { text: self.text, tokens, before, depth: self.depth }, span))
    }

    fn deeper(&mut self) -> Result<(), Mistake> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(too_deep(self.before.clone())) } else { Ok(()) }
    }

    fn tree(form: Form, span: Range<usize>) -> Result<Tree, Mistake> {
        let tree = Tree::new(form, span);
        if tree.height > DEEPEST { Err(too_deep(tree.span)) } else { Ok(tree) }
    }

    fn missing(&self, what: &str) -> Mistake {
        let message = match self.text.get(self.before.clone()) {
            Some(before) if !before.is_empty() => format!("{what} is missing after `{before}`"),
            _ => format!("{what} is missing"),
        };
        let message = format!("this is no predicate: {message}");
        Mistake::new(self.before.clone(), message, format!("expected {what} after this"))
    }

    /// Makes sure that nothing is left.
    fn end(&mut self, wanted: &str) -> Result<(), Mistake> {
        self.tokens.peek().map_or(Ok(()), |token| Err(no_operator(wanted, token)))
    }

    /// An expression with the operators in it that bind tighter than `outer`, the one beside it.
    fn expression(&mut self, outer: Binding) -> Result<Tree, Mistake> {
        self.deeper()?;
        let first = self.operand()?;
        let tree = self.operators(first, outer)?;
        self.depth -= 1;
        Ok(tree)
    }

    /// The operators that follow a value and bind tighter than `outer`.
    fn operators(&mut self, first: Tree, outer: Binding) -> Result<Tree, Mistake> {
        let mut left = first;
        while let Some(operator) = self.operator()
            && operator.binding > outer
        {
            self.take();
            let right = self.expression(operator.binding)?;
            if operator.binding == Binding::Comparison
                && self.operator().is_some_and(|next| next.binding == Binding::Comparison)
                && let Some(next) = self.take()
            {
                let message = "this is no predicate: comparison operators cannot be chained";
                let help = Some("join two comparisons with `&&`, or put parentheses around one".to_owned());
                return Err(Mistake {
                    help,
                    ..Mistake::new(next.span, message, "not understood from here on")
                });
            }
            let span = left.span.start..right.span.end;
            left = Self::tree(Form::Binary(operator, Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    /// The binary operator that comes next.
    fn operator(&mut self) -> Option<&'static Operator> {
        let token = self.tokens.peek().filter(|token| matches!(token.kind, Kind::Sign))?;
        OPERATORS.iter().find(|operator| operator.sign == token.text)
    }

    /// A value with the signs before it and the methods after it.
    fn operand(&mut self) -> Result<Tree, Mistake> {
        let sign = |token: &Token<'_>| matches!(token.text, "-" | "!");
        let Some(token) = self.tokens.next_if(sign) else {
            let value = self.value()?;
            return self.methods(value);
        };
        self.before = token.span.clone();
        let operand = self.expression(Binding::Unary)?;
        let span = token.span.start..operand.span.end;
        let form = if token.text == "-" { Form::Neg } else { Form::Not };
        Self::tree(form(Box::new(operand)), span)
    }

    fn methods(&mut self, receiver: Tree) -> Result<Tree, Mistake> {
        let mut value = receiver;
        while self.next_is(".") {
            self.take();
            let name = match self.take() {
                Some(token) if matches!(token.kind, Kind::Word) => name(&token)?,
                Some(token) => return Err(expected("a method", &token)),
                None => return Err(self.missing("a method")),
            };
            let Some((arguments, group)) = self.group(Delimiter::Parenthesis) else {
                return Err(match self.tokens.peek() {
                    Some(token) if token.text == "::" => no_operator("arguments", token),
                    _ => Mistake::new(
                        name.span,
                        "fields are not part of the predicate language",
                        "a method has `(…)`",
                    ),
                });
            };
            let span = value.span.start..group.end;
            value = Self::tree(Form::Method(Box::new(value), name, arguments.arguments()?), span)?;
        }
        Ok(value)
    }

    fn value(&mut self) -> Result<Tree, Mistake> {
        if let Some((inside, span)) = self.group(Delimiter::Parenthesis) {
            return Ok(Tree { span, ..inside.parenthesised()? });
        }
        let Some(token) = self.take() else { return Err(self.missing("a value")) };
        let form = match (&token.kind, token.text) {
            (Kind::Word, "if") => return self.branches(token.span.start),
            (Kind::Word, "true") => Form::Bool(true),
            (Kind::Word, "false") => Form::Bool(false),
            (Kind::Word, _) => {
                let name = name(&token)?;
                if let Some((arguments, group)) = self.group(Delimiter::Parenthesis) {
                    let span = name.span.start..group.end;
                    return Self::tree(Form::Call(name, arguments.arguments()?), span);
                }
                Form::Name(name)
            }
            (Kind::Literal, _) => Form::Int(integer(&token)?),
            _ => return Err(no_value(&token)),
        };
        Self::tree(form, token.span)
    }

    fn parenthesised(mut self) -> Result<Tree, Mistake> {
        let tree = self.expression(Binding::Nothing)?;
        match self.tokens.peek() {
            Some(token) if token.text == "," => Err(foreign("tuples are", token)),
            _ => self.end("an operator or `)`").map(|()| tree),
        }
    }

    /// What stands between the parentheses of a call, with a comma after the last or without.
    fn arguments(mut self) -> Result<Vec<Tree>, Mistake> {
        let mut arguments = Vec::new();
        while self.tokens.peek().is_some() {
            arguments.push(self.expression(Binding::Nothing)?);
            if self.next_is(",") {
                self.take();
            } else {
                self.end("an operator, `,` or `)`")?;
            }
        }
        Ok(arguments)
    }

    /// `if`, taken already, with all that its chain of `else if` asks.
    fn branches(&mut self, start: usize) -> Result<Tree, Mistake> {
        let mut start = start;
        let mut asked = Vec::new();
        let (mut tree, end) = loop {
            let condition = self.expression(Binding::Nothing)?;
            let (yes, end) = self.branch("an operator or `{`")?;
            asked.push((start, condition, yes));
            if !self.next_is("else") {
                return Err(Mistake::new(
                    start..end,
                    "`if` without `else` has no value",
                    "expected `else { … }`",
                ));
            }
            self.take();
            match self.tokens.next_if(|token| token.text == "if") {
                Some(token) => start = token.span.start,
                None => break self.branch("`{` or `if`")?,
            }
        };
        for (start, condition, yes) in asked.into_iter().rev() {
            tree = Self::tree(Form::If(Box::new(condition), Box::new(yes), Box::new(tree)), start..end)?;
        }
        Ok(tree)
    }

    /// One expression in braces, and where the braces end. Rust reads them as statements, of which an `if` at the start
    /// is one by itself unless a method is called on it.
    fn branch(&mut self, wanted: &str) -> Result<(Tree, usize), Mistake> {
        let Some((mut inside, span)) = self.group(Delimiter::Brace) else {
            return Err(match self.tokens.peek() {
                Some(token) => no_operator(wanted, token),
                None => self.missing("`{ … }`"),
            });
        };
        let wrong = || Mistake::new(span.clone(), "a branch is one expression", "expected one expression");
        if inside.tokens.len() == 0 || inside.tokens.clone().any(|token| token.text == ";") {
            return Err(wrong());
        }
        inside.deeper()?;
        let tree = if inside.next_is("if") {
            let first = inside.value()?;
            if inside.tokens.peek().is_some() && !inside.next_is(".") {
                let help = "Rust ends the branch's `if` at its last brace: put it in parentheses";
                return Err(Mistake { help: Some(help.to_owned()), ..wrong() });
            }
            let first = inside.methods(first)?;
            inside.operators(first, Binding::Nothing)?
        } else {
            inside.expression(Binding::Nothing)?
        };
        inside.end("an operator or `}`")?;
        Ok((tree, span.end))
    }
}

fn name(token: &Token<'_>) -> Result<Name, Mistake> {
    if is_keyword(token.text) {
        return Err(no_value(token));
    }
    Ok(Name { text: token.text.to_owned(), span: token.span.clone() })
}

fn integer(token: &Token<'_>) -> Result<i64, Mistake> {
    let (radix, digits) = match token.text.split_at_checked(2) {
        Some(("0x", digits)) => (16, digits),
        Some(("0o", digits)) => (8, digits),
        Some(("0b", digits)) => (2, digits),
        _ => (10, token.text),
    };
    i64::from_str_radix(&digits.replace('_', ""), radix).map_err(|error| {
        let rest = digits.trim_start_matches(|c: char| c.is_digit(radix) || c == '_');
        let (message, label) = match (error.kind(), rest.chars().next()) {
            (IntErrorKind::PosOverflow, _) => ("the number does not fit 64 bits", "too large"),
            (_, Some('i' | 'u')) => ("integers are of one type, which is not named", "leave the type out"),
            (_, Some('.' | 'e' | 'E')) => ("literals are integers, `true` and `false`", "this is a float"),
            _ => ("literals are integers, `true` and `false`", "not understood"),
        };
        Mistake::new(token.span.clone(), message, label)
    })
}

fn too_deep(span: Range<usize>) -> Mistake {
    Mistake {
        help: Some("name parts of it as derived values".to_owned()),
        ..Mistake::new(span, format!("the predicate nests deeper than {DEEPEST} levels"), "too deep")
    }
}
