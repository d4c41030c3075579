//! No false alarms: right implementations never fail, however they evaluate.
//!
//! All vectors and a hundred random cases for each; `cargo run --release --example false_alarms` asks ten million in all.

use crate::support::honest::table::HONEST;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use std::collections::HashSet;

#[test]
fn honest_implementations_never_fail() {
    let mut vectors = suite::build(&RunOptions::default().editions).expect("the suite builds");
    vectors.retain(|case| case.id.contains("/vector/"));
    for (seed, honest) in (2..).zip(HONEST) {
        let options = RunOptions { seed, fuzz: 100, ..RunOptions::default() };
        let run = run(&vectors, &mut honest.backend(3), &options, &mut |_| ());
        let failed = run.results.iter().find(|result| result.judgement.verdict.is_finding());
        assert!(failed.is_none(), "{}, seed {seed}: {:#?}", honest.name, failed);
        let asked: u64 = run.unlisted.values().map(|unlisted| unlisted.tally.counts.total()).sum();
        assert!(asked > 75, "{}: only {asked} cases", honest.name);
    }
}

#[test]
fn honest_implementations_have_different_names() {
    let names: HashSet<&str> = HONEST.iter().map(|honest| honest.name).collect();
    assert_eq!(names.len(), HONEST.len());
}
