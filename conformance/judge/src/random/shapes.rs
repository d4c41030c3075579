//! Random shapes and layouts, drawn from what breaks tiles: lengths beside powers of two, multiples of block sizes,
//! primes; every rank; gaps, reversed and permuted axes, broadcasts and windows that overlap.
//!
//! Most shapes are small, as small ones cost little and find most. Of the others each binary order of magnitude gets the
//! same share of all elements, so that the largest are rare and the rate does not suffer.

use super::Source;
use super::values::fill_bits;
use ascertain::tensor::Dims;
use ascertain::{DType, Layout, Tensor};

/// The longest axis that is drawn, up to a neighbour of it.
const LONGEST: usize = 1 << 17;

/// The most elements that are drawn, up to a few more beside a power of two.
const MOST: usize = 1 << 20;

/// The highest rank that every document takes.
pub(crate) const RANKS: usize = 8;

/// A shape and the dimension of interest.
#[derive(Clone, Debug)]
pub struct LineShape {
    /// The shape.
    pub shape: Dims<usize>,
    /// A dimension of it; 0 for rank 0.
    pub dim: usize,
}

/// How often each kind of shape is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Mix {
    /// For what goes wrong with long lines in ways of its own, as products do.
    OftenLong,
    /// For what long lines show little of but tiles: many calls show more of dtypes and broadcasting. Three in ten of the long
    /// ones are left.
    MostlyShort,
}

/// A kind of shape: its weight in [`Mix::OftenLong`], that in [`Mix::MostlyShort`], and how it is drawn, with the dimension of a
/// scan if the kind fixes it.
type Kind = (usize, usize, fn(&mut Source) -> (Dims<usize>, Option<usize>));

const KINDS: [Kind; 10] = [
    // One short line.
    (349, 497, |source| (Dims::from_slice(&[source.between(1, 8)]), None)),
    // A few columns of more rows than kernels multiply in one block.
    (1, 0, |source| {
        let length = budget(source, 4096, 8200);
        let rows = near_a_tile(source, length);
        let columns = if source.chance(2) { 33 } else { 2 };
        (Dims::from_slice(&[rows, columns]), Some(0))
    }),
    // A few short dimensions.
    (260, 369, |source| {
        let (rank, budget) = (source.between(2, RANKS), source.between(4, 48));
        (spread(source, rank, budget), None)
    }),
    // One long line.
    (150, 45, |source| {
        let length = budget(source, 16, LONGEST);
        (Dims::from_slice(&[near_a_tile(source, length)]), None)
    }),
    // One axis or more of them long.
    (97, 29, |source| {
        let (rank, budget) = (source.between(2, RANKS), budget(source, 32, MOST));
        (spread(source, rank, budget), None)
    }),
    // A line of some hundreds: past the usual tiles, and where naive relative bounds let anything pass.
    (70, 21, |source| (hundreds(source), None)),
    // A few such lines.
    (12, 4, |source| {
        let mut shape = hundreds(source);
        let at = source.below(2);
        shape.insert(at, source.between(2, 4));
        shape.insert(source.below(3), source.between(1, 3));
        (shape, None)
    }),
    // Equally long axes: many long lines, before, behind and beside each other.
    (3, 1, |source| {
        let (rank, budget) = (source.between(3, 4), budget(source, 1024, MOST));
        (even(source, rank, budget), Some(source.between(1, rank - 2)))
    }),
    (20, 30, |source| (odd_shape(source), None)),
    // Three axes, most of them past a small tile.
    (3, 1, |source| {
        let budget = budget(source, 256, MOST);
        (spread(source, 3, budget), None)
    }),
];

/// Draws a shape and the dimension of a scan.
pub fn draw(source: &mut Source, mix: Mix) -> LineShape {
    let weights = KINDS.map(|(often_long, mostly_short, _)| match mix {
        Mix::OftenLong => often_long,
        Mix::MostlyShort => mostly_short,
    });
    let (_, _, draw) = KINDS[source.weighted(&weights)];
    let (shape, dim) = draw(source);
    let dim = dim.unwrap_or_else(|| {
        let longest = (0..shape.len()).max_by_key(|&k| shape[k]).unwrap_or(0);
        if shape.is_empty() || source.chance(60) { longest } else { source.below(shape.len()) }
    });
    LineShape { shape, dim }
}

/// One line of some hundreds of elements.
fn hundreds(source: &mut Source) -> Dims<usize> {
    let length = source.between(65, 520);
    Dims::from_slice(&[near_a_tile(source, length)])
}

/// A number from `least` to `most`. Each binary order of magnitude gets the same share of the sum of all that are drawn:
/// what is twice as large is drawn half as often.
fn budget(source: &mut Source, least: usize, most: usize) -> usize {
    // 24 random bits: a quotient of up to 2^24.
    let parts = 1 << 24;
    (least * parts / source.between(1, parts)).min(most)
}

/// A number up to `most`, each binary order of magnitude equally often.
fn logarithmic(source: &mut Source, most: usize) -> usize {
    let bits = source.below(most.max(1).ilog2() as usize + 1);
    (1 << bits | source.below(1 << bits)).min(most.max(1))
}

/// A shape of this rank and about as many elements: axes in random order take parts of what is left, the last one all.
fn spread(source: &mut Source, rank: usize, budget: usize) -> Dims<usize> {
    let mut shape = Dims::from_elem(1, rank);
    let (first, mut left) = (source.below(rank), budget);
    for k in 0..rank {
        let part = if k + 1 == rank { left } else { logarithmic(source, left) };
        shape[(first + k) % rank] = near_a_tile(source, part.min(LONGEST));
        left /= part;
    }
    // The last axis beside the first as often as elsewhere.
    let (a, b) = (source.below(rank), source.below(rank));
    shape.swap(a, b);
    shape
}

/// A shape of this rank and about as many elements, with axes of about the same length.
fn even(source: &mut Source, rank: usize, budget: usize) -> Dims<usize> {
    let length = (budget as f64).powf(1.0 / rank as f64) as usize;
    (0..rank)
        .map(|_| {
            let length = source.between(length * 3 / 4, length * 5 / 4);
            near_a_tile(source, length)
        })
        .collect()
}

/// A length of about `length`: a power of two or a neighbour of it, a multiple of a block size, a prime, or any.
fn near_a_tile(source: &mut Source, length: usize) -> usize {
    if length <= 8 {
        return length;
    }
    let beside = |source: &mut Source, tile: usize| tile + source.pick(&[0, 1, 2]) - 1;
    match source.below(5) {
        0 | 1 => beside(source, 1 << length.ilog2()),
        2 if length >= 32 => {
            let block = source.pick(&[32, 64, 128, 256, 512, 1000]);
            let multiple = (length / block * block).max(32);
            if source.chance(50) { multiple } else { beside(source, multiple) }
        }
        3 => (2..=length).rev().find(|&n| is_prime(n)).unwrap_or(length),
        _ => length,
    }
}

fn is_prime(n: usize) -> bool {
    n == 2 || n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// Empty tensors, rank 0, axes of length 1.
fn odd_shape(source: &mut Source) -> Dims<usize> {
    match source.below(5) {
        0 => Dims::from_slice(&[0]),
        1 => {
            let mut shape: Dims<usize> =
                (0..source.between(2, RANKS)).map(|_| source.between(1, 3)).collect();
            let at = source.below(shape.len());
            shape[at] = 0;
            shape
        }
        2 => Dims::new(),
        3 => (0..source.between(1, RANKS)).map(|_| source.pick(&[1, 1, 1, 2])).collect(),
        _ => Dims::from_elem(1, source.between(1, RANKS)),
    }
}

/// A tensor of `shape` with gaps, permuted or reversed axes and an offset, which has every element in a place of its own.
/// Its storage has random bits.
///
/// `None` for shapes that cannot have such a layout.
pub fn strided(source: &mut Source, dtype: DType, shape: &[usize]) -> Option<Tensor> {
    laid_out(source, dtype, shape, false)
}

/// The same, in which elements share places: axes of stride 0, or shorter strides than other axes reach. Fit for tensors
/// that are only read.
pub fn overlapping(source: &mut Source, dtype: DType, shape: &[usize]) -> Option<Tensor> {
    laid_out(source, dtype, shape, true)
}

fn laid_out(source: &mut Source, dtype: DType, shape: &[usize], overlap: bool) -> Option<Tensor> {
    if shape.is_empty() || shape.contains(&0) {
        return None;
    }
    let mut order: Dims<usize> = (0..shape.len()).collect();
    for k in (1..order.len()).rev() {
        if source.chance(30) {
            order.swap(k, source.below(k));
        }
    }
    let mut strides: Dims<isize> = Dims::from_elem(0, shape.len());
    // From the first place to one past the last one, and how many of them come before the first element.
    let (mut reach, mut before) = (1, 0);
    for (at, &k) in order.iter().enumerate().rev() {
        let stride = match source.below(3) {
            0 if overlap => 0,
            1 if overlap => source.between(1, reach),
            // Beyond what 10 bits hold, and 15; where it costs little.
            _ if at == 0 && shape[k] <= 3 && source.chance(3) => reach.max(1 << 15) + source.below(300),
            _ if at == 0 && shape[k] <= 8 && source.chance(6) => reach.max(1024) + source.below(1100),
            _ => reach + source.below(3),
        };
        let backwards = source.chance(15);
        strides[k] = if backwards { -(stride as isize) } else { stride as isize };
        before += if backwards { stride * (shape[k] - 1) } else { 0 };
        reach += stride * (shape[k] - 1);
    }
    let offset = before + source.below(4);
    let layout = Layout::strided(shape, &strides, offset).ok()?;
    // `reach` counts the places behind the first element and before it.
    let elements = offset - before + reach + source.below(4);
    let mut bytes = vec![0; elements * dtype.size()];
    fill_bits(source, &mut bytes);
    Tensor::view(dtype, layout, bytes).ok()
}
