//! Looks for the mistake behind failures: a fault that gives the backend's own wrong results, and right ones where it passes.
//!
//! The faults of the self-test and the broader hypotheses are asked the failing cases, the smallest first. One that gives
//! the backend's results is asked all cases. If some that passed fail by it, the calls that it goes wrong in are narrowed to a
//! region. What explains most is told, then what explains most of the rest. A wrong diagnosis is worse than none, so in
//! doubt there is none.

mod agreement;
mod hypotheses;
mod region;

use self::agreement::agree;
use self::region::{Region, Traits};
use crate::faults::{self, Class, Fault, State};
use ascertain::backend::{Backend, Reply};
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{CaseResult, Diagnosis, Judgement, Run, Verdict};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// How many failing cases of an area are compared. The others are very likely to say the same.
const FAILING: usize = 400;

/// How many of them every fault is asked, and after how many without its results no more.
const SAMPLE: usize = 32;
const IN_VAIN: usize = 12;

/// How many faults, of those that explain most of the sample, are asked all cases.
const FINALISTS: usize = 16;

/// Bytes of the answers to a large case. Such cases that passed are asked last, of what would be told.
const LARGE: usize = 1 << 16;

/// How many diagnoses are told of one area.
const TOLD: usize = 4;

/// A fault that may explain failures.
#[derive(Clone)]
pub struct Suspect {
    /// What it answers.
    pub fault: Fault,
    /// The calls that it goes wrong in, if not all that it could.
    pub region: Option<Region>,
}

/// What is told of a backend that would pass if it declared that it permutes factors.
const PERMUTED: &str =
    "factors multiplied out of index order give this: if they are meant to be, declare order = \"permuted\"";

/// Adds to a run the mistakes that explain its failures. `cases` knows its cases.
pub fn diagnose(run: &mut Run, cases: &CaseIndex<'_>) {
    let mut all: Vec<(Diagnosis, Vec<usize>)> =
        suspects(run, cases, &|_| true).into_iter().map(|found| (found.diagnosis, found.explained)).collect();
    if all.is_empty() {
        all.extend(permuted(run, cases));
    }
    for (diagnosis, explained) in all {
        for at in explained {
            run.results[at].cause = Some(diagnosis.says.clone());
        }
        run.diagnoses.push(diagnosis);
    }
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

/// The mistakes that explain the failures of a run, by area; in each the one that explains most first. Of the self-test's faults, those whose ids are `wanted` are looked for.
#[must_use]
pub fn suspects(run: &Run, cases: &CaseIndex<'_>, wanted: &dyn Fn(&str) -> bool) -> Vec<Found> {
    let replies = run.evidence.replies.iter().map(|(id, reply)| (id.as_str(), reply)).collect();
    let mut areas: Vec<&str> = Vec::new();
    for result in run.results.iter().filter(|result| is_compared(result)) {
        if !areas.contains(&result.area) {
            areas.push(result.area);
        }
    }
    areas.into_iter().flat_map(|area| Search::new(run, cases, &replies, area).found(wanted)).collect()
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
        run.evidence.replies.iter().map(|(id, reply)| (id.as_str(), reply)).collect();
    let mut explained = Vec::new();
    let of_area = || run.results.iter().enumerate().filter(|(_, result)| result.area == CUMPROD.name);
    for (at, result) in of_area().filter(|(_, result)| result.judgement.verdict.is_failure()) {
        let (case, reply) = (cases.case(&result.id)?, replies.get(result.id.as_str())?);
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

/// A case that passed, or failed.
struct Asked<'a> {
    /// Its position in the run.
    at: usize,
    result: &'a CaseResult,
    case: Cow<'a, Case>,
    right: Reply,
    /// What the backend replied, if it failed.
    given: Option<&'a Reply>,
    traits: Traits,
}

/// The search for the mistakes in one area.
struct Search<'a> {
    cases: &'a CaseIndex<'a>,
    judge: Judge<'a>,
    /// The cases that passed and those that failed, in the order of the run.
    asked: Vec<Asked<'a>>,
    /// Places of those that failed, the smallest first.
    failing: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(run: &'a Run, cases: &'a CaseIndex<'a>, replies: &HashMap<&str, &'a Reply>, area: &str) -> Self {
        let mut reference = Reference::new(cases.editions().clone());
        let of_area = run.results.iter().enumerate().filter(|(_, result)| result.area == area);
        let mut asked: Vec<Asked<'_>> = Vec::new();
        for (at, result) in of_area {
            let given = replies.get(result.id.as_str()).copied().filter(|_| is_compared(result));
            if given.is_none() && result.judgement.verdict != Verdict::Pass {
                continue;
            }
            let Some(case) = cases.case(&result.id) else { continue };
            let right = reference.ask(&case.call);
            let traits = Traits::of(result, &right);
            asked.push(Asked { at, result, case, right, given, traits });
        }
        let mut failing: Vec<usize> = (0..asked.len()).filter(|at| asked[*at].given.is_some()).collect();
        failing.sort_by_key(|at| asked[*at].case.call.longest_answer());
        failing.truncate(FAILING);
        let kept: BTreeSet<usize> = failing.iter().map(|at| asked[*at].at).collect();
        asked.retain(|asked| asked.given.is_none() || kept.contains(&asked.at));
        let mut failing: Vec<usize> = (0..asked.len()).filter(|at| asked[*at].given.is_some()).collect();
        failing.sort_by_key(|at| asked[*at].case.call.longest_answer());
        let judge = Judge::new(cases.editions(), cases.registry(), &run.evidence.description);
        Self { cases, judge, asked, failing }
    }

    fn found(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Found> {
        let mut suspects: Vec<(Suspect, BTreeSet<usize>)> =
            self.finalists(wanted).iter().filter_map(|fault| self.narrowed(fault)).collect();
        let passes = self.asked.len() - self.failing.len();
        let (mut told, mut left) = (Vec::new(), self.failing.len());
        while told.len() < TOLD {
            // Of those that explain most, the first with the fewest conditions.
            let most = suspects.iter().map(|(_, explained)| explained.len()).max().unwrap_or(0);
            let best = || suspects.iter().filter(|(_, explained)| explained.len() == most && most > 0);
            let conditions =
                |(suspect, _): &&(Suspect, _)| suspect.region.as_ref().map_or(0, Region::conditions);
            let Some((suspect, explained)) = best().min_by_key(conditions).cloned() else { break };
            let alone = best().count() == 1;
            if self.against(&suspect).next().is_some() {
                suspects.retain(|(other, _)| other.fault.id != suspect.fault.id);
                continue;
            }
            suspects.iter_mut().for_each(|(_, others)| others.retain(|at| !explained.contains(at)));
            let only = self.failing.len() == 1 && alone;
            if !only && !is_enough(most, left, suspect.region.is_some()) {
                continue;
            }
            left -= most;
            let region = suspect.region.as_ref().map(|region| format!(" ({region})")).unwrap_or_default();
            let diagnosis = Diagnosis {
                says: format!("{}{region}", suspect.fault.what),
                explains: explained.len(),
                failures: self.failing.len(),
                passes,
            };
            let explained = explained.into_iter().map(|at| self.asked[at].at).collect();
            told.push(Found { suspect, diagnosis, explained });
        }
        told
    }

    /// The faults that explain most of a sample.
    fn finalists(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Fault> {
        // The smallest ones, and some of all sizes.
        let half = SAMPLE / 2;
        let step = self.failing.len().div_ceil(half).max(1);
        let larger = self.failing.iter().skip(half).step_by(step);
        let sample: Vec<usize> = self.failing.iter().take(half).chain(larger).copied().collect();
        let results = sample.iter().map(|at| (self.asked[*at].result, &*self.asked[*at].case));
        let listed = faults::all().filter(|fault| wanted(fault.id)).copied();
        let mut finalists: Vec<(usize, Fault)> = hypotheses::all(results)
            .into_iter()
            .chain(listed)
            .filter_map(|fault| {
                if fault.class == Class::Memory {
                    // What it answers depends on all the calls before.
                    return Some((0, fault));
                }
                let mut state = State::new(self.cases.editions().clone());
                let mut count = 0_usize;
                for (asked, at) in sample.iter().enumerate() {
                    if count == 0 && asked >= IN_VAIN {
                        break;
                    }
                    count += usize::from(self.explains(&fault, *at, &mut state) == Some(true));
                }
                (count > 0).then_some((count, fault))
            })
            .collect();
        // A stable sort, so that broad mistakes stay before narrow ones.
        finalists.sort_by_key(|(count, _)| usize::MAX - count);
        let (memory, mut finalists): (Vec<_>, Vec<_>) =
            finalists.into_iter().partition(|(count, _)| *count == 0);
        finalists.truncate(FINALISTS);
        finalists.into_iter().chain(memory).map(|(_, fault)| fault).collect()
    }

    /// Whether a fault gives the backend's result in a failing case; nothing, if its result there is right.
    fn explains(&self, fault: &Fault, at: usize, state: &mut State) -> Option<bool> {
        let Asked { case, right, given, traits, .. } = &self.asked[at];
        let wrong = fault.answer(&case.call, right, state)?;
        Some(agree(right, &wrong, (*given)?, traits.length.unwrap_or(1), fault.class))
    }

    /// Whether a case that passed fails by a fault.
    fn fails(&self, fault: &Fault, asked: &Asked<'_>, state: &mut State) -> bool {
        let Asked { case, right, .. } = asked;
        let Some(wrong) = fault.answer(&case.call, right, state) else { return false };
        let other = match &case.expect {
            Expect::SameAs(_, call) => Some(state.reference.ask(call)),
            Expect::Documents | Expect::Vector(_) => None,
        };
        self.judge.judge(case, &wrong, other.as_ref()).verdict.is_failure()
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
                match self.explains(fault, at, &mut state) {
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
        if unexplained.len() * 4 > explained.len() {
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

/// Whether so many failures, of those that are left, are more than chance: of many, a few may look like another mistake, all the
/// more if calls were narrowed to them. A single one says enough if it is all there is, and nothing else explains it.
fn is_enough(explained: usize, left: usize, narrowed: bool) -> bool {
    explained > 1 && if narrowed { explained * 2 > left } else { explained * 4 >= left }
}
