//! Compares two editions or pages of a document: cell by cell and fact by fact, ignoring wording and places.
//!
//! [`diff`] compares [`Facts`] of any origin. [`of_editions`] also compares what people write about editions: requirements
//! and derived values. [`of_specs`] compares two whole specifications.
//!
//! # Which version comes next
//!
//! Every difference suggests which part of a version number has to change, for users of tables and contracts as a library:
//!
//! | [`Bump`] | when |
//! |---|---|
//! | major | something was removed or changed: a pair has another result or none, a name was removed or renamed, a range or list takes less, a promise no longer holds |
//! | minor | something was added: a pair or a name, a range or list that takes more, a statement where there was none. Also a sentence that the reader does not understand, come or gone: a person has to read it |
//! | patch | no result changes: order, marks, rules in prose that agree with the table, wording |
//!
//! Implementers should look at the cases whose result changes instead: accepting something new is a minor change here,
//! but work for them.

mod group;
mod lists;
mod operator;
mod prose;
mod range;
mod requirement;
mod similar;
mod specs;
mod table;

use crate::facts::Facts;
use ascertain_spec::model::Span;
use std::fmt;

pub use group::{CellGroup, lines};
pub use requirement::of_editions;
pub use specs::of_specs;

/// What differs between two versions of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Id of the document.
    pub document: String,
    /// Tables with changed cells.
    pub tables: Vec<TableDifference>,
    /// All other changes, in the order of the fields of [`Facts`].
    pub changes: Vec<Change>,
    /// What could not be compared, and why. It is not a difference.
    pub notes: Vec<String>,
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

/// A changed fact other than a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of fact.
    pub kind: FactKind,
    /// How it changed.
    pub how: ChangeType,
    /// What the fact is about: `mindspore.bool_`, `aclnnCumprodGetWorkspaceSize.dim`, `cumprod.dim.range`.
    pub subject: String,
    /// What the earlier version says; none if it says nothing.
    pub before: Option<String>,
    /// What the later version says.
    pub after: Option<String>,
    /// The change, in words.
    pub says: String,
    /// What it means for the version number.
    pub bump: Bump,
    /// Where the earlier version says it.
    pub before_place: Span,
    /// Where the later version says it.
    pub after_place: Span,
    /// The path of keys to it in the file of the earlier version, if that is an edition, as far as it is known.
    pub path: Vec<String>,
}

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
            Self::Prose => "Sentences that are not read",
            Self::Derived | Self::Requirement => "Requirements",
        }
    }
}

/// How a fact changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeType {
    /// The earlier version does not have it.
    Added,
    /// The later version does not have it.
    Removed,
    /// The same under another name.
    Renamed,
    /// It accepts more.
    Widened,
    /// It accepts less.
    Narrowed,
    /// The same in another order.
    Reordered,
    /// Any other change.
    Changed,
}

impl ChangeType {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Added,
        Self::Removed,
        Self::Renamed,
        Self::Widened,
        Self::Narrowed,
        Self::Reordered,
        Self::Changed,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed => "renamed",
            Self::Widened => "widened",
            Self::Narrowed => "narrowed",
            Self::Reordered => "reordered",
            Self::Changed => "changed",
        }
    }

    /// What such a change means for the version number, unless more is known.
    const fn bump(self) -> Bump {
        match self {
            Self::Added | Self::Widened => Bump::Minor,
            Self::Reordered => Bump::Patch,
            Self::Removed | Self::Renamed | Self::Narrowed | Self::Changed => Bump::Major,
        }
    }
}

/// The part of a version number that has to change; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// No result changes.
    Patch,
    /// Something was added.
    Minor,
    /// Something was removed or changed.
    Major,
}

impl Bump {
    /// `patch`, `minor`, `major`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
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

/// Compares two versions of a document: the only comparison of facts, from which imports and checks take theirs. Another language or origin is not a difference; another document is one.
pub fn diff(before: &Facts, after: &Facts) -> Differences {
    let mut differences = Differences { document: after.document.clone(), ..Differences::default() };
    if before.document != after.document {
        let ids = (before.document.as_str(), after.document.as_str());
        differences.changes.push(Change::between(FactKind::Document, ChangeType::Changed, "document", ids));
        return differences;
    }
    table::diff(&before.tables, &after.tables, &mut differences);
    lists::diff(before, after, &mut differences.changes);
    operator::diff(before.operator.as_ref(), after.operator.as_ref(), &mut differences.changes);
    prose::diff(before, after, &mut differences);
    differences
}

impl Change {
    /// A change with the usual words and bump of its type.
    fn new(
        kind: FactKind,
        how: ChangeType,
        subject: impl Into<String>,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Self {
        let subject = subject.into();
        let says = match (how, before, after) {
            (ChangeType::Added, _, Some(after)) if after != subject => {
                format!("{subject}: {after}, not said before")
            }
            (ChangeType::Removed, Some(before), _) if before != subject => {
                format!("{subject}: {before} no longer said")
            }
            (ChangeType::Added | ChangeType::Removed, ..) => format!("{subject} {}", how.name()),
            (ChangeType::Renamed, Some(before), Some(after)) => format!("{before} is called {after} now"),
            (_, Some(before), Some(after)) => format!("{subject}: {after} now, was {before}"),
            _ => format!("{subject} {}", how.name()),
        };
        Self {
            kind,
            how,
            subject,
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            says,
            bump: how.bump(),
            before_place: Span::None,
            after_place: Span::None,
            path: Vec::new(),
        }
    }

    fn between(
        kind: FactKind,
        how: ChangeType,
        subject: impl Into<String>,
        (before, after): (&str, &str),
    ) -> Self {
        Self::new(kind, how, subject, Some(before), Some(after))
    }

    fn saying(self, says: impl Into<String>) -> Self {
        Self { says: says.into(), ..self }
    }

    fn at(self, before_place: Span, after_place: Span) -> Self {
        Self { before_place, after_place, ..self }
    }

    fn under(self, path: &[&str]) -> Self {
        Self { path: path.iter().map(|&key| key.to_owned()).collect(), ..self }
    }

    fn with(self, bump: Bump) -> Self {
        Self { bump, ..self }
    }
}
