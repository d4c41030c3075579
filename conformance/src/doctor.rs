//! Examines an adapter step by step, and says what to mend.
//!
//! A run gives verdicts on an implementation; this looks at the adapter before it. Every step is taken, whatever
//! became of those before, unless the adapter does not start.

mod wire;

use self::wire::Wire;
use crate::adapter::process::{Conversation, Failure};
use crate::adapter::{OpenError, Options, ProcessBackend, open, split};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, OperatorSupport, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{ArgumentKind, Contract, Level};
use ascertain::document::Editions;
use ascertain::promote::Table;
use ascertain_judge::case::Question;
use ascertain_judge::operator::{OPERATORS, Operator};

/// One step of an examination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is looked at, in a few words.
    pub name: &'static str,
    /// What was found.
    pub outcome: Outcome,
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well; in words what was seen.
    Fine(String),
    /// It does not apply, and why.
    Skipped(String),
    /// Something is wrong.
    Problem {
        /// What.
        what: String,
        /// What to do about it.
        mend: String,
    },
}

impl Outcome {
    fn problem(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self::Problem { what: what.into(), mend: mend.into() }
    }

    /// Whether something is wrong.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::Problem { .. })
    }
}

/// Examines the backend that `spec` names, as [`open`] takes it, and hands each step to `on_step` as it is done.
///
/// # Errors
/// When no backend can be meant by `spec`.
pub fn examine(
    spec: &str,
    editions: &Editions,
    options: &Options,
    on_step: &mut dyn FnMut(&Step),
) -> Result<Vec<Step>, OpenError> {
    let mut backend = open(spec, editions, options)?;
    let mut steps = Vec::new();
    let mut take = |name, outcome| {
        let step = Step { name, outcome };
        on_step(&step);
        steps.push(step);
    };
    let Some(command) = spec.strip_prefix("process:") else {
        examine_backend(backend.as_mut(), editions, &mut take);
        return Ok(steps);
    };
    let words = split(command)?;
    let profile = editions.profile_name();
    match Conversation::start(&words, profile, options) {
        Err(failure) => take("start and hello", not_started(&failure)),
        Ok(conversation) => {
            take("start and hello", Outcome::Fine(introduction(&conversation)));
            take("names", names(&conversation));
            let mut backend = ProcessBackend::new(words.clone(), profile, options.clone());
            examine_backend(&mut backend, editions, &mut take);
            let mut wire = Wire { conversation, words: &words, editions, options };
            let outcome = wire.frames();
            wire.restart_after(&outcome);
            take("frames", outcome);
            let outcome = wire.unknown_keys();
            wire.restart_after(&outcome);
            take("unknown keys", outcome);
            take("silence", wire.silence());
            take("bye", bye(&mut wire.conversation, options));
        }
    }
    Ok(steps)
}

type Take<'a> = dyn FnMut(&'static str, Outcome) + 'a;

fn not_started(failure: &Failure) -> Outcome {
    let mend = "run the command by hand and type a line: {\"id\":0,\"cmd\":\"hello\",\"protocol\":[1,1]}; one JSON \
                object must come back, and nothing else on stdout";
    Outcome::problem(failure.what.clone(), mend)
}

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

fn names(conversation: &Conversation) -> Outcome {
    let hello = conversation.hello();
    let nothing = hello.description.tables.is_empty() && hello.description.operators.is_empty();
    match (hello.unknown.as_slice(), nothing) {
        ([], false) => Outcome::Fine("all names in hello are known".to_owned()),
        ([], true) => Outcome::problem(
            "hello offers neither an operator nor a table",
            "list what can be asked under `ops`",
        ),
        (unknown, _) => Outcome::problem(
            format!("hello names what the suite does not know: {}", unknown.join(", ")),
            "dtypes go by their short names (f32, bf16, s8, u64, bool, c64), tables by ids such as \
             aclnn.tensor-tensor; what is unknown is ignored, so its cases count as unsupported",
        ),
    }
}

/// The steps that any backend can take.
fn examine_backend(backend: &mut dyn Backend, editions: &Editions, take: &mut Take<'_>) {
    let description = match backend.describe() {
        Ok(description) => description,
        Err(why) => {
            return take("description", Outcome::problem(why, "see to it that it starts twice in a row"));
        }
    };
    let mut samples = Vec::new();
    for id in &description.tables {
        if let Some(table) = Table::named(id) {
            take("table", ask_table(backend, table));
        }
    }
    for &operator in OPERATORS {
        let spec = operator.spec();
        let Some(support) = description.operator(spec.name) else { continue };
        let contract = spec.contract(editions);
        let calls: Vec<(DType, Call)> = small_calls(operator, support, contract);
        take("dtypes", ask_dtypes(backend, support, &calls));
        take("refusal", ask_invalid(backend, &calls, contract));
        samples.extend(calls.into_iter().map(|(_, call)| call));
    }
    take("order", ask_together(backend, &samples));
}

fn ask_table(backend: &mut dyn Backend, table: &'static Table) -> Outcome {
    let (row, column) = (table.rows.keys[0], table.columns.keys[0]);
    let calls = [(row, column), (row, table.columns.keys[table.columns.keys.len() - 1])]
        .map(|(row, column)| Call::Promote(Promote { table, row, column, ranks: None }));
    let mut replies = Vec::new();
    backend.ask_all(&calls.iter().collect::<Vec<_>>(), &mut replies);
    match replies.iter().zip(&calls).find_map(|(reply, call)| trouble(reply, call, true)) {
        Some((what, mend)) => Outcome::problem(what, mend),
        None => Outcome::Fine(format!("{} answers", table.id)),
    }
}

fn ask_dtypes(backend: &mut dyn Backend, support: &OperatorSupport, calls: &[(DType, Call)]) -> Outcome {
    if calls.is_empty() {
        return Outcome::problem(
            format!("{} is offered with no dtype that the documents allow", support.name),
            "list dtypes by their short names under `dtypes`",
        );
    }
    let mut troubles = Vec::new();
    for (_, call) in calls {
        troubles.extend(trouble(&backend.ask(call), call, false));
    }
    let mut names: Vec<&str> = calls.iter().map(|(dtype, _)| dtype.name()).collect();
    names.dedup();
    match troubles.into_iter().reduce(|(what, mend), (more, _)| (format!("{what}; {more}"), mend)) {
        Some((what, mend)) => Outcome::problem(what, mend),
        None => Outcome::Fine(format!("{} answers for {}", support.name, names.join(" "))),
    }
}

fn ask_invalid(backend: &mut dyn Backend, calls: &[(DType, Call)], contract: &Contract) -> Outcome {
    let invalid = calls.iter().find_map(|(_, call)| invalid(call, contract));
    let Some(call) = invalid else {
        return Outcome::Skipped(format!(
            "no number in the arguments of {} can be out of range",
            contract.operator
        ));
    };
    match backend.ask(&call) {
        Reply::Rejected(rejection) => {
            Outcome::Fine(format!("{} is refused: {}", Question(&call), rejection.message))
        }
        Reply::Answer(_) => Outcome::problem(
            format!("{} is answered, though it is out of range", Question(&call)),
            "let the implementation's error through as `rejected`; where it has none, a run counts that as a failure",
        ),
        reply => match trouble(&reply, &call, true) {
            Some((what, mend)) => Outcome::problem(what, mend),
            None => Outcome::Fine(String::new()),
        },
    }
}

/// The same answers together as one by one, forwards and backwards.
fn ask_together(backend: &mut dyn Backend, calls: &[Call]) -> Outcome {
    let calls: Vec<&Call> = calls.iter().take(64).collect();
    if calls.len() < 2 {
        return Outcome::Skipped("there are no two calls to ask".to_owned());
    }
    let alone: Vec<Reply> = calls.iter().map(|call| backend.ask(call)).collect();
    let order: Vec<usize> = (0..calls.len()).chain((0..calls.len()).rev()).collect();
    let mut together = Vec::new();
    backend.ask_all(&order.iter().map(|&at| calls[at]).collect::<Vec<_>>(), &mut together);
    match order.iter().zip(&together).find(|(at, reply)| alone[**at] != **reply) {
        None => Outcome::Fine(format!("{} calls are answered alike together and one by one", calls.len())),
        Some((&at, reply)) => Outcome::problem(
            format!(
                "{} gives {} alone, and {} among others",
                Question(calls[at]),
                said(&alone[at]),
                said(reply)
            ),
            "answer the calls of a batch in their order, and keep nothing from one call to the next",
        ),
    }
}

/// What a reply to a valid call tells of the adapter; nothing where it is as it should be.
fn trouble(reply: &Reply, call: &Call, may_refuse: bool) -> Option<(String, String)> {
    let mend = match reply {
        Reply::Answer(_) => return None,
        Reply::Rejected(_) if may_refuse => return None,
        Reply::Rejected(_) => {
            "leave it out of hello if the implementation lacks it; otherwise see whether the \
                               adapter passes the arguments on rightly"
        }
        Reply::Unsupported(_) => "leave out of hello what cannot be asked",
        Reply::Failed(_) => "this is the adapter's own failure: its message tells where",
        Reply::Lost(..) => {
            "ask the implementation the same without the adapter; if it answers, the adapter must too"
        }
    };
    Some((format!("{}: {}", Question(call), said(reply)), mend.to_owned()))
}

/// A reply in a few words.
fn said(reply: &Reply) -> String {
    match reply {
        Reply::Answer(Answer::DType(dtype)) => dtype.to_string(),
        Reply::Answer(Answer::OtherDType(name)) => format!("a dtype `{name}`"),
        Reply::Answer(Answer::Tensor(tensor)) => format!("{tensor:?}"),
        Reply::Rejected(rejection) => format!("refused ({})", rejection.message),
        Reply::Unsupported(reason) => format!("unsupported ({reason})"),
        Reply::Failed(message) => format!("failed ({message})"),
        Reply::Lost(_, what) => format!("no answer ({what})"),
    }
}

/// For each dtype that is offered, a few small valid calls, with no other dtype in them that is not offered.
fn small_calls(
    operator: &dyn Operator,
    support: &OperatorSupport,
    contract: &'static Contract,
) -> Vec<(DType, Call)> {
    const EACH: usize = 3;
    let grid = operator.grid(contract);
    let calls_of = |dtype: DType| {
        let calls = grid.iter().map(|(_, call)| call).filter(move |call| first_dtype(call) == Some(dtype));
        let calls = calls.filter(|call| is_offered(call, support)).take(EACH);
        calls.map(move |call| (dtype, Call::Operate(call.clone())))
    };
    support.dtypes.iter().flat_map(calls_of).collect()
}

fn first_dtype(call: &Invocation) -> Option<DType> {
    call.args.iter().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.dtype()),
        _ => None,
    })
}

/// Whether all of a call is offered, and its tensors are plain and hold something.
fn is_offered(call: &Invocation, support: &OperatorSupport) -> bool {
    call.args.iter().all(|arg| match arg {
        Arg::Tensor(tensor) => {
            let rank = tensor.shape().len();
            let fits = rank > 0 && support.max_rank.is_none_or(|max| rank <= max);
            fits && support.dtypes.contains(tensor.dtype())
                && tensor.is_plain()
                && !tensor.storage().is_empty()
        }
        Arg::DType(dtype) => support.dtypes.contains(*dtype),
        Arg::Flag(flag) => !flag,
        Arg::Absent | Arg::Int(_) => true,
        Arg::Null => false,
    })
}

/// The call with a number in it that breaks a `must`.
fn invalid(call: &Call, contract: &Contract) -> Option<Call> {
    const FAR: i64 = 100;
    let Call::Operate(call) = call else { return None };
    let numbers = call.operator.arguments.iter().enumerate().filter(|(_, a)| a.kind == ArgumentKind::Int);
    let changed = numbers.map(|(at, _)| {
        let mut call = call.clone();
        call.args[at] = Arg::Int(FAR);
        call
    });
    let mut broken = changed.filter(|call| contract.broken_by(call.args()).any(|r| r.level == Level::Must));
    broken.next().map(Call::Operate)
}

fn bye(conversation: &mut Conversation, options: &Options) -> Outcome {
    if conversation.bye(options.bye_limit) {
        return Outcome::Fine("leaves when told".to_owned());
    }
    let seconds = options.bye_limit.as_secs_f32();
    Outcome::problem(
        format!("still runs {seconds} s after bye"),
        "end at `bye`, and where stdin ends; what stays is killed, with all that it started",
    )
}
