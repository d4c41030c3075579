//! The arguments of a call, and how the specification's predicates read them.

use crate::dtype::DType;
use crate::tensor::Tensor;
use std::sync::Arc;

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Not given.
    Absent,
    /// Given as a null pointer.
    Null,
    /// A tensor. If the operator writes it, its storage holds the bytes from before the call.
    Tensor(Tensor),
    /// An integer.
    Int(i64),
    /// Integers. They are behind a pointer because few arguments are lists, and all take the space of the largest.
    Ints(Arc<Vec<i64>>),
    /// A dtype.
    DType(DType),
    /// Yes or no.
    Flag(bool),
}

/// Arguments as predicates read them: by index, and without a value if absent.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(pub &'a [Arg]);

impl<'a> Args<'a> {
    /// The tensor at `i`.
    #[must_use]
    pub fn tensor(self, i: usize) -> Option<&'a Tensor> {
        match self.0.get(i)? {
            Arg::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The integer at `i`.
    #[must_use]
    pub fn int(self, i: usize) -> Option<i64> {
        match self.0.get(i)? {
            Arg::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The integers at `i`.
    #[must_use]
    pub fn ints(self, i: usize) -> Option<&'a [i64]> {
        match self.0.get(i)? {
            Arg::Ints(values) => Some(values),
            _ => None,
        }
    }

    /// How many integers there are at `i`.
    #[must_use]
    pub fn length(self, i: usize) -> Option<i64> {
        i64::try_from(self.ints(i)?.len()).ok()
    }

    /// The lowest of the integers at `i`.
    #[must_use]
    pub fn lowest(self, i: usize) -> Option<i64> {
        self.ints(i)?.iter().min().copied()
    }

    /// The highest of the integers at `i`.
    #[must_use]
    pub fn highest(self, i: usize) -> Option<i64> {
        self.ints(i)?.iter().max().copied()
    }

    /// Whether no two of the integers at `i` are equal.
    #[must_use]
    pub fn distinct(self, i: usize) -> Option<bool> {
        let values = self.ints(i)?;
        Some(values.iter().enumerate().all(|(at, value)| !values[..at].contains(value)))
    }

    /// The dtype at `i`.
    #[must_use]
    pub fn dtype(self, i: usize) -> Option<DType> {
        match self.0.get(i)? {
            Arg::DType(dtype) => Some(*dtype),
            _ => None,
        }
    }

    /// The flag at `i`; false if absent.
    #[must_use]
    pub fn flag(self, i: usize) -> bool {
        matches!(self.0.get(i), Some(Arg::Flag(true)))
    }

    /// Whether the argument at `i` is given. Null counts as given.
    #[must_use]
    pub fn present(self, i: usize) -> bool {
        !matches!(self.0.get(i), None | Some(Arg::Absent))
    }

    /// Whether the argument at `i` is null.
    #[must_use]
    pub fn is_null(self, i: usize) -> bool {
        matches!(self.0.get(i), Some(Arg::Null))
    }

    /// Rank of the tensor at `i`.
    #[must_use]
    pub fn rank(self, i: usize) -> Option<i64> {
        Some(self.tensor(i)?.layout().rank() as i64)
    }

    /// Number of elements of the tensor at `i`.
    #[must_use]
    pub fn count(self, i: usize) -> Option<i64> {
        i64::try_from(self.tensor(i)?.layout().count()).ok()
    }

    /// Dtype of the tensor at `i`.
    #[must_use]
    pub fn dtype_of(self, i: usize) -> Option<DType> {
        Some(self.tensor(i)?.dtype())
    }

    /// Shape of the tensor at `i`.
    #[must_use]
    pub fn shape(self, i: usize) -> Option<&'a [usize]> {
        Some(self.tensor(i)?.shape())
    }

    /// Whether the elements of the tensor at `i` lie row-major without gaps.
    #[must_use]
    pub fn contiguous(self, i: usize) -> Option<bool> {
        Some(self.tensor(i)?.layout().is_contiguous())
    }

    /// Whether the last dimension of the tensor at `i` is dense.
    #[must_use]
    pub fn dense_last(self, i: usize) -> Option<bool> {
        Some(self.tensor(i)?.layout().is_dense_last())
    }

    /// Whether the elements of the tensor at `i` lie row-major without gaps, from the start of its storage.
    #[must_use]
    pub fn packed(self, i: usize) -> Option<bool> {
        let layout = self.tensor(i)?.layout();
        Some(layout.is_contiguous() && layout.offset() == 0)
    }
}
