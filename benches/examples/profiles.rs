//! How many faults a default run finds in each profile: a Markdown table, and those that it does not find.
//!
//!     cargo run --release -p ascertain-benches --example profiles
//!
//! A fault is found if a case fails, whichever requirement it names. That a failure in the fault's own profile names one that
//! the fault breaks is what `cargo test` checks.

use ascertain::contract::OPERATORS;
use ascertain::document::{Editions, PROFILES};
use ascertain::promote::TABLES;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RANDOM_CASES;
use ascertain_judge::suite;
use ascertain_selftest::faults::{self, Fault, search};
use ascertain_selftest::score::Seen;

/// What a run adds to the fixed cases unless told otherwise: so many random ones, of this seed.
const RANDOM: u64 = RANDOM_CASES;
const SEED: u64 = 0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("| profile | faults | fixed suite | random cases | warning alone | not found |");
    println!("|---|---:|---:|---:|---:|---:|");
    let mut missed = Vec::new();
    for profile in PROFILES {
        let editions = Editions::profile(profile.name)?;
        let of_operators = OPERATORS.iter().flat_map(|operator| operator.contract(&editions).requirements);
        let of_tables = TABLES.iter().flat_map(|table| table.requirements_in(&editions));
        let every: Vec<&'static str> = of_operators.chain(of_tables).map(|r| r.id).collect();
        let every: &'static [&'static str] = every.leak();
        let mut faults: Vec<Fault> = faults::all().copied().collect();
        faults.iter_mut().for_each(|fault| fault.requirements = every);
        let cases = suite::build(&editions)?;
        let fixed = cases.len() as u64;
        let fuzzer = Fuzzer::new(SEED, &editions, Registry::default());
        let cases = cases.into_iter().chain((0..RANDOM).map(|index| fuzzer.generate(index)));
        let found = search(&faults.iter().collect::<Vec<_>>(), &editions, cases);
        let count = |fits: &dyn Fn(u64, Seen) -> bool| {
            found.iter().flatten().filter(|found| fits(found.cases, found.seen)).count()
        };
        let by_suite = count(&|cases, seen| seen == Seen::Failure && cases <= fixed);
        let by_random = count(&|cases, seen| seen == Seen::Failure && cases > fixed);
        let warned = count(&|_, seen| seen == Seen::Observation);
        let not = faults.len() - by_suite - by_random - warned;
        println!("| `{}` | {} | {by_suite} | {by_random} | {warned} | {not} |", profile.name, faults.len());
        let lost = faults.iter().zip(&found).filter(|(_, found)| found.is_none());
        missed.extend(lost.map(|(fault, _)| (profile.name, fault.profile, fault.id)));
    }
    println!();
    for (profile, own, id) in missed {
        println!("not found in `{profile}`: {id}, which breaks `{own}`");
    }
    Ok(())
}
