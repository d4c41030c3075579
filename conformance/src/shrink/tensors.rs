//! Smaller tensors from a tensor: slices, fewer axes, other words. Gaps stay where they were.

use ascertain::{Layout, Tensor};
use core::ops::Range;

/// `length` indices of `axis`, from `start` on. None where there are not so many.
pub(super) fn slice(tensor: &Tensor, axis: usize, start: usize, length: usize) -> Option<Tensor> {
    let layout = tensor.layout();
    let mut shape = layout.shape().to_vec();
    if start + length > *shape.get(axis)? {
        return None;
    }
    shape[axis] = length;
    let offset = layout.offset() as isize + start as isize * layout.strides()[axis];
    let sliced = Layout::strided(&shape, layout.strides(), usize::try_from(offset).ok()?).ok()?;
    let view = Tensor::view(tensor.dtype(), sliced, tensor.storage().to_vec()).ok()?;
    Some(if tensor.is_plain() { view.to_contiguous() } else { view })
}

/// The tensor without an axis of length 1.
pub(super) fn drop_axis(tensor: &Tensor, axis: usize) -> Option<Tensor> {
    let view = Tensor::view(tensor.dtype(), tensor.layout().without(axis), tensor.storage().to_vec()).ok()?;
    Some(if tensor.is_plain() { view.to_contiguous() } else { view })
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
