//! Compares what is accepted, in lists and ranges: whether a version takes more or less.

use super::change::{Bump, Change, ChangeType};
use super::kind::FactKind;
use super::range::{RangeChange, compare};

/// Compares lists of what is accepted. Their order does not matter.
pub(super) fn list(
    kind: FactKind,
    what: &str,
    subject: &str,
    (before, after): (&[String], &[String]),
    changes: &mut Vec<Change>,
) {
    let come: Vec<&str> = after.iter().filter(|word| !before.contains(word)).map(String::as_str).collect();
    let gone: Vec<&str> = before.iter().filter(|word| !after.contains(word)).map(String::as_str).collect();
    if come.is_empty() && gone.is_empty() {
        return;
    }
    let words = (before.join(", "), after.join(", "));
    let how = match (before.is_empty(), after.is_empty(), gone.is_empty(), come.is_empty()) {
        (true, ..) => ChangeType::Added,
        (_, true, ..) => ChangeType::Removed,
        (_, _, true, _) => ChangeType::Widened,
        (_, _, _, true) => ChangeType::Narrowed,
        _ => ChangeType::Changed,
    };
    let part =
        |words: &[&str], verb: &str| (!words.is_empty()).then(|| format!("{} {verb}", words.join(", ")));
    let parts: Vec<String> = [part(&come, "added"), part(&gone, "removed")].into_iter().flatten().collect();
    let was = (!before.is_empty()).then_some(words.0.as_str());
    let is = (!after.is_empty()).then_some(words.1.as_str());
    let says = format!("{what} of {subject}: {}", parts.join(", "));
    changes.push(Change::new(kind, how, subject, was, is).saying(says));
}

/// Compares ranges or other predicates: whether one accepts more than before.
pub(super) fn ranged(change: &mut Change, was: &str, is: &str) {
    let (how, example) = match compare(was, is) {
        RangeChange::Same => (ChangeType::Changed, Some("; the same in other words".to_owned())),
        RangeChange::Wider(at) => (ChangeType::Widened, Some(format!("; takes more, as {at}"))),
        RangeChange::Narrower(at) => (ChangeType::Narrowed, Some(format!("; takes less, not {at}"))),
        RangeChange::Apart(gained, lost) => {
            (ChangeType::Changed, Some(format!("; takes {gained}, and {lost} no longer")))
        }
        RangeChange::Unknown => (ChangeType::Changed, None),
    };
    let same = compare(was, is) == RangeChange::Same;
    change.how = how;
    change.bump = if same { Bump::Patch } else { how.bump() };
    change.says.push_str(&example.unwrap_or_default());
}
