//! Items of a list that an edition adds to the inherited one, or removes from it.

use crate::read::raw::Text;
use crate::report::Report;

/// Adds an item, or replaces the inherited one that is the same.
pub(crate) fn put<T>(items: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    match items.iter_mut().find(|known| same(known, &item)) {
        Some(known) => *known = item,
        None => items.push(item),
    }
}

/// Removes an inherited item, given by its kind and its name. `said` is whether the edition also describes it, which is a
/// mistake.
pub(crate) fn remove<T>(
    items: &mut Vec<T>,
    same: impl Fn(&T) -> bool,
    (kind, name): (&str, &Text),
    said: bool,
    report: &Report,
) {
    let before = items.len();
    items.retain(|item| !same(item));
    if before == items.len() {
        let message = format!("{kind} `{name}` is removed but was not inherited");
        report.error(name.at, message).label("no edition that this one inherits from has it");
    } else if said {
        let message = format!("{kind} `{name}` is both removed and described");
        report.error(name.at, message).label("expected `removed = true` alone");
    }
}
