//! Compares the types that a document lists under its own names, and their aliases. Their order does not matter.

use super::change::Change;
use super::kind::FactKind;
use super::similar::{Fate, fates};
use crate::facts::{Facts, TypeFact};
use ascertain_spec::model::Span;

pub(super) fn diff(before: &Facts, after: &Facts, changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Type;
    let shown = |ty: &TypeFact| format!("type {} ({})", ty.name, ty.dtype);
    // A type is recognised by its dtype, whatever its name.
    for fate in fates(&before.types, &after.types, |ty| &ty.dtype, |_, _| false) {
        let change = match fate {
            Fate::Kept(old, new) | Fate::Renamed(old, new) => {
                if old.name != new.name {
                    let change = Change::renamed(KIND, &old.name, (&old.name, &new.name), &shown(old));
                    changes.push(change.at(old.place, new.place).under(&["type", &old.name]));
                }
                aliases(old, new, changes);
                continue;
            }
            Fate::Removed(old) => {
                let change = Change::removed(KIND, &old.name, &old.name, old.place, &shown(old));
                change.under(&["type", &old.name])
            }
            Fate::Added(new) => Change::added(KIND, &new.name, &new.name, new.place, &shown(new)),
        };
        changes.push(change);
    }
    others(&before.others, &after.others, changes);
}

fn aliases(old: &TypeFact, new: &TypeFact, changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Alias;
    let mut push = |change: Change| {
        changes.push(change.at(old.place, new.place).under(&["type", &old.name, "aliases"]));
    };
    let shown = |alias: &str| format!("alias {alias} of {}", new.name);
    for alias in old.aliases.iter().filter(|alias| !new.aliases.contains(alias) && **alias != new.name) {
        push(Change::removed(KIND, alias, alias, Span::None, &shown(alias)));
    }
    for alias in new.aliases.iter().filter(|alias| !old.aliases.contains(alias) && **alias != old.name) {
        push(Change::added(KIND, alias, alias, Span::None, &shown(alias)));
    }
}

/// Types that are not dtypes. A page gives only their names, so a rename is recognised by a similar name.
fn others(before: &[(String, Span)], after: &[(String, Span)], changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Other;
    let shown = |name: &str| format!("other type {name}");
    // Another case, or one underscore more or less.
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    for fate in fates(before, after, |fact| &fact.0, |a, b| plain(&a.0) == plain(&b.0)) {
        changes.push(match fate {
            Fate::Kept(..) => continue,
            Fate::Renamed((old, before), (new, after)) => {
                Change::renamed(KIND, old, (old, new), &shown(old)).at(*before, *after).under(&["other", old])
            }
            Fate::Removed((old, at)) => {
                Change::removed(KIND, old, old, *at, &shown(old)).under(&["other", old])
            }
            Fate::Added((new, at)) => Change::added(KIND, new, new, *at, &shown(new)),
        });
    }
}
