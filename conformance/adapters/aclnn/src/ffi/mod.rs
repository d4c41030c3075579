//! The exported C functions, and the only `unsafe` of this crate.
//!
//! Handles are looked up, never dereferenced. The pointers that are dereferenced point to plain values that the
//! prototypes promise: dimensions, a scalar's value, host memory of a copy, and places for results. No panic reaches
//! the caller.

mod acl;
mod nn;
mod raw;

pub use acl::*;
pub use nn::*;
pub use raw::Out;

use crate::status::{Outcome, Refusal, SUCCESS, number, remember};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An opaque C type: only its address is ever used.
#[repr(C)]
#[derive(Debug)]
pub struct Opaque {
    _private: [u8; 0],
}

/// Runs the body of the function `name`. A refusal or a panic becomes a code, and a message for `aclGetRecentErrMsg`.
fn call(name: &str, body: impl FnOnce() -> Outcome) -> i32 {
    value(name, body).map_or_else(|code| code, |()| SUCCESS)
}

/// Like [`call`], for a function that returns something other than a code.
fn value<T>(name: &str, body: impl FnOnce() -> Outcome<T>) -> Result<T, i32> {
    // A body changes only the runtime, which stays consistent at every step.
    let done = catch_unwind(AssertUnwindSafe(body));
    let outcome = done.unwrap_or_else(|panic| Err(inner(&*panic)));
    outcome.map_err(|refusal| {
        remember(&format!("{name} returned {}: {}", refusal.code, refusal.message));
        refusal.code
    })
}

/// A panic as a refusal.
fn inner(panic: &(dyn std::any::Any + Send)) -> Refusal {
    let what = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    let what = what.unwrap_or("a panic without a message");
    Refusal::new(number("ACLNN_ERR_INNER"), format!("a bug in this library, please report it: {what}"))
}
