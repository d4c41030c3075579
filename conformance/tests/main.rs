//! All tests of the crate in one program, since each program takes long to link.

mod case_files;
mod causes;
mod float_mode;
mod layers;
mod pages;
mod process;
mod readme;
mod report;
mod results;
#[path = "../selftest/tests/support/mod.rs"]
mod support;

/// The folder of the crate `ascertain-conformance`.
const CONFORMANCE: &str = env!("CARGO_MANIFEST_DIR");
