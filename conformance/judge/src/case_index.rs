//! Cases and names by their words, to read results that were written.

use crate::case::Case;
use crate::fuzz;
use crate::operator::Registry;
use crate::verdict::{CaseResult, END, Judgement, Verdict, is_declaration, is_made_when_asked};
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The cases that results may be about, and the names in them.
#[derive(Debug)]
pub struct CaseIndex<'a> {
    editions: &'a Editions,
    registry: Registry,
    cases: HashMap<&'a str, &'a Case>,
    requirements: HashSet<&'static str>,
}

impl<'a> CaseIndex<'a> {
    /// Of these cases, and random ones for the operators of `registry`.
    #[must_use]
    pub fn new(editions: &'a Editions, registry: Registry, cases: &'a [Case]) -> Self {
        let of_tables = TABLES.iter().flat_map(|table| table.requirements_in(editions));
        let of_operators =
            registry.operators().iter().flat_map(|operator| operator.spec().contract(editions).requirements);
        let of_cases = cases.iter().flat_map(|case| case.requirements.iter().copied());
        let requirements = of_tables.chain(of_operators).map(|requirement| requirement.id).chain(of_cases);
        Self {
            editions,
            registry,
            cases: cases.iter().map(|case| (&*case.id, case)).collect(),
            requirements: requirements.collect(),
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

    /// Whether this is a table's id or an operator's name.
    #[must_use]
    pub fn has_area(&self, name: &str) -> bool {
        let mut operators = self.registry.operators().iter().map(|operator| operator.spec().name);
        TABLES.iter().any(|table| table.id == name) || operators.any(|area| area == name)
    }

    /// Adds to a result that was read what follows from its case.
    ///
    /// # Errors
    /// If the suite has no such case, or would not have said this of it.
    pub fn complete(&self, result: &mut CaseResult) -> Result<(), String> {
        let judgement = &result.judgement;
        let decided = judgement.requirement.into_iter();
        let minimized = result.shrunk.as_ref().and_then(|small| small.judgement.requirement);
        let named = decided.chain(minimized).chain(judgement.observations.iter().map(|(id, _)| *id));
        let mut named = named.chain(result.requirements.iter().copied());
        if let Some(id) = named.find(|id| !self.requirements.contains(id)) {
            return Err(format!("this suite has no requirement `{id}`"));
        }
        let verdict = judgement.verdict;
        if (verdict == Verdict::Known) != result.known.is_some() {
            return Err("it does not say why it is known".to_owned());
        }
        let Some(case) = self.case(&result.id) else {
            if result.area != "adapter" && !self.has_area(result.area) {
                return Err(format!("this suite has no area `{}`", result.area));
            }
            let without = *result.id == *END || is_made_when_asked(&result.id) || is_declaration(&result.id);
            return if without { Ok(()) } else { Err("this suite has no such case".to_owned()) };
        };
        let without_list = result.known.as_ref().map_or(verdict, |known| known.verdict);
        let own = CaseResult::of(&case, Judgement::of(without_list), self.editions, self.registry);
        let asked = verdict == Verdict::Pass || own.question == result.question;
        if !asked || own.area != result.area || own.requirements != result.requirements {
            return Err("the case is not what the suite has by this id".to_owned());
        }
        let CaseResult { question, properties, note, inputs, .. } = own;
        (result.question, result.properties, result.note, result.inputs) =
            (question, properties, note, inputs);
        Ok(())
    }
}
