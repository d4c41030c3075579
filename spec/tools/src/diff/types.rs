//! Compares the types that a document lists under its own names, and their aliases. Their order does not matter.

use super::change::Differences;
use super::kind::FactKind;
use super::named::{ANY, Named, SIMILAR, compare};
use crate::facts::{Facts, TypeFact};
use ascertain_spec::model::Span;

pub(super) fn diff(before: &Facts, after: &Facts, found: &mut Differences) {
    // A type is recognised by its dtype, whatever its name.
    let named = |_, ty: &TypeFact| {
        let shown = format!("type {} ({})", ty.name, ty.dtype);
        let [key, content] = [&ty.dtype; 2].map(String::clone);
        Named { key, content, shown, ..Named::new("type", &ty.name, ty.place) }
    };
    let both = [&before.types[..], &after.types];
    compare(FactKind::Type, both, named, (&["type"], SIMILAR), found, aliases);
    // Of types that are not dtypes a page gives only names. One is renamed if the case differs, or an underscore.
    let named = |_, (name, place): &(String, _)| Named {
        content: name.replace('_', "").to_lowercase(),
        ..Named::new("other type", name, *place)
    };
    let both = [&before.others[..], &after.others];
    compare(FactKind::Other, both, named, (&["other"], SIMILAR), found, |_, _, _| {});
}

/// The aliases of a type. One that was its name, or is its name now, has neither come nor gone.
fn aliases([old, new]: [&TypeFact; 2], path: &[&str], found: &mut Differences) {
    let aliases = |of: &TypeFact, but: &String| -> Vec<String> {
        of.aliases.iter().filter(|alias| *alias != but).cloned().collect()
    };
    let named = |_, alias: &String| Named {
        more: format!(" of {}", new.name),
        ..Named::new("alias", alias, Span::None)
    };
    let first = found.changes.len();
    let (was, is) = (aliases(old, &new.name), aliases(new, &old.name));
    compare(FactKind::Alias, [&was[..], &is], named, (&[], ANY), found, |_, _, _| {});
    for change in &mut found.changes[first..] {
        (change.before_place, change.after_place) = (old.place, new.place);
        change.path = [path, &["aliases"]].concat().into_iter().map(str::to_owned).collect();
    }
}
