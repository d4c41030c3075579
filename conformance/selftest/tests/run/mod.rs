//! Whole runs: what they promise, how they end, what they observe, and that right implementations never fail.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod ends;
mod error_statistics;
mod false_alarms;
mod fuzz;
mod hardware;
mod kernels;
mod observe;
mod offered;
mod products;
mod promises;
mod rarely;
mod shrink;
mod standards;
mod steps;
