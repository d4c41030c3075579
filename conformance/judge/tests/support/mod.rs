//! Backends whose verdict is known beforehand: honest ones, which are right by construction but evaluate in their own
//! ways, and closures. Faulty ones are in the crate `ascertain-selftest`.
#![allow(dead_code, reason = "each test and example uses a part")]

pub(crate) mod closure;
pub(crate) mod ending;
pub(crate) mod evaluate;
pub(crate) mod honest;
pub(crate) mod scans;
pub(crate) mod wide;
