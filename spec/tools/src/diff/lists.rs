//! Compares the types that a document lists under its own names, and their aliases. Their order does not matter.

use super::change::{Change, ChangeType};
use super::kind::FactKind;
use super::similar::renamed;
use crate::facts::{Facts, TypeFact};
use ascertain_spec::model::Span;

pub(super) fn diff(before: &Facts, after: &Facts, changes: &mut Vec<Change>) {
    let name = |fact: &TypeFact| -> String { fact.name.clone() };
    for old in &before.types {
        // A type is recognised by its dtype, whatever its name.
        match after.types.iter().find(|new| new.dtype == old.dtype) {
            Some(new) => {
                if old.name != new.name {
                    let change = Change::between(
                        FactKind::Type,
                        ChangeType::Renamed,
                        name(old),
                        (&old.name, &new.name),
                    );
                    let says = format!("type {} ({}) is called {} now", old.name, old.dtype, new.name);
                    changes.push(change.saying(says).at(old.place, new.place).under(&["type", &old.name]));
                }
                aliases(old, new, changes);
            }
            None => {
                let change =
                    Change::new(FactKind::Type, ChangeType::Removed, name(old), Some(&old.name), None);
                let says = format!("type {} ({}) removed", old.name, old.dtype);
                changes.push(change.saying(says).at(old.place, Span::None).under(&["type", &old.name]));
            }
        }
    }
    for new in after.types.iter().filter(|new| !before.types.iter().any(|old| old.dtype == new.dtype)) {
        let change = Change::new(FactKind::Type, ChangeType::Added, name(new), None, Some(&new.name));
        let says = format!("type {} ({}) added", new.name, new.dtype);
        changes.push(change.saying(says).at(Span::None, new.place));
    }
    others(&before.others, &after.others, changes);
}

fn aliases(old: &TypeFact, new: &TypeFact, changes: &mut Vec<Change>) {
    for alias in old.aliases.iter().filter(|alias| !new.aliases.contains(alias) && **alias != new.name) {
        let change = Change::new(FactKind::Alias, ChangeType::Removed, alias, Some(alias), None);
        let says = format!("alias {alias} of {} removed", new.name);
        changes.push(change.saying(says).at(old.place, new.place).under(&["type", &old.name, "aliases"]));
    }
    for alias in new.aliases.iter().filter(|alias| !old.aliases.contains(alias) && **alias != old.name) {
        let change = Change::new(FactKind::Alias, ChangeType::Added, alias, None, Some(alias));
        let says = format!("alias {alias} of {} added", new.name);
        changes.push(change.saying(says).at(old.place, new.place).under(&["type", &old.name, "aliases"]));
    }
}

/// Types that are not dtypes. A page gives only their names, so a rename is recognised by a similar name.
fn others(before: &[(String, Span)], after: &[(String, Span)], changes: &mut Vec<Change>) {
    let lacks = |list: &[(String, Span)], name: &str| !list.iter().any(|(other, _)| other == name);
    let gone: Vec<_> = before.iter().filter(|(name, _)| lacks(after, name)).collect();
    let new: Vec<_> = after.iter().filter(|(name, _)| lacks(before, name)).collect();
    // Another case, or one underscore more or less.
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let pairs = renamed(&gone, &new, |fact| &fact.0, |a, b| plain(&a.0) == plain(&b.0));
    for &(i, j) in &pairs {
        let (old, new) = (gone[i], new[j]);
        let change = Change::between(FactKind::Other, ChangeType::Renamed, &*old.0, (&old.0, &new.0));
        let says = format!("other type {} is called {} now", old.0, new.0);
        changes.push(change.saying(says).at(old.1, new.1).under(&["other", &old.0]));
    }
    for (_, old) in gone.iter().enumerate().filter(|(i, _)| !pairs.iter().any(|pair| pair.0 == *i)) {
        let change = Change::new(FactKind::Other, ChangeType::Removed, &*old.0, Some(&old.0), None);
        let says = format!("other type {} removed", old.0);
        changes.push(change.saying(says).at(old.1, Span::None).under(&["other", &old.0]));
    }
    for (_, new) in new.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|pair| pair.1 == *j)) {
        let change = Change::new(FactKind::Other, ChangeType::Added, &*new.0, None, Some(&new.0));
        changes.push(change.saying(format!("other type {} added", new.0)).at(Span::None, new.1));
    }
}
