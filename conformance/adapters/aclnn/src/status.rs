//! Status codes, refusals, and the message of the last refusal.

use ascertain::backend::Rejection;
use ascertain::document::Status;
use core::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

/// Success of every function.
pub(crate) const SUCCESS: i32 = 0;

/// Codes of the `acl` runtime, from its public documentation. The specification holds those of `aclnn`.
pub(crate) mod acl_status {
    /// An argument is invalid.
    pub(crate) const INVALID_PARAM: i32 = 100_000;
    /// aclInit was not called.
    pub(crate) const UNINITIALIZED: i32 = 100_001;
    /// aclInit was called before.
    pub(crate) const REPEAT_INITIALIZE: i32 = 100_002;
    /// An argument of a runtime call is invalid.
    pub(crate) const RT_PARAM_INVALID: i32 = 107_000;
    /// No such device.
    pub(crate) const INVALID_DEVICE: i32 = 107_001;
    /// No device was set.
    pub(crate) const CONTEXT_NULL: i32 = 107_002;
    /// No such stream.
    pub(crate) const STREAM: i32 = 107_003;
    /// Memory ran out.
    pub(crate) const ALLOCATION: i32 = 207_001;
    /// Something went wrong inside.
    pub(crate) const INTERNAL: i32 = 500_000;
}

/// Why a function refuses its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What the function returns.
    pub(crate) code: i32,
    /// What is wrong, and what to do.
    pub(crate) message: String,
}

/// The result of a function.
pub(crate) type Outcome<T = ()> = Result<T, Refusal>;

impl Refusal {
    /// With a code of the runtime.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// With a status of aclnn, by its name in the specification.
    pub(crate) fn named(status: &str, message: impl Into<String>) -> Self {
        Self::new(number(status), message)
    }

    /// An argument that breaks a rule.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::named("ACLNN_ERR_PARAM_INVALID", message)
    }

    /// An argument that is null and must not be.
    pub(crate) fn null(message: impl Into<String>) -> Self {
        Self::named("ACLNN_ERR_PARAM_NULLPTR", message)
    }

    /// The same, with what it is about in front of its message.
    pub(crate) fn about(self, what: &str) -> Self {
        Self { message: format!("{what} {}", self.message), ..self }
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        // If the documents name no code, the argument is invalid.
        let status = rejection.status.and_then(|status| i32::try_from(status).ok());
        Self::new(status.unwrap_or_else(|| number("ACLNN_ERR_PARAM_INVALID")), rejection.message)
    }
}

/// The number of a status of the specification.
pub(crate) fn number(status: &str) -> i32 {
    // A test checks that the specification has every name that this crate uses.
    Status::from_name(status).map_or(acl_status::INTERNAL, |status| status.number)
}

thread_local! {
    /// The message of the last refusal in this thread; empty if there was none.
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps the message of a refusal for `aclGetRecentErrMsg`.
pub(crate) fn remember(message: &str) {
    let text: String = message.chars().filter(|c| *c != '\0').collect();
    LAST.with_borrow_mut(|last| *last = CString::new(text).unwrap_or_default());
}

/// The message of the last refusal in this thread. The pointer is valid until the next refusal.
pub(crate) fn last() -> *const c_char {
    LAST.with_borrow(|last| CStr::as_ptr(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_statuses_are_in_the_specification() {
        for (name, code) in [
            ("ACLNN_ERR_PARAM_NULLPTR", 161_001),
            ("ACLNN_ERR_PARAM_INVALID", 161_002),
            ("ACLNN_ERR_RUNTIME_ERROR", 361_001),
            ("ACLNN_ERR_INNER", 561_000),
        ] {
            assert_eq!(number(name), code, "{name}");
        }
    }

    #[test]
    fn a_message_survives_zero_bytes_in_it() {
        remember("dim\0 is 3");
        LAST.with_borrow(|last| assert_eq!(last.to_str(), Ok("dim is 3")));
    }
}
