//! The `ascertain` program: its commands, benchmark reports, explanations, and the site of the specification.
//!
//! To run the suite from your own program you only need [`ascertain_conformance`].

pub mod bench;
pub mod commands;
pub mod explain;
pub mod implementations;
pub mod inputs;
pub mod site;
