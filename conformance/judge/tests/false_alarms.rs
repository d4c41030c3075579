//! No false alarms: right implementations never fail, however they evaluate.
//!
//! Five hundred random cases for each; `cargo run --release --example false_alarms` asks a million.

mod support;

use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use support::honest::HONEST;

#[test]
fn honest_implementations_never_fail() {
    for honest in HONEST {
        let options = RunOptions { seed: 2, fuzz: 500, ..RunOptions::default() };
        let run = run(&[], &mut honest.backend(3), &options, &mut |_| ());
        let failed = run.results.iter().find(|result| result.judgement.verdict.is_finding());
        assert!(failed.is_none(), "{}: {:#?}", honest.name, failed);
        let asked: u64 = run.fuzzed.iter().map(|fuzzed| fuzzed.counts.total()).sum();
        assert!(asked > 400, "{}: only {asked} cases", honest.name);
    }
}
