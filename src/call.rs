//! One question to a backend, and its arguments.

use crate::contract::OperatorSpec;
use crate::promote::{Key, Table};
use crate::{DType, Tensor};

/// One question.
#[derive(Clone, Debug)]
pub enum Call {
    /// What do these two promote to?
    Promote(Promote),
    /// Run an operator.
    Operate(Invocation),
}

/// A question about one cell of a promotion table.
#[derive(Clone, Copy, Debug)]
pub struct Promote {
    /// The table.
    pub table: &'static Table,
    /// The row's operand.
    pub row: Key,
    /// The column's operand.
    pub column: Key,
    /// Rank of the row's and the column's operand, where the case is about ranks.
    pub ranks: Option<(u8, u8)>,
}

/// An operator with its arguments.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The operator.
    pub operator: &'static OperatorSpec,
    /// One entry for each of [`OperatorSpec::arguments`].
    pub args: Vec<Arg>,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Not given.
    Absent,
    /// Given as a null pointer.
    Null,
    /// A tensor; where the operator writes it, its storage is what lies there before the call.
    Tensor(Tensor),
    /// An integer.
    Int(i64),
    /// A dtype.
    DType(DType),
    /// Yes or no.
    Flag(bool),
}

impl Invocation {
    /// The operator with no argument given yet.
    #[must_use]
    pub fn new(operator: &'static OperatorSpec) -> Self {
        Self { operator, args: operator.arguments.iter().map(|_| Arg::Absent).collect() }
    }

    /// Sets the argument called `name`.
    ///
    /// # Panics
    /// When the operator has no such argument: names are part of the specification.
    #[must_use]
    pub fn with(mut self, name: &str, arg: Arg) -> Self {
        let at = self.operator.argument(name);
        self.args[at.unwrap_or_else(|| panic!("{} has no argument {name}", self.operator.name))] = arg;
        self
    }

    /// The argument called `name`; absent when there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &Arg {
        self.operator.argument(name).map_or(&Arg::Absent, |at| &self.args[at])
    }

    /// The arguments, as predicates see them.
    #[must_use]
    pub fn args(&self) -> Args<'_> {
        Args(&self.args)
    }
}

/// Arguments as the specification's predicates see them: by index, without a value where absent.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(pub &'a [Arg]);

impl<'a> Args<'a> {
    /// The tensor at `i`.
    #[must_use]
    pub fn tensor(self, i: usize) -> Option<&'a Tensor> {
        match self.0.get(i)? {
            Arg::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The integer at `i`.
    #[must_use]
    pub fn int(self, i: usize) -> Option<i64> {
        match self.0.get(i)? {
            Arg::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The dtype at `i`.
    #[must_use]
    pub fn dtype(self, i: usize) -> Option<DType> {
        match self.0.get(i)? {
            Arg::DType(dtype) => Some(*dtype),
            _ => None,
        }
    }

    /// The flag at `i`; absent is no.
    #[must_use]
    pub fn flag(self, i: usize) -> bool {
        matches!(self.0.get(i), Some(Arg::Flag(true)))
    }

    /// Whether the argument at `i` is given (as null counts).
    #[must_use]
    pub fn present(self, i: usize) -> bool {
        !matches!(self.0.get(i), None | Some(Arg::Absent))
    }

    /// Whether the argument at `i` is null.
    #[must_use]
    pub fn is_null(self, i: usize) -> bool {
        matches!(self.0.get(i), Some(Arg::Null))
    }

    /// Rank of the tensor at `i`.
    #[must_use]
    pub fn rank(self, i: usize) -> Option<i64> {
        Some(self.tensor(i)?.layout().rank() as i64)
    }

    /// Number of elements of the tensor at `i`.
    #[must_use]
    pub fn count(self, i: usize) -> Option<i64> {
        i64::try_from(self.tensor(i)?.layout().count()).ok()
    }

    /// Dtype of the tensor at `i`.
    #[must_use]
    pub fn dtype_of(self, i: usize) -> Option<DType> {
        Some(self.tensor(i)?.dtype())
    }

    /// Shape of the tensor at `i`.
    #[must_use]
    pub fn shape(self, i: usize) -> Option<&'a [usize]> {
        Some(self.tensor(i)?.shape())
    }

    /// Whether the tensor at `i` is row-major without gaps.
    #[must_use]
    pub fn contiguous(self, i: usize) -> Option<bool> {
        Some(self.tensor(i)?.layout().is_contiguous())
    }

    /// Whether the last dimension of the tensor at `i` is dense.
    #[must_use]
    pub fn dense_last(self, i: usize) -> Option<bool> {
        Some(self.tensor(i)?.layout().is_dense_last())
    }
}
