//! The process protocol: its messages, and processes that follow or violate it.
//!
//! The adapters are in Python. Without `python3` on PATH the tests that run them say so and check nothing.

/// Ends a test that needs Python where there is none.
macro_rules! skip_without_python {
    () => {
        if !crate::process::support::has_python() {
            return;
        }
    };
}

mod codec;
mod conversation;
mod doctor;
mod ends;
mod faults;
mod strays;
mod support;
mod transcripts;
