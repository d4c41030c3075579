//! Case ids stay: people filter by them, list them as known failures and compare reports by them. A committed ledger
//! holds those of the default suite; an id that disappears fails, and a new one is added on purpose.

mod ledger;

use ascertain::call::Call;
use ascertain::document::{Editions, PROFILES};
use ascertain_judge::case::{Case, Question};
use ascertain_judge::suite;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const LEDGER: &str = "ids.txt";
const ABOUT: &str = "\
Ids of the cases of the default suite, with the profiles that have them where not all do.
Ids are for ever: one may be added, none be given to another question. tests/ids.rs writes this with ASCERTAIN_UPDATE=1.";

fn cases(profile: &str) -> Vec<Case> {
    let editions = Editions::profile(profile).unwrap_or_else(|e| panic!("{e}"));
    suite::build(&editions).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn ids_are_those_of_the_ledger() {
    let mut profiles_of: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for profile in PROFILES {
        cases(profile.name)
            .into_iter()
            .for_each(|case| profiles_of.entry(case.id).or_default().push(profile.name));
    }
    let line = |(id, profiles): (String, Vec<&str>)| {
        if profiles.len() == PROFILES.len() { id } else { format!("{id} {}", profiles.join(",")) }
    };
    let lines: BTreeSet<String> = profiles_of.into_iter().map(line).collect();
    let found = ledger::differences(LEDGER, ABOUT, &lines);
    let gone = found.iter().filter(|line| line.starts_with('-')).count();
    let advice = "\
        an id that goes breaks lists of known failures and comparisons of reports: keep it if its question is still asked.\n\
        For new ones, and where a question is gone for good, commit what this writes:\n\
        ASCERTAIN_UPDATE=1 cargo test -p ascertain-judge --test ids";
    let shown = found.iter().take(40).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{gone} ids are gone, {} new:\n{shown}\n{advice}", found.len() - gone);
}

#[test]
fn ids_are_unique_and_fit_for_lists_and_shells() {
    for profile in PROFILES {
        let mut seen = HashSet::new();
        for case in cases(profile.name) {
            let id = &case.id;
            assert!(seen.insert(id.clone()), "profile {}: {id} twice", profile.name);
            assert!(id.starts_with(&format!("{}/", case.area)), "{id} is not in area {}", case.area);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.,=/".contains(c);
            assert!(id.chars().all(plain) && id.len() <= 160, "{id}");
            assert!(!id.contains("//") && !id.ends_with('/'), "{id}");
        }
    }
}

#[test]
fn every_cell_of_every_table_is_one_case() {
    for profile in PROFILES {
        let mut areas: BTreeMap<&str, usize> = BTreeMap::new();
        cases(profile.name).iter().for_each(|case| *areas.entry(case.area).or_default() += 1);
        let tables = [
            ("aclnn.tensor-tensor", 256),
            ("aclnn.tensor-scalar", 256),
            ("mindspore.tensor-tensor", 225),
            ("mindspore.number-tensor", 45),
        ];
        for (table, count) in tables {
            assert_eq!(areas.get(table), Some(&count), "profile {}: {table}", profile.name);
        }
    }
    // The ids that the design gives as examples.
    let ids: HashSet<String> = cases("documented").into_iter().map(|case| case.id).collect();
    for id in ["aclnn.tensor-tensor/lhs=f16,rhs=bf16", "aclnn.tensor-scalar/tensor=c32,scalar=f64"] {
        assert!(ids.contains(id), "{id}");
    }
}

/// The same questions in the same order, bit for bit, however often they are built; and in another profile an id asks
/// the same, though the answer may be another.
#[test]
fn an_id_always_asks_the_same() {
    let (once, again) = (cases("documented"), cases("documented"));
    assert_eq!(once.len(), again.len());
    assert!(once.iter().zip(&again).all(|(a, b)| a.id == b.id));
    let questions: HashMap<&str, &Call> = once.iter().map(|case| (case.id.as_str(), &case.call)).collect();
    let others = PROFILES.iter().filter(|p| p.name != "documented").flat_map(|p| cases(p.name));
    for case in again.into_iter().chain(others) {
        let Some(call) = questions.get(case.id.as_str()) else { continue };
        let same = match (call, &case.call) {
            (Call::Promote(a), Call::Promote(b)) => {
                (a.table.id, a.row, a.column, a.ranks) == (b.table.id, b.row, b.column, b.ranks)
            }
            (Call::Operate(a), Call::Operate(b)) => a.operator.name == b.operator.name && a.args == b.args,
            _ => false,
        };
        assert!(same, "{}: {} and {}", case.id, Question(call), Question(&case.call));
    }
}
