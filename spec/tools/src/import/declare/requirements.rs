//! Requirements that follow from facts alone: what a page states of each parameter.

use super::aspect::{Aspect, codes, ranks};
use super::call::Call;
use super::demands;
use super::variants::{Variant, Variants};
use crate::facts::{Demand, FunctionFact, ParameterFact, Ranks, UnreadFact};
use crate::import::write::{cite, span};
use ascertain_spec::model::{Span, Spec};

/// Where a table of status codes names what a rule requires of a parameter.
fn named(rule: &str, function: &FunctionFact, parameter: &ParameterFact) -> Option<(Span, String)> {
    let ranks = ranks(function, parameter);
    let refusal = function.refusals.iter().find(|refusal| {
        refusal.parameters.contains(&parameter.name)
            && refusal.what.rule == rule
            && (rule != "rank" || ranks == Some(Ranks { least: None, most: refusal.most }))
    });
    refusal.map(|refusal| codes(function, refusal.place))
}

/// The requirements of all arguments. Functions that state the same share one.
pub(super) fn requirements(spec: &Spec, unread: &[&UnreadFact], variants: &Variants<'_>) -> Vec<Aspect> {
    let (of_several, implied) = demands::requirements(spec, variants);
    let mut found = Vec::new();
    for (argument, _) in variants.arguments() {
        let holders = variants.holders(&argument.name);
        for row in Demand::rules() {
            let rule = row.name.as_str();
            let stated = |(variant, parameter): &(&Variant<'_>, &ParameterFact)| {
                Call { spec, function: variant.function, of: vec![parameter] }.filled(&row.require)
            };
            let Some((first, _)) = holders.first() else { continue };
            let says = Call { spec, function: first.function, of: vec![argument] }.filled(&row.says);
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
                    says: says.clone().unwrap_or_default(),
                    when: (!when.is_empty()).then(|| when.join(" && ")),
                    reason: None,
                    unbreakable: (rule == "dtype" && lists_all(spec, &holders)).then_some(&row.unbreakable),
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
