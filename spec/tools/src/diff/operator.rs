//! Compares operators: hardware products, functions and their parameters.

use super::aspect::{Aspect, Said};
use super::change::{Change, Differences};
use super::kind::{Bump, ChangeType, FactKind};
use super::named::{ANY, Named, SIMILAR, compare};
use crate::facts::{FunctionFact, OperatorFacts, ParameterFact};
use ascertain_spec::model::{Direction, Span};

/// What a version says of an operator, and where.
type SaidOf = fn(&OperatorFacts) -> (Said, Span);

/// The aspects of an operator, each with its place.
const OPERATOR: [(FactKind, &str, &str, SaidOf); 3] = [
    (FactKind::Names, "names", "names of dtypes of the operator", |of| {
        let names = if of.names.is_empty() { "none" } else { &of.names };
        (Said::Words(Some(names.to_owned())), of.place)
    }),
    (FactKind::MaxRank, "max_rank", "most dimensions", |of| {
        let (most, place) = of.max_rank.unzip();
        (Said::Most(most), place.unwrap_or_default())
    }),
    (FactKind::Deterministic, "deterministic", "deterministic", |of| {
        let (is, place) = of.deterministic.unzip();
        let words = is.map(|is| if is { "yes" } else { "no" }.to_owned());
        (Said::Words(words), place.unwrap_or_default())
    }),
];

const FUNCTION: [Aspect<FunctionFact>; 1] =
    [(FactKind::CType, "returns", "type of the result", |of| Said::Words(Some(of.returns.clone())))];

/// The aspects of a parameter.
pub(crate) const PARAMETER: [Aspect<ParameterFact>; 9] = [
    (FactKind::CType, "c", "", |of| Said::Words(Some(of.c.clone()))),
    (FactKind::Direction, "direction", "", |of| Said::Words(Some(direction(of.direction).to_owned()))),
    (FactKind::DTypes, "dtypes", "dtypes", |of| Said::List(of.dtypes.clone())),
    (FactKind::Formats, "formats", "formats", |of| Said::List(of.formats.clone())),
    (FactKind::Empty, "empty", "tensors without elements", |of| Said::Taken(of.empty)),
    (FactKind::Strided, "strided", "views with gaps", |of| Said::Taken(of.strided)),
    (FactKind::Range, "range", "", |of| Said::Words(of.range.clone())),
    (FactKind::Ranks, "max_rank", "", |of| Said::Ranks(of.ranks)),
    (FactKind::ProductDTypes, "product_dtypes", "dtypes by product", |of| Said::List(of_products(of))),
];

pub(super) fn diff(before: Option<&OperatorFacts>, after: Option<&OperatorFacts>, found: &mut Differences) {
    let place = |of: Option<&OperatorFacts>| of.map(|operator| operator.place).unwrap_or_default();
    let says = match (before, after) {
        (None, None) => return,
        (Some(old), Some(new)) => return operator(old, new, found),
        (Some(_), None) => "no operator is described any more",
        (None, Some(_)) => "an operator is described now",
    };
    let said = |of: Option<&OperatorFacts>| of.map(|_| "operator");
    let change = Change::new(FactKind::Function, "operator", (said(before), said(after))).saying(says);
    found.changes.push(change.at(place(before), place(after)).under(&["operator"]));
}

fn operator(old: &OperatorFacts, new: &OperatorFacts, found: &mut Differences) {
    found.place("operator", (old.place, new.place), &["operator"]);
    for (kind, key, subject, of) in OPERATOR {
        let ((was, before), (is, after)) = (of(old), of(new));
        let path = ["operator", key];
        found.aspect((kind, ""), subject, (&was, &is), (&path, (before, after)));
        if kind != FactKind::Names {
            found.place(subject, (before, after), &path);
        }
    }
    products([&old.products, &new.products], found);
    let named = |_, function: &FunctionFact| {
        let parameters = function.parameters.iter().map(|p| format!("{} {}, ", p.c, p.name));
        Named { content: parameters.collect(), ..Named::new("function", &function.name, function.place) }
    };
    let both = [&old.functions[..], &new.functions];
    compare(FactKind::Function, both, named, (&["operator", "function"], SIMILAR), found, function);
}

fn products(both: [&[(String, bool, Span)]; 2], found: &mut Differences) {
    let words = |supported: bool| if supported { "supported" } else { "not supported" };
    let named = |_, (name, supported, place): &(String, bool, Span)| {
        let [says, content] = [words(*supported); 2].map(str::to_owned);
        Named { more: format!(" ({says})"), says, content, ..Named::new("product", name, *place) }
    };
    let path = ["operator", "product"];
    compare(FactKind::Product, both, named, (&path, SIMILAR), found, |[old, new], path, found| {
        let ((name, was, old), (_, is, new)) = (old, new);
        let accepts = if *is { ChangeType::Widened } else { ChangeType::Narrowed };
        let change = Change::between(FactKind::Product, name, (words(*was), words(*is)));
        found.changes.extend(change.map(|change| change.how(accepts).at(*old, *new).under(path)));
    });
}

fn function([old, new]: [&FunctionFact; 2], path: &[&str], found: &mut Differences) {
    found.aspects(&FUNCTION, &new.name, [old, new], (path, (old.place, new.place)));
    statuses(old, new, found);
    let nulls = |of: &FunctionFact| Said::List(of.nulls.iter().map(|(name, _)| name.clone()).collect());
    let place = |of: &FunctionFact| of.nulls.first().map(|(_, place)| *place).unwrap_or_default();
    let what = (FactKind::Nulls, "parameters whose null pointer is refused");
    let path_of_nulls = [path, &["nulls"]].concat();
    let places = (place(old), place(new));
    found.aspect(what, &new.name, (&nulls(old), &nulls(new)), (&path_of_nulls, places));
    for (name, place) in &new.nulls {
        let before = old.nulls.iter().find(|(known, _)| known == name).map(|(_, place)| *place);
        let what = format!("null {name} of {}", new.name);
        found.place(&what, (before.unwrap_or_default(), *place), &[&path_of_nulls[..], &[name]].concat());
    }
    parameters(old, new, path, found);
}

/// Status codes that a page gives for a function. Editions have them in requirements, so silence is not a difference.
fn statuses(old: &FunctionFact, new: &FunctionFact, found: &mut Differences) {
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
    compare(FactKind::Status, both, named, (&[], ANY), found, |[old, new], _, found| {
        let words = (old.1.to_string(), new.1.to_string());
        let change = Change::between(FactKind::Status, &subject(&old.0), (&words.0, &words.1));
        found.changes.extend(change.map(|change| change.at(old.2, new.2)));
    });
}

/// Parameters that came or are gone, renamed ones, and what differs in the others.
fn parameters(old: &FunctionFact, new: &FunctionFact, path: &[&str], found: &mut Differences) {
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
    let first = found.changes.len();
    let path = [path, &["parameter"]].concat();
    let both = [&old.parameters[..], &new.parameters];
    compare(FactKind::Parameter, both, named, (&path, ANY), found, |[old, now], path, found| {
        let subject = format!("{}.{}", new.name, now.name);
        found.aspects(&PARAMETER, &subject, [old, now], (path, (old.place, now.place)));
    });
    // Every caller has to pass what has come.
    let come =
        found.changes[first..].iter_mut().filter(|c| c.kind == FactKind::Parameter && c.before.is_none());
    come.for_each(|change| change.bump = Bump::Major);
    let kept = |all: &FunctionFact, others: &FunctionFact| -> String {
        let is_kept = |name: &&str| others.parameters.iter().any(|other| other.name == *name);
        all.parameters.iter().map(|p| p.name.as_str()).filter(is_kept).collect::<Vec<_>>().join(", ")
    };
    let (was, is) = (kept(old, new), kept(new, old));
    found.changes.extend(Change::between(FactKind::Parameter, &new.name, (&was, &is)).map(|change| {
        let says = format!("parameters of {} in another order: {is}", new.name);
        let change = change.how(ChangeType::Reordered).saying(says).with(Bump::Major);
        change.at(old.place, new.place).under(&path)
    }));
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
