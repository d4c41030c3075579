//! Runs cases on a backend: asks what it offers, judges what it replies.

use crate::case::{Case, Expect, Question};
use crate::judge::Judge;
use crate::model::models;
use crate::verdict::{CaseResult, Judgement, Run, Verdict};
use ascertain::DType;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::document::Editions;
use std::time::Instant;

/// How many cases are asked at once.
const WINDOW: usize = 1024;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random parts.
    pub seed: u64,
}

/// Runs `cases` on `backend` and calls `on_result` with each result, in order.
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
        not_started: None,
        seconds: 0.0,
    };
    let description = match backend.describe() {
        Ok(description) => description,
        Err(why) => {
            run.not_started = Some(why);
            run.seconds = start.elapsed().as_secs_f64();
            return run;
        }
    };
    (run.backend, run.version) = (description.name.clone(), description.version.clone());
    let models = models();
    let judge = Judge::new(&options.editions, &models, &description);
    for window in cases.chunks(WINDOW) {
        for (case, judgement) in window.iter().zip(judge_window(window, backend, &judge, &description, &options.editions)) {
            let result = CaseResult {
                id: case.id.clone(),
                area: case.area,
                requirements: case.requirements.clone(),
                question: Question(&case.call).to_string(),
                judgement,
            };
            on_result(&result);
            run.results.push(result);
        }
    }
    run.seconds = start.elapsed().as_secs_f64();
    run
}

fn judge_window(
    cases: &[Case],
    backend: &mut dyn Backend,
    judge: &Judge<'_>,
    description: &Description,
    editions: &Editions,
) -> Vec<Judgement> {
    let offered: Vec<Result<(), Judgement>> = cases.iter().map(|case| offers(description, case, editions)).collect();
    let mut calls = Vec::new();
    for (case, offered) in cases.iter().zip(&offered) {
        if offered.is_ok() {
            calls.push(&case.call);
            if let Expect::Twice(_) = case.expect {
                calls.push(&case.call);
            }
        }
    }
    let mut replies = Vec::with_capacity(calls.len());
    backend.ask_all(&calls, &mut replies);
    let mut replies = replies.into_iter();
    let missing = || Reply::Failed("the adapter gave fewer replies than it was asked for".into());
    let judged = cases.iter().zip(offered).map(|(case, offered)| match offered {
        Err(judgement) => judgement,
        Ok(()) => {
            let reply = replies.next().unwrap_or_else(missing);
            let again = matches!(case.expect, Expect::Twice(_)).then(|| replies.next().unwrap_or_else(missing));
            judge.judge(case, &reply, again.as_ref())
        }
    });
    judged.collect()
}

/// Whether the backend says that it can be asked this; otherwise the verdict that stands instead.
fn offers(description: &Description, case: &Case, editions: &Editions) -> Result<(), Judgement> {
    let unsupported = |reason: String| Judgement::of(Verdict::Unsupported).because(reason);
    let call = match &case.call {
        Call::Promote(call) if description.tables.iter().any(|id| id == call.table.id) => return Ok(()),
        Call::Promote(call) => return Err(unsupported(format!("does not offer {}", call.table.id))),
        Call::Operate(call) => call,
    };
    if let Some(interface) = interface_of(call, case, editions).filter(|i| !description.interfaces.iter().any(|own| own == i)) {
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
    let of_arguments = of_arguments.filter(|(_, arg)| !matches!(arg, Arg::Absent)).find_map(|(argument, _)| argument.via);
    // Null pointers are a matter of C interfaces.
    let null = call.args.iter().any(|arg| matches!(arg, Arg::Null)).then_some("aclnn");
    of_requirements.or(of_arguments).or(null)
}
