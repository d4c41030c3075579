//! Promotion tables: axes, and the cells of every edition.

use super::{At, Citation, DTypeId, Span};

/// One axis of a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What the axis holds: `lhs`, `rhs`, `scalar`, `tensor`, `number`.
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
    /// The document that holds it.
    pub document: String,
    /// What a cell says.
    pub says: String,
    /// Rows; dtypes in the order of [`Spec::dtypes`](super::Spec::dtypes).
    pub rows: Axis,
    /// Columns, likewise.
    pub columns: Axis,
    /// Cells of each edition, in the order of the document's editions.
    pub editions: Vec<TableEdition>,
    /// Where it stands in the specification.
    pub at: At,
}

/// A promotion table in one edition.
#[derive(Clone, Debug)]
pub struct TableEdition {
    /// Name of the edition.
    pub edition: String,
    /// Cells, row by row.
    pub cells: Vec<Cell>,
    /// The rules in prose that derived cells name.
    pub rules: Vec<Rule>,
    /// How the page prints it: of an edition that inherits the table, the page inherited from.
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
    /// Where the table stands.
    pub cite: Citation,
}

/// A rule in prose that answers cells of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What [`Origin::Derived`] names.
    pub id: String,
    /// The rule.
    pub says: String,
    /// A dtype, on either side.
    pub operand: DTypeId,
    /// The dtypes that it lists as the other side, as often as the page does.
    pub partners: Vec<DTypeId>,
    /// Whether those are the partners meant, or the ones that are not.
    pub only: bool,
    /// What the pair gives.
    pub gives: Gives,
    /// Where it stands.
    pub cite: Citation,
}

/// What a rule in prose answers.
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
    /// The dtype, or none where the pair has no promotion.
    pub result: Option<DTypeId>,
    /// How it is known.
    pub origin: Origin,
    /// Where it is said: the cell's own place where the page's layout gives one.
    pub cite: Citation,
    /// Where it stands in the specification.
    pub at: At,
}

/// How a cell is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Printed in the table.
    Stated,
    /// Given by a rule in prose: its id.
    Derived(String),
}
