//! Random cases on right implementations, none of which may fail: a Markdown table.
//!
//!     cargo run --release -p ascertain-judge --example false_alarms -- [CASES [SEED [NAME]]]
//!
//! CASES random cases for each (1,000,000). With NAME, only implementations whose name contains it. Exits with 1 when
//! anything fails, or when the errors together are explained by no evaluation known.

#[path = "../tests/support/mod.rs"]
mod support;

use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::verdict::Verdict;
use std::process::ExitCode;
use support::honest::HONEST;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (cases, seed): (u64, u64) = (number(1_000_000), number(1));
    let name = arguments.next().unwrap_or_default();
    println!("{cases} random cases each, seed {seed}.\n");
    println!(
        "| implementation | pass | observed | fail | elements | order-sensitive | unexplained | seconds |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut failures = 0;
    for honest in HONEST.iter().filter(|honest| honest.name.contains(&name)) {
        let options = RunOptions { seed, fuzz: cases, ..RunOptions::default() };
        let run = run(&[], &mut honest.backend(seed), &options, &mut |result| {
            if result.judgement.verdict.is_finding() {
                eprintln!("{}: {}: {}: {:#?}", honest.name, result.id, result.question, result.judgement);
                result.shrunk.iter().for_each(|small| eprintln!("{}", small.vector));
            }
        });
        let counts = run.counts();
        let failed: u64 = Verdict::ALL
            .into_iter()
            .filter(|verdict| verdict.is_finding())
            .map(|verdict| counts.of(verdict))
            .sum();
        let unexplained: Vec<_> = run.errors.iter().filter(|errors| errors.unexplained()).collect();
        unexplained.iter().for_each(|errors| eprintln!("{}: {errors:#?}", honest.name));
        let sum =
            |value: fn(&ascertain_judge::verdict::Fuzzed) -> u64| run.fuzzed.iter().map(value).sum::<u64>();
        println!(
            "| {} | {} | {} | {failed} | {} | {} | {} | {:.0} |",
            honest.name,
            counts.of(Verdict::Pass),
            counts.of(Verdict::Observed),
            sum(|fuzzed| fuzzed.elements),
            sum(|fuzzed| fuzzed.order_sensitive),
            unexplained.len(),
            run.seconds,
        );
        failures += failed + unexplained.len() as u64;
    }
    ExitCode::from(u8::from(failures > 0))
}
