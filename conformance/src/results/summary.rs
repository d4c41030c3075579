//! The results of a run, counted by area, with similar findings in groups.

use super::groups::{Causes, Cost, Group, groups};
use super::ordered::sort_by_key;
use ascertain::product::ProductSet;
use ascertain_judge::operator::declarations::is_about_products;
use ascertain_judge::verdict::{CaseResult, Run, Tally, Verdict};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a backend did at a point where the documents are silent or disagree.
#[derive(Clone, Debug)]
pub struct ObservedPoint<'a> {
    /// The requirement.
    pub requirement: &'static str,
    /// What it did, and in how many cases; the most frequent first.
    pub behaviours: Vec<(Cow<'a, str>, u64)>,
}

/// Whose rules all answers obey: of the products that single cases came to, those of every case; or else that they are not one's.
fn of_products(seen: &[(Cow<'_, str>, u64)]) -> Vec<(Cow<'static, str>, u64)> {
    let read = seen.iter().map(|(products, _)| ProductSet::named(&products.split(", ").collect::<Vec<_>>()));
    let common = read.reduce(ProductSet::and).unwrap_or_default();
    let words = match common.first() {
        Some(_) => format!("answers of {common}"),
        None => {
            let each: Vec<_> = seen.iter().map(|(products, count)| format!("{products} ×{count}")).collect();
            format!("answers of several products, and of none alone: {}", each.join("; "))
        }
    };
    vec![(words.into(), seen.iter().map(|(_, count)| count).sum())]
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

/// Groups that are one line beside wrong results.
#[derive(Clone, Debug)]
pub(crate) struct Aside {
    /// Their findings.
    pub(crate) findings: u64,
    /// How many groups.
    pub(crate) groups: u64,
    /// What they are about, in words.
    pub(crate) what: &'static str,
}

/// The name of the row of all areas. An operator is called `all`.
pub(crate) const TOTAL: &str = "total";

impl<'a> Summary<'a> {
    /// Counts and groups a run.
    #[must_use]
    pub fn of(run: &'a Run) -> Self {
        let (areas, mut total) = (run.by_area(), Tally::default());
        areas.iter().for_each(|(_, tally)| total.merge(tally));
        let mut causes = Causes::new(&run.diagnoses);
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
        // The smallest example first.
        groups.iter_mut().for_each(|group| sort_by_key(&mut group.findings, |finding| finding.size()));
        // A stable sort: groups of equal size stay in the order of the suite.
        sort_by_key(&mut groups, |g| (g.cost(), usize::MAX - g.findings.len()));
        let observed = seen.into_iter().map(|(requirement, answers)| {
            let mut behaviours: Vec<_> =
                answers.into_iter().map(|(answer, count)| (Cow::Borrowed(answer), count)).collect();
            sort_by_key(&mut behaviours, |(_, count)| u64::MAX - count);
            if is_about_products(requirement) {
                behaviours = of_products(&behaviours);
            }
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

    /// The rows of a table of areas: those that the backend does not offer in one, if there are several, and all together last.
    #[must_use]
    pub fn rows(&self) -> Vec<(Cow<'static, str>, Tally)> {
        let is_asked = |tally: &Tally| {
            let unasked = [Verdict::Unsupported, Verdict::Skipped].map(|verdict| tally.counts.of(verdict));
            unasked[0] == 0 || unasked.iter().sum::<u64>() < tally.counts.total()
        };
        let unoffered = self.areas.iter().filter(|(_, tally)| !is_asked(tally)).count();
        let (mut rows, mut rest) = (Vec::new(), Tally::default());
        for (area, tally) in &self.areas {
            if unoffered < 2 || is_asked(tally) {
                rows.push((Cow::Borrowed(*area), *tally));
            } else {
                rest.merge(tally);
            }
        }
        if rest != Tally::default() {
            rows.push((format!("{unoffered} areas not offered").into(), rest));
        }
        if self.areas.len() > 1 {
            rows.push((TOTAL.into(), self.total));
        }
        rows
    }

    /// The groups to list one by one. Where results are wrong, those of calls that are refused and accepted against a page are not
    /// among them, but told in a line each.
    pub(crate) fn listed(&self) -> (Vec<&Group<'a>>, Vec<Aside>) {
        let costs = [
            (Cost::Refused, "valid calls are refused"),
            (Cost::Accepted, "calls that a page refuses are accepted"),
        ];
        let has_wrong = self.groups.iter().any(|group| group.cost() == Cost::Results);
        let is_aside = |group: &&Group<'_>| has_wrong && costs.iter().any(|(cost, _)| group.cost() == *cost);
        let (aside, listed): (Vec<_>, Vec<_>) = self.groups.iter().partition(is_aside);
        let told = costs.into_iter().filter_map(|(cost, what)| {
            let of_cost = || aside.iter().filter(|group| group.cost() == cost);
            let findings = of_cost().map(|group| group.findings.len() as u64).sum();
            (findings > 0).then(|| Aside { findings, groups: of_cost().count() as u64, what })
        });
        (listed, told.collect())
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
