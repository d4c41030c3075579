//! Faults in what the C interface alone can ask: null pointers, formats, phases.

use super::arguments::accepting;
use super::lines::invocation;
use super::{Class, Fault, State};
use ascertain::backend::{Loss, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::requirement::cumprod::{
    DIM_DTYPE, DIM_NULL, EXECUTOR_NULL, EXECUTOR_REPEATABLE, INPUT_FORMAT, INPUT_NULL, OUT_FORMAT,
    WORKSPACE_NULL, WORKSPACE_SIZE,
};
use ascertain::{DType, Tensor};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "interface/null-as-empty",
        "a null input counts as a tensor without elements",
        Class::MissingCheck,
        &[INPUT_NULL],
        |state, call| {
            accepting(state, call, |call| {
                let empty = Tensor::zeros(DType::F32, &[0]).ok()?;
                let null = matches!(call.get("input"), Arg::Null);
                null.then(|| {
                    call.clone()
                        .with("input", Arg::Tensor(empty))
                        .with("dim", Arg::Int(0))
                        .with("out", Arg::Absent)
                })
            })
        },
    )
    .met("gitcode ops-math#2483"),
    Fault::broad(
        "interface/null-crashes",
        "a null input is read before it is checked",
        Class::Crash,
        &[INPUT_NULL],
        |state, call| match invocation(call, "cumprod").map(|call| call.get("input")) {
            Some(Arg::Null) => Reply::Lost(Loss::Crash, "signal 11 (SIGSEGV)".to_owned()),
            _ => state.right(call),
        },
    )
    .met("gitcode ops-math#2483"),
    Fault::broad(
        "interface/null-dim",
        "a null dim counts as 0",
        Class::MissingCheck,
        &[DIM_NULL],
        |state, call| without(state, call, "dim", |dim| *dim == Arg::Null, &Arg::Int(0)),
    )
    .met("gitcode ops-math#2612"),
    Fault::broad(
        "interface/dim-dtype-unchecked",
        "a dim of any dtype is accepted",
        Class::MissingCheck,
        &[DIM_DTYPE],
        |state, call| without(state, call, "dim_dtype", |_| true, &Arg::Absent),
    )
    .met("gitcode ops-math (code)"),
    Fault::broad(
        "interface/input-format-unchecked",
        "an input of any format is accepted",
        Class::MissingCheck,
        &[INPUT_FORMAT],
        |state, call| without(state, call, "input_format", |_| true, &Arg::Absent),
    ),
    Fault::broad(
        "interface/out-format-unchecked",
        "an out of any format is accepted",
        Class::MissingCheck,
        &[OUT_FORMAT],
        |state, call| without(state, call, "out_format", |_| true, &Arg::Absent),
    ),
    Fault::broad(
        "interface/null-executor-accepted",
        "phase two runs without an executor",
        Class::MissingCheck,
        &[EXECUTOR_NULL],
        |state, call| without(state, call, "executor", |executor| *executor == Arg::Null, &Arg::Absent),
    ),
    Fault::broad(
        "interface/null-workspace-accepted",
        "phase two runs without the workspace that it asked for",
        Class::MissingCheck,
        &[WORKSPACE_NULL],
        |state, call| without(state, call, "workspace", |workspace| *workspace == Arg::Null, &Arg::Absent),
    ),
    Fault::broad(
        "interface/executor-runs-once",
        "a repeatable executor runs once",
        Class::NeedlessRefusal,
        &[EXECUTOR_REPEATABLE],
        |state, call| refusing(state, call, "executor"),
    ),
    Fault::broad(
        "interface/larger-workspace-refused",
        "a workspace that is larger than asked for is refused",
        Class::NeedlessRefusal,
        &[WORKSPACE_SIZE],
        |state, call| refusing(state, call, "workspace"),
    )
    .met("gitcode ops-math#2565"),
];

/// Answers a call that is to be refused as if it had another argument, where it has one that `unchecked` takes.
fn without(state: &mut State, call: &Call, name: &str, unchecked: fn(&Arg) -> bool, other: &Arg) -> Reply {
    accepting(state, call, |call| {
        let given = call.get(name);
        (*given != Arg::Absent && unchecked(given)).then(|| call.clone().with(name, other.clone()))
    })
}

/// Refuses valid calls that set a flag.
fn refusing(state: &mut State, call: &Call, flag: &str) -> Reply {
    let set = |call: &Invocation| *call.get(flag) == Arg::Flag(true);
    match state.right(call) {
        Reply::Answer(_) if invocation(call, "cumprod").is_some_and(set) => {
            Reply::Rejected(Rejection { status: Some(561_103), message: "cannot run again".to_owned() })
        }
        reply => reply,
    }
}
