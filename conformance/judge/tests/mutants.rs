//! The suite finds faults: every mutant fails, except those that answer as an honest implementation may.
//!
//! A few random cases for each mutant here; `cargo run --release --example sharpness` hunts each with twenty seeds.

mod support;

use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use support::faulty::{FoundBy, Mutant};
use support::hunt::hunt;
use support::mutants::KINDS;

fn mutants() -> impl Iterator<Item = &'static Mutant> {
    KINDS.iter().flat_map(|kind| kind.mutants)
}

#[test]
fn random_cases_find_every_mutant_that_they_can_and_make_its_failure_small() {
    for mutant in mutants().filter(|mutant| mutant.found_by == FoundBy::Fuzzing) {
        let found = hunt(&mut mutant.backend(), 1, 10_000);
        let found = found.unwrap_or_else(|| panic!("{}: not found", mutant.name));
        let (elements, evaluations) = (found.elements(), found.small.evaluations);
        assert!(evaluations <= 100, "{}: {evaluations} evaluations", mutant.name);
        // Long lines are not cut to the last element: that takes more evaluations than it is worth.
        let few = mutant.needs + mutant.needs / 16 + 16;
        assert!(elements <= few, "{}: {elements} elements are left", mutant.name);
    }
}

#[test]
fn fixed_cases_find_the_mutants_that_random_cases_do_not_reach() {
    for mutant in mutants() {
        let editions = match mutant.found_by {
            FoundBy::Suite => Editions::default(),
            FoundBy::Profile(name) => Editions::profile(name).expect("a profile of that name"),
            FoundBy::Fuzzing | FoundBy::Nothing(_) => continue,
        };
        let cases = suite::build(&editions).expect("the committed vectors are well-formed");
        let mut backend = mutant.backend_for(Reference::new(editions.clone()));
        let options = RunOptions { editions, ..RunOptions::default() };
        let run = run(&cases, &mut backend, &options, &mut |_| ());
        let failures = run.results.iter().filter(|r| r.judgement.verdict.is_finding()).count();
        println!("{}: {failures} of {} cases", mutant.name, run.results.len());
        assert!(failures > 0, "{}: not found", mutant.name);
    }
}

#[test]
fn what_honest_implementations_may_do_passes() {
    for mutant in mutants() {
        if let FoundBy::Nothing(why) = mutant.found_by {
            let found = hunt(&mut mutant.backend(), 1, 2_000);
            assert!(found.is_none(), "{} ({why}): {:#?}", mutant.name, found.map(|found| found.judgement));
        }
    }
}
