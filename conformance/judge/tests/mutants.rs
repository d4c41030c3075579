//! The suite finds faults: every mutant fails, except those that answer as a right implementation may.
//!
//! One seed for each mutant; `cargo run --release --example sharpness` hunts each with twenty.

mod support;

use ascertain::call::Call;
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
fn random_cases_find_mutants_and_their_failures_are_minimized() {
    for mutant in mutants().filter(|mutant| mutant.found_by == FoundBy::Fuzzing) {
        let found = hunt(&mut mutant.backend(), 1, 10_000);
        let found = found.unwrap_or_else(|| panic!("{}: not found", mutant.name));
        let (elements, evaluations) = (found.elements(), found.small.evaluations);
        assert!(evaluations <= 100, "{}: {evaluations} evaluations", mutant.name);
        // Long lines are not cut to the last element, which would take too many evaluations.
        let few = mutant.needs + mutant.needs / 16 + 16;
        assert!(elements <= few, "{}: {elements} elements are left", mutant.name);
    }
}

fn elements(call: &Call) -> usize {
    match call {
        Call::Operate(call) => call.args().tensor(0).map_or(0, |tensor| tensor.layout().count()),
        Call::Promote(_) => 0,
    }
}

#[test]
fn fixed_cases_find_the_other_mutants() {
    for mutant in mutants() {
        let editions = match mutant.found_by {
            FoundBy::Suite => Editions::default(),
            FoundBy::Profile(name) => Editions::profile(name).expect("a profile of that name"),
            FoundBy::Fuzzing | FoundBy::Nothing(_) => continue,
        };
        let mut cases = suite::build(&editions).expect("the committed vectors are well-formed");
        // None of these faults needs many elements, which take long without optimization.
        cases.retain(|case| elements(&case.call) <= 1024);
        let mut backend = mutant.backend_for(Reference::new(editions.clone()));
        let options = RunOptions { editions, ..RunOptions::default() };
        let run = run(&cases, &mut backend, &options, &mut |_| ());
        let failures = run.results.iter().filter(|r| r.judgement.verdict.is_finding()).count();
        println!("{}: {failures} of {} cases", mutant.name, run.results.len());
        assert!(failures > 0, "{}: not found", mutant.name);
    }
}

#[test]
fn mutants_that_answer_as_a_right_implementation_may_pass() {
    for mutant in mutants() {
        if let FoundBy::Nothing(why) = mutant.found_by {
            let found = hunt(&mut mutant.backend(), 1, 2_000);
            assert!(found.is_none(), "{} ({why}): {:#?}", mutant.name, found.map(|found| found.judgement));
        }
    }
}
