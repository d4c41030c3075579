//! Compares operators: hardware products, messages, functions and their parameters.

use super::accepted::list;
use super::change::{Bump, Change, ChangeType};
use super::kind::FactKind;
use super::parameter::parameter;
use super::similar::renamed;
use crate::facts::{FunctionFact, OperatorFacts, ParameterFact};
use ascertain_spec::model::Span;

pub(super) fn diff(before: Option<&OperatorFacts>, after: Option<&OperatorFacts>, changes: &mut Vec<Change>) {
    let (old, new) = match (before, after) {
        (None, None) => return,
        (Some(old), Some(new)) => (old, new),
        (Some(old), None) => {
            let gone =
                Change::new(FactKind::Function, ChangeType::Removed, "operator", Some("operator"), None);
            let gone = gone.saying("no operator is described any more").at(old.place, Span::None);
            changes.push(gone.under(&["operator"]));
            return;
        }
        (None, Some(new)) => {
            let come = Change::new(FactKind::Function, ChangeType::Added, "operator", None, Some("operator"));
            changes.push(come.saying("an operator is described now").at(Span::None, new.place));
            return;
        }
    };
    if old.names != new.names {
        let or_none = |names: &str| if names.is_empty() { "none" } else { names }.to_owned();
        let (was, is) = (or_none(&old.names), or_none(&new.names));
        let change = Change::between(FactKind::Names, ChangeType::Changed, "operator", (&was, &is));
        let says = format!("names of dtypes of the operator: {is} now, was {was}");
        let change = change.saying(says).with(Bump::Patch).at(old.place, new.place);
        changes.push(change.under(&["operator", "names"]));
    }
    let rank = |rank: Option<(u32, Span)>| rank.map(|(rank, place)| (rank.to_string(), place));
    said(changes, FactKind::MaxRank, "most dimensions", (rank(old.max_rank), rank(new.max_rank)), "max_rank");
    if let (Some((was, _)), Some((is, _))) = (old.max_rank, new.max_rank) {
        let how = if is > was { ChangeType::Widened } else { ChangeType::Narrowed };
        changes
            .iter_mut()
            .filter(|c| c.kind == FactKind::MaxRank)
            .for_each(|c| (c.how, c.bump) = (how, how.bump()));
    }
    let repeats = |stated: Option<(bool, Span)>| {
        stated.map(|(repeats, place)| (if repeats { "yes" } else { "no" }.to_owned(), place))
    };
    let stated = (repeats(old.deterministic), repeats(new.deterministic));
    said(changes, FactKind::Deterministic, "deterministic", stated, "deterministic");
    products(&old.products, &new.products, changes);
    messages(&old.messages, &new.messages, changes);
    functions(&old.functions, &new.functions, changes);
}

/// What a version says, in words, and where; none if it is silent.
type Said = Option<(String, Span)>;

/// A fact about the operator that either version may be silent about, with its key.
fn said(changes: &mut Vec<Change>, kind: FactKind, subject: &str, (before, after): (Said, Said), key: &str) {
    let (was, is) = (before.as_ref().map(|(was, _)| was), after.as_ref().map(|(is, _)| is));
    let how = match (was, is) {
        (was, is) if was == is => return,
        (None, _) => ChangeType::Added,
        (_, None) => ChangeType::Removed,
        _ => ChangeType::Changed,
    };
    let place = |stated: &Said| stated.as_ref().map(|(_, at)| *at).unwrap_or_default();
    let change = Change::new(kind, how, subject, was.map(String::as_str), is.map(String::as_str));
    changes.push(change.at(place(&before), place(&after)).under(&["operator", key]));
}

fn products(before: &[(String, bool, Span)], after: &[(String, bool, Span)], changes: &mut Vec<Change>) {
    let words = |supported: bool| if supported { "supported" } else { "not supported" };
    let gone: Vec<_> = before.iter().filter(|old| !after.iter().any(|new| new.0 == old.0)).collect();
    let come: Vec<_> = after.iter().filter(|new| !before.iter().any(|old| old.0 == new.0)).collect();
    let pairs = renamed(&gone, &come, |product| &product.0, |a, b| a.1 == b.1);
    for old in before {
        if let Some(new) = after.iter().find(|new| new.0 == old.0) {
            if old.1 != new.1 {
                let how = if new.1 { ChangeType::Widened } else { ChangeType::Narrowed };
                let change = Change::between(FactKind::Product, how, &*old.0, (words(old.1), words(new.1)));
                changes.push(change.at(old.2, new.2).under(&["operator", "product", &old.0]));
            }
            continue;
        }
        let index = gone.iter().position(|other| other.0 == old.0);
        let new = pairs.iter().find(|pair| Some(pair.0) == index).map(|pair| come[pair.1]);
        let change = match new {
            Some(new) => {
                let says = format!("product {} is called {} now", old.0, new.0);
                let change =
                    Change::between(FactKind::Product, ChangeType::Renamed, &*old.0, (&old.0, &new.0));
                change.saying(says).at(old.2, new.2)
            }
            None => Change::new(FactKind::Product, ChangeType::Removed, &*old.0, Some(words(old.1)), None)
                .saying(format!("product {} ({}) removed", old.0, words(old.1)))
                .at(old.2, Span::None),
        };
        changes.push(change.under(&["operator", "product", &old.0]));
    }
    for (_, new) in come.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|pair| pair.1 == *j)) {
        let change = Change::new(FactKind::Product, ChangeType::Added, &*new.0, None, Some(words(new.1)));
        let says = format!("product {} ({}) added", new.0, words(new.1));
        changes.push(change.saying(says).at(Span::None, new.2).under(&["operator", "product"]));
    }
}

fn messages(before: &[(String, Span)], after: &[(String, Span)], changes: &mut Vec<Change>) {
    let gone: Vec<_> = before.iter().filter(|old| !after.iter().any(|new| new.0 == old.0)).collect();
    let come: Vec<_> = after.iter().filter(|new| !before.iter().any(|old| old.0 == new.0)).collect();
    let pairs = renamed(&gone, &come, |message| &message.0, |_, _| true);
    for &(i, j) in &pairs {
        let (old, new) = (gone[i], come[j]);
        let change = Change::between(FactKind::Message, ChangeType::Changed, &*old.0, (&old.0, &new.0));
        let says = format!("message `{}` reads `{}` now", old.0, new.0);
        changes.push(change.saying(says).at(old.1, new.1).under(&["operator", "message", &old.0]));
    }
    for (_, old) in gone.iter().enumerate().filter(|(i, _)| !pairs.iter().any(|pair| pair.0 == *i)) {
        let change = Change::new(FactKind::Message, ChangeType::Removed, &*old.0, Some(&old.0), None);
        let says = format!("message `{}` removed", old.0);
        changes.push(change.saying(says).at(old.1, Span::None).under(&["operator", "message", &old.0]));
    }
    for (_, new) in come.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|pair| pair.1 == *j)) {
        let change = Change::new(FactKind::Message, ChangeType::Added, &*new.0, None, Some(&new.0));
        let says = format!("message `{}` added", new.0);
        changes.push(change.saying(says).at(Span::None, new.1).under(&["operator", "message"]));
    }
}

fn functions(before: &[FunctionFact], after: &[FunctionFact], changes: &mut Vec<Change>) {
    let gone: Vec<_> = before.iter().filter(|old| !after.iter().any(|new| new.name == old.name)).collect();
    let come: Vec<_> = after.iter().filter(|new| !before.iter().any(|old| old.name == new.name)).collect();
    let content = |f: &FunctionFact| -> Vec<(String, String)> {
        f.parameters.iter().map(|p| (p.name.clone(), p.c.clone())).collect()
    };
    let pairs = renamed(&gone, &come, |f| &f.name, |a, b| content(a) == content(b));
    for old in before {
        let index = gone.iter().position(|other| other.name == old.name);
        let follows = pairs.iter().find(|pair| Some(pair.0) == index).map(|pair| come[pair.1]);
        let Some(new) = after.iter().find(|new| new.name == old.name).or(follows) else {
            let change =
                Change::new(FactKind::Function, ChangeType::Removed, &*old.name, Some(&old.name), None);
            let change = change.saying(format!("function {} removed", old.name)).at(old.place, Span::None);
            changes.push(change.under(&["operator", "function", &old.name]));
            continue;
        };
        if old.name != new.name {
            let change =
                Change::between(FactKind::Function, ChangeType::Renamed, &*old.name, (&old.name, &new.name));
            let says = format!("function {} is called {} now", old.name, new.name);
            changes.push(
                change.saying(says).at(old.place, new.place).under(&["operator", "function", &old.name]),
            );
        }
        let first = changes.len();
        function(old, new, changes);
        for change in &mut changes[first..] {
            let path = ["operator", "function", &old.name].map(str::to_owned);
            change.path.splice(0..0, path);
        }
    }
    for (_, new) in come.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|pair| pair.1 == *j)) {
        let change = Change::new(FactKind::Function, ChangeType::Added, &*new.name, None, Some(&new.name));
        let change = change.saying(format!("function {} added", new.name)).at(Span::None, new.place);
        changes.push(change.under(&["operator", "function"]));
    }
}

fn function(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    let places = (old.place, new.place);
    if old.returns != new.returns {
        let change =
            Change::between(FactKind::CType, ChangeType::Changed, &*new.name, (&old.returns, &new.returns));
        let says = format!("{} returns {} now, was {}", new.name, new.returns, old.returns);
        changes.push(change.saying(says).at(places.0, places.1).under(&["returns"]));
    }
    statuses(old, new, changes);
    let first = changes.len();
    let names =
        |nulls: &[(String, Span)]| -> Vec<String> { nulls.iter().map(|(name, _)| name.clone()).collect() };
    let (was, is) = (names(&old.nulls), names(&new.nulls));
    list(FactKind::Nulls, "parameters whose null pointer is refused", &new.name, (&was, &is), changes);
    for change in &mut changes[first..] {
        let place = |nulls: &[(String, Span)]| nulls.first().map(|(_, place)| *place).unwrap_or_default();
        (change.before_place, change.after_place) = (place(&old.nulls), place(&new.nulls));
        change.path = vec!["nulls".to_owned()];
    }
    parameters(old, new, changes);
}

/// Parameters that came or are gone, renamed ones, and what differs in the others.
fn parameters(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    let subject = |p: &ParameterFact| format!("{}.{}", new.name, p.name);
    let gone: Vec<_> =
        old.parameters.iter().filter(|p| !new.parameters.iter().any(|other| other.name == p.name)).collect();
    let come: Vec<_> =
        new.parameters.iter().filter(|p| !old.parameters.iter().any(|other| other.name == p.name)).collect();
    // A parameter is recognised by its position in the prototype, whatever its name.
    let place = |all: &[ParameterFact], p: &ParameterFact| all.iter().position(|other| other.name == p.name);
    let pairs: Vec<(usize, usize)> = (0..gone.len())
        .filter_map(|i| {
            let same = |p: &&ParameterFact| {
                place(&old.parameters, gone[i]) == place(&new.parameters, p)
                    && (&gone[i].c, gone[i].direction) == (&p.c, p.direction)
            };
            Some((i, come.iter().position(same)?))
        })
        .collect();
    for p in &old.parameters {
        let index = gone.iter().position(|other| other.name == p.name);
        let follows = pairs.iter().find(|pair| Some(pair.0) == index).map(|pair| come[pair.1]);
        let Some(now) = new.parameters.iter().find(|now| now.name == p.name).or(follows) else {
            let change =
                Change::new(FactKind::Parameter, ChangeType::Removed, subject(p), Some(&p.name), None);
            let says = format!("parameter {} of {} removed", p.name, new.name);
            changes.push(change.saying(says).at(p.place, Span::None).under(&["parameter", &p.name]));
            continue;
        };
        if p.name != now.name {
            let change =
                Change::between(FactKind::Parameter, ChangeType::Renamed, subject(p), (&p.name, &now.name));
            let says = format!("parameter {} of {} is called {} now", p.name, new.name, now.name);
            changes.push(change.saying(says).at(p.place, now.place).under(&["parameter", &p.name]));
        }
        parameter(&new.name, p, now, changes);
    }
    for (_, p) in come.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|pair| pair.1 == *j)) {
        let change = Change::new(FactKind::Parameter, ChangeType::Added, subject(p), None, Some(&p.name));
        // Every caller has to pass it.
        let says = format!("parameter {} of {} added", p.name, new.name);
        let change = change.saying(says).with(Bump::Major).at(Span::None, p.place);
        changes.push(change.under(&["parameter"]));
    }
    let kept = |all: &[ParameterFact], others: &[&ParameterFact]| -> Vec<String> {
        let names = all.iter().map(|p| p.name.clone());
        names.filter(|name| !others.iter().any(|other| other.name == *name)).collect()
    };
    let (was, is) = (kept(&old.parameters, &gone), kept(&new.parameters, &come));
    if was != is {
        let words = (was.join(", "), is.join(", "));
        let change =
            Change::between(FactKind::Parameter, ChangeType::Reordered, &*new.name, (&words.0, &words.1));
        let says = format!("parameters of {} in another order: {}", new.name, words.1);
        let change = change.saying(says).with(Bump::Major).at(old.place, new.place);
        changes.push(change.under(&["parameter"]));
    }
}

/// Status codes that a page gives for a function. Editions have them in requirements, so silence is not a difference.
fn statuses(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    if old.statuses.is_empty() || new.statuses.is_empty() {
        return;
    }
    for (name, number, place) in &old.statuses {
        let subject = format!("{}.{name}", new.name);
        let same_name = new.statuses.iter().find(|status| status.0 == *name);
        let same_number =
            new.statuses.iter().find(|s| s.1 == *number && !old.statuses.iter().any(|o| o.0 == s.0));
        let change = match (same_name, same_number) {
            (Some(now), _) if now.1 == *number => continue,
            (Some(now), _) => {
                let words = (number.to_string(), now.1.to_string());
                Change::between(FactKind::Status, ChangeType::Changed, subject, (&words.0, &words.1))
                    .at(*place, now.2)
            }
            (None, Some(now)) => {
                let says = format!("status {name} ({number}) of {} is called {} now", new.name, now.0);
                let change = Change::between(FactKind::Status, ChangeType::Renamed, subject, (name, &now.0));
                change.saying(says).at(*place, now.2)
            }
            (None, None) => {
                let says = format!("status {name} ({number}) of {} removed", new.name);
                Change::new(FactKind::Status, ChangeType::Removed, subject, Some(name), None)
                    .saying(says)
                    .at(*place, Span::None)
            }
        };
        changes.push(change);
    }
    for (name, number, place) in &new.statuses {
        if !old.statuses.iter().any(|status| status.0 == *name || status.1 == *number) {
            let says = format!("status {name} ({number}) of {} added", new.name);
            let change = Change::new(
                FactKind::Status,
                ChangeType::Added,
                format!("{}.{name}", new.name),
                None,
                Some(name),
            );
            changes.push(change.saying(says).at(Span::None, *place));
        }
    }
}
