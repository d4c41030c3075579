//! The cases of an area: what each asks, and which requirements it tests.

use super::names::area_address;
use ascertain_conformance::case::{Case, Question};
use serde_json::{Value, json};

/// The cases of each area, in the order of the suite, which returns to some areas.
pub(super) fn by_area(cases: &[Case]) -> Vec<(&'static str, Vec<&Case>)> {
    let mut areas: Vec<(&'static str, Vec<&Case>)> = Vec::new();
    for case in cases {
        match areas.iter_mut().find(|(area, _)| *area == case.area) {
            Some((_, cases)) => cases.push(case),
            None => areas.push((case.area, vec![case])),
        }
    }
    areas
}

/// What its page shows of an area: what its cases test, in the order in which they come, and the cases, each with the places
/// of what it tests in that list.
pub(super) fn area(cases: &[&Case]) -> Value {
    let mut tests: Vec<&'static str> = Vec::new();
    let mut shown = Vec::new();
    for case in cases {
        let places = case.requirements.iter().map(|id| {
            let at = tests.iter().position(|other| other == id).unwrap_or_else(|| {
                tests.push(id);
                tests.len() - 1
            });
            at.to_string()
        });
        let (places, (_, anchor)) = (places.collect::<Vec<_>>(), case.id.split_once('/').unwrap_or_default());
        let asks = Question(&case.call).to_string();
        shown.push(json!({"id": case.id, "anchor": anchor, "tests": places.join(" "), "asks": asks}));
    }
    json!({"tests": tests, "cases": shown})
}

/// Where the cases that test a requirement are. The address selects them.
pub(super) fn testing(requirement: &str, cases: &[Case]) -> Vec<Value> {
    let tests = |case: &&Case| case.requirements.contains(&requirement);
    let areas = by_area(cases).into_iter().filter_map(|(area, cases)| {
        let count = cases.into_iter().filter(tests).count();
        let address = format!("{}#tests={requirement}", area_address(area));
        (count > 0).then(|| json!({"area": area, "address": address, "count": count}))
    });
    areas.collect()
}
