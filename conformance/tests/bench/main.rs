//! Benchmarks: the way from backends to reports, by made-up backends and clocks. Nothing here depends on how long
//! anything takes.

mod against;
mod flow;
mod forms;
mod schema;
mod support;
