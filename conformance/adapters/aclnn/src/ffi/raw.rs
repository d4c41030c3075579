//! Pointers that C callers pass: places for results, and arrays to copy.

use std::marker::PhantomData;

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
