//! Compares promotion tables: cells, keys, marks, layout and rules.

use super::change::{Bump, Change, ChangeType};
use super::differences::{Answer, CellChange, Differences, TableDifference};
use super::kind::FactKind;
use crate::facts::{RuleFact, TableFacts};
use ascertain_spec::model::Span;
use std::collections::BTreeSet;

pub(super) fn diff(before: &[TableFacts], after: &[TableFacts], differences: &mut Differences) {
    for old in before {
        match after.iter().find(|new| new.id == old.id) {
            Some(new) => of_table(old, new, differences),
            None => differences.changes.push(
                Change::new(FactKind::Table, ChangeType::Removed, &*old.id, Some(&old.id), None)
                    .at(old.place, Span::None)
                    .under(&["table", &old.id]),
            ),
        }
    }
    for new in after.iter().filter(|new| !before.iter().any(|old| old.id == new.id)) {
        differences.changes.push(
            Change::new(FactKind::Table, ChangeType::Added, &*new.id, None, Some(&new.id))
                .at(Span::None, new.place),
        );
    }
}

fn of_table(old: &TableFacts, new: &TableFacts, differences: &mut Differences) {
    cells(old, new, differences);
    let changes = &mut differences.changes;
    let places = (old.place, new.place);
    let axes = (old.axes(), new.axes());
    for (axis, before, after) in [("row", &axes.0.0, &axes.1.0), ("column", &axes.0.1, &axes.1.1)] {
        let gone = before.iter().filter(|key| !after.contains(key)).map(|key| (ChangeType::Removed, key));
        let come = after.iter().filter(|key| !before.contains(key)).map(|key| (ChangeType::Added, key));
        for (how, key) in gone.chain(come) {
            let (was, is) = if how == ChangeType::Added { (None, Some(*key)) } else { (Some(*key), None) };
            let says = format!("{}: {axis} {key} {}", new.id, how.name());
            let change = Change::new(FactKind::Axis, how, format!("{}/{axis}={key}", new.id), was, is);
            changes.push(change.saying(says).at(places.0, places.1).under(&["table", &old.id, "order"]));
        }
    }
    layout(old, new, changes);
    for (kind, what, key, before, after) in [
        (FactKind::Mark, "mark for no promotion", "undefined", old.mark(), new.mark()),
        (FactKind::Names, "names of dtypes", "names", old.names.as_str(), new.names.as_str()),
    ] {
        if before != after {
            let says = format!("{}: {what} `{after}` now, was `{before}`", new.id);
            let change = Change::between(kind, ChangeType::Changed, &*new.id, (before, after)).saying(says);
            let change = change.with(Bump::Patch).at(places.0, places.1);
            changes.push(change.under(&["table", &old.id, key]));
        }
    }
    rules(old, new, changes);
}

fn cells(old: &TableFacts, new: &TableFacts, differences: &mut Differences) {
    let (before, after) = (old.answers(), new.answers());
    let ((old_rows, old_columns), (rows, columns)) = (old.axes(), new.axes());
    let all = |now: Vec<&str>, then: Vec<&str>| -> Vec<String> {
        let gone = then.into_iter().filter(|key| !now.contains(key)).collect::<Vec<_>>();
        now.into_iter().chain(gone).map(str::to_owned).collect()
    };
    let (rows, columns) = (all(rows, old_rows), all(columns, old_columns));
    let mut changed = Vec::new();
    for row in &rows {
        for column in &columns {
            let key = (row.as_str(), column.as_str());
            let (old, new) = (before.get(&key), after.get(&key));
            let (was, is) = (answer(old.map(|said| &said.result)), answer(new.map(|said| &said.result)));
            if was != is {
                changed.push(CellChange {
                    row: row.clone(),
                    column: column.clone(),
                    before: was,
                    after: is,
                    before_place: old.map(|said| said.place).unwrap_or_default(),
                    after_place: new.map(|said| said.place).unwrap_or_default(),
                });
            }
        }
    }
    if !changed.is_empty() {
        differences.tables.push(TableDifference { id: new.id.clone(), rows, columns, cells: changed });
    }
}

fn answer(said: Option<&Option<String>>) -> Answer {
    match said {
        None => Answer::Absent,
        Some(None) => Answer::Undefined,
        Some(Some(name)) => Answer::DType(name.clone()),
    }
}

/// Which pairs are printed. No result depends on it, and nothing on their order.
fn layout(old: &TableFacts, new: &TableFacts, changes: &mut Vec<Change>) {
    for (axis, before, after) in [("rows", &old.rows, &new.rows), ("columns", &old.columns, &new.columns)] {
        let sets = (before.iter().collect::<BTreeSet<_>>(), after.iter().collect::<BTreeSet<_>>());
        if sets.0 == sets.1 {
            continue;
        }
        let come: Vec<&str> = sets.1.difference(&sets.0).map(|key| key.as_str()).collect();
        let gone: Vec<&str> = sets.0.difference(&sets.1).map(|key| key.as_str()).collect();
        let part =
            |keys: &[&str], words: &str| (!keys.is_empty()).then(|| format!("{} {words}", keys.join(", ")));
        let parts = [part(&come, "printed now"), part(&gone, "printed no longer")];
        let says =
            format!("{}: {axis} {}", new.id, parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
        let words = (before.join(", "), after.join(", "));
        let subject = format!("{}/{axis}", new.id);
        let change = Change::between(FactKind::Layout, ChangeType::Changed, subject, (&words.0, &words.1));
        let change = change.saying(says).with(Bump::Patch).at(old.place, new.place);
        changes.push(change.under(&["table", &old.id, "order"]));
    }
}

/// The rules in words. Their cells have been compared already, so a changed rule alone changes no result.
fn rules(old: &TableFacts, new: &TableFacts, changes: &mut Vec<Change>) {
    let in_words = |rules: &[RuleFact]| -> Vec<String> { rules.iter().map(RuleFact::in_words).collect() };
    let (before, after) = (in_words(&old.rules), in_words(&new.rules));
    for (index, (rule, words)) in old.rules.iter().zip(&before).enumerate() {
        if after.contains(words) {
            continue;
        }
        let change = Change::new(FactKind::Rule, ChangeType::Removed, &*new.id, Some(words), None);
        let says = format!("{}: no longer says that {words}", new.id);
        let change = change.saying(says).with(Bump::Patch).at(rule.place, Default::default());
        changes.push(change.under(&["table", &old.id, "rule", &index.to_string()]));
    }
    for (rule, words) in new.rules.iter().zip(&after).filter(|(_, words)| !before.contains(words)) {
        let change = Change::new(FactKind::Rule, ChangeType::Added, &*new.id, None, Some(words));
        let says = format!("{}: now says that {words}", new.id);
        let change = change.saying(says).with(Bump::Patch).at(Default::default(), rule.place);
        changes.push(change.under(&["table", &old.id, "rule"]));
    }
}
