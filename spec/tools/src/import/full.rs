//! Writes an edition in full.

use super::wording::{Wording, name_in};
use super::write::{Section, cite, grid, key, placed, quote, span, strings};
use crate::facts::{
    Facts, FunctionFact, Gives, OperatorFacts, ParameterFact, ProductDTypes, RuleFact, TableFacts, TypeFact,
};
use ascertain_spec::model::Span;

/// Everything below `[edition.source]`.
pub(super) fn body(facts: &Facts, words: &Wording<'_>) -> String {
    let mut text = without_tables(facts, words);
    text.extend(facts.tables.iter().map(|facts| table(facts, words)));
    let known = words.spec.tables.iter().filter(|table| table.document == facts.document);
    let absent = known.filter(|table| !facts.tables.iter().any(|printed| printed.id == table.id));
    text.extend(absent.map(|table| removed_table(&table.id)));
    text
}

/// The types and the operator.
pub(super) fn without_tables(facts: &Facts, words: &Wording<'_>) -> String {
    let mut text: String = facts.types.iter().map(|ty| named_type(ty, words)).collect();
    text.extend(facts.others.iter().map(|(name, place)| other(name, *place, words)));
    text.extend(facts.operator.iter().map(|facts| operator(facts, words)));
    text
}

fn named_type(ty: &TypeFact, words: &Wording<'_>) -> String {
    let official = words.scheme().map(|scheme| name_in(words.spec, &ty.dtype, scheme));
    Section::new(format!("type.{}", key(&ty.name)))
        .text("dtype", &ty.dtype)
        .some("renames", official.filter(|official| *official != ty.name).as_ref())
        .list("aliases", &ty.aliases)
        .value("cite", cite(&words.type_place(&ty.name), ty.place))
        .toml
}

fn other(name: &str, place: Span, words: &Wording<'_>) -> String {
    let (says, wording) = words.other(name);
    Section::new(format!("other.{}", key(name))).text("says", &says).value("cite", cite(&wording, place)).toml
}

/// That the page does not print a table.
pub(super) fn removed_table(id: &str) -> String {
    Section::new(format!("table.{}", quote(id))).value("removed", true).toml
}

pub(super) fn table(table: &TableFacts, words: &Wording<'_>) -> String {
    let header = format!("table.{}", quote(&table.id));
    let known = words.table(&table.id);
    let named = |short: &String| words.printed(short, &table.names);
    let says = known.map_or("what a pair promotes to", |known| &known.says);
    let [of_rows, of_columns] = words.axes();
    let (rows, columns) =
        known.map_or((of_rows, of_columns), |known| (&known.rows.role, &known.columns.role));
    let axis = |keys: &[String], role: &str| -> Vec<String> {
        keys.iter().map(|short| if role == "number" { short.clone() } else { named(short) }).collect()
    };
    let (row_names, column_names) = (axis(&table.rows, rows), axis(&table.columns, columns));
    let section = Section::new(&header)
        .text("says", says)
        .text("rows", rows)
        .text("columns", columns)
        .text("names", &table.names)
        .text("undefined", &table.undefined)
        .value("order", strings(&column_names))
        .maybe("row_order", (row_names != column_names).then(|| strings(&row_names)))
        .value("cite", cite(&words.table_place(&table.id), table.place));
    let rows = row_names.into_iter().enumerate().map(|(row, name)| {
        let cells = (0..table.columns.len()).filter_map(|column| table.cell(row, column));
        let cells = cells.map(|cell| cell.result.as_ref().map_or_else(|| table.undefined.clone(), named));
        (name, table.row_places.get(row).copied().unwrap_or_default(), cells.collect())
    });
    let rows = format!("\n[{header}.row]\n{}", grid(&rows.collect::<Vec<_>>()));
    let rules = table.rules.iter().map(|fact| rule(&table.id, fact, &named, words));
    section.toml + &rows + &rules.collect::<String>()
}

fn rule(table: &str, rule: &RuleFact, named: &dyn Fn(&String) -> String, words: &Wording<'_>) -> String {
    let (id, says, place) = words.rule(table, rule);
    let partners: Vec<String> = rule.partners.iter().map(named).collect();
    let whom = if rule.only { "only" } else { "except" };
    let gives = match rule.gives {
        Gives::Partner => "partner",
        Gives::Operand => "operand",
        Gives::Nothing => "none",
    };
    Section::new(format!("[table.{}.rule]", quote(table)))
        .text("id", &id)
        .text("says", &says)
        .text("operand", &named(&rule.operand))
        .value("partner", format!("{{ {whom} = {} }}", strings(&partners)))
        .text("gives", gives)
        .value("cite", cite(&place, rule.place))
        .toml
}

fn operator(facts: &OperatorFacts, words: &Wording<'_>) -> String {
    let (says, formula, place) =
        words.contract().map_or(("an operator", "see the page", "description"), |contract| {
            (&contract.says, &contract.formula, &contract.cite.place)
        });
    let mut text = Section::new("operator")
        .text("says", says)
        .some("names", Some(&facts.names))
        .text("formula", formula)
        .maybe("max_rank", facts.max_rank.map(|(rank, place)| placed(&format!("is = {rank}"), place)))
        .maybe("deterministic", facts.deterministic.map(|(is, place)| placed(&format!("is = {is}"), place)))
        .value("cite", cite(place, facts.place))
        .toml;
    let product = |section: Section, (name, supported, place): &(String, bool, Span)| {
        section.value(&quote(name), placed(&format!("supported = {supported}"), *place))
    };
    if !facts.products.is_empty() {
        text += &facts.products.iter().fold(Section::new("operator.product"), product).toml;
    }
    for facts in &facts.functions {
        text.push_str(&function(facts, words));
        text.extend(facts.parameters.iter().map(|fact| parameter(&facts.name, fact, words)));
    }
    text
}

/// The section of a function, without its parameters.
fn function(facts: &FunctionFact, words: &Wording<'_>) -> String {
    let calling = words.function(&facts.name);
    let phase = Some(calling.phase).filter(|phase| *phase != 1 || calling.variant.is_some());
    let null = |(name, place): &(String, Span)| format!("{} = {}", key(name), placed("", *place));
    let nulls: Vec<String> = facts.nulls.iter().map(null).collect();
    Section::new(format!("operator.function.{}", key(&facts.name)))
        .maybe("phase", phase)
        .some("variant", calling.variant.as_ref())
        .some("then", calling.then.as_ref())
        .some("returns", Some(&facts.returns))
        .value("cite", cite(&calling.place, facts.place))
        .maybe("nulls", (!nulls.is_empty()).then(|| format!("{{ {} }}", nulls.join(", "))))
        .toml
}

/// The section of a parameter.
fn parameter(function: &str, parameter: &ParameterFact, words: &Wording<'_>) -> String {
    let (says, place) = words.parameter(function, &parameter.name);
    let ranks = parameter.ranks.unwrap_or_default();
    let (dtypes, unnamed) = lists(&parameter.dtypes, words);
    let of_products = &parameter.product_dtypes;
    Section::new(format!("operator.function.{}.parameter.{}", key(function), key(&parameter.name)))
        .text("c", &parameter.c)
        .text("direction", parameter.direction.name())
        .text("says", &says)
        .list("dtypes", &dtypes)
        .list("unnamed", &unnamed)
        .list("formats", &parameter.formats)
        .maybe("empty", parameter.empty)
        .maybe("strided", parameter.strided)
        .some("range", parameter.range.as_ref())
        .maybe("min_rank", ranks.least)
        .maybe("max_rank", ranks.most)
        .maybe("product_dtypes", (!of_products.is_empty()).then(|| product_dtypes(of_products, words)))
        .value("cite", cite(&place, parameter.place))
        .toml
}

/// The dtypes that only some products take.
fn product_dtypes(all: &[ProductDTypes], words: &Wording<'_>) -> String {
    let line = |of: &ProductDTypes| {
        let (dtypes, unnamed) = lists(&of.dtypes, words);
        let lists = [("products", &of.products), ("dtypes", &dtypes), ("unnamed", &unnamed)].into_iter();
        let lists = lists.filter(|(_, names)| !names.is_empty());
        let parts = lists.map(|(key, names)| format!("{key} = {}", strings(names))).chain(span(of.place));
        format!("  {{ {} }},\n", parts.collect::<Vec<_>>().join(", "))
    };
    format!("[\n{}]", all.iter().map(line).collect::<String>())
}

/// Names of dtypes: known ones, under the operator's names, and others.
fn lists(dtypes: &[String], words: &Wording<'_>) -> (Vec<String>, Vec<String>) {
    let (known, unnamed): (Vec<&String>, Vec<&String>) =
        dtypes.iter().partition(|short| words.spec.dtype(short).is_some());
    let named = |short: &String| name_in(words.spec, short, words.dtype_names());
    (known.into_iter().map(named).collect(), unnamed.into_iter().cloned().collect())
}
