//! The cases of an area: what each asks, and which requirements it tests.

use super::names::area_address;
use ascertain_conformance::case::{Case, Question};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Area<'a> {
    /// What its cases test, in the order in which they come.
    tests: Vec<&'static str>,
    cases: Vec<Shown<'a>>,
}

#[derive(Debug, Serialize)]
struct Shown<'a> {
    id: &'a str,
    anchor: &'a str,
    asks: String,
    /// Places of what it tests in the area's list, with blanks between them.
    tests: String,
}

/// A page with cases that test something.
#[derive(Debug, Serialize)]
pub(super) struct TestedIn {
    area: &'static str,
    /// From the root of the site.
    address: String,
    count: usize,
}

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

impl<'a> Area<'a> {
    pub(super) fn of(cases: &[&'a Case]) -> Self {
        let mut tests: Vec<&'static str> = Vec::new();
        let shown = cases.iter().map(|case| {
            let places = case.requirements.iter().map(|id| {
                let at = tests.iter().position(|other| other == id);
                at.unwrap_or_else(|| {
                    tests.push(id);
                    tests.len() - 1
                })
                .to_string()
            });
            Shown {
                id: &case.id,
                anchor: case.id.split_once('/').map_or("", |(_, rest)| rest),
                tests: places.collect::<Vec<_>>().join(" "),
                asks: Question(&case.call).to_string(),
            }
        });
        let shown = shown.collect();
        Self { tests, cases: shown }
    }
}

/// Where the cases that test a requirement are. The address selects them.
pub(super) fn testing(requirement: &str, cases: &[Case]) -> Vec<TestedIn> {
    let tests = |case: &&Case| case.requirements.contains(&requirement);
    let areas = by_area(cases).into_iter().filter_map(|(area, cases)| {
        let count = cases.into_iter().filter(tests).count();
        let address = format!("{}#tests={requirement}", area_address(area));
        (count > 0).then_some(TestedIn { area, address, count })
    });
    areas.collect()
}
