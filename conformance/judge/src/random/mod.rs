//! Random draws: a source of numbers that a seed makes again, bit for bit, and shapes and values drawn from it.

pub mod conversions;
pub mod shapes;
mod source;
pub mod values;

pub use source::Source;
pub(crate) use source::mix;
