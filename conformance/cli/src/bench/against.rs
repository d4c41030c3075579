//! Compares a report with an earlier one.
//!
//! Machines and their load differ, so times relative to memcpy are compared. A product is slower if its whole interval
//! lies above the earlier interval, and its median grew by more than [`MARGIN`].

use super::report::{BenchReport, Change, Comparison, MeasuredCase, NoLongerTimed, Outcome};
use super::stats::Estimate;
use ascertain_conformance::verdict::Verdict;

/// How much the median must grow, as a fraction. Builds that differ only in the layout of their code differ by less.
pub const MARGIN: f64 = 0.05;

/// Compares the products that both reports have.
#[must_use]
pub fn compare(before: &BenchReport, now: &BenchReport) -> Comparison {
    let notes = notes(before, now);
    let mut comparison = Comparison { suite: before.suite.clone(), notes, ..Comparison::default() };
    for (case, outcome) in now.outcomes() {
        let backend = &now.backends[outcome.backend].label;
        let Some(earlier) = find(before, backend, case).and_then(|outcome| outcome.timing.as_ref()) else {
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
            // An unsupported product is not a regression.
            None if outcome.verdict != Verdict::Unsupported.name() => {
                comparison.lost.push(NoLongerTimed {
                    backend,
                    dtype,
                    place,
                    verdict: outcome.verdict.clone(),
                });
            }
            None => {}
        }
    }
    let growth = |change: &Change| change.now.median / change.before.median;
    comparison.slower.sort_by(|a, b| growth(b).total_cmp(&growth(a)));
    comparison.faster.sort_by(|a, b| growth(a).total_cmp(&growth(b)));
    comparison
}

/// Whether one ratio is larger than another by more than the noise.
fn is_above(ratio: &Estimate, other: &Estimate) -> bool {
    ratio.low > other.high && ratio.median > other.median * (1.0 + MARGIN)
}

fn find<'a>(report: &'a BenchReport, label: &str, case: &MeasuredCase) -> Option<&'a Outcome> {
    let backend = report.backends.iter().position(|backend| backend.label == label)?;
    let same = |known: &&MeasuredCase| {
        (&known.dtype, &known.shape, known.dim) == (&case.dtype, &case.shape, case.dim)
    };
    report.cases.iter().find(same)?.outcome(backend)
}

fn notes(before: &BenchReport, now: &BenchReport) -> Vec<String> {
    let mut points: Vec<(String, String, String)> = vec![
        ("processor".to_owned(), before.environment.cpu.clone(), now.environment.cpu.clone()),
        (
            "processor features".to_owned(),
            before.environment.features.join(" "),
            now.environment.features.join(" "),
        ),
    ];
    let mut notes: Vec<String> =
        before.incomplete.iter().map(|why| format!("the earlier report is incomplete: {why}")).collect();
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
