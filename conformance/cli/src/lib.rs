//! The `ascertain` program: its commands, benchmark reports and explanations.
//!
//! To run the suite from your own program you only need [`ascertain_conformance`].

pub mod bench;
pub mod commands;
pub mod explain;
