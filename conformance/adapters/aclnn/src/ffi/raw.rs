//! Raw memory: blocks that C code writes to behind our back, and reading what C code points to.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

/// Alignment of device memory, in bytes.
const ALIGNMENT: usize = 64;

/// What lies in fresh device memory: so that nobody relies on zeros.
const FRESH: u8 = 0xcd;

/// A block of memory, reached through raw pointers only, as C code holds its address.
#[derive(Debug)]
pub(crate) struct Block {
    start: NonNull<u8>,
    layout: Layout,
    len: usize,
}

// SAFETY: a block owns its memory, and its own functions touch it only under the lock of the world.
unsafe impl Send for Block {}

impl Block {
    /// A block of `len` bytes; none where there is no memory for it.
    pub(crate) fn new(len: usize) -> Option<Self> {
        let layout = Layout::from_size_align(len.max(1), ALIGNMENT).ok()?;
        // SAFETY: the layout's size is not 0.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        // SAFETY: `start` begins `len` bytes that were just allocated.
        unsafe { start.write_bytes(FRESH, len) };
        Some(Self { start, layout, len })
    }

    /// Its first address.
    pub(crate) fn address(&self) -> usize {
        self.start.as_ptr() as usize
    }

    /// Its size in bytes.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The bytes from `offset`, cut where the block ends.
    pub(crate) fn read(&self, offset: usize, len: usize) -> Vec<u8> {
        let offset = offset.min(self.len);
        let mut bytes = vec![0; len.min(self.len - offset)];
        // SAFETY: the range lies in the block by the line above, every byte of it was written when it was made, and
        // `bytes` is memory of our own.
        unsafe { self.start.add(offset).as_ptr().copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        bytes
    }

    /// Writes `bytes` from `offset`, cut where the block ends.
    pub(crate) fn write(&self, offset: usize, bytes: &[u8]) {
        let offset = offset.min(self.len);
        let len = bytes.len().min(self.len - offset);
        // SAFETY: the range lies in the block by the line above; `bytes` may not overlap it, being a Rust slice,
        // and no Rust reference to the block exists.
        unsafe { self.start.add(offset).as_ptr().copy_from_nonoverlapping(bytes.as_ptr(), len) };
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated by `new` with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

/// Copies what a C caller points to; nothing where it is null.
///
/// # Safety
/// `start` is null or begins `len` readable values.
pub(crate) unsafe fn array<T: Copy>(start: *const T, len: usize) -> Option<Vec<T>> {
    // SAFETY: the caller's promise; unaligned pointers are read as such.
    (!start.is_null()).then(|| (0..len).map(|i| unsafe { start.add(i).read_unaligned() }).collect())
}

/// Writes where a C caller wants a result.
///
/// # Safety
/// `to` is null or writable.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller's promise.
        unsafe { to.write_unaligned(value) };
    }
}
