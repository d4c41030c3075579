//! Calls: one question to a backend, with its arguments.

use crate::contract::OperatorSpec;
use crate::dtype::DType;
use crate::promote::{Key, Table};

pub use crate::args::{Arg, Args};

/// One question.
#[derive(Clone, Debug)]
pub enum Call {
    /// Which dtype do these two promote to?
    Promote(Promote),
    /// Run an operator.
    Operate(Invocation),
}

impl Call {
    /// Bytes of tensors that the longest right answer may have.
    #[must_use]
    pub fn longest_answer(&self) -> usize {
        match self {
            Self::Promote(_) => 0,
            Self::Operate(call) => call.longest_answer(),
        }
    }
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
    /// Ranks of the row's and the column's operand, if the case is about ranks.
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

impl Invocation {
    /// The operator, with every argument absent.
    #[must_use]
    pub fn new(operator: &'static OperatorSpec) -> Self {
        Self { operator, args: operator.arguments.iter().map(|_| Arg::Absent).collect() }
    }

    /// Sets the argument called `name`.
    ///
    /// # Panics
    /// If the operator has no such argument.
    #[must_use]
    pub fn with(mut self, name: &str, arg: Arg) -> Self {
        let at = self.operator.argument(name);
        self.args[at.unwrap_or_else(|| panic!("{} has no argument {name}", self.operator.name))] = arg;
        self
    }

    /// The argument called `name`; absent if the operator has no such argument.
    #[must_use]
    pub fn get(&self, name: &str) -> &Arg {
        self.operator.argument(name).map_or(&Arg::Absent, |at| &self.args[at])
    }

    /// Bytes of tensors that the longest right answer may have: the elements of the largest tensor, in the widest dtype, or
    /// all of its storage.
    #[must_use]
    pub fn longest_answer(&self) -> usize {
        let bytes = self.args.iter().map(|arg| match arg {
            Arg::Tensor(tensor) => {
                tensor.layout().count().saturating_mul(DType::C128.size()).max(tensor.storage().len())
            }
            _ => 0,
        });
        bytes.max().unwrap_or(0)
    }

    /// The arguments, as predicates read them.
    #[must_use]
    pub fn args(&self) -> Args<'_> {
        Args(&self.args)
    }
}
