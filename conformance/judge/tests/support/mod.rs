//! Backends whose verdict is known beforehand: honest ones, which are right by construction but evaluate in their own
//! ways, mutants with one seeded fault each, and closures.
#![allow(dead_code, reason = "each test and example uses a part")]

pub(crate) mod closure;
pub(crate) mod evaluate;
pub(crate) mod faulty;
pub(crate) mod float;
pub(crate) mod honest;
pub(crate) mod hunt;
pub(crate) mod integer;
pub(crate) mod lines;
pub(crate) mod mutants;
pub(crate) mod scans;
pub(crate) mod subtle;
pub(crate) mod wide;
