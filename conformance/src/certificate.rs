//! Certificates: what a whole run found, in a few lines that another run can be compared with.
//!
//! A certificate is made from a JSON report, which can be read only if it follows from its cases. It names everything that
//! decides the results: the suite, the specification, the editions, the backend and the seed. Whoever repeats the run gets
//! the same certificate.

use crate::report::RunRequest;
use crate::report::summary::Summary;
use ascertain::contract::{Basis, Level, Requirement};
use ascertain::document::{Editions, SPECIFICATION};
use ascertain::promote::TABLES;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_judge::verdict::{Run, Verdict};
use core::fmt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 1;

/// The least coverage of a certificate, unless another is asked for: more than half of the cases were judged.
pub const COVERAGE: f64 = 50.0;

/// A certificate, version 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The format's version.
    pub certificate: u32,
    /// The suite's version.
    pub suite: String,
    /// Digest of the specification's files: `sha256:…`.
    pub specification: String,
    /// The profile.
    pub profile: String,
    /// The edition of each document, by id.
    pub editions: BTreeMap<String, String>,
    /// The backend's name, as it says.
    pub backend: String,
    /// The implementation's version, as it says.
    pub version: String,
    /// Seed of the random cases, as a string: JSON numbers lose precision.
    pub seed: String,
    /// How many random cases were asked.
    pub random: u64,
    /// Cases by verdict, random ones included. Verdicts without cases are left out.
    pub verdicts: BTreeMap<String, u64>,
    /// Per cent of the fixed cases that the backend answered and that were judged.
    pub coverage: f64,
    /// Requirements, by who says them.
    pub requirements: BTreeMap<String, Kept>,
    /// Digest of the verdicts: `sha256:…`.
    pub results: String,
}

/// Requirements with one basis, those that level `must` or `should` have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Requirements of the editions.
    pub all: u64,
    /// Those that a judged case tests.
    pub tested: u64,
    /// Those that a finding names.
    pub broken: u64,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Only a part of the suite was asked, or it was judged by more than the documents.
    Selection,
    /// The user's own cases were asked too. Whoever repeats the run has no such cases.
    OwnCases,
    /// The backend did not start.
    NotStarted(String),
    /// The run ended early.
    Incomplete(String),
    /// The adapter failed: nobody knows what the implementation does there.
    AdapterErrors(u64),
    /// Too few cases were judged, in per cent: how many, and how many there must be.
    Coverage(f64, f64),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Selection => f.write_str(
                "only a part of the suite was run, or with other demands than the documents'; run all of it, \
                 without --filter, --skip, --requirement, --shard, --expect, --readings and --known",
            ),
            Self::OwnCases => f.write_str(
                "the run asked cases of its own too, which nobody else has; run the suite alone, without --vectors",
            ),
            Self::NotStarted(why) => write!(f, "the backend did not start: {why}"),
            Self::Incomplete(why) => write!(f, "the run is incomplete: {why}; run it to its end"),
            Self::AdapterErrors(count) => {
                write!(f, "the adapter failed in {count} cases; mend it first, `ascertain doctor` helps")
            }
            Self::Coverage(judged, least) => write!(
                f,
                "only {judged} % of the cases were judged, and a certificate needs {least} %; \
                 --coverage asks for another share"
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl Certificate {
    /// The certificate of a run of all of the suite, if at least `coverage` per cent of its fixed cases were judged.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(run: &Run, asked: &RunRequest, editions: &Editions, coverage: f64) -> Result<Self, Refusal> {
        if let Some(why) = &run.not_started {
            return Err(Refusal::NotStarted(why.clone()));
        }
        if let Some(why) = &run.incomplete {
            return Err(Refusal::Incomplete(why.clone()));
        }
        if asked.own.is_some() {
            return Err(Refusal::OwnCases);
        }
        if !asked.is_whole() || !asked.demands.is_empty() || asked.observe_readings || !run.known.is_empty() {
            return Err(Refusal::Selection);
        }
        let counts = run.counts();
        if counts.of(Verdict::Error) > 0 {
            return Err(Refusal::AdapterErrors(counts.of(Verdict::Error)));
        }
        let fixed = run.results.iter().filter(|result| result.random_index().is_none());
        let (judged, all) = fixed.fold((0, 0), |(judged, all), result| {
            (judged + u64::from(result.judgement.verdict.is_judged()), all + 1)
        });
        // Rounded down to a tenth, so that 100 means all.
        let share = (judged * 1000 / all.max(1)) as f64 / 10.0;
        if share < coverage {
            return Err(Refusal::Coverage(share, coverage));
        }
        let verdicts = Verdict::ALL.into_iter().map(|verdict| (verdict, counts.of(verdict)));
        Ok(Self {
            certificate: VERSION,
            suite: suite::VERSION.to_owned(),
            specification: SPECIFICATION.to_owned(),
            profile: run.profile.clone(),
            editions: run.editions.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect(),
            backend: run.backend.clone(),
            version: run.version.clone(),
            seed: run.seed.to_string(),
            random: run.random.map_or(0, |random| random.asked),
            verdicts: verdicts
                .filter(|(_, count)| *count > 0)
                .map(|(verdict, count)| (verdict.name().to_owned(), count))
                .collect(),
            coverage: share,
            requirements: requirements(run, editions),
            results: digest(run),
        })
    }

    /// The names of what differs in another certificate, in the order of the format.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let same = [
            ("certificate", self.certificate == other.certificate),
            ("suite", self.suite == other.suite),
            ("specification", self.specification == other.specification),
            ("profile", self.profile == other.profile),
            ("editions", self.editions == other.editions),
            ("backend", self.backend == other.backend),
            ("version", self.version == other.version),
            ("seed", self.seed == other.seed),
            ("random", self.random == other.random),
            ("verdicts", self.verdicts == other.verdicts),
            ("coverage", self.coverage == other.coverage),
            ("requirements", self.requirements == other.requirements),
            ("results", self.results == other.results),
        ];
        same.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
    }
}

/// The requirements by basis.
fn requirements(run: &Run, editions: &Editions) -> BTreeMap<String, Kept> {
    let tested = Tested::of(run);
    let of_tables = TABLES.iter().flat_map(|table| table.edition(editions).requirements);
    let operators = Registry::default();
    let of_operators =
        operators.operators().iter().flat_map(|operator| operator.spec().contract(editions).requirements);
    let mut kept: BTreeMap<String, Kept> = BTreeMap::new();
    for requirement in of_tables.chain(of_operators).filter(|requirement| is_binding(requirement)) {
        let basis = requirement.basis.map_or("none", Basis::name);
        tested.count(requirement, kept.entry(basis.to_owned()).or_default());
    }
    kept
}

/// Whether it has level `must` or `should`.
const fn is_binding(requirement: &Requirement) -> bool {
    matches!(requirement.level, Level::Must | Level::Should)
}

/// The requirements that judged cases of a run test, and those that its findings name.
struct Tested<'a> {
    tested: BTreeSet<&'a str>,
    broken: BTreeSet<&'a str>,
}

impl<'a> Tested<'a> {
    fn of(run: &'a Run) -> Self {
        let judged = run.results.iter().filter(|result| result.judgement.verdict.is_judged());
        let findings = run.results.iter().filter(|result| result.judgement.verdict.is_finding());
        Self {
            tested: judged.flat_map(|result| result.requirements.iter().copied()).collect(),
            broken: findings.filter_map(|result| result.judgement.requirement).collect(),
        }
    }

    fn count(&self, requirement: &Requirement, kept: &mut Kept) {
        kept.all += 1;
        kept.tested += u64::from(self.tested.contains(requirement.id));
        kept.broken += u64::from(self.broken.contains(requirement.id));
    }
}

impl Kept {
    /// Those of level `must` and `should` among some requirements, such as those of an operator.
    #[must_use]
    pub fn of(run: &Run, requirements: &[Requirement]) -> Self {
        let tested = Tested::of(run);
        let mut kept = Self::default();
        for requirement in requirements.iter().filter(|requirement| is_binding(requirement)) {
            tested.count(requirement, &mut kept);
        }
        kept
    }
}

/// A digest of everything that was found, without times and without words that a backend chose.
fn digest(run: &Run) -> String {
    let mut hasher = Sha256::new();
    for result in &run.results {
        let judgement = &result.judgement;
        let kind = judgement.kind.map_or("", |kind| kind.name());
        let requirement = judgement.requirement.unwrap_or_default();
        let at = judgement.at.as_deref().unwrap_or_default();
        let line = format!("{} {} {kind} {requirement} {at:?}\n", result.id, judgement.verdict.name());
        hasher.update(line);
    }
    for (area, tally) in Summary::of(run).areas {
        for verdict in Verdict::ALL {
            hasher.update(format!("{area} {} {}\n", verdict.name(), tally.counts.of(verdict)));
        }
    }
    format!("sha256:{}", hex::encode(hasher.finalize()))
}
