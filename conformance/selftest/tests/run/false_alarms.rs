//! No false alarms: right implementations never fail, however they evaluate.
//!
//! All vectors and a hundred random cases for each; `cargo run --release -p ascertain-benches --example false_alarms` asks ten million in all.

use crate::support::honest::table::HONEST;
use ascertain::requirement::cumprod::CONVERT_ROUNDS;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use std::collections::HashSet;

#[test]
fn honest_implementations_never_fail() {
    let mut vectors =
        suite::of_areas(&RunOptions::default().editions, &suite::is_sample).expect("the suite builds");
    vectors.retain(|case| case.id.contains("/vector/"));
    for (seed, honest) in (2..).zip(HONEST.iter()) {
        let options = RunOptions { seed, fuzz: 100, ..RunOptions::default() };
        let run = run(&vectors, &mut honest.backend(3), &options, &mut |_| ());
        let failed = run.results.iter().find(|result| result.judgement.verdict.is_finding());
        assert!(failed.is_none(), "{}, seed {seed}: {:#?}", honest.name, failed);
        let asked: u64 = run.unlisted.values().map(|unlisted| unlisted.tally.counts.total()).sum();
        assert!(asked > 75, "{}: only {asked} cases", honest.name);
    }
}

#[test]
fn two_routes_of_a_conversion_are_observed_of_the_reading_about_it() {
    let honest = HONEST.iter().find(|honest| honest.name == "converts through f32").expect("it is listed");
    let mut cases =
        suite::of_areas(&RunOptions::default().editions, &suite::is_sample).expect("the suite builds");
    cases.retain(|case| case.area == "cumprod");
    let run = run(&cases, &mut honest.backend(3), &RunOptions::default(), &mut |_| ());
    let mut seen = run.results.iter().flat_map(|result| &result.judgement.observations);
    let (about, _) =
        seen.find(|(_, words)| words.contains("rounds through f32")).expect("some values show it");
    assert_eq!(*about, CONVERT_ROUNDS);
}

#[test]
fn honest_implementations_have_different_names() {
    let names: HashSet<&str> = HONEST.iter().map(|honest| honest.name).collect();
    assert_eq!(names.len(), HONEST.len());
}
