//! Requirements and errata, which people write about documents.

use super::{At, Citation, DTypeId, Predicate};

/// How binding a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Breaking it is a failure.
    Must,
    /// Breaking it is a warning.
    Should,
    /// The document is silent: what a backend does is recorded.
    Unspecified,
    /// The document disagrees with itself or with another: every reading is accepted.
    Contradicted,
}

impl Level {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Unspecified => "unspecified",
            Self::Contradicted => "contradicted",
        }
    }
}

/// One normative statement.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// `cumprod.dim.range`.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// The statement, in the project's words.
    pub says: String,
    /// When it applies; always if absent.
    pub when: Option<Predicate>,
    /// What must hold then; absent if no predicate over the arguments can express it.
    pub require: Option<Predicate>,
    /// Name of the status code that a call which breaks it returns.
    pub status: Option<String>,
    /// Message that a call which breaks it gives.
    pub message: Option<String>,
    /// The only interface that can test it, if not all can.
    pub via: Option<String>,
    /// Why no argument can break it.
    pub unbreakable: Option<String>,
    /// The table that it is about.
    pub table: Option<String>,
    /// Whether it is about the ranks of a table's operands.
    pub ranks: bool,
    /// Whether it is about repeating the same call.
    pub repeats: bool,
    /// Whether the reference implementation refuses what breaks it, if the level leaves that open.
    pub reference_refuses: bool,
    /// Names of the editions of the document that it holds in, in the order of the document's editions.
    pub editions: Vec<String>,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// A place where a document contradicts itself, another document or the vendor's code.
#[derive(Clone, Debug)]
pub struct Erratum {
    /// `aclnn.tensor-tensor.f16-bf16`.
    pub id: String,
    /// The document whose overlay lists it.
    pub document: String,
    /// What contradicts what.
    pub says: String,
    /// The readings, at least two.
    pub readings: Vec<Reading>,
    /// Cells that it is about.
    pub cells: Vec<CellRef>,
    /// Ids of the requirements that it is about.
    pub requirements: Vec<String>,
    /// Ids of the linter's findings that it explains; `*` stands for any characters.
    pub lint: Vec<String>,
    /// Editions that it is about; empty for all.
    pub editions: Vec<String>,
    /// Results that it accepts besides the cells' own.
    pub accepts: Vec<Accepted>,
    /// Where the specification says so.
    pub at: At,
}

/// One reading of an erratum.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reading.
    pub says: String,
    /// Where the document says so.
    pub cite: Citation,
}

/// A reference to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRef {
    /// Id of the table.
    pub table: String,
    /// Index of the row in [`Table::rows`](super::Table::rows).
    pub row: usize,
    /// Index of the column in [`Table::columns`](super::Table::columns).
    pub column: usize,
}

/// Another result that is accepted for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The cell.
    pub cell: CellRef,
    /// The accepted result; none for a refusal.
    pub result: Option<DTypeId>,
}
