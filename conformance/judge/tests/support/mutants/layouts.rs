//! Faults with views: gaps, offsets, reversed axes, results in place.

use crate::support::faulty::{FoundBy, Mutant, State};
use crate::support::lines::{dim, in_place, invocation, positions, set_words, tensor, words};
use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Arg, Call};
use ascertain::{DType, Layout, Tensor};

/// Where the pages say that views with gaps are supported.
const LATEST: FoundBy = FoundBy::Profile("latest");

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("input with gaps read as contiguous", "gitcode ops-math#2561", |state, call| {
        reading(state, call, |layout| {
            let plain = Layout::contiguous(layout.shape());
            Layout::strided(layout.shape(), plain.strides(), layout.offset()).ok()
        })
    })
    .found_by(LATEST),
    Mutant::new("input's offset ignored", "gitcode ops-math#2165", |state, call| {
        reading(state, call, |layout| Layout::strided(layout.shape(), layout.strides(), 0).ok())
    })
    .found_by(LATEST),
    Mutant::new("negative strides read as positive", "sonots/cumo#215", |state, call| {
        reading(state, call, |layout| {
            let strides: Vec<isize> = layout.strides().iter().map(|stride| stride.abs()).collect();
            let back: isize = layout
                .strides()
                .iter()
                .zip(layout.shape())
                .map(|(s, &d)| (*s).min(0) * (d as isize - 1))
                .sum();
            Layout::strided(layout.shape(), &strides, layout.offset().checked_add_signed(back)?).ok()
        })
    })
    .found_by(LATEST),
    Mutant::new("transposed input read in storage order", "", |state, call| {
        reading(state, call, |layout| {
            let mut strides = layout.strides().to_vec();
            let dense = strides.iter().all(|stride| *stride > 0);
            strides.sort_unstable_by_key(|stride| core::cmp::Reverse(*stride));
            dense.then(|| Layout::strided(layout.shape(), &strides, layout.offset()).ok()).flatten()
        })
    })
    .found_by(LATEST),
    Mutant::new("out with gaps written as contiguous", "gitcode ops-math#2561", |state, call| {
        writing(state, call, |target, elements| {
            let start = target.layout().offset() * target.dtype().size();
            let room = target.storage().len().saturating_sub(start).min(elements.len());
            target.storage_mut()[start..start + room].copy_from_slice(&elements[..room]);
        })
    })
    .found_by(LATEST),
    Mutant::new("out's offset ignored", "gitcode ops-math#2165", |state, call| {
        writing(state, call, |target, elements| {
            let layout = Layout::strided(target.shape(), target.layout().strides(), 0);
            match layout.and_then(|layout| Tensor::view(target.dtype(), layout, target.storage().to_vec())) {
                Ok(mut moved) => {
                    moved.set_elements(elements);
                    target.storage_mut().copy_from_slice(moved.storage());
                }
                Err(_) => target.set_elements(elements),
            }
        })
    })
    .found_by(LATEST),
    Mutant::new("one element written past the view", "", |state, call| {
        writing(state, call, |target, elements| {
            target.set_elements(elements);
            let size = target.dtype().size();
            let end = target.layout().positions().max().map_or(0, |last| (last + 1) * size);
            if let Some(past) = target.storage_mut().get_mut(end..end + size) {
                past.copy_from_slice(&elements[elements.len() - size..]);
            }
        })
    }),
    Mutant::new("gaps between rows filled with zeros", "", |state, call| {
        writing(state, call, |target, elements| {
            let size = target.dtype().size();
            let (first, last) =
                target.layout().positions().fold((usize::MAX, 0), |(a, b), at| (a.min(at), b.max(at)));
            if first <= last {
                target.storage_mut()[first * size..last * size].fill(0);
            }
            target.set_elements(elements);
        })
    }),
    Mutant::new("in place, already written elements of a view read again", "FlagGems#3029", |state, call| {
        state.changed(call, |call, answer| {
            if !in_place(call) || answer.layout().is_contiguous() {
                return;
            }
            // Doubling steps that are right with a second buffer, without one.
            let Some(input) = tensor(call, "input") else { return };
            let mut all = words(input);
            for line in positions(answer.shape(), dim(call, answer.layout().rank())) {
                let mut step = 1;
                while step < line.len() {
                    for at in step..line.len() {
                        all[line[at]] = times(answer.dtype(), all[line[at - step]], all[line[at]]);
                    }
                    step *= 2;
                }
            }
            set_words(answer, &all);
        })
    })
    .found_by(LATEST),
    Mutant::new(
        "in place through a contiguous copy that is not copied back",
        "pytorch/pytorch#90635",
        |state, call| {
            state.changed(call, |call, answer| {
                if let Some(input) =
                    tensor(call, "input").filter(|input| in_place(call) && !input.layout().is_contiguous())
                {
                    answer.clone_from(input);
                }
            })
        },
    )
    .found_by(LATEST),
    Mutant::new("in place, a transposed view written in storage order", "FlagGems#3029", |state, call| {
        let Some(invocation) = invocation(call, "cumprod").filter(|call| in_place(call)) else {
            return state.right(call);
        };
        let transposed = tensor(invocation, "input").is_some_and(|input| is_transposed(input.layout()));
        state.changed(call, |_, answer| {
            if transposed {
                let elements = answer.elements().into_owned();
                let start = answer.layout().positions().min().unwrap_or_default() * answer.dtype().size();
                let room = elements.len().min(answer.storage().len() - start);
                answer.storage_mut()[start..start + room].copy_from_slice(&elements[..room]);
            }
        })
    })
    .found_by(LATEST),
    Mutant::new("views with gaps refused", "sonots/cumo#302", |state, call| {
        let gaps = invocation(call, "cumprod")
            .and_then(|call| tensor(call, "input"))
            .is_some_and(|input| !input.layout().is_contiguous());
        match state.right(call) {
            Reply::Answer(_) if gaps => {
                Reply::Rejected(Rejection { status: None, message: "not contiguous".into() })
            }
            reply => reply,
        }
    })
    .found_by(LATEST),
];

/// Reads input's storage through another layout, where that fits.
fn reading(state: &mut State, call: &Call, other: impl Fn(&Layout) -> Option<Layout>) -> Reply {
    let Some((invocation, input)) = invocation(call, "cumprod").and_then(|c| Some((c, tensor(c, "input")?)))
    else {
        return state.right(call);
    };
    let moved = other(input.layout())
        .and_then(|layout| Tensor::view(input.dtype(), layout, input.storage().to_vec()).ok());
    let Some(moved) = moved else { return state.right(call) };
    // The wrong elements at the right places, so that what is written stays right.
    let mut misread = input.clone();
    misread.set_elements(&moved.elements());
    let mut reply =
        state.reference.ask(&Call::Operate(invocation.clone().with("input", Arg::Tensor(misread))));
    if in_place(invocation)
        && let Reply::Answer(Answer::Tensor(answer)) = &mut reply
    {
        let mut target = input.clone();
        target.set_elements(&answer.elements());
        *answer = target;
    }
    reply
}

/// Lets `write` put the right elements into the storage of the tensor that is written.
fn writing(state: &mut State, call: &Call, write: impl FnOnce(&mut Tensor, &[u8])) -> Reply {
    state.changed(call, |call, answer| {
        let name = if in_place(call) { "input" } else { "out" };
        let Some(target) = tensor(call, name).filter(|target| target.layout().count() > 0) else { return };
        let elements = answer.elements().into_owned();
        answer.clone_from(target);
        write(answer, &elements);
    })
}

/// Whether the axes of a view without gaps lie in another order than row-major.
fn is_transposed(layout: &Layout) -> bool {
    let mut last = isize::MAX;
    let lengths = layout.shape().iter().zip(layout.strides()).filter(|(d, _)| **d > 1);
    let ordered = lengths.clone().all(|(_, &stride)| {
        let falls = stride < last;
        last = stride;
        falls
    });
    !ordered && lengths.clone().all(|(_, &stride)| stride > 0)
}

/// One product in a dtype.
fn times(dtype: DType, a: u64, b: u64) -> u64 {
    use crate::support::float::Float;
    match Float::of(dtype) {
        Some(format) => format.word(format.round(format.value(a) * format.value(b))),
        None => a.wrapping_mul(b) & crate::support::integer::mask(dtype),
    }
}
