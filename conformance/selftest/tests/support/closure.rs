//! A backend that answers by a closure.

use ascertain::DTypeSet;
use ascertain::backend::{Backend, Description, OperatorSupport, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain::{DType, contract::CUMPROD};

/// A backend that says `description` of itself, and answers by a closure.
pub(crate) struct Closure<F> {
    pub(crate) description: Description,
    answer: F,
    /// Calls answered.
    pub(crate) calls: usize,
}

impl<F: FnMut(&Call) -> Reply> Closure<F> {
    pub(crate) fn new(description: Description, answer: F) -> Self {
        Self { description, answer, calls: 0 }
    }
}

impl<F: FnMut(&Call) -> Reply> Backend for Closure<F> {
    fn describe(&mut self) -> Result<Description, String> {
        Ok(self.description.clone())
    }

    fn ask(&mut self, call: &Call) -> Reply {
        self.calls += 1;
        (self.answer)(call)
    }
}

/// What the reference says of itself: it offers everything.
pub(crate) fn everything() -> Description {
    Reference::default().describe().expect("the reference starts")
}

/// A description that offers cumulative products of some dtypes, and declares `words` of them.
pub(crate) fn products_of(dtypes: &[DType], words: &[(&str, &str)]) -> Description {
    let mut operators: Vec<OperatorSupport> = everything().operators;
    operators.retain(|operator| operator.name == CUMPROD.name);
    for operator in &mut operators {
        (operator.dtypes, operator.declared) = (DTypeSet::of(dtypes), pairs(words));
    }
    Description { operators, ..Description::default() }
}

/// Declarations, or demands.
pub(crate) fn pairs(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}
