//! Bytes reinterpreted wrongly.

use super::elements::{self, Change};
use super::leftovers::with_elements;
use super::lines::{converted, set_words, tensor, words};
use ascertain::Tensor;
use ascertain::call::Invocation;
use serde::Deserialize;

/// How bytes are reinterpreted wrongly.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reread {
    /// Bytes from this one on are zeros.
    Until(usize),
    /// Positions of bytes kept in so many bits.
    ByteBits(u32),
    /// Bytes of the last element, in a tensor of at least so many elements, reversed.
    LastReversed(usize),
    /// Elements of the new dtype, of 8 bytes at most, changed while they are copied.
    Changed(Change),
    /// Values converted from this element on, where both dtypes have 8 bytes at most.
    Converted(usize),
    /// The most significant byte of an element first.
    BigEndian,
    /// Each two elements of the new dtype exchanged.
    Swapped,
    /// The high halves of elements of 8 bytes lost.
    HighHalvesLost,
    /// The last two dimensions are exchanged.
    Transposed,
}

impl Reread {
    pub(super) fn answer(self, call: &Invocation, right: &Tensor) -> Option<Tensor> {
        let input = tensor(call, "input")?;
        let (from, to) = (input.dtype(), right.dtype());
        let elements = right.elements();
        let mut wrong = elements.clone().into_owned();
        match self {
            Self::Until(first) => {
                let first = first.min(wrong.len());
                wrong[first..].fill(0);
            }
            Self::ByteBits(bits) => {
                wrong.iter_mut().enumerate().for_each(|(at, byte)| *byte = elements[at & ((1 << bits) - 1)]);
            }
            Self::LastReversed(least) if right.layout().count() >= least => {
                let at = wrong.len() - to.size();
                wrong[at..].reverse();
            }
            Self::Changed(change) if to.size() <= 8 => {
                let all = words(right).into_iter().map(|word| elements::changed(to, change, word));
                return Some(with_words(right, all));
            }
            Self::Converted(first) if from.size().max(to.size()) <= 8 => {
                let mut all = words(right);
                let values = converted(&words(input), from, to);
                all.iter_mut().zip(values).skip(first).for_each(|(word, value)| *word = value);
                return Some(with_words(right, all.into_iter()));
            }
            Self::BigEndian => {
                wrong = input.elements().into_owned();
                wrong.chunks_exact_mut(from.size()).for_each(<[u8]>::reverse);
                wrong.chunks_exact_mut(to.size()).for_each(<[u8]>::reverse);
            }
            Self::Swapped => {
                wrong.chunks_exact_mut(2 * to.size()).for_each(|pair| pair.rotate_left(to.size()));
            }
            Self::HighHalvesLost => wrong.chunks_exact_mut(8).for_each(|element| element[4..].fill(0)),
            Self::Transposed => {
                let [.., rows, columns] = *right.shape() else { return None };
                let size = to.size();
                let matrix = rows * columns * size;
                for (matrix, given) in
                    wrong.chunks_exact_mut(matrix.max(1)).zip(elements.chunks_exact(matrix.max(1)))
                {
                    for at in 0..rows * columns {
                        let there = at % rows * columns + at / rows;
                        matrix[at * size..(at + 1) * size]
                            .copy_from_slice(&given[there * size..(there + 1) * size]);
                    }
                }
            }
            _ => {}
        }
        (wrong.len() == elements.len() && wrong != *elements).then(|| with_elements(right, &wrong))
    }
}

fn with_words(tensor: &Tensor, all: impl Iterator<Item = u64>) -> Tensor {
    let mut tensor = tensor.clone();
    set_words(&mut tensor, &all.collect::<Vec<_>>());
    tensor
}
