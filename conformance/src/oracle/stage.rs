//! Elements of some lines, side by side.

use super::Format;
use super::judge::Lines;

/// Lines side by side: more of them hide the latency of a multiplication, fewer waste less on small arrays.
pub(super) const LANES: usize = 8;
/// Elements staged at a time. With power-of-two strides lines alias in the cache; this reads whole cache lines.
pub(super) const STAGE: usize = 32;

/// The arrays under judgement.
#[derive(Clone, Copy)]
pub(super) struct Arrays<'a> {
    pub(super) lines: Lines,
    pub(super) factors: &'a [u8],
    pub(super) got: &'a [u8],
}

impl Arrays<'_> {
    /// Number of the first element of a line.
    pub(super) fn start(&self, line: usize) -> usize {
        let Lines { n, inner, .. } = self.lines;
        line / inner * n * inner + line % inner
    }
}

/// Some elements of some lines: element `i` of lane `l` is in row `i`, column `l`.
#[derive(Clone, Debug)]
pub(super) struct Stage<T> {
    pub(super) factors: [[T; LANES]; STAGE],
    pub(super) got: [[T; LANES]; STAGE],
}

/// A word that holds the bits of an element.
pub(super) trait Word: Copy + Default {
    fn from_bytes<const WIDTH: usize>(bytes: [u8; WIDTH]) -> Self;
}

impl Word for u32 {
    #[inline(always)]
    fn from_bytes<const WIDTH: usize>(bytes: [u8; WIDTH]) -> u32 {
        let mut word = [0; 4];
        word[..WIDTH].copy_from_slice(&bytes);
        u32::from_le_bytes(word)
    }
}

impl Word for u64 {
    #[inline(always)]
    fn from_bytes<const WIDTH: usize>(bytes: [u8; WIDTH]) -> u64 {
        let mut word = [0; 8];
        word[..WIDTH].copy_from_slice(&bytes);
        u64::from_le_bytes(word)
    }
}

impl<T: Word> Stage<T> {
    pub(super) fn new() -> Stage<T> {
        Stage { factors: [[T::default(); LANES]; STAGE], got: [[T::default(); LANES]; STAGE] }
    }

    /// Stages `length` elements, from `index` on, of the lines that start at the elements `starts`. A word must hold
    /// an element.
    pub(super) fn fill(
        &mut self,
        format: Format,
        arrays: Arrays<'_>,
        starts: [usize; LANES],
        index: usize,
        length: usize,
    ) {
        let stride = arrays.lines.inner;
        let at = starts.map(|start| start + index * stride);
        for (bytes, stage) in [(arrays.factors, &mut self.factors), (arrays.got, &mut self.got)] {
            let stage = &mut stage[..length];
            match format.bytes() {
                1 => gather::<T, 1>(bytes, at, stride, stage),
                2 => gather::<T, 2>(bytes, at, stride, stage),
                4 => gather::<T, 4>(bytes, at, stride, stage),
                _ => gather::<T, 8>(bytes, at, stride, stage),
            }
        }
    }
}

/// Copies elements `at + i * stride` of every lane to row `i`.
#[inline(always)]
fn gather<T: Word, const WIDTH: usize>(
    bytes: &[u8],
    at: [usize; LANES],
    stride: usize,
    stage: &mut [[T; LANES]],
) {
    let (words, _) = bytes.as_chunks::<WIDTH>();
    let side_by_side = (1..LANES).all(|lane| at[lane] == at[0] + lane);
    if side_by_side {
        for (index, row) in stage.iter_mut().enumerate() {
            let words = &words[at[0] + index * stride..][..LANES];
            row.iter_mut().zip(words).for_each(|(to, &from)| *to = T::from_bytes(from));
        }
    } else {
        for (lane, &at) in at.iter().enumerate() {
            let column = words[at..].iter().step_by(stride);
            stage.iter_mut().zip(column).for_each(|(row, &from)| row[lane] = T::from_bytes(from));
        }
    }
}
