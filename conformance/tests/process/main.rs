//! The process protocol: its messages, and processes that follow or violate it.
//!
//! The adapters are in Python. Without `python3` on PATH the tests that run them say so and check nothing.

mod codec;
mod conversation;
mod doctor;
mod ends;
mod faults;
mod strays;
mod support;
mod transcripts;

/// The folder `conformance`.
const CONFORMANCE: &str = env!("CARGO_MANIFEST_DIR");
