//! Tensors: a dtype, a layout and bytes.
//!
//! Bytes are little-endian; a bool is one byte, 0 or 1; a complex number is its real part, then its imaginary
//! part. Strides and offsets count elements, not bytes: the element at an index lies at
//! `offset + sum(index[k] * strides[k])`.

use crate::dtype::{Class, DType};
use core::fmt;
use smallvec::SmallVec;
use std::sync::Arc;

/// One number for each dimension, without allocation up to rank 8, which is the most that pages allow.
pub type Dims<T> = SmallVec<[T; 8]>;

/// The most elements that a storage can have: of the widest dtype, no more fit the address space.
const LARGEST: usize = isize::MAX as usize / 16;

/// Shape, strides and offset of a view.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    shape: Dims<usize>,
    strides: Dims<isize>,
    offset: usize,
}

/// A tensor: dtype, layout and the storage that the layout points into.
///
/// It is one pointer wide, as a call has many arguments and few are tensors. Clones share their parts until one of them is
/// written, as calls that differ in one argument have the others in common.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tensor(Arc<Parts>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Parts {
    dtype: DType,
    layout: Layout,
    bytes: Vec<u8>,
}

/// Invalid dtype, layout or storage of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TensorError {
    /// The number of strides is not the number of dimensions.
    Strides {
        /// Dimensions of the shape.
        rank: usize,
        /// Strides given.
        strides: usize,
    },
    /// The storage does not hold a whole number of elements, or not enough of them.
    Storage {
        /// The dtype.
        dtype: DType,
        /// Elements that the layout reaches.
        elements: usize,
        /// Bytes given.
        bytes: usize,
    },
    /// The layout reaches before the start of its storage, or its size overflows.
    Reach,
    /// It has more elements than are allowed.
    TooLarge {
        /// The dtype.
        dtype: DType,
        /// Elements.
        elements: usize,
        /// The most bytes that they may take.
        limit: u64,
    },
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strides { rank, strides } => write!(f, "{strides} strides for a shape of rank {rank}"),
            Self::Storage { dtype, elements, bytes } => {
                let need = elements.saturating_mul(dtype.size());
                write!(f, "{bytes} bytes of storage, but {elements} elements of {dtype} take {need}")
            }
            Self::Reach => f.write_str("the layout reaches before the start of its storage, or is too large"),
            Self::TooLarge { dtype, elements, limit } => {
                write!(f, "{elements} elements of {dtype} take more than the {limit} bytes that are allowed")
            }
        }
    }
}

impl core::error::Error for TensorError {}

impl Clone for Layout {
    /// Copies whole slices, as cloning the vectors copies number by number.
    fn clone(&self) -> Self {
        Self {
            shape: Dims::from_slice(&self.shape),
            strides: Dims::from_slice(&self.strides),
            offset: self.offset,
        }
    }
}

impl Layout {
    /// Elements row-major without gaps.
    #[must_use]
    pub fn contiguous(shape: &[usize]) -> Self {
        let mut strides: Dims<isize> = SmallVec::from_elem(1, shape.len());
        strides.iter_mut().rev().zip(dense_strides(shape)).for_each(|(stride, dense)| *stride = dense);
        Self { shape: Dims::from_slice(shape), strides, offset: 0 }
    }

    /// Elements at these strides from this offset, both counted in elements.
    ///
    /// # Errors
    /// If the number of strides differs from the rank, or an element would lie before the storage.
    pub fn strided(shape: &[usize], strides: &[isize], offset: usize) -> Result<Self, TensorError> {
        if shape.len() != strides.len() {
            return Err(TensorError::Strides { rank: shape.len(), strides: strides.len() });
        }
        let layout = Self { shape: Dims::from_slice(shape), strides: Dims::from_slice(strides), offset };
        layout.reach().map(|_| layout)
    }

    /// Length of each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Elements from one index to the next, for each dimension.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// Elements before the first one of the view.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements: the lengths multiplied, 1 for rank 0.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shape.iter().fold(1, |n, &d| n.saturating_mul(d))
    }

    /// How many elements of storage the view needs: one past the last element reached, 0 for an empty view.
    fn reach(&self) -> Result<usize, TensorError> {
        if self.count() == 0 {
            return Ok(0);
        }
        if self.is_contiguous() {
            let end = self.offset.saturating_add(self.count());
            return if end <= LARGEST { Ok(end) } else { Err(TensorError::Reach) };
        }
        let (mut low, mut high) = (self.offset as i128, self.offset as i128);
        for (&d, &s) in self.shape.iter().zip(&self.strides) {
            let step = (d as i128 - 1) * s as i128;
            // One step fits; the sum of several may not.
            if step < 0 { low = low.saturating_add(step) } else { high = high.saturating_add(step) }
        }
        if low < 0 || self.count() == usize::MAX {
            return Err(TensorError::Reach);
        }
        usize::try_from(high.saturating_add(1)).ok().filter(|&n| n <= LARGEST).ok_or(TensorError::Reach)
    }

    /// Whether elements lie row-major without gaps (dimensions of length 1 may have any stride).
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        if self.count() == 0 {
            return true;
        }
        let mut expected = 1;
        for (&d, &s) in self.shape.iter().zip(&self.strides).rev() {
            if d != 1 && s != expected {
                return false;
            }
            // Overflows only in a layout that no storage can hold.
            expected = expected.wrapping_mul(d as isize);
        }
        true
    }

    /// Whether the last dimension is dense: its stride is 1, or it has at most one element. False for rank 0.
    #[must_use]
    pub fn is_dense_last(&self) -> bool {
        match (self.shape.last(), self.strides.last()) {
            (Some(&d), Some(&s)) => d <= 1 || s == 1 || self.count() == 0,
            _ => false,
        }
    }

    /// Storage positions of the elements, in row-major order.
    #[must_use]
    pub fn positions(&self) -> Positions<'_> {
        let row = self.shape.last().copied().unwrap_or(1);
        Positions {
            layout: self,
            index: SmallVec::from_elem(0, self.rank().saturating_sub(1)),
            next: self.offset as isize,
            step: self.strides.last().copied().unwrap_or(0),
            in_row: row,
            left: self.count(),
        }
    }

    /// The view without dimension `dim`: the first elements of the lines along it.
    ///
    /// # Panics
    /// If there is no such dimension.
    #[must_use]
    pub fn without(&self, dim: usize) -> Self {
        let mut layout = self.clone();
        layout.shape.remove(dim);
        layout.strides.remove(dim);
        layout
    }
}

/// Storage positions of a layout's elements, in row-major order.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    layout: &'a Layout,
    /// Index in every dimension but the last.
    index: Dims<usize>,
    next: isize,
    /// Stride of the last dimension, and what is left of its row.
    step: isize,
    in_row: usize,
    left: usize,
}

impl Positions<'_> {
    /// From the end of a row to the start of the next one.
    #[cold]
    fn carry(&mut self) {
        let (shape, strides) = (self.layout.shape(), self.layout.strides());
        let Some(last) = shape.len().checked_sub(1) else { return };
        self.in_row = shape[last];
        // The step that leaves the view is taken back, and only that one may overflow.
        self.next = self.next.wrapping_sub(self.step.wrapping_mul(shape[last] as isize));
        for k in (0..last).rev() {
            self.index[k] += 1;
            self.next = self.next.wrapping_add(strides[k]);
            if self.index[k] < shape[k] {
                break;
            }
            self.next = self.next.wrapping_sub(strides[k].wrapping_mul(shape[k] as isize));
            self.index[k] = 0;
        }
    }
}

impl Iterator for Positions<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let at = self.next;
        self.next = at.wrapping_add(self.step);
        self.in_row -= 1;
        if self.in_row == 0 {
            self.carry();
        }
        Some(at as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Positions<'_> {}

impl Tensor {
    fn of(dtype: DType, layout: Layout, bytes: Vec<u8>) -> Self {
        Self(Arc::new(Parts { dtype, layout, bytes }))
    }

    /// Makes sure that the elements of a shape take at most `limit` bytes. A shape from outside may name any number of
    /// them, without storage or over a storage of one.
    ///
    /// # Errors
    /// If they take more.
    pub fn check_size(dtype: DType, shape: &[usize], limit: u64) -> Result<(), TensorError> {
        let elements = shape.iter().fold(1, |n: usize, &d| n.saturating_mul(d));
        if elements.saturating_mul(dtype.size()) as u64 > limit {
            return Err(TensorError::TooLarge { dtype, elements, limit });
        }
        Ok(())
    }

    /// A contiguous tensor over `bytes`.
    ///
    /// # Errors
    /// If the number of bytes is not what the shape's elements take, or the shape is too large.
    pub fn new(dtype: DType, shape: &[usize], bytes: Vec<u8>) -> Result<Self, TensorError> {
        let layout = Layout::contiguous(shape);
        let elements = layout.reach()?;
        if elements * dtype.size() != bytes.len() {
            return Err(TensorError::Storage { dtype, elements, bytes: bytes.len() });
        }
        Ok(Self::of(dtype, layout, bytes))
    }

    /// A view with strides and offset over the storage `bytes`.
    ///
    /// # Errors
    /// If the storage is not a whole number of elements, or the layout reaches outside it.
    pub fn view(dtype: DType, layout: Layout, bytes: Vec<u8>) -> Result<Self, TensorError> {
        let elements = layout.reach()?;
        if !bytes.len().is_multiple_of(dtype.size()) || bytes.len() / dtype.size() < elements {
            return Err(TensorError::Storage { dtype, elements, bytes: bytes.len() });
        }
        Ok(Self::of(dtype, layout, bytes))
    }

    /// A contiguous tensor of zero bytes.
    ///
    /// # Errors
    /// If the shape is too large.
    pub fn zeros(dtype: DType, shape: &[usize]) -> Result<Self, TensorError> {
        let layout = Layout::contiguous(shape);
        let count = layout.count();
        if count > LARGEST {
            return Err(TensorError::Reach);
        }
        Ok(Self::of(dtype, layout, zeros(count * dtype.size())))
    }

    /// Its dtype.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }

    /// Its layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.0.layout
    }

    /// Length of each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.0.layout.shape()
    }

    /// The whole storage, including bytes outside the view.
    #[must_use]
    pub fn storage(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The whole storage, mutably.
    #[must_use]
    pub fn storage_mut(&mut self) -> &mut [u8] {
        &mut Arc::make_mut(&mut self.0).bytes
    }

    /// The storage, copied only if a clone shares it.
    #[must_use]
    pub fn into_storage(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.0).bytes
    }

    /// Whether shape and dtype alone say how it lies in its storage, so that [`Tensor::storage`] is its elements. An unusual
    /// stride of a dimension of length 1 leads nowhere, but makes some implementations fail: it counts.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        let Layout { shape, strides, offset } = &self.0.layout;
        *offset == 0
            && strides.iter().rev().copied().eq(dense_strides(shape))
            && self.0.bytes.len() == self.0.layout.count() * self.0.dtype.size()
    }

    /// The elements' bytes in row-major order, copied only if they are not stored so.
    #[must_use]
    pub fn elements(&self) -> std::borrow::Cow<'_, [u8]> {
        let size = self.0.dtype.size();
        if self.0.layout.is_contiguous() {
            let start = if self.0.layout.count() == 0 { 0 } else { self.0.layout.offset * size };
            return self.0.bytes[start..start + self.0.layout.count() * size].into();
        }
        let mut bytes = zeros(self.0.layout.count() * size);
        match size {
            1 => gather::<1>(&self.0.layout, &self.0.bytes, &mut bytes),
            2 => gather::<2>(&self.0.layout, &self.0.bytes, &mut bytes),
            4 => gather::<4>(&self.0.layout, &self.0.bytes, &mut bytes),
            8 => gather::<8>(&self.0.layout, &self.0.bytes, &mut bytes),
            _ => gather::<16>(&self.0.layout, &self.0.bytes, &mut bytes),
        }
        bytes.into()
    }

    /// Overwrites the elements, in row-major order. Bytes outside the view do not change.
    ///
    /// # Panics
    /// If `elements` does not have exactly the bytes of the view's elements.
    pub fn set_elements(&mut self, elements: &[u8]) {
        let Parts { dtype, layout, bytes } = Arc::make_mut(&mut self.0);
        let size = dtype.size();
        assert_eq!(elements.len(), layout.count() * size, "as many bytes as the view has");
        if layout.is_contiguous() && !elements.is_empty() {
            bytes[layout.offset * size..][..elements.len()].copy_from_slice(elements);
            return;
        }
        match size {
            1 => scatter::<1>(layout, elements, bytes),
            2 => scatter::<2>(layout, elements, bytes),
            4 => scatter::<4>(layout, elements, bytes),
            8 => scatter::<8>(layout, elements, bytes),
            _ => scatter::<16>(layout, elements, bytes),
        }
    }

    /// A contiguous tensor of the same elements.
    #[must_use]
    pub fn to_contiguous(&self) -> Self {
        let layout = Layout::contiguous(self.shape());
        Self::of(self.0.dtype, layout, self.elements().into_owned())
    }
}

/// The strides of elements row-major without gaps, that of the last dimension first.
fn dense_strides(shape: &[usize]) -> impl Iterator<Item = isize> {
    let next = |step: &mut isize, length: &usize| {
        let stride = *step;
        *step = step.wrapping_mul((*length).max(1) as isize);
        Some(stride)
    };
    shape.iter().rev().scan(1, next)
}

/// `count` zero bytes.
#[expect(clippy::slow_vector_initialization, reason = "slow for many bytes, quick for few")]
fn zeros(count: usize) -> Vec<u8> {
    // Fresh pages are zero already, but asking for a few zeros takes allocators longer than asking for a few bytes.
    if count > 4096 {
        return vec![0; count];
    }
    let mut bytes = Vec::with_capacity(count);
    bytes.resize(count, 0);
    bytes
}

/// Copies a view's elements of `SIZE` bytes, row-major, to `elements`.
fn gather<const SIZE: usize>(layout: &Layout, storage: &[u8], elements: &mut [u8]) {
    let (storage, _) = storage.as_chunks::<SIZE>();
    let (mut elements, _) = elements.as_chunks_mut::<SIZE>();
    for_each_row(layout, |row| {
        let (these, others) = core::mem::take(&mut elements).split_at_mut(row.len());
        these.iter_mut().zip(row).for_each(|(element, at)| *element = storage[at]);
        elements = others;
    });
}

/// Copies `elements` of `SIZE` bytes, row-major, to a view.
fn scatter<const SIZE: usize>(layout: &Layout, elements: &[u8], storage: &mut [u8]) {
    let (storage, _) = storage.as_chunks_mut::<SIZE>();
    let (mut elements, _) = elements.as_chunks::<SIZE>();
    for_each_row(layout, |row| {
        let (these, others) = elements.split_at(row.len());
        these.iter().zip(row).for_each(|(element, at)| storage[at] = *element);
        elements = others;
    });
}

/// Calls `show` with the storage positions of each row along the last dimension, in row-major order.
fn for_each_row(layout: &Layout, mut show: impl FnMut(Row)) {
    let (Some(&length), Some(&step)) = (layout.shape.last(), layout.strides.last()) else {
        return show(Row { next: layout.offset, step: 0, left: 1 });
    };
    if layout.rank() == 1 {
        return show(Row { next: layout.offset, step, left: length });
    }
    let starts = layout.without(layout.rank() - 1);
    starts.positions().for_each(|next| show(Row { next, step, left: length }));
}

/// Positions of one row.
struct Row {
    next: usize,
    step: isize,
    left: usize,
}

impl Iterator for Row {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let at = self.next;
        // Past the last element it may leave the storage.
        self.next = at.wrapping_add_signed(self.step);
        Some(at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Row {}

impl fmt::Debug for Tensor {
    /// Dtype, shape and the bits of the first elements: most significant digit first, real part first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?} [", self.0.dtype, self.shape())?;
        let (bytes, size) = (self.elements(), self.0.dtype.size());
        let part = if self.0.dtype.class() == Class::Complex { size / 2 } else { size };
        for (i, element) in bytes.chunks_exact(size).enumerate() {
            if i == 16 {
                write!(f, " …")?;
                break;
            }
            write!(f, "{}", if i == 0 { "" } else { " " })?;
            let digits = element.chunks_exact(part).flat_map(|part| part.iter().rev());
            digits.into_iter().try_for_each(|b| write!(f, "{b:02x}"))?;
        }
        write!(f, "]")
    }
}
