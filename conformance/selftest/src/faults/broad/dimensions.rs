//! Faults in which axis is scanned, in ranks and in tensors without elements.

use super::float::Float;
use super::lines::{dim, invocation, positions, set_words, tensor, words};
use super::{Class, Fault, State};
use ascertain::Tensor;
use ascertain::backend::{Answer, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::requirement::cumprod::{DIM_RANGE, EMPTY, OUT_SHAPE, RANK_MAX, VALUE};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "dimensions/next-dimension",
        "the product runs along the dimension after dim",
        Class::Value,
        &[VALUE],
        |state, call| along(state, call, |dim, rank| (dim + 1) % rank),
    ),
    Fault::broad(
        "dimensions/last-dimension",
        "the product always runs along the last dimension",
        Class::Value,
        &[VALUE],
        |state, call| along(state, call, |_, rank| rank - 1),
    )
    .met("apache/tvm#19437"),
    Fault::broad(
        "dimensions/first-dimension",
        "the product always runs along the first dimension",
        Class::Value,
        &[VALUE],
        |state, call| along(state, call, |_, _| 0),
    )
    .met("apache/tvm#19437"),
    Fault::broad(
        "dimensions/negative-dim-from-front",
        "a negative dim counts from the front",
        Class::Value,
        &[VALUE],
        |state, call| dims(state, call, |dim, rank| if dim < 0 { (-dim - 1).rem_euclid(rank) } else { dim }),
    )
    .met("tenstorrent/tt-forge-onnx#1843"),
    Fault::broad(
        "dimensions/negative-dim-refused",
        "a negative dim is refused",
        Class::NeedlessRefusal,
        &[DIM_RANGE],
        |state, call| dims(state, call, |dim, rank| if dim < 0 { rank } else { dim }),
    )
    .met("microsoft/onnxruntime#1814"),
    Fault::broad(
        "dimensions/least-dim-refused",
        "dim equal to -rank is refused",
        Class::NeedlessRefusal,
        &[DIM_RANGE],
        |state, call| dims(state, call, |dim, rank| if dim == -rank { rank } else { dim }),
    ),
    Fault::broad(
        "dimensions/dim-rank-accepted",
        "dim equal to rank counts as the last dimension",
        Class::MissingCheck,
        &[DIM_RANGE],
        |state, call| dims(state, call, |dim, rank| if dim == rank { rank - 1 } else { dim }),
    )
    .met("Oneflow-Inc/oneflow#8136"),
    Fault::broad(
        "dimensions/dim-below-wrapped",
        "dim below -rank is wrapped around",
        Class::MissingCheck,
        &[DIM_RANGE],
        |state, call| dims(state, call, |dim, rank| if dim < -rank { dim.rem_euclid(rank) } else { dim }),
    ),
    Fault::broad(
        "dimensions/dim-clamped",
        "dim out of range is taken to the nearest end of its range",
        Class::MissingCheck,
        &[DIM_RANGE],
        |state, call| dims(state, call, |dim, rank| dim.clamp(-rank, rank - 1)),
    ),
    Fault::broad(
        "dimensions/empty-refused",
        "tensors without elements are refused",
        Class::NeedlessRefusal,
        &[EMPTY],
        |state, call| refusing(state, call, |input, _| input.layout().count() == 0),
    )
    .met("gitcode ops-math#1613"),
    Fault::broad(
        "dimensions/empty-dim-refused",
        "tensors whose dimension dim has length 0 are refused",
        Class::NeedlessRefusal,
        &[EMPTY],
        |state, call| refusing(state, call, |input, dim| dim.is_some_and(|dim| input.shape()[dim] == 0)),
    )
    .met("cupy/cupy#1455"),
    Fault::broad(
        "dimensions/rank-8-refused",
        "tensors of rank 8 are refused",
        Class::NeedlessRefusal,
        &[RANK_MAX],
        |state, call| refusing(state, call, |input, _| input.layout().rank() == 8),
    )
    .in_profile("latest"),
    Fault::broad(
        "dimensions/rank-8-other-dimension",
        "tensors of rank 8 are multiplied along another dimension",
        Class::Value,
        &[VALUE],
        |state, call| along(state, call, |dim, rank| if rank == 8 { (dim + 3) % 8 } else { dim }),
    ),
    Fault::broad(
        "dimensions/rank-5-refused",
        "tensors of rank 5 to 8 are refused",
        Class::NeedlessRefusal,
        &[RANK_MAX],
        |state, call| refusing(state, call, |input, _| (5..=8).contains(&input.layout().rank())),
    )
    .in_profile("latest"),
    Fault::broad(
        "dimensions/length-1-zero",
        "lines of one element become zero",
        Class::Value,
        &[VALUE],
        |state, call| {
            state.lines(call, |_, factors, products| {
                if factors.len() == 1 {
                    products.fill(0);
                }
            })
        },
    )
    .met("microsoft/onnxruntime#13165"),
    Fault::broad(
        "dimensions/flattened",
        "the result has one dimension",
        Class::Shape,
        &[OUT_SHAPE],
        |state, call| {
            state.changed(call, |_, answer| {
                if answer.layout().rank() > 1 && answer.is_plain() {
                    let count = answer.layout().count();
                    replace(answer, Tensor::new(answer.dtype(), &[count], answer.elements().into_owned()));
                }
            })
        },
    ),
    Fault::broad(
        "dimensions/last-product-alone",
        "the result holds only the last product of each line",
        Class::Shape,
        &[OUT_SHAPE],
        |state, call| {
            state.changed(call, |call, answer| {
                let Some(dim) = dim(call, answer.layout().rank())
                    .filter(|_| answer.is_plain() && answer.layout().count() > 0)
                else {
                    return;
                };
                let all = words(answer);
                let lasts: Vec<u64> = positions(answer.shape(), Some(dim))
                    .iter()
                    .map(|line| all[line[line.len() - 1]])
                    .collect();
                let mut shape = answer.shape().to_vec();
                shape.remove(dim);
                let mut last = Tensor::zeros(answer.dtype(), &shape).expect("fewer elements than before");
                set_words(&mut last, &lasts);
                *answer = last;
            })
        },
    ),
    Fault::broad(
        "dimensions/exclusive",
        "each element is the product of those before it, itself left out",
        Class::Value,
        &[VALUE],
        |state, call| {
            state.lines(call, |dtype, _, products| {
                let one = Float::of(dtype).map_or(1, |format| format.word(1.0));
                products.rotate_right(1);
                products.iter_mut().take(1).for_each(|word| *word = one);
            })
        },
    )
    .met("onnx/onnx#7075"),
    Fault::broad(
        "dimensions/reversed",
        "the product runs from the end of each line",
        Class::Value,
        &[VALUE],
        |state, call| {
            let Some(invocation) = invocation(call, "cumprod") else { return state.right(call) };
            let Some(reversed) = reversed(invocation) else { return state.right(call) };
            let Reply::Answer(Answer::Tensor(mirrored)) = state.right(&Call::Operate(reversed)) else {
                return state.right(call);
            };
            let mirrored = words(&mirrored);
            state.changed(call, |call, answer| {
                let mut all = words(answer);
                for line in positions(answer.shape(), dim(call, answer.layout().rank())) {
                    line.iter().zip(line.iter().rev()).for_each(|(&to, &from)| all[to] = mirrored[from]);
                }
                set_words(answer, &all);
            })
        },
    )
    .met("sonots/cumo#302"),
    Fault::broad(
        "dimensions/copied",
        "the result is a copy of input",
        Class::Value,
        &[VALUE],
        |state, call| state.lines(call, |_, factors, products| products.copy_from_slice(factors)),
    ),
    Fault::broad("dimensions/zeros", "the result is all zeros", Class::Value, &[VALUE], |state, call| {
        state.lines(call, |_, _, products| products.fill(0))
    })
    .met("array-api-tests"),
    Fault::broad(
        "dimensions/lines-past-64",
        "lines past the 64th repeat their first element",
        Class::Value,
        &[VALUE],
        |state, call| {
            let mut line = 0;
            state.lines(call, |_, factors, products| {
                line += 1;
                if line > 64 {
                    products.fill(factors[0]);
                }
            })
        },
    )
    .needing(130),
    Fault::broad(
        "dimensions/last-line-copied",
        "the last line is a copy of input",
        Class::Value,
        &[VALUE],
        |state, call| {
            state.changed(call, |call, answer| {
                let Some(input) = tensor(call, "input").filter(|input| input.dtype() == answer.dtype())
                else {
                    return;
                };
                let lines = positions(answer.shape(), dim(call, answer.layout().rank()));
                let (mut all, factors) = (words(answer), words(input));
                lines
                    .last()
                    .filter(|_| lines.len() > 1)
                    .into_iter()
                    .flatten()
                    .for_each(|&at| all[at] = factors[at]);
                set_words(answer, &all);
            })
        },
    )
    .met("pytorch/pytorch#154881"),
];

fn replace(answer: &mut Tensor, with: Result<Tensor, ascertain::tensor::TensorError>) {
    *answer = with.expect("as many elements as before");
}

/// Another dim than the one asked for, whether valid or not.
fn dims(state: &mut State, call: &Call, other: impl Fn(i64, i64) -> i64) -> Reply {
    state.instead(call, "cumprod", |call| {
        let (input, Arg::Int(dim)) = (tensor(call, "input")?, call.get("dim")) else { return None };
        let rank = input.layout().rank() as i64;
        (rank > 0).then(|| call.clone().with("dim", Arg::Int(other(*dim, rank))))
    })
}

/// Another axis than the valid one asked for.
fn along(state: &mut State, call: &Call, other: impl Fn(usize, usize) -> usize) -> Reply {
    dims(state, call, |dim, rank| {
        let positive = if dim < 0 { dim + rank } else { dim };
        if (0..rank).contains(&positive) { other(positive as usize, rank as usize) as i64 } else { dim }
    })
}

/// Refuses some valid calls, by input and dim.
fn refusing(state: &mut State, call: &Call, refused: impl Fn(&Tensor, Option<usize>) -> bool) -> Reply {
    let reply = state.right(call);
    let Some((invocation, input)) = invocation(call, "cumprod").and_then(|c| Some((c, tensor(c, "input")?)))
    else {
        return reply;
    };
    match reply {
        Reply::Answer(_) if refused(input, dim(invocation, input.layout().rank())) => {
            Reply::Rejected(Rejection { status: None, message: "division by zero".into() })
        }
        reply => reply,
    }
}

/// The call with input reversed along dim, out of place.
fn reversed(call: &Invocation) -> Option<Invocation> {
    // Elements of 16 bytes are refused, and are not words.
    let input = tensor(call, "input").filter(|input| input.dtype().size() <= 8)?;
    let axis = dim(call, input.layout().rank()).filter(|axis| *axis < input.layout().rank())?;
    let (mut mirror, all) = (input.to_contiguous(), words(input));
    let mut mirrored = all.clone();
    for line in positions(input.shape(), Some(axis)) {
        line.iter().zip(line.iter().rev()).for_each(|(&to, &from)| mirrored[to] = all[from]);
    }
    set_words(&mut mirror, &mirrored);
    Some(
        call.clone().with("input", Arg::Tensor(mirror)).with("out", Arg::Absent).with("inplace", Arg::Absent),
    )
}
