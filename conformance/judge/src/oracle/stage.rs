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

    /// Copies lanes, each as long as the stage, to its columns.
    fn transpose<const WIDTH: usize>(lanes: [&[[u8; WIDTH]]; LANES], stage: &mut [[Self; LANES]]) {
        transpose_plainly(lanes, stage);
    }
}

impl Word for u32 {
    #[inline(always)]
    fn from_bytes<const WIDTH: usize>(bytes: [u8; WIDTH]) -> u32 {
        let mut word = [0; 4];
        word[..WIDTH].copy_from_slice(&bytes);
        u32::from_le_bytes(word)
    }

    fn transpose<const WIDTH: usize>(lanes: [&[[u8; WIDTH]]; LANES], stage: &mut [[u32; LANES]]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { avx2::transpose(lanes, stage) };
        }
        transpose_plainly(lanes, stage);
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

    /// Stages `length` elements, from `index` on, of the lines that start at the elements `starts`, at most
    /// [`LANES`] of them. A word must hold an element. Spare lanes keep what they had.
    pub(super) fn fill(
        &mut self,
        format: Format,
        arrays: Arrays<'_>,
        starts: &[usize],
        index: usize,
        length: usize,
    ) {
        let stride = arrays.lines.inner;
        let mut at = [0; LANES];
        at.iter_mut().zip(starts).for_each(|(at, start)| *at = start + index * stride);
        let at = &at[..starts.len()];
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

/// Stages `length` elements, from `index` on, of lines that lie side by side, [`LANES`] in each stage, the first at the
/// element `start`. Row by row: a row's cache lines are read once for all stages, which large strides would evict.
pub(super) fn fill_side_by_side<T: Word>(
    stages: &mut [Stage<T>],
    format: Format,
    arrays: Arrays<'_>,
    start: usize,
    index: usize,
    length: usize,
) {
    match format.bytes() {
        1 => spread::<T, 1>(stages, arrays, start, index, length),
        2 => spread::<T, 2>(stages, arrays, start, index, length),
        4 => spread::<T, 4>(stages, arrays, start, index, length),
        _ => spread::<T, 8>(stages, arrays, start, index, length),
    }
}

fn spread<T: Word, const WIDTH: usize>(
    stages: &mut [Stage<T>],
    arrays: Arrays<'_>,
    start: usize,
    index: usize,
    length: usize,
) {
    let (factors, got) = (arrays.factors.as_chunks::<WIDTH>().0, arrays.got.as_chunks::<WIDTH>().0);
    let width = stages.len() * LANES;
    for row in 0..length {
        let at = start + (index + row) * arrays.lines.inner;
        let (factors, got) = (&factors[at..][..width], &got[at..][..width]);
        for (stage, factors) in stages.iter_mut().zip(factors.as_chunks::<LANES>().0) {
            stage.factors[row] = factors.map(T::from_bytes);
        }
        for (stage, got) in stages.iter_mut().zip(got.as_chunks::<LANES>().0) {
            stage.got[row] = got.map(T::from_bytes);
        }
    }
}

/// Copies elements `at + i * stride` of every lane to row `i`.
#[inline(always)]
fn gather<T: Word, const WIDTH: usize>(bytes: &[u8], at: &[usize], stride: usize, stage: &mut [[T; LANES]]) {
    let (words, _) = bytes.as_chunks::<WIDTH>();
    let length = stage.len();
    match at {
        &[first, .., last] if at.len() == LANES && last - first == LANES - 1 => {
            for (index, row) in stage.iter_mut().enumerate() {
                let words = &words[first + index * stride..][..LANES];
                row.iter_mut().zip(words).for_each(|(to, &from)| *to = T::from_bytes(from));
            }
        }
        // Fewer lines are not worth turning squares.
        _ if stride == 1 && at.len() > LANES / 2 => {
            let line = |lane: usize| &words[at[lane.min(at.len() - 1)]..][..length];
            T::transpose(std::array::from_fn(line), stage);
        }
        _ if stride == 1 => {
            for (lane, &at) in at.iter().enumerate() {
                let column = &words[at..][..length];
                stage.iter_mut().zip(column).for_each(|(row, &from)| row[lane] = T::from_bytes(from));
            }
        }
        _ => {
            for (lane, &at) in at.iter().enumerate() {
                let column = words[at..].iter().step_by(stride);
                stage.iter_mut().zip(column).for_each(|(row, &from)| row[lane] = T::from_bytes(from));
            }
        }
    }
}

fn transpose_plainly<T: Word, const WIDTH: usize>(lanes: [&[[u8; WIDTH]]; LANES], stage: &mut [[T; LANES]]) {
    for (lane, column) in lanes.iter().enumerate() {
        stage.iter_mut().zip(*column).for_each(|(row, &from)| row[lane] = T::from_bytes(from));
    }
}

/// Squares of words transposed in registers: compilers do not find that.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{LANES, Word, transpose_plainly};
    use core::arch::x86_64::{
        __m256i, _mm256_permute2x128_si256, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64,
        _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
    };

    type Square = [[u32; LANES]; LANES];

    #[target_feature(enable = "avx2")]
    pub(super) fn transpose<const WIDTH: usize>(lanes: [&[[u8; WIDTH]]; LANES], stage: &mut [[u32; LANES]]) {
        let (squares, rest) = stage.as_chunks_mut::<LANES>();
        for (at, square) in squares.iter_mut().enumerate() {
            let mut columns: Square = [[0; LANES]; LANES];
            for (column, lane) in columns.iter_mut().zip(&lanes) {
                let words = &lane[at * LANES..][..LANES];
                column.iter_mut().zip(words).for_each(|(to, &from)| *to = u32::from_bytes(from));
            }
            *square = transposed(columns);
        }
        let done = squares.len() * LANES;
        transpose_plainly(lanes.map(|lane| &lane[done..]), rest);
    }

    #[target_feature(enable = "avx2")]
    fn transposed(columns: Square) -> Square {
        // SAFETY: both types are plain bits of the same size.
        let [a, b, c, d, e, f, g, h]: [__m256i; LANES] = unsafe { core::mem::transmute(columns) };
        // Pairs of columns, then fours, each in both halves of the registers; then the halves are joined.
        let four = |a, b, c, d| {
            let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            [
                _mm256_unpacklo_epi64(ab, cd),
                _mm256_unpackhi_epi64(ab, cd),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ]
        };
        let (left, right) = (four(a, b, c, d), four(e, f, g, h));
        let rows: [__m256i; LANES] = core::array::from_fn(|row| {
            let (left, right) = (left[row % 4], right[row % 4]);
            if row < 4 {
                _mm256_permute2x128_si256::<0x20>(left, right)
            } else {
                _mm256_permute2x128_si256::<0x31>(left, right)
            }
        });
        // SAFETY: as above.
        unsafe { core::mem::transmute(rows) }
    }
}
