//! Writes an edition in full.

use super::wording::Wording;
use super::write::{cite, grid, key, quote, span, strings};
use crate::facts::{
    Facts, FunctionFact, Gives, OperatorFacts, ParameterFact, ProductDTypes, Ranks, RuleFact, TableFacts,
    TypeFact,
};
use ascertain_spec::model::{DType, Span, Spec};

/// The dtype with a short name.
fn dtype<'a>(spec: &'a Spec, short: &str) -> Option<&'a DType> {
    spec.dtypes.iter().find(|dtype| dtype.name == short)
}

/// The name of a dtype, or of a kind of number, in a naming scheme.
pub(super) fn name_in(spec: &Spec, short: &str, scheme: &str) -> String {
    dtype(spec, short).and_then(|dtype| dtype.name_in(scheme)).unwrap_or(short).to_owned()
}

/// Everything below `[edition.source]`.
pub(super) fn body(facts: &Facts, words: &Wording<'_>) -> String {
    let mut text = without_tables(facts, words);
    for facts in &facts.tables {
        text.push_str(&table(facts, words));
    }
    let known = words.spec.tables.iter().filter(|table| table.document == facts.document);
    let absent = known.filter(|table| !facts.tables.iter().any(|printed| printed.id == table.id));
    text.extend(absent.map(|table| removed_table(&table.id)));
    text
}

/// The types and the operator.
pub(super) fn without_tables(facts: &Facts, words: &Wording<'_>) -> String {
    let mut text = String::new();
    for ty in &facts.types {
        text.push_str(&named_type(ty, words));
    }
    for (name, place) in &facts.others {
        text.push_str(&other(name, *place, words));
    }
    text.extend(facts.operator.iter().map(|facts| operator(facts, words)));
    text
}

fn named_type(ty: &TypeFact, words: &Wording<'_>) -> String {
    let mut text = format!("\n[type.{}]\ndtype = {}\n", key(&ty.name), quote(&ty.dtype));
    let official = words.scheme().map(|scheme| name_in(words.spec, &ty.dtype, scheme));
    if let Some(official) = official.filter(|official| *official != ty.name) {
        text.push_str(&format!("renames = {}\n", quote(&official)));
    }
    if !ty.aliases.is_empty() {
        text.push_str(&format!("aliases = {}\n", strings(&ty.aliases)));
    }
    text + &format!("cite = {}\n", cite(&words.type_place(&ty.name), ty.place))
}

fn other(name: &str, place: Span, words: &Wording<'_>) -> String {
    let (says, wording) = words.other(name);
    format!("\n[other.{}]\nsays = {}\ncite = {}\n", key(name), quote(&says), cite(&wording, place))
}

/// That the page does not print a table.
pub(super) fn removed_table(id: &str) -> String {
    format!("\n[table.{}]\nremoved = true\n", quote(id))
}

pub(super) fn table(table: &TableFacts, words: &Wording<'_>) -> String {
    let id = quote(&table.id);
    let known = words.table(&table.id);
    let named = |short: &String| name_in(words.spec, short, &table.names);
    let says = known.map_or_else(|| "what a pair promotes to".to_owned(), |known| known.says.clone());
    let role = |of: fn(&ascertain_spec::model::Table) -> &str, else_: &str| {
        known.map_or(else_.to_owned(), |k| of(k).to_owned())
    };
    let (rows, columns) = (role(|t| &t.rows.role, "lhs"), role(|t| &t.columns.role, "rhs"));
    let axis = |keys: &[String], role: &str| -> Vec<String> {
        keys.iter().map(|short| if role == "number" { short.clone() } else { named(short) }).collect()
    };
    let (row_names, column_names) = (axis(&table.rows, &rows), axis(&table.columns, &columns));
    let mut text = format!("\n[table.{id}]\nsays = {}\n", quote(&says));
    text.push_str(&format!("rows = {}\ncolumns = {}\n", quote(&rows), quote(&columns)));
    text.push_str(&format!("names = {}\nundefined = {}\n", quote(&table.names), quote(&table.undefined)));
    text.push_str(&format!("order = {}\n", strings(&column_names)));
    if row_names != column_names {
        text.push_str(&format!("row_order = {}\n", strings(&row_names)));
    }
    text.push_str(&format!("cite = {}\n", cite(&words.table_place(&table.id), table.place)));
    let rows = row_names.iter().enumerate().map(|(row, name)| {
        let cells = (0..table.columns.len()).filter_map(|column| table.cell(row, column));
        let cells = cells.map(|cell| cell.result.as_ref().map_or_else(|| table.undefined.clone(), named));
        (name.clone(), table.row_places.get(row).copied().unwrap_or_default(), cells.collect())
    });
    text.push_str(&format!("\n[table.{id}.row]\n{}", grid(&rows.collect::<Vec<_>>())));
    for fact in &table.rules {
        text.push_str(&rule(&table.id, fact, &named, words));
    }
    text
}

fn rule(table: &str, rule: &RuleFact, named: &dyn Fn(&String) -> String, words: &Wording<'_>) -> String {
    let (id, says, place) = words.rule(table, rule);
    let partners: Vec<String> = rule.partners.iter().map(named).collect();
    let gives = match rule.gives {
        Gives::Partner => "partner",
        Gives::Operand => "operand",
        Gives::Nothing => "none",
    };
    format!(
        "\n[[table.{}.rule]]\nid = {}\nsays = {}\noperand = {}\npartner = {{ {} = {} }}\ngives = \"{gives}\"\ncite = {}\n",
        quote(table),
        quote(&id),
        quote(&says),
        quote(&named(&rule.operand)),
        if rule.only { "only" } else { "except" },
        strings(&partners),
        cite(&place, rule.place),
    )
}

fn operator(facts: &OperatorFacts, words: &Wording<'_>) -> String {
    let known = words.contract();
    let says = known.map_or_else(|| "an operator".to_owned(), |contract| contract.says.clone());
    let formula = known.map_or_else(|| "see the page".to_owned(), |contract| contract.formula.clone());
    let place = known.map_or_else(|| "description".to_owned(), |contract| contract.cite.place.clone());
    let mut text = format!("\n[operator]\nsays = {}\n", quote(&says));
    if !facts.names.is_empty() {
        text.push_str(&format!("names = {}\n", quote(&facts.names)));
    }
    text.push_str(&format!("formula = {}\n", quote(&formula)));
    text.extend(facts.max_rank.map(|(rank, place)| stated("max_rank", rank, place)));
    text.extend(facts.deterministic.map(|(is, place)| stated("deterministic", is, place)));
    text.push_str(&format!("cite = {}\n", cite(&place, facts.place)));
    if !facts.products.is_empty() {
        text.push_str("\n[operator.product]\n");
        text.extend(facts.products.iter().map(product));
    }
    if !facts.messages.is_empty() {
        text.push_str("\n[operator.message]\n");
        text.extend(facts.messages.iter().map(|fact| message(fact, words)));
    }
    for facts in &facts.functions {
        text.push_str(&function(facts, words));
        text.extend(facts.parameters.iter().map(|fact| parameter(&facts.name, fact, words)));
    }
    text
}

/// A statement with its place: `max_rank = { is = 8, lines = [142, 142] }`.
fn stated(key: &str, is: impl std::fmt::Display, place: Span) -> String {
    let place = span(place).map(|at| format!(", {at}")).unwrap_or_default();
    format!("{key} = {{ is = {is}{place} }}\n")
}

/// The parameters whose null pointer is refused.
fn nulls(nulls: &[(String, Span)]) -> String {
    let entry = |(name, place): &(String, Span)| {
        let place = span(*place).map(|at| format!(" {at} ")).unwrap_or_default();
        format!("{} = {{{place}}}", key(name))
    };
    let entries: Vec<String> = nulls.iter().map(entry).collect();
    format!("nulls = {{ {} }}\n", entries.join(", "))
}

fn product((name, supported, place): &(String, bool, Span)) -> String {
    let place = span(*place).map(|at| format!(", {at}")).unwrap_or_default();
    format!("{} = {{ supported = {supported}{place} }}\n", quote(name))
}

fn message((message, place): &(String, Span), words: &Wording<'_>) -> String {
    let place = span(*place).map(|at| format!(", {at}")).unwrap_or_default();
    format!("{} = {{ says = {}{place} }}\n", quote(message), quote(&words.message(message)))
}

/// The section of a function, without its parameters.
fn function(facts: &FunctionFact, words: &Wording<'_>) -> String {
    let calling = words.function(&facts.name);
    let mut text = format!("\n[operator.function.{}]\n", key(&facts.name));
    if calling.phase != 1 || calling.variant.is_some() {
        text.push_str(&format!("phase = {}\n", calling.phase));
    }
    if let Some(variant) = calling.variant {
        text.push_str(&format!("variant = {}\n", quote(&variant)));
    }
    if let Some(then) = calling.then {
        text.push_str(&format!("then = {}\n", quote(&then)));
    }
    if !facts.returns.is_empty() {
        text.push_str(&format!("returns = {}\n", quote(&facts.returns)));
    }
    text.push_str(&format!("cite = {}\n", cite(&calling.place, facts.place)));
    if !facts.nulls.is_empty() {
        text.push_str(&nulls(&facts.nulls));
    }
    text
}

/// The section of a parameter.
fn parameter(function: &str, parameter: &ParameterFact, words: &Wording<'_>) -> String {
    let (says, place) = words.parameter(function, &parameter.name);
    let mut text = header(function, &parameter.name);
    text.push_str(&format!("c = {}\n", quote(&parameter.c)));
    text.push_str(&format!("direction = \"{}\"\nsays = {}\n", parameter.direction.name(), quote(&says)));
    text.push_str(&dtypes(parameter, words));
    if !parameter.formats.is_empty() {
        text.push_str(&format!("formats = {}\n", strings(&parameter.formats)));
    }
    for (name, stated) in [("empty", parameter.empty), ("strided", parameter.strided)] {
        text.extend(stated.map(|is| format!("{name} = {is}\n")));
    }
    text.extend(parameter.range.as_ref().map(|range| format!("range = {}\n", quote(range))));
    text.push_str(&ranks(parameter.ranks.unwrap_or_default()));
    if !parameter.product_dtypes.is_empty() {
        text.push_str(&product_dtypes(&parameter.product_dtypes, words));
    }
    text + &format!("cite = {}\n", cite(&place, parameter.place))
}

fn header(function: &str, parameter: &str) -> String {
    format!("\n[operator.function.{}.parameter.{}]\n", key(function), key(parameter))
}

/// The limits of a parameter's dimensions.
fn ranks(ranks: Ranks) -> String {
    let limits = [("min_rank", ranks.least), ("max_rank", ranks.most)].into_iter();
    limits.filter_map(|(key, limit)| limit.map(|limit| format!("{key} = {limit}\n"))).collect()
}

/// The lists of a parameter's dtypes, if it has any: known ones, under the operator's names, and others.
fn dtypes(parameter: &ParameterFact, words: &Wording<'_>) -> String {
    let lists = lists(&parameter.dtypes, words).into_iter();
    lists
        .filter(|(_, names)| !names.is_empty())
        .map(|(key, names)| format!("{key} = {}\n", strings(&names)))
        .collect()
}

/// The dtypes that only some products take.
fn product_dtypes(all: &[ProductDTypes], words: &Wording<'_>) -> String {
    let mut text = String::from("product_dtypes = [\n");
    for of in all {
        text.push_str(&format!("  {{ products = {}", strings(&of.products)));
        for (key, names) in lists(&of.dtypes, words).into_iter().filter(|(_, names)| !names.is_empty()) {
            text.push_str(&format!(", {key} = {}", strings(&names)));
        }
        text.extend(span(of.place).map(|at| format!(", {at}")));
        text.push_str(" },\n");
    }
    text + "]\n"
}

/// Names of dtypes under their keys: known ones, under the operator's names, and others.
fn lists(dtypes: &[String], words: &Wording<'_>) -> [(&'static str, Vec<String>); 2] {
    let scheme = words.dtype_names();
    let (known, unnamed): (Vec<&String>, Vec<&String>) =
        dtypes.iter().partition(|short| dtype(words.spec, short).is_some());
    let known = known.into_iter().map(|short| name_in(words.spec, short, scheme)).collect();
    [("dtypes", known), ("unnamed", unnamed.into_iter().cloned().collect())]
}
