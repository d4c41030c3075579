//! Runs cases on a backend: asks what it offers, judges what it replies.

use crate::case::{Case, Expect, Question};
use crate::fuzz::Fuzzer;
use crate::judge::Judge;
use crate::model::{Model, Registry};
use crate::shrink::shrink;
use crate::suite::exercised;
use crate::suite::vectors::write::{self, Words};
use crate::verdict::{CaseResult, FailKind, Judgement, Run, SmallCase, Verdict};
use ascertain::DType;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::document::Editions;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// How many cases are asked at once.
const WINDOW: usize = 1024;

/// How many failures of one kind are made small.
const SHRUNK: usize = 3;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random cases.
    pub seed: u64,
    /// How many random cases to make after the given ones.
    pub fuzz: u64,
    /// How long to make random cases; with a number of them too, whichever ends first.
    pub time: Option<Duration>,
    /// The operators known.
    pub registry: Registry,
    /// What the user demands of the backend's arithmetic, as if the backend had declared it: `order` to `sequential`.
    pub expect: Vec<(String, String)>,
}

/// A backend that has introduced itself, and its judge.
pub struct Session<'a> {
    backend: &'a mut dyn Backend,
    description: Description,
    editions: &'a Editions,
    models: Vec<Box<dyn Model>>,
}

impl<'a> Session<'a> {
    /// Asks the backend who it is.
    ///
    /// # Errors
    /// A sentence, when it does not start.
    pub fn start(backend: &'a mut dyn Backend, options: &'a RunOptions) -> Result<Self, String> {
        let mut description = backend.describe()?;
        for operator in &mut description.operators {
            // Demands go first: they override what the backend declares.
            operator.declared.splice(0..0, options.expect.iter().cloned());
        }
        Ok(Self { backend, description, editions: &options.editions, models: options.registry.models() })
    }

    /// Who the backend says that it is.
    #[must_use]
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// The operators known.
    #[must_use]
    pub fn models(&self) -> &[Box<dyn Model>] {
        &self.models
    }

    /// Asks and judges some cases, in order.
    pub fn judge(&mut self, cases: &[Case]) -> Vec<Judgement> {
        let offered: Vec<_> =
            cases.iter().map(|case| offers(&self.description, case, self.editions)).collect();
        let mut calls = Vec::with_capacity(cases.len());
        for (case, _) in cases.iter().zip(&offered).filter(|(_, offered)| offered.is_ok()) {
            calls.push(&case.call);
            if let Expect::Alike(_, other) = &case.expect {
                calls.push(other);
            }
        }
        let mut replies = Vec::with_capacity(calls.len());
        self.backend.ask_all(&calls, &mut replies);
        let mut replies = replies.into_iter();
        let missing = || Reply::Failed("the adapter gave fewer replies than it was asked for".into());
        let judge = Judge::new(self.editions, &self.models, &self.description);
        let judged = cases.iter().zip(offered).map(|(case, offered)| match offered {
            Err(judgement) => judgement,
            Ok(()) => {
                let reply = replies.next().unwrap_or_else(missing);
                let again =
                    matches!(case.expect, Expect::Alike(..)).then(|| replies.next().unwrap_or_else(missing));
                judge.judge(case, &reply, again.as_ref())
            }
        });
        judged.collect()
    }
}

/// Runs `cases` on `backend`, then random ones if wanted, and calls `on_result` with each result, in order. Random
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
        not_started: None,
        seconds: 0.0,
    };
    match Session::start(backend, options) {
        Ok(mut session) => {
            (run.backend, run.version) =
                (session.description.name.clone(), session.description.version.clone());
            for window in cases.chunks(WINDOW) {
                for (case, judgement) in window.iter().zip(session.judge(window)) {
                    let result = result(case, judgement);
                    on_result(&result);
                    run.results.push(result);
                }
            }
            fuzz(&mut session, options, &mut run, on_result);
        }
        Err(why) => run.not_started = Some(why),
    }
    run.seconds = start.elapsed().as_secs_f64();
    run
}

fn fuzz(
    session: &mut Session<'_>,
    options: &RunOptions,
    run: &mut Run,
    on_result: &mut dyn FnMut(&CaseResult),
) {
    let start = Instant::now();
    let models = options.registry.models();
    let fuzzer = Fuzzer::new(options.seed, &options.editions, &models);
    let limit = if options.fuzz == 0 && options.time.is_some() { u64::MAX } else { options.fuzz };
    let mut index = 0;
    let (mut kinds, mut observed): (HashMap<_, usize>, HashSet<_>) = (HashMap::new(), HashSet::new());
    while index < limit && options.time.is_none_or(|time| start.elapsed() < time) {
        let end = limit.min(index + WINDOW as u64 / 4);
        let cases: Vec<Case> = (index..end).map(|index| fuzzer.quick(index)).collect();
        for (at, (case, judgement)) in (index..end).zip(cases.iter().zip(session.judge(&cases))) {
            let seen =
                |judgement: &Judgement| judgement.observations.iter().all(|(id, _)| observed.contains(id));
            let known = judgement.verdict == Verdict::Observed && seen(&judgement);
            if judgement.verdict == Verdict::Pass || known {
                run.count_fuzzed(case.area, &judgement);
            } else {
                observed.extend(judgement.observations.iter().map(|(id, _)| *id));
                // Only now the case's name and requirements, which cost more than asking it.
                let case = fuzzer.named(at, case);
                let mut result = result(&case, judgement);
                let alike = kinds
                    .entry((case.area, result.judgement.kind, result.judgement.requirement))
                    .or_default();
                if result.judgement.verdict == Verdict::Fail && *alike < SHRUNK {
                    *alike += 1;
                    result.shrunk = make_small(session, &models, &case, &result.judgement).map(Box::new);
                }
                on_result(&result);
                run.results.push(result);
            }
        }
        index = end;
    }
}

/// The same failure of a random case, made small, as a vector.
fn make_small(
    session: &mut Session<'_>,
    models: &[Box<dyn Model>],
    case: &Case,
    judgement: &Judgement,
) -> Option<SmallCase> {
    let Call::Operate(call) = &case.call else { return None };
    let model = models.iter().find(|m| core::ptr::eq(m.operator(), call.operator))?;
    let contract = call.operator.contract(session.editions);
    let small = shrink(session, model.as_ref(), contract, call.clone(), judgement.clone());
    let requirements = exercised(contract, &small.call);
    let words = Words {
        id: &case.id.replacen("/fuzz/", "/found/", 1),
        requirements: &requirements,
        cite: (call.operator.document, contract.cite.place),
        note: small
            .judgement
            .detail
            .as_deref()
            .unwrap_or(small.judgement.kind.map_or("fails", FailKind::name)),
    };
    Some(SmallCase {
        question: Question(&Call::Operate(small.call.clone())).to_string(),
        vector: write::file(&words, &small.call),
        judgement: small.judgement,
        evaluations: small.evaluations,
    })
}

fn result(case: &Case, judgement: Judgement) -> CaseResult {
    CaseResult {
        id: case.id.clone(),
        area: case.area,
        requirements: case.requirements.clone(),
        question: Question(&case.call).to_string(),
        judgement,
        shrunk: None,
    }
}

/// Whether the backend says that it can be asked this; otherwise the verdict that stands instead.
fn offers(description: &Description, case: &Case, editions: &Editions) -> Result<(), Judgement> {
    let unsupported = |reason: String| Judgement::of(Verdict::Unsupported).because(reason);
    let call = match &case.call {
        Call::Promote(call) if description.tables.iter().any(|id| id == call.table.id) => return Ok(()),
        Call::Promote(call) => return Err(unsupported(format!("does not offer {}", call.table.id))),
        Call::Operate(call) => call,
    };
    if let Some(interface) =
        interface_of(call, case, editions).filter(|i| !description.interfaces.iter().any(|own| own == i))
    {
        let reason = format!("can be asked through the interface {interface} alone");
        return Err(Judgement::of(Verdict::Skipped).because(reason));
    }
    let Some(support) = description.operator(call.operator.name) else {
        return Err(unsupported(format!("does not offer {}", call.operator.name)));
    };
    let contract = call.operator.contract(editions);
    let invalid = contract.broken_by(call.args()).any(|r| r.level == ascertain::contract::Level::Must);
    let listed = |dtype: DType| {
        let parameters = contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters);
        parameters.into_iter().any(|p| p.dtypes.contains(dtype))
    };
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        let dtype = match arg {
            Arg::Tensor(tensor) => {
                if !support.strided && !tensor.is_plain() {
                    return Err(unsupported("takes no tensors with gaps".into()));
                }
                let rank = tensor.layout().rank();
                if !invalid && support.max_rank.is_some_and(|max| rank > max) {
                    return Err(unsupported(format!("takes no tensors of rank {rank}")));
                }
                tensor.dtype()
            }
            Arg::DType(dtype) if argument.via.is_none() => *dtype,
            Arg::Flag(true) if !support.flags.iter().any(|f| f == argument.name) => {
                return Err(unsupported(format!("does not offer {}", argument.name)));
            }
            _ => continue,
        };
        // A dtype that the document does not list is asked for to be refused.
        if !support.dtypes.contains(dtype) && listed(dtype) {
            return Err(unsupported(format!("does not take {dtype}")));
        }
    }
    Ok(())
}

/// The interface through which alone a call or its requirements can be asked.
fn interface_of(call: &Invocation, case: &Case, editions: &Editions) -> Option<&'static str> {
    let contract = call.operator.contract(editions);
    let of_requirements = case.requirements.iter().find_map(|id| contract.requirement(id)?.via);
    let of_arguments = call.operator.arguments.iter().zip(&call.args);
    let of_arguments =
        of_arguments.filter(|(_, arg)| !matches!(arg, Arg::Absent)).find_map(|(argument, _)| argument.via);
    // Null pointers are a matter of C interfaces.
    let null = call.args.iter().any(|arg| matches!(arg, Arg::Null)).then_some("aclnn");
    of_requirements.or(of_arguments).or(null)
}
