//! What goes wrong with a process.

use ascertain::backend::BackendFault;

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of failure.
    pub(crate) loss: BackendFault,
    /// A message for people.
    pub(crate) what: String,
}

impl Failure {
    /// A violation of the protocol.
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self { loss: BackendFault::Protocol, what: what.into() }
    }
}
