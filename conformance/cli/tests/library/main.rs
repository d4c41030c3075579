//! Shared libraries as backends: the examples in C and C++, and libraries with a fault.
//!
//! Without a compiler on PATH the tests say so and check nothing.
#![cfg(unix)]

mod attached;
mod bench;
mod examples;
mod faults;
mod support;
