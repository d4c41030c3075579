//! Faults with views: gaps, offsets, reversed axes, results in place.

use super::lines::{dim, in_place, invocation, positions, set_words, tensor, times, words};
use super::{Class, Fault, State};
use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Arg, Call};
use ascertain::requirement::cumprod::{INPLACE_VALUE, OUTSIDE, STRIDED, VALUE};
use ascertain::{Layout, Tensor};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "views/input-gaps-ignored",
        "the gaps of input are ignored",
        Class::Layout,
        &[VALUE],
        |state, call| {
            reading(state, call, |layout| {
                let plain = Layout::contiguous(layout.shape());
                Layout::strided(layout.shape(), plain.strides(), layout.offset()).ok()
            })
        },
    )
    .met("gitcode ops-math#2561")
    .in_profile("latest"),
    Fault::broad(
        "views/input-offset-ignored",
        "the offset of input is ignored",
        Class::Layout,
        &[VALUE],
        |state, call| {
            reading(state, call, |layout| Layout::strided(layout.shape(), layout.strides(), 0).ok())
        },
    )
    .met("gitcode ops-math#2165")
    .in_profile("latest"),
    Fault::broad(
        "views/negative-strides-ignored",
        "negative strides of input are read as positive ones",
        Class::Layout,
        &[VALUE],
        |state, call| {
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
        },
    )
    .met("sonots/cumo#215")
    .in_profile("latest"),
    Fault::broad(
        "views/transposed-in-storage-order",
        "a transposed input is read in the order of its storage",
        Class::Layout,
        &[VALUE],
        |state, call| {
            reading(state, call, |layout| {
                let mut strides = layout.strides().to_vec();
                let dense = strides.iter().all(|stride| *stride > 0);
                strides.sort_unstable_by_key(|stride| core::cmp::Reverse(*stride));
                dense.then(|| Layout::strided(layout.shape(), &strides, layout.offset()).ok()).flatten()
            })
        },
    )
    .in_profile("latest"),
    Fault::broad(
        "views/out-gaps-ignored",
        "the gaps of out are ignored",
        Class::Layout,
        &[OUTSIDE],
        |state, call| {
            writing(state, call, |target, elements| {
                let start = target.layout().offset() * target.dtype().size();
                let room = target.storage().len().saturating_sub(start).min(elements.len());
                target.storage_mut()[start..start + room].copy_from_slice(&elements[..room]);
            })
        },
    )
    .met("gitcode ops-math#2561")
    .in_profile("latest"),
    Fault::broad(
        "views/out-offset-ignored",
        "the offset of out is ignored",
        Class::Layout,
        &[OUTSIDE],
        |state, call| {
            writing(state, call, |target, elements| {
                let layout = Layout::strided(target.shape(), target.layout().strides(), 0);
                match layout
                    .and_then(|layout| Tensor::view(target.dtype(), layout, target.storage().to_vec()))
                {
                    Ok(mut moved) => {
                        moved.set_elements(elements);
                        target.storage_mut().copy_from_slice(moved.storage());
                    }
                    Err(_) => target.set_elements(elements),
                }
            })
        },
    )
    .met("gitcode ops-math#2165")
    .in_profile("latest"),
    Fault::broad(
        "views/written-past",
        "one element past the view is written",
        Class::Outside,
        &[OUTSIDE],
        |state, call| {
            writing(state, call, |target, elements| {
                target.set_elements(elements);
                let size = target.dtype().size();
                let end = target.layout().positions().max().map_or(0, |last| (last + 1) * size);
                if let Some(past) = target.storage_mut().get_mut(end..end + size) {
                    past.copy_from_slice(&elements[elements.len() - size..]);
                }
            })
        },
    ),
    Fault::broad(
        "views/gaps-zeroed",
        "the gaps between rows are filled with zeros",
        Class::Outside,
        &[OUTSIDE],
        |state, call| {
            writing(state, call, |target, elements| {
                let size = target.dtype().size();
                let (first, last) =
                    target.layout().positions().fold((usize::MAX, 0), |(a, b), at| (a.min(at), b.max(at)));
                if first <= last {
                    target.storage_mut()[first * size..last * size].fill(0);
                }
                target.set_elements(elements);
            })
        },
    ),
    Fault::broad(
        "views/in-place-reread",
        "in place, elements of a view are read again after they are written",
        Class::Layout,
        &[INPLACE_VALUE],
        |state, call| {
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
        },
    )
    .met("FlagGems#3029")
    .in_profile("latest"),
    Fault::broad(
        "views/in-place-not-copied-back",
        "in place, a view is computed in a copy that is not copied back",
        Class::Layout,
        &[INPLACE_VALUE],
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
    .met("pytorch/pytorch#90635")
    .in_profile("latest"),
    Fault::broad(
        "views/in-place-storage-order",
        "in place, a transposed view is written in the order of its storage",
        Class::Layout,
        &[INPLACE_VALUE],
        |state, call| {
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
        },
    )
    .met("FlagGems#3029")
    .in_profile("latest"),
    Fault::broad(
        "views/gaps-refused",
        "views with gaps are refused",
        Class::NeedlessRefusal,
        &[STRIDED],
        |state, call| {
            let gaps = invocation(call, "cumprod")
                .and_then(|call| tensor(call, "input"))
                .is_some_and(|input| !input.layout().is_contiguous());
            match state.right(call) {
                Reply::Answer(_) if gaps => {
                    Reply::Rejected(Rejection { status: None, message: "not contiguous".into() })
                }
                reply => reply,
            }
        },
    )
    .met("sonots/cumo#302")
    .in_profile("latest"),
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
