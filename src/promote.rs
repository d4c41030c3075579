//! Promotion tables: which dtype two operands of different dtypes are computed in.
//!
//! [`TABLES`] holds every table in every edition, each cell with its provenance. The functions of [`aclnn`] and
//! [`mindspore`] look up the first edition, and work in const context.

use crate::contract::{Basis, Cells, Requirement};
use crate::document::{Citation, ERRATA, Editions, Erratum};
use crate::dtype::DType;
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/promote.rs"));

/// A promotion table in all editions of its document.
pub struct Table {
    /// `aclnn.tensor-tensor`.
    pub id: &'static str,
    /// The document that prints it.
    pub document: &'static str,
    /// What a cell says.
    pub says: &'static str,
    /// Rows.
    pub rows: Axis,
    /// Columns.
    pub columns: Axis,
    /// Cells of each edition, in the order of the document's editions.
    pub editions: &'static [TableEdition],
}

impl fmt::Debug for Table {
    /// Its id only, as its cells fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// One axis of a table.
#[derive(Debug)]
pub struct Axis {
    /// The operand that it stands for: `lhs`, `rhs`, `scalar`, `tensor` or `number`.
    pub role: &'static str,
    /// Its keys, in order.
    pub keys: &'static [Key],
}

/// What a row or column stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A tensor or scalar of this dtype.
    DType(DType),
    /// A Python number.
    Number(Number),
}

/// Kinds of Python numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `True` or `False`.
    Bool,
    /// An `int`.
    Int,
    /// A `float`.
    Float,
}

impl Key {
    /// The dtype's short name, or `bool`, `int`, `float`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DType(dtype) => dtype.name(),
            Self::Number(Number::Bool) => "bool",
            Self::Number(Number::Int) => "int",
            Self::Number(Number::Float) => "float",
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A table in one edition.
#[derive(Debug)]
pub struct TableEdition {
    /// Name of the edition.
    pub edition: &'static str,
    /// Cells, row by row; none if the edition does not print the table.
    pub cells: &'static [Cell],
    /// Requirements about the table that hold in it.
    pub requirements: &'static [Requirement],
}

/// One entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The dtype, or none if the pair does not promote.
    pub result: Option<DType>,
    /// Whether it is printed, or follows from a rule.
    pub origin: Origin,
    /// Who says so.
    pub basis: Basis,
    /// Where the document says so.
    pub cite: Citation,
}

/// Where a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Printed in a table.
    Stated,
    /// Follows from the rule in prose with this id.
    Derived(&'static str),
}

impl Table {
    /// The table of this crate's specification with this id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static Self> {
        TABLES.iter().copied().find(|t| t.id == id)
    }

    /// The cell of two keys in the chosen edition; none if an axis lacks the key.
    #[must_use]
    pub fn cell(&self, editions: &Editions, row: Key, column: Key) -> Option<&'static Cell> {
        let row = self.rows.keys.iter().position(|k| *k == row)?;
        let column = self.columns.keys.iter().position(|k| *k == column)?;
        self.edition(editions).cells.get(row * self.columns.keys.len() + column)
    }

    /// The table in the chosen edition.
    #[must_use]
    pub fn edition(&self, editions: &Editions) -> &'static TableEdition {
        &self.editions[editions.index(self.document)]
    }

    /// Whether a requirement about the table is about the cell of two keys in the chosen edition.
    #[must_use]
    pub fn concerns(&self, requirement: &Requirement, editions: &Editions, row: Key, column: Key) -> bool {
        let result = |row, column| self.cell(editions, row, column).map(|cell| cell.result);
        match requirement.cells {
            None => true,
            Some(Cells::Promoted) => matches!(result(row, column), Some(Some(_))),
            Some(Cells::Undefined) => result(row, column) == Some(None),
            Some(Cells::Asymmetric) => {
                result(column, row).is_some_and(|mirrored| result(row, column) != Some(mirrored))
            }
            Some(Cells::Contradicted) => self.accepted(editions, row, column).next().is_some(),
        }
    }

    /// The results that errata of the chosen edition accept for a pair, besides the cell's own, with the erratum.
    pub fn accepted(
        &self,
        editions: &Editions,
        row: Key,
        column: Key,
    ) -> impl Iterator<Item = (&'static Erratum, Option<DType>)> {
        let place = |axis: &Axis, key| axis.keys.iter().position(|k| *k == key);
        let (id, edition) = (self.id, self.edition(editions).edition);
        let at = place(&self.rows, row).zip(place(&self.columns, column));
        let errata = ERRATA.iter().filter(move |erratum| erratum.concerns(edition));
        let all = errata.flat_map(|erratum| erratum.accepts.iter().map(move |accepted| (erratum, accepted)));
        all.filter(move |(_, (table, r, c, _))| *table == id && at == Some((*r, *c)))
            .map(|(erratum, (.., result))| (erratum, *result))
    }

    /// Every cell of the chosen edition with its keys, row by row.
    pub fn cells(&self, editions: &Editions) -> impl Iterator<Item = (Key, Key, &'static Cell)> {
        let pairs = self.rows.keys.iter().flat_map(|&r| self.columns.keys.iter().map(move |&c| (r, c)));
        pairs.zip(self.edition(editions).cells).map(|((r, c), cell)| (r, c, cell))
    }
}

/// The dtype of the tensor of a tensor-scalar pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorDType(pub DType);

/// The dtype of the scalar of a tensor-scalar pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarDType(pub DType);

/// Promotions of `aclnn`, in the first edition of its pages.
pub mod aclnn {
    use super::{DType, ScalarDType, TensorDType, results};

    /// What two tensors promote to; none if the page says that they do not promote.
    #[must_use]
    pub const fn tensor_tensor(lhs: DType, rhs: DType) -> Option<DType> {
        results::ACLNN_TENSOR_TENSOR[lhs as usize][rhs as usize]
    }

    /// What a tensor and a scalar promote to; none if the page says that they do not promote.
    ///
    /// Swapping them changes the result, so each has its own type:
    ///
    /// ```
    /// use ascertain::DType::{F16, F64};
    /// use ascertain::promote::{ScalarDType, TensorDType, aclnn::tensor_scalar};
    ///
    /// assert_eq!(tensor_scalar(TensorDType(F16), ScalarDType(F64)), Some(F16));
    /// assert_eq!(tensor_scalar(TensorDType(F64), ScalarDType(F16)), Some(F64));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use ascertain::DType::{F16, F64};
    /// use ascertain::promote::{ScalarDType, TensorDType, aclnn::tensor_scalar};
    ///
    /// tensor_scalar(ScalarDType(F64), TensorDType(F16));
    /// ```
    #[must_use]
    pub const fn tensor_scalar(tensor: TensorDType, scalar: ScalarDType) -> Option<DType> {
        results::ACLNN_TENSOR_SCALAR[scalar.0 as usize][tensor.0 as usize]
    }
}

/// Promotions of MindSpore, in the first edition of its page. The page has no c32, so c32 promotes with nothing.
pub mod mindspore {
    use super::{DType, Number, TensorDType, results};

    /// What two tensors promote to; none if the page says that they do not promote.
    #[must_use]
    pub const fn tensor_tensor(lhs: DType, rhs: DType) -> Option<DType> {
        results::MINDSPORE_TENSOR_TENSOR[lhs as usize][rhs as usize]
    }

    /// What a tensor and a Python number promote to; none if the page says that they do not promote.
    #[must_use]
    pub const fn number_tensor(tensor: TensorDType, number: Number) -> Option<DType> {
        results::MINDSPORE_NUMBER_TENSOR[tensor.0 as usize][number as usize]
    }
}
