//! Faults against what some editions alone say.

use super::arguments::accepting;
use super::lines::{in_place, invocation, tensor};
use super::{Class, Fault, State};
use ascertain::Tensor;
use ascertain::backend::{Answer, Loss, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::requirement::cumprod::{DIM_DTYPE, INPLACE_DIM_RANGE, INPLACE_EMPTY, RANK_ZERO};
use ascertain::requirement::reinterpret::NARROW_SHAPE;

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "editions/rank-0-refused",
        "tensors of rank 0 are refused",
        Class::NeedlessRefusal,
        &[RANK_ZERO],
        |state, call| refusing(state, call, |call| rank(call) == Some(0)),
    )
    .met("gitcode ops-math#1458")
    .in_profile("code"),
    Fault::broad(
        "editions/rank-0-any-dim",
        "a tensor of rank 0 takes any dim",
        Class::MissingCheck,
        &[RANK_ZERO],
        |state, call| {
            accepting(state, call, |call| {
                (rank(call) == Some(0)).then(|| call.clone().with("dim", Arg::Int(0)))
            })
        },
    )
    .met("PaddlePaddle/Paddle#49550")
    .in_profile("code"),
    Fault::broad(
        "editions/rank-0-crashes",
        "a tensor of rank 0 ends the process",
        Class::Crash,
        &[RANK_ZERO],
        |state, call| match invocation(call, "cumprod").and_then(rank) {
            Some(0) => Reply::Lost(Loss::Crash, "signal 6 (SIGABRT)".to_owned()),
            _ => state.right(call),
        },
    )
    .met("Oneflow-Inc/oneflow#10595")
    .in_profile("code"),
    Fault::broad(
        "editions/in-place-empty-refused",
        "in place, tensors without elements are refused",
        Class::NeedlessRefusal,
        &[INPLACE_EMPTY],
        |state, call| {
            refusing(state, call, |call| {
                in_place(call) && tensor(call, "input").is_some_and(|input| input.layout().count() == 0)
            })
        },
    )
    .met("gitcode ops-math#1613")
    .in_profile("code"),
    Fault::broad(
        "editions/in-place-dim-rank-accepted",
        "in place, dim equal to rank leaves input as it is",
        Class::MissingCheck,
        &[INPLACE_DIM_RANGE],
        |state, call| {
            let kept = invocation(call, "cumprod").filter(|call| {
                let dim = rank(call).and_then(|rank| i64::try_from(rank).ok()).filter(|rank| *rank > 0);
                in_place(call) && dim.is_some_and(|dim| *call.get("dim") == Arg::Int(dim))
            });
            match (state.right(call), kept.and_then(|call| tensor(call, "input"))) {
                (Reply::Rejected(_), Some(input)) => Reply::Answer(Answer::Tensor(input.clone())),
                (reply, _) => reply,
            }
        },
    )
    .met("gitcode ops-math (code)")
    .in_profile("code"),
    Fault::broad(
        "editions/s64-dim-refused",
        "a dim of dtype s64 is refused",
        Class::NeedlessRefusal,
        &[DIM_DTYPE],
        |state, call| {
            refusing(state, call, |call| matches!(call.get("dim_dtype"), Arg::DType(ascertain::DType::S64)))
        },
    )
    .met("tensorflow/tensorflow#13791")
    .in_profile("code"),
    Fault::broad(
        "editions/narrowing-appends",
        "a narrower dtype appends a dimension",
        Class::Shape,
        &[NARROW_SHAPE],
        |state, call| {
            reshaped(state, call, |input, factor| {
                let vector = input.shape().len() == 1;
                vector.then(|| [input.shape(), &[factor]].concat())
            })
        },
    )
    .met("TIK (code)"),
    Fault::broad(
        "editions/narrowing-multiplies",
        "a narrower dtype multiplies the last dimension",
        Class::Shape,
        &[NARROW_SHAPE],
        |state, call| {
            reshaped(state, call, |input, factor| {
                let mut shape = input.shape().to_vec();
                *shape.last_mut()? *= factor;
                Some(shape)
            })
        },
    )
    .met("numpy/numpy#5534")
    .in_profile("code"),
];

fn rank(call: &Invocation) -> Option<usize> {
    Some(tensor(call, "input")?.layout().rank())
}

/// Refuses some valid calls.
fn refusing(state: &mut State, call: &Call, refused: impl Fn(&Invocation) -> bool) -> Reply {
    match state.right(call) {
        Reply::Answer(_) if invocation(call, "cumprod").is_some_and(refused) => {
            Reply::Rejected(Rejection { status: None, message: "not supported".to_owned() })
        }
        reply => reply,
    }
}

/// The right bytes in another shape, where a reinterpretation has narrower elements: so many for each.
fn reshaped(state: &mut State, call: &Call, other: impl Fn(&Tensor, usize) -> Option<Vec<usize>>) -> Reply {
    let mut reply = state.right(call);
    let input = invocation(call, "reinterpret").and_then(|call| tensor(call, "input"));
    if let (Some(input), Reply::Answer(Answer::Tensor(answer))) = (input, &mut reply) {
        let factor = input.dtype().size() / answer.dtype().size().min(input.dtype().size());
        let shape = other(input, factor).filter(|_| factor > 1);
        let bytes = answer.elements().into_owned();
        if let Some(Ok(tensor)) = shape.map(|shape| Tensor::new(answer.dtype(), &shape, bytes)) {
            *answer = tensor;
        }
    }
    reply
}
