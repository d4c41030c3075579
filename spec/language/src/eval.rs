//! How expressions are evaluated, by those who have the values of their names.

use std::borrow::Cow;

use crate::expr::{Expr, Function, Op, TableFunction, Type};

/// A value of the language, with the dtypes of those who evaluate it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the types")]
pub enum Value<'a, D> {
    Int(i64),
    Bool(bool),
    DType(D),
    Shape(Cow<'a, [usize]>),
    Ints(Cow<'a, [i64]>),
    /// The parameter that lists them.
    DTypes(&'a str),
}

/// What names and functions stand for. What an absent argument stands for has no value, and neither has an expression about
/// it.
pub trait Environment<'a> {
    /// A dtype.
    type DType: Copy + PartialEq;

    /// The value of an argument.
    fn argument(&self, at: usize, kind: Type) -> Option<Value<'a, Self::DType>>;

    /// A derived value.
    fn derived(&self, at: usize) -> Option<Value<'a, Self::DType>>;

    /// A function of an argument.
    fn of(&self, function: Function, at: usize) -> Option<Value<'a, Self::DType>>;

    /// A function of a value.
    fn apply(&self, function: Function, value: Value<'a, Self::DType>) -> Option<Value<'a, Self::DType>>;

    /// The dtype of a short name.
    fn dtype(&self, _name: &str) -> Option<Self::DType> {
        None
    }

    /// Whether a parameter lists a dtype.
    fn lists(&self, parameter: &str, dtype: Self::DType) -> Option<bool>;

    /// The dtype that a promotion table has for a row and a column; the table may be `table=edition`.
    fn promote(&self, _table: &str, _row: Self::DType, _column: Self::DType) -> Option<Self::DType> {
        None
    }

    /// Whether what is evaluated is about one of these products.
    fn on(&self, _products: &[String]) -> Option<bool> {
        None
    }

    /// The shape that two broadcast to.
    fn broadcast(&self, _a: &[usize], _b: &[usize]) -> Option<Vec<usize>> {
        None
    }

    /// A shape without some dimensions, or with length 1 there.
    fn fold(&self, _shape: &[usize], _dims: &[i64], _keep: bool) -> Option<Vec<usize>> {
        None
    }

    /// Whether one of some dimensions of a shape has length 0.
    fn any_zero(&self, _shape: &[usize], _dims: &[i64]) -> Option<bool> {
        None
    }

    /// The dimensions that an expression names, one or more.
    fn dimensions(&self, expr: &'a Expr) -> Option<Cow<'a, [i64]>> {
        match self.value(expr)? {
            Value::Int(dim) => Some(vec![dim].into()),
            Value::Ints(dims) => Some(dims),
            _ => None,
        }
    }

    /// The value of an expression. Arithmetic is checked: an overflow has no value.
    fn value(&self, expr: &'a Expr) -> Option<Value<'a, Self::DType>> {
        Some(match expr {
            Expr::Int(value) => Value::Int(*value),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::DType(name) => Value::DType(self.dtype(name)?),
            Expr::Argument(at, kind) => self.argument(*at, *kind)?,
            Expr::Derived(at, _) => self.derived(*at)?,
            Expr::Of(function, at) => self.of(*function, *at)?,
            Expr::DTypes(parameter) => Value::DTypes(parameter),
            Expr::Apply(function, x) => self.apply(*function, self.value(x)?)?,
            Expr::Contains(set, item) => match (self.value(set)?, self.value(item)?) {
                (Value::DTypes(parameter), Value::DType(dtype)) => Value::Bool(self.lists(parameter, dtype)?),
                _ => return None,
            },
            Expr::Table(function, table, dtypes) => {
                let [row, column] = dtypes.as_ref();
                let (Value::DType(row), Value::DType(column)) = (self.value(row)?, self.value(column)?)
                else {
                    return None;
                };
                match (function, self.promote(table, row, column)) {
                    (TableFunction::Promote, promoted) => Value::DType(promoted?),
                    (TableFunction::Promotable, promoted) => Value::Bool(promoted.is_some()),
                }
            }
            Expr::Fold(parts) => {
                let [shape, dims, keep] = parts.as_ref();
                let dims = self.dimensions(dims)?;
                match (self.value(shape)?, self.truth(keep)?) {
                    (Value::Shape(shape), keep) => Value::Shape(self.fold(&shape, &dims, keep)?.into()),
                    _ => return None,
                }
            }
            Expr::AnyZero(parts) => {
                let [shape, dims] = parts.as_ref();
                let Value::Shape(shape) = self.value(shape)? else { return None };
                Value::Bool(self.any_zero(&shape, &self.dimensions(dims)?)?)
            }
            Expr::On(products) => Value::Bool(self.on(products)?),
            Expr::Neg(x) => Value::Int(self.int(x)?.checked_neg()?),
            Expr::Not(x) => Value::Bool(!self.truth(x)?),
            Expr::If(condition, yes, no) => self.value(if self.truth(condition)? { yes } else { no })?,
            // Elements are many: those who have them evaluate them.
            Expr::Number(_) | Expr::Binary(Op::Min | Op::Max | Op::BitAnd | Op::BitOr | Op::BitXor, ..) => {
                return None;
            }
            Expr::Binary(op @ (Op::Broadcast | Op::Fit), x, y) => match (self.value(x)?, self.value(y)?) {
                (Value::Shape(x), Value::Shape(y)) if *op == Op::Fit => {
                    Value::Bool(self.broadcast(&x, &y).is_some())
                }
                (Value::Shape(x), Value::Shape(y)) => Value::Shape(self.broadcast(&x, &y)?.into()),
                _ => return None,
            },
            Expr::Binary(Op::And, x, y) => Value::Bool(self.truth(x)? && self.truth(y)?),
            Expr::Binary(Op::Or, x, y) => Value::Bool(self.truth(x)? || self.truth(y)?),
            Expr::Binary(Op::Eq, x, y) => Value::Bool(self.value(x)? == self.value(y)?),
            Expr::Binary(Op::Ne, x, y) => Value::Bool(self.value(x)? != self.value(y)?),
            Expr::Binary(op, x, y) => {
                let (x, y) = (self.int(x)?, self.int(y)?);
                match op {
                    Op::Add => Value::Int(x.checked_add(y)?),
                    Op::Sub => Value::Int(x.checked_sub(y)?),
                    Op::Mul => Value::Int(x.checked_mul(y)?),
                    Op::Div => Value::Int(x.checked_div(y)?),
                    Op::Rem => Value::Int(x.checked_rem(y)?),
                    Op::Lt => Value::Bool(x < y),
                    Op::Le => Value::Bool(x <= y),
                    Op::Gt => Value::Bool(x > y),
                    _ => Value::Bool(x >= y),
                }
            }
        })
    }

    /// The value of a predicate.
    fn truth(&self, expr: &'a Expr) -> Option<bool> {
        match self.value(expr)? {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an int.
    fn int(&self, expr: &'a Expr) -> Option<i64> {
        match self.value(expr)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}
