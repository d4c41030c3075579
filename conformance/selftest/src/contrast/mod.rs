//! Where results of an operator are wrong, and what they are there, learnt from the elements of a run.
//!
//! Nothing is assumed of the implementation. A [relation](relations) is what each wrong element may be: zero, an operand, the
//! right result of an operand in another dtype. Where it does not hold of right elements, a [region](region) of
//! [features](features) tells these from the wrong ones. The simplest pair that is true of all elements asked is the cause. If
//! no relation holds, the region alone may say what is wrong.

mod asked;
mod features;
mod layouts;
mod lines;
mod region;
mod relation;
mod relations;

use self::asked::Asked;
use self::features::Feature;
use self::region::{Fitting, Place, Region};
use self::relation::Relation;
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::contract::{Join, OperatorSpec};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Mark;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{Diagnosis, FailKind, Run, Verdict};
use std::collections::{BTreeSet, HashMap};

/// A cause, with the results of a run that it explains, by position.
pub(crate) type Explained = (Diagnosis, Vec<usize>);

/// At most so many elements of a case are looked at, and so many right ones of all.
const PLACES: usize = 24;
const RIGHT: usize = 12_000;

/// At most so many wrong elements are looked at to find a cause.
const WRONG: usize = 2_000;

/// So many elements of a case that a relation changes are judged; where it changes more, they are taken to be wrong.
const JUDGED: usize = 8;

/// So many small results that are right are asked first, and so many of the relations that they contradict least are asked all.
const QUICK: usize = 100;
const FINALISTS: usize = 32;

/// Of so many failing cases, one may be left unexplained.
const EXPLAINED_FOR_EACH_LEFT: usize = 20;

/// Wrong elements of fewer cases say too little; fewer elements, where they fit two causes.
const CASES: usize = 2;
const CASES_OF_A_DTYPE: usize = 6;
const ELEMENTS_WITHOUT_DOUBT: usize = 3;

/// What a cause without a relation costs beside what its region does.
const NO_RELATION: usize = 3;

/// What a cause may cost at most: simple ones alone are told.
const MOST: usize = 8;

/// Why elements of an operator's results are wrong.
struct Cause<'a> {
    relation: Option<&'a Relation>,
    region: Region,
    /// How many wrong elements it was learnt from, and from how many right ones it tells them.
    elements: usize,
    right: usize,
    /// How many of these are in the region all the same: it only says where no wrong ones are.
    inside: usize,
    /// What else explains the same.
    alike: Vec<&'a Relation>,
}

/// The causes of an operator's wrong values.
pub(crate) fn explanations(
    run: &Run,
    cases: &CaseIndex<'_>,
    replies: &HashMap<&str, &Reply>,
    operator: &'static OperatorSpec,
) -> Vec<Explained> {
    let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
    let [failed, passed] = asked::gather(run, cases, &judge, replies, operator);
    let of_area = || run.results.iter().filter(|result| result.area == operator.name);
    let failures = of_area().filter(|result| {
        result.judgement.verdict.is_failure() && result.judgement.kind == Some(FailKind::Value)
    });
    let failures = failures.count();
    let passes = of_area().filter(|result| result.judgement.verdict == Verdict::Pass).count();
    let mut found: Vec<Explained> = Vec::new();
    let results = failed.iter().map(|asked| asked.result + 1).max().unwrap_or(0);
    for result in 0..results {
        let wrong: Vec<&Asked> =
            failed.iter().filter(|asked| asked.result == result && asked.wrong().next().is_some()).collect();
        let right: Vec<&Asked> = passed.iter().filter(|asked| asked.result == result).collect();
        let Some(like) = wrong.iter().find(|asked| !asked.is_in_place()).or(wrong.first()) else { continue };
        let (relations, features) = (relations::all(like), features::all(like));
        let (mut told, mut left): (Vec<Told<'_>>, Vec<&Asked>) = (Vec::new(), wrong.clone());
        for (dtype, part) in parts(&wrong) {
            let part: Vec<&Asked> =
                part.into_iter().filter(|asked| left.iter().any(|other| other.at == asked.at)).collect();
            let is_own = |asked: &&&Asked| dtype.is_none_or(|dtype| asked.compute == dtype);
            let right: Vec<&Asked> = right.iter().filter(is_own).copied().collect();
            let search = Search { judge: &judge, right: &right, relations: &relations, features: &features };
            let judged: Vec<&Asked> = part.iter().filter(|asked| asked.is_judged).copied().collect();
            let least = if dtype.is_some() { CASES_OF_A_DTYPE } else { CASES };
            let Some(cause) =
                Some(judged).filter(|judged| judged.len() >= least).and_then(|judged| search.best(&judged))
            else {
                continue;
            };
            let holds = part.iter().filter(|asked| search.holds(&cause, asked));
            let explained: Vec<usize> = holds.map(|asked| asked.at).collect();
            // What is only said of where no element is wrong may be said better of one dtype.
            if explained.len() >= least && (cause.inside == 0 || dtype.is_none()) {
                if cause.inside == 0 {
                    left.retain(|asked| !explained.contains(&asked.at));
                }
                told.push(Told { dtype, says: cause.says(&features, like), cause, explained });
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
    let is_exact = |told: &&Told<'_>| told.cause.inside == 0;
    let any_exact = told.iter().any(|told| is_exact(&told));
    // To one dtype, much fits by chance, but not the same to two.
    let is_alone = |own: &Told<'_>| {
        let relation = |told: &Told<'_>| told.cause.relation.map(|relation| relation.says.clone());
        let is_like = |other: &&Told<'_>| {
            other.cause.region.features() == own.cause.region.features() && relation(other) == relation(own)
        };
        own.dtype.is_some() && told.iter().filter(is_like).count() < 2
    };
    let kept = told.iter().filter(|own| !is_alone(own) && (is_exact(own) || !any_exact));
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

/// Failures that may have one cause: all; those of each requirement, and those that are computed in each dtype.
fn parts<'a>(wrong: &[&'a Asked]) -> Vec<(Option<DType>, Vec<&'a Asked>)> {
    let some =
        |is: &dyn Fn(&Asked) -> bool| wrong.iter().filter(|asked| is(asked)).copied().collect::<Vec<_>>();
    let requirements: BTreeSet<_> = wrong.iter().map(|asked| asked.requirement).collect();
    let dtypes: BTreeSet<DType> = wrong.iter().map(|asked| asked.compute).collect();
    let mut parts = vec![(None, wrong.to_vec())];
    if requirements.len() > 1 {
        parts.extend(requirements.iter().map(|id| (None, some(&|asked| asked.requirement == *id))));
    }
    if dtypes.len() > 1 {
        parts.extend(dtypes.iter().map(|dtype| (Some(*dtype), some(&|asked| asked.compute == *dtype))));
    }
    parts
}

/// The search for the cause of some failures.
struct Search<'a, 'r> {
    judge: &'r Judge<'r>,
    /// The results that are right.
    right: &'r [&'r Asked],
    relations: &'a [Relation],
    features: &'a [Feature],
}

impl<'a, 'r> Search<'a, 'r> {
    /// The simplest cause of all wrong elements.
    fn best(&self, wrong: &[&Asked]) -> Option<Cause<'a>> {
        let places: Vec<Place<'_>> = wrong.iter().flat_map(|asked| spread(asked, Mark::Wrong)).collect();
        let places: Vec<Place<'_>> =
            places.iter().step_by(places.len().div_ceil(WRONG).max(1)).copied().collect();
        let fitting = Fitting::of(self.features, &places, wrong.len());
        let mut causes: Vec<Cause<'a>> = Vec::new();
        let least = |causes: &[Cause<'_>]| causes.iter().map(Cause::cost).min().unwrap_or(MOST + 1);
        let finalists = self.finalists(wrong);
        let some_relation =
            finalists.iter().map(|(_, relation)| *relation).min_by_key(|relation| relation.cost);
        for (contradicted, relation) in finalists {
            // A region costs something.
            if relation.cost + if contradicted > 0 { 2 } else { 0 } > least(&causes) {
                continue;
            }
            let against = self.against(relation, wrong);
            let against: Vec<Place<'_>> =
                against.iter().step_by(against.len().div_ceil(RIGHT).max(1)).copied().collect();
            let most = least(&causes).saturating_sub(relation.cost);
            let Some(region) = fitting.around(&against, most) else { continue };
            let (elements, right) = (places.len(), against.len());
            causes.push(Cause {
                relation: Some(relation),
                region,
                elements,
                right,
                inside: 0,
                alike: Vec::new(),
            });
        }
        if least(&causes) > NO_RELATION {
            let right = self.all_right(wrong);
            let most = least(&causes) - NO_RELATION;
            if let Some(region) = fitting.around(&right, most) {
                let (elements, right) = (places.len(), right.len());
                causes.push(Cause { relation: None, region, elements, right, inside: 0, alike: Vec::new() });
            }
        }
        let Some(least) = causes.iter().map(Cause::cost).min() else {
            let right = self.all_right(wrong);
            let (region, inside) = fitting.nearly(&right)?;
            let (elements, right, alike) = (places.len(), right.len(), Vec::new());
            return Some(Cause { relation: some_relation, region, elements, right, inside, alike });
        };
        // Of those that cost the same, the first of the list.
        causes.sort_by_key(|cause| cause.relation.map_or(usize::MAX, |relation| relation.place));
        let mut causes = causes.into_iter().filter(|cause| cause.cost() == least);
        let mut best = causes.next()?;
        best.alike = causes.filter_map(|other| other.relation).collect();
        // What few elements do not tell apart is not told.
        let is_other = |other: &&Relation| best.relation.is_some_and(|relation| relation.says != other.says);
        let in_doubt = places.len() < ELEMENTS_WITHOUT_DOUBT && best.alike.iter().any(is_other);
        (!in_doubt).then_some(best)
    }

    /// The relations that give the wrong elements, each with how many small right results contradict it, the fewest first.
    fn finalists(&self, wrong: &[&Asked]) -> Vec<(usize, &'a Relation)> {
        let allowed = wrong.len() / EXPLAINED_FOR_EACH_LEFT;
        let fits = |relation: &&Relation| {
            wrong.iter().filter(|asked| !explains(relation, asked)).take(allowed + 1).count() <= allowed
        };
        let contradicts = |relation: &Relation, asked: &Asked| {
            let Some(given) = (relation.gives)(asked) else { return false };
            (0..asked.count()).any(|at| {
                let (given, right) = (asked.element(&given, at), asked.element(&asked.expected, at));
                asked.marks[at] == Mark::Right && !asked.is_same(given, right, None)
            })
        };
        let quick: Vec<&&Asked> = self.right.iter().take(QUICK).collect();
        let counted =
            self.relations.iter().filter(fits).map(|relation| {
                (quick.iter().filter(|asked| contradicts(relation, asked)).count(), relation)
            });
        let mut counted: Vec<_> = counted.collect();
        // A number that is seldom right is contradicted often.
        counted.sort_by_key(|(contradicted, relation)| (relation.cost > 0, *contradicted));
        counted.truncate(FINALISTS);
        counted
    }

    /// Right elements of all results.
    fn all_right<'b>(&self, wrong: &[&'b Asked]) -> Vec<Place<'b>>
    where
        'r: 'b,
    {
        let right = self.right.iter().chain(wrong).flat_map(|asked| spread(asked, Mark::Right));
        let right: Vec<Place<'_>> = right.collect();
        right.iter().step_by(right.len().div_ceil(RIGHT).max(1)).copied().collect()
    }

    /// Right elements, in the results that are right and in those that are wrong elsewhere, for which a relation gives something
    /// else that is wrong.
    fn against<'b>(&self, relation: &Relation, wrong: &[&'b Asked]) -> Vec<Place<'b>>
    where
        'r: 'b,
    {
        let mut against = Vec::new();
        for asked in self.right.iter().chain(wrong) {
            let Some(given) = (relation.gives)(asked) else { continue };
            let differs = |at: &usize| {
                let given = asked.element(&given, *at);
                asked.marks[*at] == Mark::Right
                    && asked.got.as_ref().is_none_or(|got| asked.element(got, *at) != given)
                    && !asked.is_same(given, asked.element(&asked.expected, *at), None)
            };
            let mut places: Vec<usize> = (0..asked.count()).filter(differs).collect();
            if places.is_empty() {
                continue;
            }
            // What is right in another way does not speak against it.
            let is_judged = match &asked.formula.joined {
                Some(joined) => places.len() <= JUDGED && !matches!(joined.by, Join::Least | Join::Greatest),
                None => true,
            };
            if is_judged {
                let mut answers = asked.right.clone();
                answers[asked.result].set_elements(&given);
                let marks = self.judge.marks(&asked.call, &answers);
                if let Some(Some(marks)) = marks.into_iter().nth(asked.result) {
                    places.retain(|at| marks[*at] == Mark::Wrong);
                }
            }
            against.extend(some(&places).map(|at| Place { asked, at }));
        }
        against
    }

    /// Whether a cause is true of all elements of a failing case.
    fn holds(&self, cause: &Cause<'_>, asked: &Asked) -> bool {
        let is_inside = |at| cause.region.holds(self.features, Place { asked, at });
        cause.relation.is_none_or(|relation| explains(relation, asked)) && asked.wrong().all(is_inside)
    }
}

/// Whether a relation gives the wrong elements of a failing case.
fn explains(relation: &Relation, asked: &Asked) -> bool {
    let (Some(given), Some(got)) = ((relation.gives)(asked), &asked.got) else { return false };
    let is_given = |at| {
        let (given, right) = (asked.element(&given, at), asked.element(&asked.expected, at));
        given != right && asked.is_same(given, asked.element(got, at), relation.rounded_to)
    };
    given.len() == got.len() && asked.wrong().all(is_given)
}

/// Some elements of a result that are marked so.
fn spread(asked: &Asked, mark: Mark) -> Vec<Place<'_>> {
    let places: Vec<usize> = (0..asked.count()).filter(|at| asked.marks[*at] == mark).collect();
    // Those beside others that are not marked so tell most.
    let is_edge = |at: &&usize| {
        let beside = [at.checked_sub(1), Some(**at + 1)];
        beside.iter().flatten().any(|beside| asked.marks.get(*beside).is_some_and(|other| *other != mark))
    };
    let mut chosen: BTreeSet<usize> = some(&places).collect();
    let edges: Vec<usize> = places.iter().filter(is_edge).copied().collect();
    chosen.extend(some(&edges));
    chosen.into_iter().map(|at| Place { asked, at }).collect()
}

/// The first of some places, the last, and some between.
fn some(places: &[usize]) -> impl Iterator<Item = usize> {
    let step = places.len().div_ceil(PLACES).max(1);
    let last = places.last().filter(|_| !(places.len() - 1).is_multiple_of(step));
    places.iter().step_by(step).chain(last).copied()
}

impl Cause<'_> {
    fn cost(&self) -> usize {
        self.region.cost() + self.relation.map_or(NO_RELATION, |relation| relation.cost)
    }

    /// What is told of it, in a line.
    fn says(&self, features: &[Feature], like: &Asked) -> String {
        let region = self.region.says(features);
        if self.inside > 0 {
            let given = self.relation.map_or("is wrong".to_owned(), |relation| {
                relation.says.replace("{}", relation.parameter.as_deref().unwrap_or(""))
            });
            return format!(
                "a result {given} only where {region} ({} elements; {} there are right)",
                self.elements, self.inside
            );
        }
        let what = if like.formula.index_of.is_some() { "an index" } else { "a result" };
        let Some(relation) = self.relation else {
            let Self { elements, right, .. } = self;
            return format!(
                "{what} is wrong exactly where {region} ({elements} elements; right in {right} others)"
            );
        };
        let others = self.alike.iter().find(|other| other.says != relation.says);
        let alike = self.alike.iter().filter(|other| other.says == relation.says);
        let parameters: Vec<&str> = [relation]
            .iter()
            .chain(alike)
            .filter_map(|relation| relation.parameter.as_deref())
            .take(4)
            .collect();
        let parameters = match parameters.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        };
        let relation = relation.says.replace("{}", &parameters);
        if region.is_empty() {
            let others = others.map(|other| {
                format!(", or {}", other.says.replace("{}", other.parameter.as_deref().unwrap_or("")))
            });
            format!("{what} {relation}{}", others.unwrap_or_default())
        } else {
            format!("{what} {relation} where {region}; right elsewhere")
        }
    }
}
