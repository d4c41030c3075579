//! Benchmarks, with made-up backends and clocks. No test depends on real times.

mod against;
mod flow;
mod forms;
mod process;
mod schema;
mod support;

#[allow(dead_code, reason = "the library's own tests need more of it")]
#[path = "../../../tests/process/support.rs"]
mod adapters;

#[path = "../../../tests/report/page.rs"]
mod page;

/// The folder `conformance`.
const CONFORMANCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
