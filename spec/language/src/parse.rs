//! Parses texts: words, then a tree of them. Names and types are checked later.

use std::ops::Range;

use crate::Mistake;
use crate::expr::Op;

/// How many levels a text may have. Later passes recurse over them, and threads that run tests have 2 MiB of stack.
const DEEPEST: usize = 64;

/// Signs, those of two characters first. Some are not of the language: they are read as one so that they are refused as one.
const SIGNS: [&str; 30] = [
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "::", "..", "->", "=>", "+=", "-=", "*=", "/=", "+", "-",
    "*", "/", "%", "<", ">", "!", ".", ",", "=", "&", "|", "^",
];

/// A part of a text, with its place.
pub struct Tree<'t> {
    pub(crate) node: Node<'t>,
    pub(crate) span: Range<usize>,
    /// Levels below it and its own.
    depth: usize,
}

/// What a part is.
pub(crate) enum Node<'t> {
    Int(i64),
    Bool(bool),
    Name(&'t str),
    /// `'text'`.
    Text(&'t str),
    /// `f(x, …)`: name, its place, arguments.
    Call(&'t str, Range<usize>, Vec<Tree<'t>>),
    /// `x.f(y, …)`.
    Method(Box<Tree<'t>>, &'t str, Range<usize>, Vec<Tree<'t>>),
    Neg(Box<Tree<'t>>),
    Not(Box<Tree<'t>>),
    Binary(Op, Box<Tree<'t>>, Box<Tree<'t>>),
    If(Box<[Tree<'t>; 3]>),
}

impl Node<'_> {
    fn depth(&self) -> usize {
        let deepest = |parts: &[Tree<'_>]| parts.iter().map(|part| part.depth).max().unwrap_or(0);
        1 + match self {
            Self::Int(_) | Self::Bool(_) | Self::Name(_) | Self::Text(_) => 0,
            Self::Call(_, _, arguments) => deepest(arguments),
            Self::Method(x, _, _, arguments) => x.depth.max(deepest(arguments)),
            Self::Neg(x) | Self::Not(x) => x.depth,
            Self::Binary(_, x, y) => x.depth.max(y.depth),
            Self::If(parts) => deepest(parts.as_slice()),
        }
    }
}

/// Parses a whole text.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>, Mistake> {
    let mut parser = Parser { text, at: 0, last: 0..0, depth: 0 };
    let tree = parser.expression(0)?;
    match parser.next() {
        None => Ok(tree),
        Some(word) => Err(parser.unexpected(word, "an operator")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Where the last word that was taken is.
    last: Range<usize>,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Where the next word is, without taking it; none at the end.
    fn next(&self) -> Option<Range<usize>> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if first == '\'' {
            // To the next one; without it, the sign alone, which is refused.
            rest[1..].find('\'').map_or(1, |end| end + 2)
        } else if is_word(first) {
            let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let fraction = rest[word..].strip_prefix('.').filter(|_| first.is_ascii_digit());
            let digits = fraction.map_or(0, |f| f.find(|c: char| !c.is_ascii_digit()).unwrap_or(f.len()));
            word + if digits > 0 { digits + 1 } else { 0 }
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
        };
        Some(start..start + length)
    }

    fn word(&self) -> &'t str {
        self.next().map_or("", |word| &self.text[word])
    }

    /// Takes the next word.
    fn take(&mut self) -> &'t str {
        if let Some(word) = self.next() {
            self.at = word.end;
            self.last = word;
        }
        &self.text[self.last.clone()]
    }

    fn expect(&mut self, word: &str) -> Result<(), Mistake> {
        match self.next() {
            Some(next) if self.text[next.clone()] != *word => {
                Err(self.unexpected(next, &format!("`{word}`")))
            }
            Some(_) => {
                self.take();
                Ok(())
            }
            None => Err(self.missing(&format!("`{word}`"))),
        }
    }

    /// A mistake about a word that is not `wanted`.
    fn unexpected(&self, word: Range<usize>, wanted: &str) -> Mistake {
        let found = &self.text[word.clone()];
        let help = match found {
            _ if wanted != "an operator" => None,
            "=" => Some("did you mean `==`?"),
            "and" => Some("did you mean `&&`?"),
            "or" => Some("did you mean `||`?"),
            _ => None,
        };
        let message = format!("this is not a predicate: found `{found}`, expected {wanted}");
        Mistake { help: help.map(str::to_owned), ..Mistake::new(word, message, format!("expected {wanted}")) }
    }

    /// A mistake about a text that ends too early.
    fn missing(&self, wanted: &str) -> Mistake {
        let message = match &self.text[self.last.clone()] {
            "" => format!("this is not a predicate: expected {wanted}"),
            before => format!("this is not a predicate: {wanted} is missing after `{before}`"),
        };
        Mistake::new(self.last.clone(), message, format!("expected {wanted} after this"))
    }

    fn tree(&self, node: Node<'t>, start: usize) -> Result<Tree<'t>, Mistake> {
        let tree = Tree { depth: node.depth(), node, span: start..self.last.end };
        if tree.depth > DEEPEST { Err(too_deep(tree.span)) } else { Ok(tree) }
    }

    /// An expression whose operators bind at least as strongly as `strength`.
    fn expression(&mut self, strength: u8) -> Result<Tree<'t>, Mistake> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(self.next().unwrap_or(self.last.clone())));
        }
        let mut left = self.operand()?;
        let mut compared = false;
        loop {
            let word = self.word();
            let is_sign = |op: &Op| !op.is_named() && op.sign().0 == word;
            let Some(op) = Op::ALL.iter().copied().find(is_sign) else { break };
            let own = op.sign().1;
            if own < strength {
                break;
            }
            if compared && op.compares() {
                let message = "this is not a predicate: comparisons cannot be chained";
                let help = "join two comparisons with `&&`, or put parentheses around one";
                let chained = Mistake::new(self.next().unwrap_or_default(), message, "the second comparison");
                return Err(Mistake { help: Some(help.to_owned()), ..chained });
            }
            compared = op.compares();
            self.take();
            let right = self.expression(own + 1)?;
            let start = left.span.start;
            left = self.tree(Node::Binary(op, Box::new(left), Box::new(right)), start)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// A value with what stands before and after it.
    fn operand(&mut self) -> Result<Tree<'t>, Mistake> {
        let Some(first) = self.next() else { return Err(self.missing("a value")) };
        let (start, word) = (first.start, &self.text[first.clone()]);
        let mut tree = match word {
            "-" | "!" => {
                self.take();
                let operand = Box::new(self.expression(u8::MAX)?);
                return self.tree(if word == "-" { Node::Neg(operand) } else { Node::Not(operand) }, start);
            }
            "(" => {
                self.take();
                let inside = self.expression(0)?;
                self.expect(")")?;
                Tree { span: start..self.last.end, ..inside }
            }
            "if" => {
                self.take();
                self.branches(start)?
            }
            "true" | "false" => {
                self.take();
                self.tree(Node::Bool(word == "true"), start)?
            }
            "else" => return Err(self.unexpected(first, "a value")),
            _ if word.len() > 1 && word.starts_with('\'') => {
                self.take();
                self.tree(Node::Text(&word[1..word.len() - 1]), start)?
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                self.take();
                self.tree(Node::Int(integer(word, first)?), start)?
            }
            _ if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                self.take();
                let node = if self.word() == "(" {
                    Node::Call(word, first, self.arguments()?)
                } else {
                    Node::Name(word)
                };
                self.tree(node, start)?
            }
            _ => return Err(self.unexpected(first, "a value")),
        };
        while self.word() == "." {
            self.take();
            let Some(place) = self.next() else { return Err(self.missing("a method")) };
            let name = self.take();
            if self.word() != "(" {
                let message = "there are no fields: a function takes its argument in parentheses";
                return Err(Mistake::new(place, message, "a method has `(…)`"));
            }
            let arguments = self.arguments()?;
            tree = self.tree(Node::Method(Box::new(tree), name, place, arguments), start)?;
        }
        Ok(tree)
    }

    /// `(x, y)`; a comma may follow the last.
    fn arguments(&mut self) -> Result<Vec<Tree<'t>>, Mistake> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while self.word() != ")" {
            arguments.push(self.expression(0)?);
            if self.word() != "," {
                break;
            }
            self.take();
        }
        self.expect(")")?;
        Ok(arguments)
    }

    /// What follows `if`: a condition and two branches, the second of which may be another `if`.
    fn branches(&mut self, start: usize) -> Result<Tree<'t>, Mistake> {
        let condition = self.expression(0)?;
        let yes = self.branch()?;
        if self.word() != "else" {
            let message = "`if` without `else` has no value";
            return Err(Mistake::new(start..self.last.end, message, "expected `else { … }`"));
        }
        self.take();
        let no = if self.word() == "if" { self.expression(u8::MAX)? } else { self.branch()? };
        self.tree(Node::If(Box::new([condition, yes, no])), start)
    }

    fn branch(&mut self) -> Result<Tree<'t>, Mistake> {
        self.expect("{")?;
        let value = self.expression(0)?;
        self.expect("}")?;
        Ok(value)
    }
}

/// The value of a literal.
fn integer(word: &str, span: Range<usize>) -> Result<i64, Mistake> {
    if !word.chars().all(|c| c.is_ascii_digit() || c == '_') {
        return Err(Mistake::new(
            span,
            "literals are decimal integers, `true` and `false`",
            "not understood",
        ));
    }
    let value = word.replace('_', "").parse();
    value.map_err(|_| Mistake::new(span, "the number does not fit 64 bits", "too large"))
}

fn too_deep(span: Range<usize>) -> Mistake {
    let message = format!("the predicate nests deeper than {DEEPEST} levels");
    let help = "name parts of it as derived values";
    Mistake { help: Some(help.to_owned()), ..Mistake::new(span, message, "too deep") }
}
