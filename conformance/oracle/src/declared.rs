//! What an implementation can declare: the order of its products, its accumulator, its treatment of subnormals.
//!
//! What is not declared stays free, with one exception: a fixed order without an accumulator means the dtype's own. With a
//! fixed order, accumulator and subnormals declared, the result is fixed bit for bit, except for the conventions of
//! tininess under [`Subnormals::Flush`].

use std::fmt;

use super::Format;

/// What an implementation declares of the products of one dtype. The default declares nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Declared {
    /// In which order the factors are multiplied.
    pub order: Grouping,
    /// The format that every product but the last store is rounded to.
    pub accumulator: Option<Accumulator>,
    /// What becomes of subnormal numbers.
    pub subnormals: Option<Subnormals>,
}

/// In which order the factors of a prefix are multiplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// Nothing is declared: the factors stay in index order and may be grouped in any way.
    #[default]
    Any,
    /// One way to group them, in index order.
    Fixed(Order),
    /// The factors may also change places, as they do where several accumulators take turns.
    Permuted,
}

/// A fixed association of the factors of every prefix; each is defined bit for bit by [`Order::scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// From the first factor on, one at a time.
    Sequential,
    /// Hillis and Steele, Kogge and Stone: in round `r` every element is multiplied by the one `2^r` before it.
    KoggeStone,
    /// Sklansky: both halves (split at a power of two) are scanned, then the second is multiplied by the total of the first.
    Sklansky,
    /// Neighbours are multiplied in pairs, the pairs scanned likewise, the elements between filled in (JAX's
    /// `associative_scan`, Brent and Kung's forward tree).
    OddEven,
    /// Blocks of this many elements are scanned one at a time, the block totals are scanned likewise, recursively,
    /// and every block is multiplied by the total before it (XLA on a CPU: 16). At least 2.
    Blocks(usize),
    /// As `Blocks`, the totals of all blocks being multiplied one after the other. At least 1.
    ChainedBlocks(usize),
}

/// The format that products are rounded to before the last store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accumulator {
    /// The compute dtype.
    Own,
    /// A format that holds the compute dtype, such as [`Format::F32`] for bf16 or [`Format::X87`] for f64. Partial
    /// products are not rounded to the compute dtype on the way.
    Wider(Format),
}

/// What becomes of subnormal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// Gradual underflow, as in IEEE 754.
    Keep,
    /// Tiny results become zeros of the same sign, tininess before or after rounding, or after gradual underflow; subnormal
    /// factors count as zeros or as themselves, and a line's first element, which is a copy, may keep them.
    Flush,
}

impl Grouping {
    /// The word that declares it, if it is declared.
    #[must_use]
    pub fn word(self) -> Option<String> {
        match self {
            Grouping::Any => None,
            Grouping::Fixed(order) => Some(order.to_string()),
            Grouping::Permuted => Some("permuted".to_owned()),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Sequential => out.write_str("sequential"),
            Order::KoggeStone => out.write_str("kogge-stone"),
            Order::Sklansky => out.write_str("sklansky"),
            Order::OddEven => out.write_str("odd-even"),
            Order::Blocks(size) => write!(out, "blocks-{size}"),
            Order::ChainedBlocks(size) => write!(out, "chained-blocks-{size}"),
        }
    }
}

impl fmt::Display for Accumulator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accumulator::Own => out.write_str("own"),
            Accumulator::Wider(format) => write!(out, "{format}"),
        }
    }
}

impl fmt::Display for Subnormals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Subnormals::Keep => "keep",
            Subnormals::Flush => "flush",
        })
    }
}
