//! The `ascertain-spec` program, for people who keep the specification and this project: pages, tables in other languages,
//! the site, the self-test, and the table of implementations.
//!
//! To test an implementation you only need `ascertain`.

pub mod commands;
pub mod implementations;
pub mod input_coverage;
pub mod site;
