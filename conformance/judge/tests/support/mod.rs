//! Backends whose verdict is known beforehand: honest ones, right by construction but each evaluating in its own
//! way, and mutants, each with one seeded fault.
#![allow(dead_code, reason = "each test and example uses a part")]

pub(crate) mod evaluate;
pub(crate) mod faulty;
pub(crate) mod float;
pub(crate) mod honest;
pub(crate) mod hunt;
pub(crate) mod integer;
pub(crate) mod lines;
pub(crate) mod mutants;
