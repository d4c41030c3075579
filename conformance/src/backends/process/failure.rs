//! What goes wrong with a process.

use ascertain::backend::Loss;

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of failure.
    pub(crate) loss: Loss,
    /// A message for people.
    pub(crate) what: String,
}

impl Failure {
    /// A violation of the protocol.
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self { loss: Loss::Protocol, what: what.into() }
    }
}
