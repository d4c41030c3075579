//! Backends as the program attaches them: shared libraries, the C interface of `aclnnCumprod`, and answers in files.
//!
//! Without a compiler or Python on PATH the tests that need one say so and check nothing.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod aclnn;
mod library;
mod offline;
mod support;

#[allow(dead_code, reason = "the library's own tests need more of it")]
#[path = "../../../tests/process/support.rs"]
mod process;

/// The folder `conformance`.
const CONFORMANCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
