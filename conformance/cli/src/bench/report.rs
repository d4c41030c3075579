//! The benchmark report: JSON, version 2, described by `schema/bench-2.schema.json`, and a table for a terminal.

use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{BAD, DIM, HEAD, NAME, PLAIN, labelled, plural};
use ascertain_conformance::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 2;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../schema/bench-2.schema.json");

/// Number of calls to name that were not timed for one reason.
const CALLS: usize = 3;

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
    /// How it was measured.
    pub settings: Settings,
    /// The processor's model, and the operating system.
    pub machine: String,
    /// The backends.
    pub backends: Vec<BackendEntry>,
    /// The calls, with their results.
    pub cases: Vec<MeasuredCase>,
    /// Why calls are missing that were to be measured; `None` if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
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
    /// Whether it was a quick look, with few rounds of small calls.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub quick: bool,
}

/// A backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendEntry {
    /// As it was named on the command line.
    pub asked: String,
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Why it did not start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_started: Option<String>,
}

/// One call, with the result of each backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredCase {
    /// The operator's area.
    pub operator: String,
    /// The dtype of its first tensor.
    pub dtype: String,
    /// The lengths of its first tensor.
    pub shape: Vec<usize>,
    /// Bytes of its first tensor, and of the memcpy that it is compared with.
    pub bytes: u64,
    /// One for each backend that started.
    pub results: Vec<Outcome>,
}

/// The result of one call on one backend.
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

/// How long a call took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Nanoseconds of a call.
    pub ns: Range,
    /// The time of a call relative to a memcpy of the first tensor's bytes, in the same round and process.
    pub ratio: Range,
    /// Number of threads used, according to the adapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Whether the result was written to memory allocated before the call.
    pub preallocated: bool,
    /// What was timed.
    pub timed: String,
}

/// The least, the middle and the greatest of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The least.
    pub min: f64,
    /// The middle one; of an even number, the mean of both.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

impl Range {
    /// That of some values; `None` if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let middle = sorted.len() / 2;
        let median = if sorted.len() % 2 == 1 {
            sorted[middle]
        } else {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        };
        Some(Self { min, median, max })
    }
}

impl BenchReport {
    /// Number of results that were timed.
    #[must_use]
    pub fn timed(&self) -> usize {
        self.outcomes().filter(|(_, outcome)| outcome.timing.is_some()).count()
    }

    /// Whether every backend has timed something, none ended in an error of its adapter, and no call is missing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let timed = |at| self.outcomes().any(|(_, it)| it.backend == at && it.timing.is_some());
        let is_error = |outcome: &Outcome| outcome.verdict == Verdict::Error.name();
        self.incomplete.is_none()
            && (0..self.backends.len()).all(timed)
            && !self.outcomes().any(|(_, outcome)| is_error(outcome))
    }

    /// The results without a time, those of a backend that say the same together, with their calls.
    fn not_timed(&self) -> Vec<(&Outcome, Vec<&MeasuredCase>)> {
        let mut found: Vec<(&Outcome, Vec<&MeasuredCase>)> = Vec::new();
        for (case, outcome) in self.outcomes().filter(|(_, outcome)| outcome.timing.is_none()) {
            match found.iter_mut().find(|(other, _)| *other == outcome) {
                Some((_, cases)) => cases.push(case),
                None => found.push((outcome, vec![case])),
            }
        }
        found.sort_by_key(|(outcome, _)| outcome.backend);
        found
    }

    /// Every call with each of its results.
    pub fn outcomes(&self) -> impl Iterator<Item = (&MeasuredCase, &Outcome)> {
        self.cases.iter().flat_map(|case| case.results.iter().map(move |outcome| (case, outcome)))
    }

    /// Calls that took longer than in an earlier report, relative to memcpy: the shortest round more than the longest one
    /// then. One that was timed then and is not right now counts too.
    #[must_use]
    pub fn slower_than(&self, earlier: &Self) -> Vec<String> {
        let mut slower = Vec::new();
        for (case, outcome) in self.outcomes() {
            let name = &self.backends[outcome.backend].name;
            let same = |(other, found): &(&MeasuredCase, &Outcome)| {
                let backend = earlier.backends.get(found.backend);
                (&other.operator, &other.dtype, &other.shape) == (&case.operator, &case.dtype, &case.shape)
                    && backend.is_some_and(|backend| backend.name == *name)
            };
            let Some(before) = earlier.outcomes().find(same).and_then(|(_, found)| found.timing.as_ref())
            else {
                continue;
            };
            let what = format!("{name}, {} of {}", case.operator, case.dtype);
            match &outcome.timing {
                None => slower.push(format!("{what}: {} where it was timed before", outcome.words())),
                Some(now) if now.ratio.min > before.ratio.max => {
                    let (now, before) = (now.ratio.median, before.ratio.median);
                    slower.push(format!("{what}: {now:.2}x where it was {before:.2}x"));
                }
                Some(_) => {}
            }
        }
        slower
    }

    /// Writes it as JSON, with one call per line, for `diff` and `grep`.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let bare = Self { cases: Vec::new(), ..self.clone() };
        let head = serde_json::to_string_pretty(&bare)?;
        let (before, after) = head.split_once("\"cases\": []").unwrap_or((&head, ""));
        write!(out, "{before}\"cases\": [")?;
        for (i, case) in self.cases.iter().enumerate() {
            out.write_all(if i == 0 { b"\n    " } else { b",\n    " })?;
            out.write_all(serde_json::to_string(case)?.as_bytes())?;
        }
        writeln!(out, "{}]{after}", if self.cases.is_empty() { "" } else { "\n  " })
    }

    /// Writes it for people, `width` columns wide.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_text(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let Settings { rounds, threads, quick, .. } = self.settings;
        writeln!(out, "{HEAD}ascertain {}{HEAD:#} bench on {}", self.suite, self.machine)?;
        let rounds = plural(rounds as u64, "round", "rounds");
        let quick = if quick { "; a quick look, too little to compare times" } else { "" };
        writeln!(out, "  times relative to memcpy, median and range of {rounds}, threads: {threads}{quick}")?;
        for backend in &self.backends {
            match &backend.not_started {
                Some(why) => {
                    labelled(
                        out,
                        (2, "did not start", 15),
                        &format!("{}: {why}", backend.asked),
                        BAD,
                        width,
                    )?;
                }
                None => writeln!(
                    out,
                    "  {NAME}{}{NAME:#} {}  {DIM}{}{DIM:#}",
                    backend.name, backend.version, backend.asked
                )?,
            }
        }
        let mut grid = Grid::default();
        let started: Vec<usize> =
            (0..self.backends.len()).filter(|at| self.backends[*at].not_started.is_none()).collect();
        grid.head(["operator", "dtype", "shape"], started.iter().map(|at| &self.backends[*at].name));
        for case in &self.cases {
            let shape = case.shape.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
            let mut row = vec![
                Field::left(&case.operator, NAME),
                Field::left(&case.dtype, PLAIN),
                Field::left(shape, DIM),
            ];
            row.extend(case.results.iter().map(Outcome::field));
            grid.row(row);
        }
        writeln!(out)?;
        grid.write(out, 2, width)?;
        for (outcome, cases) in self.not_timed() {
            let of = |case: &&MeasuredCase| format!("{} of {}", case.operator, case.dtype);
            let mut calls = cases.iter().take(CALLS).map(of).collect::<Vec<_>>().join(", ");
            if cases.len() > CALLS {
                calls.push_str(&format!(" and {} more", cases.len() - CALLS));
            }
            let (name, why) = (&self.backends[outcome.backend].name, outcome.detail.as_deref());
            let what = format!("{name}, {calls}: {}: {}", outcome.words(), why.unwrap_or_default());
            labelled(out, (2, "not timed", 11), &what, PLAIN, width)?;
        }
        let timed = plural(self.timed() as u64, "call timed", "calls timed");
        let why = self.incomplete.as_ref().map_or(String::new(), |why| format!("; incomplete: {why}"));
        writeln!(out, "\n{timed}, of {}{why}", self.outcomes().count())
    }
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

    fn field(&self) -> Field {
        match &self.timing {
            Some(Times { ratio: Range { min, median, max }, .. }) => {
                Field::right(format!("{median:.2}x ({min:.2} to {max:.2})"), PLAIN)
            }
            None => Field::right(self.words(), if self.is_failure() { BAD } else { DIM }),
        }
    }
}
