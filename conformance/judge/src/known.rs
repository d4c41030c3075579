//! Known failures: findings that a list explains do not fail a run, and a list that no longer holds does.

use crate::pattern::Pattern;
use crate::verdict::{
    CaseResult, ExpectationStatus, ExpectedFailure, KnownAs, KnownEntry, Run, Unlisted, Verdict,
};

/// In the ids of random cases.
const RANDOM: &str = "/fuzz/";

/// Makes findings that the list explains [`Verdict::Known`], and records what became of each entry. `whole` says that the
/// run asked every fixed case, so that an entry without cases is about none.
pub fn apply(run: &mut Run, list: &[ExpectedFailure], whole: bool) {
    let whole = whole && run.incomplete.is_none();
    // What an entry is about is decided by the verdicts before any entry changed them.
    let mut explained: Vec<Option<KnownAs>> = vec![None; run.results.len()];
    for entry in list {
        let about = about(entry, &run.results);
        let results = || run.results.iter().zip(&about).filter(|(_, about)| **about).map(|(r, _)| r);
        let judged = results().any(|result| result.judgement.verdict.is_about_backend());
        let findings = results().filter(|result| is_explained_by(entry, result)).count() as u64;
        // Passing random cases are not listed, and another seed asks other ones.
        let random = entry.cases.as_deref().is_some_and(|cases| cases.contains(RANDOM));
        let standing = match (entry.expired, findings) {
            (true, _) => ExpectationStatus::Expired,
            (false, 1..) => ExpectationStatus::Known,
            (false, 0) if random || (!judged && about.contains(&true)) => ExpectationStatus::NotJudged,
            (false, 0) if judged => ExpectationStatus::Fixed,
            (false, 0) if whole => ExpectationStatus::NoCase,
            (false, 0) => ExpectationStatus::NotJudged,
        };
        if standing == ExpectationStatus::Known {
            let known = run.results.iter().zip(&about).zip(&mut explained);
            for ((result, _), known) in known.filter(|((r, about), _)| **about && is_explained_by(entry, r)) {
                known.get_or_insert_with(|| KnownAs {
                    verdict: result.judgement.verdict,
                    reason: entry.reason.clone(),
                    issue: entry.issue.clone(),
                });
            }
        }
        run.known.push(KnownEntry { entry: entry.clone(), standing, findings });
    }
    for (result, known) in run.results.iter_mut().zip(explained) {
        if known.is_some() {
            result.judgement.verdict = Verdict::Known;
            result.known = known;
        }
    }
    explain_unlisted(run);
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

/// Which results an entry is about.
fn about(entry: &ExpectedFailure, results: &[CaseResult]) -> Vec<bool> {
    let ids: Vec<&str> = results.iter().map(|result| result.id.as_str()).collect();
    let mut about = entry
        .cases
        .as_deref()
        .map_or_else(|| vec![true; ids.len()], |cases| Pattern::new(cases).select(&ids));
    if let Some(requirement) = &entry.requirement {
        for (about, result) in about.iter_mut().zip(results) {
            let named = result.judgement.requirement.into_iter().chain(result.requirements.iter().copied());
            *about &= named.into_iter().any(|id| id == requirement);
        }
    }
    about
}

/// Whether an entry explains a finding that it is about. A failure of the adapter itself is never known: it hides what
/// the implementation does.
fn is_explained_by(entry: &ExpectedFailure, result: &CaseResult) -> bool {
    let verdict = result.judgement.verdict;
    (verdict.is_failure() || verdict == Verdict::Warning)
        && entry.requirement.as_deref().is_none_or(|wanted| result.decisive_requirement() == Some(wanted))
}
