//! Judges the tensor that a formula gives: which elements are wrong, and what is said of them.

use super::extremes;
use super::oracle::Oracle;
use super::ways::{self, ROUNDS, Way, ways};
use super::{
    MOST_WRONG, Mark, NAN_IS_ZERO, accuracy, formula_at, inputs, is_graded, is_of_rounding, kept,
    may_be_flushed, of_nan, open_elements, outside, requirement, sums, wraps,
};
use crate::operator::declarations::format;
use crate::operator::numbers::number;
use crate::operator::{Context, Observes, place};
use crate::oracle::graded;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::Tensor;
use ascertain::backend::OperatorSupport;
use ascertain::call::Invocation;
use ascertain::contract::{Basis, Formula};
use ascertain::formula::{Computed, Space};
use std::borrow::Cow;

/// A result of the right dtype and shape beside the right one, and what both come from.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    pub(super) context: Context<'a>,
    pub(super) formula: &'a Formula,
    pub(super) call: &'a Invocation,
    pub(super) space: &'a Space<'a>,
    /// The tensors of the formula, in the dtype that it is computed in.
    pub(super) operands: &'a [Cow<'a, [u8]>],
    pub(super) right: &'a Computed,
    /// The right result as it is stored.
    pub(super) expected: &'a [u8],
    pub(super) answer: &'a Tensor,
    pub(super) got: &'a [u8],
    /// How far a graded function may be from the correctly rounded value, in units in the last place, where that is declared or
    /// demanded.
    pub(super) distance: Option<u64>,
}

/// What is found in a result.
#[derive(Default)]
struct Found<'a> {
    /// What judges elements, the usual way first. Empty where no element needs it.
    oracles: Vec<Oracle<'a>>,
    /// The first wrong elements.
    wrong: Vec<usize>,
    /// Whether these are wrong by what is declared or demanded alone.
    contradicts: bool,
    /// How far a graded function is from the correctly rounded value, in units in the last place, and where.
    farthest: (u64, usize),
}

/// What a page leaves open of a result.
struct Open {
    /// Marks of elements, by the requirement that leaves them open.
    outside: Vec<(&'static str, Vec<bool>)>,
    /// The requirement by which NaN becomes 0 as an integer.
    nan_is_zero: Option<&'static str>,
    /// Whether each element is open. None if none is.
    elements: Option<Vec<bool>>,
}

/// So many wrong elements at each end of a result are looked for, and so many between.
const MARKED: usize = 5;

impl<'a> Compared<'a> {
    /// The verdict on all elements, and what they show if they hold.
    pub(super) fn judge(self) -> Judgement {
        let Self { context: Context { support, .. }, .. } = self;
        let (dtype, size) = (self.answer.dtype(), self.answer.dtype().size());
        let Open { outside, nan_is_zero, elements: open } = self.open();
        let of_open: Vec<(&str, String)> = outside
            .iter()
            .map(|(id, marks)| (*id, kept(marks, self.expected, self.got, size).to_owned()))
            .collect();
        let count = self.answer.layout().count();
        let judged = open.as_ref().map_or(count, |open| open.iter().filter(|open| !**open).count());
        if judged == 0 && count > 0 {
            let why = match outside.first() {
                Some((id, _)) => format!("that {id} leaves open"),
                None => format!("that {dtype} cannot hold"),
            };
            let what = format!("the first of {count} values {why}: {}", self.element(self.got, 0));
            return Judgement { observations: of_open, ..Judgement::of(Verdict::Observed).with_detail(what) };
        }
        // The usual way is right where nothing is declared, and the others only tell more.
        let is_usual = !self.is_declared() && self.distance.is_none() && *self.expected == *self.got;
        let aspects = self.aspects();
        let ways = if is_usual && aspects.is_empty() { Vec::new() } else { self.ways(support) };
        let is_open = |at| open.as_ref().is_some_and(|open: &Vec<bool>| open[at]);
        let found = if is_usual { Found::default() } else { self.find(&ways, &is_open, MOST_WRONG) };
        let mut judgement = match *found.wrong {
            [first, ..] => self.failure(&found, &ways, first, nan_is_zero),
            [] => self
                .warning_of_distance(found.farthest)
                .or_else(|| self.warning_of_order())
                .unwrap_or(Judgement::of(Verdict::Pass)),
        };
        judgement.elements = judged as u64;
        judgement.observations = of_open;
        if judgement.verdict.holds() {
            judgement.observations.extend(self.observed(&aspects, &ways, found.farthest.0));
        }
        judgement
    }

    /// What is left open, and by what.
    fn open(&self) -> Open {
        let Self { context: Context { contract, .. }, space, call, right, answer, .. } = *self;
        let outside = outside(contract, space, call);
        let of_integers = [right.compute, answer.dtype()].iter().any(|dtype| dtype.is_integer());
        let mut ids = contract.requirements.iter().map(|own| own.id).filter(|_| of_integers);
        let nan_is_zero = ids.find(|id| id.ends_with(NAN_IS_ZERO));
        let elements = open_elements(space, call, right, answer.dtype(), &outside, nan_is_zero.is_some());
        Open { outside, nan_is_zero, elements }
    }

    /// What is known of each element. Of many that differ from the reference's, only some are judged.
    pub(super) fn marks(self) -> Vec<Mark> {
        let count = self.answer.layout().count();
        let ways = self.ways(self.context.support);
        let open = self.open().elements.unwrap_or_else(|| vec![false; count]);
        let mut marks: Vec<Mark> =
            open.iter().map(|open| if *open { Mark::Open } else { Mark::Right }).collect();
        let differing: Vec<usize> =
            (0..count).filter(|at| !open[*at] && !self.is_given(&ways, *at)).collect();
        // The first, the last, and some between.
        let step = (differing.len() / MARKED).max(1);
        for (place, at) in differing.iter().enumerate() {
            if place >= MARKED && place + MARKED < differing.len() && !place.is_multiple_of(step) {
                marks[*at] = Mark::Open;
            }
        }
        let found = self.find(&ways, &|at| marks[at] == Mark::Open, usize::MAX);
        let wrong = if found.contradicts { Vec::new() } else { found.wrong.clone() };
        drop(found);
        wrong.into_iter().for_each(|at| marks[at] = Mark::Wrong);
        marks
    }

    /// One element as a person reads it.
    fn element(&self, all: &[u8], at: usize) -> String {
        let dtype = self.answer.dtype();
        number(dtype, &all[at * dtype.size()..][..dtype.size()])
    }

    fn got(&self, at: usize) -> &[u8] {
        let size = self.answer.dtype().size();
        &self.got[at * size..][..size]
    }

    /// Whether one of some ways gives an element. If a distance is promised, a result that equals the reference's is measured too.
    fn is_given(&self, ways: &[Way<'_>], at: usize) -> bool {
        let size = self.answer.dtype().size();
        self.distance.is_none() && ways.iter().any(|way| way.expected[at * size..][..size] == *self.got(at))
    }

    fn is_declared(&self) -> bool {
        self.context.support.is_some_and(|support| !support.declared.is_empty())
    }

    fn ways(&self, support: Option<&'a OperatorSupport>) -> Vec<Way<'a>> {
        let stored = (self.answer.dtype(), self.expected);
        ways(self.space, self.call, self.operands, self.right, stored, support).unwrap_or_default()
    }

    /// Looks for wrong elements among those that are not open.
    fn find<'b>(&'b self, ways: &'b [Way<'b>], is_open: &dyn Fn(usize) -> bool, most: usize) -> Found<'b> {
        let mut found = Found::default();
        if self.distance.is_none() && ways.iter().any(|way| *way.expected == *self.got) {
            return found;
        }
        let dtype = self.answer.dtype();
        let all = 0..self.answer.layout().count();
        let mut wrong: Vec<usize> = all.filter(|at| !is_open(*at) && !self.is_given(ways, *at)).collect();
        if wrong.is_empty() {
            return found;
        }
        found.oracles = Oracle::all(self.space, self.call, ways, self.distance);
        if let Some(oracle) = found.oracles.first() {
            if is_graded(self.formula) && dtype == self.right.compute {
                let is_kept = |at: &&usize| !may_be_flushed(dtype, self.operands, self.expected, **at);
                let distances =
                    wrong.iter().filter(is_kept).filter_map(|&at| Some((oracle.distance(at, self.got)?, at)));
                found.farthest = distances.max_by_key(|(distance, _)| *distance).unwrap_or_default();
            }
            if self.distance.is_none() && *ways[0].expected == *self.expected {
                let size = dtype.size();
                for wider in oracle.wider(self.right, dtype) {
                    wrong.retain(|&at| wider[at * size..][..size] != *self.got(at));
                }
            }
        }
        let is_right = |oracles: &[Oracle<'_>], at: usize| {
            oracles.iter().any(|oracle| oracle.allows(at, dtype, self.got(at)))
        };
        // Where much is wrong, a few elements say so.
        wrong = wrong.into_iter().filter(|at| !is_right(&found.oracles, *at)).take(most).collect();
        let free = if wrong.is_empty() || !self.is_declared() { Vec::new() } else { self.ways(None) };
        let free_oracles = Oracle::all(self.space, self.call, &free, None);
        let (declared, undeclared): (Vec<usize>, Vec<usize>) =
            wrong.iter().partition(|at| self.is_given(&free, **at) || is_right(&free_oracles, **at));
        found.contradicts = undeclared.is_empty();
        found.wrong = if found.contradicts { declared } else { undeclared };
        found
    }

    /// The failure, described by its first wrong element.
    fn failure(
        &self,
        Found { oracles, wrong, contradicts, .. }: &Found<'_>,
        ways: &[Way<'_>],
        first: usize,
        nan_is_zero: Option<&'static str>,
    ) -> Judgement {
        let Self { context: Context { contract, .. }, formula, call, space, right, .. } = *self;
        let (oracle, dtype) = (oracles.first(), self.answer.dtype());
        let shown = oracle.and_then(|oracle| oracle.shown(first, dtype));
        let shown = shown.unwrap_or_else(|| self.element(&ways[0].expected, first));
        let got = self.element(self.got, first);
        let mut judgement = if *contradicts {
            Judgement::declaration_warning(shown, got)
        } else {
            let is_of_rounding = || is_of_rounding(space, call, right, self.expected, self.answer, first);
            let id = match nan_is_zero.filter(|_| dtype.is_integer() && of_nan(space, call)[first]) {
                None if is_of_rounding() => requirement(contract, call, ROUNDS),
                id => id,
            };
            Judgement::fail(id.unwrap_or(formula.requirement), FailKind::Value, shown, got)
        };
        let place = place(&right.shape, first);
        let count = match wrong.len() {
            MOST_WRONG => format!("{MOST_WRONG} or more"),
            count => count.to_string(),
        };
        let mut detail =
            format!("element {place:?}, the first of {count} wrong: {}", formula_at(space, call, first));
        if *contradicts {
            detail += "; right without what is declared or demanded";
        } else {
            // A demand of the user's is not this project's reading of a page.
            let mut readings = wrong.iter().map(|at| oracle?.reading(*at, dtype, self.got(*at)));
            let reading = readings.next().flatten().filter(|_| self.distance.is_none());
            let reading = reading.filter(|_| readings.all(|other| other.is_some()));
            let wrapped = wraps(space, self.operands, wrong).then_some(
                "what does not fit the integer dtype is read to wrap modulo 2^bits, and a bool that is not 0 to be true",
            );
            for reading in [reading, wrapped].into_iter().flatten() {
                judgement.basis = Some(Basis::Reading);
                detail = format!("{detail}; {reading}");
            }
        }
        Judgement { detail: Some(detail), at: Some(place), ..judgement }
    }

    /// A graded function that is farther from the correctly rounded value than is advised.
    fn warning_of_distance(&self, (distance, at): (u64, usize)) -> Option<Judgement> {
        let id = self.formula.open.filter(|_| is_graded(self.formula) && self.distance.is_none())?;
        let advised =
            format(self.right.compute).map(graded::advised).filter(|advised| distance > *advised)?;
        let detail = format!("{} is {}", formula_at(self.space, self.call, at), self.element(self.got, at));
        let expected = format!("{} within {advised} ulp", self.answer.dtype());
        let got = format!("{distance} ulp at {}", inputs(self.space, self.call, at));
        Some(self.warning(id, at, expected, got, detail))
    }

    /// Two operands that give something else in the other order.
    fn warning_of_order(&self) -> Option<Judgement> {
        // No other formula has such a requirement, and looking for it takes long.
        self.formula.each.expr().filter(|expr| expr.is_extreme())?;
        let id = requirement(self.context.contract, self.call, extremes::SYMMETRIC)?;
        let [one, other] = extremes::asymmetric(self.space, self.operands, self.answer)?;
        let detail = format!("{}, and with these in the other order", formula_at(self.space, self.call, one));
        let got = format!("{} and {}", self.element(self.got, one), self.element(self.got, other));
        let warning = self.warning(id, one, "the same in either order".to_owned(), got, detail);
        Some(Judgement { kind: None, ..warning })
    }

    /// What a page does not state, but this project advises.
    fn warning(
        &self,
        id: &'static str,
        at: usize,
        expected: String,
        got: String,
        detail: String,
    ) -> Judgement {
        Judgement {
            verdict: Verdict::Warning,
            basis: Some(Basis::Reading),
            detail: Some(detail),
            at: Some(place(&self.right.shape, at)),
            ..Judgement::fail(id, FailKind::Value, expected, got)
        }
    }

    /// The aspects of which ways tell, if the page leaves them open and what they show is wanted, each with its requirement.
    fn aspects(&self) -> Vec<(&'static str, &'static str)> {
        let Context { contract, observes, .. } = self.context;
        if let Observes::Nothing = observes {
            return Vec::new();
        }
        let open = |aspect| Some((aspect, requirement(contract, self.call, aspect)?));
        let open = [ways::SUBNORMALS, ROUNDS, sums::ACCUMULATOR].into_iter().filter_map(open);
        open.filter(|(_, id)| observes.wants(id)).collect()
    }

    /// What a result that holds tells of its backend where the page leaves it open: requirement, and words.
    fn observed(
        &self,
        aspects: &[(&'static str, &'static str)],
        ways: &[Way<'_>],
        distance: u64,
    ) -> Vec<(&'static str, String)> {
        let Self { context: Context { observes, .. }, call, space, right, answer, .. } = *self;
        let (dtype, compute) = (answer.dtype(), right.compute);
        let id = |aspect| aspects.iter().find(|(open, _)| *open == aspect).map(|(_, id)| *id);
        let of_function = self.formula.open.filter(|id| compute.is_float() && observes.wants(id));
        let of_function = of_function.and_then(|id| {
            let seen = if is_graded(self.formula) {
                Some(accuracy(dtype, distance))
            } else {
                extremes::what_becomes_of_nan(space, self.operands, right, answer).map(str::to_owned)
            };
            Some((id, seen?))
        });
        let seen = ways::seen(ways, compute, answer).into_iter();
        let seen = seen.filter_map(|(aspect, seen)| Some((id(aspect)?, seen)));
        let of_sums = id(sums::ACCUMULATOR)
            .and_then(|id| Some((id, sums::accumulated(space, call, right, ways.first()?, answer)?)));
        of_function.into_iter().chain(seen).chain(of_sums).collect()
    }
}
