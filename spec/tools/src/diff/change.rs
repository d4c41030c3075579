//! A changed fact, and what the change means for a version number.

use super::kind::FactKind;
use ascertain_spec::model::Span;
use serde::{Serialize, Serializer};

/// A changed fact other than a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of fact.
    pub kind: FactKind,
    /// How it changed.
    pub how: ChangeType,
    /// What the fact is about: `mindspore.bool_`, `aclnnCumprodGetWorkspaceSize.dim`, `cumprod.dim.range`.
    pub subject: String,
    /// What the earlier version says; none if it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What the later version says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The change, in words.
    pub says: String,
    /// What it means for the version number.
    pub bump: Bump,
    /// Where the earlier version says it.
    #[serde(skip_serializing_if = "is_unknown", serialize_with = "place")]
    pub before_place: Span,
    /// Where the later version says it.
    #[serde(skip_serializing_if = "is_unknown", serialize_with = "place")]
    pub after_place: Span,
    #[serde(skip)]
    /// The path of keys to it in the file of the earlier version, if that is an edition, as far as it is known.
    pub path: Vec<String>,
}

impl Change {
    /// A change with the usual words and bump of its type.
    pub(super) fn new(
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

    pub(super) fn between(
        kind: FactKind,
        how: ChangeType,
        subject: impl Into<String>,
        (before, after): (&str, &str),
    ) -> Self {
        Self::new(kind, how, subject, Some(before), Some(after))
    }

    /// That only the earlier version has what is `shown`.
    pub(super) fn removed(kind: FactKind, subject: &str, was: &str, place: Span, shown: &str) -> Self {
        let change = Self::new(kind, ChangeType::Removed, subject, Some(was), None);
        change.saying(format!("{shown} removed")).at(place, Span::None)
    }

    /// That only the later version has what is `shown`.
    pub(super) fn added(kind: FactKind, subject: &str, is: &str, place: Span, shown: &str) -> Self {
        let change = Self::new(kind, ChangeType::Added, subject, None, Some(is));
        change.saying(format!("{shown} added")).at(Span::None, place)
    }

    /// That what is `shown` has another name.
    pub(super) fn renamed(kind: FactKind, subject: &str, (was, is): (&str, &str), shown: &str) -> Self {
        let change = Self::between(kind, ChangeType::Renamed, subject, (was, is));
        change.saying(format!("{shown} is called {is} now"))
    }

    pub(super) fn saying(self, says: impl Into<String>) -> Self {
        Self { says: says.into(), ..self }
    }

    pub(super) fn at(self, before_place: Span, after_place: Span) -> Self {
        Self { before_place, after_place, ..self }
    }

    pub(super) fn under(self, path: &[&str]) -> Self {
        Self { path: path.iter().map(|&key| key.to_owned()).collect(), ..self }
    }

    /// One key deeper, if there is a key.
    pub(super) fn below(mut self, key: Option<&str>) -> Self {
        self.path.extend(key.map(str::to_owned));
        self
    }

    pub(super) fn with(self, bump: Bump) -> Self {
        Self { bump, ..self }
    }
}

/// Whether a place is not known; then it is left out.
fn is_unknown(place: &Span) -> bool {
    *place == Span::None
}

/// `line 5`.
fn place<S: Serializer>(place: &Span, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(place)
}

/// How a fact changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
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
    pub(super) const fn bump(self) -> Bump {
        match self {
            Self::Added | Self::Widened => Bump::Minor,
            Self::Reordered => Bump::Patch,
            Self::Removed | Self::Renamed | Self::Narrowed | Self::Changed => Bump::Major,
        }
    }
}

/// The part of a version number that has to change; see the [module](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
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
