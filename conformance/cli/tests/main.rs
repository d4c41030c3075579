//! All tests of the crate in one program, since each program takes long to link.

#[allow(dead_code, reason = "the library's own tests need more of it")]
#[path = "../../tests/process/support.rs"]
mod adapters;
mod backends;
mod bench;
mod cli;
mod guides;

/// The folder of the crate `ascertain-conformance`.
const CONFORMANCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
