//! Every requirement has a case, and every case names requirements of its profile.

use crate::suite::{assert_none, of_operators, profiles};
use ascertain::call::Call;
use ascertain::promote::TABLES;
use std::collections::BTreeSet;

#[test]
fn every_requirement_has_a_case() {
    let mut missing = Vec::new();
    let mut known = BTreeSet::new();
    for (profile, editions, cases) in profiles() {
        let asked: BTreeSet<&str> = cases.iter().flat_map(|case| case.requirements.iter().copied()).collect();
        let of_tables = TABLES.iter().flat_map(|t| t.requirements_in(editions));
        let all = of_operators(editions).map(|(_, r)| r).chain(of_tables);
        for requirement in all {
            known.insert(requirement.id);
            if !asked.contains(requirement.id) {
                missing.push(format!("profile {profile}: {} has no case", requirement.id));
            }
        }
        // And the other way round: what a case says it tests is a requirement of this profile.
        for id in asked.into_iter().filter(|id| !known.contains(id)) {
            missing.push(format!("profile {profile}: {id} is named by a case and by nothing else"));
        }
        for case in cases.iter().filter(|case| case.requirements.is_empty()) {
            missing.push(format!("profile {profile}: case {} tests nothing", case.id));
        }
    }
    assert_none(&missing);
}

/// As about `selfRef` in a call out of place.
#[test]
fn a_case_tests_nothing_about_arguments_that_it_lacks() {
    let mut wrong = Vec::new();
    for (_, editions, cases) in profiles() {
        for case in cases {
            let Call::Operate(call) = &case.call else { continue };
            let contract = call.operator.contract(editions);
            let says_nothing = |id: &&&str| {
                let require = contract.requirement(id).and_then(|requirement| requirement.require);
                require.is_some_and(|require| require.holds(call.args()).is_none())
            };
            wrong.extend(case.requirements.iter().find(says_nothing).map(|id| format!("{}: {id}", case.id)));
        }
    }
    assert_none(&wrong);
}
