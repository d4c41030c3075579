//! Benchmarks, with made-up backends and clocks. No test depends on real times.

mod against;
mod flow;
mod forms;
mod process;
mod schema;
mod support;

#[path = "../../../tests/report/page.rs"]
mod page;
