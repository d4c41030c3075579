//! Checks requirements about operators, in every edition that they hold in, and about tables.

use crate::check::cite::CitingFile;
use crate::check::context::OperatorContext;
use crate::check::documents::{Doc, Docs};
use crate::check::errata;
use crate::expr::Type;
use crate::model::{Argument, Contract, Level, Requirement, Table};
use crate::nearest;
use crate::predicate::{self, Parsed, Scope};
use crate::read::raw::{self, Text};
use crate::report::Report;

/// Adds to each contract the requirements that hold in its edition, whose index comes with it.
pub(crate) fn fill(
    contracts: &mut [(usize, Contract)],
    doc: &Doc<'_>,
    arguments: &[Argument],
    cx: &OperatorContext<'_>,
    report: &mut Report,
) {
    for raw in of(doc).filter(|raw| raw.table.is_none()) {
        let common = common(raw, doc, cx.docs, report);
        if let Some(status) = &raw.status {
            let known = || cx.statuses.iter().map(|status| status.name.as_str());
            if !known().any(|name| name == status.value) && !cx.docs.damaged() {
                report
                    .error(status.at, format!("status `{status}` does not exist"))
                    .label("expected the name of a status code")
                    .help(nearest::help(&status.value, known()));
            }
        }
        let when = raw.when.as_ref().and_then(|text| predicate::parse(text, cx.sources, report));
        let require = raw.require.as_ref().and_then(|text| predicate::parse(text, cx.sources, report));
        for (_, contract) in
            contracts.iter_mut().filter(|(_, contract)| common.editions.contains(&contract.edition))
        {
            let scope = Scope::new(arguments, contract, doc.damaged);
            let mut typed =
                |parsed: &Option<Parsed<'_>>| parsed.as_ref()?.typed(Type::Bool, &scope, cx.sources, report);
            let requirement = Requirement { when: typed(&when), require: typed(&require), ..common.clone() };
            if let Some(message) = &raw.message {
                check_message(message, contract, report);
            }
            contract.requirements.push(requirement);
        }
    }
}

/// The requirements about tables. Reports requirements that are in the wrong file.
pub(crate) fn of_tables(docs: &Docs<'_>, tables: &[Table], report: &mut Report) -> Vec<Requirement> {
    let mut requirements = Vec::new();
    for doc in &docs.list {
        check_ids(doc, docs, report);
        let has_operator = doc.overlay.is_some_and(|overlay| overlay.operator.is_some());
        for raw in of(doc) {
            match &raw.table {
                Some(table) => {
                    errata::find_table(table, docs, tables, report);
                    let clauses = [&raw.when, &raw.require, &raw.status, &raw.message, &raw.unbreakable];
                    for clause in clauses.into_iter().flatten() {
                        let message =
                            format!("requirement `{}` is about a table, which has no arguments", raw.id);
                        report
                            .error(clause.at, message)
                            .label("only `table` and `ranks` can say what it is about");
                    }
                    requirements.push(common(raw, doc, docs, report));
                }
                None if !has_operator && !doc.damaged => {
                    report
                        .error(
                            raw.id.at,
                            format!("requirement `{}` is about neither a table nor an operator", raw.id),
                        )
                        .label("expected `table`, or an operator in this file");
                }
                None => {}
            }
        }
    }
    requirements
}

fn of<'a>(doc: &Doc<'a>) -> impl Iterator<Item = &'a raw::Requirement> {
    doc.overlay.into_iter().flat_map(|overlay| &overlay.requirements)
}

/// The parts that do not depend on the edition. Called once for each requirement, as it reports problems.
fn common(raw: &raw::Requirement, doc: &Doc<'_>, docs: &Docs<'_>, report: &mut Report) -> Requirement {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
    if let Some(via) = &raw.via {
        docs.check_via(via, report);
    }
    if raw.require.is_none() && raw.table.is_none() {
        for clause in [&raw.status, &raw.message, &raw.unbreakable].into_iter().flatten() {
            report
                .error(clause.at, format!("requirement `{}` has nothing that can be broken", raw.id))
                .label("expected `require` beside it");
        }
    }
    if let Some(ranks) = raw.ranks.as_ref().filter(|_| raw.table.is_none()) {
        let message = format!("requirement `{}` is about ranks, but not of a table", raw.id);
        report.error(ranks.at, message).label("expected `table` beside it");
    }
    if let Some(reference) = &raw.reference {
        let open = matches!(raw.level, Level::Unspecified | Level::Contradicted);
        if !open || raw.require.is_none() {
            let message = format!("requirement `{}` leaves the reference no choice", raw.id);
            report
                .error(reference.at, message)
                .label("expected level `unspecified` or `contradicted`, and `require`, beside it");
        }
    }
    let editions = doc.holding(raw.editions.as_deref(), report);
    Requirement {
        id: raw.id.value.clone(),
        level: raw.level,
        says: raw.says.clone(),
        when: None,
        require: None,
        status: text(&raw.status),
        message: text(&raw.message),
        via: text(&raw.via),
        unbreakable: text(&raw.unbreakable),
        table: text(&raw.table),
        ranks: raw.ranks.as_ref().is_some_and(|ranks| ranks.value),
        repeats: raw.repeats.as_ref().is_some_and(|repeats| repeats.value),
        reference_refuses: raw.reference.is_some(),
        editions: editions.iter().map(|&index| doc.editions[index].name.to_owned()).collect(),
        cite: docs.cite(&raw.cite, CitingFile::document(doc.id), report),
        at: raw.id.at,
    }
}

/// Checks that an id is used by one document only, and once in each of its editions.
fn check_ids(doc: &Doc<'_>, docs: &Docs<'_>, report: &mut Report) {
    let mut seen: Vec<&raw::Requirement> = Vec::new();
    let earlier = docs.list.iter().take_while(|other| other.id != doc.id);
    let elsewhere: Vec<&raw::Requirement> = earlier.flat_map(of).collect();
    let holds = |raw: &raw::Requirement, edition: &str| {
        raw.editions.as_ref().is_none_or(|editions| editions.iter().any(|name| name.value == edition))
    };
    for raw in of(doc) {
        if let Some(other) = elsewhere.iter().find(|other| other.id.value == raw.id.value) {
            report
                .error(raw.id.at, format!("requirement `{}` belongs to two documents", raw.id))
                .label("the second one")
                .note(other.id.at, "the first one");
        }
        for other in seen.iter().filter(|other| other.id.value == raw.id.value) {
            if let Some(edition) = doc.names().find(|edition| holds(raw, edition) && holds(other, edition)) {
                report
                    .error(
                        raw.id.at,
                        format!("requirement `{}` appears twice in edition `{edition}`", raw.id),
                    )
                    .label("the second one")
                    .note(other.id.at, "the first one");
                break;
            }
        }
        seen.push(raw);
    }
}

fn check_message(message: &Text, contract: &Contract, report: &mut Report) {
    let known = || contract.messages.iter().map(|message| message.text.as_str());
    if !known().any(|text| text == message.value) {
        let meant = nearest::nearest(&message.value, known());
        report
            .error(message.at, format!("edition `{}` does not print this message", contract.edition))
            .label("expected a message of the operator")
            .help(meant.map(|meant| format!("did you mean `{meant}`?")));
    }
}
