//! Random shapes and layouts: mostly short lines, some long ones, axes of length 0 and 1, every rank, gaps.

use super::Source;
use super::values::fill_bits;
use ascertain::tensor::Dims;
use ascertain::{DType, Layout, Tensor};

/// A shape and the dimension of interest.
#[derive(Clone, Debug)]
pub struct LineShape {
    /// The shape.
    pub shape: Dims<usize>,
    /// A dimension of it; 0 for rank 0.
    pub dim: usize,
}

/// Draws a shape and the dimension of a scan.
pub fn lines(source: &mut Source) -> LineShape {
    let shape: Dims<usize> = match source.weighted(&[395, 330, 140, 70, 14, 48, 3]) {
        // One short line.
        0 => Dims::from_slice(&[source.between(1, 8)]),
        // A few dimensions.
        1 => (0..source.between(2, 4)).map(|_| source.between(1, 4)).collect(),
        // Middling lines, a few of them.
        2 => {
            let others = source.between(1, 4);
            let n = source.between(9, 96);
            pair(source, n, others)
        }
        // One long line: where naive relative bounds let anything pass, and past usual block sizes.
        3 => Dims::from_slice(&[source.between(257, 400)]),
        // A long axis beside a short one: long lines, or many short ones.
        4 => {
            let (others, n) = (source.between(2, 3), source.between(129, 300));
            pair(source, n, others)
        }
        5 => odd_shape(source),
        // Past the blocks of kernels that scan a block at a time.
        _ => {
            let block = source.pick(&[1024, 2048, 4096, 4096]);
            Dims::from_slice(&[block + source.between(1, 80)])
        }
    };
    let longest = (0..shape.len()).max_by_key(|&k| shape[k]).unwrap_or(0);
    let dim = if shape.is_empty() || source.chance(60) { longest } else { source.below(shape.len()) };
    LineShape { shape, dim }
}

/// Two lengths in either order.
fn pair(source: &mut Source, a: usize, b: usize) -> Dims<usize> {
    Dims::from_slice(&if source.chance(50) { [a, b] } else { [b, a] })
}

/// Empty tensors, rank 0, rank 8, axes of length 1.
fn odd_shape(source: &mut Source) -> Dims<usize> {
    match source.below(5) {
        0 => Dims::from_slice(&[0]),
        1 => {
            let mut shape = Dims::from_slice(&[source.between(1, 3), source.between(1, 3)]);
            let at = source.below(2);
            shape[at] = 0;
            shape
        }
        2 => Dims::new(),
        3 => (0..8).map(|_| source.pick(&[1, 1, 1, 2])).collect(),
        _ => Dims::from_elem(1, source.between(1, 4)),
    }
}

/// A tensor of `shape` with gaps, permuted or reversed axes and an offset. Its storage has random bits.
///
/// `None` for shapes that cannot have such a layout.
pub fn strided(source: &mut Source, dtype: DType, shape: &[usize]) -> Option<Tensor> {
    if shape.is_empty() || shape.contains(&0) {
        return None;
    }
    let mut order: Dims<usize> = (0..shape.len()).collect();
    for k in (1..order.len()).rev() {
        if source.chance(30) {
            order.swap(k, source.below(k + 1));
        }
    }
    let mut strides: Dims<isize> = Dims::from_elem(0, shape.len());
    let (mut step, mut before) = (source.between(1, 3), 0);
    for &k in order.iter().rev() {
        let backwards = source.chance(15);
        strides[k] = if backwards { -(step as isize) } else { step as isize };
        before += if backwards { step * (shape[k] - 1) } else { 0 };
        step = step * shape[k] + source.below(3);
    }
    let offset = before + source.below(4);
    let layout = Layout::strided(shape, &strides, offset).ok()?;
    let elements = offset + step + source.below(3) + 1;
    let mut bytes = vec![0; elements * dtype.size()];
    fill_bits(source, &mut bytes);
    Tensor::view(dtype, layout, bytes).ok()
}
