//! The outcome of a run in words, the same in every report.

use super::text::{plural, thousands};
use super::words::{counted, out_of_date};
use crate::results::summary::Summary;
use ascertain_judge::verdict::{Counts, Run, Verdict};
use std::borrow::Cow;

/// What a person takes from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// What was asked was obeyed.
    Good,
    /// Something is wrong.
    Bad,
    /// Not, or not all, could be judged.
    Open,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome<'a> {
    /// What a person takes from it.
    pub(super) kind: OutcomeKind,
    /// `obeyed`.
    pub(super) words: &'static str,
    /// Why, as a part of a sentence.
    pub(super) meaning: Cow<'a, str>,
}

impl<'a> Outcome<'a> {
    /// The outcome of a run.
    pub(super) fn of(run: &'a Run) -> Self {
        let failed = run.has_failures();
        let counts = run.counts();
        let shortfall =
            run.fail_under.filter(|_| run.lacks_coverage()).map(|least| shortfall(&counts, least));
        let decides = run.beside.as_ref().is_some_and(|beside| beside.decides);
        let (kind, words, meaning) = match (run.exit_code(), &run.incomplete) {
            (code @ (0 | 1), None) if decides => match code {
                0 => (OutcomeKind::Good, "standard met", "every float result passes by the standard"),
                _ => (OutcomeKind::Bad, "standard not met", "a float result fails by the standard"),
            },
            _ if run.not_started.is_some() => (OutcomeKind::Open, "not judged", "the backend did not start"),
            (_, Some(reason)) if failed => (OutcomeKind::Bad, "not obeyed, incomplete", reason.as_str()),
            (_, Some(reason)) => (OutcomeKind::Open, "incomplete", reason.as_str()),
            (0, None) => (OutcomeKind::Good, "obeyed", "at least one case passed, none failed"),
            (1, None) if failed => {
                (OutcomeKind::Bad, "not obeyed", "a case failed, crashed, timed out or broke the protocol")
            }
            (1, None) => (OutcomeKind::Bad, "known failures out of date", ""),
            _ if counts.of(Verdict::Error) > 0 => {
                (OutcomeKind::Open, "not judged in full", "the adapter failed")
            }
            _ if counts.judged() > 0 && shortfall.is_some() => (OutcomeKind::Open, "not judged in full", ""),
            _ => (OutcomeKind::Open, "not judged", "nothing could be judged"),
        };
        let mut meaning: Vec<Cow<'_, str>> = vec![meaning.into()];
        if run.not_started.is_none() {
            let of_list = |(counts, _)| format!("of the list of known failures, {counts}").into();
            meaning.extend(out_of_date(run).map(of_list));
            meaning.extend(shortfall.map(Cow::from));
        }
        meaning.retain(|part| !part.is_empty());
        let meaning = match meaning.as_slice() {
            [only] => only.clone(),
            parts => parts.join("; ").into(),
        };
        Self { kind, words, meaning }
    }
}

/// How much less was judged than demanded.
fn shortfall(counts: &Counts, least: f64) -> String {
    // Rounded down, so that it never reads like enough.
    let tenths = (counts.judged() as f64 * 1000.0 / counts.total().max(1) as f64).floor();
    format!("{}% of the cases were judged, less than {least}%", tenths / 10.0)
}

/// `1 case passed, 2 failed (1 on readings alone)`.
pub(super) fn counts(run: &Run, summary: &Summary<'_>) -> String {
    let counts = &summary.total.counts;
    let mut words = vec![plural(counts.of(Verdict::Pass), "case passed", "cases passed")];
    for verdict in Verdict::ALL.into_iter().filter(|v| *v != Verdict::Pass && counts.of(*v) > 0) {
        let readings = run.failures_on_readings();
        words.push(match verdict {
            Verdict::Fail if readings > 0 => {
                let readings = thousands(readings);
                format!("{} ({readings} on readings alone)", counted(verdict, counts.of(verdict)))
            }
            _ => counted(verdict, counts.of(verdict)),
        });
    }
    words.join(", ")
}
