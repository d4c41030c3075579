//! What a bench found, as programs read it: JSON, version 1, described by `schema/bench-1.schema.json`.

use super::stats::{Estimate, Spread};
use ascertain_conformance::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The format's version; within one, keys are only added, and only optional ones.
pub const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../schema/bench-1.schema.json");

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The format's version.
    pub version: u32,
    /// The version of ascertain.
    pub suite: String,
    /// The profile of documents by which answers were judged.
    pub profile: String,
    /// The edition of each document.
    pub editions: BTreeMap<String, String>,
    /// How it was measured.
    pub settings: Settings,
    /// Where it was measured.
    pub environment: Environment,
    /// What was measured.
    pub backends: Vec<Entrant>,
    /// What came of it.
    pub cases: Vec<Measured>,
    /// How it compares with an earlier report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<super::against::Comparison>,
}

/// How it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Rounds, each with one sample of every backend.
    pub rounds: usize,
    /// What a sample takes at least, in nanoseconds.
    pub least_ns: u64,
    /// The most threads that backends were to compute with.
    pub threads: usize,
}

/// The machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's operator.
    pub cpu: String,
    /// Those of its features that kernels choose by.
    pub features: Vec<String>,
    /// How many threads it runs at a time.
    pub logical_cpus: usize,
    /// The architecture.
    pub arch: String,
    /// The operating system, with its version where it tells.
    pub os: String,
}

/// A backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// As it was named on the command line.
    pub asked: String,
    /// The name in tables and plots; unlike those of the others.
    pub label: String,
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Why it could not be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_started: Option<String>,
}

/// One product, and what each backend made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The dtype.
    pub dtype: String,
    /// The lengths.
    pub shape: Vec<usize>,
    /// The dim as asked.
    pub dim: i64,
    /// What kind of work it is: `last dim`, `small`.
    pub class: String,
    /// Bytes of the input, as many as of the output.
    pub bytes: u64,
    /// Nanoseconds of a copy of these bytes on as many threads as products may have, where these are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threaded_copy_ns: Option<Spread>,
    /// One for each backend that started.
    pub results: Vec<Outcome>,
    /// Times beside each other: every two of those timed.
    pub ratios: Vec<Pair>,
}

/// What came of one product on one backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Which backend, counted from 0.
    pub backend: usize,
    /// The verdict on its answer. Times of any but `pass` are not taken, or thrown away.
    pub verdict: String,
    /// What kind of failure it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Why it is none, or why it is not timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Times>,
}

/// How long a product took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Nanoseconds of a call.
    pub ns: Spread,
    /// Nanoseconds of a copy of the input's bytes, in the same process.
    pub copy_ns: Spread,
    /// The time of a call, in times of a copy: of each round's two.
    pub ratio: Estimate,
    /// Bytes read and written each second, by the median.
    pub bytes_per_second: f64,
    /// Threads that computed, as the adapter says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Processors that were busy with it on average, as the system says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busy: Option<f64>,
    /// Whether the result went to memory that was there before.
    pub preallocated: bool,
    /// What was timed.
    pub timed: String,
    /// Nanoseconds of a call and of a copy, round by round.
    pub rounds: Vec<[f64; 2]>,
}

/// The times of two backends beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// A backend.
    pub backend: usize,
    /// Another.
    pub to: usize,
    /// The time of the first in times of the second: of each round's two.
    pub ratio: Estimate,
}

impl Report {
    /// How many times were taken.
    #[must_use]
    pub fn timed(&self) -> usize {
        self.outcomes().filter(|(_, outcome)| outcome.timing.is_some()).count()
    }

    /// Every product with what came of it on each backend.
    pub fn outcomes(&self) -> impl Iterator<Item = (&Measured, &Outcome)> {
        self.cases.iter().flat_map(|case| case.results.iter().map(move |outcome| (case, outcome)))
    }

    /// Products that were not timed, and why: alike ones together.
    #[must_use]
    pub fn refused(&self) -> Vec<Refused<'_>> {
        let mut all: Vec<Refused<'_>> = Vec::new();
        for (case, outcome) in self.outcomes().filter(|(_, outcome)| outcome.timing.is_none()) {
            let (verdict, place, dtype) = (outcome.words(), case.place(), case.dtype.as_str());
            let why = outcome.detail.as_deref().unwrap_or_default();
            let same = |r: &&mut Refused<'_>| {
                (r.backend, &r.verdict, r.why) == (outcome.backend, &verdict, why) && r.dtypes == [dtype]
            };
            match all.iter_mut().find(same) {
                Some(refused) => refused.places.push(place),
                None => all.push(Refused {
                    backend: outcome.backend,
                    verdict,
                    why,
                    places: vec![place],
                    dtypes: vec![dtype],
                }),
            }
        }
        // Then dtypes that are alike in all else.
        let mut merged: Vec<Refused<'_>> = Vec::new();
        for mut one in all {
            let same = |r: &&mut Refused<'_>| {
                (r.backend, &r.verdict, r.why, &r.places) == (one.backend, &one.verdict, one.why, &one.places)
            };
            match merged.iter_mut().find(same) {
                Some(refused) => refused.dtypes.append(&mut one.dtypes),
                None => merged.push(one),
            }
        }
        merged.sort_by_key(|refused| refused.backend);
        merged
    }

    /// Shapes in order, each with its products.
    #[must_use]
    pub fn shapes(&self) -> Vec<(String, &str, Vec<&Measured>)> {
        let mut shapes: Vec<(String, &str, Vec<&Measured>)> = Vec::new();
        for case in &self.cases {
            let place = case.place();
            match shapes.iter_mut().find(|(known, ..)| *known == place) {
                Some((.., cases)) => cases.push(case),
                None => shapes.push((place, &case.class, vec![case])),
            }
        }
        shapes
    }

    /// Writes it.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // Everything but the products is short and for eyes; of them one is a line, so that `diff` and `grep` serve.
        let bare = Self { cases: Vec::new(), ..self.clone() };
        let head = serde_json::to_string_pretty(&bare)?;
        let (before, after) = head.split_once("\"cases\": []").unwrap_or((&head, ""));
        write!(out, "{before}\"cases\": [")?;
        for (i, case) in self.cases.iter().enumerate() {
            out.write_all(if i == 0 { b"\n    " } else { b",\n    " })?;
            serde_json::to_writer(&mut *out, case)?;
        }
        writeln!(out, "{}]{after}", if self.cases.is_empty() { "" } else { "\n  " })
    }
}

/// Products that a backend was not timed on, for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused<'a> {
    /// Which backend.
    pub backend: usize,
    /// The verdict, in words.
    pub verdict: String,
    /// The reason.
    pub why: &'a str,
    /// Shapes and dims.
    pub places: Vec<String>,
    /// The dtypes, of each of these shapes.
    pub dtypes: Vec<&'a str>,
}

impl Outcome {
    /// The verdict, with the kind of failure: `fail: value`.
    #[must_use]
    pub fn words(&self) -> String {
        self.kind.as_ref().map_or_else(|| self.verdict.clone(), |kind| format!("{}: {kind}", self.verdict))
    }

    /// Whether the answer is wrong, or none came.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        Verdict::ALL.into_iter().any(|verdict| verdict.is_failure() && verdict.name() == self.verdict)
    }
}

impl Measured {
    /// The shape and the dim: `(4096, 4096) dim -1`.
    #[must_use]
    pub fn place(&self) -> String {
        let lengths: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        format!("({}) dim {}", lengths.join(", "), self.dim)
    }

    /// What came of it on a backend.
    #[must_use]
    pub fn outcome(&self, backend: usize) -> Option<&Outcome> {
        self.results.iter().find(|outcome| outcome.backend == backend)
    }

    /// The time of one backend in times of another's, where both were timed.
    #[must_use]
    pub fn ratio(&self, backend: usize, to: usize) -> Option<Estimate> {
        self.ratios.iter().find(|pair| (pair.backend, pair.to) == (backend, to)).map(|pair| pair.ratio)
    }
}
