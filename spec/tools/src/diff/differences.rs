//! What differs between two versions of a document: cells of tables, and other facts.

use super::change::{Bump, Change};
use ascertain_spec::model::Span;
use std::fmt;

/// What differs between two versions of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Id of the document.
    pub document: String,
    /// Tables with changed cells.
    pub tables: Vec<TableDifference>,
    /// All other changes, in the order of the fields of [`Facts`](crate::facts::Facts).
    pub changes: Vec<Change>,
    /// What could not be compared, and why. It is not a difference.
    pub notes: Vec<String>,
}

impl Differences {
    /// Whether both versions say the same.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.changes.is_empty()
    }

    /// Number of cells that differ.
    pub fn cells(&self) -> usize {
        self.tables.iter().map(|table| table.cells.len()).sum()
    }

    /// Number of differences: cells and other facts.
    pub fn count(&self) -> usize {
        self.cells() + self.changes.len()
    }

    /// The part of the version number to change; none if both say the same.
    pub fn bump(&self) -> Option<Bump> {
        let cells = self.tables.iter().flat_map(|table| &table.cells).map(CellChange::bump);
        cells.chain(self.changes.iter().map(|change| change.bump)).max()
    }
}

/// A table with changed cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDifference {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// Keys of the rows: those of the later version, then those that were removed.
    pub rows: Vec<String>,
    /// Keys of the columns, in the same way.
    pub columns: Vec<String>,
    /// Changed cells, row by row.
    pub cells: Vec<CellChange>,
}

/// A changed cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// Key of its row.
    pub row: String,
    /// Key of its column.
    pub column: String,
    /// What the earlier version says.
    pub before: Answer,
    /// What the later version says.
    pub after: Answer,
    /// Where the earlier version says it.
    pub before_place: Span,
    /// Where the later version says it.
    pub after_place: Span,
}

impl CellChange {
    /// The change, in words.
    pub fn says(&self) -> String {
        format!("({}, {}) now {}, was {}", self.row, self.column, self.after, self.before)
    }

    /// What it means for the version number.
    pub fn bump(&self) -> Bump {
        match (&self.before, &self.after) {
            // Nobody relied on a result of a pair that was refused or missing.
            (Answer::Absent | Answer::Undefined, Answer::DType(_)) | (Answer::Absent, Answer::Undefined) => {
                Bump::Minor
            }
            _ => Bump::Major,
        }
    }
}

/// What a version says about a pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Nothing: the table does not have it.
    Absent,
    /// It does not promote.
    Undefined,
    /// It promotes to the dtype with this short name.
    DType(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "not in the table",
            Self::Undefined => "no promotion",
            Self::DType(name) => name,
        })
    }
}
