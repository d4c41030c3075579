//! Compares the types that a document lists under its own names, and their aliases. Their order does not matter.

use super::change::Change;
use super::kind::FactKind;
use super::named::{ANY, Named, SIMILAR, compare};
use crate::facts::{Facts, TypeFact};

pub(super) fn diff(before: &Facts, after: &Facts, changes: &mut Vec<Change>) {
    // A type is recognised by its dtype, whatever its name.
    let thing = |ty: &TypeFact| {
        let shown = format!("type {} ({})", ty.name, ty.dtype);
        let [key, content] = [&ty.dtype; 2].map(String::clone);
        Named { key, content, shown, ..Named::new("type", &ty.name, ty.place) }
    };
    let things = |facts: &Facts| facts.types.iter().map(thing).collect::<Vec<_>>();
    let (old, new) = (things(before), things(after));
    compare(FactKind::Type, (&old, &new), (&["type"], SIMILAR), changes, |old, new, changes| {
        aliases(&before.types[old], &after.types[new], changes);
    });
    // Of types that are not dtypes a page gives only names. One is renamed if the case differs, or an underscore.
    let others = |facts: &Facts| -> Vec<Named> {
        let thing = |(name, place): &(String, _)| Named {
            content: name.replace('_', "").to_lowercase(),
            ..Named::new("other type", name, *place)
        };
        facts.others.iter().map(thing).collect()
    };
    let (old, new) = (others(before), others(after));
    compare(FactKind::Other, (&old, &new), (&["other"], SIMILAR), changes, |_, _, _| {});
}

/// The aliases of a type. One that was its name, or is its name now, has neither come nor gone.
fn aliases(old: &TypeFact, new: &TypeFact, changes: &mut Vec<Change>) {
    let things = |of: &TypeFact, but: &String| -> Vec<Named> {
        let others = of.aliases.iter().filter(|alias| *alias != but);
        let more = format!(" of {}", new.name);
        others.map(|alias| Named { more: more.clone(), ..Named::new("alias", alias, of.place) }).collect()
    };
    let first = changes.len();
    let both = (&*things(old, &new.name), &*things(new, &old.name));
    compare(FactKind::Alias, both, (&[], ANY), changes, |_, _, _| {});
    for change in &mut changes[first..] {
        (change.before_place, change.after_place) = (old.place, new.place);
        change.path = ["type", &old.name, "aliases"].map(str::to_owned).to_vec();
    }
}
