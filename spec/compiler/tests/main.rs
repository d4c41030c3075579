//! All tests of the crate in one program, since each program takes long to link.

mod emit;
mod language;
mod spec;
