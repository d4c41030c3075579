//! The operators that the harness knows: those of the specification, or others beside or instead of them.

use super::{OPERATORS, Operator};
use ascertain::contract::OperatorSpec;
use core::fmt;

/// A choice of operators. The default is those of the specification. With another one, the suite, the runner, vectors
/// and the process protocol serve operators that they were not written for.
#[derive(Clone, Copy)]
pub struct Registry(&'static [&'static dyn Operator]);

impl Registry {
    /// These operators. Their names must differ.
    #[must_use]
    pub const fn new(operators: &'static [&'static dyn Operator]) -> Self {
        Self(operators)
    }

    /// The operators.
    #[must_use]
    pub const fn operators(self) -> &'static [&'static dyn Operator] {
        self.0
    }

    /// What documents say of the operator called `name`.
    #[must_use]
    pub fn spec(self, name: &str) -> Option<&'static OperatorSpec> {
        self.0.iter().map(|operator| operator.spec()).find(|spec| spec.name == name)
    }

    /// The operator that documents describe so.
    #[must_use]
    pub fn operator(self, spec: &OperatorSpec) -> Option<&'static dyn Operator> {
        self.0.iter().copied().find(|operator| core::ptr::eq(operator.spec(), spec))
    }

    fn names(self) -> Vec<&'static str> {
        self.0.iter().map(|operator| operator.spec().name).collect()
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self(&OPERATORS)
    }
}

impl PartialEq for Registry {
    fn eq(&self, other: &Self) -> bool {
        self.names() == other.names()
    }
}

impl Eq for Registry {}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.names()).finish()
    }
}
