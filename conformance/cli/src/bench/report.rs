//! The benchmark report, and its JSON format, version 1, described by `schema/bench-1.schema.json`.

use super::stats::{Estimate, Spread};
use ascertain_conformance::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../schema/bench-1.schema.json");

/// A format of the report in a file.
#[derive(Debug)]
pub struct Format {
    /// Its name after `--report`: `html`.
    pub name: &'static str,
    /// The report as text. A format may keep parts of the text that the file holds already.
    pub text: fn(&BenchReport, existing: Option<&str>) -> io::Result<String>,
}

/// JSON.
pub(super) const FORMAT: Format = Format {
    name: "json",
    text: |report, _| {
        let mut bytes = Vec::new();
        report.write(&mut bytes)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    },
};

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchReport {
    /// The format's version.
    pub version: u32,
    /// The version of ascertain.
    pub suite: String,
    /// The profile that answers were judged by.
    pub profile: String,
    /// The edition of each document.
    pub editions: BTreeMap<String, String>,
    /// Day and time of the measurement, in UTC: `2026-11-22 19:30 UTC`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// How it was measured.
    pub settings: Settings,
    /// Where it was measured.
    pub environment: Environment,
    /// The backends.
    pub backends: Vec<BackendEntry>,
    /// The products, with their results.
    pub cases: Vec<MeasuredCase>,
    /// Why products are missing that were to be measured; `None` if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
    /// The comparison with an earlier report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Comparison>,
}

/// How it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Rounds, each with one sample of every backend.
    pub rounds: usize,
    /// Minimum duration of a sample, in nanoseconds.
    pub least_ns: u64,
    /// Largest number of threads a backend may use.
    pub threads: usize,
    /// Whether it was a quick look, with few rounds of small products.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub quick: bool,
}

/// The machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's operator.
    pub cpu: String,
    /// Its features that kernels use.
    pub features: Vec<String>,
    /// Number of logical CPUs.
    pub logical_cpus: usize,
    /// The architecture.
    pub arch: String,
    /// The operating system, with its version if known.
    pub os: String,
}

/// A backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendEntry {
    /// As it was named on the command line.
    pub asked: String,
    /// The name in tables and plots. No two backends have the same.
    pub label: String,
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Why it did not start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_started: Option<String>,
}

/// One product, with the result of each backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredCase {
    /// The dtype.
    pub dtype: String,
    /// The lengths.
    pub shape: Vec<usize>,
    /// The dim, as in the call.
    pub dim: i64,
    /// What kind of work it is: `last dim`, `small`.
    pub class: String,
    /// Bytes of the input, as many as of the output.
    pub bytes: u64,
    /// Nanoseconds of a memcpy of these bytes on several threads, if several are allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threaded_copy_ns: Option<Spread>,
    /// One for each backend that started.
    pub results: Vec<Outcome>,
    /// The ratio of the times of every two backends that were timed.
    pub ratios: Vec<BackendRatio>,
}

/// The result of one product on one backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Index of the backend, from 0.
    pub backend: usize,
    /// The verdict on its answer. Only answers with `pass` are timed.
    pub verdict: String,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Why it was not timed.
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
    /// Nanoseconds of a memcpy of the input's bytes, in the same process.
    pub copy_ns: Spread,
    /// The time of a call relative to memcpy, estimated from the ratios within each round.
    pub ratio: Estimate,
    /// Bytes read and written per second, by the median.
    pub bytes_per_second: f64,
    /// Number of threads used, according to the adapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Average number of busy processors, according to the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busy: Option<f64>,
    /// Whether the result was written to memory allocated before the call.
    pub preallocated: bool,
    /// What was timed.
    pub timed: String,
    /// Nanoseconds of a call and of a memcpy, by round.
    pub rounds: Vec<[f64; 2]>,
}

/// The ratio of the times of two backends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackendRatio {
    /// Index of a backend.
    pub backend: usize,
    /// Index of the backend it is compared with.
    pub to: usize,
    /// The time of the first relative to the second, estimated from the ratios within each round.
    pub ratio: Estimate,
}

/// What has changed since an earlier report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The version of ascertain that made the earlier report.
    pub suite: String,
    /// Differences that make the two hard to compare.
    pub notes: Vec<String>,
    /// Number of products timed in both reports.
    pub compared: usize,
    /// What is slower than before.
    pub slower: Vec<Change>,
    /// What is faster than before, by the same rule.
    pub faster: Vec<Change>,
    /// What was timed before and is not correct now.
    pub lost: Vec<NoLongerTimed>,
}

/// A product whose time relative to memcpy has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The backend's label.
    pub backend: String,
    /// The dtype.
    pub dtype: String,
    /// The shape and the dim, in words.
    pub place: String,
    /// The time relative to memcpy before.
    pub before: Estimate,
    /// The time relative to memcpy now.
    pub now: Estimate,
}

/// A product that was timed before and is not correct now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoLongerTimed {
    /// The backend's label.
    pub backend: String,
    /// The dtype.
    pub dtype: String,
    /// The shape and the dim, in words.
    pub place: String,
    /// The verdict now.
    pub verdict: String,
}

impl BenchReport {
    /// Number of results that were timed.
    #[must_use]
    pub fn timed(&self) -> usize {
        self.outcomes().filter(|(_, outcome)| outcome.timing.is_some()).count()
    }

    /// Every product with each of its results.
    pub fn outcomes(&self) -> impl Iterator<Item = (&MeasuredCase, &Outcome)> {
        self.cases.iter().flat_map(|case| case.results.iter().map(move |outcome| (case, outcome)))
    }

    /// Products that were not timed, and why. Products with the same reason are together.
    #[must_use]
    pub fn not_timed(&self) -> Vec<NotTimed<'_>> {
        let mut all: Vec<NotTimed<'_>> = Vec::new();
        for (case, outcome) in self.outcomes().filter(|(_, outcome)| outcome.timing.is_none()) {
            let (verdict, place, dtype) = (outcome.words(), case.place(), case.dtype.as_str());
            let why = outcome.detail.as_deref().unwrap_or_default();
            let same = |r: &&mut NotTimed<'_>| {
                (r.backend, &r.verdict, r.why) == (outcome.backend, &verdict, why) && r.dtypes == [dtype]
            };
            match all.iter_mut().find(same) {
                Some(not_timed) => not_timed.places.push(place),
                None => all.push(NotTimed {
                    backend: outcome.backend,
                    verdict,
                    why,
                    places: vec![place],
                    dtypes: vec![dtype],
                }),
            }
        }
        // Then merge entries that differ only in the dtype.
        let mut merged: Vec<NotTimed<'_>> = Vec::new();
        for mut one in all {
            let same = |r: &&mut NotTimed<'_>| {
                (r.backend, &r.verdict, r.why, &r.places) == (one.backend, &one.verdict, one.why, &one.places)
            };
            match merged.iter_mut().find(same) {
                Some(not_timed) => not_timed.dtypes.append(&mut one.dtypes),
                None => merged.push(one),
            }
        }
        merged.sort_by_key(|not_timed| not_timed.backend);
        merged
    }

    /// Shapes in their order, each with its products.
    #[must_use]
    pub fn shapes(&self) -> Vec<(String, &str, Vec<&MeasuredCase>)> {
        let mut shapes: Vec<(String, &str, Vec<&MeasuredCase>)> = Vec::new();
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
        // A readable head, then one product per line, for `diff` and `grep`.
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

/// Products that a backend was not timed on, for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTimed<'a> {
    /// Index of the backend.
    pub backend: usize,
    /// The verdict, in words.
    pub verdict: String,
    /// The reason.
    pub why: &'a str,
    /// Shapes and dims.
    pub places: Vec<String>,
    /// The dtypes, the same for each of these shapes.
    pub dtypes: Vec<&'a str>,
}

impl Outcome {
    /// The verdict, with the kind of failure: `fail: value`.
    #[must_use]
    pub fn words(&self) -> String {
        self.kind.as_ref().map_or_else(|| self.verdict.clone(), |kind| format!("{}: {kind}", self.verdict))
    }

    /// Whether the answer is wrong or missing.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        Verdict::ALL.into_iter().any(|verdict| verdict.is_failure() && verdict.name() == self.verdict)
    }
}

impl MeasuredCase {
    /// The shape and the dim: `(4096, 4096) dim -1`.
    #[must_use]
    pub fn place(&self) -> String {
        let lengths: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        format!("({}) dim {}", lengths.join(", "), self.dim)
    }

    /// The result of a backend.
    #[must_use]
    pub fn outcome(&self, backend: usize) -> Option<&Outcome> {
        self.results.iter().find(|outcome| outcome.backend == backend)
    }

    /// The time of one backend relative to another, if both were timed.
    #[must_use]
    pub fn ratio(&self, backend: usize, to: usize) -> Option<Estimate> {
        self.ratios.iter().find(|pair| (pair.backend, pair.to) == (backend, to)).map(|pair| pair.ratio)
    }
}

impl Comparison {
    /// Whether something is worse than before.
    #[must_use]
    pub fn is_regression(&self) -> bool {
        !self.slower.is_empty() || !self.lost.is_empty()
    }
}
