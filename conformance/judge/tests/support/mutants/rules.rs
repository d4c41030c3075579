//! Faults in which arguments are refused, and with which status.

use crate::support::faulty::{FoundBy, Mutant, State};
use crate::support::lines::{in_place, invocation, tensor};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("bool accepted, computed as u8", "FlagGems#3562", |state, call| {
        relabelled(state, call, DType::Bool, DType::U8)
    }),
    Mutant::new("complex numbers accepted", "", |state, call| {
        relabelled(state, call, DType::C32, DType::F32)
    }),
    Mutant::new("out of another shape accepted when it has as many elements", "", |state, call| {
        accepting(state, call, |call| {
            let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
            let fits = input.layout().count() == out.layout().count() && input.shape() != out.shape();
            fits.then(|| call.clone().with("out", Arg::Absent))
        })
    }),
    Mutant::new("out of another shape accepted and replaced", "FlagGems#4543", |state, call| {
        accepting(state, call, |call| {
            let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
            (input.shape() != out.shape()).then(|| call.clone().with("out", Arg::Absent))
        })
    }),
    Mutant::new("out of another dtype accepted, result converted", "pytorch/pytorch#50121", |state, call| {
        accepting(state, call, |call| {
            let (input, out) = (tensor(call, "input")?, tensor(call, "out")?);
            let asked = matches!(call.get("dtype"), Arg::DType(_));
            let other = !asked && input.dtype() != out.dtype();
            other.then(|| call.clone().with("dtype", Arg::DType(out.dtype())))
        })
    }),
    Mutant::new("dtype unlike out's accepted", "gitcode ops-math (code)", |state, call| {
        accepting(state, call, |call| {
            let (Arg::DType(dtype), out) = (call.get("dtype"), tensor(call, "out")?) else { return None };
            (*dtype != out.dtype()).then(|| call.clone().with("out", Arg::Absent))
        })
    }),
    Mutant::new("null pointer's status for invalid parameters", "gitcode ops-math!4370", |state, call| {
        match state.right(call) {
            Reply::Rejected(mut rejection) => {
                rejection.status =
                    rejection.status.map(|status| if status == 161_002 { 161_001 } else { status });
                Reply::Rejected(rejection)
            }
            reply => reply,
        }
    }),
    Mutant::new("null input taken as an empty tensor", "gitcode ops-math#2483", |state, call| {
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
    })
    .found_by(FoundBy::Suite),
    Mutant::new("f64 refused", "huggingface/diffusers#10428", |state, call| {
        let double = invocation(call, "cumprod")
            .and_then(|call| tensor(call, "input"))
            .is_some_and(|t| t.dtype() == DType::F64);
        match state.right(call) {
            Reply::Answer(_) if double => Reply::Rejected(Default::default()),
            reply => reply,
        }
    }),
    Mutant::new("results of bf16 labelled f16", "vllm-project/vllm-ascend#1883", |state, call| {
        state.changed(call, |_, answer| {
            if answer.dtype() == DType::Bf16 {
                *answer = Tensor::new(DType::F16, answer.shape(), answer.elements().into_owned())
                    .expect("the same width");
            }
        })
    }),
    Mutant::new("nine dimensions accepted", "gitcode ops-math (code)", |state, call| {
        match state.right(call) {
            // The first edition states no limit.
            Reply::Rejected(_) => Reference::default().ask(call),
            reply => reply,
        }
    })
    .found_by(FoundBy::Profile("latest")),
    Mutant::new("empty results labelled f32", "", |state, call| {
        state.changed(call, |_, answer| {
            if answer.layout().count() == 0 {
                *answer = Tensor::zeros(DType::F32, answer.shape()).expect("no elements");
            }
        })
    }),
];

/// Answers a call that is to be refused as if it were another one.
fn accepting(state: &mut State, call: &Call, other: impl Fn(&Invocation) -> Option<Invocation>) -> Reply {
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
