//! What differs between two versions of a document: cells of tables, and other facts.

use super::kind::{Bump, ChangeType, FactKind};
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
    /// Facts that both versions state, at places of which neither contains the other: a person may cite a section, and an import
    /// a line. It is a difference only between an edition and the page that it was read from.
    pub places: Vec<Change>,
    /// What could not be compared, and why. It is not a difference.
    pub notes: Vec<String>,
    /// How many sentences of the later version that are not understood stand in the earlier one as well. None where the
    /// sentences were not compared one by one.
    pub accounted: Option<usize>,
}

impl Differences {
    pub(super) fn of(document: &str, changes: Vec<Change>) -> Self {
        Self { document: document.to_owned(), changes, ..Self::default() }
    }

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

    /// Notes a fact that both versions state, if they state it at different places. What is inherited has no place.
    pub(super) fn place(&mut self, what: &str, (was, is): (Span, Span), path: &[&str]) {
        if was == Span::None || is == Span::None || was.contains(is) || is.contains(was) {
            return;
        }
        let says = format!("{what}: {is}, but the edition cites {was}");
        let change = Change::new(FactKind::Place, what, (Some(&was.to_string()), Some(&is.to_string())));
        self.places.push(change.saying(says).at(was, is).under(&[path, &["cite"]].concat()));
    }

    /// All differences between an edition and the page that it was read from, each by itself.
    pub fn with_places(&self) -> Vec<Change> {
        self.in_full().into_iter().chain(self.places.iter().cloned()).collect()
    }

    /// All differences, each by itself: first the cells.
    pub fn in_full(&self) -> Vec<Change> {
        let cells =
            self.tables.iter().flat_map(|table| table.cells.iter().map(|cell| cell.change(&table.id)));
        cells.chain(self.changes.iter().cloned()).collect()
    }
}

/// A table with changed cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDifference {
    /// `aclnn.tensor-tensor`.
    pub id: String,
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

/// The changed cells for people, each with what it says: neighbours in a row that change alike are one.
pub fn lines(table: &TableDifference) -> Vec<(&CellChange, String)> {
    let alike = |one: &CellChange, other: &CellChange| {
        (&one.row, &one.before, &one.after) == (&other.row, &other.before, &other.after)
    };
    let line = |cells: &'_ [CellChange]| {
        let columns: Vec<&str> = cells.iter().map(|cell| cell.column.as_str()).collect();
        let CellChange { row, before, after, .. } = &cells[0];
        match columns.as_slice() {
            [_] => cells[0].says(),
            _ => format!("row {row}: {} now {after}, was {before}", columns.join(", ")),
        }
    };
    table.cells.chunk_by(alike).map(|cells| (&cells[0], line(cells))).collect()
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

    /// The change of a cell of this table.
    fn change(&self, table: &str) -> Change {
        let said = |answer: &Answer| (*answer != Answer::Absent).then(|| answer.to_string());
        let (before, after) = (said(&self.before), said(&self.after));
        let subject = format!("{table}, row {}, column {}", self.row, self.column);
        Change::new(FactKind::Cell, subject, (before.as_deref(), after.as_deref()))
            .saying(self.says())
            .with(self.bump())
            .at(self.before_place, self.after_place)
            .under(&["table", table, "row", &self.row])
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
    /// Whether nobody can say which cases have another answer now, before a person has looked.
    pub open: bool,
    /// Where the earlier version says it.
    pub before_place: Span,
    /// Where the later version says it.
    pub after_place: Span,
    /// The path of keys to it in the file of the earlier version, if that is an edition, as far as it is known.
    pub path: Vec<String>,
}

impl Change {
    /// That two versions say these things, with the usual words for it.
    pub(crate) fn new(
        kind: FactKind,
        subject: impl Into<String>,
        (before, after): (Option<&str>, Option<&str>),
    ) -> Self {
        let subject = subject.into();
        let (how, says) = match (before, after) {
            (None, Some(after)) if after == subject => (ChangeType::Added, format!("{subject} added")),
            (None, Some(after)) => (ChangeType::Added, format!("{subject}: {after}, not said before")),
            (Some(before), None) if before == subject => (ChangeType::Removed, format!("{subject} removed")),
            (Some(before), None) => (ChangeType::Removed, format!("{subject}: {before} no longer said")),
            (Some(before), Some(after)) => {
                (ChangeType::Changed, format!("{subject}: {after} now, was {before}"))
            }
            (None, None) => (ChangeType::Changed, format!("{subject} changed")),
        };
        Self {
            kind,
            how,
            subject,
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            says,
            // Names, signs and what is printed change no result.
            bump: if kind.is_of_layout() { Bump::Patch } else { how.bump() },
            open: false,
            before_place: Span::None,
            after_place: Span::None,
            path: Vec::new(),
        }
    }

    /// A change of a statement that either version may lack; none if both say the same.
    pub(super) fn of(kind: FactKind, subject: &str, said: (Option<&str>, Option<&str>)) -> Option<Self> {
        (said.0 != said.1).then(|| Self::new(kind, subject, said))
    }

    /// A change of a statement that both versions make; none if they say the same.
    pub(super) fn between(kind: FactKind, subject: &str, (was, is): (&str, &str)) -> Option<Self> {
        Self::of(kind, subject, (Some(was), Some(is)))
    }

    /// A change of this type, with what that usually means for the version number.
    pub(super) fn how(self, how: ChangeType) -> Self {
        Self { how, bump: how.bump(), ..self }
    }

    pub(crate) fn saying(self, says: impl Into<String>) -> Self {
        Self { says: says.into(), ..self }
    }

    pub(crate) fn at(self, before_place: Span, after_place: Span) -> Self {
        Self { before_place, after_place, ..self }
    }

    pub(crate) fn under(self, path: &[&str]) -> Self {
        Self { path: path.iter().map(|&key| key.to_owned()).collect(), ..self }
    }

    /// A change of which nobody can say what it changes.
    #[must_use]
    pub fn opened(self) -> Self {
        Self { open: true, bump: Bump::Major, ..self }
    }

    pub(super) fn with(self, bump: Bump) -> Self {
        Self { bump, ..self }
    }
}
