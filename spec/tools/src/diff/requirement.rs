//! Compares what people write about editions: requirements, and the derived values that they use.

use super::accepted::ranged;
use super::change::{Bump, Change, ChangeType};
use super::diff;
use super::differences::Differences;
use super::kind::FactKind;
use crate::facts::Facts;
use ascertain_spec::model::{Basis, Contract, Level, Predicate, Requirement, Span, Spec};

/// Compares two editions of a document, including requirements. They may be from two states of the specification. `None`
/// if one of them does not exist.
pub fn of_editions(before: (&Spec, &str), after: (&Spec, &str), document: &str) -> Option<Differences> {
    let facts = |(spec, edition): (&Spec, &str)| Facts::of_edition(spec, document, edition);
    let mut differences = diff(&facts(before)?, &facts(after)?);
    if let Some((old, new)) = contract(before, document).zip(contract(after, document)) {
        derived(old, new, &mut differences.changes);
        requirements(&old.requirements, &new.requirements, &mut differences.changes);
    }
    let (old, new) = (of_tables(before, document), of_tables(after, document));
    requirements(&old, &new, &mut differences.changes);
    Some(differences)
}

fn contract<'a>((spec, edition): (&'a Spec, &str), document: &str) -> Option<&'a Contract> {
    let operator = spec.operators.iter().find(|operator| operator.document == document)?;
    operator.contracts.iter().find(|contract| contract.edition == edition)
}

fn of_tables((spec, edition): (&Spec, &str), document: &str) -> Vec<Requirement> {
    let tables = spec.tables.iter().filter(|table| table.document == document);
    let requirements = tables.flat_map(|table| &table.requirements);
    requirements.filter(|r| r.editions.iter().any(|name| name == edition)).cloned().collect()
}

/// Derived values: another definition of the same name may change results.
fn derived(old: &Contract, new: &Contract, changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Derived;
    let shown = |name: &str| format!("derived value {name}");
    for was in &old.derived {
        match new.derived.iter().find(|is| is.name == was.name) {
            Some(is) if is.is.text == was.is.text => {}
            Some(is) => {
                let words = (was.is.text.as_str(), is.is.text.as_str());
                changes.push(Change::between(KIND, ChangeType::Changed, &*was.name, words));
            }
            None => {
                let shown = shown(&was.name);
                changes.push(Change::removed(KIND, &was.name, &was.is.text, Span::None, &shown));
            }
        }
    }
    for is in new.derived.iter().filter(|is| !old.derived.iter().any(|was| was.name == is.name)) {
        changes.push(Change::added(KIND, &is.name, &is.is.text, Span::None, &shown(&is.name)));
    }
}

fn requirements(before: &[Requirement], after: &[Requirement], changes: &mut Vec<Change>) {
    for old in before {
        match after.iter().find(|new| new.id == old.id) {
            Some(new) => requirement(old, new, changes),
            None => {
                let change =
                    Change::new(FactKind::Requirement, ChangeType::Removed, &*old.id, Some(&old.says), None);
                let says = format!("{} ({}) no longer holds: {}", old.id, old.level.name(), old.says);
                let bump = if binding(old.level) > 0 { Bump::Major } else { Bump::Minor };
                changes.push(change.saying(says).with(bump).at(old.cite.span, Default::default()));
            }
        }
    }
    for new in after.iter().filter(|new| !before.iter().any(|old| old.id == new.id)) {
        let change = Change::new(FactKind::Requirement, ChangeType::Added, &*new.id, None, Some(&new.says));
        let says = format!("{} ({}) holds now: {}", new.id, new.level.name(), new.says);
        changes.push(change.saying(says).at(Default::default(), new.cite.span));
    }
}

fn requirement(old: &Requirement, new: &Requirement, changes: &mut Vec<Change>) {
    let first = changes.len();
    if old.level != new.level {
        let words = (old.level.name(), new.level.name());
        let change = Change::between(FactKind::Requirement, ChangeType::Changed, &*new.id, words);
        // Promising more is compatible; promising less is not.
        let bump = if binding(new.level) > binding(old.level) { Bump::Minor } else { Bump::Major };
        changes.push(change.with(bump));
    }
    for (what, was, is, range) in [
        ("when", text(&old.when), text(&new.when), false),
        ("require", text(&old.require), text(&new.require), true),
        ("status", old.status.as_deref(), new.status.as_deref(), false),
        ("message", old.message.as_deref(), new.message.as_deref(), false),
        ("via", old.via.as_deref(), new.via.as_deref(), false),
        ("reference", refuses(old), refuses(new), false),
        ("accepted", accepted(old), accepted(new), false),
        ("basis", old.basis.map(Basis::name), new.basis.map(Basis::name), false),
    ] {
        let how = match (was, is) {
            // A level that has a basis, or has none, was told above.
            (None, _) | (_, None) if what == "basis" => continue,
            (None, Some(_)) => ChangeType::Added,
            (Some(_), None) => ChangeType::Removed,
            (was, is) if was == is => continue,
            _ => ChangeType::Changed,
        };
        let mut change = Change::new(FactKind::Requirement, how, format!("{}.{what}", new.id), was, is);
        if let (true, Some(was), Some(is)) = (range, was, is) {
            ranged(&mut change, was, is);
        }
        // Who says so changes no answer.
        if what == "basis" {
            change = change.with(Bump::Patch);
        }
        changes.push(change);
    }
    // If only the sentence differs, the wording was improved.
    if changes.len() == first && old.says != new.says {
        let change =
            Change::between(FactKind::Requirement, ChangeType::Changed, &*new.id, (&old.says, &new.says));
        changes.push(change.saying(format!("{} in other words: {}", new.id, new.says)).with(Bump::Patch));
    }
    for change in &mut changes[first..] {
        // What was unspecified was not promised.
        if binding(old.level) == 0 {
            change.bump = change.bump.min(Bump::Minor);
        }
        (change.before_place, change.after_place) = (old.cite.span, new.cite.span);
    }
}

fn text(predicate: &Option<Predicate>) -> Option<&str> {
    predicate.as_ref().map(|predicate| predicate.text.as_str())
}

fn refuses(requirement: &Requirement) -> Option<&'static str> {
    requirement.reference_refuses.then_some("refuses")
}

fn accepted(requirement: &Requirement) -> Option<&'static str> {
    requirement.accepted_is_judged.then_some("judged")
}

/// How much a level promises.
fn binding(level: Level) -> u8 {
    match level {
        Level::Must => 2,
        Level::Should => 1,
        Level::Unspecified | Level::Contradicted => 0,
    }
}
