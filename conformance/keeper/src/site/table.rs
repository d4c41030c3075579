//! A promotion table as a grid: what each cell says in each edition. A cell opens its explanation.

use super::pages::Renderer;
use super::search::Index;
use ascertain::promote::{Cell, Origin, Table};
use ascertain_cli::explain::{NotExplained, Sources, Topic, explain};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::heat::{self, State};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::results::site;
use serde_json::{Value, json};

const PRINTED: State = State { class: "printed", sign: "", words: "printed in the table" };
const DERIVED: State = State { class: "derived", sign: "∴", words: "derived by a rule" };
const NONE: State = State { class: "none", sign: "", words: "no promotion" };

/// What the page of a table shows. Its cells go into the index.
pub(super) fn grid(
    table: &'static Table,
    sources: Sources<'_>,
    renderer: Renderer<'_>,
    index: &mut Index,
) -> Result<Value, NotExplained> {
    let mut pages = Vec::new();
    for row in table.rows.keys {
        for column in table.columns.keys {
            let operand = |role, key| format!("{role}={key}");
            let (one, other) = (operand(table.rows.role, row), operand(table.columns.role, column));
            pages.push(explain(&["promote".to_owned(), table.id.to_owned(), one, other], sources)?);
        }
    }
    let width = table.columns.keys.len();
    let mut grid = heat::table(table, sources.editions, &[PRINTED, DERIVED, NONE], |place, cell| {
        let page = &pages[place.row * width + place.column];
        let (row, column) = place.keys();
        let anchor = site::cell_anchor(row.name(), column.name());
        index.add("cell", &page.title, format!("{}#{anchor}", renderer.own), promotion(cell.result));
        let has_erratum = place.errata().next().is_some();
        let shown = json!({"anchor": anchor, "has_erratum": has_erratum, "page": renderer.page(page)});
        (state(cell), shown)
    });
    // Everything that is not about a single cell.
    grid["more"] = json!(renderer.page(&without_grid(table, sources)));
    Ok(grid)
}

const fn state(cell: &Cell) -> State {
    match (cell.result, cell.origin) {
        (None, _) => NONE,
        (Some(_), Origin::Stated) => PRINTED,
        (Some(_), Origin::Derived(_)) => DERIVED,
    }
}

/// The page of a table, without the grid, which is there already.
fn without_grid(table: &Table, sources: Sources<'_>) -> Page {
    let mut page = Topic::Table.page(table.id, sources).unwrap_or_else(|| Page::new(table.id));
    for section in &mut page.sections {
        section.blocks.retain(|block| !matches!(block, Block::Table { .. }));
    }
    page
}
