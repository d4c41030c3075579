//! The kinds of things that can be explained, with their names.

use super::sources::Sources;
use super::{document, dtype, erratum, names, operator, requirement, status, table};
use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::{DOCUMENTS, ERRATA, PROFILES, STATUSES};
use ascertain::promote::TABLES;
use ascertain_conformance::report::page::Page;

/// A kind of thing that can be explained by a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A dtype.
    DType,
    /// An operator with its contract.
    Operator,
    /// A vendor's page.
    Document,
    /// A promotion table.
    Table,
    /// A requirement.
    Requirement,
    /// An erratum.
    Erratum,
    /// A status code.
    Status,
    /// A profile.
    Profile,
}

impl Topic {
    /// All of them. A document comes before the table with the same id, which its page shows.
    pub const ALL: [Self; 8] = [
        Self::DType,
        Self::Operator,
        Self::Document,
        Self::Table,
        Self::Requirement,
        Self::Erratum,
        Self::Status,
        Self::Profile,
    ];

    /// One word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DType => "dtype",
            Self::Operator => "operator",
            Self::Document => "document",
            Self::Table => "table",
            Self::Requirement => "requirement",
            Self::Erratum => "erratum",
            Self::Status => "status",
            Self::Profile => "profile",
        }
    }

    /// The names of everything of this kind, in the order of the specification.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        match self {
            Self::DType => DType::ALL.into_iter().map(DType::name).collect(),
            Self::Operator => OPERATORS.iter().map(|o| o.name).collect(),
            Self::Document => DOCUMENTS.iter().map(|d| d.id).collect(),
            Self::Table => TABLES.iter().map(|t| t.id).collect(),
            Self::Requirement => names::requirement_ids(),
            Self::Erratum => ERRATA.iter().map(|e| e.id).collect(),
            Self::Status => STATUSES.iter().map(|s| s.name).collect(),
            Self::Profile => PROFILES.iter().map(|p| p.name).collect(),
        }
    }

    /// The page of the thing called `word`, which may be any name that this kind of thing goes by.
    #[must_use]
    pub fn page(self, word: &str, sources: Sources<'_>) -> Option<Page> {
        match self {
            Self::DType => dtype::page(word, sources),
            Self::Operator => operator::page(word, sources),
            Self::Document => document::page(word, sources),
            Self::Table => table::page(word, sources),
            Self::Requirement => requirement::page(word, sources),
            Self::Erratum => erratum::page(word, sources),
            Self::Status => status::page(word, sources),
            Self::Profile => document::profile_page(word, sources),
        }
    }
}
