//! How facts are serialized where their own form is not that of a report.

use super::{CellFact, RuleFact, TableFacts};
use crate::place::entry;
use ascertain_spec::model::{Direction, Gives, Span};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A fact that is a tuple: its first value and, if it has a key, the second one, and a place.
struct Keyed<'a, A, B>([&'static str; 2], &'a A, &'a B, Span);

impl<A: Serialize, B: Serialize> Serialize for Keyed<'_, A, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(keys, first, second, span) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(keys[0], first)?;
        if !keys[1].is_empty() {
            map.serialize_entry(keys[1], second)?;
        }
        entry(&mut map, *span)?;
        map.end()
    }
}

type Pairs = [(String, Span)];

pub(super) fn names<S: Serializer>(list: &Pairs, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|(name, _)| name))
}

pub(super) fn nulls<S: Serializer>(list: &Pairs, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|(name, place)| Keyed(["name", ""], name, &(), *place)))
}

pub(super) fn products<S: Serializer>(
    list: &[(String, bool, Span)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer
        .collect_seq(list.iter().map(|(name, is, place)| Keyed(["name", "supported"], name, is, *place)))
}

pub(super) fn statuses<S: Serializer>(
    list: &[(String, i64, Span)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|(name, is, place)| Keyed(["name", "number"], name, is, *place)))
}

/// Called for what is stated only.
pub(super) fn stated<T: Serialize, S: Serializer>(
    fact: &Option<(T, Span)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fact = fact.as_ref().map(|(value, place)| Keyed(["value", ""], value, &(), *place));
    fact.serialize(serializer)
}

pub(super) fn gives<S: Serializer>(gives: &Gives, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(gives.name())
}

pub(super) fn direction<S: Serializer>(direction: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(direction.name())
}

impl Serialize for TableFacts {
    /// Cells are a list for each row.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells: Vec<&[CellFact]> = self.cells.chunks(self.columns.len().max(1)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("cells", &cells)?;
        map.serialize_entry::<_, Vec<RuleFact>>("rules", &self.rules)?;
        entry(&mut map, self.place)?;
        map.end()
    }
}
