//! Requirements that follow from facts alone: what a page states of each parameter.

use super::aspect::{Aspect, codes, is_tensor, rank, ranks, read};
use super::demands;
use super::variants::{Variant, Variants, kind};
use crate::facts::{Demand, DemandFact, FunctionFact, ParameterFact, Ranks, UnreadFact};
use crate::import::write::{cite, span};
use ascertain_spec::model::{Span, Spec};

/// What a parameter can be required to be: the name, the sentence, and the predicate if the page states one.
type Rule =
    (&'static str, fn(&ParameterFact) -> String, fn(&Spec, &FunctionFact, &ParameterFact) -> Option<String>);

const RULES: [Rule; 6] = [
    ("null", |p| format!("{} is not null", p.name), null),
    ("dtype", dtype_says, dtype),
    (
        "rank",
        |p| format!("{} has as many dimensions as the page allows", p.name),
        |_, function, p| rank(function, p),
    ),
    (
        "range",
        |p| format!("{} lies in its range", p.name),
        |_, function, parameter| range(function, parameter),
    ),
    (
        "empty",
        |p| format!("{} has elements", p.name),
        |_, _, parameter| {
            let refused = parameter.empty == Some(false) && is_tensor(parameter);
            refused.then(|| format!("count({}) > 0", parameter.name))
        },
    ),
    (
        "strided",
        |p| format!("{} has no gaps", p.name),
        |_, _, parameter| {
            let refused = parameter.strided == Some(false) && is_tensor(parameter);
            refused.then(|| format!("contiguous({})", parameter.name))
        },
    ),
];

fn null(_: &Spec, function: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let named = function.nulls.iter().any(|(name, _)| *name == parameter.name);
    (named && parameter.c.contains('*')).then(|| format!("!is_null({})", parameter.name))
}

fn dtype_says(parameter: &ParameterFact) -> String {
    let name = &parameter.name;
    if is_tensor(parameter) {
        format!("the dtype of {name} is listed")
    } else {
        format!("{name} is a listed dtype")
    }
}

fn dtype(spec: &Spec, _: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let name = &parameter.name;
    let known = |listed: &String| spec.dtypes.iter().any(|dtype| dtype.name == *listed);
    // A phrase in the list may mean any dtype.
    let names = parameter.dtypes.iter().all(|listed| listed.is_ascii());
    match kind(parameter).filter(|_| names && parameter.dtypes.iter().any(known))? {
        "tensor" | "scalar" => Some(format!("dtypes({name}).contains(dtype({name}))")),
        "dtype" => Some(format!("dtypes({name}).contains({name})")),
        _ => None,
    }
}

/// The range of a parameter: as its description says; or, where the table of status codes calls it a dimension, those of the
/// tensor that is read.
fn range(function: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let is_dimension = |refusal: &&DemandFact| {
        matches!(refusal.what, Demand::Dimension | Demand::ScalarDimension)
            && refusal.parameters.contains(&parameter.name)
    };
    let name = &parameter.name;
    let dimension = |tensor: &ParameterFact| {
        let (least, most) = match kind(parameter)? {
            "ints" => (format!("lowest({name})"), format!("highest({name})")),
            "int" => (name.clone(), name.clone()),
            _ => return None,
        };
        Some(format!("-rank({tensor}) <= {least} && {most} < rank({tensor})", tensor = tensor.name))
    };
    let refused = || function.refusals.iter().find(is_dimension).and(read(function)).and_then(dimension);
    parameter.range.clone().or_else(refused)
}

/// Where a table of status codes names what a rule requires of a parameter.
fn named(rule: &str, function: &FunctionFact, parameter: &ParameterFact) -> Option<(Span, String)> {
    let ranks = ranks(function, parameter);
    let refusal = function.refusals.iter().find(|refusal| {
        refusal.parameters.contains(&parameter.name)
            && match refusal.what {
                Demand::ListedDType => rule == "dtype",
                Demand::Dimension | Demand::ScalarDimension => rule == "range",
                Demand::MostDimensions(most) => {
                    rule == "rank" && ranks == Some(Ranks { least: None, most: Some(most) })
                }
                _ => false,
            }
    });
    refusal.map(|refusal| codes(function, refusal.place))
}

/// The requirements of all arguments. Functions that state the same share one.
pub(super) fn requirements(spec: &Spec, unread: &[&UnreadFact], variants: &Variants<'_>) -> Vec<Aspect> {
    let (of_several, implied) = demands::requirements(spec, variants);
    let mut found = Vec::new();
    for (argument, _) in variants.arguments() {
        let holders = variants.holders(&argument.name);
        for (rule, says, predicate) in RULES {
            let stated = |(variant, parameter): &(&Variant<'_>, &ParameterFact)| {
                predicate(spec, variant.function, parameter)
            };
            let mut predicates: Vec<String> = Vec::new();
            for predicate in holders.iter().filter_map(stated) {
                if !predicates.contains(&predicate) {
                    predicates.push(predicate);
                }
            }
            for (index, require) in predicates.into_iter().enumerate() {
                let of: Vec<_> =
                    holders.iter().filter(|holder| stated(holder).as_ref() == Some(&require)).collect();
                let conditions: Vec<&str> =
                    of.iter().map(|(variant, _)| variant.condition.as_str()).collect();
                let name = &argument.name;
                let id = match of.first().filter(|_| index > 0) {
                    Some((variant, _)) => format!("{}.{name}.{rule}", variant.name.replace(' ', "-")),
                    None => format!("{name}.{rule}"),
                };
                if implied.contains(&id) {
                    continue;
                }
                let mut when: Vec<String> = Vec::new();
                if of.len() < holders.len() {
                    let any = conditions.join(" || ");
                    when.push(if conditions.len() > 1 { format!("({any})") } else { any });
                }
                when.extend(
                    indexed(&require).map(|tensor| format!("rank({tensor}) > 0")).filter(|_| rule == "range"),
                );
                let about: Vec<String> =
                    of.iter().map(|(variant, _)| format!("{}, {name}", variant.function.name)).collect();
                let unread = unread.iter().filter(|unread| about.contains(&unread.about));
                let null = rule == "null";
                let named: Option<Vec<(Span, String)>> =
                    of.iter().map(|(variant, parameter)| named(rule, variant.function, parameter)).collect();
                let place = |(variant, parameter): &&(&Variant<'_>, &ParameterFact)| {
                    let is_undescribed = (rule == "rank" && parameter.ranks.is_none())
                        || (rule == "range" && parameter.range.is_none());
                    let of_codes = is_undescribed.then(|| self::named(rule, variant.function, parameter));
                    let place = || place(variant.function, parameter, null);
                    of_codes.flatten().map_or_else(place, |(_, cite)| cite)
                };
                found.push(Aspect {
                    id,
                    says: says(argument),
                    when: (!when.is_empty()).then(|| when.join(" && ")),
                    reason: None,
                    unbreakable: (rule == "dtype" && lists_all(spec, &holders)).then_some(LISTS_ALL),
                    require,
                    null,
                    unread: unread.filter_map(|unread| span(unread.place)).collect(),
                    cites: of.iter().map(place).collect(),
                    named: named.unwrap_or_default(),
                });
            }
        }
    }
    found.extend(of_several);
    found
}

/// Why no call breaks a requirement about listed dtypes.
const LISTS_ALL: &str = "every dtype that can be asked is listed";

/// Whether every dtype is listed wherever a parameter is.
fn lists_all(spec: &Spec, holders: &[(&Variant<'_>, &ParameterFact)]) -> bool {
    holders
        .iter()
        .all(|(_, parameter)| spec.dtypes.iter().all(|dtype| parameter.dtypes.contains(&dtype.name)))
}

/// The tensor whose rank a range depends on. A tensor without dimensions has nothing that could be counted.
fn indexed(range: &str) -> Option<&str> {
    range.split_once("rank(").and_then(|(_, rest)| rest.split_once(')')).map(|(tensor, _)| tensor)
}

/// Where the page states it: of null pointers among the return codes, of the rest at the parameter.
fn place(function: &FunctionFact, parameter: &ParameterFact, null: bool) -> String {
    let named = function.nulls.iter().find(|(name, _)| null && *name == parameter.name);
    match named {
        Some((_, place)) => cite(&format!("{}, return codes", function.name), *place),
        None => cite(&format!("{}, {}", function.name, parameter.name), parameter.place),
    }
}
