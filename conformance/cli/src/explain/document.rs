//! A document with its editions, and a profile, which chooses one edition of each document.

use super::requirement::sentence;
use super::sources::Sources;
use super::table;
use ascertain::contract::{Contract, OPERATORS, OperatorSpec};
use ascertain::document::{DOCUMENTS, Document, ERRATA, Edition, Editions, PROFILES, TYPE_LISTS};
use ascertain::promote::{TABLES, Table};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::page::{Block, Page};

/// The page of the document with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let document = DOCUMENTS.iter().find(|d| d.id == word)?;
    let mut page = Page::new(format!("document {}", document.id));
    let title =
        Block::facts([("title", Some(document.title.to_owned())), ("profiles", Some(profiles(document)))]);
    page.section("", vec![Block::Text(sentence(document.says)), title]);
    page.section("Editions", vec![editions(document, sources)]);
    page.section("What editions change", vec![Block::Items(changes(document))]);
    let errata =
        ERRATA.iter().filter(|e| e.readings.iter().any(|reading| reading.cite.document == document.id));
    page.section("Errata", vec![Block::Items(errata.map(|e| format!("{}: {}", e.id, e.says)).collect())]);
    page.section("Operators", vec![Block::Items(operators(document))]);
    for list in TYPE_LISTS.iter().filter(|l| l.document == document.id) {
        let rows =
            list.types.iter().map(|ty| vec![ty.name.to_owned(), ty.dtype.to_string(), ty.aliases.join(", ")]);
        let heading = format!("Types in {}", list.edition);
        page.section(heading, vec![Block::table(&["name", "dtype", "aliases"], rows.collect())]);
        let others = list.others.iter().map(|other| format!("{}: {}", other.name, other.says));
        page.section(format!("Other types in {}", list.edition), vec![Block::Items(others.collect())]);
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
    let rows = editions.iter().map(|(document, edition)| {
        vec![document.id.to_owned(), edition.name.to_owned(), edition.title.to_owned()]
    });
    let table = Block::table(&["document", "edition", "source"], rows.collect());
    page.section("", vec![Block::Text(sentence(profile.says)), table]);
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

fn editions(document: &Document, sources: Sources<'_>) -> Block {
    let chosen = sources.editions.index(document.id);
    let rows = document.editions.iter().enumerate().map(|(i, edition)| {
        let mark = if i == chosen { " (chosen)" } else { "" };
        let inherits = edition.inherits.unwrap_or("none");
        vec![
            format!("{}{mark}", edition.name),
            edition.source.name().to_owned(),
            inherits.to_owned(),
            edition.title.to_owned(),
        ]
    });
    Block::table(&["edition", "kind", "inherits", "source"], rows.collect())
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
        let predicate = |p: &Option<ascertain::contract::Predicate>| p.as_ref().map(|p| p.text);
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

fn operators(document: &Document) -> Vec<String> {
    let own = OPERATORS.iter().filter(|o| o.document == document.id);
    own.map(|o| format!("{}: {}", o.name, o.contracts.first().map_or("", |c| c.says))).collect()
}
