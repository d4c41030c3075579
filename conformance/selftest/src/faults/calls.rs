//! Which calls go wrong, and other arguments for them, as text in the language of the specification's predicates.
//!
//! Beside an operator's arguments there are the dtypes by their names, and [`NAMES`].

use super::lines::{dim, in_place, tensor};
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::language;
use ascertain::{DType, Tensor};
use ascertain_language::eval::{Environment, Value};
use ascertain_language::expr::{Expr, Function, Type};
use ascertain_language::{Scope, expression};

/// What is known of a call beside its arguments: lengths along, before and after the dimension of the lines, their number;
/// offsets and strides in elements, along the lines if nothing else is said; the dtype of the right answer. `out_` is about
/// what the result is written to, which is input in place.
const NAMES: [(&str, Type); 16] = [
    ("n", Type::Int),
    ("outer", Type::Int),
    ("inner", Type::Int),
    ("lines", Type::Int),
    ("axis", Type::Int),
    ("offset", Type::Int),
    ("out_offset", Type::Int),
    ("stride", Type::Int),
    ("out_stride", Type::Int),
    ("last_stride", Type::Int),
    ("result", Type::DType),
    ("backward", Type::Bool),
    ("out_backward", Type::Bool),
    ("out_gaps", Type::Bool),
    ("repeated", Type::Bool),
    ("transposed", Type::Bool),
];

/// Parses an expression about the arguments of an operator.
pub(super) fn parse(operator: &'static OperatorSpec, text: &str) -> Result<&'static Expr, String> {
    let dtypes = DType::ALL.into_iter().map(|dtype| (dtype.name(), Type::DType));
    let derived = NAMES.into_iter().chain(dtypes).collect();
    let scope = Scope { arguments: language::of_operator(operator), derived, ..Scope::default() };
    let expr = expression(text, &scope).map_err(|why| format!("`{text}`: {why}"))?;
    Ok(Box::leak(Box::new(expr)))
}

/// Another value of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// None.
    Absent,
    /// A tensor without elements.
    Empty,
    /// A number or a dtype.
    Value(&'static Expr),
}

impl Given {
    /// Parses `absent`, `empty`, or an expression.
    pub(super) fn parse(operator: &'static OperatorSpec, text: &str) -> Result<Self, String> {
        match text {
            "absent" => Ok(Self::Absent),
            "empty" => Ok(Self::Empty),
            _ => parse(operator, text).map(Self::Value),
        }
    }
}

/// What expressions about a call stand for.
pub(super) struct Names<'a> {
    pub(super) call: &'a Invocation,
    pub(super) right: &'a Reply,
}

impl<'a> Names<'a> {
    /// The call with other arguments, where they have values.
    pub(super) fn with(&self, others: &[(usize, Given)]) -> Option<Invocation> {
        let mut other = self.call.clone();
        for (at, given) in others {
            other.args[*at] = match given {
                Given::Absent => Arg::Absent,
                Given::Empty => Arg::Tensor(Tensor::zeros(DType::F32, &[0]).ok()?),
                Given::Value(expr) => match self.value(expr)? {
                    Value::Int(value) => Arg::Int(value),
                    Value::DType(dtype) => Arg::DType(dtype),
                    _ => return None,
                },
            };
        }
        Some(other)
    }
}

impl<'a> Environment<'a> for Names<'a> {
    type DType = DType;

    fn argument(&self, at: usize, kind: Type) -> Option<Value<'a, DType>> {
        language::value(self.call.args(), at, kind)
    }

    fn derived(&self, at: usize) -> Option<Value<'a, DType>> {
        let Some((name, _)) = NAMES.get(at) else { return Some(Value::DType(DType::ALL[at - NAMES.len()])) };
        let int = |value: usize| Value::Int(value as i64);
        let of_out = name.starts_with("out_") && !in_place(self.call);
        let layout = tensor(self.call, if of_out { "out" } else { "input" })?.layout();
        let (shape, strides) = (layout.shape(), layout.strides());
        let axis = || dim(self.call, layout.rank()).filter(|axis| *axis < layout.rank());
        let any =
            |holds: fn(isize) -> bool| shape.iter().zip(strides).any(|(n, stride)| *n > 1 && holds(*stride));
        Some(match *name {
            "n" => int(shape[axis()?]),
            "outer" => int(shape[..axis()?].iter().product()),
            "inner" => int(shape[axis()? + 1..].iter().product()),
            "lines" => int(shape.iter().product::<usize>().checked_div(shape[axis()?])?),
            "axis" => int(axis()?),
            "offset" | "out_offset" => int(layout.offset()),
            "stride" | "out_stride" => Value::Int(strides[axis()?] as i64),
            "last_stride" => Value::Int(*strides.last()? as i64),
            "result" => match self.right {
                Reply::Answer(Answer::Tensor(right)) => Value::DType(right.dtype()),
                _ => return None,
            },
            "backward" | "out_backward" => Value::Bool(any(|stride| stride < 0)),
            "out_gaps" => Value::Bool(!layout.is_contiguous()),
            "repeated" => Value::Bool(any(|stride| stride == 0)),
            _ => Value::Bool(match (shape, strides) {
                ([.., rows, columns], [.., down, across]) => {
                    *rows > 1 && *columns > 1 && across.unsigned_abs() > down.unsigned_abs()
                }
                _ => false,
            }),
        })
    }

    fn of(&self, function: Function, at: usize) -> Option<Value<'a, DType>> {
        language::of(self.call.args(), function, at)
    }

    fn apply(&self, function: Function, value: Value<'a, DType>) -> Option<Value<'a, DType>> {
        language::apply(function, value)
    }

    fn lists(&self, _: &str, _: DType) -> Option<bool> {
        None
    }
}
