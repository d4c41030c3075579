//! What a formula of elements may give: for each part of it the hull of what an honest implementation can have there.
//!
//! Exact operations give one number. After `+`, `-` and `*` the result is rounded to nearest even in the format that is computed
//! in or in a wider one, or not at all if the next operation is fused with it; subnormal numbers are kept or flushed. All
//! these operations are monotone in each operand, and so is rounding, so the ends of a span come from the ends of its
//! operands. A flushed number is a span of its own. An operand that occurs twice can make a hull larger than what can be
//! reached, never smaller.

use super::spans::{End, Hull, Truths};
use super::{Float, Format, graded};
use ascertain_language::expr::{Expr, Function, Op, Type};

/// What a part of a formula can be.
#[derive(Clone, Debug)]
pub enum Possible {
    /// An element.
    Element(Hull),
    /// Yes or no.
    Truth(Truths),
}

/// What the names of a formula stand for at one place.
pub struct Place<'a> {
    /// The format that is computed in.
    pub format: Format,
    /// How far graded functions may be from the correctly rounded value, in units in the last place, where that is stated.
    pub distance: Option<u64>,
    /// The element of the tensor argument at an index.
    pub element: &'a dyn Fn(usize) -> Option<Float>,
    /// The value of an expression of ints.
    pub int: &'a dyn Fn(&Expr) -> Option<i64>,
    /// The value of a condition that is not about elements.
    pub truth: &'a dyn Fn(&Expr) -> Option<bool>,
}

/// What a formula may give at a place. None if it is about an absent argument.
#[must_use]
pub fn possible(expr: &Expr, place: &Place<'_>) -> Option<Possible> {
    Some(match expr {
        Expr::Not(x) => {
            let Truths { yes, no } = truths(x, place)?;
            Possible::Truth(Truths { yes: no, no: yes })
        }
        Expr::Binary(op @ (Op::And | Op::Or), x, y) => {
            let (x, y) = (truths(x, place)?, truths(y, place)?);
            Possible::Truth(match op {
                Op::And => Truths { yes: x.yes && y.yes, no: x.no || y.no },
                _ => Truths { yes: x.yes || y.yes, no: x.no && y.no },
            })
        }
        Expr::Binary(op @ (Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge), x, y)
            if x.kind() == Type::Element =>
        {
            Possible::Truth(hull(x, place)?.compared(*op, &hull(y, place)?))
        }
        Expr::If(condition, yes, no) => {
            let Truths { yes: may, no: may_not } = truths(condition, place)?;
            match (may.then(|| possible(yes, place)), may_not.then(|| possible(no, place))) {
                (Some(yes), Some(no)) => match (yes?, no?) {
                    (Possible::Element(yes), Possible::Element(no)) => Possible::Element(yes.joined(no)),
                    (Possible::Truth(x), Possible::Truth(y)) => {
                        Possible::Truth(Truths { yes: x.yes || y.yes, no: x.no || y.no })
                    }
                    _ => return None,
                },
                (one, other) => one.or(other)??,
            }
        }
        other if other.kind() == Type::Bool => {
            let yes = (place.truth)(other)?;
            Possible::Truth(Truths { yes, no: !yes })
        }
        other => Possible::Element(element(other, place)?),
    })
}

fn truths(expr: &Expr, place: &Place<'_>) -> Option<Truths> {
    match possible(expr, place)? {
        Possible::Truth(truths) => Some(truths),
        Possible::Element(_) => None,
    }
}

fn hull(expr: &Expr, place: &Place<'_>) -> Option<Hull> {
    match possible(expr, place)? {
        Possible::Element(hull) => Some(hull),
        Possible::Truth(_) => None,
    }
}

/// Exact operations, and those that round.
fn element(expr: &Expr, place: &Place<'_>) -> Option<Hull> {
    let operand = |x: &Expr| Some(hull(x, place)?.flushed(place.format));
    Some(match expr {
        Expr::Argument(at, _) => Hull::of((place.element)(*at)?),
        Expr::Number(number) => {
            let number = (place.int)(number)?;
            Hull::of(End::of_integer(number, 0).rounded(place.format))
        }
        Expr::Neg(x) => hull(x, place)?.negated(),
        Expr::Apply(Function::Abs, x) => hull(x, place)?.magnitude(),
        Expr::Apply(function, x) => {
            let distance = place.distance.unwrap_or(graded::usual(place.format));
            graded::applied(graded::graded(*function)?, &operand(x)?, place.format, distance)
        }
        Expr::Binary(Op::Add, x, y) => operand(x)?.plus(&operand(y)?).rounded(place.format),
        Expr::Binary(Op::Sub, x, y) => operand(x)?.plus(&operand(y)?.negated()).rounded(place.format),
        Expr::Binary(Op::Mul, x, y) => operand(x)?.times(&operand(y)?).rounded(place.format),
        Expr::Binary(Op::Min, x, y) => hull(x, place)?.extreme(&hull(y, place)?, End::min),
        Expr::Binary(Op::Max, x, y) => hull(x, place)?.extreme(&hull(y, place)?, End::max),
        _ => return None,
    })
}
