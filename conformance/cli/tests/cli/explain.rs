//! `ascertain explain`.

use crate::cli::errors::commands;
use crate::cli::support::ascertain;
use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::{DOCUMENTS, ERRATA, Editions, PROFILES, STATUSES};
use ascertain::dtype::Scheme;
use ascertain::promote::{Key, TABLES, Table};
use ascertain_cli::explain::{ByRequirement, Sources, explain};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::suite;

#[test]
fn each_kind_of_thing_is_explained() {
    for (command, parts) in commands(include_str!("explain.txt")) {
        let done = ascertain(command).ends(0);
        assert!(done.err.is_empty() && !done.out.contains('\u{1b}'), "{command}: {done}");
        parts.fold(done, |done, part| done.prints(part));
    }
    let json = ascertain("explain f16 --format json").json();
    assert_eq!((&json["version"], &json["title"]), (&1.into(), &"f16".into()));
}

/// The value of the fact called `name` on a page.
fn fact<'a>(page: &'a Page, name: &str) -> Option<&'a str> {
    let facts = page.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
        Block::Facts(facts) => Some(facts),
        _ => None,
    });
    facts.flatten().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

#[test]
fn every_name_and_every_cell_is_explained_in_every_profile() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).expect("a profile");
        let cases = suite::build(&editions).expect("the suite builds");
        let by_requirement = ByRequirement::new(&cases);
        let sources =
            Sources { editions: &editions, cases: &cases, by_requirement: &by_requirement, own: None };
        let contracts = OPERATORS.iter().flat_map(|o| o.contracts);
        let names = DOCUMENTS.iter().map(|d| d.id).chain(ERRATA.iter().map(|e| e.id));
        let names = names.chain(STATUSES.iter().map(|s| s.name)).chain(PROFILES.iter().map(|p| p.name));
        let names = names.chain(contracts.flat_map(|c| c.requirements).map(|r| r.id));
        let names = names.chain(
            Scheme::ALL.into_iter().flat_map(|s| DType::ALL.into_iter().filter_map(move |d| d.name_in(s))),
        );
        for name in names.chain(OPERATORS.iter().map(|o| o.name)).chain(TABLES.iter().map(|t| t.id)) {
            let page = explain(&[name.to_owned()], sources).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!page.sections.is_empty(), "{name}");
        }
        for table in TABLES {
            for (row, column, cell) in table.cells(&editions) {
                let operand = |role: &str, key: Key| format!("{role}={key}");
                let (row, column) = (operand(table.rows.role, row), operand(table.columns.role, column));
                let page = explain(&["promote".to_owned(), table.id.to_owned(), row, column], sources)
                    .expect("a cell");
                assert_eq!(fact(&page, "gives"), Some(cell.result.map_or("no promotion", DType::name)));
            }
        }
    }
    assert!(
        Table::named("aclnn.tensor-scalar").is_some_and(|t| t.rows.role == "scalar"),
        "rows are the scalar"
    );
}
