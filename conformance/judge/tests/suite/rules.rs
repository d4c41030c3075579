//! Cases for rules: where a call can break a requirement, one case breaks it and nothing else, and another lies just on
//! the valid side.

use crate::suite::{assert_none, calls_about, of_operators, profiles};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Direction, Level};
use ascertain_judge::operator::Registry;
use ascertain_judge::suite::rules::of_every_dtype;

/// The arguments in which two calls differ, apart from outputs, which follow the others.
fn differing<'a>(a: &'a Invocation, b: &'a Invocation) -> Vec<(&'a Arg, &'a Arg)> {
    let arguments = a.operator.arguments.iter().zip(a.args.iter().zip(&b.args));
    let differing = arguments.filter(|(argument, (x, y))| argument.direction == Direction::In && x != y);
    differing.map(|(_, pair)| pair).collect()
}

/// Whether no call lies between these two: one argument differs, an integer by one.
fn adjacent(a: &Invocation, b: &Invocation) -> bool {
    match differing(a, b)[..] {
        // Only an output differs.
        [] => true,
        [(Arg::Int(x), Arg::Int(y))] => x.abs_diff(*y) == 1,
        [_] => true,
        _ => false,
    }
}

#[test]
fn every_breakable_requirement_is_broken_alone_and_met_at_its_boundary() {
    let mut missing = Vec::new();
    let mut judged = 0;
    for (profile, editions, cases) in profiles() {
        for (operator, requirement) in of_operators(editions) {
            let Some(require) = requirement.require else { continue };
            if requirement.unbreakable.is_some() {
                continue;
            }
            judged += 1;
            let contract = operator.contract(editions);
            let calls = calls_about(cases, requirement);
            let alone = |call: &&&Invocation| {
                requirement.is_broken_by(call.args())
                    && contract.broken_by(call.args()).all(|other| other.id == requirement.id)
            };
            let met = |call: &&&Invocation| {
                requirement.applies(call.args())
                    && require.holds(call.args()) == Some(true)
                    && contract.broken_by(call.args()).next().is_none()
            };
            let mut breaking: Vec<&Invocation> = calls.iter().filter(alone).copied().collect();
            // Of dtypes, every call can be tried: if none breaks it alone, those that break others too are enough.
            let of_dtypes =
                !["rank(", "shape(", "count(", "contiguous("].iter().any(|of| require.text.contains(of));
            let judged_by = Registry::default().operator(operator).expect("a known operator");
            let can_be_alone = || of_every_dtype(judged_by, contract).iter().any(|call| alone(&&call));
            if breaking.is_empty() && of_dtypes && !can_be_alone() {
                breaking =
                    calls.iter().filter(|call| requirement.is_broken_by(call.args())).copied().collect();
            }
            let meeting: Vec<&Invocation> = calls.iter().filter(met).copied().collect();
            let edge = breaking.iter().any(|b| meeting.iter().any(|m| adjacent(b, m)));
            let what = match (breaking.is_empty(), meeting.is_empty(), edge) {
                (true, _, _) => "is broken by no case alone",
                (_, true, _) => "is met by no case that breaks nothing else",
                (_, _, false) => "has no case beside one that breaks it",
                (false, false, true) => continue,
            };
            missing.push(format!(
                "profile {profile}: {} ({}) {what}",
                requirement.id,
                requirement.level.name()
            ));
        }
    }
    assert!(judged > 30, "{judged} requirements with a predicate");
    assert_none(&missing);
}

/// Nobody can pass null for what is passed by value, such as an `int64_t`.
#[test]
fn only_pointers_are_null() {
    let mut nulls = 0;
    for (_, editions, cases) in profiles() {
        for case in cases {
            let Call::Operate(call) = &case.call else { continue };
            let contract = call.operator.contract(editions);
            for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
                if !matches!(arg, Arg::Null) || argument.via.is_some() {
                    continue;
                }
                nulls += 1;
                let parameters = contract.functions.iter().flat_map(|function| function.parameters);
                let mut own = parameters.filter(|parameter| parameter.name == argument.name);
                assert!(own.any(|parameter| parameter.c.ends_with('*')), "{}", case.id);
            }
        }
    }
    assert!(nulls > 100, "{nulls} null pointers");
}

/// A case is left to one interface only because it gives a null pointer, or an argument of that interface.
#[test]
fn cases_of_one_interface_give_what_only_that_interface_can() {
    for (_, editions, cases) in profiles() {
        for (_, requirement) in of_operators(editions).filter(|(_, r)| r.via.is_some()) {
            assert_eq!(requirement.via, Some("aclnn"), "{}", requirement.id);
            assert!(matches!(requirement.level, Level::Must | Level::Unspecified), "{}", requirement.id);
            for call in calls_about(cases, requirement) {
                let special = call.operator.arguments.iter().zip(&call.args).any(|(argument, arg)| {
                    matches!(arg, Arg::Null) || (argument.via.is_some() && !matches!(arg, Arg::Absent))
                });
                let breaks = requirement.is_broken_by(call.args());
                assert!(special || !breaks, "{}", requirement.id);
            }
        }
    }
}
