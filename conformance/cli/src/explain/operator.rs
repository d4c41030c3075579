//! An operator and its contract.

use super::requirement::sentence;
use super::sources::{Sources, cases_block};
use ascertain::contract::{ArgumentKind, Contract, Direction, Function, OperatorSpec, Parameter};
use ascertain_conformance::report::page::{Block, Page};

/// The page of the operator called `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let operator = OperatorSpec::named(word)?;
    let contract = operator.contract(sources.editions);
    let mut page =
        Page::new(format!("operator {} by {} {}", operator.name, operator.document, contract.edition));
    page.section(
        "",
        vec![
            Block::Text(sentence(contract.says)),
            Block::facts([
                ("formula", Some(contract.formula.to_owned())),
                ("cited", Some(contract.cite.to_string())),
                ("max rank", contract.max_rank.map(|rank| rank.to_string())),
                ("deterministic", contract.deterministic.map(|d| yes_no(d).to_owned())),
            ]),
        ],
    );
    page.section("Arguments of a call", vec![arguments(operator)]);
    for function in contract.functions {
        let (heading, blocks) = function_section(function);
        page.section(heading, blocks);
    }
    page.section("Requirements", vec![requirements(contract)]);
    let derived = contract.derived.iter().map(|d| (d.name.to_owned(), format!("{} ({})", d.says, d.is.text)));
    page.section("Derived", vec![Block::Facts(derived.collect())]);
    let messages = contract.messages.iter().map(|m| format!("\"{}\": {} ({})", m.text, m.says, m.cite));
    page.section("Messages", vec![Block::Items(messages.collect())]);
    let products = contract.products.iter().map(|p| {
        vec![p.name.to_owned(), yes_no(p.supported).to_owned(), super::basis(Some(p.basis), p.reason)]
    });
    page.section("Products", vec![Block::table(&["product", "supported", "basis"], products.collect())]);
    let cases = sources.cases.iter().filter(|c| c.area == operator.name);
    page.section("Cases", cases_block(cases, &format!("--filter {}", operator.name)));
    Some(page)
}

fn arguments(operator: &OperatorSpec) -> Block {
    let rows = operator.arguments.iter().map(|argument| {
        let kind = match argument.kind {
            ArgumentKind::Tensor => "tensor",
            ArgumentKind::Int => "integer",
            ArgumentKind::DType => "dtype",
            ArgumentKind::Flag => "flag",
        };
        let optional = if argument.optional { ", optional" } else { "" };
        let via = argument.via.map_or(String::new(), |via| format!(", only {via}"));
        vec![
            argument.name.to_owned(),
            format!("{} {kind}{optional}{via}", direction(argument.direction)),
            argument.says.to_owned(),
        ]
    });
    Block::table(&["argument", "is", "says"], rows.collect())
}

fn function_section(function: &Function) -> (String, Vec<Block>) {
    let heading = format!("{} (phase {}, {})", function.name, function.phase, function.variant);
    let rows = function
        .parameters
        .iter()
        .map(|p| vec![p.name.to_owned(), p.c.to_owned(), direction(p.direction).to_owned(), parameter(p)]);
    let then = function.then.map(str::to_owned);
    let facts = Block::facts([
        ("returns", Some(function.returns.to_owned())),
        ("then", then),
        ("cited", Some(function.cite.to_string())),
    ]);
    (heading, vec![facts, Block::table(&["parameter", "type", "", "says"], rows.collect())])
}

/// Everything stated about a parameter, in one line.
fn parameter(parameter: &Parameter) -> String {
    let mut parts = vec![parameter.says.to_owned()];
    let dtypes: Vec<_> =
        parameter.dtypes.iter().map(|d| d.name()).chain(parameter.unnamed.iter().copied()).collect();
    if !dtypes.is_empty() {
        parts.push(format!("dtypes {}", dtypes.join(" ")));
    }
    if !parameter.formats.is_empty() {
        parts.push(format!("format {}", parameter.formats.join(" ")));
    }
    parts.extend(parameter.range.map(|range| format!("range {range}")));
    parts.extend(match (parameter.min_rank, parameter.max_rank) {
        (None, None) => None,
        (Some(least), Some(most)) => Some(format!("{least} to {most} dimensions")),
        (Some(least), None) => Some(format!("{least} or more dimensions")),
        (None, Some(most)) => Some(format!("at most {most} dimensions")),
    });
    parts.extend(parameter.empty.map(|empty| format!("empty tensors: {}", yes_no(empty))));
    parts.extend(parameter.strided.map(|strided| format!("views with gaps: {}", yes_no(strided))));
    parts.join("; ")
}

fn requirements(contract: &Contract) -> Block {
    let rows = contract.requirements.iter().map(|r| {
        let via = r.via.map_or(String::new(), |via| format!(" (only {via})"));
        vec![
            r.id.to_owned(),
            r.level.name().to_owned(),
            super::basis(r.basis, None),
            format!("{}{via}", r.says),
        ]
    });
    Block::table(&["requirement", "level", "basis", "says"], rows.collect())
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "in, out",
    }
}

fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
