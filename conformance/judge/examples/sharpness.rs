//! How soon the suite finds each seeded fault: a Markdown table.
//!
//!     cargo run --release -p ascertain-judge --example sharpness -- [SEEDS [CASES [NAME]]]
//!
//! Each mutant is hunted with SEEDS seeds (20), for at most CASES random cases (10,000). With NAME, only mutants whose
//! name contains it. Exits with 1 when more than one seed in twenty misses a mutant, or when a mutant fails that answers
//! as a right implementation may.

#[path = "../tests/support/mod.rs"]
mod support;

use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::Question;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use std::process::ExitCode;
use support::faulty::{FoundBy, Mutant};
use support::hunt::{Found, hunt};
use support::mutants::KINDS;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (seeds, limit): (u64, u64) = (number(20), number(10_000));
    let name = arguments.next().unwrap_or_default();
    let (mut as_expected, mut all) = (0, 0);
    for kind in KINDS {
        let mutants: Vec<&Mutant> =
            kind.mutants.iter().filter(|mutant| mutant.name.contains(&name)).collect();
        if mutants.is_empty() {
            continue;
        }
        println!("\n## {}\n", kind.name);
        println!(
            "| fault | met in | found with | cases until found: median, most; of fixed ones, how many find it | elements when found, median | elements when minimized: median, most | evaluations: median, most | smallest question |"
        );
        println!("|---|---|---:|---:|---:|---:|---:|---|");
        for mutant in mutants {
            all += 1;
            as_expected += u32::from(match mutant.found_by {
                FoundBy::Fuzzing | FoundBy::Nothing(_) => by_fuzzing(mutant, seeds, limit),
                FoundBy::Suite => by_suite(mutant, Editions::default(), "fixed cases"),
                FoundBy::Profile(profile) => {
                    let editions = Editions::profile(profile).expect("a profile of that name");
                    by_suite(mutant, editions, &format!("fixed cases, `--profile {profile}`"))
                }
            });
        }
    }
    println!("\n{as_expected} of {all} as they should be.");
    ExitCode::from(u8::from(as_expected < all))
}

/// Prints a row. Returns whether the mutant was found often enough, or never where it must not fail.
fn by_fuzzing(mutant: &Mutant, seeds: u64, limit: u64) -> bool {
    let found: Vec<Found> = (1..=seeds).filter_map(|seed| hunt(&mut mutant.backend(), seed, limit)).collect();
    let with = format!("{} of {seeds} seeds", found.len());
    let Some(smallest) = found.iter().min_by_key(|found| (found.elements(), found.small.evaluations)) else {
        let why = if let FoundBy::Nothing(why) = mutant.found_by { why } else { "NOT FOUND" };
        println!("| {} | {} | {with} | {why} | | | | |", mutant.name, met(mutant));
        return matches!(mutant.found_by, FoundBy::Nothing(_));
    };
    let of = |value: fn(&Found) -> u64| {
        let mut values: Vec<u64> = found.iter().map(value).collect();
        values.sort_unstable();
        (values[values.len() / 2], values[values.len() - 1])
    };
    let (cases, elements, evaluations) = (
        of(|found| found.cases),
        of(|found| found.elements() as u64),
        of(|found| found.small.evaluations as u64),
    );
    let (before, _) = of(|found| found.judgement.elements);
    let question = ascertain::call::Call::Operate(smallest.small.call.clone());
    println!(
        "| {} | {} | {with} | {}, {} | {before} | {}, {} | {}, {} | `{}` {} |",
        mutant.name,
        met(mutant),
        cases.0,
        cases.1,
        elements.0,
        elements.1,
        evaluations.0,
        evaluations.1,
        Question(&question),
        smallest.small.judgement.kind.map_or("", |kind| kind.name()),
    );
    mutant.found_by == FoundBy::Fuzzing && found.len() as u64 * 20 >= seeds * 19
}

/// Prints a row. Returns whether the mutant was found.
fn by_suite(mutant: &Mutant, editions: Editions, with: &str) -> bool {
    let cases = suite::build(&editions).expect("the committed vectors are well-formed");
    let mut backend = mutant.backend_for(Reference::new(editions.clone()));
    let options = RunOptions { editions, ..RunOptions::default() };
    let run = run(&cases, &mut backend, &options, &mut |_| ());
    let failed: Vec<_> = run.results.iter().filter(|result| result.judgement.verdict.is_finding()).collect();
    let first = failed.first().map_or("NOT FOUND", |result| &result.question);
    println!(
        "| {} | {} | {with} | {} of {} | | | | `{first}` |",
        mutant.name,
        met(mutant),
        failed.len(),
        run.results.len()
    );
    !failed.is_empty()
}

fn met(mutant: &Mutant) -> &str {
    if mutant.met.is_empty() { "–" } else { mutant.met }
}
