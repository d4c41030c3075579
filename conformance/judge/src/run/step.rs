//! What a run has found: step after step, in the order of the tasks, whoever performed them.

use super::task::{JudgedCase, Plan, Subject};
use crate::error_statistics::ErrorStatistics;
use crate::fuzz;
use crate::listing::{Kind, Listing, kind};
use crate::stored::{self, Name};
use crate::verdict::{
    CaseResult, Example, FailKind, Judgement, Kinds, MinimizedCase, RandomCases, Telling, Unlisted, Verdict,
    count, merge_kinds,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::{mem, ptr};

/// How many failures of one kind are minimized.
const MINIMIZED: usize = 3;

/// What one task of a run came to. The steps of a run, in order, are all that it has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The next fixed cases were judged.
    Fixed {
        /// Their results.
        #[serde(rename = "cases")]
        results: Vec<CaseResult>,
        /// Those that passed and are to be asked again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Passed>,
        /// What a standard says of them.
        #[serde(default, skip_serializing_if = "Kinds::is_empty")]
        beside: Kinds,
    },
    /// The next large case was judged.
    Large(Box<CaseResult>),
    /// The next random cases were judged.
    Random {
        /// How many.
        asked: u64,
        /// Those that are listed.
        #[serde(default, rename = "cases", skip_serializing_if = "Vec::is_empty")]
        listed: Vec<CaseResult>,
        /// Counts of the others.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "stored::by_name")]
        unlisted: BTreeMap<Name, Unlisted>,
        /// Those that could have shown a wrong value.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "stored::by_name")]
        telling: BTreeMap<Name, Telling>,
        /// Those that passed and are to be asked again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Passed>,
        /// The errors of those that passed.
        #[serde(default, rename = "errors", skip_serializing_if = "ErrorStatistics::is_empty")]
        drift: ErrorStatistics,
        /// What a standard says of them.
        #[serde(default, skip_serializing_if = "Kinds::is_empty")]
        beside: Kinds,
    },
    /// No more random cases are asked.
    RandomDone(RandomCases),
    /// The next cases were asked again.
    Again {
        /// How many.
        asked: u64,
        /// The results that are different now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changed: Vec<(Subject, CaseResult)>,
    },
    /// The next failure was minimized.
    Minimized(Option<Box<MinimizedCase>>),
    /// The backend has ended, with or without a finding.
    Ended(Option<Box<CaseResult>>),
}

/// A case that passed and is to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The case.
    pub subject: Subject,
    /// A digest of its answer, for this version of the suite.
    pub digest: u64,
}

impl CaseResult {
    /// The index of a random case.
    #[must_use]
    pub fn random_index(&self) -> Option<u64> {
        fuzz::parts(&self.id).map(|(_, _, index)| index)
    }
}

/// Indices of the random failures to minimize: the first few of each kind, and none that came and went.
pub fn to_minimize(random: &BTreeMap<u64, CaseResult>) -> impl Iterator<Item = u64> {
    let mut kinds: HashMap<Kind, usize> = HashMap::new();
    let failures = random.iter().filter(|(_, result)| {
        let Judgement { verdict, kind, .. } = &result.judgement;
        *verdict == Verdict::Fail && *kind != Some(FailKind::Nondeterministic)
    });
    failures.filter_map(move |(index, result)| {
        let alike = kinds.entry(kind(result.area, &result.judgement)).or_default();
        *alike += 1;
        (*alike <= MINIMIZED).then_some(*index)
    })
}

/// All that was found so far.
#[derive(Debug, Default)]
pub(super) struct RunState {
    pub(super) fixed: Vec<CaseResult>,
    pub(super) large: Vec<CaseResult>,
    /// The listed random cases, by index.
    pub(super) random: BTreeMap<u64, CaseResult>,
    pub(super) unlisted: BTreeMap<Name, Unlisted>,
    pub(super) telling: BTreeMap<Name, Telling>,
    pub(super) drift: ErrorStatistics,
    pub(super) beside: Kinds,
    /// How many random cases were asked.
    pub(super) asked: u64,
    pub(super) random_done: Option<RandomCases>,
    /// What passed and is to be asked again.
    passed: Vec<Passed>,
    /// How many cases were asked again.
    pub(super) again: usize,
    /// Which of these passed at first and are findings now.
    turned: HashSet<Subject>,
    /// How many failures were minimized.
    pub(super) minimized: usize,
    pub(super) ended: Option<Option<CaseResult>>,
    listing: Listing,
}

impl RunState {
    /// The step of random cases: which are listed, and which only counted.
    pub(super) fn random_step(
        &self,
        plan: &Plan<'_>,
        subjects: &[Subject],
        judged: Vec<JudgedCase>,
        drift: ErrorStatistics,
    ) -> Step {
        let mut listing = self.listing.clone();
        let (mut listed, mut unlisted) = (Vec::new(), BTreeMap::<Name, Unlisted>::new());
        let mut telling = BTreeMap::<Name, Telling>::new();
        let (asked, passed) = (judged.len() as u64, passed(subjects, &judged));
        // There are few lists of requirements, and many names in each.
        let mut by_list: Vec<&JudgedCase> = judged.iter().collect();
        by_list.sort_unstable_by_key(|one| (one.area.as_ptr(), one.requirements.as_ptr()));
        for alike in by_list.chunk_by(|a, b| a.area == b.area && ptr::eq(a.requirements, b.requirements)) {
            let cases = alike.iter().filter(|one| one.judgement.tells()).count();
            telling.entry(alike[0].area).or_default().add(cases as u64, alike[0].requirements);
        }
        let beside = beside(plan, subjects, &judged);
        for (subject, JudgedCase { judgement, area, .. }) in subjects.iter().zip(judged) {
            let is_listed = listing.lists(area, &judgement);
            let is_wanted = |index| plan.options.listed.contains(&index);
            if is_listed || matches!(*subject, Subject::Random(index) if is_wanted(index)) {
                listed.push(plan.result(&plan.case(*subject), judgement));
            } else {
                unlisted.entry(area).or_default().add(&judgement);
            }
        }
        Step::Random { asked, listed, unlisted, telling, passed, drift, beside }
    }

    /// Adds what a step has found.
    pub(super) fn add(&mut self, step: Step) {
        match step {
            Step::Fixed { results, passed, beside } => {
                merge_kinds(&mut self.beside, &beside);
                self.fixed.extend(results);
                self.passed.extend(passed);
            }
            Step::Large(result) => self.large.push(*result),
            Step::Random { asked, listed, unlisted, telling, passed, drift, beside } => {
                merge_kinds(&mut self.beside, &beside);
                self.asked += asked;
                for result in listed {
                    self.listing.lists(result.area, &result.judgement);
                    self.random.extend(result.random_index().map(|index| (index, result)));
                }
                for (area, more) in unlisted {
                    self.unlisted.entry(area).or_default().merge(&more);
                }
                for (area, more) in telling {
                    self.telling.entry(area).or_default().merge(&more);
                }
                self.passed.extend(passed);
                self.drift.merge(&drift);
            }
            Step::RandomDone(random) => self.random_done = Some(random),
            Step::Again { asked, changed } => {
                self.again += asked as usize;
                changed.into_iter().for_each(|(subject, result)| self.change(subject, result));
            }
            Step::Minimized(small) => {
                let next = to_minimize(&self.random).nth(self.minimized);
                if let Some(result) = next.and_then(|index| self.random.get_mut(&index)) {
                    result.shrunk = small;
                }
                self.minimized += 1;
            }
            Step::Ended(finding) => self.ended = Some(finding.map(|finding| *finding)),
        }
    }

    /// Replaces the result of a case that was asked again.
    fn change(&mut self, subject: Subject, result: CaseResult) {
        let was = match subject {
            Subject::Fixed(at) => self.fixed.get_mut(at).map(|old| mem::replace(old, result)),
            Subject::Random(index) => {
                let area = result.area;
                let old = self.random.insert(index, result);
                if old.is_none() {
                    // It was counted as one that passed.
                    self.unlisted.entry(area).or_default().uncount_pass();
                }
                old
            }
        };
        if was.is_none_or(|was| was.judgement.verdict == Verdict::Pass) {
            self.turned.insert(subject);
        }
    }

    /// The cases to ask again, with what they came to at first: findings, and some that passed.
    pub(super) fn to_ask_again(&self) -> Vec<(Subject, Option<u64>)> {
        let wrong =
            |result: &CaseResult| matches!(result.judgement.verdict, Verdict::Fail | Verdict::Warning);
        let fixed = self.fixed.iter().enumerate().filter(|(_, result)| wrong(result));
        let fixed = fixed.map(|(at, _)| Subject::Fixed(at));
        let random = self.random.iter().filter(|(_, result)| wrong(result));
        let random = random.map(|(index, _)| Subject::Random(*index));
        let findings = fixed.chain(random).filter(|subject| !self.turned.contains(subject));
        let passed = self.passed.iter().map(|passed| (passed.subject, Some(passed.digest)));
        findings.map(|subject| (subject, None)).chain(passed).collect()
    }

    /// The result that a listed case has now.
    pub(super) fn result(&self, subject: Subject) -> Option<&CaseResult> {
        match subject {
            Subject::Fixed(at) => self.fixed.get(at),
            Subject::Random(index) => self.random.get(&index),
        }
    }
}

/// Which of the cases passed and are to be asked again.
pub(super) fn passed(subjects: &[Subject], judged: &[JudgedCase]) -> Vec<Passed> {
    let passed = subjects.iter().zip(judged);
    passed
        .filter_map(|(subject, judged)| Some(Passed { subject: *subject, digest: judged.digest? }))
        .collect()
}

/// What a standard says of cases, beside what the pages say.
pub(super) fn beside(plan: &Plan<'_>, subjects: &[Subject], judged: &[JudgedCase]) -> Kinds {
    let mut kinds = Kinds::new();
    for (subject, JudgedCase { judgement, said, area, .. }) in subjects.iter().zip(judged) {
        let Some(said) = said else { continue };
        let case = match *subject {
            Subject::Fixed(at) => plan.cases[at].id.to_string(),
            Subject::Random(index) => format!("{}/fuzz/{}/{index}", area, plan.options.seed),
        };
        // JSON has no infinity.
        let (says, times) = (said.to_string(), said.over.min(1e300));
        let example = Example { case, shape: Some(said.shape.clone()), says, times };
        let classes = kinds.entry(format!("{area} {}", said.dtype)).or_default();
        count(classes, [!judgement.verdict.is_failure(), said.passes], example);
    }
    kinds
}
