//! Writes an edition that inherits another: only the differences.

use super::full::{self, name_in};
use super::wording::Wording;
use super::write::{cite, key, quote, strings};
use crate::facts::{Facts, FunctionFact, OperatorFacts, ParameterFact, RuleFact, TableFacts};
use ascertain_spec::model::Span;
use std::collections::BTreeSet;

/// Everything below `[edition.source]` in which `page` differs from `parent`.
///
/// # Errors
/// Each difference that inheriting cannot express, in words.
pub(super) fn body(page: &Facts, parent: &Facts, words: &Wording<'_>) -> Result<String, Vec<String>> {
    let mut text = String::new();
    let mut cannot = Vec::new();
    types(page, parent, words, &mut text);
    for table in &page.tables {
        match parent.tables.iter().find(|known| known.id == table.id) {
            Some(known) => changes(table, known, words, &mut text, &mut cannot),
            None => text.push_str(&full::table(table, words)),
        }
    }
    let gone = parent.tables.iter().filter(|known| !page.tables.iter().any(|table| table.id == known.id));
    text.extend(gone.map(|table| full::removed_table(&table.id)));
    match (&page.operator, &parent.operator) {
        (Some(page), Some(parent)) => operator(page, parent, words, &mut text, &mut cannot),
        (None, None) => {}
        _ => cannot.push("one of the two describes an operator and the other does not".to_owned()),
    }
    if cannot.is_empty() { Ok(text) } else { Err(cannot) }
}

fn types(page: &Facts, parent: &Facts, words: &Wording<'_>, text: &mut String) {
    for ty in &page.types {
        let known = parent.types.iter().find(|known| known.name == ty.name);
        if known.is_none_or(|known| (&known.dtype, &known.aliases) != (&ty.dtype, &ty.aliases)) {
            text.push_str(&full::named_type(ty, words));
        }
    }
    for known in &parent.types {
        // A type whose dtype has another name now was renamed, not removed.
        let renamed = page.types.iter().any(|ty| ty.dtype == known.dtype);
        if !page.types.iter().any(|ty| ty.name == known.name) && !renamed {
            text.push_str(&format!("\n[type.{}]\nremoved = true\n", key(&known.name)));
        }
    }
    for (name, place) in &page.others {
        if !parent.others.iter().any(|(known, _)| known == name) {
            text.push_str(&full::other(name, *place, words));
        }
    }
    for (known, _) in &parent.others {
        if !page.others.iter().any(|(name, _)| name == known) {
            text.push_str(&format!("\n[other.{}]\nremoved = true\n", key(known)));
        }
    }
}

/// The changed cells of a table; the whole table if it is printed in another way, or its rules are others.
fn changes(
    page: &TableFacts,
    parent: &TableFacts,
    words: &Wording<'_>,
    text: &mut String,
    cannot: &mut Vec<String>,
) {
    let (of_page, of_parent) = (page.answers(), parent.answers());
    let alien = of_page.keys().filter(|pair| !of_parent.contains_key(*pair));
    let missing = of_parent.keys().filter(|pair| !of_page.contains_key(*pair));
    if let Some((row, column)) = alien.chain(missing).next() {
        cannot.push(format!(
            "table `{}` has other axes: ({row}, {column}) is answered in one of the two",
            page.id
        ));
        return;
    }
    let layout = |table: &TableFacts| {
        let rules: Vec<String> = table.rules.iter().map(RuleFact::in_words).collect();
        let printed = |keys: &[String]| keys.iter().cloned().collect::<BTreeSet<String>>();
        let mark = table.mark().to_owned();
        (printed(&table.rows), printed(&table.columns), mark, table.names.clone(), rules)
    };
    if layout(page) != layout(parent) {
        text.push_str(&full::table(page, words));
        return;
    }
    let number = |axis: fn(&ascertain_spec::model::Table) -> &str| {
        words.table(&page.id).is_some_and(|t| axis(t) == "number")
    };
    let (number_rows, number_columns) = (number(|t| &t.rows.role), number(|t| &t.columns.role));
    let named = |short: &str, number: bool| {
        if number { short.to_owned() } else { name_in(words.spec, short, &parent.names) }
    };
    let (rows, columns) = page.axes();
    for pair in rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column))) {
        let (Some(answer), Some(known)) = (of_page.get(&pair), of_parent.get(&pair)) else { continue };
        if answer.result == known.result {
            continue;
        }
        let (row, column) = (named(pair.0, number_rows), named(pair.1, number_columns));
        let result =
            answer.result.as_ref().map_or_else(|| parent.undefined.clone(), |short| named(short, false));
        let place = format!("promotion table, row {row}, column {column}");
        text.push_str(&format!(
            "\n[[table.{}.change]]\nrow = {}\ncolumn = {}\nresult = {}\ncite = {}\n",
            quote(&page.id),
            quote(&row),
            quote(&column),
            quote(&result),
            cite(&place, answer.place),
        ));
    }
}

fn operator(
    page: &OperatorFacts,
    parent: &OperatorFacts,
    words: &Wording<'_>,
    text: &mut String,
    cannot: &mut Vec<String>,
) {
    let mut keys = String::new();
    if page.names != parent.names {
        match page.names.as_str() {
            "" => cannot.push("dtypes are no longer listed".to_owned()),
            names => keys.push_str(&format!("names = {}\n", quote(names))),
        }
    }
    match (page.max_rank, parent.max_rank) {
        (Some((rank, place)), known) if known.map(|(known, _)| known) != Some(rank) => {
            keys.push_str(&full::stated("max_rank", rank, place));
        }
        (None, Some(_)) => cannot.push("the limit of dimensions is no longer stated".to_owned()),
        _ => {}
    }
    match (page.deterministic, parent.deterministic) {
        (Some((is, place)), known) if known.map(|(known, _)| known) != Some(is) => {
            keys.push_str(&full::stated("deterministic", is, place));
        }
        (None, Some(_)) => cannot.push("determinism is no longer stated".to_owned()),
        _ => {}
    }
    if !keys.is_empty() {
        text.push_str(&format!("\n[operator]\n{keys}"));
    }
    let mut products: String = page
        .products
        .iter()
        .filter(|(name, supported, _)| !parent.products.iter().any(|(k, s, _)| (k, s) == (name, supported)))
        .map(full::product)
        .collect();
    let gone =
        parent.products.iter().filter(|(known, ..)| !page.products.iter().any(|(name, ..)| name == known));
    products.extend(gone.map(|(name, ..)| format!("{} = {{ removed = true }}\n", quote(name))));
    if !products.is_empty() {
        text.push_str(&format!("\n[operator.product]\n{products}"));
    }
    let new = page
        .messages
        .iter()
        .filter(|(message, _)| !parent.messages.iter().any(|(known, _)| known == message));
    let mut messages: String = new.map(|message| full::message(message, words)).collect();
    let gone = parent
        .messages
        .iter()
        .filter(|(known, _)| !page.messages.iter().any(|(message, _)| message == known));
    messages.extend(gone.map(|(message, _)| format!("{} = {{ removed = true }}\n", quote(message))));
    if !messages.is_empty() {
        text.push_str(&format!("\n[operator.message]\n{messages}"));
    }
    for facts in &page.functions {
        match parent.functions.iter().find(|known| known.name == facts.name) {
            Some(known) => function(facts, known, words, text, cannot),
            None => {
                text.push_str(&full::function(facts, words));
                text.extend(facts.parameters.iter().map(|p| full::whole_parameter(&facts.name, p, words)));
            }
        }
    }
    let gone = parent.functions.iter().filter(|known| !page.functions.iter().any(|f| f.name == known.name));
    cannot.extend(gone.map(|function| format!("function `{}` is gone", function.name)));
}

fn function(
    page: &FunctionFact,
    parent: &FunctionFact,
    words: &Wording<'_>,
    text: &mut String,
    cannot: &mut Vec<String>,
) {
    let mut keys = String::new();
    if page.returns != parent.returns {
        match page.returns.as_str() {
            "" => cannot.push(format!("what `{}` returns is no longer stated", page.name)),
            returns => keys.push_str(&format!("returns = {}\n", quote(returns))),
        }
    }
    if !keys.is_empty() {
        let place = words.function(&page.name).place;
        keys.push_str(&format!("cite = {}\n", cite(&place, page.place)));
    }
    let names = |nulls: &[(String, Span)]| nulls.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(&page.nulls) != names(&parent.nulls) {
        keys.push_str(&full::nulls(&page.nulls));
    }
    if !keys.is_empty() {
        text.push_str(&format!("\n[operator.function.{}]\n{keys}", key(&page.name)));
    }
    for parameter in &page.parameters {
        match parent.parameters.iter().find(|known| known.name == parameter.name) {
            Some(known) => changed_parameter(&page.name, parameter, known, words, text, cannot),
            None => text.push_str(&full::whole_parameter(&page.name, parameter, words)),
        }
    }
    let gone = parent.parameters.iter().filter(|known| !page.parameters.iter().any(|p| p.name == known.name));
    cannot.extend(gone.map(|parameter| format!("parameter `{}` of `{}` is gone", parameter.name, page.name)));
}

fn changed_parameter(
    function: &str,
    page: &ParameterFact,
    parent: &ParameterFact,
    words: &Wording<'_>,
    text: &mut String,
    cannot: &mut Vec<String>,
) {
    let mut keys = String::new();
    let mut silent =
        |what: &str| cannot.push(format!("{what} of `{}` of `{function}` no longer stated", page.name));
    if page.c != parent.c {
        keys.push_str(&format!("c = {}\n", quote(&page.c)));
    }
    if page.direction != parent.direction {
        keys.push_str(&format!("direction = \"{}\"\n", page.direction.name()));
    }
    match (&page.dtypes, &parent.dtypes) {
        (new, old) if new == old => {}
        (new, _) if new.is_empty() => silent("dtypes are"),
        _ => keys.push_str(&full::dtypes(page, words)),
    }
    match (&page.formats, &parent.formats) {
        (new, old) if new == old => {}
        (new, _) if new.is_empty() => silent("formats are"),
        (new, _) => keys.push_str(&format!("formats = {}\n", strings(new))),
    }
    for (name, new, old) in [("empty", page.empty, parent.empty), ("strided", page.strided, parent.strided)] {
        match (new, old) {
            (new, old) if new == old => {}
            (Some(is), _) => keys.push_str(&format!("{name} = {is}\n")),
            (None, _) => silent(&format!("`{name}` is")),
        }
    }
    match (&page.range, &parent.range) {
        (new, old) if new == old => {}
        (Some(range), _) => keys.push_str(&format!("range = {}\n", quote(range))),
        (None, _) => silent("a range is"),
    }
    match (page.ranks.unwrap_or_default(), parent.ranks.unwrap_or_default()) {
        (new, old) if new == old => {}
        (new, old) => {
            if (new.least.is_none() && old.least.is_some()) || (new.most.is_none() && old.most.is_some()) {
                silent("a limit of dimensions is");
            }
            keys.push_str(&full::ranks(new));
        }
    }
    let of_products = |p: &ParameterFact| {
        p.product_dtypes.iter().map(|of| (of.products.clone(), of.dtypes.clone())).collect::<Vec<_>>()
    };
    if of_products(page) != of_products(parent) {
        keys.push_str(&full::product_dtypes(&page.product_dtypes, words));
    }
    if !keys.is_empty() {
        let (_, place) = words.parameter(function, &page.name);
        text.push_str(&full::header(function, &page.name));
        text.push_str(&format!("{keys}cite = {}\n", cite(&place, page.place)));
    }
}
