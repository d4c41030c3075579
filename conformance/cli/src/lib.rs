//! The `ascertain` program: commands, benchmark reports, explanations, and what tells a new backend's author what to
//! mend. Whoever runs the suite from a program of their own needs [`ascertain_conformance`] alone.

pub mod bench;
pub mod commands;
pub mod explain;
