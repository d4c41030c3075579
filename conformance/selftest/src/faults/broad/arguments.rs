//! Faults in which arguments are refused, and with which status.

use super::lines::{in_place, invocation, tensor};
use super::{Class, Fault, State};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::reference::Reference;
use ascertain::requirement::cumprod::{
    DIM_RANGE, DTYPE_LISTED, INPUT_DTYPE, OUT_DTYPE_GIVEN, OUT_DTYPE_UNDEFINED, OUT_SHAPE, RANK_MAX,
};
use ascertain::{DType, Tensor};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "arguments/bool-accepted",
        "bool is accepted and computed as u8",
        Class::MissingCheck,
        &[INPUT_DTYPE],
        |state, call| relabelled(state, call, DType::Bool, DType::U8),
    )
    .met("FlagGems#3562"),
    Fault::broad(
        "arguments/empty-bool-accepted",
        "bool is accepted where there are no elements",
        Class::MissingCheck,
        &[INPUT_DTYPE],
        |state, call| {
            let input = invocation(call, "cumprod").and_then(|call| tensor(call, "input"));
            match input {
                Some(input) if input.layout().count() == 0 => relabelled(state, call, DType::Bool, DType::U8),
                _ => state.right(call),
            }
        },
    )
    .in_profile("latest"),
    Fault::broad(
        "arguments/empty-out-accepted",
        "an out of another shape is accepted where neither it nor input has elements",
        Class::MissingCheck,
        &[OUT_SHAPE],
        |state, call| {
            accepting(state, call, |call| {
                let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
                let empty = input.layout().count() == 0 && out.layout().count() == 0;
                empty.then(|| call.clone().with("out", Arg::Absent))
            })
        },
    )
    .in_profile("latest"),
    Fault::broad(
        "arguments/complex-accepted",
        "c32 is accepted and computed as f32",
        Class::MissingCheck,
        &[INPUT_DTYPE],
        |state, call| relabelled(state, call, DType::C32, DType::F32),
    ),
    Fault::broad(
        "arguments/reshaped-out-accepted",
        "an out of another shape is accepted if it has as many elements",
        Class::MissingCheck,
        &[OUT_SHAPE],
        |state, call| {
            accepting(state, call, |call| {
                let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
                let fits = input.layout().count() == out.layout().count() && input.shape() != out.shape();
                fits.then(|| call.clone().with("out", Arg::Absent))
            })
        },
    ),
    Fault::broad(
        "arguments/out-replaced",
        "an out of another shape is accepted and replaced",
        Class::MissingCheck,
        &[OUT_SHAPE],
        |state, call| {
            accepting(state, call, |call| {
                let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
                (input.shape() != out.shape()).then(|| call.clone().with("out", Arg::Absent))
            })
        },
    )
    .met("FlagGems#4543"),
    Fault::broad(
        "arguments/out-dtype-accepted",
        "an out of another dtype is accepted, and the result converted",
        Class::MissingCheck,
        &[OUT_DTYPE_UNDEFINED],
        |state, call| {
            accepting(state, call, |call| {
                let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
                let asked = matches!(call.get("dtype"), Arg::DType(_));
                let other = !asked && input.dtype() != out.dtype();
                other.then(|| call.clone().with("dtype", Arg::DType(out.dtype())))
            })
        },
    )
    .met("pytorch/pytorch#50121"),
    Fault::broad(
        "arguments/dtype-unlike-out-accepted",
        "a dtype unlike that of out is accepted",
        Class::MissingCheck,
        &[OUT_DTYPE_GIVEN],
        |state, call| {
            accepting(state, call, |call| {
                let (Arg::DType(dtype), out) = (call.get("dtype"), tensor(call, "out")?) else { return None };
                (*dtype != out.dtype()).then(|| call.clone().with("out", Arg::Absent))
            })
        },
    )
    .met("gitcode ops-math (code)"),
    Fault::broad(
        "arguments/unlisted-dtype-accepted",
        "a dtype that is not listed counts as the dtype of input",
        Class::MissingCheck,
        &[DTYPE_LISTED],
        |state, call| {
            accepting(state, call, |call| {
                let Arg::DType(dtype) = call.get("dtype") else { return None };
                let unlisted = !dtype.is_float() && !dtype.is_integer();
                unlisted.then(|| call.clone().with("dtype", Arg::Absent).with("out", Arg::Absent))
            })
        },
    )
    .met("Ascend op-plugin !2164"),
    Fault::broad(
        "arguments/null-status",
        "invalid parameters are refused with the status for null pointers",
        Class::Status,
        &[DIM_RANGE, INPUT_DTYPE],
        |state, call| match state.right(call) {
            Reply::Rejected(mut rejection) => {
                rejection.status =
                    rejection.status.map(|status| if status == 161_002 { 161_001 } else { status });
                Reply::Rejected(rejection)
            }
            reply => reply,
        },
    )
    .met("gitcode ops-math!4370"),
    Fault::broad(
        "arguments/f64-refused",
        "f64 is refused",
        Class::NeedlessRefusal,
        &[INPUT_DTYPE],
        |state, call| {
            let double = invocation(call, "cumprod")
                .and_then(|call| tensor(call, "input"))
                .is_some_and(|t| t.dtype() == DType::F64);
            match state.right(call) {
                Reply::Answer(_) if double => Reply::Rejected(Default::default()),
                reply => reply,
            }
        },
    )
    .met("huggingface/diffusers#10428"),
    Fault::broad(
        "arguments/bf16-as-f16",
        "results in bf16 are labelled f16",
        Class::DType,
        &[OUT_DTYPE_UNDEFINED, OUT_DTYPE_GIVEN],
        |state, call| {
            state.changed(call, |_, answer| {
                if answer.dtype() == DType::Bf16 {
                    *answer = Tensor::new(DType::F16, answer.shape(), answer.elements().into_owned())
                        .expect("the same width");
                }
            })
        },
    )
    .met("vllm-project/vllm-ascend#1883"),
    Fault::broad(
        "arguments/rank-9-accepted",
        "tensors of rank 9 are accepted",
        Class::MissingCheck,
        &[RANK_MAX],
        |state, call| {
            match state.right(call) {
                // The first edition states no limit.
                Reply::Rejected(_) => Reference::default().ask(call),
                reply => reply,
            }
        },
    )
    .met("gitcode ops-math (code)")
    .in_profile("latest"),
    Fault::broad(
        "arguments/empty-as-f32",
        "results without elements are labelled f32",
        Class::DType,
        &[OUT_DTYPE_UNDEFINED, OUT_DTYPE_GIVEN],
        |state, call| {
            state.changed(call, |_, answer| {
                if answer.layout().count() == 0 {
                    *answer = Tensor::zeros(DType::F32, answer.shape()).expect("no elements");
                }
            })
        },
    ),
];

/// Answers a call that is to be refused as if it were another one.
pub(super) fn accepting(
    state: &mut State,
    call: &Call,
    other: impl Fn(&Invocation) -> Option<Invocation>,
) -> Reply {
    match (state.right(call), invocation(call, "cumprod").and_then(other)) {
        (Reply::Rejected(_), Some(other)) => state.reference.ask(&Call::Operate(other)),
        (reply, _) => reply,
    }
}

/// Takes a dtype that is to be refused for another one of the same width.
fn relabelled(state: &mut State, call: &Call, dtype: DType, taken_for: DType) -> Reply {
    let label = |tensor: &Tensor, from: DType, to: DType| {
        if tensor.dtype() == from {
            Tensor::view(to, tensor.layout().clone(), tensor.storage().to_vec()).ok()
        } else {
            None
        }
    };
    let Some(operation) = invocation(call, "cumprod") else { return state.right(call) };
    let relabelled = tensor(operation, "input").and_then(|input| label(input, dtype, taken_for));
    let Some(input) = relabelled else { return state.right(call) };
    let mut other = operation.clone().with("input", Arg::Tensor(input));
    if let Some(out) =
        tensor(operation, "out").and_then(|out| label(out, dtype, taken_for)).filter(|_| !in_place(operation))
    {
        other = other.with("out", Arg::Tensor(out));
    }
    match state.reference.ask(&Call::Operate(other)) {
        Reply::Answer(Answer::Tensor(answer)) => {
            let answer = label(&answer, taken_for, dtype).unwrap_or(answer);
            Reply::Answer(Answer::Tensor(answer))
        }
        reply => reply,
    }
}
