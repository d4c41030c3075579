//! Parts of the crate by themselves.

mod fuzz;
mod numbers;
mod options;
mod pattern;
mod text;
