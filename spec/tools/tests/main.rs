//! All tests of the crate in one program, since each program takes long to link.

#[path = "../../compiler/tests/committed/mod.rs"]
mod committed_files;
mod diff;
mod emit;
mod import;
mod languages;
mod lint;
mod listed;
mod pages;
mod sentences;
mod survey;
