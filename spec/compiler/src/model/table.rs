//! Promotion tables: axes, and the cells of every edition.

use super::{At, Basis, Citation, DTypeId, Span};

/// One axis of a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The operand that it stands for: `lhs`, `rhs`, `scalar`, `tensor` or `number`.
    pub role: String,
    /// Its keys, in the order of the resolved table.
    pub keys: Vec<AxisKey>,
}

/// A key of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisKey {
    /// A dtype.
    DType(DTypeId),
    /// A kind of Python number: `bool`, `int`, `float`.
    Number(String),
}

/// A promotion table in all its editions.
#[derive(Clone, Debug)]
pub struct Table {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// The document that prints it.
    pub document: String,
    /// What a cell says.
    pub says: String,
    /// Rows; dtypes in the order of [`Spec::dtypes`](super::Spec::dtypes).
    pub rows: Axis,
    /// Columns; dtypes in the same order.
    pub columns: Axis,
    /// Cells of each edition, in the order of the document's editions.
    pub editions: Vec<TableEdition>,
    /// Where the specification says so.
    pub at: At,
}

/// A promotion table in one edition.
#[derive(Clone, Debug)]
pub struct TableEdition {
    /// Name of the edition.
    pub edition: String,
    /// Cells, row by row.
    pub cells: Vec<Cell>,
    /// The rules in prose that derived cells follow from.
    pub rules: Vec<Rule>,
    /// How the page prints it. For an inherited table this is the page that it was inherited from.
    pub printed: Printed,
}

/// How a page prints a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Naming scheme of rows, columns and cells.
    pub names: String,
    /// The mark for "no promotion".
    pub undefined: String,
    /// Indices of the printed rows in [`Table::rows`], in the page's order, and the place of each.
    pub rows: Vec<(usize, Span)>,
    /// Indices of the printed columns in [`Table::columns`], in the page's order.
    pub columns: Vec<usize>,
    /// Where the document prints the table.
    pub cite: Citation,
}

/// A rule in prose that decides cells of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id, which [`Origin::Derived`] gives.
    pub id: String,
    /// The rule.
    pub says: String,
    /// The dtype that it is about, on either side.
    pub operand: DTypeId,
    /// The dtypes that it lists for the other side, in the page's order and with its repetitions.
    pub partners: Vec<DTypeId>,
    /// Whether it holds for the listed partners only, or for all others.
    pub only: bool,
    /// What the pair promotes to.
    pub gives: Gives,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// What a rule in prose gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The partner's dtype.
    Partner,
    /// The operand's dtype.
    Operand,
    /// No promotion.
    Nothing,
}

/// One entry of a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The dtype, or none if the pair does not promote.
    pub result: Option<DTypeId>,
    /// Whether it is printed, or follows from a rule.
    pub origin: Origin,
    /// Who says so: `stated` if it is printed and `derived` if a rule gives it, unless an overlay says otherwise.
    pub basis: Basis,
    /// Where the document says so: the cell's own place if the page's layout gives one.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// Where a cell comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Printed in the table.
    Stated,
    /// Given by a rule in prose: its id.
    Derived(String),
}
