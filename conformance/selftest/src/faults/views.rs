//! Inputs read from wrong places, and results written to wrong places.

use super::facts::Facts;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain::{Layout, Tensor};
use ascertain_judge::ordered::sort_by_key;
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
    /// As if the lowest element were the first of the storage.
    StorageStart,
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
    /// Negative strides as positive ones, from the lowest element.
    FromLowest,
    /// In the order of the storage, where all strides are positive and the storage is long enough.
    StorageOrder,
    /// The offset rounded down to a multiple of the new dtype's elements.
    OffsetFloored,
    /// The outer strides rounded down to such multiples, where all are positive.
    StridesFloored,
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
    /// Zeros between the first and the last element first.
    GapsZeroed,
    /// As if out had no offset.
    NoOffset,
    /// In the order of the storage, from the lowest element on.
    StorageOrder,
    /// In the order of a tensor whose dimension dim was moved to the end.
    DimLast,
}

impl Read {
    /// The answer of the reference to a product of what is read.
    pub(super) fn answer(self, facts: &Facts<'_>, reference: &mut Reference) -> Option<Tensor> {
        let input = facts.input;
        let elements =
            self.elements(input, facts.dim, 1).filter(|elements| *elements != *input.elements())?;
        let mut wrong = input.clone();
        if facts.in_place {
            wrong.set_elements(&elements);
        } else {
            wrong = Tensor::new(input.dtype(), input.shape(), elements).ok()?;
        }
        match reference.ask(&Call::Operate(facts.call.clone().with("input", Arg::Tensor(wrong)))) {
            Reply::Answer(Answer::Tensor(answer)) => Some(answer),
            _ => None,
        }
    }

    /// What is read, for lines along `dim` or as elements that are `factor` times as wide.
    pub(super) fn elements(self, input: &Tensor, dim: usize, factor: usize) -> Option<Vec<u8>> {
        let (layout, size) = (input.layout(), input.dtype().size());
        let stored = (input.storage().len() / size) as isize;
        let strides = self.strides(layout, dim, factor as isize);
        let start = layout.offset() as isize;
        let back = layout.strides().iter().zip(layout.shape());
        // How far the first element lies above the lowest one.
        let above_lowest: isize = back.map(|(s, d)| (-*s).max(0) * (*d as isize - 1)).sum();
        let offset = match self {
            Self::NoOffset => 0,
            Self::OffsetInBytes => start / size as isize,
            Self::OffsetFloored => start / factor as isize * factor as isize,
            Self::FromLowest => start - above_lowest,
            Self::StorageStart => above_lowest,
            _ => start,
        };
        let mut elements = Vec::with_capacity(layout.count() * size);
        let mut index = vec![0_usize; layout.rank()];
        let right: Vec<usize> =
            if matches!(self, Self::ElementBits(_)) { layout.positions().collect() } else { Vec::new() };
        for number in 0..layout.count() {
            let steps = || index.iter().zip(&strides).map(|(i, stride)| *i as isize * stride).sum::<isize>();
            let at = match self {
                Self::ElementBits(bits) => right[number & ((1 << bits) - 1)] as isize,
                Self::IndexBits(bits) => start + (steps() & ((1 << bits) - 1)),
                _ => offset + steps(),
            };
            if matches!(self, Self::StorageOrder) && at >= stored {
                return None;
            }
            // What else lies outside the storage is taken from inside: a test must not read elsewhere.
            let at = at.checked_rem_euclid(stored)? as usize * size;
            elements.extend_from_slice(&input.storage()[at..at + size]);
            for (i, length) in index.iter_mut().zip(layout.shape()).rev() {
                *i += 1;
                if *i < *length {
                    break;
                }
                *i = 0;
            }
        }
        Some(elements)
    }

    fn strides(self, layout: &Layout, dim: usize, factor: isize) -> Vec<isize> {
        let mut strides = layout.strides().to_vec();
        let dense = Layout::contiguous(layout.shape());
        let last = strides.len().saturating_sub(1);
        if strides.is_empty() {
            return strides;
        }
        match self {
            Self::Contiguous => strides = dense.strides().to_vec(),
            Self::StorageOrder if strides.iter().all(|stride| *stride > 0) => {
                sort_by_key(&mut strides, |stride| core::cmp::Reverse(*stride));
            }
            Self::Forward | Self::FromLowest => strides.iter_mut().for_each(|stride| *stride = stride.abs()),
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
            Self::UnitLines => strides[dim] = 1,
            Self::StridesFloored if strides.iter().all(|stride| *stride > 0) => {
                strides[..last].iter_mut().for_each(|stride| *stride = *stride / factor * factor);
            }
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
        let ends = (places.iter().min().copied()?, places.iter().max().copied()?);
        let storage = wrong.storage_mut();
        if matches!(self, Self::GapsZeroed) {
            storage[ends.0..ends.1].fill(0);
        }
        let mut put = |at: usize, element: &[u8]| {
            if let Some(place) = storage.get_mut(at..at + size) {
                place.copy_from_slice(element);
            }
        };
        for (number, element) in elements.chunks_exact(size).enumerate() {
            match self {
                Self::Contiguous => put((dense_from + number) * size, element),
                Self::NoOffset if ends.0 >= dense_from * size => {
                    put(places[number] - dense_from * size, element);
                }
                Self::StorageOrder => put(ends.0 + number * size, element),
                Self::Until(first) if number >= first => {}
                Self::ElementBits(bits) => put(places[number & ((1 << bits) - 1)], element),
                Self::DimLast => {
                    let from = facts.lines.at(number / facts.lines.n, number % facts.lines.n) * size;
                    put(places[number], &elements[from..from + size]);
                }
                Self::WholeVectors(vector) if number % last >= last / vector * vector => {}
                _ => put(places[number], element),
            }
        }
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
