//! Backends as the program attaches them: shared libraries, and answers in files.
//!
//! Without a compiler or Python on PATH the tests that need one say so and check nothing.
#![cfg(unix)]

mod library;
mod offline;
mod support;
