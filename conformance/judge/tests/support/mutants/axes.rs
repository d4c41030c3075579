//! Faults in which axis is scanned, in ranks and in tensors without elements.

use crate::support::faulty::{Mutant, State};
use crate::support::float::Float;
use crate::support::lines::{dim, invocation, positions, set_words, tensor, words};
use ascertain::Tensor;
use ascertain::backend::{Answer, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("dim off by one", "", |state, call| along(state, call, |dim, rank| (dim + 1) % rank)),
    Mutant::new("dim ignored, the last one taken", "apache/tvm#19437", |state, call| {
        along(state, call, |_, rank| rank - 1)
    }),
    Mutant::new("dim ignored, the first one taken", "apache/tvm#19437", |state, call| {
        along(state, call, |_, _| 0)
    }),
    Mutant::new("negative dim taken from the front", "tenstorrent/tt-forge-onnx#1843", |state, call| {
        dims(state, call, |dim, rank| if dim < 0 { (-dim - 1).rem_euclid(rank) } else { dim })
    }),
    Mutant::new("negative dim refused", "microsoft/onnxruntime#1814", |state, call| {
        dims(state, call, |dim, rank| if dim < 0 { rank } else { dim })
    }),
    Mutant::new("dim -rank refused", "", |state, call| {
        dims(state, call, |dim, rank| if dim == -rank { rank } else { dim })
    }),
    Mutant::new("dim equal to rank accepted as the last", "Oneflow-Inc/oneflow#8136", |state, call| {
        dims(state, call, |dim, rank| if dim == rank { rank - 1 } else { dim })
    }),
    Mutant::new("dim below -rank wrapped around", "", |state, call| {
        dims(state, call, |dim, rank| if dim < -rank { dim.rem_euclid(rank) } else { dim })
    }),
    Mutant::new("dim out of range clamped", "", |state, call| {
        dims(state, call, |dim, rank| dim.clamp(-rank, rank - 1))
    }),
    Mutant::new("tensors without elements refused", "gitcode ops-math#1613", |state, call| {
        refusing(state, call, |input, _| input.layout().count() == 0)
    }),
    Mutant::new(
        "empty axis refused when it is dim, other empty axes accepted",
        "cupy/cupy#1455",
        |state, call| refusing(state, call, |input, dim| dim.is_some_and(|dim| input.shape()[dim] == 0)),
    ),
    Mutant::new("rank 8 refused", "", |state, call| {
        refusing(state, call, |input, _| input.layout().rank() == 8)
    }),
    Mutant::new("rank 8 scanned along another axis", "", |state, call| {
        along(state, call, |dim, rank| if rank == 8 { (dim + 3) % 8 } else { dim })
    }),
    Mutant::new("ranks above 4 refused", "", |state, call| {
        refusing(state, call, |input, _| (5..=8).contains(&input.layout().rank()))
    }),
    Mutant::new("axis of length 1 gives zeros", "microsoft/onnxruntime#13165", |state, call| {
        state.lines(call, |_, factors, products| {
            if factors.len() == 1 {
                products.fill(0);
            }
        })
    }),
    Mutant::new("result flattened", "", |state, call| {
        state.changed(call, |_, answer| {
            if answer.layout().rank() > 1 && answer.is_plain() {
                let count = answer.layout().count();
                replace(answer, Tensor::new(answer.dtype(), &[count], answer.elements().into_owned()));
            }
        })
    }),
    Mutant::new("last product alone, axis dropped", "", |state, call| {
        state.changed(call, |call, answer| {
            let Some(dim) = dim(call, answer.layout().rank())
                .filter(|_| answer.is_plain() && answer.layout().count() > 0)
            else {
                return;
            };
            let all = words(answer);
            let lasts: Vec<u64> =
                positions(answer.shape(), Some(dim)).iter().map(|line| all[line[line.len() - 1]]).collect();
            let mut shape = answer.shape().to_vec();
            shape.remove(dim);
            let mut last = Tensor::zeros(answer.dtype(), &shape).expect("fewer elements than before");
            set_words(&mut last, &lasts);
            *answer = last;
        })
    }),
    Mutant::new("product before each element", "onnx/onnx#7075", |state, call| {
        state.lines(call, |dtype, _, products| {
            let one = Float::of(dtype).map_or(1, |format| format.word(1.0));
            products.rotate_right(1);
            products.iter_mut().take(1).for_each(|word| *word = one);
        })
    }),
    Mutant::new("from the end of the axis", "sonots/cumo#302", |state, call| {
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
    }),
    Mutant::new("input copied", "", |state, call| {
        state.lines(call, |_, factors, products| products.copy_from_slice(factors))
    }),
    Mutant::new("zeros", "array-api-tests", |state, call| {
        state.lines(call, |_, _, products| products.fill(0))
    }),
    Mutant::new("lines past the 64th left at their first element", "", |state, call| {
        let mut line = 0;
        state.lines(call, |_, factors, products| {
            line += 1;
            if line > 64 {
                products.fill(factors[0]);
            }
        })
    })
    .needing(130),
    Mutant::new("last line left as it was", "pytorch/pytorch#154881", |state, call| {
        state.changed(call, |call, answer| {
            let Some(input) = tensor(call, "input").filter(|input| input.dtype() == answer.dtype()) else {
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
    }),
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
    let input = tensor(call, "input")?;
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
