//! Compares promotion tables: cells, keys, marks, layout and rules.

use super::aspect::{Aspect, Said, in_parts, missing};
use super::change::{Answer, CellChange, Change, Differences, TableDifference};
use super::kind::FactKind;
use super::named::{ANY, Named, compare};
use crate::facts::{CellFact, RuleFact, TableFacts};
use ascertain_spec::model::Span;

const TABLE: [Aspect<TableFacts>; 2] = [
    (FactKind::Mark, "undefined", "mark for no promotion", |of| Said::Words(Some(of.mark().to_owned()))),
    (FactKind::Names, "names", "names of dtypes", |of| Said::Words(Some(of.names.clone()))),
];

pub(super) fn diff(before: &[TableFacts], after: &[TableFacts], found: &mut Differences) {
    let named = |_, table: &TableFacts| Named::new("", &table.id, table.place);
    compare(FactKind::Table, [before, after], named, (&["table"], ANY), found, |[old, new], path, found| {
        cells(old, new, path, found);
        layout(old, new, path, found);
        rules(old, new, path, found);
    });
}

/// Keys, which pairs are printed, and signs.
fn layout(old: &TableFacts, new: &TableFacts, path: &[&str], found: &mut Differences) {
    let id = new.id.as_str();
    let first = found.changes.len();
    let ((old_rows, old_columns), (rows, columns)) = (old.axes(), new.axes());
    let order = [path, &["order"]].concat();
    for (axis, both) in [("row", [&old_rows[..], &rows]), ("column", [&old_columns, &columns])] {
        let named = |_, key: &&str| Named {
            subject: format!("{id}/{axis}={key}"),
            shown: format!("{id}: {axis} {key}"),
            ..Named::new("", key, Span::None)
        };
        compare(FactKind::Axis, both, named, (&order, ANY), found, |_, _, _| {});
    }
    for (axis, was, is) in [("rows", &old.rows, &new.rows), ("columns", &old.columns, &new.columns)] {
        let [come, gone] = [missing(was, is), missing(is, was)].map(sorted);
        let parts = in_parts([(come, "printed now"), (gone, "printed no longer")]);
        let words = (was.join(", "), is.join(", "));
        let subject = format!("{id}/{axis}");
        let change = Change::new(FactKind::Layout, subject, (Some(&words.0), Some(&words.1)));
        let change = change.saying(format!("{id}: {axis} {parts}")).under(&order);
        found.changes.extend((!parts.is_empty()).then_some(change));
    }
    found.aspects(&TABLE, id, [old, new], (path, (old.place, new.place)));
    found.changes[first..].iter_mut().for_each(|c| (c.before_place, c.after_place) = (old.place, new.place));
}

fn sorted(mut keys: Vec<&str>) -> Vec<&str> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The cells that differ, and the places of those that do not, and of their rows.
fn cells(old: &TableFacts, new: &TableFacts, path: &[&str], found: &mut Differences) {
    let (before, after) = (old.answers(), new.answers());
    let ((old_rows, old_columns), (rows, columns)) = (old.axes(), new.axes());
    let all = |now: Vec<&str>, then: Vec<&str>| -> Vec<String> {
        let gone = missing(&now, &then);
        now.iter().chain(&gone).map(|key| (*key).to_owned()).collect()
    };
    let (rows, columns) = (all(rows, old_rows), all(columns, old_columns));
    let mut cells = Vec::new();
    for row in &rows {
        let path = [path, &["row", row]].concat();
        found.place(&format!("{}, row {row}", new.id), (old.row_place(row), new.row_place(row)), &path);
        for column in &columns {
            let key = (row.as_str(), column.as_str());
            let (old, new_cell) = (before.get(&key), after.get(&key));
            let (was, is) = (answer(old.map(|said| &said.result)), answer(new_cell.map(|said| &said.result)));
            let place = |said: Option<&CellFact>| said.map(|said| said.place).unwrap_or_default();
            let (before_place, after_place) = (place(old), place(new_cell));
            if was == is {
                let what = format!("{}, row {row}, column {column}", new.id);
                found.place(&what, (before_place, after_place), &path);
            } else {
                let (row, column) = (row.clone(), column.clone());
                cells.push(CellChange { row, column, before: was, after: is, before_place, after_place });
            }
        }
    }
    if !cells.is_empty() {
        found.tables.push(TableDifference { id: new.id.clone(), cells });
    }
}

fn answer(said: Option<&Option<String>>) -> Answer {
    match said {
        None => Answer::Absent,
        Some(None) => Answer::Undefined,
        Some(Some(name)) => Answer::DType(name.clone()),
    }
}

/// The rules in words. Their cells have been compared already, so a changed rule alone changes no result.
fn rules(old: &TableFacts, new: &TableFacts, path: &[&str], found: &mut Differences) {
    let in_words = |table: &TableFacts| table.rules.iter().map(RuleFact::in_words).collect::<Vec<_>>();
    let (before, after) = (in_words(old), in_words(new));
    let path = [path, &["rule"]].concat();
    let change = |says: String, said| {
        Change::new(FactKind::Rule, &*new.id, said).saying(format!("{}: {says}", new.id)).under(&path)
    };
    for (index, (rule, words)) in old.rules.iter().zip(&before).enumerate() {
        let index = index.to_string();
        let path = [&path[..], &[&index]].concat();
        match after.iter().position(|now| now == words) {
            Some(at) => {
                found.place(&format!("rule `{words}`"), (rule.place, new.rules[at].place), &path);
            }
            None => {
                let change = change(format!("no longer says that {words}"), (Some(words), None));
                found.changes.push(change.at(rule.place, Span::None).under(&path));
            }
        }
    }
    for (rule, words) in new.rules.iter().zip(&after).filter(|(_, words)| !before.contains(words)) {
        let change = change(format!("now says that {words}"), (None, Some(words)));
        found.changes.push(change.at(Span::None, rule.place));
    }
}
