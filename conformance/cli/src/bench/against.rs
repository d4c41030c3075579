//! A report against an earlier one: what has become slower beyond the noise.
//!
//! Machines differ and have good and bad days, so what is compared is the ratio to a copy of the same bytes. Slower is
//! what lies, with its whole interval, above the whole interval of before, and by more than [`MARGIN`] in the median.

use super::report::{Measured, Outcome, Report};
use super::stats::Estimate;
use ascertain_conformance::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// By how much the median has to grow beside: builds that differ in nothing but where their code lies differ by less.
pub const MARGIN: f64 = 0.05;

/// What has changed since an earlier report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The version of ascertain that made the earlier report.
    pub suite: String,
    /// What makes the two hard to compare, in sentences.
    pub notes: Vec<String>,
    /// Products that were timed both times.
    pub compared: usize,
    /// What is slower than before.
    pub slower: Vec<Change>,
    /// What is faster than before, by the same rule.
    pub faster: Vec<Change>,
    /// What was timed before and is not right now.
    pub lost: Vec<Lost>,
}

/// A product whose time, in times of a copy, is another than before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The backend's label.
    pub backend: String,
    /// The dtype.
    pub dtype: String,
    /// The shape and the dim, in words.
    pub place: String,
    /// The ratio to a copy before.
    pub before: Estimate,
    /// The ratio to a copy now.
    pub now: Estimate,
}

/// A product that was right and timed before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The backend's label.
    pub backend: String,
    /// The dtype.
    pub dtype: String,
    /// The shape and the dim, in words.
    pub place: String,
    /// The verdict now.
    pub verdict: String,
}

impl Comparison {
    /// Compares what both reports have.
    #[must_use]
    pub fn of(before: &Report, now: &Report) -> Self {
        let notes = notes(before, now);
        let mut comparison = Self { suite: before.suite.clone(), notes, ..Self::default() };
        for (case, outcome) in now.outcomes() {
            let backend = &now.backends[outcome.backend].label;
            let Some(earlier) = find(before, backend, case).and_then(|outcome| outcome.timing.as_ref())
            else {
                continue;
            };
            let (backend, dtype, place) = (backend.clone(), case.dtype.clone(), case.place());
            match &outcome.timing {
                Some(timing) => {
                    comparison.compared += 1;
                    let change = Change { backend, dtype, place, before: earlier.ratio, now: timing.ratio };
                    if is_above(&change.now, &change.before) {
                        comparison.slower.push(change);
                    } else if is_above(&change.before, &change.now) {
                        comparison.faster.push(change);
                    }
                }
                // What is not there to be asked is nobody's regression.
                None if outcome.verdict != Verdict::Unsupported.name() => {
                    comparison.lost.push(Lost { backend, dtype, place, verdict: outcome.verdict.clone() });
                }
                None => {}
            }
        }
        let growth = |change: &Change| change.now.median / change.before.median;
        comparison.slower.sort_by(|a, b| growth(b).total_cmp(&growth(a)));
        comparison.faster.sort_by(|a, b| growth(a).total_cmp(&growth(b)));
        comparison
    }

    /// Whether something is worse than before.
    #[must_use]
    pub fn is_regression(&self) -> bool {
        !self.slower.is_empty() || !self.lost.is_empty()
    }
}

/// Whether one ratio is larger than another beyond the noise.
fn is_above(ratio: &Estimate, other: &Estimate) -> bool {
    ratio.low > other.high && ratio.median > other.median * (1.0 + MARGIN)
}

fn find<'a>(report: &'a Report, label: &str, case: &Measured) -> Option<&'a Outcome> {
    let backend = report.backends.iter().position(|backend| backend.label == label)?;
    let same =
        |known: &&Measured| (&known.dtype, &known.shape, known.dim) == (&case.dtype, &case.shape, case.dim);
    report.cases.iter().find(same)?.outcome(backend)
}

fn notes(before: &Report, now: &Report) -> Vec<String> {
    let mut points: Vec<(String, String, String)> = vec![
        ("processor".to_owned(), before.environment.cpu.clone(), now.environment.cpu.clone()),
        (
            "its features".to_owned(),
            before.environment.features.join(" "),
            now.environment.features.join(" "),
        ),
    ];
    let mut notes = Vec::new();
    for backend in &now.backends {
        match before.backends.iter().find(|earlier| earlier.label == backend.label) {
            Some(earlier) => {
                let what = format!("version of {}", backend.label);
                points.push((what, earlier.version.clone(), backend.version.clone()));
            }
            None => notes.push(format!("{} is not in the earlier report", backend.label)),
        }
    }
    let differing = points.into_iter().filter(|(_, before, now)| before != now);
    notes.extend(differing.map(|(what, before, now)| format!("{what}: {before} before, {now} now")));
    notes
}
