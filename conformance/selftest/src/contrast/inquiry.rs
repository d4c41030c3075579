//! The search for the causes of an operator's result, part by part of its failures.

use super::asked::Asked;
use super::fresh::Fresh;
use super::relation::Relation;
use super::search::{Cause, Search};
use ascertain::DType;
use ascertain_judge::operator::Mark;
use ascertain_judge::ordered::sort_by_key;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How often a cause is looked for, each time with what contradicted the one before.
const ROUNDS: usize = 6;

/// So many right results are looked at first, of small calls and large ones, and at most so many elements that contradict a
/// cause are added at once.
const SAMPLE: usize = 200;
const CONTRADICTIONS: usize = 48;

/// Cases are asked that tell so many causes from each other. Of so many that fail, one may be left unexplained.
const LIKELY: usize = 4;
const ASKED_FOR_EACH_LEFT: usize = 10;

/// Wrong elements of fewer cases say too little: of all, and of those that were chosen. Of less than the last, more are asked
/// before anything is looked for.
const CASES: usize = 2;
const CASES_OF_CHOSEN: usize = 6;
const MANY_CASES: usize = 12;

/// A relation that was chosen for what it gives has to explain so many cases. Of so many elements that it gives, one may be wrong in
/// another way.
const CHOSEN_CASES: usize = 3;
const GIVEN_FOR_EACH_OTHER: usize = 9;

/// Failures that may have one cause.
#[derive(Clone, Copy)]
enum Part<'a, 'p> {
    All,
    /// Those of calls that convert no operand: what a backend makes of others is a mistake of its own.
    Unconverted,
    /// Those that break one requirement: of two mistakes, each often breaks its own.
    Requirement(&'static str),
    /// Those that are computed in one dtype.
    DType(DType),
    /// What each of these relations gives. What is wrong in another way has other causes.
    Given(&'p [&'a Relation]),
}

impl Part<'_, '_> {
    /// Whether a result is among them, or right like those that are not.
    fn may_have(self, asked: &Asked) -> bool {
        match self {
            Self::All | Self::Given(_) => true,
            Self::Unconverted => !asked.is_wrong() || asked.is_unconverted(),
            Self::Requirement(id) => asked.broken.is_none_or(|broken| broken == id),
            Self::DType(dtype) => asked.compute == dtype,
        }
    }
}

/// The parts that are looked at whatever is wrong in them.
fn parts(wrong: &[Rc<Asked>]) -> Vec<Part<'static, 'static>> {
    let broken: BTreeSet<&str> = wrong.iter().filter_map(|asked| asked.broken).collect();
    let dtypes: BTreeSet<DType> = wrong.iter().map(|asked| asked.compute).collect();
    let unconverted = wrong.iter().filter(|asked| asked.is_unconverted()).count();
    let unconverted = Some(Part::Unconverted).filter(|_| unconverted > 0 && unconverted < wrong.len());
    let by_requirement = broken.iter().copied().map(Part::Requirement).filter(|_| broken.len() > 1);
    let by_dtype = dtypes.iter().copied().map(Part::DType).filter(|_| dtypes.len() > 1);
    [Part::All].into_iter().chain(unconverted).chain(by_requirement).chain(by_dtype).collect()
}

/// A cause of some failures, in words; of those that are computed in one dtype, if they were looked at alone.
struct Told<'a> {
    dtype: Option<DType>,
    says: String,
    cause: Cause<'a>,
    /// Whether its elements were chosen for what a relation gives.
    is_chosen: bool,
    /// Positions of the cases that it explains.
    explained: Vec<usize>,
}

impl Told<'_> {
    /// Whether it says of each element of a result whether it is wrong.
    fn is_of(&self, asked: &Asked) -> bool {
        self.cause.is_exact() && self.dtype.is_none_or(|dtype| dtype == asked.compute)
    }
}

/// The search for the causes of a wrong result, with all that was learnt of it.
pub(super) struct Inquiry<'a, 's> {
    pub(super) search: Search<'a, 's>,
    /// Its place among the results of a call.
    pub(super) result: usize,
    /// Where the run was right.
    pub(super) right: Vec<Rc<Asked>>,
    /// What came of the cases that were asked since.
    pub(super) known: Vec<Rc<Asked>>,
}

impl<'a> Inquiry<'a, '_> {
    /// The causes of failing cases, in words, with the positions of those that they explain. First one cause is looked for that
    /// most failures of a part have, then several of single elements.
    pub(super) fn causes(
        mut self,
        wrong: &[Rc<Asked>],
        like: &Asked,
        fresh: &mut Fresh<'_, '_>,
    ) -> Vec<(String, Vec<usize>)> {
        let (mut told, mut left): (Vec<Told<'a>>, _) = (Vec::new(), wrong.to_vec());
        for part in parts(wrong) {
            let Some(new) = self.told(part, &left, &[], like, fresh) else { continue };
            if new.cause.is_exact() {
                left.retain(|asked| !new.explained.contains(&asked.at));
            } else if told.iter().any(|own| own.cause.is_like(&new.cause)) {
                continue;
            }
            told.push(new);
        }
        let any_exact = told.iter().any(|told| told.cause.is_exact());
        let is_kept: Vec<bool> =
            told.iter().map(|own| !is_alone(own, &told) && (own.cause.is_exact() || !any_exact)).collect();
        let mut is_kept = is_kept.into_iter();
        told.retain(|_| is_kept.next() == Some(true));
        while let Some(new) = self.told_of_left(wrong, &told, like, fresh) {
            told.push(new);
        }
        if let Some(new) = self.told_nearly(wrong, &told, like) {
            told.retain(|own| own.cause.is_exact() || !own.cause.is_only_where(&new.cause));
            told.push(new);
        }
        self.share(wrong, &mut told);
        worded(&told)
    }

    /// What most elements are that no cause explains, where nothing says of each whether it is wrong.
    fn told_nearly(&self, wrong: &[Rc<Asked>], told: &[Told<'a>], like: &Asked) -> Option<Told<'a>> {
        let mut left: Vec<Rc<Asked>> = wrong.iter().map(|asked| left_of(self.search, told, asked)).collect();
        // That a truth is the other one is never obvious.
        left.retain(|asked| asked.is_wrong() && !asked.is_truth());
        if left.iter().any(|asked| asked.is_unconverted()) {
            left.retain(|asked| asked.is_unconverted());
        }
        if left.len() < CHOSEN_CASES {
            return None;
        }
        let cause = self.search.nearly(&left, &thinned(&self.right, SAMPLE))?;
        let explained = left.iter().filter(|asked| self.search.explains(&cause, asked));
        let explained: Vec<usize> = explained.map(|asked| asked.at).collect();
        if told.iter().any(|own| own.cause.is_of_relation_of(&cause)) {
            return None;
        }
        let says = self.search.says(std::slice::from_ref(&cause), like)?;
        (explained.len() >= CHOSEN_CASES).then_some(Told {
            dtype: None,
            says,
            cause,
            is_chosen: true,
            explained,
        })
    }

    /// A cause of some elements that none of these explains.
    fn told_of_left(
        &mut self,
        wrong: &[Rc<Asked>],
        told: &[Told<'a>],
        like: &Asked,
        fresh: &mut Fresh<'_, '_>,
    ) -> Option<Told<'a>> {
        let left = wrong.iter().map(|asked| left_of(self.search, told, asked));
        let left: Vec<Rc<Asked>> = left.filter(|asked| asked.is_wrong()).collect();
        let unconverted: Vec<Rc<Asked>> =
            left.iter().filter(|asked| asked.is_unconverted()).cloned().collect();
        let mut of = |left: &[Rc<Asked>], failed: &[Rc<Asked>]| {
            let likely = if left.len() < CHOSEN_CASES { Vec::new() } else { self.search.likely(left) };
            let told = |relations: Vec<_>| self.told(Part::Given(&relations), failed, told, like, fresh);
            likely.into_iter().find_map(told)
        };
        if unconverted.len() < left.len() {
            let failed: Vec<Rc<Asked>> =
                wrong.iter().filter(|asked| asked.is_unconverted()).cloned().collect();
            if let Some(told) = of(&unconverted, &failed) {
                return Some(told);
            }
        }
        of(&left, wrong)
    }

    /// A cause of the failures of a part, if one is worth telling. `known`: the causes of elements that are not asked for.
    fn told(
        &mut self,
        part: Part<'a, '_>,
        failed: &[Rc<Asked>],
        known: &[Told<'a>],
        like: &Asked,
        fresh: &mut Fresh<'_, '_>,
    ) -> Option<Told<'a>> {
        let search = self.search;
        let mut claimed: Vec<Rc<Asked>> =
            failed.iter().filter_map(|asked| seen(search, part, known, asked)).collect();
        claimed.retain(|asked| asked.is_wrong());
        let dtype = if let Part::DType(dtype) = part { Some(dtype) } else { None };
        let least = if dtype.is_some() { CASES_OF_CHOSEN } else { 1 };
        if claimed.len() < least {
            return None;
        }
        let causes = self.fitting(part, &claimed, known, fresh)?;
        let says = search.says(&causes, like)?;
        let cause = causes.into_iter().next()?;
        let explained = claimed.iter().filter(|asked| search.explains(&cause, asked));
        let explained: Vec<usize> = explained.map(|asked| asked.at).collect();
        // What is only said of where no element is wrong may be said better of one dtype.
        let is_told = explained.len() >= least && (cause.is_exact() || dtype.is_none());
        let is_chosen = matches!(part, Part::Given(_));
        if is_chosen && !self.holds_nearly(&cause, failed, known) {
            return None;
        }
        is_told.then_some(Told { dtype, says, cause, is_chosen, explained })
    }

    /// Whether what a cause says of wrong elements is nearly always so. Elsewhere two mistakes meet.
    fn holds_nearly(&self, cause: &Cause<'_>, failed: &[Rc<Asked>], known: &[Told<'a>]) -> bool {
        let (mut given, mut others) = (0, 0);
        for asked in failed.iter().chain(&self.known) {
            let left = left_of(self.search, known, asked);
            let [own, other] = self.search.borne_out(cause, &left);
            given += own;
            others += other;
        }
        others * GIVEN_FOR_EACH_OTHER <= given
    }

    /// Lets each cause explain the cases in which some cause explains each element. One that explains no case is not told.
    fn share(&self, wrong: &[Rc<Asked>], told: &mut Vec<Told<'a>>) {
        for own in told.iter_mut().filter(|own| own.cause.is_exact()) {
            own.explained.clear();
        }
        // What is said of all dtypes is said once.
        sort_by_key(told, |own| own.dtype.is_some());
        for asked in wrong {
            let covers = |own: &Told<'_>| -> Vec<bool> {
                let (is_own, covers) = (own.is_of(asked), self.search.covers(&own.cause, asked));
                asked.wrong().map(|at| is_own && covers(at)).collect()
            };
            let covered: Vec<Vec<bool>> = told.iter().map(covers).collect();
            let is_whole = |covered: &[bool]| covered.iter().all(|is| *is);
            if let Some(alone) = covered.iter().position(|covered| is_whole(covered)) {
                told[alone].explained.push(asked.at);
            } else if asked.wrong().enumerate().all(|(at, _)| covered.iter().any(|own| own[at])) {
                let parts = told.iter_mut().zip(&covered).filter(|(_, own)| own.contains(&true));
                parts.for_each(|(own, _)| own.explained.push(asked.at));
            }
        }
        let is_enough = |own: &Told<'_>| {
            let least = if own.is_chosen { CHOSEN_CASES } else { 1 };
            own.explained.len() >= least
        };
        told.retain(is_enough);
    }

    /// The cause of some failures, and others that nothing tells from it. All elements asked bear it out.
    fn fitting(
        &mut self,
        part: Part<'a, '_>,
        claimed: &[Rc<Asked>],
        told: &[Told<'a>],
        fresh: &mut Fresh<'_, '_>,
    ) -> Option<Vec<Cause<'a>>> {
        // All that are wrongly true, or wrongly false, were not chosen among many.
        let is_chosen = matches!(part, Part::Given([first, ..]) if !first.is_number);
        let (search, of_relation) = match part {
            Part::Given(relations) => (Search { relations, ..self.search }, true),
            _ => (self.search, false),
        };
        let right: Vec<Rc<Asked>> =
            self.right.iter().filter_map(|asked| seen(search, part, told, asked)).collect();
        let sample = thinned(&right, SAMPLE);
        let mut contradicting: Vec<(Rc<Asked>, usize)> = Vec::new();
        if claimed.len() < MANY_CASES {
            let dtypes: BTreeSet<DType> = claimed.iter().map(|asked| asked.compute).collect();
            self.learn(fresh, &|asked| usize::from(dtypes.contains(&asked.compute)));
        }
        for round in 0..ROUNDS {
            let known = self.known.iter().filter_map(|asked| seen(search, part, told, asked));
            let (since, also_right): (Vec<_>, Vec<_>) = known.partition(|asked| asked.is_wrong());
            let wrong = claimed.iter().filter(|asked| asked.is_judged).chain(&since);
            let mut wrong: Vec<&Asked> = wrong.map(|asked| &**asked).collect();
            let like: Vec<&Asked> =
                sample.iter().copied().chain(also_right.iter().map(|asked| &**asked)).collect();
            let mut causes =
                search.causes(&wrong, &like, &contradicting, round > 0 || of_relation, is_chosen);
            causes.retain(|cause| !of_relation || cause.relation.is_some() && cause.is_exact());
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
            let of_own = |asked: &Asked| asked.result == own_result && part.may_have(asked);
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
            let new: Vec<Rc<Asked>> =
                new.iter().filter_map(|asked| seen(search, part, told, asked)).collect();
            let holds = |cause: &Cause<'_>| {
                let wrong: Vec<_> = new.iter().filter(|asked| asked.is_wrong()).collect();
                let left = wrong.iter().filter(|asked| !search.explains(cause, asked)).count();
                left * ASKED_FOR_EACH_LEFT <= wrong.len()
                    && new.iter().all(|asked| search.contradicts(cause, asked).is_empty())
            };
            let is_held = holds(best);
            causes.retain(holds);
            wrong.extend(new.iter().filter(|asked| asked.is_wrong()).map(|asked| &**asked));
            let least = if of_relation { CASES_OF_CHOSEN } else { CASES };
            if is_held && wrong.len() >= least && search.is_proven(&causes[0], &wrong) {
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

/// At most so many of some results.
fn thinned(all: &[Rc<Asked>], most: usize) -> Vec<&Asked> {
    all.iter().step_by(all.len().div_ceil(most).max(1)).map(|asked| &**asked).collect()
}

/// A result as a part sees it: right, or among its failures. None if it is another's.
fn seen(
    search: Search<'_, '_>,
    part: Part<'_, '_>,
    told: &[Told<'_>],
    asked: &Rc<Asked>,
) -> Option<Rc<Asked>> {
    match part {
        Part::Given(relations) if asked.is_wrong() => {
            let (left, given) = (left_of(search, told, asked), relations[0].given(asked));
            let mark = |at: usize| if given(at) { Mark::Wrong } else { Mark::Open };
            Some(Rc::new(left.with_wrong(mark)))
        }
        _ => part.may_have(asked).then(|| Rc::clone(asked)),
    }
}

/// A result in which only what no cause explains is wrong.
fn left_of(search: Search<'_, '_>, told: &[Told<'_>], asked: &Rc<Asked>) -> Rc<Asked> {
    let exact = told.iter().filter(|told| told.is_of(asked));
    let covers: Vec<_> = exact.map(|told| search.covers(&told.cause, asked)).collect();
    if covers.is_empty() {
        return Rc::clone(asked);
    }
    let is_covered = |at: usize| covers.iter().any(|covers| covers(at));
    Rc::new(asked.with_wrong(|at| if is_covered(at) { Mark::Open } else { Mark::Wrong }))
}

/// To one dtype, much fits by chance, but not the same to two.
fn is_alone(own: &Told<'_>, told: &[Told<'_>]) -> bool {
    let is_like = |other: &&Told<'_>| other.cause.is_like(&own.cause);
    own.dtype.is_some() && told.iter().filter(is_like).count() < 2
}

/// The causes in words, those of several dtypes together, and with one of all dtypes without any.
fn worded(told: &[Told<'_>]) -> Vec<(String, Vec<usize>)> {
    let mut all: Vec<Vec<&Told<'_>>> = Vec::new();
    for own in told {
        match all.iter_mut().find(|like| like[0].says == own.says) {
            Some(like) => like.push(own),
            None => all.push(vec![own]),
        }
    }
    let worded = all.into_iter().map(|like| {
        let dtypes: Option<Vec<&str>> = like.iter().map(|own| Some(own.dtype?.name())).collect();
        let says = like[0].says.clone();
        let explained = like.iter().flat_map(|own| own.explained.iter().copied()).collect();
        (dtypes.map_or(says.clone(), |names| format!("in {}, {says}", names.join(", "))), explained)
    });
    worded.collect()
}
