//! Shapes that others give: of two that are broadcast, and of one that is folded.

use crate::tensor::Dims;

/// The shape that two broadcast to: aligned at the last dimension, and a dimension of 1 has any length.
#[must_use]
pub fn broadcast(a: &[usize], b: &[usize]) -> Option<Dims<usize>> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut joined = Dims::from_slice(long);
    for (n, m) in joined[long.len() - short.len()..].iter_mut().zip(short) {
        *n = match (*n, *m) {
            (1, n) | (n, 1) => n,
            (n, m) => (n == m).then_some(n)?,
        };
    }
    Some(joined)
}

/// The dimensions that some integers name, in order: negative ones counted from the last, and all if none is named. A scalar has one
/// that goes. None if one of them is not there, or named twice.
pub(crate) fn axes(dims: &[i64], rank: usize) -> Option<Dims<usize>> {
    if rank == 0 {
        return dims.iter().all(|dim| matches!(dim, -1 | 0)).then(Dims::new);
    }
    if dims.is_empty() {
        return Some((0..rank).collect());
    }
    let axis = |dim: i64| usize::try_from(if dim < 0 { dim + rank as i64 } else { dim }).ok();
    let axes = dims.iter().map(|&dim| axis(dim).filter(|axis| *axis < rank));
    let mut axes: Dims<usize> = axes.collect::<Option<_>>()?;
    axes.sort_unstable();
    axes.windows(2).all(|two| two[0] != two[1]).then_some(axes)
}

/// A shape without some of its dimensions, or with length 1 there.
#[must_use]
pub fn fold(shape: &[usize], dims: &[i64], keep: bool) -> Option<Dims<usize>> {
    Some(shortened(shape, &axes(dims, shape.len())?, keep))
}

/// Whether a dimension that some integers name has length 0: none does if none is named. None where [`fold`] has no shape.
#[must_use]
pub fn any_zero(shape: &[usize], dims: &[i64]) -> Option<bool> {
    let axes = axes(dims, shape.len())?;
    Some(!dims.is_empty() && axes.iter().any(|&axis| shape[axis] == 0))
}

pub(crate) fn shortened(shape: &[usize], axes: &[usize], keep: bool) -> Dims<usize> {
    let lengths = shape.iter().enumerate().filter(|(axis, _)| keep || !axes.contains(axis));
    lengths.map(|(axis, n)| if axes.contains(&axis) { 1 } else { *n }).collect()
}
