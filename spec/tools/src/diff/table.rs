//! Compares promotion tables: cells, keys, marks, layout and rules.

use super::change::{Answer, CellChange, Change, Differences, TableDifference};
use super::kind::{Bump, FactKind};
use super::named::{ANY, Named, compare};
use crate::facts::{RuleFact, TableFacts};
use ascertain_spec::model::Span;

pub(super) fn diff(before: &[TableFacts], after: &[TableFacts], differences: &mut Differences) {
    let named = |_, table: &TableFacts| Named::new("", &table.id, table.place);
    let mut tables = Vec::new();
    let changes = &mut differences.changes;
    compare(FactKind::Table, [before, after], named, (&["table"], ANY), changes, |old, new, changes| {
        tables.extend(cells(old, new));
        of_table(old, new, changes);
    });
    differences.tables = tables;
}

fn of_table(old: &TableFacts, new: &TableFacts, changes: &mut Vec<Change>) {
    let id = new.id.as_str();
    let first = changes.len();
    let ((old_rows, old_columns), (rows, columns)) = (old.axes(), new.axes());
    for (axis, was, is) in [("row", &old_rows, &rows), ("column", &old_columns, &columns)] {
        let gone = missing(is, was).into_iter().map(|key| (Some(key), None, "removed"));
        let come = missing(was, is).into_iter().map(|key| (None, Some(key), "added"));
        for (was, is, how) in gone.chain(come) {
            let key = was.or(is).unwrap_or_default();
            let change = Change::new(FactKind::Axis, format!("{id}/{axis}={key}"), (was, is));
            let says = format!("{id}: {axis} {key} {how}");
            changes.push(change.saying(says).under(&["table", &old.id, "order"]));
        }
    }
    // Which pairs are printed: no result depends on it, and nothing on their order.
    for (axis, was, is) in [("rows", &old.rows, &new.rows), ("columns", &old.columns, &new.columns)] {
        let (come, gone) = (sorted(missing(was, is)), sorted(missing(is, was)));
        let parts = [(come, "printed now"), (gone, "printed no longer")].into_iter();
        let parts = parts.filter(|(keys, _)| !keys.is_empty());
        let parts: Vec<String> = parts.map(|(keys, words)| format!("{} {words}", keys.join(", "))).collect();
        let words = (was.join(", "), is.join(", "));
        let subject = format!("{id}/{axis}");
        let change = Change::new(FactKind::Layout, subject, (Some(&words.0), Some(&words.1)));
        let change = change.saying(format!("{id}: {axis} {}", parts.join(", "))).with(Bump::Patch);
        changes.extend((!parts.is_empty()).then(|| change.under(&["table", &old.id, "order"])));
    }
    for (kind, what, key, was, is) in [
        (FactKind::Mark, "mark for no promotion", "undefined", old.mark(), new.mark()),
        (FactKind::Names, "names of dtypes", "names", old.names.as_str(), new.names.as_str()),
    ] {
        let says = format!("{id}: {what} `{is}` now, was `{was}`");
        let change = Change::between(kind, id, (was, is)).map(|change| change.saying(says).with(Bump::Patch));
        changes.extend(change.map(|change| change.under(&["table", &old.id, key])));
    }
    changes[first..].iter_mut().for_each(|c| (c.before_place, c.after_place) = (old.place, new.place));
    rules(old, new, changes);
}

/// What is in `of` and not in `from`.
fn missing<'a, T: AsRef<str>>(from: &[T], of: &'a [T]) -> Vec<&'a str> {
    let has = |key: &str| from.iter().any(|other| other.as_ref() == key);
    of.iter().map(AsRef::as_ref).filter(|key| !has(key)).collect()
}

fn sorted(mut keys: Vec<&str>) -> Vec<&str> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The cells that differ, if any do.
fn cells(old: &TableFacts, new: &TableFacts) -> Option<TableDifference> {
    let (before, after) = (old.answers(), new.answers());
    let ((old_rows, old_columns), (rows, columns)) = (old.axes(), new.axes());
    let all = |now: Vec<&str>, then: Vec<&str>| -> Vec<String> {
        let gone = missing(&now, &then);
        now.iter().chain(&gone).map(|key| (*key).to_owned()).collect()
    };
    let (rows, columns) = (all(rows, old_rows), all(columns, old_columns));
    let mut cells = Vec::new();
    for (row, column) in rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column))) {
        let key = (row.as_str(), column.as_str());
        let (old, new) = (before.get(&key), after.get(&key));
        let (was, is) = (answer(old.map(|said| &said.result)), answer(new.map(|said| &said.result)));
        if was != is {
            cells.push(CellChange {
                row: row.clone(),
                column: column.clone(),
                before: was,
                after: is,
                before_place: old.map(|said| said.place).unwrap_or_default(),
                after_place: new.map(|said| said.place).unwrap_or_default(),
            });
        }
    }
    (!cells.is_empty()).then(|| TableDifference { id: new.id.clone(), cells })
}

fn answer(said: Option<&Option<String>>) -> Answer {
    match said {
        None => Answer::Absent,
        Some(None) => Answer::Undefined,
        Some(Some(name)) => Answer::DType(name.clone()),
    }
}

/// The rules in words. Their cells have been compared already, so a changed rule alone changes no result.
fn rules(old: &TableFacts, new: &TableFacts, changes: &mut Vec<Change>) {
    let in_words = |table: &TableFacts| table.rules.iter().map(RuleFact::in_words).collect::<Vec<_>>();
    let (before, after) = (in_words(old), in_words(new));
    let mut push = |says: &str, said, places: (Span, Span), path: &[&str]| {
        let change = Change::new(FactKind::Rule, &*new.id, said).saying(format!("{}: {says}", new.id));
        let path = [&["table", &old.id, "rule"], path].concat();
        changes.push(change.with(Bump::Patch).at(places.0, places.1).under(&path));
    };
    let gone = old.rules.iter().zip(&before).enumerate().filter(|(_, (_, words))| !after.contains(words));
    for (index, (rule, words)) in gone {
        let says = format!("no longer says that {words}");
        push(&says, (Some(words), None), (rule.place, Span::None), &[&index.to_string()]);
    }
    for (rule, words) in new.rules.iter().zip(&after).filter(|(_, words)| !before.contains(words)) {
        push(&format!("now says that {words}"), (None, Some(words)), (Span::None, rule.place), &[]);
    }
}
