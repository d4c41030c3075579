//! A case: the call with all its bits, what it tests, and the right answer.

use super::requirement::sentence;
use super::sources::Sources;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Call};
use ascertain::contract::Requirement;
use ascertain::document::{ERRATA, Erratum};
use ascertain_conformance::case::{Case, Expect, Question, promotion};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::report::rules::requirement;
use ascertain_conformance::results::quoted;

/// The page of the case with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let case = sources.cases.iter().find(|c| *c.id == *word)?;
    let mut page = Page::new(format!("case {}", case.id));
    let call = Question(&case.call).to_string();
    page.section("", [Block::facts([("area", Some(case.area.to_owned())), ("call", Some(call))])]);
    page.section("Arguments", [arguments(&case.call)]);
    page.items("Tests", requirements(case, sources));
    page.section("Right answer", right(case, sources));
    for erratum in ERRATA.iter().filter(|erratum| concerned(erratum, case, sources)) {
        super::erratum::section(&mut page, erratum, "");
    }
    let paths = sources.own.iter().flat_map(|own| &own.paths);
    let vectors: String = paths.map(|path| format!(" --vectors {}", quoted(path))).collect();
    let command = format!("ascertain run --backend …{vectors} --filter {}", quoted(&case.id));
    page.section("Run it", [Block::Command(command)]);
    Some(page)
}

/// Whether an erratum is about what decides the case: the cell, or a requirement that the call breaks.
fn concerned(erratum: &Erratum, case: &Case, sources: Sources<'_>) -> bool {
    match &case.call {
        Call::Promote(p) => {
            let edition = sources.editions.name(p.table.document);
            erratum.concerns(edition) && erratum.is_about(p.table.id, p.row, p.column)
        }
        Call::Operate(call) => {
            let contract = call.operator.contract(sources.editions);
            let mut broken = contract.broken_by(call.args());
            erratum.concerns(contract.edition) && broken.any(|r| erratum.requirements.contains(&r.id))
        }
    }
}

fn arguments(call: &Call) -> Block {
    let Call::Operate(call) = call else { return Block::Items(Vec::new()) };
    let given = call.operator.arguments.iter().zip(&call.args).filter(|(_, arg)| !matches!(arg, Arg::Absent));
    Block::Facts(given.map(|(argument, arg)| (argument.name.to_owned(), value(arg))).collect())
}

fn value(arg: &Arg) -> String {
    match arg {
        Arg::Absent => "absent".to_owned(),
        Arg::Null => "null".to_owned(),
        Arg::Int(value) => value.to_string(),
        Arg::Ints(values) => format!("{values:?}"),
        Arg::Flag(value) => value.to_string(),
        Arg::DType(dtype) => dtype.to_string(),
        Arg::Tensor(tensor) if tensor.is_packed() => format!("{tensor:?}"),
        Arg::Tensor(tensor) => {
            let layout = tensor.layout();
            format!("{tensor:?} strides {:?} offset {}", layout.strides(), layout.offset())
        }
    }
}

fn requirements(case: &Case, sources: Sources<'_>) -> Vec<String> {
    let line = |id: &&str| match requirement(id, sources.editions) {
        Some(requirement) => format!("{id} ({}): {}", super::level(requirement), requirement.says),
        None => (*id).to_owned(),
    };
    case.requirements.iter().map(line).collect()
}

fn right(case: &Case, sources: Sources<'_>) -> Vec<Block> {
    match (&case.expect, &case.call) {
        (Expect::SameAs(id, other), _) => {
            vec![Block::Text(format!("The same answer as to this call, by {id}: {}", Question(other)))]
        }
        (Expect::Vector(stored), _) => {
            let refused = stored.answers.is_empty().then(|| "the call is rejected".to_owned());
            let statuses: Vec<_> = stored.statuses.iter().map(ToString::to_string).collect();
            let mut facts =
                vec![("note".to_owned(), stored.note.clone()), ("cited".to_owned(), stored.cite.clone())];
            facts.extend(refused.map(|text| ("answer".to_owned(), text)));
            let tensors = |answer: &Answer| {
                answer.tensors().iter().map(|tensor| format!("{tensor:?}")).collect::<Vec<_>>().join(", ")
            };
            facts.extend(stored.answers.iter().map(|answer| ("answer".to_owned(), tensors(answer))));
            facts.extend((!statuses.is_empty()).then(|| ("status".to_owned(), statuses.join(" or "))));
            vec![Block::Facts(facts)]
        }
        (Expect::Documents, Call::Promote(p)) => {
            let Some(cell) = p.table.cell(sources.editions, p.row, p.column) else { return Vec::new() };
            let accepted = p.table.accepted(sources.editions, p.row, p.column);
            let also: Vec<&str> = accepted.map(|(_, result)| promotion(result)).collect();
            vec![Block::facts([
                ("answer", Some(promotion(cell.result).to_owned())),
                ("also right", Some(also.join(", ")).filter(|also| !also.is_empty())),
                ("source", Some(super::promote::source(cell))),
                ("basis", Some(cell.basis.name().to_owned())),
                ("cited", Some(cell.cite.to_string())),
            ])]
        }
        (Expect::Documents, Call::Operate(call)) => {
            let contract = call.operator.contract(sources.editions);
            let broken: Vec<_> = contract.broken_by(call.args()).map(broken_line).collect();
            if broken.is_empty() {
                return vec![Block::Text(sentence(&format!(
                    "the result of the formula: {}",
                    contract.formula
                )))];
            }
            vec![Block::Text("The arguments violate:".to_owned()), Block::Items(broken)]
        }
    }
}

fn broken_line(requirement: &Requirement) -> String {
    let status = requirement.code().map_or(String::new(), |(name, number)| format!(", {name} ({number})"));
    format!("{} ({}{status}): {}", requirement.id, super::level(requirement), requirement.says)
}
