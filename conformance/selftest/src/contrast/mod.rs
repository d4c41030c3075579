//! Where results of an operator are wrong, and what they are there, learnt from the elements of a run.
//!
//! Nothing is assumed of the implementation. A [relation](relations) is what each wrong element may be: zero, an operand, the
//! right result of an operand in another dtype. Where it does not hold of right elements, a [region](region) of
//! [features](features) tells these from the wrong ones. The simplest pair that is true of all elements asked may be the cause.
//! [Fresh cases](fresh) that it makes a difference to are asked then. What contradicts it is learnt from, and the search begins
//! again; what is borne out is told. If no relation holds, the region alone may say what is wrong.

mod asked;
mod features;
mod fresh;
mod layouts;
mod lines;
mod region;
mod relation;
mod relations;
mod search;

pub use self::fresh::Ask;

use self::asked::Asked;
use self::fresh::Fresh;
use self::search::{Cause, Search};
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::contract::OperatorSpec;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{Diagnosis, FailKind, Run, Verdict};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A cause, with the results of a run that it explains, by position.
pub(crate) type Explained = (Diagnosis, Vec<usize>);

/// How often a cause is looked for, each time with what contradicted the one before.
const ROUNDS: usize = 6;

/// So many right results are looked at first, of small calls and large ones, and at most so many elements that contradict a
/// cause are added at once.
const SAMPLE: usize = 600;
const CONTRADICTIONS: usize = 48;

/// Cases are asked that tell so many causes from each other. Of so many that fail, one may be left unexplained.
const LIKELY: usize = 4;
const ASKED_FOR_EACH_LEFT: usize = 10;

/// Wrong elements of fewer cases say too little. Of less than the last, more are asked before anything is looked for.
const CASES: usize = 2;
const CASES_OF_A_DTYPE: usize = 6;
const MANY_CASES: usize = 12;

/// The causes of an operator's wrong values.
pub(crate) fn explanations(
    run: &Run,
    cases: &CaseIndex<'_>,
    replies: &HashMap<&str, &Reply>,
    operator: &'static OperatorSpec,
    ask: &mut Ask<'_>,
) -> Vec<Explained> {
    let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
    let [failed, passed] = asked::gather(run, cases, &judge, replies, operator);
    let of_area = || run.results.iter().filter(|result| result.area == operator.name);
    let failures = of_area().filter(|result| {
        result.judgement.verdict.is_failure() && result.judgement.kind == Some(FailKind::Value)
    });
    let failures = failures.count();
    let passes = of_area().filter(|result| result.judgement.verdict == Verdict::Pass).count();
    let mut fresh = Fresh::new(operator, cases, &judge, ask, run.results.len());
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
        let (relations, features) = (relations::all(&like), features::all(&like));
        let search = Search { judge: &judge, relations: &relations, features: &features };
        let mut inquiry = Inquiry { search, result, right: of_result(&passed), known: Vec::new() };
        let (mut told, mut left): (Vec<Told<'_>>, Vec<Rc<Asked>>) = (Vec::new(), wrong.clone());
        for part in parts(&wrong) {
            let claimed: Vec<&Rc<Asked>> = left.iter().filter(|asked| part.has(asked)).collect();
            let dtype = if let Part::DType(dtype) = part { Some(dtype) } else { None };
            let least = if dtype.is_some() { CASES_OF_A_DTYPE } else { 1 };
            if claimed.len() < least {
                continue;
            }
            let Some(causes) = inquiry.causes(part, &claimed, &mut fresh) else { continue };
            let Some(says) = search.says(&causes, &like) else { continue };
            let Some(cause) = causes.into_iter().next() else { continue };
            let holds = claimed.iter().filter(|asked| search.explains(&cause, asked));
            let explained: Vec<usize> = holds.map(|asked| asked.at).collect();
            // What is only said of where no element is wrong may be said better of one dtype.
            if explained.len() >= least && (cause.is_exact() || dtype.is_none()) {
                if cause.is_exact() {
                    left.retain(|asked| !explained.contains(&asked.at));
                }
                told.push(Told { dtype, says, cause, explained });
            }
        }
        for (says, explained) in settled(&told) {
            found.push((Diagnosis { says, explains: explained.len(), failures, passes }, explained));
        }
    }
    found
}

/// A cause of some failures, in words; of those that are computed in one dtype, if they were looked at alone.
struct Told<'a> {
    dtype: Option<DType>,
    says: String,
    cause: Cause<'a>,
    explained: Vec<usize>,
}

/// The causes that are worth telling, those of several dtypes together.
fn settled(told: &[Told<'_>]) -> Vec<(String, Vec<usize>)> {
    let any_exact = told.iter().any(|told| told.cause.is_exact());
    // To one dtype, much fits by chance, but not the same to two.
    let is_alone = |own: &Told<'_>| {
        let is_like = |other: &&Told<'_>| other.cause.is_like(&own.cause);
        own.dtype.is_some() && told.iter().filter(is_like).count() < 2
    };
    let kept = told.iter().filter(|own| !is_alone(own) && (own.cause.is_exact() || !any_exact));
    let mut settled: Vec<(Vec<DType>, &str, Vec<usize>)> = Vec::new();
    for own in kept {
        match settled.iter_mut().find(|(dtypes, says, _)| *says == own.says && !dtypes.is_empty()) {
            Some((dtypes, _, explained)) => {
                dtypes.extend(own.dtype);
                explained.extend(&own.explained);
            }
            None => settled.push((own.dtype.into_iter().collect(), &own.says, own.explained.clone())),
        }
    }
    let worded = settled.into_iter().map(|(dtypes, says, explained)| {
        let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.name()).collect();
        (
            if names.is_empty() { says.to_owned() } else { format!("in {}, {says}", names.join(", ")) },
            explained,
        )
    });
    worded.collect()
}

/// Failures that may have one cause.
#[derive(Clone, Copy)]
enum Part {
    All,
    /// Those that break one requirement: of two mistakes, each often breaks its own.
    Requirement(&'static str),
    /// Those that are computed in one dtype.
    DType(DType),
}

impl Part {
    /// Whether a result is among them, or right like those that are not.
    fn has(self, asked: &Asked) -> bool {
        match self {
            Self::All => true,
            Self::Requirement(id) => asked.broken.is_none_or(|broken| broken == id),
            Self::DType(dtype) => asked.compute == dtype,
        }
    }
}

fn parts(wrong: &[Rc<Asked>]) -> Vec<Part> {
    let broken: BTreeSet<&str> = wrong.iter().filter_map(|asked| asked.broken).collect();
    let dtypes: BTreeSet<DType> = wrong.iter().map(|asked| asked.compute).collect();
    let by_requirement = broken.iter().copied().map(Part::Requirement).filter(|_| broken.len() > 1);
    let by_dtype = dtypes.iter().copied().map(Part::DType).filter(|_| dtypes.len() > 1);
    [Part::All].into_iter().chain(by_requirement).chain(by_dtype).collect()
}

/// The search for the causes of a wrong result, with all that was learnt of it.
struct Inquiry<'a, 's> {
    search: Search<'a, 's>,
    /// Its place among the results of a call.
    result: usize,
    /// Where the run was right.
    right: Vec<Rc<Asked>>,
    /// What came of the cases that were asked since.
    known: Vec<Rc<Asked>>,
}

impl<'a> Inquiry<'a, '_> {
    /// The cause of some failures, and others that nothing tells from it. All elements asked bear it out.
    fn causes(
        &mut self,
        part: Part,
        claimed: &[&Rc<Asked>],
        fresh: &mut Fresh<'_, '_>,
    ) -> Option<Vec<Cause<'a>>> {
        let search = self.search;
        let is_own = |asked: &Asked| part.has(asked);
        let right: Vec<Rc<Asked>> = self.right.iter().filter(|asked| is_own(asked)).cloned().collect();
        let sample: Vec<Rc<Asked>> =
            right.iter().step_by(right.len().div_ceil(SAMPLE).max(1)).cloned().collect();
        let mut contradicting: Vec<(Rc<Asked>, usize)> = Vec::new();
        if claimed.len() < MANY_CASES {
            self.learn(fresh, &|_| 0);
        }
        for round in 0..ROUNDS {
            let known = self.known.clone();
            let known = known.iter().filter(|asked| is_own(asked));
            let (since, also_right): (Vec<_>, Vec<_>) = known.partition(|asked| asked.is_wrong());
            let wrong = claimed.iter().copied().filter(|asked| asked.is_judged).chain(since);
            let mut wrong: Vec<&Asked> = wrong.map(|asked| &**asked).collect();
            let like: Vec<&Asked> = sample.iter().chain(also_right).map(|asked| &**asked).collect();
            let mut causes = search.causes(&wrong, &like, &contradicting, round > 0);
            let best = causes.first()?;
            let against = right.iter().flat_map(|asked| {
                search.contradicts(best, asked).into_iter().map(|at| (Rc::clone(asked), at))
            });
            let against: Vec<(Rc<Asked>, usize)> = against.take(CONTRADICTIONS).collect();
            if !against.is_empty() {
                contradicting.extend(against);
                continue;
            }
            let own_result = self.result;
            let of_own = |asked: &Asked| asked.result == own_result && is_own(asked);
            let likely = &causes[..causes.len().min(LIKELY)];
            // What some of them say goes wrong tells most.
            let telling = |asked: &Asked| {
                let says_so = |cause: &Cause<'_>| !search.contradicts(cause, asked).is_empty();
                let said =
                    if of_own(asked) { likely.iter().filter(|cause| says_so(cause)).count() } else { 0 };
                usize::from(said > 0)
                    + usize::from(said > 0 && said < likely.len())
                    + usize::from(said > 0 && says_so(best))
            };
            let new = self.learn(fresh, &telling);
            let new: Vec<&Rc<Asked>> = new.iter().filter(|asked| is_own(asked)).collect();
            let holds = |cause: &Cause<'_>| {
                let wrong: Vec<_> = new.iter().filter(|asked| asked.is_wrong()).collect();
                let left = wrong.iter().filter(|asked| !search.explains(cause, asked)).count();
                left * ASKED_FOR_EACH_LEFT <= wrong.len()
                    && new.iter().all(|asked| search.contradicts(cause, asked).is_empty())
            };
            let is_held = holds(best);
            causes.retain(holds);
            wrong.extend(new.iter().filter(|asked| asked.is_wrong()).map(|asked| &***asked));
            if is_held && wrong.len() >= CASES && search.is_proven(&causes[0], &wrong) {
                return Some(causes);
            }
        }
        None
    }

    /// Asks cases that tell something, by what is right of them.
    fn learn(&mut self, fresh: &mut Fresh<'_, '_>, telling: &dyn Fn(&Asked) -> usize) -> Vec<Rc<Asked>> {
        let asked = fresh.asked(telling).into_iter().filter(|asked| asked.result == self.result);
        let asked: Vec<Rc<Asked>> = asked.map(Rc::new).collect();
        self.known.extend(asked.iter().cloned());
        asked
    }
}
