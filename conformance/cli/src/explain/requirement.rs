//! A requirement: its statement, level, predicate, source, editions and cases.

use super::sources::{ByRequirement, Sources, ids};
use ascertain::call::Call;
use ascertain::contract::{Cells, OPERATORS, OperatorSpec, Requirement};
use ascertain::document::{DOCUMENTS, ERRATA};
use ascertain::promote::{TABLES, Table};
use ascertain_conformance::case::Case;
use ascertain_conformance::report::page::{Block, Page, row};

/// A requirement in every edition of its document.
struct Editions<'a> {
    document: &'static str,
    /// By edition, in the document's order; `None` if the edition does not have it.
    editions: Vec<(&'static str, Option<&'a Requirement>)>,
}

/// The page of the requirement with the id `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let found = of_operator(word).or_else(|| of_table(word))?;
    let chosen = found.editions[sources.editions.index(found.document)];
    // If the chosen edition does not have it, explain it as in another one.
    let (edition, requirement) = match chosen {
        (name, Some(requirement)) => (name, requirement),
        _ => found.editions.iter().find_map(|(name, r)| Some((*name, (*r)?)))?,
    };
    let mut page = Page::new(format!("{} ({})", requirement.id, super::level(requirement)));
    let absent = chosen.1.is_none().then(|| {
        Block::Text(format!("Not in {} {}, the chosen edition. In {edition}:", found.document, chosen.0))
    });
    let says = Block::Text(sentence(requirement.says));
    page.section("", absent.into_iter().chain([says, facts(requirement)]));
    let differences = found.editions.iter().map(|(name, other)| {
        let says = if *name == edition { "as above".to_owned() } else { difference(*other, requirement) };
        row(&[name, &says])
    });
    page.table("Editions", &[found.document, "says"], differences);
    let errata = ERRATA.iter().filter(|e| e.requirements.contains(&requirement.id));
    page.items("Errata", errata.map(|e| format!("{}: {}", e.id, e.says)));
    page.section("Cases", cases_blocks(requirement, sources.by_requirement.testing(requirement.id)));
    Some(page)
}

fn of_operator(id: &str) -> Option<Editions<'static>> {
    let has = |o: &&&OperatorSpec| o.contracts.iter().any(|c| c.requirement(id).is_some());
    let operator = OPERATORS.iter().find(has)?;
    let editions = operator.contracts.iter().map(|c| (c.edition, c.requirement(id))).collect();
    Some(Editions { document: operator.document, editions })
}

fn of_table(id: &str) -> Option<Editions<'static>> {
    let own = |table: &Table| table.requirements.iter().filter(|r| r.id == id);
    let table = TABLES.iter().find(|table| own(table).next().is_some())?;
    let of_edition = |edition: &str| own(table).find(|r| r.editions.contains(&edition));
    let document = DOCUMENTS.iter().find(|document| document.id == table.document)?;
    let editions = document.editions.iter().map(|e| (e.name, of_edition(e.name))).collect();
    Some(Editions { document: table.document, editions })
}

fn facts(requirement: &Requirement) -> Block {
    let cites: Vec<String> =
        std::iter::once(&requirement.cite).chain(requirement.also).map(ToString::to_string).collect();
    Block::facts([
        ("level", Some(format!("{}: {}", requirement.level.name(), consequence(requirement)))),
        (
            "applies",
            Some(requirement.when.as_ref().map_or("always".to_owned(), |p| format!("when {}", p.text))),
        ),
        ("requires", requirement.require.as_ref().map(|p| p.text.to_owned())),
        ("else", code(requirement)),
        ("message", requirement.message.map(|m| format!("\"{m}\""))),
        ("tested", requirement.via.map(|via| format!("only through the {via} interface"))),
        ("cannot be violated", requirement.unbreakable.map(str::to_owned)),
        ("table", requirement.table.map(str::to_owned)),
        ("cells", requirement.cells.map(cells)),
        ("basis", requirement.basis.map(|b| super::basis(Some(b), requirement.reason))),
        ("cited", Some(cites.join("; "))),
    ])
}

/// A status code, and who says that it is this one.
fn code(requirement: &Requirement) -> Option<String> {
    let (name, number) = requirement.code()?;
    let source = requirement.status_cite.map_or(String::new(), |cite| {
        format!("; {} ({cite})", super::basis(requirement.status_basis, requirement.status_reason))
    });
    Some(format!("{name} ({number}){source}"))
}

fn cells(cells: Cells) -> String {
    match cells {
        Cells::Promoted => "those with a dtype",
        Cells::Undefined => "those marked as having no promotion",
        Cells::Asymmetric => "those that differ in the other order",
        Cells::Contradicted => "those for which an erratum accepts another result too",
    }
    .to_owned()
}

fn consequence(requirement: &Requirement) -> &'static str {
    use ascertain::contract::Level;
    match requirement.level {
        Level::Must => "a violation is a failure",
        Level::Should => "a violation is a warning",
        Level::Unspecified if requirement.accepted_is_judged => {
            "the document is silent on whether a call that violates it is accepted; where it is, the result is judged"
        }
        Level::Unspecified => "the document is silent; we record what a backend does",
        Level::Contradicted => {
            "documents disagree; every reading is accepted, and we record which one a backend follows"
        }
    }
}

/// What an edition says, if it differs from the one explained.
fn difference(other: Option<&Requirement>, explained: &Requirement) -> String {
    match other {
        None => "does not have it".to_owned(),
        Some(r) if same(r, explained) => "as above".to_owned(),
        Some(r) => {
            let predicate = r.require.as_ref().map_or(String::new(), |p| format!("; requires {}", p.text));
            format!("{}: {}{predicate} ({})", super::level(r), r.says, r.cite)
        }
    }
}

fn same(a: &Requirement, b: &Requirement) -> bool {
    let text = |r: &Requirement| (r.when.as_ref().map(|p| p.text), r.require.as_ref().map(|p| p.text));
    a.level == b.level
        && a.basis == b.basis
        && a.says == b.says
        && a.status == b.status
        && a.message == b.message
        && text(a) == text(b)
}

/// The cases that test it, separated into those that violate its predicate and those that satisfy it.
fn cases_blocks(requirement: &Requirement, cases: &[&Case]) -> Vec<Block> {
    if cases.is_empty() {
        return vec![Block::Text(match requirement.via {
            Some(via) => format!("None: it can only be tested through the {via} interface."),
            None => "None.".to_owned(),
        })];
    }
    let command = Block::Command(format!("ascertain run --backend … --requirement {}", requirement.id));
    if requirement.require.is_none() {
        return vec![Block::Items(ids(cases.iter().copied())), command];
    }
    let (breaking, keeping): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|c| breaks(requirement, c));
    let part = |cases: &[&Case], does| {
        let count = ascertain_conformance::report::text::plural(cases.len() as u64, "case", "cases");
        [Block::Text(format!("{count} that {does} it:")), Block::Items(ids(cases.iter().copied()))]
    };
    let mut blocks = Vec::new();
    blocks.extend(part(&breaking, "violate"));
    blocks.extend(part(&keeping, "satisfy"));
    blocks.push(command);
    blocks
}

fn breaks(requirement: &Requirement, case: &Case) -> bool {
    matches!(&case.call, Call::Operate(call) if requirement.is_broken_by(call.args()))
}

/// Cases that test a requirement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseCounts {
    /// All of them.
    pub cases: usize,
    /// Those whose arguments satisfy its predicate.
    pub keeping: usize,
    /// Those whose arguments violate it.
    pub breaking: usize,
}

impl CaseCounts {
    /// Counts those that test `requirement`.
    #[must_use]
    pub fn of(requirement: &Requirement, cases: &ByRequirement<'_>) -> Self {
        let mut tally = Self::default();
        for case in cases.testing(requirement.id) {
            tally.cases += 1;
            if let Call::Operate(call) = &case.call {
                let broken = requirement.is_broken_by(call.args());
                tally.breaking += usize::from(broken);
                tally.keeping += usize::from(!broken && requirement.applies(call.args()));
            }
        }
        tally
    }
}

/// With a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", chars.as_str())
}
