//! Promotion tables: which dtype two operands of different dtypes are computed in.
//!
//! [`TABLES`] holds every table in every edition, each cell with its provenance. The functions of [`aclnn`] and
//! [`mindspore`] look up the first edition, and work in const context.

use crate::contract::{Cells, Requirement};
use crate::document::{CellRef, ERRATA, Editions, Erratum};
use crate::dtype::DType;
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/promote.rs"));

impl fmt::Debug for Table {
    /// Its id only, as its cells fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Key {
    /// The dtype's short name, or `bool`, `int`, `float`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DType(dtype) => dtype.name(),
            Self::Number(number) => number.name(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Table {
    /// The table of this crate's specification with this id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static Self> {
        TABLES.iter().copied().find(|t| t.id == id)
    }

    /// The dtype that two promote to by the edition at a place among those that print the table; none if they do not.
    #[must_use]
    pub fn promoted(&self, edition: usize, row: DType, column: DType) -> Option<DType> {
        let at = self.place(Key::DType(row), Key::DType(column))?;
        self.editions.get(edition)?.cells.get(at)?.result
    }

    /// The cell of two keys in the chosen edition; none if an axis lacks the key.
    #[must_use]
    pub fn cell(&self, editions: &Editions, row: Key, column: Key) -> Option<&'static Cell> {
        let at = self.place(row, column)?;
        self.edition(editions)?.cells.get(at)
    }

    /// Where the cell of two keys is in every edition.
    fn place(&self, row: Key, column: Key) -> Option<usize> {
        let row = self.rows.keys.iter().position(|key| *key == row)?;
        let column = self.columns.keys.iter().position(|key| *key == column)?;
        Some(row * self.columns.keys.len() + column)
    }

    /// The table in the chosen edition; none if the edition does not print it.
    #[must_use]
    pub fn edition(&self, editions: &Editions) -> Option<&'static TableEdition> {
        let name = editions.name(self.document);
        self.editions.iter().find(|edition| edition.edition == name)
    }

    /// The requirements about it that hold in the chosen edition.
    pub fn requirements_in(&self, editions: &Editions) -> impl Iterator<Item = &'static Requirement> + use<> {
        let edition = editions.name(self.document);
        self.requirements.iter().filter(move |requirement| requirement.editions.contains(&edition))
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
        let (id, edition) = (self.id, editions.name(self.document));
        let errata = ERRATA.iter().filter(move |erratum| erratum.concerns(edition));
        let all = errata.flat_map(|erratum| erratum.accepts.iter().map(move |accepted| (erratum, accepted)));
        all.filter(move |(_, accepted)| accepted.cell.is(id, row, column))
            .map(|(erratum, accepted)| (erratum, accepted.result))
    }

    /// Every cell of the chosen edition with its keys, row by row.
    pub fn cells(&self, editions: &Editions) -> impl Iterator<Item = (Key, Key, &'static Cell)> {
        let pairs = self.rows.keys.iter().flat_map(|&r| self.columns.keys.iter().map(move |&c| (r, c)));
        let cells = self.edition(editions).map_or(&[][..], |edition| edition.cells);
        pairs.zip(cells).map(|((r, c), cell)| (r, c, cell))
    }
}

impl Erratum {
    /// Whether it is about the cell of two keys of a table.
    #[must_use]
    pub fn is_about(&self, table: &str, row: Key, column: Key) -> bool {
        self.cells.iter().any(|cell| cell.is(table, row, column))
    }
}

impl CellRef {
    /// Whether it is the cell of two keys of a table.
    #[must_use]
    pub fn is(&self, table: &str, row: Key, column: Key) -> bool {
        (self.table, self.row, self.column) == (table, row.name(), column.name())
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

    /// What a result becomes in an output of another dtype: that dtype; none if the page says that it is not converted.
    #[must_use]
    pub const fn converted(from: DType, to: DType) -> Option<DType> {
        results::ACLNN_CONVERSION[from as usize][to as usize]
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
