//! Cases and names by their words, to read results that were written.

use crate::case::Case;
use crate::fuzz;
use crate::operator::Registry;
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use std::borrow::Cow;
use std::collections::HashMap;

/// The cases that results may be about, and the names in them.
#[derive(Debug)]
pub struct Catalog<'a> {
    editions: &'a Editions,
    registry: Registry,
    cases: HashMap<&'a str, &'a Case>,
    requirements: HashMap<&'static str, &'static str>,
}

impl<'a> Catalog<'a> {
    /// Of these cases, and random ones for the operators of `registry`.
    #[must_use]
    pub fn new(editions: &'a Editions, registry: Registry, cases: &'a [Case]) -> Self {
        let of_tables = TABLES.iter().flat_map(|table| table.edition(editions).requirements.iter());
        let of_operators =
            registry.operators().iter().flat_map(|operator| operator.spec().contract(editions).requirements);
        let of_cases = cases.iter().flat_map(|case| case.requirements.iter().copied());
        let requirements = of_tables.chain(of_operators).map(|requirement| requirement.id).chain(of_cases);
        Self {
            editions,
            registry,
            cases: cases.iter().map(|case| (case.id.as_str(), case)).collect(),
            requirements: requirements.map(|id| (id, id)).collect(),
        }
    }

    /// The editions that decide.
    #[must_use]
    pub const fn editions(&self) -> &'a Editions {
        self.editions
    }

    /// The known operators.
    #[must_use]
    pub const fn registry(&self) -> Registry {
        self.registry
    }

    /// The case with this id. A random one is made again.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<Cow<'a, Case>> {
        let fixed = self.cases.get(id).map(|case| Cow::Borrowed(*case));
        fixed.or_else(|| fuzz::find(id, self.editions, self.registry).map(Cow::Owned))
    }

    /// The id of a requirement.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&'static str> {
        self.requirements.get(id).copied()
    }

    /// The name of an area: a table's id or an operator's name.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<&'static str> {
        let tables = TABLES.iter().map(|table| table.id);
        let operators = self.registry.operators().iter().map(|operator| operator.spec().name);
        tables.chain(operators).find(|area| *area == name)
    }
}
