//! Compares operators: hardware products, messages, functions and their parameters.

use super::accepted::list;
use super::change::{Bump, Change, ChangeType};
use super::kind::FactKind;
use super::parameter::parameter;
use super::similar::{Fate, fates};
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
    const KIND: FactKind = FactKind::Product;
    let words = |supported: bool| if supported { "supported" } else { "not supported" };
    let shown =
        |(name, supported, _): &(String, bool, Span)| format!("product {name} ({})", words(*supported));
    for fate in fates(before, after, |product| &product.0, |a, b| a.1 == b.1) {
        let change = match fate {
            Fate::Kept(old, new) if old.1 == new.1 => continue,
            Fate::Kept(old, new) => {
                let how = if new.1 { ChangeType::Widened } else { ChangeType::Narrowed };
                Change::between(KIND, how, &*old.0, (words(old.1), words(new.1))).at(old.2, new.2)
            }
            Fate::Renamed(old, new) => {
                let shown = format!("product {}", old.0);
                Change::renamed(KIND, &old.0, (&old.0, &new.0), &shown).at(old.2, new.2)
            }
            Fate::Removed(old) => Change::removed(KIND, &old.0, words(old.1), old.2, &shown(old)),
            Fate::Added(new) => Change::added(KIND, &new.0, words(new.1), new.2, &shown(new)),
        };
        changes.push(change.under(&["operator", "product"]).below(fate.before().map(|old| &*old.0)));
    }
}

fn messages(before: &[(String, Span)], after: &[(String, Span)], changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Message;
    for fate in fates(before, after, |message| &message.0, |_, _| true) {
        let change = match fate {
            Fate::Kept(..) => continue,
            Fate::Renamed((old, before), (new, after)) => {
                let change = Change::between(KIND, ChangeType::Changed, &**old, (old, new));
                change.saying(format!("message `{old}` reads `{new}` now")).at(*before, *after)
            }
            Fate::Removed((old, at)) => Change::removed(KIND, old, old, *at, &format!("message `{old}`")),
            Fate::Added((new, at)) => Change::added(KIND, new, new, *at, &format!("message `{new}`")),
        };
        changes.push(change.under(&["operator", "message"]).below(fate.before().map(|old| &*old.0)));
    }
}

fn functions(before: &[FunctionFact], after: &[FunctionFact], changes: &mut Vec<Change>) {
    const KIND: FactKind = FactKind::Function;
    let content = |f: &FunctionFact| -> Vec<(String, String)> {
        f.parameters.iter().map(|p| (p.name.clone(), p.c.clone())).collect()
    };
    for fate in fates(before, after, |f| &f.name, |a, b| content(a) == content(b)) {
        let path = |change: Change| {
            change.under(&["operator", "function"]).below(fate.before().map(|old| &*old.name))
        };
        let shown = |function: &FunctionFact| format!("function {}", function.name);
        match fate {
            Fate::Kept(..) => {}
            Fate::Renamed(old, new) => {
                let change = Change::renamed(KIND, &old.name, (&old.name, &new.name), &shown(old));
                changes.push(path(change.at(old.place, new.place)));
            }
            Fate::Removed(old) => {
                changes.push(path(Change::removed(KIND, &old.name, &old.name, old.place, &shown(old))));
            }
            Fate::Added(new) => {
                changes.push(path(Change::added(KIND, &new.name, &new.name, new.place, &shown(new))));
            }
        }
        if let Fate::Kept(old, new) | Fate::Renamed(old, new) = fate {
            let first = changes.len();
            function(old, new, changes);
            for change in &mut changes[first..] {
                change.path.splice(0..0, ["operator", "function", &old.name].map(str::to_owned));
            }
        }
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
    const KIND: FactKind = FactKind::Parameter;
    let find = |all: &[ParameterFact], name: &str| all.iter().position(|other| other.name == name);
    let subject = |p: &ParameterFact| format!("{}.{}", new.name, p.name);
    let shown = |p: &ParameterFact| format!("parameter {} of {}", p.name, new.name);
    let gone: Vec<&ParameterFact> =
        old.parameters.iter().filter(|p| find(&new.parameters, &p.name).is_none()).collect();
    let mut come: Vec<&ParameterFact> =
        new.parameters.iter().filter(|p| find(&old.parameters, &p.name).is_none()).collect();
    let all_come = come.clone();
    for (at, p) in old.parameters.iter().enumerate() {
        let kept = find(&new.parameters, &p.name).map(|at| &new.parameters[at]);
        // A parameter is recognised by its position in the prototype, whatever its name.
        let follows = || {
            let now = new.parameters.get(at).filter(|now| (&p.c, p.direction) == (&now.c, now.direction))?;
            come.iter().position(|new| std::ptr::eq(*new, now)).map(|index| come.remove(index))
        };
        let Some(now) = kept.or_else(follows) else {
            let change = Change::removed(KIND, &subject(p), &p.name, p.place, &shown(p));
            changes.push(change.under(&["parameter", &p.name]));
            continue;
        };
        if p.name != now.name {
            let change = Change::renamed(KIND, &subject(p), (&p.name, &now.name), &shown(p));
            changes.push(change.at(p.place, now.place).under(&["parameter", &p.name]));
        }
        parameter(&new.name, p, now, changes);
    }
    for p in come {
        // Every caller has to pass it.
        let change = Change::added(KIND, &subject(p), &p.name, p.place, &shown(p)).with(Bump::Major);
        changes.push(change.under(&["parameter"]));
    }
    let kept = |all: &[ParameterFact], others: &[&ParameterFact]| -> Vec<String> {
        let names = all.iter().map(|p| p.name.clone());
        names.filter(|name| !others.iter().any(|other| other.name == *name)).collect()
    };
    let (was, is) = (kept(&old.parameters, &gone), kept(&new.parameters, &all_come));
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
    const KIND: FactKind = FactKind::Status;
    let subject = |name: &str| format!("{}.{name}", new.name);
    let shown = |name: &str, number: i64| format!("status {name} ({number}) of {}", new.name);
    for (name, number, place) in &old.statuses {
        let same_name = new.statuses.iter().find(|status| status.0 == *name);
        let same_number =
            new.statuses.iter().find(|s| s.1 == *number && !old.statuses.iter().any(|o| o.0 == s.0));
        changes.push(match (same_name, same_number) {
            (Some(now), _) if now.1 == *number => continue,
            (Some(now), _) => {
                let words = (number.to_string(), now.1.to_string());
                Change::between(KIND, ChangeType::Changed, subject(name), (&words.0, &words.1))
                    .at(*place, now.2)
            }
            (None, Some(now)) => {
                Change::renamed(KIND, &subject(name), (name, &now.0), &shown(name, *number)).at(*place, now.2)
            }
            (None, None) => Change::removed(KIND, &subject(name), name, *place, &shown(name, *number)),
        });
    }
    for (name, number, place) in &new.statuses {
        if !old.statuses.iter().any(|status| status.0 == *name || status.1 == *number) {
            changes.push(Change::added(KIND, &subject(name), name, *place, &shown(name, *number)));
        }
    }
}
