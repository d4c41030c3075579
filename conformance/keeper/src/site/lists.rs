//! The lists of everything of a kind, as pages.

use super::cases::by_area;
use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::{DOCUMENTS, ERRATA, PROFILES, STATUSES};
use ascertain::dtype::Scheme;
use ascertain::promote::TABLES;
use ascertain_cli::explain::Sources;
use ascertain_conformance::report::page::{Block, Page, row};
use ascertain_conformance::report::text::plural;

/// A list: its file, and the page.
pub(super) type List = (&'static str, Page);

/// Every list, in the order of the menu.
pub(super) fn all(sources: Sources<'_>, coverage: &Page) -> Vec<List> {
    vec![
        ("tables.html", tables()),
        ("contracts.html", contracts(sources)),
        ("dtypes.html", dtypes()),
        ("errata.html", errata()),
        ("coverage.html", coverage.clone()),
        ("cases.html", cases(sources)),
        ("documents.html", documents(sources)),
        ("statuses.html", statuses()),
    ]
}

fn tables() -> Page {
    let mut page = Page::new("Promotion tables");
    let rows = TABLES.iter().map(|table| {
        let (rows, columns) = (&table.rows, &table.columns);
        let shape = format!("{} {} × {} {}", rows.keys.len(), rows.role, columns.keys.len(), columns.role);
        let editions = table.editions.iter().map(|edition| edition.edition).collect::<Vec<_>>().join(", ");
        row(&[&table.id, &table.says, &shape, &editions])
    });
    let says = "Which dtype two operands promote to. Each cell shows its source, its errata and what other editions say.";
    let table = Block::table(&["table", "a cell says", "rows and columns", "editions"], rows);
    page.section("", [Block::Text(says.to_owned()), table]);
    page
}

fn contracts(sources: Sources<'_>) -> Page {
    let mut page = Page::new("Contracts");
    let rows = OPERATORS.iter().map(|operator| {
        let contract = operator.contract(sources.editions);
        let cases = sources.cases.iter().filter(|case| case.area == operator.name).count();
        let requirements = plural(contract.requirements.len() as u64, "requirement", "requirements");
        let edition = format!("{} {}", operator.document, contract.edition);
        let size = format!("{requirements}, {}", plural(cases as u64, "case", "cases"));
        row(&[&operator.name, &contract.says, &edition, &size])
    });
    page.table("", &["operator", "does", "as in", "has"], rows);
    for operator in OPERATORS {
        let requirements = operator.contract(sources.editions).requirements.iter();
        let rows = requirements.map(|r| row(&[&r.id, &r.level.name(), &r.says]));
        page.table(format!("Requirements of {}", operator.name), &["requirement", "level", "says"], rows);
    }
    let shared = DOCUMENTS.iter().filter(|document| {
        let is_of = |id| id == document.id;
        !OPERATORS.iter().any(|o| is_of(o.document)) && !TABLES.iter().any(|t| is_of(t.document))
    });
    let rows = shared.map(|document| row(&[&document.id, &document.says]));
    page.table("What operators share", &["document", "says"], rows);
    page
}

fn dtypes() -> Page {
    let mut page = Page::new("Dtypes");
    let schemes = || Scheme::ALL.into_iter().skip(1);
    let head: Vec<&str> = ["dtype", "bits"].into_iter().chain(schemes().map(Scheme::name)).collect();
    let rows = DType::ALL.into_iter().map(|dtype| {
        let names = schemes().map(|scheme| dtype.name_in(scheme).unwrap_or("none").to_owned());
        row(&[&dtype.name(), &dtype.bits()]).into_iter().chain(names).collect()
    });
    page.table("", &head, rows);
    page
}

fn errata() -> Page {
    let mut page = Page::new("Errata");
    let says =
        "Where a document contradicts itself, another document or the vendor’s code, with every reading.";
    page.section("", [Block::Text(says.to_owned())]);
    for erratum in ERRATA {
        let readings =
            erratum.readings.iter().map(|reading| format!("{} ({})", reading.says, reading.cite)).collect();
        page.section(erratum.id, [Block::Text(erratum.says.to_owned()), Block::Items(readings)]);
    }
    page
}

fn cases(sources: Sources<'_>) -> Page {
    let mut page = Page::new("Cases");
    let areas = by_area(sources.cases);
    let rows = areas.iter().map(|(area, cases)| row(&[&format!("{area}/"), &cases.len()]));
    page.table("", &["area", "cases"], rows);
    page
}

fn documents(sources: Sources<'_>) -> Page {
    let mut page = Page::new("Documents and their editions");
    let rows = DOCUMENTS.iter().map(|document| {
        let editions = document.editions.iter().map(|edition| edition.name).collect::<Vec<_>>().join(", ");
        let chosen = document.editions[sources.editions.index(document.id)].name;
        row(&[&document.id, &document.says, &editions, &chosen])
    });
    page.table("", &["document", "says", "editions", "shown here"], rows);
    let rows = PROFILES.iter().map(|profile| row(&[&profile.name, &profile.says]));
    page.table("Profiles", &["profile", "chooses"], rows);
    page
}

fn statuses() -> Page {
    let mut page = Page::new("Status codes");
    let rows = STATUSES.iter().map(|status| row(&[&status.name, &status.number, &status.says]));
    page.table("", &["status", "number", "means"], rows);
    page
}
