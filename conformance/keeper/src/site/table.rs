//! A promotion table as a grid: what each cell says in each edition. A cell opens its explanation.

use super::pages::{Renderer, Shown};
use ascertain::document::ERRATA;
use ascertain::promote::{Key, Origin, Table};
use ascertain_cli::explain::{NotExplained, Sources, Topic, explain};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::results::site;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Grid {
    id: &'static str,
    document: &'static str,
    says: &'static str,
    edition: &'static str,
    rows_role: &'static str,
    columns_role: &'static str,
    columns: Vec<&'static str>,
    pub(super) rows: Vec<Row>,
    editions: Vec<Edition>,
    legend: Vec<(State, usize)>,
    /// Everything that is not about a single cell.
    more: Shown,
}

#[derive(Debug, Serialize)]
struct Edition {
    index: usize,
    name: &'static str,
    is_own: bool,
    /// How many cells differ from the chosen edition.
    differs: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Row {
    key: &'static str,
    pub(super) cells: Vec<Cell>,
}

#[derive(Debug, Serialize)]
pub(super) struct Cell {
    pub(super) anchor: String,
    column: &'static str,
    pub(super) result: &'static str,
    state: State,
    has_erratum: bool,
    /// Editions in which it says something else.
    others: Vec<(usize, &'static str)>,
    pub(super) page: Shown,
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct State {
    class: &'static str,
    sign: &'static str,
    words: &'static str,
}

impl State {
    const PRINTED: Self = Self { class: "printed", sign: "", words: "printed in the table" };
    const DERIVED: Self = Self { class: "derived", sign: "∴", words: "derived by a rule" };
    const NONE: Self = Self { class: "none", sign: "", words: "no promotion" };
    const ALL: [Self; 3] = [Self::PRINTED, Self::DERIVED, Self::NONE];

    const fn of(cell: &ascertain::promote::Cell) -> Self {
        match (cell.result, cell.origin) {
            (None, _) => Self::NONE,
            (Some(_), Origin::Stated) => Self::PRINTED,
            (Some(_), Origin::Derived(_)) => Self::DERIVED,
        }
    }
}

impl Grid {
    pub(super) fn of(
        table: &'static Table,
        sources: Sources<'_>,
        renderer: Renderer<'_>,
    ) -> Result<Self, NotExplained> {
        let name = sources.editions.name(table.document);
        let chosen = table.edition(sources.editions);
        let width = table.columns.keys.len();
        let mut rows = Vec::new();
        for (r, &row) in table.rows.keys.iter().enumerate() {
            let mut cells = Vec::new();
            for (c, &column) in table.columns.keys.iter().enumerate() {
                let at = r * width + c;
                let Some(cell) = chosen.and_then(|edition| edition.cells.get(at)) else { continue };
                let other = |(index, edition): (usize, &ascertain::promote::TableEdition)| {
                    let other = edition.cells.get(at)?.result;
                    (other != cell.result).then(|| (index, promotion(other)))
                };
                cells.push(Cell {
                    anchor: site::cell_anchor(row.name(), column.name()),
                    column: column.name(),
                    result: promotion(cell.result),
                    state: State::of(cell),
                    has_erratum: ERRATA.iter().any(|erratum| erratum.is_about(table.id, row, column)),
                    others: table.editions.iter().enumerate().filter_map(other).collect(),
                    page: renderer.page(&cell_page(table, row, column, sources)?),
                });
            }
            rows.push(Row { key: row.name(), cells });
        }
        let all = || rows.iter().flat_map(|row| &row.cells);
        let editions = table.editions.iter().enumerate().map(|(index, edition)| Edition {
            index,
            name: edition.edition,
            is_own: edition.edition == name,
            differs: all().filter(|cell| cell.others.iter().any(|(other, _)| *other == index)).count(),
        });
        let count = |state| (state, all().filter(|cell| cell.state == state).count());
        Ok(Self {
            id: table.id,
            document: table.document,
            says: table.says,
            edition: name,
            rows_role: table.rows.role,
            columns_role: table.columns.role,
            columns: table.columns.keys.iter().map(|key| key.name()).collect(),
            editions: editions.collect(),
            legend: State::ALL.map(count).into_iter().filter(|(_, count)| *count > 0).collect(),
            more: renderer.page(&without_grid(table, sources)),
            rows,
        })
    }
}

fn cell_page(table: &Table, row: Key, column: Key, sources: Sources<'_>) -> Result<Page, NotExplained> {
    let operand = |role, key: Key| format!("{role}={key}");
    let words = [
        "promote".to_owned(),
        table.id.to_owned(),
        operand(table.rows.role, row),
        operand(table.columns.role, column),
    ];
    explain(&words, sources)
}

/// The page of a table, without the grid, which is there already.
fn without_grid(table: &Table, sources: Sources<'_>) -> Page {
    let mut page = Topic::Table.page(table.id, sources).unwrap_or_else(|| Page::new(table.id));
    for section in &mut page.sections {
        section.blocks.retain(|block| !matches!(block, Block::Table { .. }));
    }
    page
}
