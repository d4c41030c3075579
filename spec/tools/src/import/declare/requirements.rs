//! Requirements that follow from facts alone: what a page states of each parameter.

use super::variants::{Variant, Variants, kind};
use super::{list, requirement};
use crate::facts::{FunctionFact, INVALID_STATUS, NULL_STATUS, ParameterFact, Ranks, Refused, UnreadFact};
use crate::import::write::{cite, quote, span};
use ascertain_spec::model::{Span, Spec};

/// A requirement about one aspect of a parameter.
pub(super) struct Aspect {
    /// The id, without the operator's name.
    id: String,
    says: String,
    when: Option<String>,
    require: String,
    status: &'static str,
    null: bool,
    cites: Vec<String>,
    /// Where the tables of status codes name this case, if each that could does, and the citations of that.
    pub(super) named: Vec<(Span, String)>,
    /// Sentences about the parameter that were not read, and so may qualify it.
    unread: Vec<String>,
}

/// What a parameter can be required to be: the name, the sentence, and the predicate if the page states one.
type Rule =
    (&'static str, fn(&ParameterFact) -> String, fn(&Spec, &FunctionFact, &ParameterFact) -> Option<String>);

const RULES: [Rule; 6] = [
    ("null", |p| format!("{} is not null", p.name), null),
    ("dtype", dtype_says, dtype),
    ("rank", |p| format!("{} has as many dimensions as the page allows", p.name), rank),
    ("range", |p| format!("{} lies in its range", p.name), |_, _, parameter| parameter.range.clone()),
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

fn is_tensor(parameter: &ParameterFact) -> bool {
    kind(parameter) == Some("tensor")
}

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

fn rank(_: &Spec, function: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let name = &parameter.name;
    match ranks(function, parameter).filter(|_| is_tensor(parameter))? {
        Ranks { least: Some(least), most: Some(most) } if least == most => {
            Some(format!("rank({name}) == {least}"))
        }
        Ranks { least: None, most: Some(most) } => Some(format!("rank({name}) <= {most}")),
        Ranks { least: Some(least), most: None } => Some(format!("{least} <= rank({name})")),
        Ranks { least: Some(least), most: Some(most) } => {
            Some(format!("{least} <= rank({name}) && rank({name}) <= {most}"))
        }
        Ranks { least: None, most: None } => None,
    }
}

/// The ranks of a parameter: as its description says, or else as the table of status codes does.
fn ranks(function: &FunctionFact, parameter: &ParameterFact) -> Option<Ranks> {
    parameter.ranks.or_else(|| {
        function.refusals.iter().find_map(|refusal| match refusal.what {
            Refused::Ranks(most) if refusal.parameters.contains(&parameter.name) => {
                Some(Ranks { least: None, most: Some(most) })
            }
            _ => None,
        })
    })
}

/// Where a table of status codes names what a rule requires of a parameter.
fn named(rule: &str, function: &FunctionFact, parameter: &ParameterFact) -> Option<(Span, String)> {
    let ranks = ranks(function, parameter);
    let refusal = function.refusals.iter().find(|refusal| {
        refusal.parameters.contains(&parameter.name)
            && match refusal.what {
                Refused::DType => rule == "dtype",
                Refused::Ranks(most) => {
                    rule == "rank" && ranks == Some(Ranks { least: None, most: Some(most) })
                }
                Refused::DTypes | Refused::Shapes => false,
            }
    });
    refusal.map(|refusal| codes(function, refusal.place))
}

/// A place in a table of status codes.
fn codes(function: &FunctionFact, place: Span) -> (Span, String) {
    (place, cite(&format!("{}, return codes", function.name), place))
}

/// The requirements that arguments have the same dtype or shape, where the table of status codes says so.
fn same(variants: &Variants<'_>) -> Vec<Aspect> {
    let mut found: Vec<Aspect> = Vec::new();
    let tensor = |name: &String| {
        let holders = variants.holders(name);
        holders.iter().all(|(_, parameter)| is_tensor(parameter)).then_some(holders.len())
    };
    for variant in &variants.list {
        for refusal in &variant.function.refusals {
            let (rule, of) = match refusal.what {
                Refused::DTypes => ("dtype", "dtypes"),
                Refused::Shapes => ("shape", "shapes"),
                Refused::DType | Refused::Ranks(_) => continue,
            };
            let [first, others @ ..] = refusal.parameters.as_slice() else { continue };
            for other in others.iter().filter(|other| tensor(first).zip(tensor(other)).is_some()) {
                let place = codes(variant.function, refusal.place);
                let require = format!("{rule}({first}) == {rule}({other})");
                // Functions that share the arguments and are silent require nothing.
                let shared = tensor(first).min(tensor(other)).is_some_and(|holders| holders > 1);
                let prefix = if shared { variant.name.replace(' ', "-") + "." } else { String::new() };
                let id = format!("{prefix}{first}.{other}.{rule}");
                // A table may say it twice.
                if let Some(known) = found.iter_mut().find(|known| known.id == id) {
                    known.cites.push(place.1.clone());
                    known.named.push(place);
                    continue;
                }
                found.push(Aspect {
                    id,
                    says: format!("{first} and {other} have the same {}", of.trim_end_matches('s')),
                    when: shared.then(|| variant.condition.clone()),
                    require,
                    status: INVALID_STATUS,
                    null: false,
                    cites: vec![place.1.clone()],
                    named: vec![place],
                    unread: Vec::new(),
                });
            }
        }
    }
    found
}

/// The requirements of all arguments. Functions that state the same share one.
pub(super) fn requirements(spec: &Spec, unread: &[UnreadFact], variants: &Variants<'_>) -> Vec<Aspect> {
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
                    let of_codes = (rule == "rank" && parameter.ranks.is_none())
                        .then(|| self::named(rule, variant.function, parameter));
                    let place = || place(variant.function, parameter, null);
                    of_codes.flatten().map_or_else(place, |(_, cite)| cite)
                };
                found.push(Aspect {
                    id,
                    says: says(argument),
                    when: (!when.is_empty()).then(|| when.join(" && ")),
                    require,
                    status: if null { NULL_STATUS } else { INVALID_STATUS },
                    null,
                    unread: unread.filter_map(|unread| span(unread.place)).collect(),
                    cites: of.iter().map(place).collect(),
                    named: named.unwrap_or_default(),
                });
            }
        }
    }
    found.extend(same(variants));
    found
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

impl Aspect {
    /// The name of the status code for breaking it.
    pub(super) fn status(&self) -> &'static str {
        self.status
    }

    /// The requirement as TOML. It names its status code if the page lists that.
    pub(super) fn written(&self, operator: &str, system: &str, listed: impl Fn(&str) -> bool) -> String {
        let list_named = || {
            let cites: Vec<String> = self.named.iter().map(|(_, cite)| cite.clone()).collect();
            format!("{{ status = \"{}\", basis = \"stated\", cite = {} }}", self.status, list(&cites))
        };
        let status = match self.named.is_empty() {
            true => listed(self.status).then(|| quote(self.status)),
            false => Some(list_named()),
        };
        let toml = requirement(&format!("{operator}.{}", self.id))
            // Only a C interface has null pointers.
            .maybe("via", self.null.then(|| quote(system)))
            .text("says", &self.says)
            .some("when", self.when.as_ref())
            .text("require", &self.require)
            .maybe("else", status)
            .value("cite", list(&self.cites))
            .toml;
        match self.unread.as_slice() {
            [] => toml,
            unread => format!("\n# Not read, and perhaps about this: {}.{toml}", unread.join(", ")),
        }
    }
}
