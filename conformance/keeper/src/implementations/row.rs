//! The row of one implementation: what its reports come to.

use ascertain::contract::Level;
use ascertain::document::{Editions, SPECIFICATION};
use ascertain::promote::TABLES;
use ascertain_cli::bench;
use ascertain_conformance::fuzz;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::results::groups::Group;
use ascertain_conformance::results::summary::Summary;
use ascertain_conformance::results::{RunRequest, quoted};
use ascertain_conformance::text;
use ascertain_conformance::verdict::{CaseResult, FailKind, Run, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The format's version. Within a version only optional keys are added.
pub(super) const VERSION: u32 = 3;

/// An implementation, as its reports show it. The file `NAME.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImplementationRow {
    /// The format's version.
    pub implementation: u32,
    /// The backend, as it was named on the command line.
    pub asked: String,
    /// Its name, as it says.
    pub backend: String,
    /// Its version, as it says.
    pub version: String,
    /// Digest of the specification that decided: `sha256:…`.
    pub specification: String,
    /// Seed of the random cases, as a string: JSON numbers lose precision.
    pub seed: String,
    /// How many random cases were asked.
    pub random: u64,
    /// Share of the fixed cases that were judged, in per cent.
    pub judged: f64,
    /// How much of each document it follows.
    pub follows: Vec<Followed>,
    /// Calls whose result has a wrong value.
    pub wrong_values: u64,
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
    /// The area of the cases, or how many operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The requirement that they break; of several operators, `*.self.dtype`.
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
    /// The operator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub operator: String,
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

impl ImplementationRow {
    /// The row of a run of the whole suite, with the answers to `cases`.
    ///
    /// # Errors
    /// Why the run makes no row: it is not of the whole suite, or was judged by other editions or demands.
    pub fn of<'a>(
        run: &Run,
        asked: &RunRequest,
        editions: &Editions,
        cases: impl Iterator<Item = &'a str>,
    ) -> Result<Self, String> {
        if let Some(why) = unusable(run, asked, editions) {
            return Err(why);
        }
        let fixed = run.results.iter().filter(|result| result.random_index().is_none());
        let (judged, all) = fixed.fold((0, 0), |(judged, all), result| {
            (judged + u64::from(result.judgement.verdict.is_judged()), all + 1)
        });
        let summary = Summary::of(run);
        let answers = cases.filter_map(|id| {
            let result = run.results.iter().find(|result| result.id == id)?;
            Some((id.to_owned(), Answer::of(result)))
        });
        let is_wrong = |result: &&CaseResult| result.judgement.kind == Some(FailKind::Value);
        Ok(Self {
            implementation: VERSION,
            asked: text::name(&asked.backend),
            backend: run.backend.clone(),
            version: run.version.clone(),
            specification: SPECIFICATION.to_owned(),
            seed: run.seed.to_string(),
            random: run.random.map_or(0, |random| random.asked),
            // Rounded down to a tenth, so that 100 means all.
            judged: (judged * 1000 / all.max(1)) as f64 / 10.0,
            follows: follows(run, editions),
            wrong_values: run.results.iter().filter(is_wrong).count() as u64,
            differences: summary.groups.iter().map(Difference::of).collect(),
            answers: answers.collect(),
            habits: Vec::new(),
            speed: None,
        })
    }

    /// The backend's name and version, as `ascertain observe` writes them.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} {}", self.backend, self.version)
    }

    /// The command that repeats its run.
    #[must_use]
    pub fn repro_command(&self) -> String {
        let (backend, random) = (quoted(&self.asked), self.random);
        let seed =
            self.seed.parse().map_or_else(|_| format!("--seed {}", quoted(&self.seed)), fuzz::arguments);
        format!("ascertain run --backend {backend} --fuzz {random} {seed} --report json=again.json")
    }

    /// Takes the habits from a report of `ascertain observe` about this backend.
    pub fn observe(&mut self, observations: &Observations) {
        self.habits.clone_from(&observations.habits);
    }

    /// Takes the times from a report of `ascertain bench`. Says whether it is about this backend.
    #[must_use]
    pub fn time(&mut self, report: &bench::report::BenchReport) -> bool {
        let own =
            |entry: &bench::report::BackendEntry| format!("{} {}", entry.name, entry.version) == self.title();
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

/// Why a run cannot be compared with those of other rows.
fn unusable(run: &Run, asked: &RunRequest, editions: &Editions) -> Option<String> {
    let errors = run.counts().of(Verdict::Error);
    if let Some(why) = &run.not_started {
        Some(format!("the backend did not start: {why}"))
    } else if let Some(why) = &run.incomplete {
        Some(format!("the run is incomplete: {why}; run it to its end"))
    } else if !asked.selection.is_whole()
        || !asked.selection.demands.is_empty()
        || asked.selection.observe_readings
        || !run.known.is_empty()
    {
        Some(
            "only a part of the suite was run, or with other demands than the documents'; run all of it, without \
             --filter, --skip, --requirement, --shard, --expect, --readings and --known"
                .to_owned(),
        )
    } else if errors > 0 {
        Some(format!("the adapter failed in {errors} cases; mend it first, `ascertain doctor` helps"))
    } else if editions != &Editions::default() {
        Some(format!(
            "the run has other editions than the profile {}, in which tables compare implementations",
            Editions::default().profile_name()
        ))
    } else {
        None
    }
}

impl Difference {
    fn of(group: &Group<'_>) -> Self {
        let first = group.findings[0];
        let line = |said: &Option<String>| text::name(said.as_deref().unwrap_or_default());
        let judgement = &first.judgement;
        Self {
            verdict: group.verdict.name().to_owned(),
            area: Some(group.place().into_owned()),
            kind: group.kind.map(|kind| kind.name().to_owned()),
            requirement: Some(group.named().into_owned()),
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
    let judged = run.results.iter().filter(|result| result.judgement.verdict.is_judged());
    let tested: BTreeSet<&str> = judged.flat_map(|result| result.requirements.iter().copied()).collect();
    let findings = run.results.iter().filter(|result| result.judgement.verdict.is_finding());
    let broken: BTreeSet<&str> = findings.filter_map(|result| result.judgement.requirement).collect();
    for operator in operators.operators() {
        let spec = operator.spec();
        let rules = spec.contract(editions).requirements.iter();
        let binding = rules.filter(|rule| matches!(rule.level, Level::Must | Level::Should));
        let tested: Vec<&str> = binding.map(|rule| rule.id).filter(|id| tested.contains(id)).collect();
        let broken = tested.iter().filter(|id| broken.contains(*id)).count();
        add(spec.document, "rules", tested.len() as u64, (tested.len() - broken) as u64);
    }
    all
}
