//! The row of one implementation: what its reports come to.

use crate::bench;
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use ascertain_conformance::certificate::{Certificate, Kept, Refusal};
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::RunRequest;
use ascertain_conformance::report::summary::{Group, Summary};
use ascertain_conformance::text;
use ascertain_conformance::verdict::{CaseResult, FailKind, Run, Verdict};
use core::fmt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format's version. Within a version only optional keys are added.
pub(super) const VERSION: u32 = 1;

/// An implementation, as its reports show it. The file `NAME.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The format's version.
    pub implementation: u32,
    /// The backend, as it was named on the command line.
    pub asked: String,
    /// What decided the results, and their digest: whoever repeats the run can compare.
    pub certificate: Certificate,
    /// How much of each document it follows.
    pub follows: Vec<Followed>,
    /// Products with a wrong value: calls.
    pub wrong_products: u64,
    /// Where it differs: failures before warnings, many before few.
    pub differences: Vec<Difference>,
    /// What it answers to cases that say something about the documents, by id.
    pub answers: BTreeMap<String, Answer>,
    /// How it multiplies and converts, as `ascertain observe` found out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub habits: Vec<Habit>,
    /// How fast it multiplies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
}

/// How much of a document an implementation follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Followed {
    /// The document.
    pub document: String,
    /// What is counted: `cells` of tables, or `rules`.
    pub counts: String,
    /// How many the run tested.
    pub tested: u64,
    /// How many of these it follows: in each case.
    pub followed: u64,
}

/// Findings with one cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// Its verdict.
    pub verdict: String,
    /// The area of the cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The requirement that they break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    /// How many cases.
    pub cases: u64,
    /// The first of them.
    pub example: String,
    /// What was expected there.
    pub expected: String,
    /// What came.
    pub got: String,
}

/// What came, and what the documents say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The verdict.
    pub verdict: String,
    /// What was expected, of an answer that is not as expected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What came instead.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub got: String,
}

/// A habit, such as the order of products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habit {
    /// What it is about: `products`.
    pub about: String,
    /// Where it applies: a dtype, a pair of dtypes, a rank.
    pub of: String,
    /// The habit, in words.
    pub is: String,
}

/// What a row needs of the report of `ascertain observe`.
#[derive(Clone, Debug, Deserialize)]
pub struct Observations {
    /// The backend's name and version.
    pub backend: String,
    habits: Vec<Habit>,
}

/// Times of products.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The processor.
    pub cpu: String,
    /// Largest number of threads that it might use.
    pub threads: usize,
    /// The time of each product relative to copying its input. Those with a wrong result were not timed.
    pub times: Vec<Time>,
}

/// The time of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The dtype.
    pub dtype: String,
    /// The shape and the dim: `(4096, 4096) dim -1`.
    pub place: String,
    /// How many times as long as a memcpy of the input.
    pub copies: f64,
}

/// Why reports make no row.
#[derive(Clone, Debug, PartialEq)]
pub enum Unusable {
    /// There is no certificate of the run.
    NotCertified(Refusal),
    /// The run was judged by other editions than the rows of the table.
    Editions,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCertified(refusal) => refusal.fmt(f),
            Self::Editions => write!(
                f,
                "the run has other editions than the profile {}, in which tables compare implementations",
                Editions::default().profile_name()
            ),
        }
    }
}

impl std::error::Error for Unusable {}

impl Row {
    /// The row of a run of the whole suite, with the answers to `cases`.
    ///
    /// # Errors
    /// If the run has no certificate, whatever its coverage, or other editions than the default ones.
    pub fn of<'a>(
        run: &Run,
        asked: &RunRequest,
        editions: &Editions,
        cases: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Unusable> {
        if editions != &Editions::default() {
            return Err(Unusable::Editions);
        }
        let certificate = Certificate::of(run, asked, editions, 0.0).map_err(Unusable::NotCertified)?;
        let summary = Summary::of(run);
        let answers = cases.filter_map(|id| {
            let result = run.results.iter().find(|result| result.id == id)?;
            Some((id.to_owned(), Answer::of(result)))
        });
        let is_wrong = |result: &&CaseResult| result.judgement.kind == Some(FailKind::Value);
        Ok(Self {
            implementation: VERSION,
            asked: text::name(&asked.backend),
            certificate,
            follows: follows(run, editions),
            wrong_products: run.results.iter().filter(is_wrong).count() as u64,
            differences: summary.groups.iter().map(Difference::of).collect(),
            answers: answers.collect(),
            habits: Vec::new(),
            speed: None,
        })
    }

    /// The names of what differs in another row, of what a report of `run` decides.
    #[must_use]
    pub fn unlike(&self, other: &Self) -> Vec<&'static str> {
        let same = [
            ("follows", self.follows == other.follows),
            ("wrong_products", self.wrong_products == other.wrong_products),
            ("differences", self.differences == other.differences),
            ("answers", self.answers == other.answers),
        ];
        let own = same.into_iter().filter(|(_, same)| !same).map(|(name, _)| name);
        self.certificate.differences(&other.certificate).into_iter().chain(own).collect()
    }

    /// Why no report gives these counts, if none does.
    #[must_use]
    pub fn impossible(&self) -> Option<String> {
        if let Some(one) = self.follows.iter().find(|one| one.followed > one.tested) {
            let Followed { document, counts, tested, followed } = one;
            return Some(format!("it follows {followed} {counts} of {document}, of {tested} tested"));
        }
        let cases = |is: &dyn Fn(&&Difference) -> bool| {
            self.differences.iter().filter(is).fold(0_u64, |sum, one| sum.saturating_add(one.cases))
        };
        let values = cases(&|one| one.kind.as_deref() == Some(FailKind::Value.name()));
        if values != self.wrong_products {
            let wrong = self.wrong_products;
            return Some(format!("{wrong} products with a wrong value, and {values} cases that differ so"));
        }
        // A report does not list every random case of one kind.
        self.differences.iter().find_map(|one| {
            let listed = cases(&|other| other.verdict == one.verdict);
            let all = self.certificate.verdicts.get(&one.verdict).copied().unwrap_or(0);
            let verdict = &one.verdict;
            (listed > all).then(|| format!("{listed} cases differ by {verdict}, of {all} with that verdict"))
        })
    }

    /// The backend's name and version, as `ascertain observe` writes them.
    #[must_use]
    pub fn backend(&self) -> String {
        format!("{} {}", self.certificate.backend, self.certificate.version)
    }

    /// Takes the habits from a report of `ascertain observe` about this backend.
    pub fn observe(&mut self, observations: &Observations) {
        self.habits.clone_from(&observations.habits);
    }

    /// Takes the times from a report of `ascertain bench`. Says whether it is about this backend.
    #[must_use]
    pub fn time(&mut self, report: &bench::report::Report) -> bool {
        let own = |entry: &bench::report::BackendEntry| {
            format!("{} {}", entry.name, entry.version) == self.backend()
        };
        let Some(index) = report.backends.iter().position(own) else { return false };
        let times = report.cases.iter().filter_map(|case| {
            let copies = case.outcome(index)?.timing.as_ref()?.ratio.median;
            Some(Time {
                dtype: case.dtype.clone(),
                place: case.place(),
                copies: (copies * 10.0).round() / 10.0,
            })
        });
        let times = times.collect();
        self.speed =
            Some(Speed { cpu: report.environment.cpu.clone(), threads: report.settings.threads, times });
        true
    }
}

impl Difference {
    fn of(group: &Group<'_>) -> Self {
        let first = group.findings[0];
        let line = |said: &Option<String>| text::name(said.as_deref().unwrap_or_default());
        let judgement = &first.judgement;
        Self {
            verdict: group.verdict.name().to_owned(),
            area: group.area.map(str::to_owned),
            kind: group.kind.map(|kind| kind.name().to_owned()),
            requirement: group.requirement.map(str::to_owned),
            cases: group.findings.len() as u64,
            example: first.id.clone(),
            expected: line(&judgement.expected),
            got: line(if judgement.got.is_some() { &judgement.got } else { &judgement.detail }),
        }
    }
}

impl Answer {
    fn of(result: &CaseResult) -> Self {
        let judgement = &result.judgement;
        // Dtype and shape, without elements.
        let short = |said: &Option<String>| {
            let said = said.as_deref().unwrap_or_default();
            text::name(said.split_once(" [").map_or(said, |(short, _)| short))
        };
        Self {
            verdict: judgement.verdict.name().to_owned(),
            expected: short(&judgement.expected),
            got: short(&judgement.got),
        }
    }
}

/// By document, in the order of the specification: cells of its tables, then rules of its operators.
fn follows(run: &Run, editions: &Editions) -> Vec<Followed> {
    let mut all: Vec<Followed> = Vec::new();
    let mut add = |document: &str, counts: &str, tested: u64, followed: u64| {
        let same = |one: &&mut Followed| one.document == document && one.counts == counts;
        match all.iter_mut().find(same) {
            Some(one) => {
                one.tested += tested;
                one.followed += followed;
            }
            None => {
                let (document, counts) = (document.to_owned(), counts.to_owned());
                all.push(Followed { document, counts, tested, followed });
            }
        }
    };
    for table in TABLES {
        // Whether each cell is followed. It has a case for each choice of ranks.
        let mut cells: BTreeMap<&str, bool> = BTreeMap::new();
        for result in run.results.iter().filter(|result| result.area == table.id) {
            let verdict = result.judgement.verdict;
            if verdict == Verdict::Pass || verdict.is_finding() {
                let ranks = result.id.match_indices(',').nth(1).map_or(result.id.len(), |(at, _)| at);
                *cells.entry(&result.id[..ranks]).or_insert(true) &= verdict == Verdict::Pass;
            }
        }
        let followed = cells.values().filter(|followed| **followed).count();
        add(table.document, "cells", cells.len() as u64, followed as u64);
    }
    let operators = Registry::default();
    for operator in operators.operators() {
        let spec = operator.spec();
        let kept = Kept::of(run, spec.contract(editions).requirements);
        add(spec.document, "rules", kept.tested, kept.tested.saturating_sub(kept.broken));
    }
    all
}
