//! A run as suites of tests, for those who know nothing else: JUnit, and what GitHub shows.
//!
//! A test fails exactly if the run does: warnings and observations pass, with a message, and what keeps a run from its
//! exit code 0 without belonging to a case is a test of its own.

use super::facts::{facts, headline, text, verdict};
use super::outcome::Outcome;
use super::text::plural;
use super::words::standing;
use crate::results::RunRequest;
use ascertain_judge::verdict::{CaseResult, Counts, ExpectationStatus, KnownEntry, Run, Verdict};

/// Tests of one area, or of the run itself.
#[derive(Debug)]
pub(super) struct Suite {
    pub(super) name: &'static str,
    pub(super) tests: Vec<Test>,
}

/// One case, or many random ones with one verdict.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) status: Status,
    /// The verdict and the kind of failure.
    pub(super) verdict: String,
    /// One line.
    pub(super) message: Option<String>,
    /// All that is known of a finding.
    pub(super) text: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Passed,
    Failed,
    /// No verdict on the answer: a crash, a time-out, a malformed reply.
    Errored,
    /// Not judged, or it fails and a list of known failures explains it.
    Skipped,
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass | Verdict::Observed | Verdict::Warning => Self::Passed,
            Verdict::Fail => Self::Failed,
            Verdict::Crash | Verdict::Timeout | Verdict::Protocol | Verdict::Error => Self::Errored,
            Verdict::Unsupported | Verdict::Skipped | Verdict::Known => Self::Skipped,
        }
    }
}

/// The tests of a run, by area. Empty suites are left out.
pub(super) fn suites(run: &Run, asked: &RunRequest) -> Vec<Suite> {
    let mut suites = vec![Suite { name: "run", tests: of_run(run, asked) }];
    suites.extend(run.by_area().into_iter().map(|(name, _)| Suite { name, tests: Vec::new() }));
    for result in &run.results {
        suites
            .iter_mut()
            .filter(|s| s.name == result.area)
            .for_each(|s| s.tests.push(of_case(result, asked)));
    }
    for (area, counts) in &run.unlisted {
        let own = suites.iter_mut().filter(|suite| suite.name == *area);
        own.for_each(|suite| suite.tests.extend(unlisted(area, &counts.tally.counts)));
    }
    let known = run.known.iter().filter_map(of_entry).collect();
    suites.push(Suite { name: "known failures", tests: known });
    suites.retain(|suite| !suite.tests.is_empty());
    suites
}

/// What keeps a run from being judged, or being judged in full.
pub(super) fn of_run(run: &Run, asked: &RunRequest) -> Vec<Test> {
    let test = |name: &str, reason: &str, help: String| Test {
        name: name.to_owned(),
        status: Status::Errored,
        verdict: Verdict::Error.name().to_owned(),
        message: Some(reason.replace('\n', " ")),
        text: Some(format!("{reason}\n{help}\n")),
    };
    let nothing = run.exit_code() == 3 && run.counts().of(Verdict::Error) == 0;
    match (&run.not_started, &run.incomplete) {
        (Some(reason), _) => vec![test("the backend starts", reason, asked.doctor())],
        (None, Some(reason)) => vec![test("all cases are asked", reason, asked.repeat(run))],
        _ if run.lacks_coverage() => {
            vec![test("enough cases are judged", &Outcome::of(run).meaning, asked.doctor())]
        }
        _ if nothing => vec![test("a case is judged", "nothing could be judged", asked.doctor())],
        _ => Vec::new(),
    }
}

fn of_case(result: &CaseResult, asked: &RunRequest) -> Test {
    let judged = result.judgement.verdict;
    let message = Some(headline(result)).filter(|line| !line.is_empty() && judged != Verdict::Pass);
    let told = judged.is_finding() || judged == Verdict::Known;
    Test {
        name: result.id.to_string(),
        status: judged.into(),
        verdict: verdict(result),
        message,
        text: told.then(|| text(&facts(result, asked))),
    }
}

/// Random cases that are only counted: one test for each verdict, whose name does not depend on their number.
fn unlisted(area: &str, counts: &Counts) -> Vec<Test> {
    let found = Verdict::ALL.into_iter().map(|verdict| (verdict, counts.of(verdict)));
    let test = |(verdict, count): (Verdict, u64)| Test {
        name: format!("{area}/fuzz: {}", verdict.name()),
        status: verdict.into(),
        verdict: verdict.name().to_owned(),
        message: Some(format!("{}, counted together", plural(count, "random case", "random cases"))),
        text: None,
    };
    found.filter(|(_, count)| *count > 0).map(test).collect()
}

/// An entry of the list of known failures that no longer holds, or that this run says nothing about. The cases of others
/// tell of them.
pub(super) fn of_entry(known: &KnownEntry) -> Option<Test> {
    let status = match known.standing {
        ExpectationStatus::Known => return None,
        standing if standing.fails() => Status::Failed,
        _ => Status::Skipped,
    };
    let (_, what) = standing(known);
    Some(Test {
        name: known.entry.subject(),
        status,
        verdict: known.standing.name().to_owned(),
        text: Some(format!("{what}\n{}\n", known.entry.reason)),
        message: Some(what),
    })
}
