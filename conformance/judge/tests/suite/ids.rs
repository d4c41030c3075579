//! Case ids stay: people filter by them, list them as known failures and compare reports by them. A committed file holds
//! a digest of the ids of each area and profile, in their order.

use crate::suite::{cases, editions, same_call};
use ascertain::call::Call;
use ascertain::document::PROFILES;
use ascertain_judge::case::Question;
use ascertain_judge::suite;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::{env, fs};

const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ids.txt");
const ABOUT: &str = "\
Profile, area, number of cases, and the SHA-256 of their ids, each with a line end, in the order of the suite.
Ids are for ever: one may be added, none be given to another question. ASCERTAIN_UPDATE=1 makes tests/suite/ids.rs write this.";

#[test]
fn ids_are_those_of_the_committed_digests() {
    let mut lines = BTreeSet::new();
    for profile in PROFILES {
        let mut areas: BTreeMap<&str, (usize, Sha256)> = BTreeMap::new();
        for case in cases(profile.name) {
            let (count, digest) = areas.entry(case.area).or_default();
            *count += 1;
            digest.update(format!("{}\n", case.id));
        }
        lines.extend(areas.into_iter().map(|(area, (count, digest))| {
            format!("{} {area} {count} {}", profile.name, hex::encode(digest.finalize()))
        }));
    }
    if env::var_os("ASCERTAIN_UPDATE").is_some_and(|value| value == "1") {
        let comments = ABOUT.lines().map(|line| format!("# {line}\n"));
        let text: String = comments.chain(lines.iter().map(|line| format!("{line}\n"))).collect();
        return fs::write(LEDGER, text).unwrap_or_else(|e| panic!("cannot write {LEDGER}: {e}"));
    }
    let text = fs::read_to_string(LEDGER).unwrap_or_else(|e| panic!("cannot read {LEDGER}: {e}"));
    let committed = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    let changed = lines.symmetric_difference(&committed);
    let sign = |line| if lines.contains(line) { '+' } else { '-' };
    let found = changed.map(|line| format!("{} {line}", sign(line))).collect::<Vec<_>>().join("\n");
    let advice = "\
        compare the ids with those of the last commit: ascertain list --format ids --profile PROFILE --area AREA\n\
        A missing id breaks lists of known failures and comparisons of reports: keep it if its question is still asked.\n\
        For new ones, and where a question is gone for good, commit what this writes:\n\
        ASCERTAIN_UPDATE=1 cargo test -p ascertain-judge --test all suite::ids";
    assert!(found.is_empty(), "the ids of these areas changed:\n{found}\n{advice}");
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
    let once = cases("documented");
    let again = suite::build(&editions("documented")).expect("it was built once");
    assert_eq!(once.len(), again.len());
    assert!(once.iter().zip(&again).all(|(a, b)| a.id == b.id));
    let questions: HashMap<&str, &Call> = once.iter().map(|case| (&*case.id, &case.call)).collect();
    let others = PROFILES.iter().filter(|p| p.name != "documented").flat_map(|p| cases(p.name));
    for case in again.iter().chain(others) {
        let Some(call) = questions.get(&*case.id) else { continue };
        let same = same_call(call, &case.call);
        assert!(same, "{}: {} and {}", case.id, Question(call), Question(&case.call));
    }
}
