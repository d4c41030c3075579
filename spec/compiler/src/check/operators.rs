//! Checks operators, and joins the arguments, variants and derived values of the overlay with each edition's contract.

use crate::check::context::Context;
use crate::check::contract::{self, Frame};
use crate::check::documents::Doc;
use crate::check::implied;
use crate::check::predicate::{self, Parsed, Scope};
use crate::check::requirements;
use crate::model::{
    Argument, ArgumentKind, Basis, Contract, Derived, Direction, Elementwise, Formula, Join, Joined, Level,
    OperatorSpec, Outside, Requirement, Variant,
};
use crate::read::raw::{self, Text};
use ascertain_language::expr::{Expr, Type};

/// Resolves the operator of every document that describes one.
pub(crate) fn resolve(cx: &Context<'_>) -> Vec<OperatorSpec> {
    let mut operators = Vec::new();
    let mut names = cx.report.unique("operators");
    for doc in &cx.docs.list {
        let described = doc.editions.iter().find(|edition| edition.raw.operator.is_some());
        match (doc.overlay.and_then(|overlay| overlay.operator.as_ref()), described) {
            (Some(raw), Some(_)) => {
                names.name(&raw.name);
                operators.extend(operator(raw, doc, cx));
            }
            (Some(raw), None) if !doc.damaged => {
                let message =
                    format!("no edition of `{}` says anything about operator `{}`", doc.id, raw.name);
                cx.report
                    .error(raw.name.at, message)
                    .label("expected `[operator]` in the document's first edition");
            }
            (None, Some(edition)) if !doc.damaged => {
                let message =
                    format!("edition `{}` describes an operator that has no arguments", edition.name);
                cx.report
                    .error(edition.raw.head.name.at, message)
                    .label(format!("expected `[operator]` in {}.toml", doc.id.replacen('.', "/", 1)));
            }
            _ => {}
        }
    }
    operators
}

fn operator(raw: &raw::Operator, doc: &Doc<'_>, cx: &Context<'_>) -> Option<OperatorSpec> {
    let arguments: Vec<Argument> = raw
        .arguments
        .iter()
        .map(|(name, argument)| {
            if let Some(via) = &argument.via {
                cx.docs.check_via(via);
            }
            Argument {
                name: name.value.clone(),
                kind: argument.kind,
                direction: argument.direction.unwrap_or(Direction::In),
                optional: argument.optional,
                via: argument.via.as_ref().map(|via| via.value.clone()),
                says: argument.says.clone(),
                at: name.at,
            }
        })
        .collect();
    let said = contract::said(doc, cx);
    let variants = implied::variants(raw, doc);
    let mut contracts = Vec::new();
    let mut complete = true;
    for (index, edition) in doc.editions.iter().enumerate() {
        let Some(contract) = &said[index] else { continue };
        let place = edition.raw.operator.as_ref().map_or(edition.raw.head.name.at, |contract| contract.at);
        let (operator, variants, said) = (raw, &variants, &said);
        match (Frame { cx, doc, operator, variants, edition: edition.name, place, said }).contract(contract) {
            Some(contract) => contracts.push((index, contract)),
            None => complete = false,
        }
    }
    let chosen: Vec<Vec<usize>> =
        raw.derived.iter().map(|derived| doc.holding(derived.editions.as_deref())).collect();
    let values = raw.derived.iter().map(|raw| (raw, predicate::parse(&raw.is, cx)));
    let values: Vec<_> = values.collect();
    let variants =
        variants.iter().filter_map(|(name, condition)| Some((name, predicate::parse(condition, cx)?)));
    let variants: Vec<_> = variants.collect();
    for (index, contract) in &mut contracts {
        let values = values.iter().zip(&chosen).filter(|(_, chosen)| chosen.contains(index));
        derive(contract, doc, values.map(|(value, _)| value), &arguments, cx);
        for (name, condition) in &variants {
            let scope = Scope::new(&arguments, contract, cx, doc.damaged);
            if let Some(condition) = condition.typed(Type::Bool, &scope) {
                contract.variants.push(Variant { name: name.value.clone(), when: condition });
            }
        }
    }
    requirements::fill(&mut contracts, doc, &arguments, cx);
    formulas(&mut contracts, raw, doc, &arguments, cx);
    for (_, contract) in &mut contracts {
        products(raw, contract, cx);
    }
    check_ranges(&contracts, doc, &arguments, cx);
    let contracts: Vec<Contract> = contracts.into_iter().map(|(_, contract)| contract).collect();
    complete.then(|| OperatorSpec {
        name: raw.name.value.clone(),
        document: doc.id.to_owned(),
        area: area(raw, doc),
        default_edition: String::new(),
        arguments,
        contracts,
        at: raw.name.at,
    })
}

/// The area under which reports count the cases. It says if the first edition is a draft.
fn area(raw: &raw::Operator, doc: &Doc<'_>) -> String {
    let area = raw.area.as_ref().unwrap_or(&raw.name.value);
    if doc.editions.first().is_some_and(|first| first.raw.head.draft) {
        format!("{area} (draft)")
    } else {
        area.clone()
    }
}

/// Most parts of a derived value, with those of the values that it refers to: Rust for them is emitted in its place.
const MOST_PARTS: u64 = 10_000;

/// Adds derived values to one edition's contract. Each may refer to those before it.
fn derive<'r>(
    contract: &mut Contract,
    doc: &Doc<'_>,
    values: impl Iterator<Item = &'r (&'r raw::Derived, Option<Parsed<'r>>)>,
    arguments: &[Argument],
    cx: &Context<'_>,
) {
    let mut places: Vec<&raw::Derived> = Vec::new();
    let mut sizes: Vec<u64> = Vec::new();
    for (raw, is) in values {
        if let Some(other) = places.iter().find(|other| other.name.value == raw.name.value) {
            let message =
                format!("derived value `{}` is given twice in edition `{}`", raw.name, contract.edition);
            cx.report.twice(raw.at, message, other.at);
        } else if arguments.iter().any(|argument| argument.name == raw.name.value) {
            cx.report.error(raw.name.at, format!("derived value `{}` has the name of an argument", raw.name));
        }
        places.push(raw);
        let scope = Scope::new(arguments, contract, cx, doc.damaged);
        let typed = |is: &Parsed<'_>| is.typed(raw.kind.value.in_predicates(), &scope);
        let Some(is) = is.as_ref().and_then(typed) else { continue };
        let name = raw.name.value.clone();
        sizes.push(is.expr.size(&sizes));
        if sizes.last().is_some_and(|size| *size > MOST_PARTS) {
            let what = format!("derived value `{name}` has more than {MOST_PARTS} parts");
            cx.report.error(is.at, what).label("with those of the values that it refers to");
            return;
        }
        contract.derived.push(Derived { name, kind: raw.kind.value, says: raw.says.clone(), is, at: raw.at });
    }
}

/// Adds the formulas of results to every contract.
fn formulas(
    contracts: &mut [(usize, Contract)],
    raw: &raw::Operator,
    doc: &Doc<'_>,
    arguments: &[Argument],
    cx: &Context<'_>,
) {
    let in_place = in_place(raw, cx);
    for (result, formula) in raw.results.iter().chain(in_place.iter().map(|(name, formula)| (name, formula)))
    {
        let written = |a: &&Argument| a.kind == ArgumentKind::Tensor && a.direction != Direction::In;
        let known = || arguments.iter().filter(written).map(|a| a.name.as_str());
        if !known().any(|name| name == result.value) {
            let what = format!("`{result}` is not a tensor that the operator writes");
            cx.report.unknown(result, what, "unknown result", known());
            continue;
        }
        // An index has the formula of the result that it is about.
        let of = match &formula.index_of {
            None => formula,
            Some(of) => match raw
                .results
                .iter()
                .find(|(name, of_it)| name.value == of.value && of_it.index_of.is_none())
            {
                Some((_, of)) => of,
                None => {
                    let what = format!("`{of}` is not a result with a formula");
                    cx.report.unknown(of, what, "unknown result", raw.results.names());
                    continue;
                }
            },
        };
        let (Some(each), Some(compute)) = (&of.each, &of.compute) else {
            cx.report.error(formula.at, "a formula is `each` and `compute`, or an index `index_of` a result");
            continue;
        };
        if formula.index_of.is_some()
            && ((of.scan.is_none() && of.fold.is_none())
                || formula.each.is_some()
                || formula.compute.is_some())
        {
            cx.report.error(
                formula.at,
                "an index is `index_of` a result with `scan` or `fold`, and has no formula of its own",
            );
            continue;
        }
        let parsed = |text| predicate::parse(text, cx);
        let (Some(each), Some(compute)) = (parsed(each), parsed(compute)) else { continue };
        // What joins, along which dimensions, and of a fold whether they stay.
        let along = match (&of.scan, &of.along, &of.fold, &of.over, &of.keep) {
            (None, None, None, None, None) => None,
            (Some(by), Some(along), None, None, None) => {
                let Some(along) = parsed(along) else { continue };
                Some((by.value, along, false, None))
            }
            (None, None, Some(by), Some(over), keep) => {
                let keep = keep.as_ref().map(parsed);
                let (Some(over), None | Some(Some(_))) = (parsed(over), &keep) else { continue };
                Some((by.value, over, true, keep.flatten()))
            }
            _ => {
                cx.report
                    .error(
                        formula.at,
                        "`scan` and `along` belong together, and so do `fold`, `over` and perhaps `keep`",
                    )
                    .label("one of them is missing or too many");
                continue;
            }
        };
        let outside = outside(raw, result, doc);
        for (_, contract) in contracts.iter_mut() {
            let scope = Scope::new(arguments, contract, cx, doc.damaged);
            let each = each.element(&scope);
            let compute = compute.typed(Type::DType, &scope);
            let joined = along.as_ref().map(|(by, along, folds, keeps)| {
                let dims = if *folds && along.is_list(&scope) { Type::Ints } else { Type::Int };
                let along = along.typed(dims, &scope)?;
                let keeps = keeps.as_ref().map(|keeps| keeps.typed(Type::Bool, &scope));
                let keeps = match keeps {
                    Some(None) => return None,
                    keeps => keeps.flatten(),
                };
                Some(Joined { by: *by, along, folds: *folds, keeps })
            });
            if joined.is_some() && each.as_ref().is_some_and(|each| each.expr.kind() == Type::Bool) {
                let what = "elements are joined, and this is yes or no";
                cx.report.error(formula.at, what).label("expected an element");
                continue;
            }
            let outside =
                outside.iter().filter(|(id, _)| contract.requirements.iter().any(|own| own.id == *id));
            let outside = outside.filter_map(|(id, elements)| {
                let elements = predicate::parse(elements, cx)?.element(&scope)?;
                Some(Outside { requirement: id.clone(), elements: Elementwise(elements) })
            });
            let outside = outside.collect::<Vec<_>>();
            let (value, open) = (implied::requirement_id(raw, formula), implied::open_id(raw, formula));
            let mut known = true;
            for id in [Some(&value), open.as_ref()].into_iter().flatten() {
                known &= requirements::is_known(id, contract, cx, doc);
            }
            let of_extreme = |each: &Expr| {
                let by = along.as_ref().map(|(by, ..)| by);
                let is_truth = of.compute.as_ref().is_some_and(|compute| compute.value == "'bool'");
                each.is_extreme() || (matches!(by, Some(Join::Least | Join::Greatest)) && !is_truth)
            };
            let open = match (open.map(|id| id.value), &each) {
                (None, Some(each)) if each.expr.is_graded() => {
                    silent(raw, ("accuracy", "how exact the results are is not said"), None, &value, contract)
                }
                (None, Some(each)) if of_extreme(&each.expr) => {
                    silent(raw, ("nan", "what becomes of NaN is not said"), None, &value, contract)
                }
                (open, _) => open,
            };
            if known && each.is_some() {
                let says = "a value that a float dtype cannot hold is rounded to nearest, ties to even; one that becomes an integer loses its fraction";
                let why = "the page does not say how dtypes are converted; this is what processors and array libraries do";
                silent(raw, ("rounds", says), Some(why), &value, contract);
            }
            if known && each.as_ref().is_some_and(|each| !each.expr.is_bitwise()) {
                let says =
                    "what becomes of subnormal numbers is not said: they may be read and written as zeros";
                silent(raw, ("subnormals", says), None, &value, contract);
                if along.as_ref().is_some_and(|(by, ..)| matches!(by, Join::Sum | Join::Mean)) {
                    let says = "in which dtype partial sums are kept is not said";
                    silent(raw, ("accumulator", says), None, &value, contract);
                }
            }
            if let (Some(each), Some(compute), true, None | Some(Some(_))) = (each, compute, known, &joined) {
                contract.formulas.push(Formula {
                    result: result.value.clone(),
                    each: Elementwise(each),
                    joined: joined.flatten(),
                    compute,
                    requirement: value.value,
                    open,
                    index_of: formula.index_of.as_ref().map(|of| of.value.clone()),
                    outside,
                    at: formula.at,
                });
            }
        }
    }
}

/// Adds what is required of an aspect of a formula of which no page speaks: with a reason, a reading; without one, nothing. Returns
/// the id.
fn silent(
    raw: &raw::Operator,
    (aspect, says): (&str, &str),
    reason: Option<&str>,
    value: &Text,
    contract: &mut Contract,
) -> Option<String> {
    let own = format!(".{aspect}");
    if let Some(known) = contract.requirements.iter().find(|known| known.id.ends_with(&own)) {
        return Some(known.id.clone());
    }
    let value = contract.requirements.iter().find(|known| known.id == value.value)?;
    let id = format!("{}{own}", raw.name);
    let silent = Requirement {
        id: id.clone(),
        level: if reason.is_some() { value.level } else { Level::Unspecified },
        basis: reason.map(|_| Basis::Reading),
        reason: reason.map(str::to_owned),
        says: says.to_owned(),
        ..value.clone()
    };
    contract.requirements.push(silent);
    Some(id)
}

/// Adds the requirement that leaves open which product an implementation is of, where predicates ask for it.
fn products(raw: &raw::Operator, contract: &mut Contract, cx: &Context<'_>) {
    let of_requirements = contract.requirements.iter().flat_map(|r| [&r.when, &r.require]).flatten();
    let of_formulas = contract.formulas.iter().flat_map(|formula| [&formula.compute, &formula.each.0]);
    let of_derived = contract.derived.iter().map(|derived| &derived.is);
    let mut all = of_requirements.chain(of_formulas).chain(of_derived);
    let Some(asking) = all.find(|predicate| predicate.expr.asks_product()).map(|predicate| predicate.at)
    else {
        return;
    };
    let is_known = |name: &String| cx.products.iter().any(|product| product.names.contains(name));
    if let Some(unknown) = contract.products.iter().find(|product| !is_known(&product.name)) {
        let what = format!("no product of documents.toml is called `{}` on pages", unknown.name);
        cx.report.error(unknown.at, what).label("unknown product").note(asking, "this asks for products");
    }
    let id = format!("{}.product", raw.name);
    let is_written = contract.requirements.iter().any(|requirement| requirement.id == id);
    let value = contract.formulas.first().map(|formula| &formula.requirement);
    let value = contract.requirements.iter().find(|requirement| Some(&requirement.id) == value);
    let Some(value) = value.filter(|_| !is_written) else { return };
    let open = Requirement {
        id,
        level: Level::Unspecified,
        basis: None,
        reason: None,
        says: "which product an implementation is of is not said: the rules of each are right".to_owned(),
        cite: contract.products.first().map_or_else(|| value.cite.clone(), |product| product.cite.clone()),
        ..value.clone()
    };
    drop(all);
    contract.requirements.push(open);
}

/// The formulas of tensors that are read and written: those of the results of which they take the place, with the tensor itself
/// for that result and for what it `replaces`.
fn in_place(raw: &raw::Operator, cx: &Context<'_>) -> Vec<(Text, raw::ResultFormula)> {
    let mut found = Vec::new();
    for (own, argument) in raw.arguments.iter() {
        let Some(replaced) = &argument.replaces else { continue };
        let tensors = || raw.arguments.iter().filter(|(_, other)| other.kind == ArgumentKind::Tensor);
        if !tensors().any(|(name, _)| name.value == replaced.value && name.value != own.value) {
            let known = tensors().map(|(name, _)| name.value.as_str());
            let what = format!("`{replaced}` is not another tensor of the operator");
            cx.report.unknown(replaced, what, "unknown tensor", known);
            continue;
        }
        for (result, formula) in raw.results.iter() {
            if result.value == own.value {
                let what = format!("the formula of `{own}` is that of what it replaces");
                cx.report.error(result.at, what).label("given again");
                continue;
            }
            let with_it = |text: &Text| {
                let text = renamed(&renamed(text, &replaced.value, &own.value), &result.value, &own.value);
                Text { value: without_choice(text.value), at: text.at }
            };
            let formula = raw::ResultFormula {
                each: formula.each.as_ref().map(with_it),
                compute: formula.compute.as_ref().map(with_it),
                ..formula.clone()
            };
            found.push((own.clone(), formula));
        }
    }
    found
}

/// What the requirements of a document leave open of a result, by their ids. In place of a tensor stands what replaces it.
fn outside(raw: &raw::Operator, result: &Text, doc: &Doc<'_>) -> Vec<(String, Text)> {
    let argument = raw.arguments.iter().find(|(name, _)| name.value == result.value);
    let replaced = argument.and_then(|(_, argument)| argument.replaces.as_ref());
    let elements = doc.requirements().filter_map(|own| Some((own.id.value.clone(), own.elements.as_ref()?)));
    let in_place =
        |text: &Text| replaced.map_or(text.clone(), |from| renamed(text, &from.value, &result.value));
    elements.map(|(id, text)| (id, in_place(text))).collect()
}

/// A text with another name in place of one.
fn renamed(text: &Text, from: &str, to: &str) -> Text {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.value.split_inclusive(|c: char| !is_name(c)).map(|word| {
        let name = word.trim_end_matches(|c: char| !is_name(c));
        if name == from { word.replacen(name, to, 1) } else { word.to_owned() }
    });
    Text { value: words.collect(), at: text.at }
}

/// `if … { x } else { x }` is `x`.
fn without_choice(text: String) -> String {
    let branches = || {
        let (then, otherwise) = text.strip_prefix("if ")?.split_once('{')?.1.split_once("} else {")?;
        Some((then.trim(), otherwise.strip_suffix('}')?.trim()))
    };
    match branches() {
        Some((then, otherwise)) if then == otherwise => then.to_owned(),
        _ => text,
    }
}

/// Checks the ranges of parameters, which are predicates too, in the editions that state them.
fn check_ranges(contracts: &[(usize, Contract)], doc: &Doc<'_>, arguments: &[Argument], cx: &Context<'_>) {
    for (index, contract) in contracts {
        let functions =
            doc.editions[*index].raw.operator.iter().flat_map(|operator| operator.functions.iter());
        let parameters = functions.flat_map(|(_, function)| function.parameters.iter());
        for range in parameters.filter_map(|(_, parameter)| parameter.range.as_ref()) {
            if let Some(range) = predicate::parse(range, cx) {
                let scope = Scope::new(arguments, contract, cx, doc.damaged);
                range.typed(Type::Bool, &scope);
            }
        }
    }
}
