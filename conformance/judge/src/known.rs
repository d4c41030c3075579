//! Known failures: findings that a list explains do not fail a run, and a list that no longer holds does.

use crate::fuzz;
use crate::ordered::gathered;
use crate::pattern::Pattern;
use crate::verdict::{
    CaseResult, ExpectationStatus, ExpectedFailure, KnownAs, KnownEntry, Run, Unlisted, Verdict,
};
use std::collections::BTreeSet;

/// In the ids of random cases.
const RANDOM: &str = "/fuzz/";

/// The random cases of this seed that a list names, by index.
#[must_use]
pub fn random_cases(list: &[ExpectedFailure], seed: u64) -> BTreeSet<u64> {
    let named = list.iter().filter_map(|entry| fuzz::parts(entry.cases.as_deref()?));
    gathered(named.filter(|(_, own, _)| *own == seed).map(|(_, _, index)| index))
}

/// Makes findings that the list explains [`Verdict::Known`], and records what became of each entry. `whole` says that the
/// run asked every fixed case, so that an entry without cases is about none.
pub fn apply(run: &mut Run, list: &[ExpectedFailure], whole: bool) {
    if list.is_empty() {
        return;
    }
    let whole = whole && run.incomplete.is_none();
    let ids: Vec<&str> = run.results.iter().map(|result| &*result.id).collect();
    let mut explained: Vec<Option<KnownAs>> = vec![None; ids.len()];
    let mut entries = Vec::new();
    for entry in list {
        let about = about(entry, &run.results, &ids);
        let found: Vec<usize> =
            about.iter().copied().filter(|at| is_explained_by(entry, &run.results[*at])).collect();
        for at in found.iter().filter(|_| !entry.expired) {
            explained[*at].get_or_insert_with(|| KnownAs {
                verdict: run.results[*at].judgement.verdict,
                reason: entry.reason.clone(),
                issue: entry.issue.clone(),
            });
        }
        entries.push((entry, about, found.len() as u64));
    }
    let standing = |(entry, about, findings): (&ExpectedFailure, Vec<usize>, u64)| {
        let verdict = |at: &usize| run.results[*at].judgement.verdict;
        let judged = about.iter().any(|at| verdict(at).is_about_backend());
        let fails = |at: &usize| explained[*at].is_none() && can_be_known(verdict(at));
        let standing = match (entry.expired, findings) {
            (true, _) => ExpectationStatus::Expired,
            (false, 1..) => ExpectationStatus::Known,
            (false, 0) => match (random(entry), &about[..]) {
                (Some(Random::Pattern), _) if judged || passed_unlisted(run, entry) => {
                    ExpectationStatus::Passed
                }
                (Some(Random::Pattern), _) | (Some(Random::Case), []) => ExpectationStatus::NotJudged,
                (_, [only]) if fails(only) && entry.cases.as_deref() == Some(ids[*only]) => {
                    ExpectationStatus::Changed
                }
                _ if judged => ExpectationStatus::Fixed,
                (_, []) if whole => ExpectationStatus::NoCase,
                _ => ExpectationStatus::NotJudged,
            },
        };
        KnownEntry { entry: entry.clone(), standing, findings }
    };
    let entries: Vec<KnownEntry> = entries.into_iter().map(standing).collect();
    run.known.extend(entries);
    for (result, known) in run.results.iter_mut().zip(explained) {
        if known.is_some() {
            result.judgement.verdict = Verdict::Known;
            result.known = known.map(Box::new);
        }
    }
    explain_unlisted(run);
}

/// How an entry names random cases.
enum Random {
    Case,
    Pattern,
}

fn random(entry: &ExpectedFailure) -> Option<Random> {
    let cases = entry.cases.as_deref()?;
    match fuzz::parts(cases) {
        Some(_) => Some(Random::Case),
        None => (cases.contains(RANDOM) || cases.ends_with(RANDOM.trim_end_matches('/')))
            .then_some(Random::Pattern),
    }
}

/// Whether random cases of an entry's pattern passed: they are only counted, so an id stands for all of an area.
fn passed_unlisted(run: &Run, entry: &ExpectedFailure) -> bool {
    let passed = run.unlisted.iter().filter(|(_, unlisted)| unlisted.tally.counts.of(Verdict::Pass) > 0);
    let ids: Vec<String> = passed.map(|(area, _)| format!("{area}{RANDOM}{}/0", run.seed)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    entry.cases.as_deref().is_some_and(|cases| Pattern::new(cases).select(&ids).contains(&true))
}

/// Takes back what [`apply`] did, and returns the list.
pub fn undo(run: &mut Run) -> Vec<ExpectedFailure> {
    for result in &mut run.results {
        if let Some(known) = result.known.take() {
            result.judgement.verdict = known.verdict;
        }
    }
    run.unlisted.values_mut().for_each(Unlisted::forget_known);
    let entry = |known: KnownEntry| ExpectedFailure {
        expired: known.standing == ExpectationStatus::Expired,
        ..known.entry
    };
    run.known.drain(..).map(entry).collect()
}

/// Of very many random findings of one kind only the first are listed. Where all of these are known, so are the others.
fn explain_unlisted(run: &mut Run) {
    for (area, unlisted) in &mut run.unlisted {
        for verdict in Verdict::ALL.into_iter().filter(|verdict| verdict.is_finding()) {
            let would_be = |result: &&CaseResult| {
                result.known.as_ref().map_or(result.judgement.verdict, |known| known.verdict) == verdict
            };
            let alike = |result: &&CaseResult| result.area == *area && result.id.contains(RANDOM);
            let mut listed = run.results.iter().filter(alike).filter(would_be).peekable();
            if listed.peek().is_some() && listed.all(|result| result.known.is_some()) {
                unlisted.explain(verdict);
            }
        }
    }
}

/// Which results an entry is about, by index. An entry that names one case is about it, whatever it tests.
fn about(entry: &ExpectedFailure, results: &[CaseResult], ids: &[&str]) -> Vec<usize> {
    let cases = entry.cases.as_deref();
    let about = cases.map_or_else(|| vec![true; ids.len()], |cases| Pattern::new(cases).select(ids));
    let named = |result: &CaseResult| match entry.requirement.as_deref() {
        Some(wanted) if cases != Some(&result.id) => {
            let mut named = result.judgement.requirement.iter().chain(result.requirements);
            named.any(|id| *id == wanted)
        }
        _ => true,
    };
    (0..ids.len()).filter(|at| about[*at] && named(&results[*at])).collect()
}

/// A failure of the adapter itself is never known: it hides what the implementation does.
#[must_use]
pub fn can_be_known(verdict: Verdict) -> bool {
    verdict.is_failure() || verdict == Verdict::Warning
}

/// Whether an entry explains a finding that it is about: nothing that it says is otherwise.
fn is_explained_by(entry: &ExpectedFailure, result: &CaseResult) -> bool {
    let judgement = &result.judgement;
    can_be_known(judgement.verdict)
        && entry.verdict.is_none_or(|wanted| judgement.verdict == wanted)
        && entry.kind.is_none_or(|wanted| judgement.kind == Some(wanted))
        && entry.requirement.as_deref().is_none_or(|wanted| result.decisive_requirement() == Some(wanted))
        && entry.in_common.as_deref().is_none_or(|words| result.properties.hold(words))
}
