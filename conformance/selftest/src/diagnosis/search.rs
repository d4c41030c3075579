//! The search for the mistakes in one area: which faults give the backend's results, and which calls they are made in.

use super::agreement::agree;
use super::region::{Region, Traits};
use super::{Found, Suspect, hypotheses, is_compared, is_refusal};
use crate::faults::{self, Class, Fault, State};
use ascertain::backend::{Backend, Reply};
use ascertain::call::Call;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::ordered::sort_by_key;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{CaseResult, Diagnosis, Judgement, Run, Verdict};
use core::cmp::Reverse;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// How many failing cases of an area are searched for what explains them, and how many are asked what is told.
const FAILING: usize = 400;
const ASKED: usize = 10_000;

/// How many of them every fault is asked, and after how many without its results no more.
const SAMPLE: usize = 32;
const IN_VAIN: usize = 12;

/// How many passing cases the faults that explain some of the sample are asked.
const PASSING: usize = 200;

/// Bytes of all answers that are searched, and of those in the sample. Every fault makes the latter.
const SEARCHED: usize = 1 << 24;
const SAMPLED: usize = 1 << 22;

/// How many faults, of those that explain most of the sample and contradict the fewest passing cases, are asked all cases.
const FINALISTS: usize = 16;

/// Bytes of the answers to a large case. Such cases that passed are asked last, of what would be told.
const LARGE: usize = 1 << 16;

/// How many diagnoses are told of one area.
const TOLD: usize = 4;

/// A case that passed, or failed.
struct Asked<'a> {
    /// Its position in the run.
    at: usize,
    result: &'a CaseResult,
    case: Cow<'a, Case>,
    right: Reply,
    /// The right reply of a backend that accumulates in f32, if it is another one.
    wide: Option<Reply>,
    /// What the backend replied, if it failed.
    given: Option<&'a Reply>,
    traits: Traits,
}

/// The search for the mistakes in one area.
pub(super) struct Search<'a> {
    cases: &'a CaseIndex<'a>,
    judge: Judge<'a>,
    /// The cases that failed, the smallest first, then those that passed.
    asked: Vec<Asked<'a>>,
    /// How many failed.
    failures: usize,
    /// More cases that failed, which are not searched.
    others: Vec<Asked<'a>>,
}

impl<'a> Search<'a> {
    /// That for the failures of an area that are about which calls are refused, or for the others.
    pub(super) fn new(
        run: &'a Run,
        cases: &'a CaseIndex<'a>,
        replies: &HashMap<&str, &'a Reply>,
        area: &str,
        refusals: bool,
    ) -> Self {
        let mut state = State::new(cases.editions().clone());
        let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
        let of_area = || run.results.iter().enumerate().filter(|(_, result)| result.area == area);
        let with_case = |(at, result): (usize, &'a CaseResult)| Some((at, result, cases.case(&result.id)?));
        let given = |result: &CaseResult| replies.get(&*result.id).copied();
        let failed = of_area().filter(|(_, result)| {
            is_compared(result) && is_refusal(result) == refusals && given(result).is_some()
        });
        let mut failed: Vec<_> = failed.filter_map(with_case).collect();
        sort_by_key(&mut failed, |(_, _, case)| case.call.longest_answer());
        let size = |(_, _, case): &(usize, &CaseResult, Cow<'_, Case>)| case.call.longest_answer();
        failed.truncate(within(4 * SEARCHED, failed.iter().map(size)).min(ASKED));
        let failures = within(SEARCHED, failed.iter().map(size)).min(FAILING);
        let others = failed.split_off(failures);
        // Tables of promotions belong together: what takes one dtype for another does so in all.
        let is_promotion = |case: &Case| matches!(case.call, Call::Promote(_));
        let promotions = failed.first().is_some_and(|(_, _, case)| is_promotion(case));
        let passed = run.results.iter().enumerate().filter(|(_, result)| {
            matches!(result.judgement.verdict, Verdict::Pass | Verdict::Observed)
                && (result.area == area || promotions)
        });
        let passed = passed.filter_map(with_case);
        let passed = passed.filter(|(_, result, case)| result.area == area || is_promotion(case));
        let mut asked = |(at, result, case): (usize, &'a CaseResult, Cow<'a, Case>)| {
            let given = given(result).filter(|_| is_compared(result));
            let right = state.reference.ask(&case.call);
            let traits = Traits::of(result, &right);
            let wide = given.and_then(|_| faults::accumulated_in_f32(&case.call, &right, &mut state));
            Asked { at, result, case, right, wide, given, traits }
        };
        let others = others.into_iter().map(&mut asked).collect();
        let all: Vec<_> = failed.into_iter().chain(passed).map(asked).collect();
        // Of an observation that a right answer does not give, nothing is known.
        let is_telling = |asked: &Asked<'_>| {
            let Asked { case, right, result, .. } = asked;
            let mut judged = || judged(&judge, case, right, None, &mut state).observations;
            result.judgement.verdict != Verdict::Observed || judged() == result.judgement.observations
        };
        let asked = all.into_iter().filter(is_telling).collect();
        Self { cases, judge, asked, failures, others }
    }

    pub(super) fn found(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Found> {
        let mut suspects: Vec<(usize, Suspect, BTreeSet<usize>)> = Vec::new();
        for (place, fault) in self.finalists(wanted) {
            let Some((suspect, explained)) = self.narrowed(&fault) else { continue };
            // Nothing can explain more.
            let all = self.failures > 1 && suspect.region.is_none() && explained.len() == self.failures;
            let enough = all && self.against(&suspect).next().is_none();
            suspects.push((place, suspect, explained));
            if enough {
                break;
            }
        }
        let has_passed = |asked: &&Asked<'_>| asked.result.judgement.verdict == Verdict::Pass;
        let passes = self.asked.iter().filter(has_passed).count();
        let (mut told, mut left) = (Vec::new(), self.failures);
        while told.len() < TOLD {
            // Of those that explain most, the broadest with the fewest conditions.
            let most = suspects.iter().map(|(.., explained)| explained.len()).max().unwrap_or(0);
            let best = || suspects.iter().filter(|(.., explained)| explained.len() == most && most > 0);
            let simplest = |(place, suspect, _): &&(usize, Suspect, _)| {
                (suspect.region.as_ref().map_or(0, Region::conditions), *place)
            };
            let Some((_, suspect, explained)) = best().min_by_key(simplest).cloned() else { break };
            let alone = best().count() == 1;
            if self.against(&suspect).next().is_some() {
                suspects.retain(|(_, other, _)| other.fault.id != suspect.fault.id);
                continue;
            }
            suspects.iter_mut().for_each(|(.., others)| others.retain(|at| !explained.contains(at)));
            let only = self.failures == 1 && alone;
            if !only && !is_enough(most, left, suspect.region.is_some()) {
                continue;
            }
            left -= most;
            let region = suspect.region.as_ref().map(|region| format!(" ({region})")).unwrap_or_default();
            let diagnosis = Diagnosis {
                says: format!("{}{region}", suspect.fault.what),
                explains: explained.len(),
                failures: self.failures + self.others.len(),
                passes,
            };
            let explained = explained.into_iter().map(|at| self.asked[at].at).collect();
            told.push(Found { suspect, diagnosis, explained });
        }
        self.others.iter().for_each(|asked| self.tell(asked, &mut told));
        told
    }

    /// Counts a failing case that was not searched with the first that explains it.
    fn tell(&self, asked: &Asked<'_>, told: &mut [Found]) {
        let explains = |found: &&mut Found| {
            let Suspect { fault, region } = &found.suspect;
            let mut state = State::new(self.cases.editions().clone());
            region.as_ref().is_none_or(|region| region.holds(&asked.traits))
                && self.explains(fault, asked, &mut state) == Some(true)
        };
        if let Some(found) = told.iter_mut().find(explains) {
            found.explained.push(asked.at);
            found.diagnosis.explains += 1;
        }
    }

    /// The faults that explain most of a sample, each with its place among all: broad mistakes come before narrow ones.
    fn finalists(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<(usize, Fault)> {
        // The smallest ones, and some of all sizes.
        let half = SAMPLE / 2;
        let step = self.failures.div_ceil(half).max(1);
        let larger = (half..self.failures).step_by(step);
        let mut sample: Vec<usize> = (0..half.min(self.failures)).chain(larger).collect();
        let sizes = sample.iter().map(|at| self.asked[*at].case.call.longest_answer());
        sample.truncate(within(SAMPLED, sizes));
        let results = sample.iter().map(|at| (self.asked[*at].result, &*self.asked[*at].case));
        let listed = faults::all().filter(|fault| wanted(fault.id)).copied();
        let all = hypotheses::all(results).into_iter().chain(listed).enumerate();
        // What those of memory answer depends on all the calls before.
        let (memory, others): (Vec<_>, Vec<_>) = all.partition(|(_, fault)| fault.class == Class::Memory);
        let counted = others.into_iter().map(|(place, fault)| {
            let mut state = State::new(self.cases.editions().clone());
            let mut explains = |at: &usize| self.explains(&fault, &self.asked[*at], &mut state) == Some(true);
            let (first, rest) = sample.split_at(sample.len().min(IN_VAIN));
            let mut count = first.iter().filter(|at| explains(at)).count();
            if count > 0 {
                count += rest.iter().filter(|at| explains(at)).count();
            }
            (count, place, fault)
        });
        let finalists = counted.filter(|(count, ..)| *count > 0).collect::<Vec<_>>();
        let passed: Vec<&Asked<'_>> =
            self.asked[self.failures..].iter().filter(|asked| !asked.is_large()).collect();
        let passed: Vec<&Asked<'_>> = passed.iter().step_by(passed.len() / PASSING + 1).copied().collect();
        let with_key = finalists.into_iter().map(|(count, place, fault)| {
            let mut state = State::new(self.cases.editions().clone());
            let against = passed.iter().filter(|asked| self.fails(&fault, asked, &mut state)).count();
            ((Reverse(count), against, place), fault)
        });
        let mut finalists: Vec<_> = with_key.collect();
        sort_by_key(&mut finalists, |(key, _)| *key);
        finalists.truncate(FINALISTS);
        finalists.into_iter().map(|((_, _, place), fault)| (place, fault)).chain(memory).collect()
    }

    /// Whether a fault gives the backend's result in a failing case; nothing, if its result there is right.
    fn explains(&self, fault: &Fault, asked: &Asked<'_>, state: &mut State) -> Option<bool> {
        let Asked { case, right, wide, given, traits, .. } = asked;
        let given = (*given)?;
        let mut of = |right: &Reply| {
            let wrong = fault.answer(&case.call, right, state)?;
            Some(agree(right, &wrong, given, traits.length.unwrap_or(1), fault.class))
        };
        match (of(right), wide) {
            (Some(false), Some(wide)) => of(wide).or(Some(false)),
            (explains, _) => explains,
        }
    }

    /// Whether a case that passed fails by a fault, or one that was observed shows something else: most views are only
    /// observed.
    fn fails(&self, fault: &Fault, asked: &Asked<'_>, state: &mut State) -> bool {
        let Asked { case, right, result, .. } = asked;
        let Some(wrong) = fault.answer(&case.call, right, state) else { return false };
        let judgement = judged(&self.judge, case, &wrong, Some(fault), state);
        let seen = &result.judgement;
        judgement.verdict.is_failure()
            || seen.verdict == Verdict::Observed
                && fault.class == Class::Layout
                && judgement.observations != seen.observations
    }

    /// The large cases that passed, and fail by a suspect.
    fn against(&self, suspect: &Suspect) -> impl Iterator<Item = &Asked<'a>> {
        let mut state = State::new(self.cases.editions().clone());
        let Suspect { fault, region } = suspect.clone();
        let large = self.asked.iter().filter(|asked| asked.given.is_none() && asked.is_large());
        let inside =
            large.filter(move |asked| region.as_ref().is_none_or(|region| region.holds(&asked.traits)));
        inside.filter(move |asked| fault.class != Class::Memory && self.fails(&fault, asked, &mut state))
    }

    /// The fault with the region that no passing case contradicts, and the failing cases that it explains.
    fn narrowed(&self, fault: &Fault) -> Option<(Suspect, BTreeSet<usize>)> {
        let mut state = State::new(self.cases.editions().clone());
        let (mut explained, mut unexplained, mut against) = (BTreeSet::new(), Vec::new(), Vec::new());
        for (at, asked) in self.asked.iter().enumerate() {
            if asked.given.is_none() && asked.is_large() && fault.class != Class::Memory {
                continue;
            }
            let traits = &asked.traits;
            if asked.given.is_some() {
                match self.explains(fault, asked, &mut state) {
                    Some(true) => _ = explained.insert(at),
                    Some(false) => unexplained.push(traits),
                    None => {}
                }
                continue;
            }
            if self.fails(fault, asked, &mut state) {
                against.push(traits);
            }
        }
        // Another mistake may be behind failures that it does not explain, but not behind most.
        if unexplained.len() > explained.len() {
            against.extend(unexplained);
        }
        if against.is_empty() {
            return Some((Suspect { fault: *fault, region: None }, explained));
        }
        let inside: Vec<&Traits> = explained.iter().map(|at| &self.asked[*at].traits).collect();
        let region = Region::around(&inside, &against)?;
        Some((Suspect { fault: *fault, region: Some(region) }, explained))
    }
}

impl Asked<'_> {
    fn is_large(&self) -> bool {
        self.case.call.longest_answer() > LARGE
    }
}

/// The judgement on an answer. Where it is compared with that to another question, a fault answers this too.
fn judged(
    judge: &Judge<'_>,
    case: &Case,
    answer: &Reply,
    fault: Option<&Fault>,
    state: &mut State,
) -> Judgement {
    let Expect::SameAs(_, call) = &case.expect else { return judge.judge(case, answer, None) };
    let right = state.reference.ask(call);
    let other = fault.and_then(|fault| fault.answer(call, &right, state)).unwrap_or(right);
    judge.judge(case, answer, Some(&other))
}

/// How many of these sizes have a sum of at most so many bytes, the first ones first.
fn within(bytes: usize, sizes: impl Iterator<Item = usize>) -> usize {
    let sums = sizes.scan(0_usize, |sum, size| {
        *sum = sum.saturating_add(size);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= bytes).count()
}

/// Whether so many failures, of those that are left, are more than chance: of many, a few may look like another mistake, all the
/// more if calls were narrowed to them. A single one says enough if it is all there is, and nothing else explains it.
fn is_enough(explained: usize, left: usize, narrowed: bool) -> bool {
    explained > 1 && if narrowed { explained * 2 > left } else { explained * 4 >= left }
}
