//! Runs cases on a backend, fixed ones and random ones.

use crate::case::{Case, Expect, Question};
use crate::drift::Drift;
use crate::fuzz::Fuzzer;
use crate::operator::numbers;
use crate::options::RunOptions;
use crate::properties::Properties;
use crate::session::{Asked, Session};
use crate::shrink::minimize;
use crate::suite::large::LargeCase;
use crate::verdict::{CaseResult, Judgement, RandomCases, Run, Verdict};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// How many cases are asked at once.
const WINDOW: usize = 1024;

/// How many random cases are asked at once.
const BATCH: usize = 256;

/// The same where time is limited: the last batch may take longer than what is left of it.
const TIMED_BATCH: usize = 64;

/// How many failures of one kind are minimized.
const MINIMIZED: usize = 3;

/// Runs `cases` on `backend`, then large and random ones if wanted, and calls `on_result` with each result, in order. Random
/// cases that pass, or only repeat an observation, are counted and not listed.
pub fn run(
    cases: &[Case],
    backend: &mut dyn Backend,
    options: &RunOptions,
    on_result: &mut dyn FnMut(&CaseResult),
) -> Run {
    let start = Instant::now();
    let mut run = Run {
        backend: "unknown".into(),
        version: String::new(),
        profile: options.editions.profile_name().into(),
        editions: options.editions.iter().map(|(d, e)| (d.id, e.name)).collect(),
        seed: options.seed,
        results: Vec::with_capacity(cases.len()),
        fuzzed: Vec::new(),
        random: None,
        errors: Vec::new(),
        known: Vec::new(),
        not_started: None,
        seconds: 0.0,
    };
    match Session::start(backend, options) {
        Ok(mut session) => {
            (run.backend, run.version) =
                (session.description().name.clone(), session.description().version.clone());
            for warning in session.misdeclared() {
                on_result(warning);
                run.results.push(warning.clone());
            }
            for window in cases.chunks(WINDOW) {
                for (case, asked) in window.iter().zip(session.ask(window)) {
                    let result = result(&session, case, asked.judgement);
                    on_result(&result);
                    run.results.push(result);
                }
            }
            for case in &options.large.cases {
                let result = ask_large(&mut session, case, options);
                on_result(&result);
                run.results.push(result);
            }
            fuzz(&mut session, options, &mut run, on_result);
        }
        Err(why) => run.not_started = Some(why),
    }
    run.seconds = start.elapsed().as_secs_f64();
    run
}

/// Asks a large case, if there is memory for it.
fn ask_large(session: &mut Session<'_>, large: &LargeCase, options: &RunOptions) -> CaseResult {
    let skipped = |why: String| CaseResult {
        id: large.id(),
        area: large.operator.spec().name,
        requirements: Vec::new(),
        question: large.call.name.to_owned(),
        properties: Properties::default(),
        note: None,
        inputs: Vec::new(),
        judgement: Judgement::of(Verdict::Skipped).with_detail(why),
        shrunk: None,
        known: None,
    };
    let needs = options.large.needs(large);
    if let Some(available) = options.large.available.filter(|available| *available < needs) {
        let gigabytes = |bytes| bytes as f64 / 1e9;
        return skipped(format!(
            "needs {:.1} GB of memory, and {:.1} GB are available",
            gigabytes(needs),
            gigabytes(available)
        ));
    }
    let Some(case) = large.make(&options.editions) else {
        return skipped("does not fit the address space".into());
    };
    // One case, so one answer.
    let asked = session.ask(std::slice::from_ref(&case)).pop();
    asked.map_or_else(|| skipped("no answer".into()), |asked| result(session, &case, asked.judgement))
}

fn fuzz(
    session: &mut Session<'_>,
    options: &RunOptions,
    run: &mut Run,
    on_result: &mut dyn FnMut(&CaseResult),
) {
    let start = Instant::now();
    let fuzzer = Fuzzer::new(options.seed, &options.editions, options.registry);
    let limit = if options.fuzz == 0 && options.time.is_some() { u64::MAX } else { options.fuzz };
    if limit == 0 {
        return;
    }
    let mut random = RandomCases { asked: 0, fuzz: limit, out_of_time: false };
    let mut indices = (0..limit).filter(|index| options.takes(*index)).peekable();
    let batch = if options.time.is_some() { TIMED_BATCH } else { BATCH };
    let mut drift = Drift::default();
    let (mut kinds, mut observed): (HashMap<_, usize>, HashSet<_>) = (HashMap::new(), HashSet::new());
    while let Some(next) = indices.peek() {
        if options.time.is_some_and(|time| start.elapsed() >= time) {
            random = RandomCases { fuzz: *next, out_of_time: true, ..random };
            break;
        }
        let cases: Vec<Case> = indices.by_ref().take(batch).map(|index| fuzzer.generate(index)).collect();
        random.asked += cases.len() as u64;
        for (case, Asked { judgement, reply }) in cases.iter().zip(session.ask(&cases)) {
            if judgement.verdict == Verdict::Pass {
                compare(session, case, reply.as_ref(), &mut drift);
            }
            let seen =
                |judgement: &Judgement| judgement.observations.iter().all(|(id, _)| observed.contains(id));
            let known = judgement.verdict == Verdict::Observed && seen(&judgement);
            if judgement.verdict == Verdict::Pass || known {
                run.count_fuzzed(case.area, &judgement);
            } else {
                observed.extend(judgement.observations.iter().map(|(id, _)| *id));
                let mut result = result(session, case, judgement);
                let same_kind = kinds
                    .entry((case.area, result.judgement.kind, result.judgement.requirement))
                    .or_default();
                if result.judgement.verdict == Verdict::Fail && *same_kind < MINIMIZED {
                    *same_kind += 1;
                    result.shrunk = minimize(session, case, &result.judgement).map(Box::new);
                }
                on_result(&result);
                run.results.push(result);
            }
        }
    }
    run.random = Some(random);
    run.errors = drift.errors();
}

/// Compares the answer of a random case with the exact products, where it has any. Fixed cases repeat each other's factors,
/// so that their errors are not independent.
fn compare(session: &Session<'_>, case: &Case, reply: Option<&Reply>, drift: &mut Drift) {
    let (Call::Operate(call), Some(Reply::Answer(Answer::Tensor(answer)))) = (&case.call, reply) else {
        return;
    };
    if let Some(operator) = session.registry().operator(call.operator) {
        operator.compare(call, answer, call.operator.contract(session.editions()), drift);
    }
}

fn result(session: &Session<'_>, case: &Case, judgement: Judgement) -> CaseResult {
    let note = match &case.expect {
        Expect::Vector(stored) => Some(stored.note.clone()),
        Expect::Documents | Expect::SameAs(..) => None,
    };
    CaseResult {
        id: case.id.clone(),
        area: case.area,
        requirements: case.requirements.clone(),
        question: Question(&case.call).to_string(),
        properties: properties(session, &case.call),
        note,
        inputs: if judgement.verdict.is_finding() { numbers::inputs(&case.call) } else { Vec::new() },
        judgement,
        shrunk: None,
        known: None,
    }
}

fn properties(session: &Session<'_>, call: &Call) -> Properties {
    let mut properties = Properties::of(call);
    if let Call::Operate(call) = call
        && let Some(operator) = session.registry().operator(call.operator)
    {
        if operator.target(call).is_some_and(|target| !target.is_plain()) {
            properties.say("a result with gaps");
        }
        operator.describe(call, call.operator.contract(session.editions()), &mut properties);
    }
    properties
}
