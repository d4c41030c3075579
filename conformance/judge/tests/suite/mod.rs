//! The fixed cases: their ids, that they cover every requirement, table cell and rule, and the golden vectors.

mod grids;
mod ids;
mod requirements;
mod rules;
mod standards;
mod tables;
mod transcription;
mod vectors;

use ascertain::call::{Call, Invocation};
use ascertain::contract::{OPERATORS, OperatorSpec, Requirement};
use ascertain::document::{Editions, PROFILES};
use ascertain_judge::case::Case;
use ascertain_judge::suite;
use std::sync::LazyLock;

/// Every profile's name, editions and default suite.
static PROFILE_SUITES: LazyLock<Vec<(&str, Editions, Vec<Case>)>> = LazyLock::new(|| {
    let suite = |editions: &Editions| suite::build(editions).unwrap_or_else(|e| panic!("{e}"));
    PROFILES
        .iter()
        .map(|profile| (profile.name, editions(profile.name)))
        .map(|(name, of)| (name, of.clone(), suite(&of)))
        .collect()
});

/// The default suite in a profile.
fn cases(profile: &str) -> &'static [Case] {
    profiles().find(|(name, ..)| *name == profile).unwrap_or_else(|| panic!("no profile {profile}")).2
}

fn editions(profile: &str) -> Editions {
    Editions::profile(profile).unwrap_or_else(|e| panic!("{e}"))
}

/// Every profile's name, editions and cases.
fn profiles() -> impl Iterator<Item = (&'static str, &'static Editions, &'static [Case])> {
    PROFILE_SUITES.iter().map(|(profile, editions, cases)| (*profile, editions, &cases[..]))
}

/// Every operator's requirements.
fn of_operators(editions: &Editions) -> impl Iterator<Item = (&'static OperatorSpec, &'static Requirement)> {
    OPERATORS
        .iter()
        .flat_map(|operator| operator.contract(editions).requirements.iter().map(move |r| (*operator, r)))
}

/// The calls of cases that name the requirement.
fn calls_about<'a>(cases: &'a [Case], requirement: &Requirement) -> Vec<&'a Invocation> {
    let about = cases.iter().filter(|case| case.requirements.contains(&requirement.id));
    about.filter_map(|case| invocation(&case.call)).collect()
}

fn invocation(call: &Call) -> Option<&Invocation> {
    match call {
        Call::Operate(call) => Some(call),
        Call::Promote(_) => None,
    }
}

/// Whether two calls ask the same, bit for bit.
fn same_call(a: &Call, b: &Call) -> bool {
    match (a, b) {
        (Call::Promote(a), Call::Promote(b)) => {
            (a.table.id, a.row, a.column, a.ranks) == (b.table.id, b.row, b.column, b.ranks)
        }
        (Call::Operate(a), Call::Operate(b)) => a.operator.name == b.operator.name && a.args == b.args,
        _ => false,
    }
}

fn assert_none(missing: &[String]) {
    assert!(missing.is_empty(), "{} are missing:\n{}", missing.len(), missing.join("\n"));
}
