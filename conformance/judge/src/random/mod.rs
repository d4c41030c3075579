//! Random draws: a source of numbers that a seed makes again, bit for bit, and shapes and values drawn from it.

pub mod shapes;
mod source;
pub mod values;

pub use source::Source;
