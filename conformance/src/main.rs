//! The `ascertain` program.
fn main() {}
