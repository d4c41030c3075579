//! A document with its editions, and a profile, which chooses one edition of each document.

use super::requirement::sentence;
use super::sources::Sources;
use super::table;
use ascertain::contract::{OPERATORS, OperatorSpec};
use ascertain::document::{DOCUMENTS, Document, ERRATA, Editions, PROFILES, TYPE_LISTS};
use ascertain::promote::TABLES;
use ascertain_conformance::report::page::{Block, Page, row};

/// The page of the document with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let document = DOCUMENTS.iter().find(|d| d.id == word)?;
    let mut page = Page::new(format!("document {}", document.id));
    let title =
        Block::facts([("title", Some(document.title.to_owned())), ("profiles", Some(profiles(document)))]);
    page.section("", [Block::Text(sentence(document.says)), title]);
    page.table("Editions", &["edition", "kind", "inherits", "source"], editions(document, sources));
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
