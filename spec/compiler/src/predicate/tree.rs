//! What a predicate's text says: its forms, whatever the names mean and of whichever types.

use std::ops::Range;

use crate::expr::Op;

/// An expression and where it stands.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) form: Form,
    /// Bytes of the text, with the parentheses around it.
    pub(super) span: Range<usize>,
    /// How many trees stand on one another here, this one included.
    pub(super) height: usize,
}

/// The forms of the language. Parentheses are none: they only say which tree stands below which.
#[derive(Debug)]
pub(super) enum Form {
    Int(i64),
    Bool(bool),
    Name(Name),
    /// `function(argument, …)`.
    Call(Name, Vec<Tree>),
    /// `receiver.method(argument, …)`.
    Method(Box<Tree>, Name, Vec<Tree>),
    Neg(Box<Tree>),
    Not(Box<Tree>),
    Binary(&'static Operator, Box<Tree>, Box<Tree>),
    /// `if condition { yes } else { no }`.
    If(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// A name and where it stands.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// A binary operator.
#[derive(Debug)]
pub(super) struct Operator {
    pub(super) sign: &'static str,
    pub(super) op: Op,
    pub(super) binding: Binding,
}

/// How tightly operators bind, the loosest first. Those of a level associate to the left; comparisons do not associate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// Not at all: what stands between delimiters.
    Nothing,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Unary,
}

/// The binary operators, which bind as Rust's do.
pub(super) static OPERATORS: [Operator; 13] = [
    Operator { sign: "||", op: Op::Or, binding: Binding::Or },
    Operator { sign: "&&", op: Op::And, binding: Binding::And },
    Operator { sign: "==", op: Op::Eq, binding: Binding::Comparison },
    Operator { sign: "!=", op: Op::Ne, binding: Binding::Comparison },
    Operator { sign: "<", op: Op::Lt, binding: Binding::Comparison },
    Operator { sign: "<=", op: Op::Le, binding: Binding::Comparison },
    Operator { sign: ">", op: Op::Gt, binding: Binding::Comparison },
    Operator { sign: ">=", op: Op::Ge, binding: Binding::Comparison },
    Operator { sign: "+", op: Op::Add, binding: Binding::Sum },
    Operator { sign: "-", op: Op::Sub, binding: Binding::Sum },
    Operator { sign: "*", op: Op::Mul, binding: Binding::Product },
    Operator { sign: "/", op: Op::Div, binding: Binding::Product },
    Operator { sign: "%", op: Op::Rem, binding: Binding::Product },
];

impl Tree {
    pub(super) fn new(form: Form, span: Range<usize>) -> Self {
        let highest = |trees: &[Tree]| trees.iter().map(|tree| tree.height).max().unwrap_or(0);
        let below = match &form {
            Form::Int(_) | Form::Bool(_) | Form::Name(_) => 0,
            Form::Call(_, arguments) => highest(arguments),
            Form::Method(receiver, _, arguments) => receiver.height.max(highest(arguments)),
            Form::Neg(operand) | Form::Not(operand) => operand.height,
            Form::Binary(_, left, right) => left.height.max(right.height),
            Form::If(condition, yes, no) => condition.height.max(yes.height).max(no.height),
        };
        Self { form, span, height: below + 1 }
    }
}
