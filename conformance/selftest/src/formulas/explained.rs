//! Which wrong formulas explain the failures of a run.

use super::{COMPUTED, Fault, Wrong, is_same};
use ascertain::backend::{Backend, Reply};
use ascertain::call::Call;
use ascertain::contract::OperatorSpec;
use ascertain::reference::Reference;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{Diagnosis, FailKind, Run, Verdict};
use std::borrow::Cow;
use std::collections::HashMap;

/// A mistake in a formula, with the results of a run that it explains, by position.
pub(crate) type Explained = (Diagnosis, Vec<usize>);

/// At most so many failures are looked at that no mistake explains.
const UNEXPLAINED: usize = 8;

/// A cause is told only if so many failures of a requirement are explained for each that is not.
const EXPLAINED_FOR_EACH_LEFT: usize = 3;

/// The mistakes in formulas of an operator that explain failures of a run: they give the backend's own results, and right ones
/// where it passes.
pub(crate) fn explanations(
    run: &Run,
    cases: &CaseIndex<'_>,
    replies: &HashMap<&str, &Reply>,
    operator: &'static OperatorSpec,
) -> Vec<Explained> {
    let contract = operator.contract(cases.editions());
    let of_area = || run.results.iter().enumerate().filter(|(_, result)| result.area == operator.name);
    let of_verdict =
        |is: fn(Verdict) -> bool| of_area().filter(move |(_, result)| is(result.judgement.verdict));
    // What is refused or accepted wrongly has other causes.
    let wrong = || {
        of_verdict(Verdict::is_failure).filter(|(_, result)| result.judgement.kind == Some(FailKind::Value))
    };
    let failures = wrong().count();
    let mut failing: Vec<(usize, Cow<'_, Case>, &Reply)> = wrong()
        .filter_map(|(at, result)| Some((at, cases.case(&result.id)?, *replies.get(&*result.id)?)))
        .collect();
    // Small calls first: they are soon computed.
    failing.sort_by_key(
        |(_, case, _)| if let Call::Operate(call) = &case.call { call.longest_answer() } else { 0 },
    );
    let passing: Vec<Cow<'_, Case>> = of_verdict(|verdict| verdict == Verdict::Pass)
        .filter_map(|(_, result)| cases.case(&result.id))
        .collect();
    let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
    let asked: Vec<usize> = failing.iter().map(|(at, ..)| *at).collect();
    let mut found: Vec<Explained> = Vec::new();
    let mut unexplained = 0;
    // What explains one failure alone is not told.
    while let [(_, case, given), _, ..] = &failing[..]
        && unexplained < UNEXPLAINED
    {
        let mut suspects: Vec<Fault> = COMPUTED.map(Fault::AlwaysIn).to_vec();
        for fault in contract.formulas.iter().flat_map(Fault::all) {
            if !suspects.contains(&fault) {
                suspects.push(fault);
            }
        }
        let backend = |fault: Fault| Wrong {
            reference: Reference::new(cases.editions().clone()),
            operator,
            contract,
            result: None,
            fault,
        };
        let gives = |wrong: &mut Wrong, case: &Case, given: &Reply| is_same(&wrong.ask(&case.call), given);
        suspects.retain(|fault| gives(&mut backend(*fault), case, given));
        let innocent = |wrong: &mut Wrong| {
            passing.iter().all(|case| !judge.judge(case, &wrong.ask(&case.call), None).verdict.is_failure())
        };
        let explained = suspects.into_iter().filter_map(|fault| {
            let mut wrong = backend(fault);
            let explained: Vec<usize> = failing
                .iter()
                .filter(|(_, case, given)| gives(&mut wrong, case, given))
                .map(|(at, ..)| *at)
                .collect();
            (explained.len() > 1 && innocent(&mut wrong)).then_some((fault, explained))
        });
        // The first of several that explain as much is the broadest. With those like it that explain the same, it is told.
        let explained: Vec<(Fault, Vec<usize>)> = explained.collect();
        let most = explained.iter().map(|(_, explained)| explained.len()).max();
        match explained.iter().find(|(_, explained)| Some(explained.len()) == most) {
            Some((fault, same)) => {
                let alike =
                    explained.iter().filter(|(other, explained)| explained == same && fault.is_like(*other));
                let others = alike.skip(1).filter_map(|(other, _)| other.dtype());
                let says = others.fold(fault.says(), |says, dtype| format!("{says} or {dtype}"));
                failing.retain(|(at, ..)| !same.contains(at));
                let (explains, passes) = (same.len(), passing.len());
                found.push((Diagnosis { says, explains, failures, passes }, same.clone()));
            }
            None => {
                failing.remove(0);
                unexplained += 1;
            }
        }
    }
    // A mistake that leaves many failures of a requirement unexplained is hardly the one that was made.
    let is_explained = |at: &usize| found.iter().any(|(_, explained)| explained.contains(at));
    let mut counts: HashMap<_, [usize; 2]> = HashMap::new();
    for at in &asked {
        counts.entry(run.results[*at].judgement.requirement).or_default()[usize::from(is_explained(at))] += 1;
    }
    let is_most = |at: &usize| {
        let [left, explained] = counts[&run.results[*at].judgement.requirement];
        explained >= EXPLAINED_FOR_EACH_LEFT * left
    };
    found.retain(|(_, explained)| explained.iter().any(is_most));
    found
}
