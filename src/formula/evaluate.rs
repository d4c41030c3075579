//! Evaluates a formula on elements, in blocks: each operation is a loop over the elements of a block, so that an operator is
//! data, and compiles nothing.

use super::graded::Graded;
use super::number::{Number, RoundToInteger};
use crate::args::Args;
use crate::language::Given;
use ascertain_language::eval::Environment;
use ascertain_language::expr::{Expr, Function, Op, Type};
use core::cmp::Ordering;
use core::ops::Range;
use std::borrow::Cow;

/// Elements that are evaluated at once: few enough for the values of a formula's parts to stay in a processor's cache.
const BLOCK: usize = 512;

/// A formula with what its names stand for.
pub(super) struct Evaluation<'a> {
    /// The formula.
    pub(super) expr: &'a Expr,
    /// The tensors in it, by their places among the arguments.
    pub(super) places: &'a [usize],
    /// Their elements, all of the same number and of the dtype that is computed in.
    pub(super) operands: &'a [Cow<'a, [u8]>],
    /// The arguments.
    pub(super) args: Args<'a>,
}

impl Evaluation<'_> {
    /// Computes every element, and writes it; yes as 1 and no as 0. None if an operation does not exist for the type, or the formula
    /// is about an absent argument.
    pub(super) fn write<T: Number>(&self, result: &mut [u8]) -> Option<()> {
        let count = result.len() / size_of::<T>();
        for start in (0..count).step_by(BLOCK) {
            let block = start..count.min(start + BLOCK);
            let values = match self.expr.kind() {
                Type::Bool => {
                    self.truths::<T>(self.expr, &block)?.into_iter().map(|yes| T::of(yes.into())).collect()
                }
                _ => self.elements::<T>(self.expr, &block)?,
            };
            let places = result[block.start * size_of::<T>()..].chunks_exact_mut(size_of::<T>());
            values.into_iter().zip(places).for_each(|(value, place)| value.store(place));
        }
        Some(())
    }

    fn elements<T: Number>(&self, expr: &Expr, block: &Range<usize>) -> Option<Vec<T>> {
        match expr {
            Expr::Argument(at, _) => {
                let operand = &self.operands[self.places.iter().position(|place| place == at)?];
                let bytes = &operand[block.start * size_of::<T>()..block.end * size_of::<T>()];
                Some(bytes.chunks_exact(size_of::<T>()).map(T::load).collect())
            }
            Expr::Number(number) => Some(vec![T::of(Given::of(self.args).int(number)?); block.len()]),
            Expr::Neg(x) => each(self.elements(x, block)?, |x: T| Some(x.negated())),
            Expr::Apply(function, x) => each(self.elements(x, block)?, operation(*function)?),
            Expr::Binary(op, x, y) => {
                both(self.elements(x, block)?, &self.elements(y, block)?, joining(*op)?)
            }
            Expr::If(condition, yes, no) => {
                let value = |branch: bool| self.elements(if branch { yes } else { no }, block);
                chosen(&self.truths::<T>(condition, block)?, value)
            }
            _ => None,
        }
    }

    fn truths<T: Number>(&self, expr: &Expr, block: &Range<usize>) -> Option<Vec<bool>> {
        // What is not about elements is the same for all of them.
        if !expr.uses_elements() {
            return Some(vec![Given::of(self.args).truth(expr)?; block.len()]);
        }
        match expr {
            Expr::Not(x) => Some(self.truths::<T>(x, block)?.into_iter().map(|yes| !yes).collect()),
            Expr::Binary(op, x, y) if x.kind() == Type::Element => {
                let (x, y) = (self.elements::<T>(x, block)?, self.elements::<T>(y, block)?);
                let holds = comparison(*op)?;
                Some(x.into_iter().zip(y).map(|(x, y)| holds(x, y)).collect())
            }
            Expr::Binary(op, x, y) => {
                let holds: fn(bool, bool) -> bool = match op {
                    Op::And => |x, y| x && y,
                    Op::Or => |x, y| x || y,
                    Op::Eq => |x, y| x == y,
                    Op::Ne => |x, y| x != y,
                    _ => return None,
                };
                let (x, y) = (self.truths::<T>(x, block)?, self.truths::<T>(y, block)?);
                Some(x.into_iter().zip(y).map(|(x, y)| holds(x, y)).collect())
            }
            Expr::If(condition, yes, no) => {
                let value = |branch: bool| self.truths::<T>(if branch { yes } else { no }, block);
                chosen(&self.truths::<T>(condition, block)?, value)
            }
            _ => None,
        }
    }
}

/// For each element the value of its branch. A branch that none takes is not evaluated: the type may lack its operations.
fn chosen<V: Copy>(conditions: &[bool], value: impl Fn(bool) -> Option<Vec<V>>) -> Option<Vec<V>> {
    let Some(&first) = conditions.first() else { return Some(Vec::new()) };
    let mut values = value(first)?;
    if conditions.contains(&!first) {
        for ((own, other), condition) in values.iter_mut().zip(value(!first)?).zip(conditions) {
            if *condition != first {
                *own = other;
            }
        }
    }
    Some(values)
}

fn each<T: Number>(mut x: Vec<T>, of: impl Fn(T) -> Option<T>) -> Option<Vec<T>> {
    for x in &mut x {
        *x = of(*x)?;
    }
    Some(x)
}

fn both<T: Number>(mut x: Vec<T>, y: &[T], of: fn(T, T) -> Option<T>) -> Option<Vec<T>> {
    for (x, y) in x.iter_mut().zip(y) {
        *x = of(*x, *y)?;
    }
    Some(x)
}

/// The operation that joins two elements.
fn joining<T: Number>(op: Op) -> Option<fn(T, T) -> Option<T>> {
    Some(match op {
        Op::Add => |x, y| Some(x.plus(y)),
        Op::Sub => |x, y| Some(x.minus(y)),
        Op::Mul => |x, y| Some(x.times(y)),
        Op::Div => T::over,
        Op::Min => |x, y| Some(x.least(y)),
        Op::Max => |x, y| Some(x.greatest(y)),
        Op::BitAnd => T::bit_and,
        Op::BitOr => T::bit_or,
        Op::BitXor => T::bit_xor,
        _ => return None,
    })
}

/// The comparison of two elements. NaN and complex numbers have no order.
fn comparison<T: Number>(op: Op) -> Option<fn(T, T) -> bool> {
    Some(match op {
        Op::Eq => |x, y| x == y,
        Op::Ne => |x, y| x != y,
        Op::Lt => |x, y| x.order(y).is_some_and(Ordering::is_lt),
        Op::Le => |x, y| x.order(y).is_some_and(Ordering::is_le),
        Op::Gt => |x, y| x.order(y).is_some_and(Ordering::is_gt),
        Op::Ge => |x, y| x.order(y).is_some_and(Ordering::is_ge),
        _ => return None,
    })
}

/// The function of an element.
fn operation<T: Number>(function: Function) -> Option<fn(T) -> Option<T>> {
    Some(match function {
        Function::Abs => |x| Some(x.magnitude()),
        Function::Sign => T::sign,
        Function::Floor => |x| x.whole(RoundToInteger::Floor),
        Function::Ceil => |x| x.whole(RoundToInteger::Ceil),
        Function::Trunc => |x| x.whole(RoundToInteger::Trunc),
        Function::Round => |x| x.whole(RoundToInteger::Round),
        Function::Sqrt => |x| x.graded(Graded::Sqrt),
        Function::Rsqrt => |x| x.graded(Graded::Rsqrt),
        Function::Exp => |x| x.graded(Graded::Exp),
        Function::Log => |x| x.graded(Graded::Log),
        Function::Sin => |x| x.graded(Graded::Sin),
        Function::Cos => |x| x.graded(Graded::Cos),
        Function::Tanh => |x| x.graded(Graded::Tanh),
        _ => return None,
    })
}
