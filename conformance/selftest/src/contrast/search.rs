//! The simplest causes that fit what is known.

use super::asked::{Asked, Value};
use super::features::Feature;
use super::region::{Fitting, Marks, Place, Region, count, listed, marked, shown};
use super::relation::Relation;
use ascertain::contract::Join;
use ascertain_judge::operator::Mark;
use ascertain_judge::ordered::sort_by_key;
use ascertain_judge::session::Judge;
use core::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// At most so many elements of a case are looked at, so many wrong ones of all, and so many right ones.
const PLACES: usize = 24;
const WRONG: usize = 1_500;
const RIGHT: usize = 8_000;

/// So many results that are right are asked first, and so many of the relations that they contradict least are asked all.
const QUICK: usize = 20;
const FINALISTS: usize = 24;

/// Of so many, which right elements contradict least, it is looked up how many do, where nothing says where they are wrong.
const NEAREST: usize = 3;

/// So many elements of a line that a relation changes are judged; of more, those that are far from what is right are wrong.
const JUDGED: usize = 8;

/// So many failing cases tell which relations are looked at alone, and so many are.
const LOOKED_AT: usize = 24;
const ALONE: usize = 4;

/// Of so many failing cases, one may be left unexplained.
const EXPLAINED_FOR_EACH_LEFT: usize = 20;

/// What a cause without a relation costs beside what its region does.
const NO_RELATION: usize = 3;

/// What a cause may cost at most, and how much more than the simplest: others that fit are tested too.
const MOST: usize = 8;
const MORE: usize = 1;

/// A relation that gives so many different wrong results is told even if nothing says where it holds.
const OBVIOUS: usize = 12;

/// So great a part of all is most of them.
const MOST_OF_ALL: (usize, usize) = (3, 4);

/// What is at most so much of a result is little.
const LITTLE: f64 = 0.05;

/// So many cases whose elements were chosen say as much as one of all.
const CHOSEN_FOR_EACH: usize = 2;

/// So many cases with wrong truths say as much as one number.
const CASES_FOR_EACH: usize = 3;

/// So many wrong elements are enough to say how near a relation comes.
const ENOUGH: usize = 100;

/// How many causes that nothing tells apart may be told.
const ALIKE: usize = 3;

/// How much nearer than the right result a relation's has to be to a wrong one, to say something about it.
const NEARER: f64 = 4.0;

/// Why elements of an operator's results are wrong.
pub(super) struct Cause<'a> {
    pub(super) relation: Option<&'a Relation>,
    region: Region,
    /// How many wrong elements it was learnt from, and from how many right ones it tells them.
    elements: usize,
    right: usize,
    /// How many of these are in the region all the same, if it only says where no wrong ones are.
    inside: Option<usize>,
    /// By how much of itself a result is off at most, if by little.
    off: Option<f64>,
}

/// The search for causes.
#[derive(Clone, Copy)]
pub(super) struct Search<'a, 's> {
    pub(super) judge: &'s Judge<'s>,
    pub(super) relations: &'s [&'a Relation],
    pub(super) features: &'a [Feature],
}

impl<'a> Search<'a, '_> {
    /// The simplest causes of all wrong elements, the very simplest first. `is_strict`: of those that are proven; `is_chosen`: the
    /// elements are those that some relation gives, of more.
    pub(super) fn causes(
        &self,
        wrong: &[&Asked],
        right: &[&Asked],
        contradicting: &[(Rc<Asked>, usize)],
        is_strict: bool,
        is_chosen: bool,
    ) -> Vec<Cause<'a>> {
        let places = thinned(wrong.iter().flat_map(|asked| spread_of(asked, Mark::Wrong)).collect(), WRONG);
        let others = right.iter().chain(wrong).flat_map(|asked| spread_of(asked, Mark::Right));
        let mut others = thinned(others.collect(), RIGHT);
        others.extend(contradicting.iter().map(|(asked, at)| Place { asked, at: *at }));
        if places.is_empty() {
            return Vec::new();
        }
        // Where a relation was chosen for what it gives, more of that is chance, above all of truths.
        let is_truth = wrong.iter().any(|asked| asked.is_truth());
        let for_each =
            if is_chosen { CHOSEN_FOR_EACH * if is_truth { CASES_FOR_EACH } else { 1 } } else { 1 };
        let fitting = Fitting::of(self.features, &places, wrong.len() / for_each, &others);
        let off = off(&places);
        let (elements, right_elements) = (places.len(), others.len());
        let cause = |relation, region, inside| Cause {
            relation,
            region,
            elements,
            right: right_elements,
            inside,
            off,
        };
        let mut causes: Vec<Cause<'a>> = Vec::new();
        let mut least = MOST;
        let finalists = self.finalists(wrong, right, is_strict);
        for relation in &finalists {
            // A region costs something.
            if relation.cost > least + MORE {
                continue;
            }
            let may_leave_out = |place: usize| fitting.may_leave_out(place);
            let Some(against) = self.marks_against(relation, &others, may_leave_out) else { continue };
            let most = (least + MORE).min(MOST).saturating_sub(relation.cost);
            let Some(region) = fitting.around(&against, most) else { continue };
            // What one number gives is always one number.
            if relation.is_number && region.is_of_one_number(self.features, &places[0]) {
                continue;
            }
            let right = count(&against);
            causes.push(Cause { right, ..cause(Some(relation), region, None) });
            least = least.min(causes.iter().map(Cause::cost).min().unwrap_or(MOST));
        }
        if least + MORE > NO_RELATION {
            let all = marked(others.len(), |_| true);
            let most = (least + MORE).min(MOST) - NO_RELATION;
            if let Some(region) = fitting.around(&all, most).filter(|region| region.cost() > 0) {
                causes.push(cause(None, region, None));
            }
        }
        if causes.is_empty() {
            // What is obvious is told without a region. That a truth is the other one says nothing.
            let is_obvious =
                |relation: &Relation| !relation.is_number && self.proofs(relation, wrong, OBVIOUS) >= OBVIOUS;
            let with_contradictions = finalists.into_iter().take(NEAREST).filter_map(|relation| {
                Some((count(&self.marks_against(relation, &others, |_| true)?), relation))
            });
            let nearest = with_contradictions.min_by_key(|(contradictions, _)| *contradictions);
            let nearest = nearest.filter(|(contradictions, _)| !is_truth || contradictions * 4 <= elements);
            if let Some((region, inside)) = fitting.nearly() {
                causes.push(cause(nearest.map(|(_, relation)| relation), region, Some(inside)));
            } else if let Some((contradictions, relation)) = nearest.filter(|(_, own)| is_obvious(own)) {
                causes.push(cause(Some(relation), Region::default(), Some(contradictions)));
            } else if off.is_some() {
                causes.push(cause(None, Region::default(), Some(right_elements)));
            }
        }
        // Of those that cost the same, the first of the list.
        sort_by_key(&mut causes, |cause| {
            (cause.cost(), cause.relation.map_or(usize::MAX, |relation| relation.place))
        });
        causes
    }

    /// The relations that give the wrong elements, those that small right results contradict least first.
    fn finalists(&self, wrong: &[&Asked], right: &[&Asked], is_strict: bool) -> Vec<&'a Relation> {
        let allowed = wrong.len() / EXPLAINED_FOR_EACH_LEFT;
        let fits = |relation: &&Relation| {
            let is_left = |asked: &&&Asked| !gives(relation, asked);
            wrong.iter().filter(is_left).take(allowed + 1).count() <= allowed
                && (!is_strict || self.is_believed(relation, wrong))
        };
        let quick = || right.iter().step_by(right.len().div_ceil(QUICK).max(1));
        let contradictions =
            |relation: &Relation| quick().filter(|asked| !self.against(relation, asked).is_empty()).count();
        let fitting = self.relations.iter().copied().filter(fits);
        let mut counted: Vec<_> = fitting.map(|relation| (contradictions(relation), relation)).collect();
        // A number that is seldom right is contradicted often.
        sort_by_key(&mut counted, |(contradictions, relation)| (!relation.is_number, *contradictions));
        counted.truncate(FINALISTS);
        counted.into_iter().map(|(_, relation)| relation).collect()
    }

    /// Relations that give some of what is wrong, those that give most first; those that give the same together, the simplest first.
    /// Of several that say the same of a dtype or a length, there is the one that gives most.
    pub(super) fn likely(&self, wrong: &[Rc<Asked>]) -> Vec<Vec<&'a Relation>> {
        let sample = wrong.iter().step_by(wrong.len().div_ceil(LOOKED_AT).max(1));
        let sample: Vec<(&Asked, Vec<usize>)> =
            sample.map(|asked| (&**asked, some(&asked.wrong().collect::<Vec<_>>()).collect())).collect();
        let given = |relation: &Relation| -> Vec<(usize, usize)> {
            let of_case = |(case, (asked, places)): (usize, &(&Asked, Vec<usize>))| {
                let given = relation.given(asked);
                places.iter().filter(|at| given(**at)).map(|at| (case, *at)).collect::<Vec<_>>()
            };
            sample.iter().enumerate().flat_map(of_case).collect()
        };
        let mut likely: Vec<_> = self.relations.iter().map(|relation| (given(relation), *relation)).collect();
        likely.retain(|(given, relation)| given.len() >= relation.needs());
        sort_by_key(&mut likely, |(given, relation)| (Reverse(given.len()), relation.cost, relation.place));
        let (mut said, mut groups) = (BTreeSet::new(), Vec::<(Vec<_>, Vec<&Relation>)>::new());
        for (given, relation) in likely {
            match groups.iter_mut().find(|(own, _)| *own == given) {
                Some((_, group)) => group.push(relation),
                None if said.contains(&*relation.says) => {}
                None => groups.push((given, vec![relation])),
            }
            said.insert(&*relation.says);
        }
        // That a truth is the other one says nothing, if something else is said; so that is looked at last.
        let is_truth = wrong.iter().any(|asked| asked.is_truth());
        let mut last = Vec::new();
        for (_, group) in groups.iter_mut().filter(|_| is_truth) {
            if group.iter().any(|own| !own.is_number) {
                last.extend(group.extract_if(.., |own| own.is_number).next().map(|own| vec![own]));
            }
        }
        groups.into_iter().map(|(_, group)| group).take(ALONE).chain(last).collect()
    }

    /// What most wrong elements are, if it is obvious, and where none is.
    pub(super) fn nearly(&self, wrong: &[Rc<Asked>], right: &[&Asked]) -> Option<Cause<'a>> {
        let likely = self.likely(wrong).into_iter().filter_map(|group| group.into_iter().next());
        let wrong: Vec<&Asked> = wrong.iter().map(|asked| &**asked).collect();
        let places: Vec<Place<'_>> =
            wrong.iter().flat_map(|asked| asked.wrong().map(|at| Place { asked, at })).collect();
        let most = |relation: &&Relation| {
            let given = |asked: &&Asked| {
                let given = relation.given(asked);
                asked.wrong().filter(|at| given(*at)).count()
            };
            let given: usize = wrong.iter().map(given).sum();
            given * MOST_OF_ALL.1 >= places.len() * MOST_OF_ALL.0
        };
        let is_obvious = |relation: &&Relation| self.proofs(relation, &wrong, OBVIOUS) >= OBVIOUS;
        let relation = likely.filter(|relation| !relation.is_number).filter(most).find(is_obvious)?;
        let others = thinned(right.iter().flat_map(|asked| spread_of(asked, Mark::Right)).collect(), RIGHT);
        let elements = places.len();
        let fitting = Fitting::of(self.features, &thinned(places, WRONG), wrong.len(), &others);
        let (region, inside) = fitting.nearly().or_else(|| {
            Some((Region::default(), count(&self.marks_against(relation, &others, |_| true)?)))
        })?;
        let right = others.len();
        Some(Cause { relation: Some(relation), region, elements, right, inside: Some(inside), off: None })
    }

    /// How many different wrong results a relation gives, if most of what it gives is nearer to them than what is right: at most
    /// so many. Of truths, which are all alike, how many cases have some.
    fn proofs(&self, relation: &Relation, wrong: &[&Asked], most: usize) -> usize {
        let (mut different, mut looked_at, mut near) = (BTreeSet::new(), 0, 0);
        for asked in wrong {
            let (Some(given), Some(got)) = ((relation.gives)(asked), &asked.got) else { continue };
            for at in some(&asked.wrong().collect::<Vec<_>>()) {
                let [given, got, right] = [&given, got, &asked.expected].map(|all| asked.element(all, at));
                looked_at += 1;
                if is_nearer(asked, given, got, right) {
                    near += 1;
                    let Value { re, im, whole } = Value::of(asked.dtype(), got);
                    // Zeros of both signs are one number.
                    let bits = [re + 0.0, im + 0.0].map(|x| if x.is_nan() { f64::NAN } else { x }.to_bits());
                    let result = (whole.unwrap_or(0), bits);
                    different.insert(if asked.is_truth() { (asked.at as i128, [0; 2]) } else { result });
                }
            }
            if different.len() >= most && looked_at >= ENOUGH {
                break;
            }
        }
        if near * 2 < looked_at { 0 } else { different.len() }
    }

    fn is_believed(&self, relation: &Relation, wrong: &[&Asked]) -> bool {
        let is_truth = wrong.first().is_some_and(|asked| asked.is_truth());
        let needs = relation.needs() * if is_truth { CASES_FOR_EACH } else { 1 };
        self.proofs(relation, wrong, needs) >= needs
    }

    /// Whether what a cause gives is more than chance.
    pub(super) fn is_proven(&self, cause: &Cause<'_>, wrong: &[&Asked]) -> bool {
        cause.relation.is_none_or(|relation| self.is_believed(relation, wrong))
    }

    /// Right elements for which a relation gives something else that is wrong. Each part of the failures asks for them again.
    fn against(&self, relation: &Relation, asked: &Asked) -> Rc<[usize]> {
        if let Some(known) = asked.contradictions.borrow().get(&relation.place) {
            return Rc::clone(known);
        }
        let places: Rc<[usize]> = self.found_against(relation, asked).into();
        asked.contradictions.borrow_mut().insert(relation.place, Rc::clone(&places));
        places
    }

    fn found_against(&self, relation: &Relation, asked: &Asked) -> Vec<usize> {
        let Some(given) = (relation.gives)(asked) else { return Vec::new() };
        let pair = |at: usize| (asked.element(&given, at), asked.element(&asked.expected, at));
        let is_other = |at: &usize| {
            asked.marks[*at] == Mark::Right
                && asked.got.as_ref().is_none_or(|got| asked.element(got, *at) != pair(*at).0)
                && !asked.is_same(pair(*at).0, pair(*at).1, None)
        };
        let mut places: Vec<usize> = (0..asked.count()).filter(is_other).collect();
        // What is right in another way does not speak against it.
        let is_far = |at: &usize| asked.is_far(*at, pair(*at).0, pair(*at).1);
        // Of equal elements, each index is right.
        let is_index = asked.formula.index_of.is_some();
        match &asked.formula.joined {
            _ if places.is_empty() => {}
            Some(joined) if !is_index && matches!(joined.by, Join::Least | Join::Greatest) => {}
            Some(_) if !is_index && places.len() > JUDGED => places.retain(is_far),
            _ if places.iter().any(|at| asked.is_plainly_wrong(*at, pair(*at).0)) => {
                // These say enough without the judge.
                places.retain(|at| asked.is_plainly_wrong(*at, pair(*at).0));
            }
            _ if is_index || asked.right(0).whole.is_none() => {
                let mut answers = asked.right.clone();
                answers[asked.result].set_elements(&given);
                let marks = self.judge.marks(&asked.call, &answers);
                match marks.into_iter().nth(asked.result).flatten() {
                    Some(marks) => places.retain(|at| marks[*at] == Mark::Wrong),
                    None => places.retain(is_far),
                }
            }
            _ => {}
        }
        places
    }

    /// The places where a relation gives something wrong for what is right; none if it does where it may not.
    fn marks_against(
        &self,
        relation: &Relation,
        right: &[Place<'_>],
        may_be: impl Fn(usize) -> bool,
    ) -> Option<Marks> {
        let mut last: Option<(*const Asked, Rc<[usize]>)> = None;
        let mut marks = marked(right.len(), |_| false);
        for (at, place) in right.iter().enumerate() {
            let own = std::ptr::from_ref(place.asked);
            if last.as_ref().is_none_or(|(asked, _)| *asked != own) {
                last = Some((own, self.against(relation, place.asked)));
            }
            if last.as_ref().is_some_and(|(_, places)| places.binary_search(&place.at).is_ok()) {
                if !may_be(at) {
                    return None;
                }
                marks[at / 64] |= 1 << (at % 64);
            }
        }
        Some(marks)
    }

    /// How many wrong elements are what a cause gives, and how many are not, though it gives something wrong.
    pub(super) fn borne_out(&self, cause: &Cause<'_>, asked: &Asked) -> [usize; 2] {
        let covers = self.covers(cause, asked);
        let given = cause.relation.and_then(|relation| (relation.gives)(asked));
        let is_other = |at: usize| {
            let differs = |given: &Vec<u8>| {
                !asked.is_same(asked.element(given, at), asked.element(&asked.expected, at), None)
            };
            cause.region.holds(self.features, asked, at) && given.as_ref().is_some_and(differs)
        };
        let (own, others): (Vec<usize>, Vec<usize>) = asked.wrong().partition(|at| covers(*at));
        [own.len(), others.into_iter().filter(|at| is_other(*at)).count()]
    }

    /// Of which wrong elements a cause is true.
    pub(super) fn covers(&self, cause: &Cause<'_>, asked: &Asked) -> impl Fn(usize) -> bool {
        let given = cause.relation.map(|relation| relation.given(asked));
        move |at| given.as_ref().is_none_or(|given| given(at)) && cause.region.holds(self.features, asked, at)
    }

    /// Whether a cause is true of all wrong elements of a case.
    pub(super) fn explains(&self, cause: &Cause<'_>, asked: &Asked) -> bool {
        let covers = self.covers(cause, asked);
        asked.wrong().all(covers)
    }

    /// Some right elements that are wrong by a cause.
    pub(super) fn contradicts(&self, cause: &Cause<'_>, asked: &Asked) -> Vec<usize> {
        let is_inside = |at: &usize| cause.region.holds(self.features, asked, *at);
        match cause.relation {
            _ if !cause.is_exact() => Vec::new(),
            Some(relation) => some(&self.against(relation, asked)).filter(is_inside).collect(),
            None => spread_of(asked, Mark::Right).map(|place| place.at).filter(is_inside).collect(),
        }
    }

    /// What is told of the first of some causes, and of others that are as simple, in a line. None if there are too many.
    pub(super) fn says(&self, causes: &[Cause<'_>], like: &Asked) -> Option<String> {
        let best = causes.first()?;
        let (elements, right, region) = (best.elements, best.right, best.region.says(self.features));
        let what = if like.formula.index_of.is_some() { "an index" } else { "a result" };
        // A number that all are is as simple as can be.
        let is_number = |cause: &Cause<'_>| cause.relation.is_some_and(|relation| relation.is_number);
        let is_alike = |other: &&Cause<'_>| {
            let is_first = std::ptr::eq(*other, best);
            is_first
                || !is_number(best)
                    && other.cost() == best.cost()
                    && other.region.says(self.features) == region
        };
        let mut says: Vec<(&str, Vec<&str>)> = Vec::new();
        for relation in causes.iter().filter(is_alike).filter_map(|cause| cause.relation) {
            let parameter = relation.parameter.as_deref();
            match says.iter_mut().find(|(says, _)| *says == relation.says) {
                Some((_, parameters)) => parameters.extend(parameter.filter(|own| !parameters.contains(own))),
                None => says.push((&relation.says, parameter.into_iter().collect())),
            }
        }
        if says.len() > ALIKE {
            return (!region.is_empty())
                .then(|| format!("{what} is wrong only where {region} ({elements} elements)"));
        }
        let says = says.iter().map(|(says, parameters)| says.replace("{}", &listed(parameters)));
        let given = says.collect::<Vec<_>>().join(", or ");
        let given = match best.off {
            _ if !given.is_empty() => given,
            Some(off) => format!("is off by up to {} of itself", shown(off)),
            None => "is wrong".to_owned(),
        };
        Some(match (best.inside, best.relation) {
            (Some(inside), _) if region.is_empty() => {
                format!("{what} {given}, but not everywhere ({elements} elements; {inside} others are right)")
            }
            (Some(inside), _) => {
                format!("{what} {given} only where {region} ({elements} elements; {inside} there are right)")
            }
            (None, None) => {
                format!(
                    "{what} {given} exactly where {region} ({elements} elements; right in {right} others)"
                )
            }
            (None, Some(_)) if region.is_empty() => format!("{what} {given}"),
            (None, Some(_)) => format!("{what} {given} where {region}; right elsewhere"),
        })
    }
}

/// Whether a relation gives the wrong elements of a failing case.
fn gives(relation: &Relation, asked: &Asked) -> bool {
    let given = relation.given(asked);
    asked.wrong().all(given)
}

/// Whether what a relation gives is what came, more than what is right would be.
fn is_nearer(asked: &Asked, given: &[u8], got: &[u8], right: &[u8]) -> bool {
    let [given, got, right] = [given, got, right].map(|element| Value::of(asked.dtype(), element));
    let distance = |one: Value, other: Value| (one.re - other.re).abs().max((one.im - other.im).abs());
    let (own, usual) = (distance(given, got), distance(right, got));
    // Infinities and NaN are as far as can be.
    given == got || !usual.is_finite() || own * NEARER <= usual
}

/// By how much of themselves results are off at most, if all are by little.
fn off(wrong: &[Place<'_>]) -> Option<f64> {
    let mut most: f64 = 0.0;
    for Place { asked, at } in wrong {
        let (right, got) =
            (asked.right(*at), Value::of(asked.dtype(), asked.element(asked.got.as_ref()?, *at)));
        let is_near = right.whole.is_none() && right.im == 0.0 && got.im == 0.0;
        let off = (got.re - right.re).abs() / right.re.abs();
        most = most.max(if is_near && off.is_finite() { off } else { f64::INFINITY });
    }
    (most <= LITTLE && wrong.len() >= OBVIOUS).then_some(most)
}

/// At most so many of some places.
fn thinned<'p>(places: Vec<Place<'p>>, most: usize) -> Vec<Place<'p>> {
    let step = places.len().div_ceil(most).max(1);
    places.into_iter().step_by(step).collect()
}

/// Some elements of a result that are marked so.
fn spread_of(asked: &Asked, mark: Mark) -> impl Iterator<Item = Place<'_>> {
    let places: Vec<usize> = (0..asked.count()).filter(|at| asked.marks[*at] == mark).collect();
    // Those beside others that are not marked so tell most.
    let is_edge = |at: &&usize| {
        let beside = [at.checked_sub(1), Some(**at + 1)];
        beside.iter().flatten().any(|beside| asked.marks.get(*beside).is_some_and(|other| *other != mark))
    };
    let mut chosen: BTreeSet<usize> = some(&places).collect();
    let edges: Vec<usize> = places.iter().filter(is_edge).copied().collect();
    chosen.extend(some(&edges));
    chosen.into_iter().map(move |at| Place { asked, at })
}

/// The first of some places, the last, and some between.
fn some(places: &[usize]) -> impl Iterator<Item = usize> {
    let step = places.len().div_ceil(PLACES).max(1);
    let last = places.last().filter(|_| !(places.len() - 1).is_multiple_of(step));
    places.iter().step_by(step).chain(last).copied()
}

impl Cause<'_> {
    /// Whether it says of each element whether it is wrong.
    pub(super) const fn is_exact(&self) -> bool {
        self.inside.is_none()
    }

    fn cost(&self) -> usize {
        self.region.cost() + self.relation.map_or(NO_RELATION, |relation| relation.cost)
    }

    /// Whether it says where elements are wrong alone, and another that and what they are.
    pub(super) fn is_only_where(&self, other: &Self) -> bool {
        self.relation.is_none() && self.region.features() == other.region.features()
    }

    /// Whether another has the same relation.
    pub(super) fn is_of_relation_of(&self, other: &Self) -> bool {
        matches!((self.relation, other.relation), (Some(own), Some(other)) if own.says == other.says)
    }

    /// Whether another says the same, but for numbers.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let is_same = self.relation.is_none() && other.relation.is_none() || self.is_of_relation_of(other);
        self.region.features() == other.region.features() && is_same
    }
}
