//! Every requirement is asked about, those of one interface alone too: in each profile it has a case, and one that
//! arguments can break has a case that breaks it and a case just on the right side of it.

use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Level, OPERATORS, OperatorSpec, Requirement};
use ascertain::document::{Editions, PROFILES};
use ascertain::promote::TABLES;
use ascertain_judge::case::Case;
use ascertain_judge::suite;
use std::collections::BTreeSet;

/// A profile's editions, cases and operators' requirements.
fn profiles() -> impl Iterator<Item = (&'static str, Editions, Vec<Case>)> {
    PROFILES.iter().map(|profile| {
        let editions = Editions::profile(profile.name).unwrap_or_else(|e| panic!("{e}"));
        let cases = suite::build(&editions).unwrap_or_else(|e| panic!("{e}"));
        (profile.name, editions, cases)
    })
}

fn of_operators(editions: &Editions) -> impl Iterator<Item = (&'static OperatorSpec, &'static Requirement)> {
    OPERATORS
        .iter()
        .flat_map(|operator| operator.contract(editions).requirements.iter().map(move |r| (*operator, r)))
}

/// The calls of cases that name the requirement.
fn calls_about<'a>(cases: &'a [Case], requirement: &Requirement) -> Vec<&'a Invocation> {
    let about = cases.iter().filter(|case| case.requirements.contains(&requirement.id));
    let calls = about.filter_map(|case| match &case.call {
        Call::Operate(call) => Some(call),
        Call::Promote(_) => None,
    });
    calls.collect()
}

/// Arguments in which two calls differ, those that the operator writes aside: they follow the others.
fn differing<'a>(a: &'a Invocation, b: &'a Invocation) -> Vec<(&'a Arg, &'a Arg)> {
    let arguments = a.operator.arguments.iter().zip(a.args.iter().zip(&b.args));
    let differing = arguments
        .filter(|(argument, (x, y))| argument.direction == ascertain::contract::Direction::In && x != y);
    differing.map(|(_, pair)| pair).collect()
}

/// Whether no call between these two could lie nearer to the boundary: one argument differs, an integer by one.
fn adjacent(a: &Invocation, b: &Invocation) -> bool {
    match differing(a, b)[..] {
        // What the operator writes differs alone.
        [] => true,
        [(Arg::Int(x), Arg::Int(y))] => x.abs_diff(*y) == 1,
        [_] => true,
        _ => false,
    }
}

fn report(missing: &[String]) {
    assert!(missing.is_empty(), "{} requirements:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_requirement_has_a_case() {
    let mut missing = Vec::new();
    let mut known = BTreeSet::new();
    for (profile, editions, cases) in profiles() {
        let asked: BTreeSet<&str> = cases.iter().flat_map(|case| case.requirements.iter().copied()).collect();
        let all = of_operators(&editions).map(|(_, r)| r).chain(TABLES.iter().flat_map(|t| t.requirements));
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
    report(&missing);
}

#[test]
fn every_breakable_requirement_is_broken_alone_and_met_at_its_boundary() {
    let mut missing = Vec::new();
    let mut judged = 0;
    for (profile, editions, cases) in profiles() {
        for (operator, requirement) in of_operators(&editions) {
            let Some(require) = requirement.require else { continue };
            if requirement.unbreakable.is_some() {
                continue;
            }
            judged += 1;
            let contract = operator.contract(&editions);
            let calls = calls_about(&cases, requirement);
            let alone = |call: &&&Invocation| {
                requirement.is_broken_by(call.args())
                    && contract.broken_by(call.args()).all(|other| other.id == requirement.id)
            };
            let met = |call: &&&Invocation| {
                requirement.applies(call.args())
                    && (require.holds)(call.args()) == Some(true)
                    && contract.broken_by(call.args()).next().is_none()
            };
            let breaking: Vec<&Invocation> = calls.iter().filter(alone).copied().collect();
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
    report(&missing);
}

/// A range has two ends: both are tried from both sides.
#[test]
fn ranges_of_dim_are_tried_at_both_ends() {
    let (_, editions, cases) = profiles().next().unwrap_or_else(|| panic!("no profile"));
    for (id, above) in [("cumprod.dim.range", 0), ("cumprod.inplace.dim.range", 1)] {
        let (_, requirement) =
            of_operators(&editions).find(|(_, r)| r.id == id).unwrap_or_else(|| panic!("{id}"));
        let dims: BTreeSet<(i64, i64, bool)> = calls_about(&cases, requirement)
            .into_iter()
            .filter_map(|call| match (call.get("input"), call.get("dim")) {
                (Arg::Tensor(input), Arg::Int(dim)) => {
                    Some((input.shape().len() as i64, *dim, requirement.is_broken_by(call.args())))
                }
                _ => None,
            })
            .collect();
        for rank in [1, 2, 4] {
            // The in-place range is closed at rank, as printed.
            let last = rank - 1 + above;
            for (dim, broken) in [(-rank - 1, true), (-rank, false), (last - above, false), (last + 1, true)]
            {
                assert!(dims.contains(&(rank, dim, broken)), "{id}: rank {rank}, dim {dim}, broken {broken}");
            }
        }
    }
}

/// What only one interface can ask has no other reason to be left out.
#[test]
fn an_interface_is_named_for_a_reason() {
    for (_, editions, cases) in profiles() {
        for (_, requirement) in of_operators(&editions).filter(|(_, r)| r.via.is_some()) {
            assert_eq!(requirement.via, Some("aclnn"), "{}", requirement.id);
            assert!(matches!(requirement.level, Level::Must | Level::Unspecified), "{}", requirement.id);
            // Its cases give what values alone cannot say: a null pointer, or an argument of that interface.
            for call in calls_about(&cases, requirement) {
                let special = call.operator.arguments.iter().zip(&call.args).any(|(argument, arg)| {
                    matches!(arg, Arg::Null) || (argument.via.is_some() && !matches!(arg, Arg::Absent))
                });
                let breaks = requirement.is_broken_by(call.args());
                assert!(special || !breaks, "{}", requirement.id);
            }
        }
    }
}
