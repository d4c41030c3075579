//! An erratum: the contradiction, and every reading with its source.

use super::requirement::sentence;
use super::sources::{Sources, cases_block};
use ascertain::call::Call;
use ascertain::document::{ERRATA, Erratum};
use ascertain::promote::{Axis, Table};
use ascertain_conformance::case::{Case, promotion};
use ascertain_conformance::report::page::{self, Block, Page};

/// The page of the erratum with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let erratum = ERRATA.iter().find(|e| e.id == word)?;
    let mut page = Page::new(format!("erratum {}", erratum.id));
    let editions =
        if erratum.editions.is_empty() { "every edition".to_owned() } else { erratum.editions.join(", ") };
    let requirements = Some(erratum.requirements.join(", ")).filter(|r| !r.is_empty());
    let facts = Block::facts([("concerns", Some(editions)), ("requirements", requirements)]);
    page.section("", [Block::Text(sentence(erratum.says)), facts]);
    page.section("Readings", [readings(erratum)]);
    page.table("Cells", &["table", "cell", "gives"], cells(erratum));
    page.items("Also accepted", accepts(erratum));
    let concerned = |case: &&Case| {
        case.requirements.iter().any(|r| erratum.requirements.contains(r))
            || matches!(&case.call, Call::Promote(p) if erratum.is_about(p.table.id, p.row, p.column))
    };
    let cases: Vec<&Case> = sources.cases.iter().filter(concerned).collect();
    let selector = if erratum.requirements.is_empty() {
        endings(&cases).iter().map(|ending| format!("--filter '*/{ending}*'")).collect::<Vec<_>>().join(" ")
    } else {
        erratum.requirements.iter().map(|id| format!("--requirement {id}")).collect::<Vec<_>>().join(" ")
    };
    page.section("Cases", cases_block(cases.into_iter(), &selector));
    Some(page)
}

/// The parts of case ids after the area, without repetitions and without those that begin with another.
fn endings<'a>(cases: &[&'a Case]) -> Vec<&'a str> {
    let mut endings: Vec<&str> = cases.iter().filter_map(|c| Some(c.id.split_once('/')?.1)).collect();
    endings.sort_unstable();
    endings.dedup_by(|longer, shorter| longer.starts_with(*shorter));
    endings
}

/// Adds what an erratum says, and its readings, to a page about something else. `elsewhere` follows its id.
pub(super) fn section(page: &mut Page, erratum: &Erratum, elsewhere: &str) {
    let says = Block::Text(sentence(erratum.says));
    page.section(format!("Erratum {}{elsewhere}", erratum.id), [says, readings(erratum)]);
}

/// Every reading, with its source.
fn readings(erratum: &Erratum) -> Block {
    let lines = erratum.readings.iter().map(|reading| format!("{} ({})", reading.says, reading.cite));
    Block::Items(lines.collect())
}

/// The cells it is about, with their results in each edition.
fn cells(erratum: &Erratum) -> impl Iterator<Item = Vec<String>> {
    erratum.cells.iter().filter_map(|cell| {
        let table = Table::named(cell.table)?;
        let place = |axis: &Axis, key| axis.keys.iter().position(|known| known.name() == key);
        let (row, column) = (place(&table.rows, cell.row)?, place(&table.columns, cell.column)?);
        let at = row * table.columns.keys.len() + column;
        let results = table.editions.iter().filter_map(|e| {
            let result = promotion(e.cells.get(at)?.result);
            Some(format!("{} in {}", result, e.edition))
        });
        let key = format!("{} {}, {} {}", table.rows.role, cell.row, table.columns.role, cell.column);
        Some(page::row(&[&table.id, &key, &results.collect::<Vec<_>>().join(", ")]))
    })
}

fn accepts(erratum: &Erratum) -> impl Iterator<Item = String> {
    erratum.accepts.iter().filter_map(|accepted| {
        let (cell, result) = (accepted.cell, promotion(accepted.result));
        let table = Table::named(cell.table)?;
        let (rows, columns) = (table.rows.role, table.columns.role);
        Some(format!("{}, {rows} {}, {columns} {}: {result}", cell.table, cell.row, cell.column))
    })
}
