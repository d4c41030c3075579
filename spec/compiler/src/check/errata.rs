//! Checks errata: the cells and requirements that they name exist, and what they accept changes something.

use crate::check::context::Context;
use crate::check::documents::{Doc, EditionFile};
use crate::check::dtypes::SHORT;
use crate::check::tables;
use crate::model::{Accepted, CellRef, DTypeId, Erratum, Reading, Table};
use crate::read::raw::{self, Text};
use ascertain_language::nearest;

/// The word for a refusal among accepted results.
const NONE: &str = "none";

/// Checks the errata of every document.
pub(crate) fn check(cx: &Context<'_>) -> Vec<Erratum> {
    let mut errata = Vec::new();
    let mut ids = cx.report.unique("errata");
    for doc in &cx.docs.list {
        for raw in doc.overlay.iter().flat_map(|overlay| &overlay.errata) {
            ids.id(&raw.id);
            errata.push(erratum(raw, doc, cx));
        }
    }
    errata
}

fn erratum(raw: &raw::Erratum, doc: &Doc<'_>, cx: &Context<'_>) -> Erratum {
    if raw.readings.value.len() < 2 {
        let message =
            format!("erratum `{}` has {} of the two readings it needs", raw.id, raw.readings.value.len());
        cx.report.error(raw.readings.at, message).label("expected at least two, each with its citation");
    }
    for (index, pattern) in raw.lint.iter().enumerate() {
        if raw.lint[..index].iter().any(|other| other.value == pattern.value) {
            cx.report.repeated(pattern, "list");
        }
    }
    if !raw.editions.is_empty() {
        doc.chosen(Some(&raw.editions));
    }
    for id in &raw.requirements {
        check_requirement(id, cx);
    }
    let cells = raw
        .cells
        .iter()
        .filter_map(|at| cell([&at.table, &at.row, &at.column], cx.tables, cx))
        .map(|(cell, _)| cell);
    let cells: Vec<CellRef> = cells.collect();
    let accepts = raw.accepts.iter().filter_map(|raw| accepted(raw, &cells, cx)).collect();
    let readings = raw
        .readings
        .value
        .iter()
        .map(|reading| Reading { says: reading.says.clone(), cite: cx.docs.cite(&reading.cite) });
    Erratum {
        id: raw.id.value.clone(),
        document: doc.id.to_owned(),
        says: raw.says.clone(),
        readings: readings.collect(),
        cells,
        requirements: raw.requirements.iter().map(|id| id.value.clone()).collect(),
        lint: raw.lint.iter().map(|pattern| pattern.value.clone()).collect(),
        editions: raw.editions.iter().map(|name| name.value.clone()).collect(),
        accepts,
        at: raw.id.at,
    }
}

fn check_requirement(id: &Text, cx: &Context<'_>) {
    let requirements = || cx.docs.list.iter().flat_map(Doc::requirements);
    if !cx.docs.damaged() && !requirements().any(|requirement| requirement.id.value == id.value) {
        let known = requirements().map(|requirement| requirement.id.value.as_str());
        let help = nearest::nearest(&id.value, known).map(|meant| format!("did you mean `{meant}`?"));
        let message = format!("requirement `{id}` does not exist");
        cx.report.error(id.at, message).label("expected the id of a requirement").help(help);
    }
}

/// The cell of one of these tables, given by the project's own names of table, row and column, and its index in an edition's
/// cells.
pub(crate) fn cell(
    [table, row, column]: [&Text; 3],
    tables: &[Table],
    cx: &Context<'_>,
) -> Option<(CellRef, usize)> {
    let found = find_table(table, tables, cx)?;
    let at_row = tables::index(&found.rows, row, SHORT, "row", &found.id, cx);
    let at_column = tables::index(&found.columns, column, SHORT, "column", &found.id, cx);
    let cell = CellRef { table: found.id.clone(), row: row.value.clone(), column: column.value.clone() };
    Some((cell, at_row? * found.columns.keys.len() + at_column?))
}

/// The table called `name`. If no edition has one, reports a problem.
pub(crate) fn find_table<'t>(name: &Text, tables: &'t [Table], cx: &Context<'_>) -> Option<&'t Table> {
    let found = tables.iter().find(|table| table.id == name.value);
    // A table that is declared and could not be resolved has been reported.
    let declares = |edition: &EditionFile<'_>| edition.raw.tables.names().any(|id| id == name.value);
    let is_declared = || cx.docs.editions().any(declares);
    if found.is_none() && !is_declared() && !cx.docs.damaged() {
        let known = tables.iter().map(|table| table.id.as_str());
        let message = format!("table `{name}` does not exist");
        cx.report.unknown(name, message, "expected the id of a table", known);
    }
    found
}

fn accepted(raw: &raw::Accepted, cells: &[CellRef], cx: &Context<'_>) -> Option<Accepted> {
    let (cell, index) = cell([&raw.table, &raw.row, &raw.column], cx.tables, cx)?;
    let result: Option<DTypeId> = match raw.result.value.as_str() {
        NONE => None,
        _ => Some(cx.names.find(SHORT, &raw.result, "an accepted result", Some(NONE))?),
    };
    if !cells.contains(&cell) {
        let message = "the erratum accepts a result for a cell that it is not about";
        cx.report.error(raw.at, message).label("expected one of its `cells`");
    }
    let table = cx.tables.iter().find(|table| table.id == cell.table)?;
    if table.editions.iter().all(|edition| edition.cells[index].result == result) {
        let message = "every edition gives this result already";
        cx.report.error(raw.result.at, message).label("accepting it changes nothing");
    }
    Some(Accepted { cell, result })
}
