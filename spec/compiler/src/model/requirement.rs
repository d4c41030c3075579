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

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The cited sentences of the edition.
    Stated,
    /// It follows from the cited sentences of the edition.
    Derived,
    /// Another edition, another document, a header or code, cited there.
    Elsewhere,
    /// This project, with a reason.
    Reading,
}

impl Basis {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Derived => "derived",
            Self::Elsewhere => "elsewhere",
            Self::Reading => "reading",
        }
    }
}

/// Who says that a call which breaks a requirement returns its status code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusSource {
    /// Who says so.
    pub basis: Basis,
    /// Why, if it is a reading.
    pub reason: Option<String>,
    /// Where.
    pub cite: Citation,
}

/// The cells that a requirement about a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Those with a dtype.
    Promoted,
    /// Those marked as having no promotion.
    Undefined,
    /// Those that differ from the cell of the same dtypes in the other order.
    Asymmetric,
    /// Those for which an erratum accepts another result too.
    Contradicted,
}

impl Cells {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Promoted => "promoted",
            Self::Undefined => "undefined",
            Self::Asymmetric => "asymmetric",
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
    /// Who says so in this contract's edition; none if the document is silent. `elsewhere` becomes `stated` in the edition
    /// cited and in those that inherit from it.
    pub basis: Option<Basis>,
    /// Why, if it is a reading.
    pub reason: Option<String>,
    /// The statement, in the project's words.
    pub says: String,
    /// When it applies; always if absent.
    pub when: Option<Predicate>,
    /// What must hold then; absent if no predicate over the arguments can express it.
    pub require: Option<Predicate>,
    /// Name of the status code that a call which breaks it returns.
    pub status: Option<String>,
    /// Who says that it returns this one.
    pub status_source: Option<StatusSource>,
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
    /// The cells of the table that it is about; all if absent.
    pub cells: Option<Cells>,
    /// Whether it is about repeating the same call.
    pub repeats: bool,
    /// Whether the reference implementation refuses what breaks it, if the level leaves that open.
    pub reference_refuses: bool,
    /// Whether the result of a call that breaks it is judged where an implementation accepts it, if the level leaves that
    /// open.
    pub accepted_is_judged: bool,
    /// Names of the editions of the document that it holds in, in the order of the document's editions.
    pub editions: Vec<String>,
    /// Where the document says so, or where one would look for it.
    pub cite: Citation,
    /// Further places that it rests on.
    pub also: Vec<Citation>,
    /// Where the specification says so.
    pub at: At,
}

impl Requirement {
    /// All the places that it rests on.
    pub fn cites(&self) -> impl Iterator<Item = &Citation> {
        std::iter::once(&self.cite).chain(&self.also)
    }
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

impl Erratum {
    /// Whether it is about an edition of its document.
    pub fn concerns(&self, edition: &str) -> bool {
        self.editions.is_empty() || self.editions.iter().any(|name| name == edition)
    }
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
