//! The judge of cumulative products: which results an honest implementation can give, and which none can.
//!
//! It deals with numbers, not with tensors or backends: formats ([`Format`]), what an implementation declares ([`Declared`]),
//! and lines, the elements along `dim` of one array. [`judge_lines`] judges a whole array; [`expected`] says for one
//! element what would have been right. The mathematics, with proofs, is in `docs/judging.md`. [`each`] does the same for
//! formulas of elements, and [`scan`] for lines of them.
//!
//! An **honest** result is any parenthesisation of the factors in index order, each product rounded to nearest even
//! in the compute format or in a wider one, the last store in the compute format, subnormals kept or flushed. Only with
//! [`Grouping::Permuted`] declared may the factors change places.

mod arithmetic;
mod bound;
mod chain;
mod complex;
mod declared;
mod declared_order;
pub mod each;
mod end;
mod evaluation;
mod format;
pub mod graded;
mod growth;
mod guard;
mod interval;
pub mod kept;
mod line;
mod lines;
pub mod narrow;
mod number;
mod order;
pub mod out_of_range;
mod permuted;
mod prefix;
mod reach;
mod report;
mod roundings;
mod rules;
pub mod scan;
pub mod spans;
#[cfg(test)]
mod tests;

pub use arithmetic::{Arithmetic, Flush, Tininess};
pub use declared::{Accumulator, Declared, Grouping, Order, Subnormals};
pub use format::Format;
pub use lines::{JudgeError, Lines, expected, judge_lines};
pub use number::{Float, Mag, Magnitude, WideMag};
pub use report::{Basis, Expected, LinesReport, Product, WrongElement, WrongKind, show_bits, show_value};
