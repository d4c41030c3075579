//! What a formula of elements may give: for each subexpression, the smallest interval that holds every honest result.
//!
//! An exact operation maps a number to a number and a span to a span, because it is monotone. After `+`, `-`
//! and `*` the result is rounded to nearest even in the format that is computed
//! in or in a wider one, or not at all if the next operation is fused with it; subnormal numbers are kept or flushed. All
//! these operations are monotone in each operand, and so is rounding, so the ends of a span come from the ends of its
//! operands. A flushed number is a span of its own. An operand that occurs twice can make a hull larger than what can be
//! reached, never smaller.

use super::end::End;
use super::spans::{Hull, Truths};
use super::{Float, Format, complex, graded};
use ascertain::formula::{Graded, RoundToInteger};
use ascertain_language::expr::{Expr, Function, Op, Type};

/// What a part of a formula can be.
#[derive(Clone, Debug)]
pub enum Possible {
    /// An element.
    Element(Hull),
    /// A complex element: its parts.
    Complex([Hull; 2]),
    /// Yes or no.
    Truth(Truths),
}

/// What the names of a formula stand for at one place.
pub struct Place<'a> {
    /// The format that is computed in.
    pub format: Format,
    /// How far graded functions may be from the correctly rounded value, in units in the last place, where that is stated.
    pub distance: Option<u64>,
    /// Whether elements are complex, with parts in the format.
    pub is_complex: bool,
    /// The element of the tensor argument at an index: of its parts, the one at the second.
    pub element: &'a dyn Fn(usize, usize) -> Option<Hull>,
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
            if !place.is_complex {
                return Some(Possible::Truth(operand(x, place)?.compared(*op, &operand(y, place)?)));
            }
            let ([x_re, x_im], [y_re, y_im]) = (complex_operand(x, place)?, complex_operand(y, place)?);
            let (re, im) = (x_re.compared(Op::Eq, &y_re), x_im.compared(Op::Eq, &y_im));
            let equal = Truths { yes: re.yes && im.yes, no: re.no || im.no };
            Possible::Truth(match op {
                Op::Eq => equal,
                Op::Ne => Truths { yes: equal.no, no: equal.yes },
                _ => return None,
            })
        }
        Expr::Binary(op @ (Op::Eq | Op::Ne), x, y) if x.kind() == Type::Bool && x.uses_elements() => {
            let (x, y) = (truths(x, place)?, truths(y, place)?);
            let (alike, unlike) = ((x.yes && y.yes) || (x.no && y.no), (x.yes && y.no) || (x.no && y.yes));
            let (yes, no) = if *op == Op::Eq { (alike, unlike) } else { (unlike, alike) };
            Possible::Truth(Truths { yes, no })
        }
        Expr::If(condition, yes, no) => {
            let Truths { yes: may, no: may_not } = truths(condition, place)?;
            match (may.then(|| possible(yes, place)), may_not.then(|| possible(no, place))) {
                (Some(yes), Some(no)) => match (yes?, no?) {
                    (Possible::Element(yes), Possible::Element(no)) => Possible::Element(yes.joined(no)),
                    (Possible::Complex([a, b]), Possible::Complex([c, d])) => {
                        Possible::Complex([a.joined(c), b.joined(d)])
                    }
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
        other if place.is_complex => Possible::Complex(parts(other, place)?),
        other => Possible::Element(element(other, place)?),
    })
}

fn truths(expr: &Expr, place: &Place<'_>) -> Option<Truths> {
    match possible(expr, place)? {
        Possible::Truth(truths) => Some(truths),
        _ => None,
    }
}

fn hull(expr: &Expr, place: &Place<'_>) -> Option<Hull> {
    match possible(expr, place)? {
        Possible::Element(hull) => Some(hull),
        _ => None,
    }
}

fn complex(expr: &Expr, place: &Place<'_>) -> Option<[Hull; 2]> {
    match possible(expr, place)? {
        Possible::Complex(parts) => Some(parts),
        _ => None,
    }
}

/// What an operation reads that computes on its operand.
fn operand(expr: &Expr, place: &Place<'_>) -> Option<Hull> {
    Some(hull(expr, place)?.flushed(place.format))
}

fn complex_operand(expr: &Expr, place: &Place<'_>) -> Option<[Hull; 2]> {
    Some(complex(expr, place)?.map(|part| part.flushed(place.format)))
}

/// Whether a formula only chooses an element, or changes its sign: it keeps subnormal numbers.
#[must_use]
pub fn is_move(expr: &Expr) -> bool {
    match expr {
        Expr::Argument(..) | Expr::Number(_) => true,
        Expr::Neg(x) | Expr::Apply(Function::Abs, x) => is_move(x),
        Expr::If(_, yes, no) => is_move(yes) && is_move(no),
        _ => false,
    }
}

/// The parts of a complex element. Each operation is made of those of real numbers, in one of several ways: their zeros differ in sign.
fn parts(expr: &Expr, place: &Place<'_>) -> Option<[Hull; 2]> {
    let parts = operation(expr, place)?;
    Some(match expr {
        Expr::Argument(..) => parts,
        _ => parts.map(Hull::with_either_zero),
    })
}

fn operation(expr: &Expr, place: &Place<'_>) -> Option<[Hull; 2]> {
    let format = place.format;
    let distance = place.distance.unwrap_or(graded::usual(format));
    let operand = |x: &Expr| complex_operand(x, place);
    let zero = || Hull::of(Float::zero(false));
    Some(match expr {
        Expr::Argument(at, _) => [(place.element)(*at, 0)?, (place.element)(*at, 1)?],
        Expr::Number(number) => [Hull::of(End::of_integer((place.int)(number)?, 0).rounded(format)), zero()],
        Expr::Neg(x) => complex(x, place)?.map(Hull::negated),
        Expr::Binary(op @ (Op::Add | Op::Sub), x, y) => {
            let ([a, b], [c, d]) = (operand(x)?, operand(y)?);
            let (c, d) = if *op == Op::Sub { (c.negated(), d.negated()) } else { (c, d) };
            [a.plus(&c).rounded(format), b.plus(&d).rounded(format)]
        }
        Expr::Binary(Op::Mul, x, y) => complex_product(&operand(x)?, &operand(y)?, format),
        Expr::Binary(Op::Div, x, y) => graded::complex_quotient(&operand(x)?, &operand(y)?, format, distance),
        Expr::Apply(Function::Abs, x) => {
            let [re, im] = operand(x)?;
            [graded::size(&re, &im, format), zero()]
        }
        Expr::Apply(function, x) => {
            let function = graded::graded(*function).filter(|function| *function != Graded::Tanh)?;
            complex::applied(function, &operand(x)?, format, distance)
        }
        _ => return None,
    })
}

/// The product of two complex numbers.
pub(super) fn complex_product([a, b]: &[Hull; 2], [c, d]: &[Hull; 2], format: Format) -> [Hull; 2] {
    let times = |x: &Hull, y: &Hull| x.times(y).rounded(format);
    let re = times(a, c).plus(&times(b, d).negated()).rounded(format);
    let im = times(a, d).plus(&times(b, c)).rounded(format);
    // Some, as those of C's Annex G, find an infinity where this has NaN.
    let mut parts = [re.or_infinite(), im.or_infinite()];
    // What has no imaginary part may be taken as the real number that it is.
    for ([real, imaginary], other) in [([a, b], [c, d]), ([c, d], [a, b])] {
        if imaginary.is_zero() {
            let scaled = other.map(|part| times(real, part));
            let [re, im] = parts;
            let [scaled_re, scaled_im] = scaled;
            parts = [re.joined(scaled_re), im.joined(scaled_im)];
        }
    }
    parts
}

/// Exact operations, and those that round.
fn element(expr: &Expr, place: &Place<'_>) -> Option<Hull> {
    let operand = |x: &Expr| operand(x, place);
    Some(match expr {
        Expr::Argument(at, _) => (place.element)(*at, 0)?,
        Expr::Number(number) => {
            let number = (place.int)(number)?;
            Hull::of(End::of_integer(number, 0).rounded(place.format))
        }
        Expr::Neg(x) => hull(x, place)?.negated(),
        Expr::Apply(Function::Abs, x) => hull(x, place)?.magnitude(),
        Expr::Apply(Function::Sign, x) => operand(x)?.sign(),
        Expr::Apply(Function::Floor, x) => operand(x)?.whole(RoundToInteger::Floor),
        Expr::Apply(Function::Ceil, x) => operand(x)?.whole(RoundToInteger::Ceil),
        Expr::Apply(Function::Trunc, x) => operand(x)?.whole(RoundToInteger::Trunc),
        Expr::Apply(Function::Round, x) => operand(x)?.whole(RoundToInteger::Round),
        Expr::Binary(Op::Div, x, y) => {
            let distance = place.distance.unwrap_or(graded::usual(place.format));
            graded::quotient(&operand(x)?, &operand(y)?, place.format, distance)
        }
        Expr::Apply(function, x) => {
            let distance = place.distance.unwrap_or(graded::usual(place.format));
            graded::applied(graded::graded(*function)?, &operand(x)?, place.format, distance)
        }
        Expr::Binary(Op::Add, x, y) => operand(x)?.plus(&operand(y)?).rounded(place.format),
        Expr::Binary(Op::Sub, x, y) => operand(x)?.plus(&operand(y)?.negated()).rounded(place.format),
        Expr::Binary(Op::Mul, x, y) => operand(x)?.times(&operand(y)?).rounded(place.format),
        Expr::Binary(Op::Min, x, y) => operand(x)?.extreme(&operand(y)?, place.format, End::min),
        Expr::Binary(Op::Max, x, y) => operand(x)?.extreme(&operand(y)?, place.format, End::max),
        _ => return None,
    })
}
