//! Checks errata: the cells and requirements that they name exist, and what they accept changes something.

use crate::check::cite::CitingFile;
use crate::check::documents::{Doc, Docs};
use crate::check::dtypes::{Names, SHORT};
use crate::check::tables;
use crate::model::{Accepted, CellRef, DTypeId, Erratum, Reading, Table};
use crate::read::raw::{self, Text};
use crate::report::Report;
use crate::source::At;
use ascertain_language::nearest;

/// The word for a refusal among accepted results.
const NONE: &str = "none";

/// Checks the errata of every document.
pub(crate) fn check(docs: &Docs<'_>, names: &Names, tables: &[Table], report: &mut Report) -> Vec<Erratum> {
    let mut errata = Vec::new();
    let mut ids: Vec<(&str, At)> = Vec::new();
    for doc in &docs.list {
        for raw in doc.overlay.iter().flat_map(|overlay| &overlay.errata) {
            if let Some((_, other)) = ids.iter().find(|(id, _)| *id == raw.id.value) {
                let message = format!("two errata have the id `{}`", raw.id);
                report.error(raw.id.at, message).label("the second one").note(*other, "the first one");
            }
            ids.push((&raw.id.value, raw.id.at));
            errata.push(erratum(raw, doc, docs, names, tables, report));
        }
    }
    errata
}

fn erratum(
    raw: &raw::Erratum,
    doc: &Doc<'_>,
    docs: &Docs<'_>,
    names: &Names,
    tables: &[Table],
    report: &mut Report,
) -> Erratum {
    if raw.readings.value.len() < 2 {
        let message =
            format!("erratum `{}` has {} of the two readings it needs", raw.id, raw.readings.value.len());
        report.error(raw.readings.at, message).label("expected at least two, each with its citation");
    }
    for (index, pattern) in raw.lint.iter().enumerate() {
        if raw.lint[..index].iter().any(|other| other.value == pattern.value) {
            report
                .error(pattern.at, format!("`{pattern}` appears twice in the list"))
                .label("the second one");
        }
    }
    if !raw.editions.is_empty() {
        doc.chosen(Some(&raw.editions), report);
    }
    for id in &raw.requirements {
        check_requirement(id, docs, report);
    }
    let cells = raw
        .cells
        .iter()
        .filter_map(|at| cell([&at.table, &at.row, &at.column], docs, names, tables, report))
        .map(|(cell, _)| cell);
    let cells: Vec<CellRef> = cells.collect();
    let accepts =
        raw.accepts.iter().filter_map(|raw| accepted(raw, &cells, docs, names, tables, report)).collect();
    let readings = raw.readings.value.iter().map(|reading| Reading {
        says: reading.says.clone(),
        cite: docs.cite(&reading.cite, CitingFile::document(doc.id), report),
    });
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

fn check_requirement(id: &Text, docs: &Docs<'_>, report: &mut Report) {
    let requirements = || docs.list.iter().flat_map(Doc::requirements);
    if !docs.damaged() && !requirements().any(|requirement| requirement.id.value == id.value) {
        let known = requirements().map(|requirement| requirement.id.value.as_str());
        let help = nearest::nearest(&id.value, known).map(|meant| format!("did you mean `{meant}`?"));
        report
            .error(id.at, format!("requirement `{id}` does not exist"))
            .label("expected the id of a requirement")
            .help(help);
    }
}

/// The cell of a table, row and column, given by the project's own names, and its index in an edition's cells.
pub(crate) fn cell(
    [table, row, column]: [&Text; 3],
    docs: &Docs<'_>,
    names: &Names,
    tables: &[Table],
    report: &mut Report,
) -> Option<(CellRef, usize)> {
    let found = find_table(table, docs, tables, report)?;
    let at_row = tables::index(&found.rows, row, SHORT, "row", &found.id, names, report);
    let at_column = tables::index(&found.columns, column, SHORT, "column", &found.id, names, report);
    let cell = CellRef { table: found.id.clone(), row: row.value.clone(), column: column.value.clone() };
    Some((cell, at_row? * found.columns.keys.len() + at_column?))
}

/// The table called `name`. If no edition has one, reports a problem.
pub(crate) fn find_table<'t>(
    name: &Text,
    docs: &Docs<'_>,
    tables: &'t [Table],
    report: &mut Report,
) -> Option<&'t Table> {
    let found = tables.iter().find(|table| table.id == name.value);
    let declared =
        || docs.list.iter().flat_map(|doc| &doc.editions).flat_map(|edition| edition.raw.tables.names());
    // A table that is declared and could not be resolved has been reported.
    if found.is_none() && !declared().any(|id| id == name.value) && !docs.damaged() {
        report
            .error(name.at, format!("table `{name}` does not exist"))
            .label("expected the id of a table")
            .help(nearest::help(&name.value, tables.iter().map(|table| table.id.as_str())));
    }
    found
}

fn accepted(
    raw: &raw::Accepted,
    cells: &[CellRef],
    docs: &Docs<'_>,
    names: &Names,
    tables: &[Table],
    report: &mut Report,
) -> Option<Accepted> {
    let (cell, index) = cell([&raw.table, &raw.row, &raw.column], docs, names, tables, report)?;
    let result: Option<DTypeId> = match raw.result.value.as_str() {
        NONE => None,
        _ => Some(names.find(SHORT, &raw.result, "an accepted result", Some(NONE), report)?),
    };
    if !cells.contains(&cell) {
        report
            .error(raw.at, "the erratum accepts a result for a cell that it is not about")
            .label("expected one of its `cells`");
    }
    let table = tables.iter().find(|table| table.id == cell.table)?;
    if table.editions.iter().all(|edition| edition.cells[index].result == result) {
        report
            .error(raw.result.at, "every edition gives this result already")
            .label("accepting it changes nothing");
    }
    Some(Accepted { cell, result })
}
