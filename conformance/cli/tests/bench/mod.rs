//! Benchmarks, with made-up backends and clocks. No test depends on real times.

mod flow;
mod process;
mod support;
