//! The outcome of a run in words, the same in every report.

use super::summary::Summary;
use super::text::{plural, thousands};
use super::words::counted;
use ascertain_judge::verdict::{Run, Verdict};
use std::borrow::Cow;

/// What a person takes from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    pub(super) kind: Kind,
    /// `obeyed`.
    pub(super) words: &'static str,
    /// Why, as a part of a sentence.
    pub(super) meaning: Cow<'a, str>,
}

impl<'a> Outcome<'a> {
    /// The outcome of a run.
    pub(super) fn of(run: &'a Run) -> Self {
        let failed = run.has_failures();
        let (kind, words, meaning) = match (run.exit_code(), &run.incomplete) {
            _ if run.not_started.is_some() => (Kind::Open, "not judged", "the backend did not start"),
            (_, Some(reason)) if failed => (Kind::Bad, "not obeyed, incomplete", reason.as_str()),
            (_, Some(reason)) => (Kind::Open, "incomplete", reason.as_str()),
            (0, None) => (Kind::Good, "obeyed", "at least one case passed, none failed"),
            (1, None) if failed => {
                (Kind::Bad, "not obeyed", "a case failed, crashed, timed out or broke the protocol")
            }
            (1, None) => (
                Kind::Bad,
                "known failures out of date",
                "entries of the list of known failures no longer hold",
            ),
            _ if run.counts().of(Verdict::Error) > 0 => {
                (Kind::Open, "not judged in full", "the adapter failed")
            }
            _ => (Kind::Open, "not judged", "nothing could be judged"),
        };
        Self { kind, words, meaning: meaning.into() }
    }
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
