//! Kinds of facts that can change, and their headings.

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

impl FactKind {
    /// Every kind.
    pub const ALL: [Self; 33] = [
        Self::Document,
        Self::Edition,
        Self::Table,
        Self::Axis,
        Self::Layout,
        Self::Rule,
        Self::Mark,
        Self::Names,
        Self::Type,
        Self::Alias,
        Self::Other,
        Self::DType,
        Self::Status,
        Self::Format,
        Self::MaxRank,
        Self::Deterministic,
        Self::Product,
        Self::Message,
        Self::Function,
        Self::Parameter,
        Self::CType,
        Self::Direction,
        Self::DTypes,
        Self::Formats,
        Self::Empty,
        Self::Strided,
        Self::Range,
        Self::Ranks,
        Self::ProductDTypes,
        Self::Nulls,
        Self::Prose,
        Self::Derived,
        Self::Requirement,
    ];

    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Edition => "edition",
            Self::Table => "table",
            Self::Axis => "axis",
            Self::Layout => "layout",
            Self::Rule => "rule",
            Self::Mark => "mark",
            Self::Names => "names",
            Self::Type => "type",
            Self::Alias => "alias",
            Self::Other => "other-type",
            Self::DType => "dtype",
            Self::Status => "status",
            Self::Format => "format",
            Self::MaxRank => "max-rank",
            Self::Deterministic => "deterministic",
            Self::Product => "product",
            Self::Message => "message",
            Self::Function => "function",
            Self::Parameter => "parameter",
            Self::CType => "c-type",
            Self::Direction => "direction",
            Self::DTypes => "dtypes",
            Self::Formats => "formats",
            Self::Empty => "empty",
            Self::Strided => "strided",
            Self::Range => "range",
            Self::Ranks => "ranks",
            Self::ProductDTypes => "product-dtypes",
            Self::Nulls => "nulls",
            Self::Prose => "prose",
            Self::Derived => "derived",
            Self::Requirement => "requirement",
        }
    }

    /// The heading under which such changes are listed.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Document | Self::Edition => "Documents and editions",
            Self::Table | Self::Axis | Self::Layout | Self::Mark | Self::Names => "Tables",
            Self::Rule => "Rules in prose",
            Self::Type | Self::Alias | Self::Other => "Types",
            Self::DType | Self::Status | Self::Format => "Numbers and names",
            Self::Product => "Products",
            Self::MaxRank | Self::Deterministic | Self::Message => "The operator",
            Self::Function
            | Self::Parameter
            | Self::CType
            | Self::Direction
            | Self::DTypes
            | Self::Formats
            | Self::Empty
            | Self::Strided
            | Self::Range
            | Self::Ranks
            | Self::ProductDTypes
            | Self::Nulls => "Functions and parameters",
            Self::Prose => "Sentences",
            Self::Derived | Self::Requirement => "Requirements",
        }
    }
}
