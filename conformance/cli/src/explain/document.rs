//! A document with its editions, and a profile, which chooses one edition of each document.

use super::requirement::sentence;
use super::sources::Sources;
use super::table;
use ascertain::contract::{Contract, OPERATORS, OperatorSpec, Predicate};
use ascertain::document::{DOCUMENTS, Document, ERRATA, Edition, Editions, PROFILES, TYPE_LISTS};
use ascertain::promote::{TABLES, Table};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::page::{Block, Page, row};

/// The page of the document with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let document = DOCUMENTS.iter().find(|d| d.id == word)?;
    let mut page = Page::new(format!("document {}", document.id));
    let title =
        Block::facts([("title", Some(document.title.to_owned())), ("profiles", Some(profiles(document)))]);
    page.section("", [Block::Text(sentence(document.says)), title]);
    page.table("Editions", &["edition", "kind", "inherits", "source"], editions(document, sources));
    page.items("What editions change", changes(document));
    let errata =
        ERRATA.iter().filter(|e| e.readings.iter().any(|reading| reading.cite.document == document.id));
    page.items("Errata", errata.map(|e| format!("{}: {}", e.id, e.says)));
    let operators = OPERATORS.iter().filter(|o| o.document == document.id);
    let says = |o: &OperatorSpec| o.contracts.first().map_or("", |c| c.says);
    page.items("Operators", operators.map(|o| format!("{}: {}", o.name, says(o))));
    for list in TYPE_LISTS.iter().filter(|l| l.document == document.id) {
        let rows = list.types.iter().map(|ty| row(&[&ty.name, &ty.dtype, &ty.aliases.join(", ")]));
        page.table(format!("Types in {}", list.edition), &["name", "dtype", "aliases"], rows);
        let others = list.others.iter().map(|other| format!("{}: {}", other.name, other.says));
        page.items(format!("Other types in {}", list.edition), others);
    }
    for table in TABLES.iter().filter(|t| t.document == document.id) {
        table::add_sections(&mut page, table, sources);
    }
    Some(page)
}

/// The page of the profile called `word`.
pub(super) fn profile_page(word: &str, _: Sources<'_>) -> Option<Page> {
    let profile = PROFILES.iter().find(|p| p.name == word)?;
    let editions = Editions::profile(word).ok()?;
    let mut page = Page::new(format!("profile {}", profile.name));
    let rows = editions.iter().map(|(document, edition)| row(&[&document.id, &edition.name, &edition.title]));
    let table = Block::table(&["document", "edition", "source"], rows);
    page.section("", [Block::Text(sentence(profile.says)), table]);
    Some(page)
}

/// Each profile, with the edition that it chooses.
fn profiles(document: &Document) -> String {
    let choices = PROFILES.iter().filter_map(|p| {
        let editions = Editions::profile(p.name).ok()?;
        let edition = document.editions.get(editions.index(document.id))?;
        Some(format!("{}: {}", p.name, edition.name))
    });
    choices.collect::<Vec<_>>().join(", ")
}

fn editions(document: &Document, sources: Sources<'_>) -> impl Iterator<Item = Vec<String>> {
    let chosen = sources.editions.index(document.id);
    document.editions.iter().enumerate().map(move |(i, edition)| {
        let name = format!("{}{}", edition.name, if i == chosen { " (chosen)" } else { "" });
        row(&[&name, &edition.source.name(), &edition.inherits.unwrap_or("none"), &edition.title])
    })
}

/// What each later edition changes, compared with the one that it inherits from, otherwise with the first.
fn changes(document: &Document) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, edition) in document.editions.iter().enumerate().skip(1) {
        let base = document.editions.iter().position(|e| Some(e.name) == edition.inherits).unwrap_or(0);
        let tables = TABLES
            .iter()
            .filter(|t| t.document == document.id)
            .filter_map(|t| changed_cells(t, &document.editions[base], edition));
        let operators = OPERATORS.iter().filter(|o| o.document == document.id);
        let requirements = operators.filter_map(|o| changed_requirements(o, base, i));
        let all: Vec<String> = tables.chain(requirements).collect();
        let what = if all.is_empty() { "no transcribed fact".to_owned() } else { all.join("; ") };
        lines.push(format!("{} compared with {}: {what}", edition.name, document.editions[base].name));
    }
    lines
}

/// The cells that differ, listed if they are few.
fn changed_cells(table: &Table, base: &Edition, edition: &Edition) -> Option<String> {
    const FEW: usize = 12;
    let of = |edition: &Edition| table.editions.iter().find(|of| of.edition == edition.name);
    let (base, edition) = (of(base)?, of(edition)?);
    let keys = table.rows.keys.iter().flat_map(|r| table.columns.keys.iter().map(move |c| (r, c)));
    let pairs = keys.zip(base.cells.iter().zip(edition.cells)).filter(|(_, (a, b))| a.result != b.result);
    let words = pairs.map(|((row, column), (a, b))| {
        format!("({row}, {column}) {} to {}", promotion(a.result), promotion(b.result))
    });
    let changed: Vec<String> = words.collect();
    let count = format!("{} cells of {} (row, column)", changed.len(), table.id);
    match changed.len() {
        0 => None,
        1..=FEW => Some(format!("{count}: {}", changed.join(", "))),
        _ => Some(count),
    }
}

/// Ids of requirements that were added, removed or changed.
fn changed_requirements(operator: &OperatorSpec, base: usize, edition: usize) -> Option<String> {
    let (base, edition) = (operator.contracts.get(base)?, operator.contracts.get(edition)?);
    let text = |contract: &'static Contract, id| {
        let r = contract.requirement(id)?;
        let predicate = |p: &Option<Predicate>| p.as_ref().map(|p| p.text);
        Some((r.level, r.says, predicate(&r.when), predicate(&r.require)))
    };
    let mut ids: Vec<&str> = Vec::new();
    for requirement in base.requirements.iter().chain(edition.requirements) {
        let id = requirement.id;
        if text(base, id) != text(edition, id) && !ids.contains(&id) {
            ids.push(id);
        }
    }
    (!ids.is_empty()).then(|| format!("requirements {}", ids.join(", ")))
}
