//! Memory that C code holds addresses of, and what it points to.

use std::cell::Cell;
use std::marker::PhantomData;

/// Alignment of device memory, in bytes.
const ALIGNMENT: usize = 64;

/// The content of fresh device memory, so that nobody relies on zeros.
const FRESH: u8 = 0xcd;

/// A block of device memory. Its bytes are cells, as C code that holds the address may write to them too.
#[derive(Debug)]
pub(crate) struct Block {
    /// The block, with room for its alignment around it. Never resized, so that the address stays.
    bytes: Vec<Cell<u8>>,
    /// Where in `bytes` the block begins.
    start: usize,
    len: usize,
}

impl Block {
    /// A block of `len` bytes, or `None` if there is not enough memory.
    pub(crate) fn new(len: usize) -> Option<Self> {
        let size = len.checked_add(ALIGNMENT)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).ok()?;
        bytes.resize(size, Cell::new(FRESH));
        let start = bytes.as_ptr().align_offset(ALIGNMENT);
        Some(Self { bytes, start, len })
    }

    /// Its first address.
    pub(crate) fn address(&self) -> usize {
        self.bytes[self.start..].as_ptr() as usize
    }

    /// Its size in bytes.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The bytes from `offset`, cut at the end of the block.
    pub(crate) fn read(&self, offset: usize, len: usize) -> Vec<u8> {
        let cells = self.content().iter().skip(offset).take(len);
        cells.map(Cell::get).collect()
    }

    /// Writes `bytes` from `offset`, cut at the end of the block.
    pub(crate) fn write(&self, offset: usize, bytes: &[u8]) {
        for (cell, byte) in self.content().iter().skip(offset).zip(bytes) {
            cell.set(*byte);
        }
    }

    fn content(&self) -> &[Cell<u8>] {
        &self.bytes[self.start..][..self.len]
    }
}

/// A place for a result: null, or a pointer to a value that may be overwritten.
///
/// Rust code makes one from a reference. C code passes a pointer, and the prototypes say that it is null or writable.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<'a, T> From<&'a mut T> for Out<'a, T> {
    fn from(place: &'a mut T) -> Self {
        Self(place, PhantomData)
    }
}

impl<T> Out<'_, T> {
    /// Whether the caller passed null.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes the result, unless the place is null.
    pub(crate) fn put(self, value: T) {
        if !self.is_null() {
            // SAFETY: the pointer is not null, so it comes from a `&mut` or from a C caller that passed a writable
            // place. C code may pass one that is not aligned.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

/// Copies the values that a C caller points to, or gives `None` where the pointer is null.
///
/// # Safety
/// `start` is null or points to `len` readable values.
pub(crate) unsafe fn array<T: Copy>(start: *const T, len: usize) -> Option<Vec<T>> {
    if start.is_null() {
        return None;
    }
    // SAFETY: `i` is below `len`, and the caller promises that many readable values. They need not be aligned.
    Some((0..len).map(|i| unsafe { start.add(i).read_unaligned() }).collect())
}
