//! The judge of cumulative products: which results an honest implementation can give, and which none can.
//!
//! It knows numbers, not tensors or backends: formats ([`Format`]), what an implementation declares ([`Declared`]),
//! and lines, the elements along `dim` of one array. [`judge_lines`] judges a whole array; [`expected`] says for one
//! element what would have been right. The mathematics, with proofs, is in `docs/judging.md`.
//!
//! An **honest** result is any parenthesisation of the factors in index order, each product rounded to nearest even
//! in the compute format or in a wider one, the last store in the compute format, subnormals kept or flushed.

mod arith;
mod batch;
mod bounds;
mod declared;
mod double;
mod explain;
mod fixed;
mod format;
mod infer;
mod integer;
mod judge;
mod lanes;
mod line;
mod model;
mod narrow;
mod native;
mod natural;
mod order;
mod reach;
mod report;
mod scout;
mod stage;
mod sweep;
mod tails;
#[cfg(test)]
mod tests;
mod walk;

pub use arith::{Arithmetic, Flush, Tininess};
pub use declared::{Accumulator, Declared, Order, Subnormals};
pub use format::{Float, Format, Mag, Magnitude};
pub use infer::Inference;
pub use integer::wrapping_products;
pub use judge::{JudgeError, Lines, Scratch, expected, judge_lines};
pub use report::{Basis, Expected, LinesReport, Product, WrongElement, WrongKind, show_bits};
