//! What a session is asked to do at once, and what comes of it.

use crate::case::Case;
use crate::error_statistics::ErrorStatistics;
use crate::fuzz::Fuzzer;
use crate::operator::conversions::is_nan;
use crate::operator::{Operator, declarations};
use crate::options::RunOptions;
use crate::session::{CaseOutcome, Session, offers, offers_all};
use crate::shrink::minimize;
use crate::standard::Said;
use crate::suite::large::LargeCase;
use crate::verdict::{CaseResult, Judgement, MinimizedCase, Verdict};
use ascertain::backend::{Answer, Description, Reply};
use ascertain::call::Call;
use ascertain::contract::Requirement;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;
use std::sync::OnceLock;

/// One of this many passing cases is asked again.
const SAMPLED: u64 = 32;

/// Bytes of the longest element, a complex number of two f64.
const LONGEST_ELEMENT: usize = 16;

/// For this many random cases that the backend offers, one is asked that it does not.
const UNOFFERED: u64 = 32;

/// At most this many random cases are looked at for each that is wanted: each part of a run looks at all.
const TRIED: u64 = 4;

/// Everything that a run may ask.
pub(super) struct Plan<'a> {
    pub(super) cases: &'a [Case],
    pub(super) options: &'a RunOptions,
    /// Where random cases come from, once the backend has said what it offers.
    drawn: OnceLock<Drawn<'a>>,
}

/// What random cases are drawn from.
struct Drawn<'a> {
    fuzzer: Fuzzer<'a>,
    description: Description,
    /// Whether each is taken.
    all: bool,
}

impl<'a> Drawn<'a> {
    fn new(options: &'a RunOptions, description: &Description) -> Self {
        let RunOptions { editions, registry, operators, requirements, unoffered, .. } = options;
        let mut fuzzer = Fuzzer::new(options.seed, editions, *registry).of(operators);
        if let Some(product) = declarations::product(&options.expect) {
            fuzzer = fuzzer.among(|_, contract| !contract.products(false).contains(product));
        }
        let support = |operator: &dyn Operator| description.operator(operator.spec().name);
        if !unoffered {
            fuzzer = fuzzer.among(|operator, _| support(operator).is_some());
        }
        if !requirements.is_empty() {
            let is_wanted = |requirement: &Requirement| requirements.contains(&requirement.id);
            fuzzer = fuzzer.among(|_, contract| contract.requirements.iter().any(is_wanted));
        }
        let offered =
            |operator| support(operator).is_some_and(|own| offers_all(own, operator.spec(), editions));
        let all = *unoffered || requirements.is_empty() && fuzzer.operators().all(offered);
        Self { fuzzer, description: description.clone(), all }
    }

    /// Indices of the cases that a run takes, in order: of each operator its share of `limit`, of calls that test what is asked
    /// for and that the backend offers. Of those that it does not offer few are taken, to see that it says so.
    fn taken(&self, limit: u64, options: &RunOptions) -> impl Iterator<Item = u64> {
        let mut taken: HashMap<&str, (u64, u64)> = HashMap::new();
        (0..limit.saturating_mul(TRIED)).filter(move |index| {
            let area = self.fuzzer.area(*index);
            let (offered, others) = taken.entry(area).or_default();
            if *offered + *others > self.fuzzer.share(area, limit) {
                return false;
            }
            let (case, wanted) = (self.fuzzer.sketch(*index), &options.requirements);
            let is_wanted = wanted.is_empty() || case.requirements.iter().any(|id| wanted.contains(id));
            let offer = offers(&self.description, &case, &options.editions, options.registry);
            let is_offered = offer.map_or_else(|why| why.verdict != Verdict::Unsupported, |()| true);
            let takes = is_wanted && (is_offered || *others * UNOFFERED <= *offered);
            *if is_offered { offered } else { others } += u64::from(takes);
            takes
        })
    }
}

/// A case of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A fixed case, by its position.
    Fixed(usize),
    /// A random case, by its index.
    Random(u64),
}

/// What is asked at once.
#[derive(Clone)]
pub(super) enum Task {
    Ask(Vec<Subject>),
    Large(LargeCase),
    Minimize(u64, Box<Judgement>),
}

/// What comes of a task.
pub(super) enum TaskOutcome {
    /// The cases that were asked before the run was stopped, in order, and the errors of those that passed.
    Asked(Vec<JudgedCase>, ErrorStatistics),
    Large(Box<CaseResult>),
    Minimized(Option<Box<MinimizedCase>>),
}

/// The outcome of a case.
pub(super) struct JudgedCase {
    pub(super) judgement: Judgement,
    pub(super) area: &'static str,
    /// The requirements that it tests.
    pub(super) requirements: &'static [&'static str],
    /// A digest of the answer, if the case passed and is to be asked again.
    pub(super) digest: Option<u64>,
    /// The reply, if the case failed.
    pub(super) reply: Option<Reply>,
    /// What the standard of the run says.
    pub(super) said: Option<Said>,
}

impl<'a> Plan<'a> {
    pub(super) const fn new(cases: &'a [Case], options: &'a RunOptions) -> Self {
        Self { cases, options, drawn: OnceLock::new() }
    }

    /// Draws random cases from what the backend offers, from now on.
    pub(super) fn draw_from(&self, description: &Description) {
        self.drawn.get_or_init(|| Drawn::new(self.options, description));
    }

    fn drawn(&self) -> &Drawn<'a> {
        self.drawn.get_or_init(|| Drawn::new(self.options, &Description::default()))
    }

    /// How many random cases all parts of the run ask.
    pub(super) fn random_limit(&self) -> u64 {
        self.options.random_limit_of(self.drawn().fuzzer.operators().count())
    }

    /// Indices of the random cases of this part of the run, in order.
    pub(super) fn random(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        let (limit, shard) = (self.random_limit(), self.options.shard.unwrap_or_default());
        let drawn = self.drawn();
        if drawn.all {
            return Box::new(shard.indices(limit));
        }
        if drawn.fuzzer.operators().all(|operator| drawn.description.operator(operator.spec().name).is_none())
        {
            return Box::new(iter::empty());
        }
        // So that all parts together are what one run takes.
        let taken = drawn.taken(limit, self.options);
        let of_all = taken.take(usize::try_from(limit).unwrap_or(usize::MAX));
        Box::new(of_all.skip(shard.part.saturating_sub(1) as usize).step_by(shard.of.max(1) as usize))
    }

    /// A number that tells a random case from others.
    pub(super) fn digest(&self, index: u64) -> u64 {
        self.drawn().fuzzer.digest(index)
    }

    pub(super) fn case(&self, subject: Subject) -> Cow<'a, Case> {
        match subject {
            Subject::Fixed(at) => Cow::Borrowed(&self.cases[at]),
            Subject::Random(index) => Cow::Owned(self.drawn().fuzzer.generate(index)),
        }
    }

    /// The result of a case.
    pub(super) fn result(&self, case: &Case, judgement: Judgement) -> CaseResult {
        CaseResult::of(case, judgement, &self.options.editions, self.options.registry)
    }

    pub(super) fn perform(&self, session: &mut Session<'_>, task: &Task) -> TaskOutcome {
        match task {
            Task::Ask(subjects) => self.ask(session, subjects),
            Task::Large(large) => TaskOutcome::Large(Box::new(self.ask_large(session, large))),
            Task::Minimize(index, judgement) => {
                let case = self.drawn().fuzzer.generate(*index);
                TaskOutcome::Minimized(minimize(session, &case, judgement).map(Box::new))
            }
        }
    }

    fn ask(&self, session: &mut Session<'_>, subjects: &[Subject]) -> TaskOutcome {
        let cases: Vec<_> = subjects.iter().map(|subject| self.case(*subject)).collect();
        let (mut judged, mut drift, mut answered) =
            (Vec::with_capacity(cases.len()), ErrorStatistics::default(), 0);
        // Random cases that pass are counted, and few are shown.
        let is_shown = |subject: &Subject| match subject {
            Subject::Fixed(_) => true,
            Subject::Random(index) => self.options.listed.contains(index),
        };
        let shown = subjects.iter().any(is_shown);
        session.ask_each(&cases, shown, |CaseOutcome { judgement, reply }| {
            let (subject, case) = (subjects[judged.len()], &cases[judged.len()]);
            if !matches!(reply, None | Some(Reply::NotAsked(_))) {
                answered = judged.len() + 1;
            }
            // Also where it is open whether the call had to be accepted.
            let right = reply.as_ref().filter(|_| judgement.verdict.holds() && judgement.elements > 0);
            if let (Subject::Random(index), Some(reply)) = (subject, right) {
                self.compare(index, case, reply, &mut drift);
            }
            let said =
                reply.as_ref().filter(|_| judgement.elements > 0).and_then(|reply| self.said(case, reply));
            let passed = reply.as_ref().filter(|_| judgement.verdict == Verdict::Pass);
            let digest = passed.filter(|_| subject.is_sampled()).map(digest);
            let reply = reply.filter(|_| judgement.verdict.is_failure());
            let Case { area, requirements, .. } = **case;
            judged.push(JudgedCase { judgement, area, requirements, digest, reply, said });
        });
        if self.options.stop.is_set() {
            // Cases after the last reply count as not selected.
            judged.truncate(answered);
        }
        TaskOutcome::Asked(judged, drift)
    }

    /// What the standard of the run says of a reply.
    fn said(&self, case: &Case, reply: &Reply) -> Option<Said> {
        let (Call::Operate(call), Reply::Answer(answer)) = (&case.call, reply) else { return None };
        self.options.standard?.0.of_results(call, answer.tensors(), &self.options.editions)
    }

    /// Compares the answer of a random case with the exact sums or products, where it has any. Fixed cases repeat each other's
    /// elements, so that their errors are not independent.
    fn compare(&self, index: u64, case: &Case, reply: &Reply, drift: &mut ErrorStatistics) {
        let (Call::Operate(call), Reply::Answer(Answer::Tensor(answer))) = (&case.call, reply) else {
            return;
        };
        if let Some(operator) = self.options.registry.operator(call.operator) {
            operator.compare(index, call, answer, call.operator.contract(&self.options.editions), drift);
        }
    }

    /// Asks a large case, if there is memory for it.
    fn ask_large(&self, session: &mut Session<'_>, large: &LargeCase) -> CaseResult {
        let options = self.options;
        let skipped = |why: &str| not_asked_large(large, why);
        let needs = options.large.needs(large);
        if let Some(available) = options.large.available.filter(|available| *available < needs) {
            let gigabytes = |bytes| bytes as f64 / 1e9;
            return skipped(&format!(
                "needs {:.1} GB of memory, and {:.1} GB are available",
                gigabytes(needs),
                gigabytes(available)
            ));
        }
        let Some(case) = large.make(&options.editions) else {
            return skipped("does not fit the address space");
        };
        // One case, so one answer.
        let asked = session.ask(&[&case]).pop();
        asked.map_or_else(|| skipped("no answer"), |asked| self.result(&case, asked.judgement))
    }
}

impl Subject {
    /// Whether the case is asked again even if it passes.
    const fn is_sampled(self) -> bool {
        let place = match self {
            Self::Fixed(at) => at as u64,
            Self::Random(index) => index,
        };
        place.is_multiple_of(SAMPLED)
    }
}

/// The result of a large case that was not asked.
#[must_use]
pub fn not_asked_large(large: &LargeCase, why: &str) -> CaseResult {
    let judgement = Judgement::of(Verdict::Skipped).with_detail(why);
    let (area, id) = (large.operator.spec().name, large.id());
    let name = id.splitn(3, '/').nth(2).unwrap_or_default().to_owned();
    CaseResult::without_details(id, area, name, judgement)
}

/// A digest of an answer, the same for answers with the same dtype, shape and elements, whatever built the program. NaNs of a
/// float are all the same.
fn digest(reply: &Reply) -> u64 {
    let mut hasher = Sha256::new();
    match reply {
        Reply::Answer(Answer::DType(dtype)) => hasher.update(dtype.name()),
        Reply::Answer(Answer::OtherDType(name)) => hasher.update(name),
        Reply::Answer(answer) => {
            for tensor in answer.tensors() {
                let dtype = tensor.dtype();
                hasher.update(format!("{dtype}{:?}", tensor.shape()));
                for element in tensor.elements().chunks_exact(dtype.size()) {
                    // Of all bits set, which is a NaN of every float.
                    let nan = [u8::MAX; LONGEST_ELEMENT];
                    hasher.update(if is_nan(dtype, element) { &nan[..dtype.size()] } else { element });
                }
            }
        }
        // What a refusal says may differ.
        _ => {}
    }
    hasher.finalize().iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}
