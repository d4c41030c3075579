//! Compiler of the `ascertain` specification.
pub mod expr;
pub mod model;
