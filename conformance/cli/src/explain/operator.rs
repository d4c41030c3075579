//! An operator and its contract.

use super::requirement::sentence;
use super::sources::{Sources, cases_block};
use ascertain::contract::{Argument, ArgumentKind, Direction, Function, OperatorSpec, Parameter};
use ascertain_conformance::report::page::{Block, Page, row};

/// The page of the operator called `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let operator = OperatorSpec::named(word)?;
    let contract = operator.contract(sources.editions);
    let mut page =
        Page::new(format!("operator {} by {} {}", operator.name, operator.document, contract.edition));
    let facts = Block::facts([
        ("formula", Some(contract.formula.to_owned())),
        ("cited", Some(contract.cite.to_string())),
        ("max rank", contract.max_rank.map(|rank| rank.to_string())),
        ("deterministic", contract.deterministic.map(|d| yes_no(d).to_owned())),
    ]);
    page.section("", [Block::Text(sentence(contract.says)), facts]);
    page.table("Arguments of a call", &["argument", "is", "says"], operator.arguments.iter().map(argument));
    for function in contract.functions {
        let (heading, blocks) = function_section(function);
        page.section(heading, blocks);
    }
    let requirements = contract.requirements.iter().map(|r| {
        let via = r.via.map_or(String::new(), |via| format!(" (only {via})"));
        row(&[&r.id, &r.level.name(), &super::basis(r.basis, None), &format!("{}{via}", r.says)])
    });
    page.table("Requirements", &["requirement", "level", "basis", "says"], requirements);
    let derived = contract.derived.iter().map(|d| (d.name.to_owned(), format!("{} ({})", d.says, d.is.text)));
    page.section("Derived", [Block::Facts(derived.collect())]);
    let formulas = contract.formulas.iter().map(|formula| (formula.result.to_owned(), formula.to_string()));
    page.section("Elements", [Block::Facts(formulas.collect())]);
    let messages = contract.messages.iter().map(|m| format!("\"{}\": {} ({})", m.text, m.says, m.cite));
    page.items("Messages", messages);
    let products = contract.products.iter();
    let products =
        products.map(|p| row(&[&p.name, &yes_no(p.supported), &super::basis(Some(p.basis), p.reason)]));
    page.table("Products", &["product", "supported", "basis"], products);
    let cases = sources.cases.iter().filter(|c| c.area == operator.name);
    page.section("Cases", cases_block(cases, &format!("--filter {}", operator.name)));
    Some(page)
}

fn argument(argument: &Argument) -> Vec<String> {
    let kind = match argument.kind {
        ArgumentKind::Tensor => "tensor",
        ArgumentKind::Scalar => "scalar",
        ArgumentKind::Int => "integer",
        ArgumentKind::Ints => "integers",
        ArgumentKind::DType => "dtype",
        ArgumentKind::Flag => "flag",
    };
    let optional = if argument.optional { ", optional" } else { "" };
    let via = argument.via.map_or(String::new(), |via| format!(", only {via}"));
    let is = format!("{} {kind}{optional}{via}", direction(argument.direction));
    row(&[&argument.name, &is, &argument.says])
}

fn function_section(function: &Function) -> (String, Vec<Block>) {
    let heading = format!("{} (phase {}, {})", function.name, function.phase, function.variant);
    let rows =
        function.parameters.iter().map(|p| row(&[&p.name, &p.c, &direction(p.direction), &parameter(p)]));
    let facts = Block::facts([
        ("returns", Some(function.returns.to_owned())),
        ("then", function.then.map(str::to_owned)),
        ("cited", Some(function.cite.to_string())),
    ]);
    (heading, vec![facts, Block::table(&["parameter", "type", "", "says"], rows)])
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
