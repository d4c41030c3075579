//! What is left over from calls before, promotions by ranks, and reinterpretations.

use super::facts::Facts;
use super::table::dtype;
use crate::faults::State;
use crate::faults::lines::tensor;
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Call, Invocation, Promote};
use ascertain::promote::Table;
use ascertain::reference::Reference;
use ascertain::{Layout, Tensor};
use serde::Deserialize;
use std::collections::HashMap;

/// What a fault remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    last: Option<Tensor>,
    shapes: HashMap<(Vec<usize>, usize, DType), Tensor>,
}

/// What is left over.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stale {
    /// The last element of a result that is smaller than the one before, in the same dtype, is that one's.
    Tail,
    /// A second result of the same shape, dtype and dimension is the first one.
    Cached,
    /// A result of as many elements as the one before keeps that one's last line.
    LastLine,
    /// Every call of this number keeps what out held.
    Every(u64),
    /// Results alternate between two honest ones.
    Alternating,
}

/// Which promotions go wrong.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Promoted {
    /// With both operands of rank 0, as if the second were a scalar.
    BothRankZero,
    /// With the first operand of rank 0, the dtype of the second where both are floats.
    FirstRankZero,
    /// With the second operand of rank 0, the dtype of the first where both are integers.
    SecondRankZero,
    /// With ranks of 2 and more, the first operand's dtype for c32.
    HighRanks,
}

/// How bytes are reinterpreted wrongly.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reread {
    /// Bytes from this one on are zeros.
    Until(usize),
    /// Positions of bytes kept in so many bits.
    ByteBits(u32),
    /// An offset that is not a multiple of the new dtype's elements is rounded down.
    OffsetFloored,
    /// Views with gaps in three and more dimensions read as contiguous.
    GapsFromRank(usize),
    /// Bytes of the last element, in a tensor of at least so many elements, reversed.
    LastReversed(usize),
    /// Between these dtypes values are converted from element `.2` on.
    ConvertedFrom(
        #[serde(deserialize_with = "dtype")] DType,
        #[serde(deserialize_with = "dtype")] DType,
        usize,
    ),
    /// Zero strides read as contiguous.
    RepeatedAsDense,
    /// Rows read backward are read forward.
    BackwardAsForward,
    /// NaNs made quiet while they are copied, for the floats of this width.
    QuietNans(usize),
    /// From this rank on, the last two dimensions are exchanged.
    TransposedFromRank(usize),
}

impl Stale {
    pub(super) fn answer(self, facts: &Facts<'_>, right: &Tensor, state: &mut State) -> Option<Tensor> {
        let (asked, memory) = (state.asked, &mut state.memory);
        let size = right.dtype().size();
        let wrong = match self {
            Self::Tail => memory
                .last
                .as_ref()
                .filter(|last| {
                    last.dtype() == right.dtype() && last.layout().count() > right.layout().count()
                })
                .map(|last| {
                    let mut elements = right.elements().into_owned();
                    let at = elements.len() - size;
                    elements[at..].copy_from_slice(&last.elements()[at..at + size]);
                    with_elements(right, &elements)
                }),
            Self::LastLine => memory
                .last
                .as_ref()
                .filter(|last| {
                    last.dtype() == right.dtype() && last.layout().count() == right.layout().count()
                })
                .map(|last| {
                    let mut elements = right.elements().into_owned();
                    let at = elements.len() - facts.n * size;
                    elements[at..].copy_from_slice(&last.elements()[at..]);
                    with_elements(right, &elements)
                }),
            Self::Cached => {
                let key = (right.shape().to_vec(), facts.dim, right.dtype());
                let before = memory.shapes.get(&key).map(|first| with_elements(right, &first.elements()));
                memory.shapes.entry(key).or_insert_with(|| right.to_contiguous());
                before
            }
            Self::Every(k) => (asked % k == k - 1)
                .then(|| facts.out().cloned().or_else(|| Tensor::zeros(right.dtype(), right.shape()).ok()))
                .flatten(),
            Self::Alternating => {
                if asked.is_multiple_of(2) {
                    return None;
                }
                // The last two factors of each line first.
                return facts.change(super::Lines::All, right, |line| {
                    let n = line.factors.len();
                    let end =
                        crate::faults::lines::times(line.dtype, line.factors[n - 2], line.factors[n - 1]);
                    line.products[n - 1] = crate::faults::lines::times(line.dtype, line.products[n - 3], end);
                });
            }
        };
        if matches!(self, Self::Tail | Self::LastLine) {
            memory.last = Some(right.to_contiguous());
        }
        wrong.filter(|wrong| wrong.elements() != right.elements())
    }
}

fn with_elements(tensor: &Tensor, elements: &[u8]) -> Tensor {
    let mut tensor = tensor.clone();
    tensor.set_elements(elements);
    tensor
}

impl Promoted {
    pub(super) fn answer(self, call: &Call, right: &Reply, reference: &mut Reference) -> Option<Reply> {
        let Call::Promote(Promote { table, row, column, ranks: Some(ranks) }) = *call else { return None };
        let (ascertain::promote::Key::DType(a), ascertain::promote::Key::DType(b)) = (row, column) else {
            return None;
        };
        let of = |dtype: DType| Some(Reply::Answer(Answer::DType(dtype)));
        let wrong = match (self, ranks) {
            (Self::BothRankZero, (0, 0)) => {
                let scalars =
                    Table::named("aclnn.tensor-scalar").filter(|_| table.id == "aclnn.tensor-tensor")?;
                // The scalar is the row of that table.
                let call = Promote { table: scalars, row: column, column: row, ranks: None };
                Some(reference.ask(&Call::Promote(call)))
            }
            (Self::FirstRankZero, (0, 1..)) if a.is_float() && b.is_float() => of(b),
            (Self::SecondRankZero, (1.., 0)) if a.is_integer() && b.is_integer() => of(a),
            (Self::HighRanks, (2.., 2..)) if a == DType::C32 => of(a),
            _ => None,
        };
        wrong.filter(|wrong| wrong != right)
    }
}

impl Reread {
    pub(super) fn answer(self, call: &Invocation, right: &Tensor) -> Option<Tensor> {
        let input = tensor(call, "input")?;
        let (from, to) = (input.dtype(), right.dtype());
        let layout = input.layout();
        let elements = right.elements();
        let mut wrong = elements.clone().into_owned();
        let read = |layout: Option<Layout>| -> Option<Vec<u8>> {
            // What lies outside the storage is taken from inside: a test must not read elsewhere.
            let layout = layout?;
            let reach = layout.positions().max().map_or(0, |last| last + 1) * from.size();
            let storage = input.storage().repeat(reach.div_ceil(input.storage().len().max(1)).max(1));
            Some(Tensor::view(from, layout, storage).ok()?.elements().into_owned())
        };
        match self {
            Self::Until(first) => {
                let first = first.min(wrong.len());
                wrong[first..].fill(0);
            }
            Self::ByteBits(bits) => {
                wrong.iter_mut().enumerate().for_each(|(at, byte)| *byte = elements[at & ((1 << bits) - 1)]);
            }
            Self::OffsetFloored if to.size() > from.size() => {
                let factor = to.size() / from.size();
                let offset = layout.offset() / factor * factor;
                wrong = read(Layout::strided(layout.shape(), layout.strides(), offset).ok())?;
            }
            Self::GapsFromRank(rank) if layout.rank() >= rank => {
                let dense = Layout::contiguous(layout.shape());
                wrong = read(Layout::strided(layout.shape(), dense.strides(), layout.offset()).ok())?;
            }
            Self::LastReversed(least) if right.layout().count() >= least => {
                let at = wrong.len() - to.size();
                wrong[at..].reverse();
            }
            Self::ConvertedFrom(a, b, first) if (from, to) == (a, b) => {
                let words = crate::faults::lines::words(input);
                let converted = crate::faults::lines::converted(&words, from, to);
                for (at, word) in converted.iter().enumerate().skip(first) {
                    let size = to.size();
                    wrong[at * size..(at + 1) * size].copy_from_slice(&word.to_le_bytes()[..size]);
                }
            }
            Self::RepeatedAsDense if layout.strides().contains(&0) => {
                let dense = Layout::contiguous(layout.shape());
                let strides = layout.strides().iter().zip(dense.strides());
                let strides: Vec<isize> = strides.map(|(s, d)| if *s == 0 { *d } else { *s }).collect();
                wrong = read(Layout::strided(layout.shape(), &strides, layout.offset()).ok())?;
            }
            Self::BackwardAsForward if layout.strides().iter().any(|stride| *stride < 0) => {
                let strides: Vec<isize> = layout.strides().iter().map(|stride| stride.abs()).collect();
                wrong = read(Layout::strided(layout.shape(), &strides, layout.offset()).ok())?;
            }
            Self::QuietNans(size) if to.is_float() && to.size() == size => {
                let format = crate::faults::float::Float::get(to);
                let quiet = format.word(f64::NAN);
                for element in wrong.chunks_exact_mut(size) {
                    let mut bytes = [0; 8];
                    bytes[..size].copy_from_slice(element);
                    let word = u64::from_le_bytes(bytes);
                    if format.value(word).is_nan() {
                        element.copy_from_slice(&(word | quiet).to_le_bytes()[..size]);
                    }
                }
            }
            Self::TransposedFromRank(rank) if layout.rank() >= rank => {
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
