//! Checks requirements about operators, in every edition that they hold in, and about tables.

use crate::check::basis::{Cited, Claim};
use crate::check::context::Context;
use crate::check::documents::Doc;
use crate::check::dtypes::Names;
use crate::check::errata;
use crate::check::implied;
use crate::check::predicate::{self, Parsed, Scope};
use crate::model::{
    Accepted, Argument, Basis, Cells, Citation, Contract, Erratum, Level, Requirement, Table, TableEdition,
};
use crate::read::raw::{self, Else, Text};
use crate::source::At;
use ascertain_language::expr::Type;
use ascertain_language::nearest;

/// Whether an edition has the requirement of a formula. If not, reports a problem.
pub(crate) fn is_known(id: &Text, contract: &Contract, cx: &Context<'_>, doc: &Doc<'_>) -> bool {
    let known = contract.requirements.iter().map(|r| r.id.as_str());
    if known.clone().any(|known| known == id.value) {
        return true;
    }
    let what = format!("edition `{}` has no requirement `{id}`", contract.edition);
    let help = match nearest::nearest(&id.value, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write it in {}.toml:{}", doc.id.replacen('.', "/", 1), template(&id.value)),
    };
    cx.report.error(id.at, what).label("a wrong result breaks this requirement").help(help);
    false
}

/// A requirement to begin with.
fn template(id: &str) -> String {
    format!(
        r#"

[[requirement]]
id = "{id}"
level = "must"
basis = "stated"
says = "in your own words, what each element of the result is"
cite = {{ where = "the heading of the page", lines = [1, 1] }}"#
    )
}

/// Adds to each contract the requirements that hold in its edition, whose index comes with it.
pub(crate) fn fill(
    contracts: &mut [(usize, Contract)],
    doc: &Doc<'_>,
    arguments: &[Argument],
    cx: &Context<'_>,
) {
    check_statuses(doc, cx);
    let implied = implied::requirements(doc);
    for raw in doc.requirements().filter(|raw| raw.table.is_none()).chain(&implied) {
        let mut common = common(raw, doc, cx);
        let editions = doc.holding(raw.editions.as_deref());
        if let Some(otherwise) = &raw.otherwise {
            let editions = claimed(&editions);
            let code = code(otherwise, doc);
            if let Some((basis, reason, cite)) = status_source(otherwise, code, &common.id, editions, doc, cx)
            {
                let status = cx.statuses.iter().find(|status| status.name == code.value);
                common.status_number = status.map(|status| status.number);
                common.status = Some(code.value.clone());
                (common.status_basis, common.status_reason) = (Some(basis), reason);
                common.status_cite = Some(cite);
            }
        }
        let when = raw.when.as_ref().and_then(|text| predicate::parse(text, cx));
        let require = raw.require.as_ref().and_then(|text| predicate::parse(text, cx));
        for (index, contract) in
            contracts.iter_mut().filter(|(_, contract)| common.editions.contains(&contract.edition))
        {
            let scope = Scope::new(arguments, contract, cx, doc.damaged);
            let typed = |parsed: &Option<Parsed<'_>>| parsed.as_ref()?.typed(Type::Bool, &scope);
            let mut requirement =
                Requirement { when: typed(&when), require: typed(&require), ..common.clone() };
            let cites: Vec<Citation> = requirement.cites().cloned().collect();
            requirement.basis = requirement.basis.map(|basis| Claim::within(basis, &cites, doc, *index));
            if let Some((basis, cite)) =
                requirement.status_basis.as_mut().zip(requirement.status_cite.as_ref())
            {
                *basis = Claim::within(*basis, std::slice::from_ref(cite), doc, *index);
            }
            if let Some(message) = &raw.message {
                check_message(message, contract, cx);
            }
            contract.requirements.push(requirement);
        }
    }
}

/// Adds to each table the requirements about it. Reports requirements that are in the wrong file.
pub(crate) fn of_tables(cx: &Context<'_>, tables: &mut [Table], errata: &[Erratum]) {
    let mut requirements = Vec::new();
    for doc in &cx.docs.list {
        check_ids(doc, cx);
        let has_operator = doc.overlay.is_some_and(|overlay| overlay.operator.is_some());
        for raw in doc.requirements() {
            match &raw.table {
                Some(table) => {
                    errata::find_table(table, tables, cx);
                    let mut requirement = common(raw, doc, cx);
                    let own = |known: &&Table| requirement.cells.is_some() || known.document == doc.id;
                    if let Some(table) = tables.iter().find(|known| known.id == table.value).filter(own) {
                        only_where_cells_are(&mut requirement, table, errata, cx.names);
                        // An edition whose table could not be resolved has been reported.
                        let whole = table.editions.len() == doc.editions.len();
                        if requirement.editions.is_empty() && whole && !doc.damaged {
                            let (id, label) = (&raw.id, "expected such cells in one of its editions");
                            let message = format!("no edition has cells that requirement `{id}` is about");
                            cx.report.error(id.at, message).label(label);
                        }
                    }
                    requirements.push(requirement);
                }
                None if !has_operator && !doc.damaged => {
                    let (id, label) = (&raw.id, "expected `table`, or an operator in this file");
                    let message = format!("requirement `{id}` is about neither a table nor an operator");
                    cx.report.error(id.at, message).label(label);
                }
                None => {}
            }
        }
    }
    for requirement in requirements {
        let table = tables.iter_mut().find(|table| requirement.table.as_ref() == Some(&table.id));
        table.into_iter().for_each(|table| table.requirements.push(requirement.clone()));
    }
}

/// A requirement about a table holds in the editions that print it; one about some cells, in those that have such cells.
fn only_where_cells_are(requirement: &mut Requirement, table: &Table, errata: &[Erratum], names: &Names<'_>) {
    let columns = table.columns.keys.len();
    let concerns = |edition: &TableEdition| {
        edition.cells.iter().enumerate().any(|(index, cell)| match requirement.cells {
            None => true,
            Some(Cells::Promoted) => cell.result.is_some(),
            Some(Cells::Undefined) => cell.result.is_none(),
            Some(Cells::Asymmetric) => {
                let (row, column) = (index / columns, index % columns);
                table.rows.keys == table.columns.keys
                    && edition.cells[column * columns + row].result != cell.result
            }
            Some(Cells::Contradicted) => {
                let row = names.key(table.rows.keys[index / columns]);
                let column = names.key(table.columns.keys[index % columns]);
                let here = |accepted: &Accepted| {
                    let cell = &accepted.cell;
                    cell.table == table.id && cell.row == row && cell.column == column
                };
                errata.iter().filter(|e| e.concerns(&edition.edition)).any(|e| e.accepts.iter().any(here))
            }
        })
    };
    requirement
        .editions
        .retain(|name| table.editions.iter().find(|edition| edition.edition == *name).is_some_and(concerns));
}

/// The parts that do not depend on the edition. Called once for each requirement, as it reports problems.
fn common(raw: &raw::Requirement, doc: &Doc<'_>, cx: &Context<'_>) -> Requirement {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
    if let Some(via) = &raw.via {
        cx.docs.check_via(via);
    }
    check_parts(raw, cx);
    let editions = doc.holding(raw.editions.as_deref());
    let cites = cx.docs.cited(&raw.cites);
    check_basis(raw, &cites, &editions, doc);
    let mut cites = cites.into_iter().map(|(cite, _)| cite);
    Requirement {
        id: raw.id.value.clone(),
        level: raw.level,
        basis: raw.basis.as_ref().map(|basis| basis.value),
        reason: text(&raw.reason),
        says: raw.says.clone(),
        when: None,
        require: None,
        status: None,
        status_number: None,
        status_basis: None,
        status_reason: None,
        status_cite: None,
        message: text(&raw.message),
        via: text(&raw.via),
        unbreakable: text(&raw.unbreakable),
        table: text(&raw.table),
        ranks: raw.ranks.as_ref().is_some_and(|ranks| ranks.value),
        cells: raw.cells.as_ref().map(|cells| cells.value),
        repeats: raw.repeats.as_ref().is_some_and(|repeats| repeats.value),
        reference_refuses: raw.reference.is_some(),
        accepted_is_judged: raw.accepted.is_some(),
        editions: editions.iter().map(|&index| doc.editions[index].name.to_owned()).collect(),
        cite: cites.next().expect("a list of citations is not empty"),
        also: cites.collect(),
        at: raw.at,
    }
}

/// Reports parts of a requirement that do not go together: a row has a part, whether it is wrong here, what is wrong with the
/// requirement then, and what was expected.
fn check_parts(raw: &raw::Requirement, cx: &Context<'_>) {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.at);
    let [when, require, message] = [&raw.when, &raw.require, &raw.message].map(text);
    let (unbreakable, elements) = (text(&raw.unbreakable), text(&raw.elements));
    let status = raw.otherwise.as_ref().map(|otherwise| otherwise.status.at);
    let (ranks, cells) = (raw.ranks.as_ref().map(|ranks| ranks.at), raw.cells.as_ref().map(|cells| cells.at));
    let calls = [raw.reference.as_ref().map(|call| call.at), raw.accepted.as_ref().map(|call| call.at)];
    let (of_table, is_open) = (raw.table.is_some(), raw.level == Level::Unspecified);
    let leaves_calls = (is_open || raw.level == Level::Contradicted) && require.is_some();
    let rows: [(&[Option<At>], bool, &str, &str); 6] = [
        (
            &[when, require, message, unbreakable, status],
            of_table,
            "is about a table, which has no arguments",
            "only `table` and `ranks` can say what it is about",
        ),
        (
            &[message, unbreakable, status],
            !of_table && require.is_none(),
            "has nothing that can be broken",
            "expected `require` beside it",
        ),
        (
            &[elements],
            !is_open || of_table,
            "is about elements, and leaves nothing open",
            "expected level `unspecified` beside it, and no `table`",
        ),
        (&[ranks], !of_table, "is about ranks, but not of a table", "expected `table` beside it"),
        (
            &[cells],
            !of_table || ranks.is_some(),
            "is about cells, but not of a table's dtypes",
            "expected `table` beside it, and no `ranks`",
        ),
        (
            &calls,
            !leaves_calls,
            "leaves open no call",
            "expected level `unspecified` or `contradicted`, and `require`, beside it",
        ),
    ];
    for (parts, _, wrong, expected) in rows.into_iter().filter(|(_, is_wrong, ..)| *is_wrong) {
        for at in parts.iter().flatten() {
            cx.report.error(*at, format!("requirement `{}` {wrong}", raw.id)).label(expected);
        }
    }
}

/// The edition that a requirement's basis is checked in: the first that it holds in. What is stated there is from elsewhere
/// in an edition that inherits nothing.
fn claimed(editions: &[usize]) -> &[usize] {
    &editions[..editions.len().min(1)]
}

/// Every requirement says who says so, except where the document is silent.
fn check_basis(raw: &raw::Requirement, cites: &[Cited], editions: &[usize], doc: &Doc<'_>) {
    let silent = raw.level == Level::Unspecified;
    match &raw.basis {
        Some(basis) if silent => {
            let message = format!("requirement `{}` is unspecified, so nobody says so", raw.id);
            doc.report.error(basis.at, message).label("leave this out, or use another level");
        }
        Some(basis) => {
            let what = format!("requirement `{}`", raw.id);
            let editions = claimed(editions);
            Claim { what, basis, reason: raw.reason.as_ref(), cites, editions }.check(doc);
        }
        None if silent => {
            if let Some(reason) = &raw.reason {
                let message = format!("requirement `{}` has a reason and is not a reading", raw.id);
                doc.report.error(reason.at, message).label("only `basis = \"reading\"` needs one");
            }
        }
        None => {
            doc.report
                .error(raw.id.at, format!("requirement `{}` lacks `basis`", raw.id))
                .label("expected `stated`, `derived`, `elsewhere` or `reading`");
        }
    }
}

/// Checks the operator's list of status codes, which counts for all its editions.
fn check_statuses(doc: &Doc<'_>, cx: &Context<'_>) {
    let operator = doc.overlay.and_then(|overlay| overlay.operator.as_ref());
    for (name, raw) in operator.iter().flat_map(|operator| operator.statuses.iter()) {
        let status = raw.code.as_ref().unwrap_or(name);
        exists(status, cx);
        let cites = cx.docs.cited(&raw.cites);
        let what = format!("status `{status}`");
        Claim { what, basis: &raw.basis, reason: raw.reason.as_ref(), cites: &cites, editions: &[0] }
            .check(doc);
    }
}

/// Whether a status code exists. If not, reports a problem.
fn exists(status: &Text, cx: &Context<'_>) -> bool {
    let known = || cx.statuses.iter().map(|status| status.name.as_str());
    let exists = known().any(|name| name == status.value);
    if !exists && !cx.docs.damaged() {
        let message = format!("status `{status}` does not exist");
        cx.report.unknown(status, message, "expected the name of a status code", known());
    }
    exists
}

/// What the operator's list has under the name that a requirement gives.
fn listed<'a>(otherwise: &Else, doc: &Doc<'a>) -> Option<&'a raw::StatusSource> {
    let operator = doc.overlay?.operator.as_ref()?;
    operator.statuses.iter().find(|(name, _)| name.value == otherwise.status.value).map(|(_, source)| source)
}

/// The status code for breaking a requirement.
fn code<'a>(otherwise: &'a Else, doc: &Doc<'a>) -> &'a Text {
    listed(otherwise, doc).and_then(|listed| listed.code.as_ref()).unwrap_or(&otherwise.status)
}

/// Who says that breaking a requirement gives its status code: the requirement itself, or the operator's list. Basis, reason and
/// place.
fn status_source(
    otherwise: &Else,
    status: &Text,
    id: &str,
    editions: &[usize],
    doc: &Doc<'_>,
    cx: &Context<'_>,
) -> Option<(Basis, Option<String>, Citation)> {
    // The list's own names were checked with it.
    if status.at == otherwise.status.at && !exists(status, cx) {
        return None;
    }
    let Some(raw) = otherwise.source.as_ref().or_else(|| listed(otherwise, doc)) else {
        if !doc.damaged {
            cx.report
                .error(status.at, format!("nobody says that breaking `{id}` gives `{status}`"))
                .label("expected the code in `[operator.status]`, or its own `basis` and `cite`");
        }
        return None;
    };
    let cites = cx.docs.cited(&raw.cites);
    if otherwise.source.is_some() {
        let what = format!("status `{status}` of requirement `{id}`");
        Claim { what, basis: &raw.basis, reason: raw.reason.as_ref(), cites: &cites, editions }.check(doc);
    }
    let reason = raw.reason.as_ref().map(|reason| reason.value.clone());
    Some((raw.basis.value, reason, cites.into_iter().next()?.0))
}

/// Checks that an id is used by one document only, and once in each of its editions.
fn check_ids(doc: &Doc<'_>, cx: &Context<'_>) {
    let mut seen: Vec<&raw::Requirement> = Vec::new();
    let earlier = cx.docs.list.iter().take_while(|other| other.id != doc.id);
    let elsewhere: Vec<&raw::Requirement> = earlier.flat_map(Doc::requirements).collect();
    let holds = |raw: &raw::Requirement, edition: &str| {
        raw.editions.as_ref().is_none_or(|editions| editions.iter().any(|name| name.value == edition))
    };
    for raw in doc.requirements() {
        if let Some(other) = elsewhere.iter().find(|other| other.id.value == raw.id.value) {
            let message = format!("requirement `{}` belongs to two documents", raw.id);
            cx.report.twice(raw.id.at, message, other.id.at);
        }
        for other in seen.iter().filter(|other| other.id.value == raw.id.value) {
            if let Some(edition) = doc.names().find(|edition| holds(raw, edition) && holds(other, edition)) {
                let message = format!("requirement `{}` appears twice in edition `{edition}`", raw.id);
                cx.report.twice(raw.at, message, other.at);
                break;
            }
        }
        seen.push(raw);
    }
}

fn check_message(message: &Text, contract: &Contract, cx: &Context<'_>) {
    let known = || contract.messages.iter().map(|message| message.text.as_str());
    if !known().any(|text| text == message.value) {
        let meant = nearest::nearest(&message.value, known());
        cx.report
            .error(message.at, format!("edition `{}` does not print this message", contract.edition))
            .label("expected a message of the operator")
            .help(meant.map(|meant| format!("did you mean `{meant}`?")));
    }
}
