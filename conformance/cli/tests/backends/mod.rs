//! Backends as the program attaches them: shared libraries, the C interface of `aclnnCumprod`, and answers in files.
//!
//! Without a compiler or Python on PATH the tests that need one say so and check nothing.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod aclnn;
mod library;
mod offline;
mod support;
