//! Cases for operators: a grid of valid calls, and calls that are asked twice.

use crate::suite::{invocation, profiles, same_call};
use ascertain::call::Call;
use ascertain::contract::OPERATORS;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator;

fn of_grid<'a>(cases: &'a [Case], part: &str) -> Vec<&'a Case> {
    let starts = OPERATORS.iter().map(|operator| format!("{}/{part}/", operator.name)).collect::<Vec<_>>();
    cases.iter().filter(|case| starts.iter().any(|start| case.id.starts_with(start))).collect()
}

/// All kinds of rows are of one type in the code, which would take the keys of another kind.
#[test]
fn rows_for_kernels_have_the_keys_of_their_kind() {
    let file: toml::Table = include_str!("../../grid/kernels.toml").parse().expect("it is TOML");
    for (kind, required, allowed) in [
        ("shapes", &["shape"][..], &[][..]),
        ("views", &["name", "shape", "strides"], &["offset"]),
        ("results", &["dtypes"], &[]),
        ("lengths", &["lengths"], &["integers"]),
        ("pairs", &["shape", "other"], &[]),
        ("scalars", &["dtypes"], &["numbers", "integers"]),
        ("values", &[], &["every", "numbers", "ranges", "multiples", "powers", "beside"]),
        ("lines", &["shape", "dim"], &["keep", "numbers"]),
        ("equals", &["lengths", "numbers"], &[]),
        ("dims", &["shape", "lists"], &["keep"]),
    ] {
        let groups = file[kind].as_array().expect("a list of groups");
        for row in groups.iter().flat_map(|group| group["calls"].as_array().expect("a list of rows")) {
            let row = row.as_table().expect("a row");
            assert!(required.iter().all(|key| row.contains_key(*key)), "{kind}: {row:?}");
            let known = |key: &String| required.contains(&&**key) || allowed.contains(&&**key);
            assert!(row.keys().all(known), "{kind}: {row:?}");
        }
    }
}

#[test]
fn every_operator_has_a_grid_of_calls_that_break_no_requirement() {
    for (profile, editions, cases) in profiles() {
        let grid = of_grid(cases, "grid");
        // Of one that is only declared no rule says what the result is.
        for operator in operator::OPERATORS.iter().filter(|operator| operator.is_complete()) {
            let operator = operator.spec();
            let of_it = grid.iter().filter(|case| case.area == operator.name).count();
            assert!(of_it >= 40, "profile {profile}: {} has a grid of {of_it} cases", operator.name);
        }
        for case in grid {
            let call = invocation(&case.call).unwrap_or_else(|| panic!("{}", case.id));
            let contract = call.operator.contract(editions);
            let broken: Vec<&str> = contract.broken_by(call.args()).map(|r| r.id).collect();
            // What the documents do not decide may be in the grid.
            let must = |id: &&&str| contract.requirement(id).is_some_and(|r| r.level.name() == "must");
            assert_eq!(broken.iter().filter(must).count(), 0, "profile {profile}: {}: {broken:?}", case.id);
            assert!(matches!(case.expect, Expect::Documents), "{}", case.id);
        }
    }
}

#[test]
fn a_requirement_to_repeat_results_has_cases_that_ask_the_same_call_twice() {
    for (profile, editions, cases) in profiles() {
        let repeated = of_grid(cases, "repeat");
        for operator in operator::OPERATORS.iter().filter(|operator| operator.is_complete()) {
            let operator = operator.spec();
            for requirement in operator.contract(editions).requirements.iter().filter(|r| r.repeats) {
                let about: Vec<_> =
                    repeated.iter().filter(|case| case.requirements == [requirement.id]).collect();
                assert!(!about.is_empty(), "profile {profile}: {} has no case", requirement.id);
                for case in &about {
                    let Expect::SameAs(id, other) = &case.expect else { panic!("{}", case.id) };
                    assert_eq!(*id, requirement.id, "{}", case.id);
                    assert!(same_call(&case.call, other), "{} asks another call", case.id);
                }
                // An order of evaluation that varies shows in long lines of floats only.
                let is_float = |case: &&Case| {
                    let tensor = invocation(&case.call).and_then(|call| call.args().tensor(0));
                    tensor.is_some_and(|tensor| tensor.dtype().is_float())
                };
                if !about.iter().any(|case| is_float(case)) {
                    continue;
                }
                let long = about.iter().filter(|case| longest_axis(&case.call) >= 257).count();
                assert!(long > 0, "profile {profile}: {} has no long line", requirement.id);
            }
        }
    }
}

fn longest_axis(call: &Call) -> usize {
    let tensor = invocation(call).and_then(|call| call.args().tensor(0));
    tensor.and_then(|tensor| tensor.shape().iter().max().copied()).unwrap_or_default()
}
