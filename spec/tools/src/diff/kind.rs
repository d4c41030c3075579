//! Kinds of facts that can change, and their headings.

use serde::{Serialize, Serializer};

/// Kinds of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say what they are; `FactKind::title` gives headings")]
pub enum FactKind {
    Document,
    Edition,
    Table,
    Axis,
    Layout,
    Rule,
    Mark,
    Names,
    Type,
    Alias,
    Other,
    DType,
    Status,
    Format,
    MaxRank,
    Deterministic,
    Product,
    Message,
    Function,
    Parameter,
    CType,
    Direction,
    DTypes,
    Formats,
    Empty,
    Strided,
    Range,
    Ranks,
    ProductDTypes,
    Nulls,
    Prose,
    Derived,
    Requirement,
}

/// Each kind, its name for programs, and the heading under which such changes are listed.
const KINDS: [(FactKind, &str, &str); 33] = [
    (FactKind::Document, "document", "Documents and editions"),
    (FactKind::Edition, "edition", "Documents and editions"),
    (FactKind::Table, "table", "Tables"),
    (FactKind::Axis, "axis", "Tables"),
    (FactKind::Layout, "layout", "Tables"),
    (FactKind::Rule, "rule", "Rules in prose"),
    (FactKind::Mark, "mark", "Tables"),
    (FactKind::Names, "names", "Tables"),
    (FactKind::Type, "type", "Types"),
    (FactKind::Alias, "alias", "Types"),
    (FactKind::Other, "other-type", "Types"),
    (FactKind::DType, "dtype", "Numbers and names"),
    (FactKind::Status, "status", "Numbers and names"),
    (FactKind::Format, "format", "Numbers and names"),
    (FactKind::MaxRank, "max-rank", "The operator"),
    (FactKind::Deterministic, "deterministic", "The operator"),
    (FactKind::Product, "product", "Products"),
    (FactKind::Message, "message", "The operator"),
    (FactKind::Function, "function", "Functions and parameters"),
    (FactKind::Parameter, "parameter", "Functions and parameters"),
    (FactKind::CType, "c-type", "Functions and parameters"),
    (FactKind::Direction, "direction", "Functions and parameters"),
    (FactKind::DTypes, "dtypes", "Functions and parameters"),
    (FactKind::Formats, "formats", "Functions and parameters"),
    (FactKind::Empty, "empty", "Functions and parameters"),
    (FactKind::Strided, "strided", "Functions and parameters"),
    (FactKind::Range, "range", "Functions and parameters"),
    (FactKind::Ranks, "ranks", "Functions and parameters"),
    (FactKind::ProductDTypes, "product-dtypes", "Functions and parameters"),
    (FactKind::Nulls, "nulls", "Functions and parameters"),
    (FactKind::Prose, "prose", "Sentences"),
    (FactKind::Derived, "derived", "Requirements"),
    (FactKind::Requirement, "requirement", "Requirements"),
];

impl Serialize for FactKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FactKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, ..)| *kind)
    }

    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// The heading under which such changes are listed.
    pub const fn title(self) -> &'static str {
        KINDS[self as usize].2
    }
}
