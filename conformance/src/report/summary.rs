//! The results of a run, counted by area, with similar findings in groups.

use super::cause::{Causes, groups};
use super::shared::Shared;
use ascertain::contract::Basis;
use ascertain_judge::verdict::{CaseResult, Counts, FailKind, Fuzzed, Run, Verdict};
use std::collections::BTreeMap;

/// One area of a run, or all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Cases by verdict.
    pub counts: Counts,
    /// Elements judged.
    pub elements: u64,
    /// Elements whose value depends on the order of evaluation.
    pub order_sensitive: u64,
}

impl Tally {
    /// Cases that the backend answered and that were judged.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.counts.judged()
    }
}

impl From<&Fuzzed> for Tally {
    fn from(fuzzed: &Fuzzed) -> Self {
        Self { counts: fuzzed.counts, elements: fuzzed.elements, order_sensitive: fuzzed.order_sensitive }
    }
}

/// Findings that seem to have one cause.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The area, if it is one.
    pub area: Option<&'static str>,
    /// The verdict.
    pub verdict: Verdict,
    /// The kind of failure.
    pub kind: Option<FailKind>,
    /// The requirement that most of its findings name.
    pub requirement: Option<&'static str>,
    /// What its findings have in common, and most passing cases do not.
    pub shared: Option<Shared>,
    /// Its findings, in the order of the suite.
    pub findings: Vec<&'a CaseResult>,
}

/// What a backend did at a point where the documents are silent or disagree.
#[derive(Clone, Debug)]
pub struct ObservedPoint<'a> {
    /// The requirement.
    pub requirement: &'static str,
    /// What it did, and in how many cases; the most frequent first.
    pub behaviours: Vec<(&'a str, u64)>,
}

/// A run, counted and grouped.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    /// Areas, in the order of the suite.
    pub areas: Vec<(&'static str, Tally)>,
    /// All areas together.
    pub total: Tally,
    /// Groups of findings: failures before warnings, larger groups first.
    pub groups: Vec<Group<'a>>,
    /// What was observed where the documents are silent or disagree, by requirement.
    pub observed: Vec<ObservedPoint<'a>>,
}

impl<'a> Summary<'a> {
    /// Counts and groups a run.
    #[must_use]
    pub fn of(run: &'a Run) -> Self {
        let tally = |counts| Tally { counts, elements: 0, order_sensitive: 0 };
        let areas = run.by_area().into_iter().map(|(area, counts)| (area, tally(counts))).collect();
        let mut summary =
            Self { areas, total: tally(run.counts()), groups: Vec::new(), observed: Vec::new() };
        for fuzzed in &run.fuzzed {
            summary.count(fuzzed.area, fuzzed.elements, fuzzed.order_sensitive);
        }
        let mut causes = Causes::default();
        let mut seen: BTreeMap<&'static str, BTreeMap<&'a str, u64>> = BTreeMap::new();
        for result in &run.results {
            let judgement = &result.judgement;
            summary.count(result.area, judgement.elements, judgement.order_sensitive);
            if judgement.verdict.is_finding() {
                causes.add(result);
            }
            for (requirement, answer) in &judgement.observations {
                *seen.entry(requirement).or_default().entry(answer).or_default() += 1;
            }
        }
        let passing: Vec<&CaseResult> =
            run.results.iter().filter(|result| result.judgement.verdict == Verdict::Pass).collect();
        summary.groups = groups(causes, &passing);
        // A stable sort: groups of equal size stay in the order of the suite.
        summary.groups.sort_by_key(|g| (!g.verdict.is_failure(), usize::MAX - g.findings.len()));
        summary.observed = seen
            .into_iter()
            .map(|(requirement, answers)| {
                let mut answers: Vec<_> = answers.into_iter().collect();
                answers.sort_by_key(|(_, count)| u64::MAX - count);
                ObservedPoint { requirement, behaviours: answers }
            })
            .collect();
        summary
    }

    fn count(&mut self, area: &str, elements: u64, order_sensitive: u64) {
        let own = self.areas.iter_mut().find(|(a, _)| *a == area).map(|(_, tally)| tally);
        for tally in own.into_iter().chain([&mut self.total]) {
            tally.elements = tally.elements.saturating_add(elements);
            tally.order_sensitive = tally.order_sensitive.saturating_add(order_sensitive);
        }
    }

    /// Number of findings that are listed.
    #[must_use]
    pub fn findings(&self) -> usize {
        self.groups.iter().map(|g| g.findings.len()).sum()
    }

    /// Number of findings that are only counted, being very many of one kind.
    #[must_use]
    pub fn unlisted_findings(&self) -> u64 {
        let all: u64 = Verdict::ALL
            .into_iter()
            .filter(|verdict| verdict.is_finding())
            .map(|verdict| self.total.counts.of(verdict))
            .sum();
        all - self.findings() as u64
    }

    /// Up to `limit` findings: the first one of each group, then the second one of each, and so on.
    #[must_use]
    pub fn examples(&self, limit: usize) -> Vec<&'a CaseResult> {
        let longest = self.groups.iter().map(|g| g.findings.len()).max().unwrap_or(0);
        let rounds = (0..longest).flat_map(|n| self.groups.iter().filter_map(move |g| g.findings.get(n)));
        rounds.take(limit).copied().collect()
    }
}

/// An expected answer, and the answers that came instead, the most frequent first.
pub type Pattern<'a> = (&'a str, Vec<(&'a str, u64)>);

impl<'a> Group<'a> {
    /// Who says what its findings rest on, if it is the same for all.
    #[must_use]
    pub fn basis(&self) -> Option<Basis> {
        let mut all = self.findings.iter().map(|finding| finding.judgement.basis);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// What was expected and what came, the most frequent first.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern<'a>> {
        let mut patterns: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for finding in &self.findings {
            let judgement = &finding.judgement;
            let expected = judgement.expected.as_deref().unwrap_or("");
            let got = judgement.got.as_deref().or(judgement.detail.as_deref()).unwrap_or("");
            // The details after ", with" differ from finding to finding.
            let got = got.split_once(", with ").map_or(got, |(got, _)| got);
            *patterns.entry(expected).or_default().entry(got).or_default() += 1;
        }
        let mut patterns: Vec<Pattern<'_>> =
            patterns.into_iter().map(|(e, got)| (e, got.into_iter().collect())).collect();
        patterns.iter_mut().for_each(|(_, got)| got.sort_by_key(|(_, count)| u64::MAX - count));
        patterns.sort_by_key(|(_, got)| u64::MAX - got.iter().map(|(_, count)| count).sum::<u64>());
        patterns
    }
}
