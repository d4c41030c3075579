//! Compares operators: hardware products, functions and their parameters.

use super::change::Change;
use super::kind::{Bump, ChangeType, FactKind};
use super::named::{ANY, Named, SIMILAR, compare};
use crate::facts::{FunctionFact, OperatorFacts, ParameterFact, Ranks};
use ascertain_spec::model::{Direction, Span};

pub(super) fn diff(before: Option<&OperatorFacts>, after: Option<&OperatorFacts>, changes: &mut Vec<Change>) {
    let place = |of: Option<&OperatorFacts>| of.map(|operator| operator.place).unwrap_or_default();
    let says = match (before, after) {
        (None, None) => return,
        (Some(old), Some(new)) => return operator(old, new, changes),
        (Some(_), None) => "no operator is described any more",
        (None, Some(_)) => "an operator is described now",
    };
    let said = |of: Option<&OperatorFacts>| of.map(|_| "operator");
    let change = Change::new(FactKind::Function, "operator", (said(before), said(after))).saying(says);
    changes.push(change.at(place(before), place(after)).under(&["operator"]));
}

fn operator(old: &OperatorFacts, new: &OperatorFacts, changes: &mut Vec<Change>) {
    let names = |of: &OperatorFacts| if of.names.is_empty() { "none" } else { &of.names }.to_owned();
    let (was, is) = (names(old), names(new));
    if let Some(change) = Change::between(FactKind::Names, "operator", (&was, &is)) {
        let says = format!("names of dtypes of the operator: {is} now, was {was}");
        let change = change.saying(says).with(Bump::Patch).at(old.place, new.place);
        changes.push(change.under(&["operator", "names"]));
    }
    let rank = |(rank, place): (u32, Span)| (rank.to_string(), place);
    let change = said(FactKind::MaxRank, "most dimensions", (old.max_rank.map(rank), new.max_rank.map(rank)));
    if let Some(change) = change {
        let change = match old.max_rank.zip(new.max_rank) {
            Some(((was, _), (is, _))) => change.how(accepts(is > was)),
            None => change,
        };
        changes.push(change.under(&["operator", "max_rank"]));
    }
    let repeats = |(is, place): (bool, Span)| (if is { "yes" } else { "no" }.to_owned(), place);
    let both = (old.deterministic.map(repeats), new.deterministic.map(repeats));
    let change = said(FactKind::Deterministic, "deterministic", both);
    changes.extend(change.map(|change| change.under(&["operator", "deterministic"])));
    products([&old.products, &new.products], changes);
    functions([&old.functions, &new.functions], changes);
}

/// That more is accepted now, or less.
const fn accepts(more: bool) -> ChangeType {
    if more { ChangeType::Widened } else { ChangeType::Narrowed }
}

/// A change of what a version says in words at a place, if it says something.
fn said(kind: FactKind, subject: &str, (was, is): (Option<Placed>, Option<Placed>)) -> Option<Change> {
    let (was, old) = was.unzip();
    let (is, new) = is.unzip();
    let change = Change::of(kind, subject, (was.as_deref(), is.as_deref()))?;
    Some(change.at(old.unwrap_or_default(), new.unwrap_or_default()))
}

type Placed = (String, Span);

fn products(both: [&[(String, bool, Span)]; 2], changes: &mut Vec<Change>) {
    let words = |supported: bool| if supported { "supported" } else { "not supported" };
    let named = |_, (name, supported, place): &(String, bool, Span)| {
        let [says, content] = [words(*supported); 2].map(str::to_owned);
        Named { more: format!(" ({says})"), says, content, ..Named::new("product", name, *place) }
    };
    let path = ["operator", "product"];
    compare(FactKind::Product, both, named, (&path, SIMILAR), changes, |old, new, changes| {
        let ((name, was, old), (_, is, new)) = (old, new);
        let change = Change::between(FactKind::Product, name, (words(*was), words(*is)));
        let at = [&path[..], &[name]].concat();
        changes.extend(change.map(|change| change.how(accepts(*is)).at(*old, *new).under(&at)));
    });
}

fn functions(both: [&[FunctionFact]; 2], changes: &mut Vec<Change>) {
    let named = |_, function: &FunctionFact| {
        let parameters = function.parameters.iter().map(|p| format!("{} {}, ", p.c, p.name));
        Named { content: parameters.collect(), ..Named::new("function", &function.name, function.place) }
    };
    let path = ["operator", "function"];
    compare(FactKind::Function, both, named, (&path, SIMILAR), changes, |old, new, changes| {
        let first = changes.len();
        function(old, new, changes);
        for change in &mut changes[first..] {
            change.path.splice(0..0, [path[0], path[1], &old.name].map(str::to_owned));
        }
    });
}

/// Compares two versions of a function. Paths begin below it.
fn function(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    let name = new.name.as_str();
    if let Some(change) = Change::between(FactKind::CType, name, (&old.returns, &new.returns)) {
        let says = format!("{name} returns {} now, was {}", new.returns, old.returns);
        changes.push(change.saying(says).at(old.place, new.place).under(&["returns"]));
    }
    statuses(old, new, changes);
    let nulls = |of: &FunctionFact| of.nulls.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let place = |of: &FunctionFact| of.nulls.first().map(|(_, place)| *place).unwrap_or_default();
    let what = "parameters whose null pointer is refused";
    let change = list(FactKind::Nulls, what, name, (&nulls(old), &nulls(new)));
    changes.extend(change.map(|change| change.at(place(old), place(new)).under(&["nulls"])));
    parameters(old, new, changes);
}

/// Status codes that a page gives for a function. Editions have them in requirements, so silence is not a difference.
fn statuses(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    if old.statuses.is_empty() || new.statuses.is_empty() {
        return;
    }
    let subject = |name: &str| format!("{}.{name}", new.name);
    let named = |_, (name, number, place): &(String, i64, Span)| Named {
        subject: subject(name),
        shown: format!("status {name} ({number}) of {}", new.name),
        content: number.to_string(),
        ..Named::new("status", name, *place)
    };
    let both = [&old.statuses[..], &new.statuses];
    compare(FactKind::Status, both, named, (&[], ANY), changes, |old, new, changes| {
        let words = (old.1.to_string(), new.1.to_string());
        let change = Change::between(FactKind::Status, &subject(&old.0), (&words.0, &words.1));
        changes.extend(change.map(|change| change.at(old.2, new.2)));
    });
}

/// Parameters that came or are gone, renamed ones, and what differs in the others.
fn parameters(old: &FunctionFact, new: &FunctionFact, changes: &mut Vec<Change>) {
    let named = |at, parameter: &ParameterFact| {
        let ParameterFact { name, c, direction, place, .. } = parameter;
        Named {
            subject: format!("{}.{name}", new.name),
            shown: format!("parameter {name} of {}", new.name),
            // A parameter is recognised by its position in the prototype, whatever its name.
            content: format!("{at} {c} {direction:?}"),
            ..Named::new("parameter", name, *place)
        }
    };
    let first = changes.len();
    let path = ["parameter"];
    let both = [&old.parameters[..], &new.parameters];
    compare(FactKind::Parameter, both, named, (&path, ANY), changes, |old, now, changes| {
        parameter(&new.name, old, now, changes);
    });
    // Every caller has to pass what has come.
    let come = changes[first..].iter_mut().filter(|c| c.kind == FactKind::Parameter && c.before.is_none());
    come.for_each(|change| change.bump = Bump::Major);
    let kept = |all: &FunctionFact, others: &FunctionFact| -> String {
        let is_kept = |name: &&str| others.parameters.iter().any(|other| other.name == *name);
        all.parameters.iter().map(|p| p.name.as_str()).filter(is_kept).collect::<Vec<_>>().join(", ")
    };
    let (was, is) = (kept(old, new), kept(new, old));
    changes.extend(Change::between(FactKind::Parameter, &new.name, (&was, &is)).map(|change| {
        let says = format!("parameters of {} in another order: {is}", new.name);
        let change = change.how(ChangeType::Reordered).saying(says).with(Bump::Major);
        change.at(old.place, new.place).under(&path)
    }));
}

fn parameter(function: &str, old: &ParameterFact, new: &ParameterFact, changes: &mut Vec<Change>) {
    let subject = format!("{function}.{}", new.name);
    let subject = subject.as_str();
    let range = Change::of(FactKind::Range, subject, (old.range.as_deref(), new.range.as_deref()));
    let directions = (direction(old.direction), direction(new.direction));
    let dtypes = (of_products(old), of_products(new));
    let found = [
        ("c", Change::between(FactKind::CType, subject, (&old.c, &new.c))),
        ("direction", Change::between(FactKind::Direction, subject, directions)),
        ("dtypes", list(FactKind::DTypes, "dtypes", subject, (&old.dtypes, &new.dtypes))),
        ("formats", list(FactKind::Formats, "formats", subject, (&old.formats, &new.formats))),
        ("empty", taken(FactKind::Empty, "tensors without elements", subject, (old.empty, new.empty))),
        ("strided", taken(FactKind::Strided, "views with gaps", subject, (old.strided, new.strided))),
        ("range", range),
        ("max_rank", ranks(subject, old.ranks, new.ranks)),
        (
            "product_dtypes",
            list(FactKind::ProductDTypes, "dtypes by product", subject, (&dtypes.0, &dtypes.1)),
        ),
    ];
    for (key, change) in found {
        let change = change.map(|change| change.at(old.place, new.place));
        changes.extend(change.map(|change| change.under(&["parameter", &old.name, key])));
    }
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "in and out",
    }
}

/// `bf16 on Board A2`
fn of_products(parameter: &ParameterFact) -> Vec<String> {
    let all = parameter.product_dtypes.iter().flat_map(|of| {
        of.products.iter().flat_map(|product| of.dtypes.iter().map(move |dtype| (dtype, product)))
    });
    all.map(|(dtype, product)| format!("{dtype} on {product}")).collect()
}

/// Compares lists of what is accepted. Their order does not matter.
fn list(
    kind: FactKind,
    what: &str,
    subject: &str,
    (before, after): (&[String], &[String]),
) -> Option<Change> {
    let missing = |from: &[String], of: &[String]| -> Vec<String> {
        of.iter().filter(|word| !from.contains(word)).cloned().collect()
    };
    let (come, gone) = (missing(before, after), missing(after, before));
    let parts = [(&come, "added"), (&gone, "removed")].into_iter().filter(|(words, _)| !words.is_empty());
    let parts: Vec<String> = parts.map(|(words, verb)| format!("{} {verb}", words.join(", "))).collect();
    let said = |list: &[String]| (!list.is_empty()).then(|| list.join(", "));
    let (was, is) = (said(before), said(after));
    let change = Change::new(kind, subject, (was.as_deref(), is.as_deref()))
        .saying(format!("{what} of {subject}: {}", parts.join(", ")));
    match (come.is_empty(), gone.is_empty()) {
        (true, true) => None,
        (no_more, no_less) if change.how == ChangeType::Changed && no_more != no_less => {
            Some(change.how(accepts(no_less)))
        }
        _ => Some(change),
    }
}

/// Compares whether a kind of tensor is taken.
fn taken(
    kind: FactKind,
    what: &str,
    subject: &str,
    (before, after): (Option<bool>, Option<bool>),
) -> Option<Change> {
    let words = |taken| if taken { "taken" } else { "refused" };
    let (was, is) = (before.map(words), after.map(words));
    let change = Change::of(kind, subject, (was, is))?;
    let (change, says) = match (was, is) {
        (Some(was), Some(is)) => (change.how(accepts(after == Some(true))), format!("{is} now, were {was}")),
        (Some(was), None) => (change, format!("not said whether {was}")),
        (None, is) => (change, format!("{}, not said before", is.unwrap_or_default())),
    };
    Some(change.saying(format!("{subject}: {what} {says}")))
}

fn ranks(subject: &str, before: Option<Ranks>, after: Option<Ranks>) -> Option<Change> {
    let words = |ranks: Option<Ranks>| ranks.and_then(Ranks::in_words);
    let change = Change::of(FactKind::Ranks, subject, (words(before).as_deref(), words(after).as_deref()))?;
    if change.how != ChangeType::Changed {
        return Some(change);
    }
    let bounds = |ranks: Option<Ranks>| {
        let ranks = ranks.unwrap_or_default();
        (ranks.least.unwrap_or(0), ranks.most.unwrap_or(u32::MAX))
    };
    let (old, new) = (bounds(before), bounds(after));
    Some(match (new.0 <= old.0 && old.1 <= new.1, old.0 <= new.0 && new.1 <= old.1) {
        (true, false) => change.how(ChangeType::Widened),
        (false, true) => change.how(ChangeType::Narrowed),
        _ => change,
    })
}
