//! The operators that the harness knows: those of the specification, or others beside or instead of them.

use super::{Model, models};
use ascertain::contract::OperatorSpec;
use core::fmt;

/// A choice of operators. The default is those of the specification; another one lets the suite, the runner, vectors
/// and the process protocol serve operators that they have never heard of.
#[derive(Clone, Copy)]
pub struct Registry(fn() -> Vec<Box<dyn Model>>);

impl Registry {
    /// The operators whose models `models` makes. Their names must differ.
    #[must_use]
    pub const fn new(models: fn() -> Vec<Box<dyn Model>>) -> Self {
        Self(models)
    }

    /// Their models.
    #[must_use]
    pub fn models(&self) -> Vec<Box<dyn Model>> {
        self.0()
    }

    /// The operator called `name`.
    #[must_use]
    pub fn operator(&self, name: &str) -> Option<&'static OperatorSpec> {
        self.models().iter().map(|model| model.operator()).find(|operator| operator.name == name)
    }

    fn names(&self) -> Vec<&'static str> {
        self.models().iter().map(|model| model.operator().name).collect()
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self(models)
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
