//! What is recorded beside verdicts: known failures, observations, and errors that nothing explains.

use super::findings::Rule;
use crate::report::template::Cite;
use crate::report::text::{plural, thousands};
use crate::report::words;
use crate::results::summary::{ObservedPoint, Summary};
use ascertain::document::Editions;
use ascertain_judge::error_statistics::{Errors, MODELS};
use ascertain_judge::verdict::{CaseResult, ExpectationStatus, KnownEntry, Run};
use serde::Serialize;

/// Cases of known failures to name before the rest is counted.
const CASES: usize = 20;

/// Behaviours of each requirement that are shown at once.
const BEHAVIOURS: usize = 6;

#[derive(Debug, Serialize)]
pub(super) struct Records<'a> {
    known: Vec<Known<'a>>,
    /// Findings that the list explains.
    known_cases: Vec<&'a CaseResult>,
    more_known_cases: Option<String>,
    observed: Vec<Observed<'a>>,
    models: [&'static str; 3],
    unexplained: Vec<Unexplained>,
}

/// An entry of the list of known failures, and what became of it.
#[derive(Debug, Serialize)]
struct Known<'a> {
    standing: &'static str,
    class: &'static str,
    subject: String,
    what: String,
    reason: &'a str,
    issue: Option<Cite>,
}

/// What a backend did where the documents are silent or disagree.
#[derive(Debug, Serialize)]
struct Observed<'a> {
    requirement: &'static str,
    rule: Option<Rule>,
    /// The most frequent ones, with the number of cases.
    behaviours: Vec<(&'a str, String)>,
    more: Vec<(&'a str, String)>,
}

/// Errors of float products that are improbable, though no bound excludes them.
#[derive(Debug, Serialize)]
struct Unexplained {
    dtype: &'static str,
    factors: String,
    lines: String,
    result: String,
    models: [String; 3],
}

impl<'a> Records<'a> {
    pub(super) fn of(run: &'a Run, summary: &Summary<'a>, editions: &Editions) -> Self {
        let known_cases: Vec<&CaseResult> =
            run.results.iter().filter(|result| result.known.is_some()).collect();
        let more = known_cases.len().saturating_sub(CASES);
        let observed = summary.observed.iter().map(|point| Observed::of(point, editions));
        let unexplained = run.drift.errors().filter(|errors| errors.unexplained());
        Self {
            known: words::known_failures(run).into_iter().map(Known::of).collect(),
            known_cases: known_cases.into_iter().take(CASES).collect(),
            more_known_cases: (more > 0).then(|| plural(more as u64, "more case", "more cases")),
            observed: observed.collect(),
            models: MODELS,
            unexplained: unexplained.map(Unexplained::of).collect(),
        }
    }
}

impl<'a> Known<'a> {
    fn of(known: &'a KnownEntry) -> Self {
        let KnownEntry { entry, standing, .. } = known;
        let (words, what) = words::standing(known);
        Self {
            standing: words,
            class: match standing {
                ExpectationStatus::Known => "open",
                ExpectationStatus::NotJudged => "plain",
                ExpectationStatus::Fixed | ExpectationStatus::NoCase | ExpectationStatus::Expired => "bad",
            },
            subject: entry.subject(),
            what,
            reason: &entry.reason,
            issue: entry.issue.as_deref().map(|issue| Cite::new(issue, Some(issue))),
        }
    }
}

impl<'a> Observed<'a> {
    fn of(point: &ObservedPoint<'a>, editions: &Editions) -> Self {
        let mut all = point.behaviours.iter().map(|(words, count)| (*words, thousands(*count)));
        Self {
            requirement: point.requirement,
            rule: Rule::of(point.requirement, editions),
            behaviours: all.by_ref().take(BEHAVIOURS).collect(),
            more: all.collect(),
        }
    }
}

impl Unexplained {
    fn of(errors: &Errors) -> Self {
        let (result, models) = errors.spreads();
        Self {
            dtype: errors.dtype.name(),
            factors: errors.factors(),
            lines: thousands(errors.lines),
            result: result.to_string(),
            models: models.map(|model| model.to_string()),
        }
    }
}
