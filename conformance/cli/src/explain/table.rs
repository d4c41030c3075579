//! A promotion table: the grid, the source of its cells, and the pairs that depend on their order.

use super::sources::{Sources, cases_block};
use ascertain::promote::{Origin, Table};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::page::{Block, Page};

/// The page of the table with the id `word`. If a document has the same id, its page shows the table instead.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let table = Table::named(word)?;
    let mut page = Page::new(format!("table {}", table.id));
    add_sections(&mut page, table, sources);
    Some(page)
}

/// Adds the sections about a table.
pub(super) fn add_sections(page: &mut Page, table: &Table, sources: Sources<'_>) {
    let cells: Vec<_> = table.cells(sources.editions).collect();
    let stated = cells.iter().filter(|(_, _, cell)| cell.origin == Origin::Stated).count();
    let derived = cells.len() - stated;
    let refused = cells.iter().filter(|(_, _, cell)| cell.result.is_none()).count();
    let edition = sources.editions.name(table.document);
    let counts = format!(
        "{} cells: {stated} from the printed table, {derived} derived by rules; {refused} without a promotion. {}.",
        cells.len(),
        asymmetry(table, sources)
    );
    page.section(format!("Table {} in {edition}", table.id), [Block::Text(counts), grid(table, sources)]);
    let requirements = table.requirements_in(sources.editions);
    let lines = requirements.map(|r| format!("{} ({}): {}", r.id, super::level(r), r.says));
    page.items(format!("Requirements of {}", table.id), lines);
    let cases = sources.cases.iter().filter(|c| c.area == table.id);
    page.section(format!("Cases of {}", table.id), cases_block(cases, &format!("--filter {}", table.id)));
}

/// The cells, rows downwards.
fn grid(table: &Table, sources: Sources<'_>) -> Block {
    let corner = format!("{} \\ {}", table.rows.role, table.columns.role);
    let head: Vec<String> =
        std::iter::once(corner).chain(table.columns.keys.iter().map(ToString::to_string)).collect();
    let rows = table.rows.keys.iter().map(|&row| {
        let cells = table.columns.keys.iter().map(|&column| {
            let cell = table.cell(sources.editions, row, column);
            cell.and_then(|c| c.result).map_or("-", ascertain::DType::name).to_owned()
        });
        std::iter::once(row.to_string()).chain(cells).collect()
    });
    Block::Table { head, rows: rows.collect() }
}

/// Which pairs depend on their order.
fn asymmetry(table: &Table, sources: Sources<'_>) -> String {
    if table.rows.keys != table.columns.keys {
        return "Its axes hold different things".to_owned();
    }
    let mut pairs = Vec::new();
    for (i, &row) in table.rows.keys.iter().enumerate() {
        for &column in &table.columns.keys[..i] {
            let result = |r, c| table.cell(sources.editions, r, c).and_then(|cell| cell.result);
            let (one, other) = (result(column, row), result(row, column));
            if one != other {
                pairs.push(format!(
                    "({column}, {row}) {} and ({row}, {column}) {}",
                    promotion(one),
                    promotion(other)
                ));
            }
        }
    }
    const SHOWN: usize = 4;
    match (pairs.len(), table.rows.role) {
        (0, _) => "Order does not matter".to_owned(),
        (n, _) if n > SHOWN => format!("{n} pairs depend on their order"),
        _ => format!("Order matters for {}", pairs.join(", ")),
    }
}
