//! A failed call of the interface.

use core::fmt;

/// A function's result that is not success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    /// The function.
    pub(super) function: &'static str,
    /// What it returned; [`Status::NULL`] where it returned a null pointer.
    pub(super) code: i32,
    /// The message of `aclGetRecentErrMsg`.
    pub(super) message: String,
}

impl Status {
    /// Stands for a null pointer: no function returns this code.
    pub(super) const NULL: i32 = i32::MIN;
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, code, message } = self;
        match *code {
            Self::NULL => write!(f, "{function} returned null: {message}"),
            code => write!(f, "{function} returned {code}: {message}"),
        }
    }
}
