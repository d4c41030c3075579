//! Requirements and errata: what people write about documents.

use super::{At, Citation, DTypeId, Predicate};

/// How binding a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Broken, it is a failure.
    Must,
    /// Broken, it is a warning.
    Should,
    /// The document is silent: observed.
    Unspecified,
    /// The document disagrees with itself or with another: either reading is right.
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
    /// When it applies; always where absent.
    pub when: Option<Predicate>,
    /// What must hold then; absent where no predicate over the arguments can say it.
    pub require: Option<Predicate>,
    /// Name of the status code that breaking it gives.
    pub status: Option<String>,
    /// Message that breaking it gives.
    pub message: Option<String>,
    /// The interface through which alone it can be asked.
    pub via: Option<String>,
    /// Why no argument can break it.
    pub unbreakable: Option<String>,
    /// The table that it is about.
    pub table: Option<String>,
    /// Whether it is about the ranks of a table's operands.
    pub ranks: bool,
    /// Whether it is about asking the same twice.
    pub repeats: bool,
    /// Whether the reference implementation refuses what breaks it, where that is left open.
    pub reference_refuses: bool,
    /// Names of the editions of the document that it holds in, in the order of the document's editions.
    pub editions: Vec<String>,
    /// Where it stands.
    pub cite: Citation,
    /// Where it stands in the specification.
    pub at: At,
}

/// A place where a document contradicts itself, another document or the vendor's code.
#[derive(Clone, Debug)]
pub struct Erratum {
    /// `aclnn.tensor-tensor.f16-bf16`.
    pub id: String,
    /// The document whose overlay lists it.
    pub document: String,
    /// What is at odds.
    pub says: String,
    /// The readings, at least two.
    pub readings: Vec<Reading>,
    /// Cells concerned.
    pub cells: Vec<CellRef>,
    /// Ids of requirements concerned.
    pub requirements: Vec<String>,
    /// Findings of the linter that it explains: their ids, where `*` stands for any characters.
    pub lint: Vec<String>,
    /// Editions concerned; empty for all.
    pub editions: Vec<String>,
    /// Other results that it makes right, beside the cell's own.
    pub accepts: Vec<Accepted>,
    /// Where it stands in the specification.
    pub at: At,
}

/// One reading of an erratum.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reading.
    pub says: String,
    /// Where it stands.
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

/// A further right answer for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The cell.
    pub cell: CellRef,
    /// The result accepted; none for a refusal.
    pub result: Option<DTypeId>,
}
