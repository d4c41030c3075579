//! Inputs read from wrong places, and results written to wrong places.

use super::facts::Facts;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain::{Layout, Tensor};
use serde::Deserialize;
use std::collections::HashSet;

/// Where the input is read from.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Read {
    /// As if it were contiguous from its offset on.
    Contiguous,
    /// As if it had no offset.
    NoOffset,
    /// Negative strides as positive ones, from the same offset.
    Forward,
    /// Zero strides as those of a contiguous tensor.
    Dense,
    /// Strides of the first two dimensions exchanged.
    FirstTwoSwapped,
    /// The stride of one dimension taken as if the next one had no gaps after it.
    Collapsed,
    /// Strides kept in so many bits, signed.
    StrideBits(u32),
    /// Positions from the first element on kept in so many bits.
    IndexBits(u32),
    /// Row-major numbers of elements kept in so many bits.
    ElementBits(u32),
    /// The stride along the dimension of the lines as 1.
    UnitLines,
    /// The last dimension as if dense.
    UnitLast,
    /// Dimensions of length 1 counted with their stride, one step.
    OnesStepped,
    /// The offset counted in bytes, not elements.
    OffsetInBytes,
}

/// Where the result is written to.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Write {
    /// As if out were contiguous from its offset on.
    Contiguous,
    /// One element past the view too.
    Past,
    /// One element before the view too.
    Before,
    /// Elements from this one on are not written.
    Until(usize),
    /// Row-major numbers of elements kept in so many bits.
    ElementBits(u32),
    /// Of the last dimension what is left after whole vectors of so many is not written.
    WholeVectors(usize),
    /// The gaps in the last dimension too.
    Gaps,
}

impl Read {
    pub(super) fn answer(self, facts: &Facts<'_>, reference: &mut Reference) -> Option<Tensor> {
        let (input, layout) = (facts.input, facts.input.layout());
        let size = input.dtype().size();
        let stored = (input.storage().len() / size) as isize;
        let strides = self.strides(facts, layout);
        let offset = match self {
            Self::NoOffset => 0,
            Self::OffsetInBytes => (layout.offset() / size) as isize,
            _ => layout.offset() as isize,
        };
        let start = layout.offset() as isize;
        let mut elements = Vec::with_capacity(layout.count() * size);
        let mut index = vec![0_usize; layout.rank()];
        let right: Vec<usize> =
            if matches!(self, Self::ElementBits(_)) { layout.positions().collect() } else { Vec::new() };
        for number in 0..layout.count() {
            let at = match self {
                Self::ElementBits(bits) => right[number & ((1 << bits) - 1)] as isize,
                _ => {
                    let steps = index.iter().zip(&strides).map(|(i, stride)| *i as isize * stride);
                    offset + steps.sum::<isize>()
                }
            };
            let at = match self {
                Self::IndexBits(bits) => start + ((at - start) & ((1 << bits) - 1)),
                _ => at,
            };
            // What lies outside the storage is taken from inside: a test must not read elsewhere.
            let at = at.rem_euclid(stored) as usize * size;
            elements.extend_from_slice(&input.storage()[at..at + size]);
            for (i, length) in index.iter_mut().zip(layout.shape()).rev() {
                *i += 1;
                if *i < *length {
                    break;
                }
                *i = 0;
            }
        }
        if elements == *input.elements() {
            return None;
        }
        let mut wrong = input.clone();
        let (mut call, at) = (facts.call.clone(), facts.call.operator.argument("input")?);
        if facts.in_place {
            wrong.set_elements(&elements);
        } else {
            wrong = Tensor::new(input.dtype(), input.shape(), elements).ok()?;
        }
        call.args[at] = Arg::Tensor(wrong);
        match reference.ask(&Call::Operate(call)) {
            Reply::Answer(Answer::Tensor(answer)) => Some(answer),
            _ => None,
        }
    }

    fn strides(self, facts: &Facts<'_>, layout: &Layout) -> Vec<isize> {
        let mut strides = layout.strides().to_vec();
        let dense = Layout::contiguous(layout.shape());
        let last = strides.len() - 1;
        match self {
            Self::Contiguous => strides = dense.strides().to_vec(),
            Self::Forward => strides.iter_mut().for_each(|stride| *stride = stride.abs()),
            Self::Dense => strides
                .iter_mut()
                .zip(dense.strides())
                .filter(|(stride, _)| **stride == 0)
                .for_each(|(stride, dense)| *stride = *dense),
            Self::FirstTwoSwapped if last > 0 => strides.swap(0, 1),
            Self::Collapsed if last > 0 => {
                strides[last - 1] = strides[last] * layout.shape()[last] as isize;
            }
            Self::StrideBits(bits) => strides.iter_mut().for_each(|stride| {
                let shift = isize::BITS - bits;
                *stride = *stride << shift >> shift;
            }),
            Self::UnitLines => strides[facts.dim] = 1,
            Self::UnitLast => strides[last] = 1,
            Self::OnesStepped => {
                // The offset moves instead: an index of 1 where there is only 0.
                if let Some(k) = layout.shape().iter().position(|length| *length == 1) {
                    let step = strides[k];
                    let next = (k + 1..=last).find(|k| layout.shape()[*k] > 1);
                    next.into_iter().for_each(|next| strides[next] = step);
                }
            }
            _ => {}
        }
        strides
    }
}

impl Write {
    pub(super) fn answer(self, facts: &Facts<'_>, right: &Tensor) -> Option<Tensor> {
        let given = facts.out();
        let (elements, size) = (right.elements(), right.dtype().size());
        let mut wrong = match given {
            Some(given) => given.clone(),
            None => Tensor::zeros(right.dtype(), right.shape()).ok()?,
        };
        let places: Vec<usize> = wrong.layout().positions().map(|at| at * size).collect();
        let dense_from = wrong.layout().offset();
        let last = right.shape().last().copied().unwrap_or(1);
        let storage = wrong.storage_mut();
        let mut put = |at: usize, element: &[u8]| {
            if let Some(place) = storage.get_mut(at..at + size) {
                place.copy_from_slice(element);
            }
        };
        for (number, element) in elements.chunks_exact(size).enumerate() {
            match self {
                Self::Contiguous => put((dense_from + number) * size, element),
                Self::Until(first) if number >= first => {}
                Self::ElementBits(bits) => put(places[number & ((1 << bits) - 1)], element),
                Self::WholeVectors(vector) if number % last >= last / vector * vector => {}
                _ => put(places[number], element),
            }
        }
        let ends = (places.iter().min().copied()?, places.iter().max().copied()?);
        let first = &elements[..size];
        match self {
            Self::Past => put(ends.1 + size, first),
            Self::Before => ends.0.checked_sub(size).into_iter().for_each(|at| put(at, first)),
            Self::Gaps => {
                let taken: HashSet<usize> = places.iter().copied().collect();
                for pair in places.windows(2).filter(|pair| pair[1] > pair[0] + size) {
                    if !taken.contains(&(pair[0] + size)) {
                        put(pair[0] + size, first);
                    }
                }
            }
            _ => {}
        }
        (wrong.storage() != right.storage()).then_some(wrong)
    }
}
