//! The results of a run, counted by area, with similar findings in groups.

use super::cause::{Causes, groups};
use super::shared::Shared;
use ascertain::contract::Basis;
use ascertain_judge::stored::Name;
use ascertain_judge::verdict::{CaseResult, FailKind, Run, Tally, Verdict};
use std::collections::BTreeMap;

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
        let (areas, mut total) = (run.by_area(), Tally::default());
        areas.iter().for_each(|(_, tally)| total.merge(tally));
        let mut causes = Causes::default();
        let mut seen: BTreeMap<&'static str, BTreeMap<&'a str, u64>> = BTreeMap::new();
        for result in &run.results {
            let judgement = &result.judgement;
            if judgement.verdict.is_finding() {
                causes.add(result);
            }
            for (requirement, answer) in &judgement.observations {
                *seen.entry(requirement).or_default().entry(answer).or_default() += 1;
            }
        }
        let passing: Vec<&CaseResult> =
            run.results.iter().filter(|result| result.judgement.verdict == Verdict::Pass).collect();
        let mut groups = groups(causes, &passing);
        // A stable sort: groups of equal size stay in the order of the suite.
        groups.sort_by_key(|g| (!g.verdict.is_failure(), usize::MAX - g.findings.len()));
        let observed = seen.into_iter().map(|(requirement, answers)| {
            let mut behaviours: Vec<_> = answers.into_iter().collect();
            behaviours.sort_by_key(|(_, count)| u64::MAX - count);
            ObservedPoint { requirement, behaviours }
        });
        Self { areas, total, groups, observed: observed.collect() }
    }

    /// The verdicts that a table of areas shows: those that came, and always passes and failures.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        let came = |verdict: &Verdict| self.total.counts.of(*verdict) > 0;
        let usual = |verdict: &Verdict| matches!(verdict, Verdict::Pass | Verdict::Fail);
        Verdict::ALL.into_iter().filter(|verdict| usual(verdict) || came(verdict)).collect()
    }

    /// The rows of a table of areas: all areas together last, if there are several.
    pub fn rows(&self) -> impl Iterator<Item = (Name, &Tally)> {
        let all = (self.areas.len() > 1).then_some(("all", &self.total));
        self.areas.iter().map(|(area, tally)| (*area, tally)).chain(all)
    }

    /// Number of findings that are listed.
    #[must_use]
    pub fn findings(&self) -> usize {
        self.groups.iter().map(|g| g.findings.len()).sum()
    }

    /// Number of findings that are only counted, being very many of one kind.
    #[must_use]
    pub fn unlisted_findings(&self) -> u64 {
        self.total.counts.sum(Verdict::is_finding) - self.findings() as u64
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
            // A pattern is one line.
            let first = |text: Option<&'a str>| text.and_then(|text| text.lines().next()).unwrap_or_default();
            let expected = first(judgement.expected.as_deref());
            let got = first(judgement.got.as_deref().or(judgement.detail.as_deref()));
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
