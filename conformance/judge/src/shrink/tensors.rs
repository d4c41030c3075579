//! Smaller tensors from a tensor: slices, fewer axes, other words. Gaps stay where they were.

use ascertain::call::{Arg, Invocation};
use ascertain::{Layout, Tensor};
use core::ops::Range;

/// Shape of a call's first tensor.
pub(super) fn shape(call: &Invocation) -> &[usize] {
    let tensor =
        call.args.iter().find_map(|arg| if let Arg::Tensor(tensor) = arg { Some(tensor) } else { None });
    tensor.map_or(&[], Tensor::shape)
}

/// The call with `length` indices of `axis`, from `start` on, of its first tensor and of the others that have it: of
/// those of another shape, an axis of the same length.
pub(super) fn sliced(call: &Invocation, axis: usize, start: usize, length: usize) -> Invocation {
    changed(call, axis, |tensor, axis| slice(tensor, axis, start, length))
}

/// The call without `length` indices of `axis`, from `start` on, of its tensors that have no gaps.
pub(super) fn without_part(call: &Invocation, axis: usize, start: usize, length: usize) -> Invocation {
    changed(call, axis, |tensor, axis| cut(tensor, axis, start, length))
}

/// The call without an axis of length 1 of its tensors.
pub(super) fn without_axis(call: &Invocation, axis: usize) -> Invocation {
    changed(call, axis, drop_axis)
}

fn changed(call: &Invocation, axis: usize, change: impl Fn(&Tensor, usize) -> Option<Tensor>) -> Invocation {
    let (mut smaller, shape) = (call.clone(), shape(call));
    for arg in &mut smaller.args {
        let Arg::Tensor(tensor) = arg else { continue };
        let axis = if tensor.shape() == shape {
            Some(axis)
        } else {
            tensor.shape().iter().position(|length| Some(length) == shape.get(axis))
        };
        if let Some(changed) = axis.and_then(|axis| change(tensor, axis)) {
            *tensor = changed;
        }
    }
    smaller
}

/// `length` indices of `axis`, from `start` on. None where there are not so many.
fn slice(tensor: &Tensor, axis: usize, start: usize, length: usize) -> Option<Tensor> {
    let layout = tensor.layout();
    let mut shape = layout.shape().to_vec();
    if start + length > *shape.get(axis)? {
        return None;
    }
    shape[axis] = length;
    let offset = layout.offset() as isize + start as isize * layout.strides()[axis];
    let sliced = Layout::strided(&shape, layout.strides(), usize::try_from(offset).ok()?).ok()?;
    let view = Tensor::view(tensor.dtype(), sliced, tensor.storage().to_vec()).ok()?;
    Some(if tensor.is_packed() { view.to_contiguous() } else { view })
}

/// All but `length` indices of `axis`, from `start` on. None where there are not so many, or gaps.
fn cut(tensor: &Tensor, axis: usize, start: usize, length: usize) -> Option<Tensor> {
    let mut shape = tensor.shape().to_vec();
    let before = *shape.get(axis)?;
    if start + length > before || !tensor.is_packed() || tensor.layout().count() == 0 {
        return None;
    }
    shape[axis] = before - length;
    let index = shape[axis + 1..].iter().product::<usize>() * tensor.dtype().size();
    let lines = tensor.storage().chunks_exact(before * index);
    let kept = |line: &[u8]| [&line[..start * index], &line[(start + length) * index..]].concat();
    Tensor::new(tensor.dtype(), &shape, lines.flat_map(kept).collect()).ok()
}

/// The tensor without an axis of length 1.
fn drop_axis(tensor: &Tensor, axis: usize) -> Option<Tensor> {
    let view = Tensor::view(tensor.dtype(), tensor.layout().without(axis), tensor.storage().to_vec()).ok()?;
    Some(if tensor.is_packed() { view.to_contiguous() } else { view })
}

/// Replaces the words of some elements, in row-major order. False where nothing changes, or words are no words:
/// complex elements.
pub(super) fn map_words(tensor: &mut Tensor, range: Range<usize>, new: impl Fn(u64) -> u64) -> bool {
    let size = tensor.dtype().size();
    if size > 8 {
        return false;
    }
    let mut elements = tensor.elements().into_owned();
    let mut changed = false;
    for element in elements[range.start * size..range.end * size].chunks_exact_mut(size) {
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(element);
        bytes = new(u64::from_le_bytes(bytes)).to_le_bytes();
        changed |= element != &bytes[..size];
        element.copy_from_slice(&bytes[..size]);
    }
    tensor.set_elements(&elements);
    changed
}
