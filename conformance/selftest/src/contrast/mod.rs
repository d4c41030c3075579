//! Where results of an operator are wrong, and what they are there, learnt from the elements of a run.
//!
//! Nothing is assumed of the implementation. A [relation](relations) is what each wrong element may be: zero, an operand, the
//! right result of an operand in another dtype. Where it does not hold of right elements, a [region](region) of
//! [features](features) tells these from the wrong ones. The simplest pair that is true of all elements asked may be the cause.
//! [Fresh cases](fresh) that it makes a difference to are asked then. What contradicts it is learnt from, and the search begins
//! again; what is borne out is told. If no relation holds, the region alone may say what is wrong. What one cause leaves
//! unexplained may have others, of single elements.

mod asked;
mod features;
mod fresh;
mod history;
mod inquiry;
mod layouts;
mod lines;
mod pairs;
mod region;
mod relation;
mod relations;
mod search;

pub use self::fresh::Ask;

use self::asked::Asked;
use self::fresh::Fresh;
use self::history::History;
use self::inquiry::Inquiry;
use self::relation::Relation;
use self::search::Search;
use ascertain::backend::Reply;
use ascertain::contract::OperatorSpec;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{Diagnosis, FailKind, Run, Verdict};
use std::collections::HashMap;
use std::rc::Rc;

/// A cause, with the results of a run that it explains, by position.
pub(crate) type Explained = (Diagnosis, Vec<usize>);

/// The causes of an operator's wrong values.
pub(crate) fn explanations(
    run: &Run,
    cases: &CaseIndex<'_>,
    replies: &HashMap<&str, &Reply>,
    operator: &'static OperatorSpec,
    ask: &mut Ask<'_>,
) -> Vec<Explained> {
    let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
    let mut history = History::default();
    let [failed, passed] = asked::gather(run, cases, &judge, replies, operator, &mut history);
    let of_area = || run.results.iter().filter(|result| result.area == operator.name);
    let failures = of_area().filter(|result| {
        result.judgement.verdict.is_failure() && result.judgement.kind == Some(FailKind::Value)
    });
    let failures = failures.count();
    let passes = of_area().filter(|result| result.judgement.verdict == Verdict::Pass).count();
    let mut fresh = Fresh::new(operator, cases, &judge, ask, history, run.results.len());
    fresh.draw(&failed.iter().chain(passed.iter().take(failed.len())).collect::<Vec<_>>(), run.seed);
    let (failed, passed): (Vec<Rc<Asked>>, Vec<Rc<Asked>>) =
        (failed.into_iter().map(Rc::new).collect(), passed.into_iter().map(Rc::new).collect());
    let mut found: Vec<Explained> = Vec::new();
    let results = failed.iter().map(|asked| asked.result + 1).max().unwrap_or(0);
    for result in 0..results {
        let of_result = |all: &[Rc<Asked>]| -> Vec<Rc<Asked>> {
            all.iter().filter(|asked| asked.result == result).cloned().collect()
        };
        let mut wrong = of_result(&failed);
        wrong.retain(|asked| asked.wrong().next().is_some());
        let Some(like) = wrong.iter().find(|asked| !asked.is_in_place()).or(wrong.first()).cloned() else {
            continue;
        };
        let (relations, features) = (relations::all(&like, &wrong), features::all(&like));
        let relations: Vec<&Relation> = relations.iter().collect();
        let search = Search { judge: &judge, relations: &relations, features: &features };
        let inquiry = Inquiry { search, result, right: of_result(&passed), known: Vec::new() };
        for (says, explained) in inquiry.causes(&wrong, &like, &mut fresh) {
            found.push((Diagnosis { says, explains: explained.len(), failures, passes }, explained));
        }
    }
    found
}
