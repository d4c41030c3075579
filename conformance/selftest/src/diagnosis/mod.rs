//! Looks for the mistake behind failures: a fault that gives the backend's own wrong results, and right ones where it passes.
//!
//! The faults of the self-test and the broader hypotheses are asked the failing cases, the smallest first. One that gives
//! the backend's results is asked all cases. If some that passed fail by it, the calls that it goes wrong in are narrowed to a
//! region. What explains most is told, then what explains most of the rest. A wrong diagnosis is worse than none, so in
//! doubt there is none.

mod agreement;
mod hypotheses;
mod region;
mod search;

pub use self::hypotheses::{expanded, mistakes};

use self::region::{Region, Traits};
use self::search::Search;
use crate::contrast;
pub use crate::contrast::Ask;
use crate::faults::{Fault, State};
use ascertain::backend::{Backend, Reply};
use ascertain::contract::{CUMPROD, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::{Registry, is_declared};
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{CaseResult, Diagnosis, FailKind, Judgement, Run, Verdict};
use std::collections::HashMap;

/// A fault that may explain failures.
#[derive(Clone)]
pub struct Suspect {
    /// What it answers.
    pub fault: Fault,
    /// The calls that it goes wrong in, if not all that it could.
    pub region: Option<Region>,
}

/// A suspect, and what it explains.
pub struct Found {
    /// The suspect.
    pub suspect: Suspect,
    /// What is told of it.
    pub diagnosis: Diagnosis,
    /// Positions of the results that it explains.
    pub explained: Vec<usize>,
}

/// What is told of a backend that would pass if it declared that it permutes factors.
const PERMUTED: &str =
    "factors multiplied out of index order give this: if they are meant to be, declare order = \"permuted\"";

/// Adds to a run the mistakes that explain its failures. `cases` knows its cases; `ask` asks its backend more of them, if there is
/// one still.
pub fn diagnose(run: &mut Run, cases: &CaseIndex<'_>, ask: &mut Ask<'_>) {
    let found = suspects(run, cases, &|_| true).into_iter();
    tell(run, found.map(|found| (found.diagnosis, found.explained)));
    if run.diagnoses.is_empty() {
        let all = permuted(run, cases);
        tell(run, all);
    }
    let replies: HashMap<&str, &Reply> =
        run.evidence.replies.iter().map(|(id, reply)| (&**id, reply)).collect();
    let is_left = |result: &CaseResult| is_compared(result) && result.cause.is_none();
    let failed = |operator: &&OperatorSpec| {
        run.results.iter().any(|result| is_left(result) && result.area == operator.name)
    };
    let mut all = Vec::new();
    for operator in OPERATORS.iter().copied().filter(failed) {
        all.extend(contrast::explanations(run, cases, &replies, operator, ask));
    }
    tell(run, all);
}

/// Adds diagnoses to a run, and to the results that they explain.
fn tell(run: &mut Run, all: impl IntoIterator<Item = (Diagnosis, Vec<usize>)>) {
    for (diagnosis, explained) in all {
        for at in explained {
            run.results[at].cause = Some(diagnosis.says.clone());
        }
        run.diagnoses.push(diagnosis);
    }
}

/// The mistakes that explain the failures of a run, by area; in each the one that explains most first. Which calls are refused
/// has causes of its own. Of the self-test's faults, those whose ids are `wanted` are looked for.
#[must_use]
pub fn suspects(run: &Run, cases: &CaseIndex<'_>, wanted: &dyn Fn(&str) -> bool) -> Vec<Found> {
    let replies = run.evidence.replies.iter().map(|(id, reply)| (&**id, reply)).collect();
    let mut searches: Vec<(&str, bool)> = Vec::new();
    // The faults are about tables, and operators that are not declared alone.
    let has_faults = |area: &str| !OperatorSpec::named(area).is_some_and(is_declared);
    for result in run.results.iter().filter(|result| is_compared(result)) {
        let search = (result.area, is_refusal(result));
        if !searches.contains(&search) && has_faults(result.area) {
            searches.push(search);
        }
    }
    let found =
        |(area, refusals): (&str, bool)| Search::new(run, cases, &replies, area, refusals).found(wanted);
    searches.into_iter().flat_map(found).collect()
}

/// Whether all replies to failing cases are right by a declaration that factors are permuted. A wrong implementation can obey
/// such a hint, so it is given last, and only if it explains every failure.
fn permuted(run: &Run, cases: &CaseIndex<'_>) -> Option<(Diagnosis, Vec<usize>)> {
    let mut description = run.evidence.description.clone();
    let cumprod = description.operators.iter_mut().find(|operator| operator.name == CUMPROD.name)?;
    if cumprod.declared.iter().any(|(key, _)| key == "order") {
        return None;
    }
    cumprod.declared.push(("order".to_owned(), "permuted".to_owned()));
    let judge = Judge::new(cases.editions(), cases.registry(), &description);
    let replies: HashMap<&str, &Reply> =
        run.evidence.replies.iter().map(|(id, reply)| (&**id, reply)).collect();
    let mut explained = Vec::new();
    let of_area = || run.results.iter().enumerate().filter(|(_, result)| result.area == CUMPROD.name);
    for (at, result) in of_area().filter(|(_, result)| result.judgement.verdict.is_failure()) {
        let (case, reply) = (cases.case(&result.id)?, replies.get(&*result.id)?);
        // A second answer, where there is one, is not kept.
        if matches!(case.expect, Expect::SameAs(..)) || judge.judge(&case, reply, None).verdict.is_failure() {
            return None;
        }
        explained.push(at);
    }
    let passes = of_area().filter(|(_, result)| result.judgement.verdict == Verdict::Pass).count();
    let (failures, says) = (explained.len(), PERMUTED.to_owned());
    (failures > 0).then_some((Diagnosis { says, explains: failures, failures, passes }, explained))
}

/// Whether the reply of a failing case says what is wrong.
fn is_compared(result: &CaseResult) -> bool {
    result.judgement.verdict.is_failure()
}

/// Whether a case fails because its call was refused, or was not.
fn is_refusal(result: &CaseResult) -> bool {
    result.judgement.kind.is_some_and(FailKind::is_refusal)
}

impl Suspect {
    /// The wrong answers to a case of this suspect and of another fault.
    #[must_use]
    pub fn beside(&self, other: &Fault, case: &Case, editions: &Editions) -> (Option<Reply>, Option<Reply>) {
        let right = Reference::new(editions.clone()).ask(&case.call);
        let answer = |fault: &Fault| fault.answer(&case.call, &right, &mut State::new(editions.clone()));
        let result = CaseResult::of(case, Judgement::of(Verdict::Pass), editions, Registry::default());
        let inside = self.region.as_ref().is_none_or(|region| region.holds(&Traits::of(&result, &right)));
        (answer(&self.fault).filter(|_| inside), answer(other))
    }
}
