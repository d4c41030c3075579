//! Case ids stay: people filter by them, list them as known failures and compare reports by them. A committed list
//! holds those of the default suite. A missing id fails, and a new one is added on purpose.

use crate::{cases, ledger, same_call};
use ascertain::call::Call;
use ascertain::document::PROFILES;
use ascertain_judge::case::Question;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const LEDGER: &str = "ids.txt";
const ABOUT: &str = "\
Ids of the cases of the default suite, with the profiles that have them where not all do.
Ids are for ever: one may be added, none be given to another question. tests/ids.rs writes this with ASCERTAIN_UPDATE=1.";

#[test]
fn ids_are_those_of_the_committed_list() {
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
        a missing id breaks lists of known failures and comparisons of reports: keep it if its question is still asked.\n\
        For new ones, and where a question is gone for good, commit what this writes:\n\
        ASCERTAIN_UPDATE=1 cargo test -p ascertain-judge --test suite ids";
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
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,=/".contains(c);
            assert!(id.chars().all(plain) && id.len() <= 250, "{id}");
            assert!(!id.contains("//") && !id.ends_with('/'), "{id}");
        }
    }
}

/// Every build has the same questions in the same order, bit for bit. In another profile an id asks the same question,
/// though the right answer may differ.
#[test]
fn an_id_always_asks_the_same_question() {
    let (once, again) = (cases("documented"), cases("documented"));
    assert_eq!(once.len(), again.len());
    assert!(once.iter().zip(&again).all(|(a, b)| a.id == b.id));
    let questions: HashMap<&str, &Call> = once.iter().map(|case| (case.id.as_str(), &case.call)).collect();
    let others = PROFILES.iter().filter(|p| p.name != "documented").flat_map(|p| cases(p.name));
    for case in again.into_iter().chain(others) {
        let Some(call) = questions.get(case.id.as_str()) else { continue };
        let same = same_call(call, &case.call);
        assert!(same, "{}: {} and {}", case.id, Question(call), Question(&case.call));
    }
}
