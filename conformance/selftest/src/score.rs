//! The outcome of a self-test: which mutants were killed, by what, and which survived.

use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A kind of mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Changed cells of promotion tables.
    Cells,
    /// Seeded faults.
    Faults,
    /// Formulas computed wrongly.
    Formulas,
    /// Weakened and strengthened predicates.
    Boundaries,
}

impl Part {
    /// All, in the order in which they are tested.
    pub const ALL: [Self; 4] = [Self::Cells, Self::Faults, Self::Formulas, Self::Boundaries];

    /// Its name in reports and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Faults => "faults",
            Self::Formulas => "formulas",
            Self::Boundaries => "boundaries",
        }
    }
}

/// A wrong implementation, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind.
    pub part: Part,
    /// Its id: the document or table, the edition where it depends on it, and the change.
    pub id: String,
    /// What it does wrong.
    pub what: String,
    /// The class of a seeded fault.
    pub class: Option<&'static str>,
    /// The requirement that it breaks, if it was made from one.
    pub requirement: Option<&'static str>,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was found.
    Killed(Kill),
    /// No call tells it from a right implementation, for this reason.
    Equivalent(String),
    /// It was not found, and why that is wrong.
    Survived(String),
}

/// What found a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kill {
    /// The requirement that the finding names, or that the case is about.
    pub requirement: &'static str,
    /// The case.
    pub case: Arc<str>,
    /// How many cases of the suite are asked until then, this one included.
    pub cases: u64,
    /// How it shows.
    pub seen: Seen,
}

/// How a mutant shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// As a failure.
    Failure,
    /// As a warning or an observation alone, where the documents advise, or leave open what is right.
    Observation,
}

impl Mutant {
    /// Whether nothing found it and nothing explains that.
    #[must_use]
    pub const fn survives(&self) -> bool {
        matches!(self.outcome, Outcome::Survived(_))
    }

    /// What killed it.
    #[must_use]
    pub const fn kill(&self) -> Option<&Kill> {
        match &self.outcome {
            Outcome::Killed(kill) => Some(kill),
            _ => None,
        }
    }
}

/// The outcome of a self-test.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Every mutant, in the order in which they were tested.
    pub mutants: Vec<Mutant>,
    /// Cells of all tables in all editions.
    pub cells: usize,
    /// Wall time, in seconds.
    pub seconds: f64,
}

/// Counts of mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All.
    pub mutants: usize,
    /// Those that fail.
    pub killed: usize,
    /// Those that show as a warning or an observation alone.
    pub observed: usize,
    /// Those that no call tells from a right implementation.
    pub equivalent: usize,
    /// The rest.
    pub survived: usize,
}

impl Score {
    /// Counts of one kind of mutants.
    #[must_use]
    pub fn tally(&self, part: Part) -> Tally {
        let mut tally = Tally::default();
        for mutant in self.mutants.iter().filter(|mutant| mutant.part == part) {
            tally.mutants += 1;
            match &mutant.outcome {
                Outcome::Killed(Kill { seen: Seen::Failure, .. }) => tally.killed += 1,
                Outcome::Killed(Kill { seen: Seen::Observation, .. }) => tally.observed += 1,
                Outcome::Equivalent(_) => tally.equivalent += 1,
                Outcome::Survived(_) => tally.survived += 1,
            }
        }
        tally
    }

    /// The mutants that nothing found and nothing explains.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().filter(|mutant| mutant.survives())
    }

    /// How many mutants of each kind each requirement kills, in the order of [`Part::ALL`].
    #[must_use]
    pub fn by_requirement(&self) -> BTreeMap<&'static str, [usize; Part::ALL.len()]> {
        let mut by_requirement: BTreeMap<&'static str, [usize; Part::ALL.len()]> = BTreeMap::new();
        for mutant in &self.mutants {
            if let Some(kill) = mutant.kill() {
                by_requirement.entry(kill.requirement).or_default()[mutant.part as usize] += 1;
            }
        }
        by_requirement
    }

    /// The mutant of a kind that takes the most cases until it is found.
    #[must_use]
    pub fn slowest(&self, part: Part) -> Option<&Mutant> {
        let killed = self.mutants.iter().filter(|mutant| mutant.part == part && mutant.kill().is_some());
        // The first of several.
        killed.rev().max_by_key(|mutant| mutant.kill().map(|kill| kill.cases))
    }
}
