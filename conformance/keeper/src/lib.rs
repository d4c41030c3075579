//! The `ascertain-spec` program, for people who keep the specification and this project: pages, tables in other languages,
//! the site, the self-test.
//!
//! To test an implementation you only need `ascertain`.

pub mod commands;
pub mod loaded;
mod template;
