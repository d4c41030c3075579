//! Random cases find broad faults, and their failures are minimized.
//!
//! One seed for each fault; `cargo run --release -p ascertain-benches --example sharpness` asks twenty.

use crate::mutants::hunt::{hunt, hunted};
use ascertain_selftest::faults;

#[test]
fn random_cases_find_broad_faults_and_their_failures_are_minimized() {
    for fault in hunted() {
        let found = hunt(fault, 2, 10_000);
        let found = found.unwrap_or_else(|| panic!("{}: not found", fault.id));
        let (elements, evaluations) = (found.elements(), found.small.evaluations);
        assert!(evaluations <= 100, "{}: {evaluations} evaluations", fault.id);
        // Long lines are not cut to the last element, which would take too many evaluations.
        let few = fault.needs + fault.needs / 16 + 16;
        assert!(elements <= few, "{}: {elements} elements are left", fault.id);
    }
}

#[test]
fn random_cases_find_nothing_in_what_answers_as_a_right_implementation_may() {
    for fault in faults::harmless() {
        let found = hunt(fault, 1, 2_000);
        let why = fault.harmless.unwrap_or_default();
        assert!(found.is_none(), "{} ({why}): {:#?}", fault.id, found.map(|found| found.judgement));
    }
}
