//! The C boundary: the exported functions, and the only `unsafe` of this crate.
//!
//! Handles cross it as addresses that are looked up, never followed. What is followed are pointers to plain values
//! that the prototypes promise: dimensions, a scalar's value, host memory of a copy, and places for results. No
//! panic crosses it.

mod acl;
mod nn;
mod raw;

pub use acl::*;
pub use nn::*;
pub(crate) use raw::Block;
pub use raw::Out;

use crate::status::{Outcome, Refusal, SUCCESS, number, remember};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An opaque C type: only its address is ever used.
#[repr(C)]
#[derive(Debug)]
pub struct Opaque {
    _private: [u8; 0],
}

/// Runs the body of the function `name`: a refusal or a panic becomes its code, with a sentence to be asked for.
fn call(name: &str, body: impl FnOnce() -> Outcome) -> i32 {
    value(name, body).map_or_else(|code| code, |()| SUCCESS)
}

/// The same for a function that gives something else than a code.
fn value<T>(name: &str, body: impl FnOnce() -> Outcome<T>) -> Result<T, i32> {
    // What a body changes is the world, behind a lock that is consistent at every step.
    let done = catch_unwind(AssertUnwindSafe(body));
    let outcome = done.unwrap_or_else(|panic| Err(inner(&*panic)));
    outcome.map_err(|refusal| {
        remember(&format!("{name} returned {}: {}", refusal.code, refusal.message));
        refusal.code
    })
}

/// A fault of this library.
fn inner(panic: &(dyn std::any::Any + Send)) -> Refusal {
    let what = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    let what = what.unwrap_or("for an unknown reason");
    Refusal::new(number("ACLNN_ERR_INNER"), format!("a fault of this library, please report it: {what}"))
}
