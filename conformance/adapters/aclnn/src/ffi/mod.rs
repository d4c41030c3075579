//! The exported C functions, and the only `unsafe` of this crate.
//!
//! Handles are looked up, never dereferenced. The pointers that are dereferenced point to plain values that the
//! prototypes promise: dimensions, a scalar's value, host memory of a copy, and places for results. No panic reaches
//! the caller.

mod acl;
mod nn;
mod operators;

pub use acl::*;
pub use nn::*;
pub use operators::*;

use crate::status::{Outcome, Refusal, SUCCESS, number, remember};
use std::ffi::c_char;
use std::marker::PhantomData;
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

/// Exports C functions that return a code; the body returns an [`Outcome`].
macro_rules! exported {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $kind),*) -> i32 {
            call(stringify!($name), || $body)
        }
    )*};
}
use exported;

/// Says that a configuration file is not read.
fn configured(function: &str, config: *const c_char) {
    if !config.is_null() {
        eprintln!("ascertain-aclnn: {function}: the configuration file is not read");
    }
}

/// A place for a result: null, or a pointer to a value that may be overwritten.
///
/// Rust code makes one from a reference. C code passes a pointer, and the prototypes say that it is null or writable.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<'a, T> From<&'a mut T> for Out<'a, T> {
    fn from(place: &'a mut T) -> Self {
        Self(place, PhantomData)
    }
}

impl<T> Out<'_, T> {
    /// Whether the caller passed null.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes the result, unless the place is null.
    pub(crate) fn put(self, value: T) {
        if !self.is_null() {
            // SAFETY: the pointer is not null, so it comes from a `&mut` or from a C caller that passed a writable
            // place. C code may pass one that is not aligned.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

/// Copies the values that a C caller points to, or gives `None` where the pointer is null.
///
/// # Safety
/// `start` is null or points to `len` readable values.
pub(crate) unsafe fn array<T: Copy>(start: *const T, len: usize) -> Option<Vec<T>> {
    if start.is_null() {
        return None;
    }
    let mut values: Vec<T> = Vec::with_capacity(len);
    // SAFETY: the caller promises that many readable values, for which there is room. They need not be aligned, as bytes are.
    unsafe {
        start.cast::<u8>().copy_to_nonoverlapping(values.as_mut_ptr().cast(), len * size_of::<T>());
        values.set_len(len);
    }
    Some(values)
}
