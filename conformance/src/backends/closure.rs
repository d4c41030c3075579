//! A closure as a backend, for simple cases.

use crate::backends::timing::TimedBackend;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::Call;
use core::fmt;

/// A backend that calls a closure.
///
/// ```
/// use ascertain::backend::{Answer, Backend, Description, Reply};
/// use ascertain::call::Call;
/// use ascertain_conformance::backends::FnBackend;
///
/// let tables = vec!["aclnn.tensor-tensor".to_owned()];
/// let mut widest = FnBackend::new("widest", Description { tables, ..Description::default() }, |call| match call {
///     Call::Promote(_) => Reply::Answer(Answer::DType(ascertain::DType::C128)),
///     Call::Operate(_) => Reply::Unsupported("only promotions".to_owned()),
/// });
/// assert_eq!(widest.describe().map(|d| d.name), Ok("widest".to_owned()));
/// ```
pub struct FnBackend<F> {
    description: Description,
    answer: F,
}

impl<F: FnMut(&Call) -> Reply> FnBackend<F> {
    /// A backend called `name`, which supports what `description` says and answers with `answer`.
    pub fn new(name: impl Into<String>, description: Description, answer: F) -> Self {
        Self { description: Description { name: name.into(), ..description }, answer }
    }
}

impl<F: FnMut(&Call) -> Reply> Backend for FnBackend<F> {
    fn describe(&mut self) -> Result<Description, String> {
        Ok(self.description.clone())
    }

    fn ask(&mut self, call: &Call) -> Reply {
        (self.answer)(call)
    }
}

impl<F: FnMut(&Call) -> Reply> TimedBackend for FnBackend<F> {}

impl<F> fmt::Debug for FnBackend<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnBackend").field("description", &self.description).finish_non_exhaustive()
    }
}
