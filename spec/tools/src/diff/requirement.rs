//! Compares what people write about editions: requirements, the derived values that they use, and formulas.

use super::change::{Change, Differences};
use super::diff;
use super::kind::{Bump, FactKind};
use super::named::{ANY, Named, compare};
use crate::facts::Facts;
use ascertain_spec::model::{Basis, Contract, Derived, Formula, Level, Predicate, Requirement, Span, Spec};

/// Compares two editions of a document, including requirements. They may be from two states of the specification. `None`
/// if one of them does not exist.
pub fn of_editions(before: (&Spec, &str), after: (&Spec, &str), document: &str) -> Option<Differences> {
    let facts = |(spec, edition): (&Spec, &str)| Facts::of_edition(spec, document, edition);
    let mut differences = diff(&facts(before)?, &facts(after)?);
    if let Some((old, new)) = contract(before, document).zip(contract(after, document)) {
        derived(old, new, &mut differences);
        formulas(old, new, &mut differences);
        requirements(&old.requirements, &new.requirements, &mut differences.changes);
    }
    let (old, new) = (of_tables(before, document), of_tables(after, document));
    requirements(&old, &new, &mut differences.changes);
    Some(differences)
}

fn contract<'a>((spec, edition): (&'a Spec, &str), document: &str) -> Option<&'a Contract> {
    spec.operator_of(document)?.contracts.iter().find(|contract| contract.edition == edition)
}

fn of_tables((spec, edition): (&Spec, &str), document: &str) -> Vec<Requirement> {
    let tables = spec.tables.iter().filter(|table| table.document == document);
    let requirements = tables.flat_map(|table| &table.requirements);
    requirements.filter(|r| r.editions.iter().any(|name| name == edition)).cloned().collect()
}

/// Derived values: another definition of the same name may change results.
fn derived(old: &Contract, new: &Contract, found: &mut Differences) {
    const KIND: FactKind = FactKind::Derived;
    let named = |_, value: &Derived| Named {
        says: value.is.text.clone(),
        ..Named::new("derived value", &value.name, Span::None)
    };
    let both = [&old.derived[..], &new.derived];
    compare(KIND, both, named, (&[], ANY), found, |[old, new], _, found| {
        found.changes.extend(Change::between(KIND, &old.name, (&old.is.text, &new.is.text)));
    });
}

/// Formulas: another one changes results.
fn formulas(old: &Contract, new: &Contract, found: &mut Differences) {
    const KIND: FactKind = FactKind::Derived;
    let text = |formula: &Formula| {
        let joined = formula.joined.as_ref();
        let joined = joined.map_or(String::new(), |joined| {
            format!(
                ", {} by {} along {}",
                if joined.folds { "folded" } else { "joined" },
                joined.by.name(),
                joined.along.text
            )
        });
        let index = formula.index_of.as_ref().map_or(String::new(), |of| format!(", the index of {of}"));
        format!("{}{joined}{index}, computed in {}", formula.each.0.text, formula.compute.text)
    };
    let named = |_, formula: &Formula| Named {
        says: text(formula),
        ..Named::new("formula", &formula.result, Span::None)
    };
    let both = [&old.formulas[..], &new.formulas];
    compare(KIND, both, named, (&[], ANY), found, |[old, new], _, found| {
        found.changes.extend(Change::between(KIND, &old.result, (&text(old), &text(new))));
    });
}

fn requirements(before: &[Requirement], after: &[Requirement], changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Requirement;
    for old in before {
        if let Some(new) = after.iter().find(|new| new.id == old.id) {
            requirement(old, new, changes);
            continue;
        }
        let says = format!("{} ({}) no longer holds: {}", old.id, old.level.name(), old.says);
        let bump = if binding(old.level) > 0 { Bump::Major } else { Bump::Minor };
        let change = Change::new(KIND, &*old.id, (Some(&old.says), None)).saying(says).with(bump);
        changes.push(change.at(old.cite.span, Span::None));
    }
    for new in after.iter().filter(|new| !before.iter().any(|old| old.id == new.id)) {
        let says = format!("{} ({}) holds now: {}", new.id, new.level.name(), new.says);
        let change = Change::new(KIND, &*new.id, (None, Some(&new.says))).saying(says);
        changes.push(change.at(Span::None, new.cite.span));
    }
}

fn requirement(old: &Requirement, new: &Requirement, changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Requirement;
    let first = changes.len();
    // Promising more is compatible; promising less is not.
    let bump = if binding(new.level) > binding(old.level) { Bump::Minor } else { Bump::Major };
    let level = Change::between(KIND, &new.id, (old.level.name(), new.level.name()));
    changes.extend(level.map(|change| change.with(bump)));
    for (what, was, is) in [
        ("when", text(&old.when), text(&new.when)),
        ("require", text(&old.require), text(&new.require)),
        ("status", old.status.as_deref(), new.status.as_deref()),
        ("message", old.message.as_deref(), new.message.as_deref()),
        ("via", old.via.as_deref(), new.via.as_deref()),
        ("reference", refuses(old), refuses(new)),
        ("accepted", accepted(old), accepted(new)),
        ("basis", old.basis.map(Basis::name), new.basis.map(Basis::name)),
    ] {
        let Some(change) = Change::of(KIND, &format!("{}.{what}", new.id), (was, is)) else { continue };
        match what {
            // Who says so changes no answer. A level that has a basis, or has none, was told above.
            "basis" => changes.extend(was.and(is).map(|_| change.with(Bump::Patch))),
            _ => changes.push(change),
        }
    }
    // If only the sentence differs, the wording was improved.
    if changes.len() == first {
        let words = Change::between(KIND, &new.id, (&old.says, &new.says)).map(|change| {
            change.saying(format!("{} in other words: {}", new.id, new.says)).with(Bump::Patch)
        });
        changes.extend(words);
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
