//! Checks an adapter step by step and says how to fix it.
//!
//! A run judges an implementation; this checks the adapter in front of it. All steps are taken, even after a problem,
//! unless the adapter does not start.

mod calls;
mod step;
mod wire;

pub use step::{Step, StepOutcome};

use self::calls::{small_calls, summarize};
use self::wire::MessageSteps;
use crate::backends::process::{Conversation, Failure};
use crate::backends::timing::TimedBackend;
use crate::backends::{KINDS, OpenError, Options, ProcessBackend, Spec, open, split};
use ascertain::DType;
use ascertain::backend::{Backend, BackendFault, Description, OperatorSupport, Reply};
use ascertain::call::{Arg, Call, Promote};
use ascertain::contract::{ArgumentKind, Contract, Level, OperatorSpec};
use ascertain::document::Editions;
use ascertain::promote::Table;
use ascertain_judge::case::Question;
use ascertain_judge::operator::OPERATORS;

/// Checks the backend that `spec` names, and passes each step to `on_step` when it is done.
///
/// # Errors
/// When `spec` names no backend.
pub fn examine(
    spec: &str,
    editions: &Editions,
    options: &Options,
    on_step: &mut dyn FnMut(&Step),
) -> Result<Vec<Step>, OpenError> {
    // After two calls without an answer the others would only take their time.
    let options = &Options { give_up_after: 2, ..options.clone() };
    let mut backend = open(spec, editions, options)?;
    let kind = Spec::new(spec).kind;
    let help = KINDS.iter().find(|other| other.name == kind).map_or("", |kind| kind.help);
    let mut steps = Vec::new();
    let mut take = |name, outcome: StepOutcome| {
        let step = Step { name, outcome: outcome.sanitized() };
        on_step(&step);
        steps.push(step);
    };
    let Some(command) = spec.strip_prefix("process:") else {
        if examine_backend(backend.as_mut(), editions, help, &mut take) {
            let fine = StepOutcome::Fine("ends without a fault".to_owned());
            take("end", backend.finish().map_or_else(end_of, |()| fine));
        }
        return Ok(steps);
    };
    let words = split(command)?;
    let profile = editions.profile_name();
    match Conversation::start(&words, profile, options) {
        Err(failure) => take("start and hello", not_started(&failure)),
        Ok(conversation) => {
            take("start and hello", StepOutcome::Fine(introduction(&conversation)));
            let mut backend = ProcessBackend::new(words.clone(), profile, options.clone());
            let answers = examine_backend(&mut backend, editions, help, &mut take);
            let finished = backend.finish();
            let mut wire = MessageSteps { conversation, words: &words, editions, options };
            // They ask calls, too.
            if answers {
                let outcome = wire.frames();
                wire.restart_after(&outcome);
                take("frames", outcome);
                let outcome = wire.unknown_keys();
                wire.restart_after(&outcome);
                take("unknown keys", outcome);
            }
            take("silence", wire.silence());
            take("bye", finished.map_or_else(end_of, |()| bye(&mut wire.conversation, options)));
        }
    }
    Ok(steps)
}

type TakeStep<'a> = dyn FnMut(&'static str, StepOutcome) + 'a;

fn not_started(failure: &Failure) -> StepOutcome {
    let fix = match failure.loss {
        BackendFault::Stray => PRINTS,
        BackendFault::Timeout => {
            "answer hello at once, and flush every answer (in Python, print(…, flush=True)); --start-timeout gives more \
             time to an implementation that is slow to load"
        }
        BackendFault::Protocol => {
            "run the command and type the line {\"id\":0,\"cmd\":\"hello\",\"protocol\":[1,1]}; it must print one line, the \
             answer that PROTOCOL.md shows"
        }
        _ => {
            "run the command yourself, in this folder: it must wait for lines on standard input, and not end before `bye`"
        }
    };
    StepOutcome::problem(failure.what.clone(), fix)
}

/// How to fix what is printed besides answers.
const PRINTS: &str = "in Python, print(…, file=sys.stderr); in C, fprintf(stderr, …). If a library prints, call \
                      ascertain_adapters.claim_stdout() before you import it; without that package, duplicate standard \
                      output at the start, then redirect it to standard error";

fn introduction(conversation: &Conversation) -> String {
    let hello = conversation.hello();
    let Description { name, version, tables, operators, .. } = &hello.description;
    let operators: Vec<&str> = operators.iter().map(|o| o.name.as_str()).collect();
    let offer: Vec<&str> = tables.iter().map(String::as_str).chain(operators).collect();
    let (protocol, framing, batch) = (hello.protocol, hello.framing.name(), hello.batch);
    format!(
        "{name} {version}, protocol {protocol}, framing {framing}, batches of {batch}; offers {}",
        offer.join(", ")
    )
}

fn names(description: &Description, unknown: &[String]) -> StepOutcome {
    let nothing = description.tables.is_empty() && description.operators.is_empty();
    match (unknown, nothing) {
        ([], false) => StepOutcome::Fine("all names in hello are known".to_owned()),
        ([], true) => StepOutcome::problem(
            "hello offers neither an operator nor a table",
            "list what the adapter supports under `ops`",
        ),
        (unknown, _) => StepOutcome::problem(
            format!("hello has unknown names: {}", unknown.join(", ")),
            "use short names for dtypes (f32, bf16, s8, u64, bool, c64), ids for tables (aclnn.tensor-tensor), and the \
             flags of the operator. Unknown names are ignored, so their cases count as unsupported",
        ),
    }
}

/// The steps that any backend can take. Returns whether it started and no calls were given up.
fn examine_backend(
    backend: &mut dyn TimedBackend,
    editions: &Editions,
    help: &'static str,
    take: &mut TakeStep<'_>,
) -> bool {
    let description = match backend.describe() {
        Ok(description) => description,
        Err(why) => {
            take("description", StepOutcome::problem(why, help));
            return false;
        }
    };
    take("names", names(&description, &backend.unknown()));
    let (mut samples, mut answers) = (Vec::new(), true);
    for id in &description.tables {
        if let Some(table) = Table::named(id) {
            take("table", ask_table(backend, table));
        }
    }
    for &operator in OPERATORS.iter() {
        let spec = operator.spec();
        let Some(support) = description.operator(spec.name) else { continue };
        let contract = spec.contract(editions);
        let calls: Vec<(DType, Call)> = small_calls(operator, support, contract);
        let outcome = ask_dtypes(backend, support, &calls);
        let trouble = outcome.is_problem();
        take("dtypes", outcome);
        if trouble && calls.iter().any(|(_, call)| matches!(backend.ask(call), Reply::NotAsked(_))) {
            answers = false;
            continue;
        }
        take("refusal", ask_invalid(backend, spec, &calls, contract));
        samples.extend(calls.into_iter().map(|(_, call)| call));
    }
    take("order", ask_together(backend, &samples));
    answers
}

fn ask_table(backend: &mut dyn Backend, table: &'static Table) -> StepOutcome {
    let (row, column) = (table.rows.keys[0], table.columns.keys[0]);
    let calls = [(row, column), (row, table.columns.keys[table.columns.keys.len() - 1])]
        .map(|(row, column)| Call::Promote(Promote { table, row, column, ranks: None }));
    let mut replies = Vec::new();
    backend.ask_all(&calls.iter().collect::<Vec<_>>(), &mut replies);
    let problem = replies.iter().zip(&calls).find_map(|(reply, call)| problem_with(reply, call, true));
    problem.unwrap_or_else(|| StepOutcome::Fine(format!("{} answers", table.id)))
}

fn ask_dtypes(backend: &mut dyn Backend, support: &OperatorSupport, calls: &[(DType, Call)]) -> StepOutcome {
    if calls.is_empty() {
        return StepOutcome::problem(
            format!("{} is offered without a dtype that the documents allow", support.name),
            "list dtypes with their short names under `dtypes`",
        );
    }
    let replies: Vec<Reply> = calls.iter().map(|(_, call)| backend.ask(call)).collect();
    let asked = || calls.iter().zip(&replies);
    let mut names: Vec<&str> = asked()
        .filter(|(_, reply)| matches!(reply, Reply::Answer(_)))
        .map(|((dtype, _), _)| dtype.name())
        .collect();
    names.dedup();
    // What is refused beside answers, the implementation refuses; a run judges that.
    let answers = !names.is_empty();
    let mut troubles: Vec<StepOutcome> =
        asked().filter_map(|((_, call), reply)| problem_with(reply, call, answers)).collect();
    let (all, problems) = (calls.len(), troubles.len());
    if !troubles.is_empty() {
        return match troubles.swap_remove(0) {
            StepOutcome::Problem { what, fix } if problems > 1 => {
                StepOutcome::problem(format!("{problems} of {all} calls have problems; {what}"), fix)
            }
            problem => problem,
        };
    }
    let refused: Vec<_> = asked().filter(|(_, reply)| matches!(reply, Reply::Rejected(_))).collect();
    let refusals = refused.first().map_or_else(String::new, |((_, call), reply)| {
        format!(
            "; refuses {} of {all} calls, such as {}: {}",
            refused.len(),
            Question(call),
            summarize(reply)
        )
    });
    StepOutcome::Fine(format!("{} answers for {}{refusals}", support.name, names.join(" ")))
}

fn ask_invalid(
    backend: &mut dyn Backend,
    spec: &OperatorSpec,
    calls: &[(DType, Call)],
    contract: &Contract,
) -> StepOutcome {
    let invalid = calls.iter().find_map(|(_, call)| invalid(call, contract));
    let Some(call) = invalid else {
        return StepOutcome::Skipped(format!(
            "{} has no integer argument that can be out of range",
            spec.name
        ));
    };
    match backend.ask(&call) {
        Reply::Rejected(rejection) => {
            StepOutcome::Fine(format!("{} is rejected: {}", Question(&call), rejection.message))
        }
        Reply::Answer(_) => StepOutcome::problem(
            format!("{} is accepted, although an argument is out of range", Question(&call)),
            "return the implementation's error as `rejected`; if it has none, a run counts that as a failure",
        ),
        reply => problem_with(&reply, &call, true).unwrap_or_else(|| StepOutcome::Fine(String::new())),
    }
}

/// Checks that calls get the same answers together, in both orders, as one by one.
fn ask_together(backend: &mut dyn Backend, calls: &[Call]) -> StepOutcome {
    let calls: Vec<&Call> = calls.iter().take(64).collect();
    if calls.len() < 2 {
        return StepOutcome::Skipped("needs at least two calls".to_owned());
    }
    let alone: Vec<Reply> = calls.iter().map(|call| backend.ask(call)).collect();
    if alone.iter().any(|reply| matches!(reply, Reply::Lost(..) | Reply::NotAsked(_))) {
        return StepOutcome::Skipped("needs an answer to each call".to_owned());
    }
    let order: Vec<usize> = (0..calls.len()).chain((0..calls.len()).rev()).collect();
    let mut together = Vec::new();
    backend.ask_all(&order.iter().map(|&at| calls[at]).collect::<Vec<_>>(), &mut together);
    match order.iter().zip(&together).find(|(at, reply)| alone[**at] != **reply) {
        None => {
            StepOutcome::Fine(format!("{} calls get the same answers together and one by one", calls.len()))
        }
        Some((&at, reply)) => StepOutcome::problem(
            format!(
                "{} gives {} alone, but {} together with other calls",
                Question(calls[at]),
                summarize(&alone[at]),
                summarize(reply)
            ),
            "answer the calls of a batch in order, and keep no state between calls",
        ),
    }
}

/// What is wrong with the adapter, judging by its reply to a valid call, and how to fix it.
fn problem_with(reply: &Reply, call: &Call, may_refuse: bool) -> Option<StepOutcome> {
    let fix = match reply {
        Reply::Answer(_) => return None,
        Reply::Rejected(_) if may_refuse => return None,
        Reply::Rejected(_) => {
            "leave it out of hello if the implementation does not support it; otherwise check how the adapter passes \
             the arguments on"
        }
        Reply::Unsupported(_) => "leave it out of hello",
        Reply::Failed(_) => "the adapter itself failed; its message says where",
        Reply::Lost(BackendFault::Stray, _) => PRINTS,
        Reply::Lost(BackendFault::Protocol, _) => {
            "print one line per request, with the id of the request; PROTOCOL.md shows answers"
        }
        Reply::Lost(BackendFault::Timeout, _) => {
            "flush every answer (in Python, print(…, flush=True)); if the implementation is slow, --timeout gives it \
             more time"
        }
        Reply::Lost(..) | Reply::NotAsked(_) => {
            "make the same call without the adapter; if that works, the fault is in the adapter. It must not end before \
             `bye`: an exception is answered with `failed`"
        }
    };
    Some(StepOutcome::problem(format!("{}: {}", Question(call), summarize(reply)), fix))
}

/// The call with an integer argument, or a list of one, that violates a `must`.
fn invalid(call: &Call, contract: &Contract) -> Option<Call> {
    const FAR: i64 = 100;
    let Call::Operate(call) = call else { return None };
    let changed = call.operator.arguments.iter().enumerate().filter_map(|(at, argument)| {
        let mut call = call.clone();
        call.args[at] = match argument.kind {
            ArgumentKind::Int => Arg::Int(FAR),
            ArgumentKind::Ints => Arg::Ints(vec![FAR].into()),
            _ => return None,
        };
        Some(call)
    });
    let mut broken = changed.filter(|call| contract.broken_by(call.args()).any(|r| r.level == Level::Must));
    broken.next().map(Call::Operate)
}

fn bye(conversation: &mut Conversation, options: &Options) -> StepOutcome {
    match conversation.bye(options.bye_limit) {
        Ok(true) => return StepOutcome::Fine("exits after bye".to_owned()),
        Ok(false) => {}
        Err(failure) => return end_of((failure.loss, failure.what)),
    }
    let seconds = options.bye_limit.as_secs_f32();
    StepOutcome::problem(
        format!("still runs {seconds} s after bye"),
        "exit at `bye` and at the end of stdin; otherwise the adapter is killed, with everything that it started",
    )
}

/// A fault after the last answer.
fn end_of((loss, what): (BackendFault, String)) -> StepOutcome {
    let fix = match loss {
        BackendFault::Stray => PRINTS,
        _ => {
            "answer each request once, and `bye` not at all: end what the implementation has started, and exit with \
             status 0"
        }
    };
    StepOutcome::problem(what, fix)
}
