//! Requirements and errata, which people write about documents.

use super::{At, Citation, DTypeId, Predicate};
use crate::model::describe::{enumeration, record};

enumeration! {
    /// How binding a requirement is. Breaking must is a failure, and breaking should is a warning. Nothing fails where the
    /// document is silent (unspecified) or contradicts itself or another (contradicted).
    pub enum Level {
        /// Breaking it is a failure.
        Must = "must",
        /// Breaking it is a warning.
        Should = "should",
        /// The document is silent: what a backend does is recorded.
        Unspecified = "unspecified",
        /// The document disagrees with itself or with another: every reading is accepted.
        Contradicted = "contradicted",
    }

    /// Who says so: the cited sentences of the edition (stated), what follows from them (derived), another edition,
    /// document, header or code (elsewhere), or this project with a reason (reading); nothing if the document is silent.
    pub enum Basis or "nothing" {
        /// The cited sentences of the edition.
        Stated = "stated",
        /// It follows from the cited sentences of the edition.
        Derived = "derived",
        /// Another edition, another document, a header or code, cited there.
        Elsewhere = "elsewhere",
        /// This project, with a reason.
        Reading = "reading",
    }

    /// The cells that a requirement about a table is about.
    pub enum Cells {
        /// Those with a dtype.
        Promoted = "promoted",
        /// Those marked as having no promotion.
        Undefined = "undefined",
        /// Those that differ from the cell of the same dtypes in the other order.
        Asymmetric = "asymmetric",
        /// Those for which an erratum accepts another result too.
        Contradicted = "contradicted",
    }
}

record! {
    /// One normative statement.
    #[derive(Clone, Debug)]
    pub struct Requirement {
        /// Its id.
        pub id: String,
        /// How binding it is.
        pub level: Level,
        /// Who says so in this edition. What is said elsewhere is stated in the edition cited and in those that inherit
        /// from it.
        pub basis: Option<Basis>,
        /// Why, if it is a reading.
        pub reason: Option<String>,
        /// The statement, in this project's words.
        pub says: String,
        /// When it applies, as a predicate; always if absent.
        pub when: Option<Predicate>,
        /// What must hold then, if a predicate can express it.
        pub require: Option<Predicate>,
        /// Name of the status code for breaking it.
        pub status: Option<String>,
        /// Number of that status code.
        pub status_number: Option<i32>,
        /// Who says that it is this code.
        pub status_basis: Option<Basis>,
        /// Why, if that is a reading.
        pub status_reason: Option<String>,
        /// Where, if there is a code.
        pub status_cite: Option<Citation>,
        /// Message for breaking it.
        pub message: Option<String>,
        /// The only interface that can test it, if not all can.
        pub via: Option<String>,
        /// Why no argument can break it.
        pub unbreakable: Option<String>,
        /// The table that it is about.
        pub table: Option<String>,
        /// Whether it is about the ranks of a table's operands.
        pub ranks: bool,
        /// The cells of the table that it is about, if not all.
        pub cells: Option<Cells>,
        /// Whether it is about repeating the same call.
        pub repeats: bool,
        /// Whether the reference implementation refuses what breaks it, if the level leaves that open.
        pub reference_refuses: bool,
        /// Whether the result of a call that breaks it is judged where an implementation accepts it, if the level leaves
        /// that open.
        pub accepted_is_judged: bool,
        /// Editions that it holds in, in the order of the document's editions.
        pub editions: Vec<String>,
        /// Where the document says so, or where one would look for it.
        pub cite: Citation,
        /// Further places that it rests on.
        pub also: Vec<Citation>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A place where documents contradict each other or themselves.
    #[derive(Clone, Debug)]
    pub struct Erratum {
        /// Its id.
        pub id: String,
        /// Id of the document that it is about.
        pub document: String,
        /// What contradicts what.
        pub says: String,
        /// The readings, at least two.
        pub readings: Vec<Reading>,
        /// Cells that it is about.
        pub cells: Vec<CellRef>,
        /// Ids of the requirements that it is about.
        pub requirements: Vec<String>,
        /// Ids of the linter's findings that it explains; an asterisk stands for any characters.
        pub lint: Vec<String>,
        /// Editions that it is about; empty for all.
        pub editions: Vec<String>,
        /// Other results that it accepts.
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

    /// A cell of a table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CellRef {
        /// Id of the table.
        pub table: String,
        /// Key of the row: a dtype's short name, or a kind of number.
        pub row: String,
        /// Key of the column, in the same form.
        pub column: String,
    }

    /// Another accepted result of a cell.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Accepted {
        /// The cell.
        pub cell: CellRef,
        /// The result; nothing for a refusal.
        pub result: Option<DTypeId>,
    }
}

impl Requirement {
    /// All the places that it rests on.
    pub fn cites(&self) -> impl Iterator<Item = &Citation> {
        std::iter::once(&self.cite).chain(&self.also)
    }
}

impl Erratum {
    /// Whether it is about an edition of its document.
    pub fn concerns(&self, edition: &str) -> bool {
        self.editions.is_empty() || self.editions.iter().any(|name| name == edition)
    }
}
