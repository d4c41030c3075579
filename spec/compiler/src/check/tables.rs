//! Checks promotion tables in all editions: what each edition states, inherits and changes.

use crate::check::context::{Context, TableContext};
use crate::check::documents::Doc;
use crate::check::dtypes::Names;
use crate::check::grid::{self, Grid};
use crate::model::{Axis, Basis, Cell, Citation, Origin, Table, TableEdition};
use crate::read::raw::{self, ChangedTable, Text};
use crate::source::At;
use ascertain_language::nearest;

/// Resolves every table of every document.
pub(crate) fn resolve(cx: &Context<'_>) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut places: Vec<(&str, At)> = Vec::new();
    for doc in &cx.docs.list {
        for id in ids(doc) {
            if let Some((_, other)) = places.iter().find(|(name, _)| *name == id.value) {
                cx.report.twice(id.at, format!("table `{id}` belongs to two documents"), *other);
                continue;
            }
            places.push((&id.value, id.at));
            tables.extend(table(id, doc, cx));
        }
    }
    tables
}

/// The ids of the tables in a document's editions, each where it is first mentioned.
fn ids<'a>(doc: &Doc<'a>) -> Vec<&'a Text> {
    let mut ids: Vec<&Text> = Vec::new();
    for edition in &doc.editions {
        for (id, _) in edition.raw.tables.iter() {
            if !ids.iter().any(|known| known.value == id.value) {
                ids.push(id);
            }
        }
    }
    ids
}

fn table(id: &Text, doc: &Doc<'_>, cx: &Context<'_>) -> Option<Table> {
    let mentions = || doc.editions.iter().flat_map(|edition| edition.raw.tables.iter());
    let full = mentions().any(|(name, raw)| name.value == id.value && matches!(raw, raw::Table::Full(_)));
    if !full {
        if !doc.damaged {
            let known = mentions().map(|(name, _)| name.value.as_str()).filter(|name| *name != id.value);
            let help = nearest::nearest(&id.value, known).map(|meant| format!("did you mean `{meant}`?"));
            let message = format!("no edition of `{}` states table `{id}` in full", doc.id);
            cx.report.error(id.at, message).label("only changes of it are given").help(help);
        }
        return None;
    }
    let mut grids: Vec<Option<Grid>> = doc.editions.iter().map(|_| None).collect();
    // Whether an edition's grid is missing because of a problem that has been reported.
    let mut failed = vec![false; doc.editions.len()];
    for &index in &doc.order {
        let edition = &doc.editions[index];
        let raw = edition.raw.tables.iter().find(|(name, _)| name.value == id.value);
        let parent = edition.parent.and_then(|parent| grids[parent].clone());
        let parent_failed = edition.parent.is_some_and(|parent| failed[parent]);
        let removed = matches!(raw, Some((_, raw::Table::Removed)));
        let removed = removed || (raw.is_none() && edition.parent.is_some() && !parent_failed);
        let of_table = |id| TableContext { all: cx, doc, edition, id };
        let grid = match (raw, parent) {
            (Some((id, raw::Table::Full(full))), _) => grid::resolve(full, &of_table(id)),
            (Some((id, raw::Table::Changes(changes))), Some(mut grid)) => {
                change(changes, &mut grid, &of_table(id));
                Some(grid)
            }
            (Some((id, raw::Table::Changes(_))), None) => {
                if !parent_failed && !doc.damaged {
                    let message =
                        format!("no edition that `{}` inherits from has table `{id}`", edition.name);
                    cx.report.error(id.at, message).label("expected the table in full");
                }
                None
            }
            (Some((_, raw::Table::Removed)), _) => None,
            (None, parent) => {
                if parent.is_none() && edition.parent.is_none() && !doc.damaged {
                    let message = format!("edition `{}` has no table `{id}`", edition.name);
                    cx.report
                        .error(edition.raw.head.name.at, message)
                        .label(
                            "expected the table, or `removed = true`, in every edition that inherits nothing",
                        )
                        .note(id.at, "first mentioned here");
                }
                parent
            }
        };
        failed[index] = grid.is_none() && !removed;
        grids[index] = grid;
    }
    assemble(id, doc, grids, cx)
}

/// Joins the editions of a table. They must have the same axes.
fn assemble(id: &Text, doc: &Doc<'_>, grids: Vec<Option<Grid>>, cx: &Context<'_>) -> Option<Table> {
    let first = grids.iter().flatten().next()?.clone();
    let mut editions = Vec::new();
    for (edition, grid) in doc.editions.iter().zip(grids) {
        let Some(grid) = grid else { continue };
        if (&grid.rows, &grid.columns) == (&first.rows, &first.columns) {
            editions.push(TableEdition {
                edition: edition.name.to_owned(),
                cells: grid.cells,
                rules: grid.rules,
                printed: grid.printed,
            });
        } else {
            let axis = if grid.rows == first.rows {
                (&grid.columns, &first.columns)
            } else {
                (&grid.rows, &first.rows)
            };
            cx.report
                .error(grid.at, format!("edition `{}` has other axes of table `{id}`", edition.name))
                .label(format!("{}: {}", axis.0.role, keys(axis.0, cx.names)))
                .note(first.at, format!("{}: {}", axis.1.role, keys(axis.1, cx.names)));
        }
    }
    Some(Table {
        id: id.value.clone(),
        document: doc.id.to_owned(),
        says: first.says,
        rows: first.rows,
        columns: first.columns,
        default_edition: String::new(),
        editions,
        requirements: Vec::new(),
        at: id.at,
    })
}

fn keys(axis: &Axis, names: &Names<'_>) -> String {
    let keys: Vec<&str> = axis.keys.iter().map(|key| names.key(*key)).collect();
    keys.join(", ")
}

/// The index of the key called `name` on an axis. If there is none, reports a problem. `what` is "row" or "column".
pub(crate) fn index(
    axis: &Axis,
    name: &Text,
    scheme: &str,
    what: &str,
    table: &str,
    cx: &Context<'_>,
) -> Option<usize> {
    let keys = || axis.keys.iter().map(|key| cx.names.key_in(scheme, *key));
    let found = keys().position(|key| key == name.value);
    if found.is_none() {
        let message = format!("table `{table}` has no {what} `{name}`");
        cx.report.unknown(name, message, format!("expected a key of its {what}s"), keys());
    }
    found
}

/// Applies the changes of an inheriting edition.
fn change(raw: &ChangedTable, grid: &mut Grid, cx: &TableContext<'_>) {
    let mut changed: Vec<(usize, At)> = Vec::new();
    for change in &raw.changes {
        let cite = cx.docs.cite(&change.cite);
        for (row, cells) in change.rows.iter() {
            for (column, given) in cells.iter() {
                change_cell([row, column, given], &cite, grid, &mut changed, cx);
            }
        }
    }
}

/// Changes one cell: row, column and result as written.
fn change_cell(
    [row, column, given]: [&Text; 3],
    cite: &Citation,
    grid: &mut Grid,
    changed: &mut Vec<(usize, At)>,
    cx: &TableContext<'_>,
) {
    let (table, names) = (&cx.id.value, &grid.printed.names);
    let label = format!("row `{row}`, column `{column}`");
    let result = grid::result(given, names, &grid.printed.undefined, &label, cx);
    let row = index(&grid.rows, row, names, "row", table, cx);
    let column = index(&grid.columns, column, names, "column", table, cx);
    let (Some(row), Some(column), Some(result)) = (row, column, result) else { return };
    let cell = row * grid.columns.keys.len() + column;
    if let Some((_, other)) = changed.iter().find(|(other, _)| *other == cell) {
        let message = format!("the cell of {label} is changed twice");
        cx.report.error(given.at, message).label("the second time").note(*other, "the first time");
        return;
    }
    changed.push((cell, given.at));
    if grid.cells[cell].result == result && !grid.holes.contains(&cell) {
        let from = &grid.cells[cell].cite.edition;
        cx.report
            .error(given.at, format!("the change repeats what edition `{from}` says"))
            .label(label)
            .help("leave it out: an edition lists only what differs".to_owned());
        return;
    }
    grid.holes.retain(|hole| *hole != cell);
    grid.cells[cell] =
        Cell { result, origin: Origin::Stated, basis: Basis::Stated, cite: cite.clone(), at: given.at };
}
