//! Faults in reading a tensor's bytes as another dtype.

use super::float::Float;
use super::lines::{converted, invocation, set_words, tensor, words};
use super::{Class, Fault, State};
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::requirement::reinterpret::{BYTES, FACTOR_INTEGER, SAME_IDENTITY, WIDEN_DIVIDES, WIDEN_SHAPE};
use ascertain::{DType, Layout, Tensor};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "reinterpretation/converted",
        "values are converted, not their bytes reinterpreted",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size().max(right.dtype().size()) > 8 {
                    return;
                }
                let from = words(input);
                let mut all = words(right);
                let to = converted(&from, input.dtype(), right.dtype());
                all.iter_mut().zip(to).for_each(|(word, converted)| *word = converted);
                set_words(right, &all);
            })
        },
    )
    .met("pytorch/pytorch#99804"),
    Fault::broad(
        "reinterpretation/same-width-converted",
        "values are converted between dtypes of one width",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let size = right.dtype().size();
                if size <= 8 && input.dtype().size() == size {
                    let converted = converted(&words(input), input.dtype(), right.dtype());
                    set_words(right, &converted);
                }
            })
        },
    )
    .met("nod-ai/amd-shark-ai#1619"),
    Fault::broad(
        "reinterpretation/big-endian",
        "the most significant byte of an element comes first",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let (from, to) = (input.dtype().size(), right.dtype().size());
                let mut bytes = input.elements().into_owned();
                bytes.chunks_exact_mut(from).for_each(<[u8]>::reverse);
                bytes.chunks_exact_mut(to).for_each(<[u8]>::reverse);
                right.set_elements(&bytes);
            })
        },
    ),
    Fault::broad(
        "reinterpretation/halves-swapped",
        "the halves of each element are swapped if the new dtype is half as wide",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size() == 2 * right.dtype().size() {
                    let mut all = words(right);
                    all.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
                    set_words(right, &all);
                }
            })
        },
    ),
    Fault::broad(
        "reinterpretation/64-bits-cut",
        "the high halves of elements of 64 bits are lost",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size() == 8 {
                    let mut bytes = input.elements().into_owned();
                    bytes.chunks_exact_mut(8).for_each(|element| element[4..].fill(0));
                    right.set_elements(&bytes);
                }
            })
        },
    )
    .met("torch-spyre/torch-spyre#1462"),
    Fault::broad(
        "reinterpretation/narrowing-keeps-count",
        "a narrower dtype keeps the number of elements",
        Class::Shape,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size() > right.dtype().size() {
                    let count = input.layout().count() * right.dtype().size();
                    let bytes = right.elements()[..count].to_vec();
                    replace(right, input.shape(), bytes);
                }
            })
        },
    )
    .met("pytorch/pytorch#129966"),
    Fault::broad(
        "reinterpretation/widening-keeps-shape",
        "a wider dtype keeps the shape, and the rest becomes zero",
        Class::Shape,
        &[WIDEN_SHAPE],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size() < right.dtype().size() {
                    let mut bytes = right.elements().into_owned();
                    bytes.resize(input.layout().count() * right.dtype().size(), 0);
                    replace(right, input.shape(), bytes);
                }
            })
        },
    )
    .met("torch-spyre/torch-spyre#2138"),
    Fault::broad(
        "reinterpretation/widening-divides-first",
        "a wider dtype divides the first dimension",
        Class::Shape,
        &[WIDEN_SHAPE],
        |state, call| {
            answered(state, call, |input, right| {
                let factor = right.dtype().size() / input.dtype().size().min(right.dtype().size());
                let (mut shape, bytes) = (input.shape().to_vec(), right.elements().into_owned());
                if factor > 1 && shape.first().is_some_and(|first| first.is_multiple_of(factor)) {
                    shape[0] /= factor;
                    replace(right, &shape, bytes);
                }
            })
        },
    )
    .met("numpy/numpy#5534")
    .in_profile("code"),
    Fault::broad(
        "reinterpretation/widening-flattens",
        "a wider dtype gives a result of one dimension",
        Class::Shape,
        &[WIDEN_SHAPE],
        |state, call| {
            answered(state, call, |input, right| {
                if input.dtype().size() < right.dtype().size() {
                    let (count, bytes) = (right.layout().count(), right.elements().into_owned());
                    replace(right, &[count], bytes);
                }
            })
        },
    )
    .met("numpy/numpy#5534")
    .in_profile("code"),
    Fault::broad(
        "reinterpretation/remainder-cut",
        "a last dimension that a wider dtype does not divide is cut",
        Class::MissingCheck,
        &[WIDEN_DIVIDES],
        |state, call| {
            let Some((input, dtype)) = invocation(call, "reinterpret").and_then(asked) else {
                return state.right(call);
            };
            let reply = state.right(call);
            let factor = dtype.size() / input.dtype().size().min(dtype.size());
            let (Reply::Rejected(_), Some((&last, outer))) = (&reply, input.shape().split_last()) else {
                return reply;
            };
            if factor == 1 || last % factor == 0 || !input.layout().is_dense_last() {
                return reply;
            }
            let shape = [outer, &[last / factor]].concat();
            let rows = input.elements();
            let rows = rows.chunks_exact(last * input.dtype().size());
            let bytes = rows.flat_map(|row| row[..last / factor * dtype.size()].iter().copied()).collect();
            Tensor::new(dtype, &shape, bytes).map_or(reply, |cut| Reply::Answer(Answer::Tensor(cut)))
        },
    )
    .met("pytorch/pytorch#93606"),
    Fault::broad(
        "reinterpretation/offset-rounded-down",
        "with a wider dtype the offset is rounded down",
        Class::Layout,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let (from, to) = (input.dtype().size(), right.dtype().size());
                let layout = input.layout();
                if from < to && layout.count() > 0 {
                    let offset = layout.offset() / (to / from) * (to / from);
                    let moved = Layout::strided(layout.shape(), layout.strides(), offset);
                    let moved =
                        moved.and_then(|moved| Tensor::view(input.dtype(), moved, input.storage().to_vec()));
                    moved.iter().for_each(|moved| right.set_elements(&moved.elements()));
                }
            })
        },
    )
    .met("TIK (code)"),
    Fault::broad(
        "reinterpretation/strides-rounded-down",
        "with a wider dtype outer strides are rounded down",
        Class::Layout,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let (from, to) = (input.dtype().size(), right.dtype().size());
                let layout = input.layout();
                if from < to && layout.count() > 0 && layout.strides().iter().all(|stride| *stride > 0) {
                    let factor = (to / from) as isize;
                    let mut strides = layout.strides().to_vec();
                    let last = strides.len() - 1;
                    strides[..last].iter_mut().for_each(|stride| *stride = *stride / factor * factor);
                    let moved = Layout::strided(layout.shape(), &strides, layout.offset());
                    let moved =
                        moved.and_then(|moved| Tensor::view(input.dtype(), moved, input.storage().to_vec()));
                    moved.iter().for_each(|moved| right.set_elements(&moved.elements()));
                }
            })
        },
    )
    .met("TIK (code)"),
    Fault::broad(
        "reinterpretation/offset-lost",
        "the offset of input is ignored",
        Class::Layout,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let layout = input.layout();
                let moved = Layout::strided(layout.shape(), layout.strides(), 0);
                let moved =
                    moved.and_then(|moved| Tensor::view(input.dtype(), moved, input.storage().to_vec()));
                if let Ok(moved) = moved {
                    right.set_elements(&moved.elements());
                }
            })
        },
    )
    .met("pytorch/pytorch#95093"),
    Fault::broad(
        "reinterpretation/gaps-ignored",
        "the gaps between rows are ignored",
        Class::Layout,
        &[BYTES],
        |state, call| {
            answered(state, call, |input, right| {
                let layout = input.layout();
                let dense = Layout::strided(
                    layout.shape(),
                    Layout::contiguous(layout.shape()).strides(),
                    layout.offset(),
                );
                let dense =
                    dense.and_then(|dense| Tensor::view(input.dtype(), dense, input.storage().to_vec()));
                if let Ok(dense) = dense {
                    right.set_elements(&dense.elements());
                }
            })
        },
    )
    .met("intel/intel-xpu-backend-for-triton#3447"),
    Fault::broad(
        "reinterpretation/length-1-refused",
        "a last dimension of length 1 with another stride than 1 is refused",
        Class::NeedlessRefusal,
        &[BYTES, FACTOR_INTEGER],
        |state, call| {
            let spread = invocation(call, "reinterpret").and_then(asked).is_some_and(|(input, _)| {
                input.layout().count() > 0
                    && input.layout().strides().last().is_some_and(|stride| *stride != 1)
            });
            match state.right(call) {
                Reply::Answer(_) if spread => Reply::Rejected(Default::default()),
                reply => reply,
            }
        },
    )
    .in_profile("code")
    .met("pytorch/pytorch#159932"),
    Fault::broad(
        "reinterpretation/nans-quieted",
        "signaling NaNs become quiet",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |_, right| {
                let Some(format) = Float::of(right.dtype()) else { return };
                let quiet = 1 << (right.dtype().precision() - 2);
                let quieted = |word: u64| if format.value(word).is_nan() { word | quiet } else { word };
                let all: Vec<u64> = words(right).into_iter().map(quieted).collect();
                set_words(right, &all);
            })
        },
    ),
    Fault::broad(
        "reinterpretation/flushed",
        "subnormal numbers become zero",
        Class::Value,
        &[BYTES],
        |state, call| {
            answered(state, call, |_, right| {
                let Some(format) = Float::of(right.dtype()) else { return };
                let flushed = |word: u64| {
                    let x = format.value(word);
                    if x.abs() < format.least_normal() { format.word(0.0_f64.copysign(x)) } else { word }
                };
                let all: Vec<u64> = words(right).into_iter().map(flushed).collect();
                set_words(right, &all);
            })
        },
    ),
    Fault::broad(
        "reinterpretation/dtype-ignored",
        "the argument dtype is ignored",
        Class::DType,
        &[BYTES],
        |state, call| {
            state.instead(call, "reinterpret", |call| {
                let (input, _) = asked(call)?;
                Some(call.clone().with("dtype", Arg::DType(input.dtype())))
            })
        },
    ),
    Fault::broad(
        "reinterpretation/u16-as-s16",
        "results in u16 are labelled s16",
        Class::DType,
        &[BYTES],
        |state, call| {
            answered(state, call, |_, right| {
                if right.dtype() == DType::U16 {
                    let bytes = right.elements().into_owned();
                    *right = Tensor::new(DType::S16, right.shape(), bytes).expect("the same width");
                }
            })
        },
    )
    .met("llvm/torch-mlir#4734"),
    Fault::broad(
        "reinterpretation/same-dtype-refused",
        "a call with the dtype of input is refused",
        Class::NeedlessRefusal,
        &[SAME_IDENTITY],
        |state, call| {
            let same = invocation(call, "reinterpret")
                .and_then(asked)
                .is_some_and(|(input, dtype)| input.dtype() == dtype);
            match state.right(call) {
                Reply::Answer(_) if same => Reply::Rejected(Default::default()),
                reply => reply,
            }
        },
    )
    .met("tinygrad/tinygrad#9121"),
];

fn asked(call: &Invocation) -> Option<(&Tensor, DType)> {
    match (tensor(call, "input")?, call.get("dtype")) {
        (input, Arg::DType(dtype)) => Some((input, *dtype)),
        _ => None,
    }
}

/// The right answer, changed.
fn answered(state: &mut State, call: &Call, change: impl FnOnce(&Tensor, &mut Tensor)) -> Reply {
    let mut reply = state.right(call);
    let asked = invocation(call, "reinterpret").and_then(asked);
    if let (Some((input, _)), Reply::Answer(Answer::Tensor(right))) = (asked, &mut reply) {
        change(input, right);
    }
    reply
}

fn replace(right: &mut Tensor, shape: &[usize], bytes: Vec<u8>) {
    *right = Tensor::new(right.dtype(), shape, bytes).expect("the shape fits the bytes");
}
