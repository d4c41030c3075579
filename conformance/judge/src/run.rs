//! Runs cases on a backend, fixed ones and random ones.

use crate::case::{Case, Question};
use crate::drift::Drift;
use crate::fuzz::Fuzzer;
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

/// How many random cases of one kind are listed. A backend that refuses every call with a long message would make a
/// report of gigabytes.
const LISTED: usize = 1000;

/// How many failures of one kind are minimized.
const MINIMIZED: usize = 3;

/// Runs `cases` on `backend`, then large and random ones if wanted, and calls `on_result` with each result, in order. Random
/// cases that pass or only repeat an observation, and very many of one kind, are counted and not listed. Ends early when
/// `options.stop` is set.
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
        incomplete: None,
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
                if options.stop.is_set() {
                    run.results.extend(window.iter().map(not_asked));
                    continue;
                }
                for (case, asked) in window.iter().zip(session.ask(window)) {
                    let result = CaseResult::of(case, asked.judgement, &options.editions, options.registry);
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
            if let Some(finding) = session.finish() {
                on_result(&finding);
                run.results.push(finding);
            }
        }
        Err(_) if options.stop.is_set() => run.results.extend(cases.iter().map(not_asked)),
        Err(why) => run.not_started = Some(why),
    }
    run.incomplete = options.stop.is_set().then(|| INTERRUPTED.to_owned());
    run.seconds = start.elapsed().as_secs_f64();
    run
}

/// Why a run is incomplete.
const INTERRUPTED: &str = "interrupted";

/// The result of a case of an interrupted run.
fn not_asked(case: &Case) -> CaseResult {
    CaseResult {
        id: case.id.clone(),
        area: case.area,
        requirements: case.requirements.clone(),
        question: Question(&case.call).to_string(),
        properties: Properties::default(),
        note: None,
        inputs: Vec::new(),
        judgement: Judgement::of(Verdict::Skipped).with_detail("the run was interrupted"),
        shrunk: None,
        known: None,
    }
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
    if options.stop.is_set() {
        return skipped("the run was interrupted".into());
    }
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
    asked.map_or_else(
        || skipped("no answer".into()),
        |asked| CaseResult::of(&case, asked.judgement, &options.editions, options.registry),
    )
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
    let mut indices = options.indices(limit).peekable();
    let batch = if options.time.is_some() { TIMED_BATCH } else { BATCH };
    let mut drift = Drift::default();
    let (mut kinds, mut observed): (HashMap<_, usize>, HashSet<_>) = (HashMap::new(), HashSet::new());
    let mut kind = |area: &'static str, judgement: &Judgement| {
        let of_kind =
            kinds.entry((area, judgement.verdict, judgement.kind, judgement.requirement)).or_default();
        *of_kind += 1;
        *of_kind
    };
    while let Some(next) = indices.peek() {
        if options.stop.is_set() {
            random.fuzz = random.fuzz.min(*next);
            break;
        }
        if options.time.is_some_and(|time| start.elapsed() >= time) {
            random = RandomCases { fuzz: *next, out_of_time: true, ..random };
            break;
        }
        let chosen: Vec<u64> = indices.by_ref().take(batch).collect();
        let cases: Vec<Case> = chosen.iter().map(|index| fuzzer.generate(*index)).collect();
        let mut asked = session.ask(&cases);
        if options.stop.is_set() {
            // Those after the last answer are as if they had not been chosen.
            let answered = |asked: &Asked| !matches!(asked.reply, None | Some(Reply::NotAsked(_)));
            let count = asked.iter().rposition(answered).map_or(0, |last| last + 1);
            asked.truncate(count);
            random.fuzz = chosen.get(count).or(indices.peek()).copied().unwrap_or(limit);
        }
        random.asked += asked.len() as u64;
        for (case, Asked { judgement, reply }) in cases.iter().zip(asked) {
            if judgement.verdict == Verdict::Pass {
                compare(session, case, reply.as_ref(), &mut drift);
            }
            let seen =
                |judgement: &Judgement| judgement.observations.iter().all(|(id, _)| observed.contains(id));
            let known = judgement.verdict == Verdict::Observed && seen(&judgement);
            if judgement.verdict == Verdict::Pass || known {
                run.count_fuzzed(case.area, &judgement);
                continue;
            }
            let of_kind = kind(case.area, &judgement);
            // An observation that is not known yet is listed: it is the first of its kind.
            if of_kind > LISTED && judgement.verdict != Verdict::Observed {
                run.count_fuzzed(case.area, &judgement);
            } else {
                observed.extend(judgement.observations.iter().map(|(id, _)| *id));
                let mut result = CaseResult::of(case, judgement, &options.editions, options.registry);
                if result.judgement.verdict == Verdict::Fail && of_kind <= MINIMIZED {
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
