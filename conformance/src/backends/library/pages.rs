//! Memory between pages without access: to use what lies beside it ends the process.
//!
//! Has `unsafe` code, as the system's functions for pages are foreign. Elsewhere than on Unix it is plain memory.

/// Bytes on both sides that the one who asks for memory must watch.
#[cfg(unix)]
pub(super) const WATCHED: usize = 0;

/// Bytes on both sides that the one who asks for memory must watch, since there are no pages without access.
#[cfg(not(unix))]
pub(super) const WATCHED: usize = 4096;

#[cfg(unix)]
pub(super) use self::unix::Pages;
#[cfg(not(unix))]
pub(super) use elsewhere::Pages;

#[cfg(unix)]
mod unix {
    use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
    use std::cell::RefCell;
    use std::ptr::{self, NonNull};
    use std::slice;

    /// Bytes without access on each side. They take addresses and no memory, so they are enough for an index that is
    /// wrong by a row.
    const GUARD: usize = 1 << 20;

    /// Most bytes of pages that are kept for later.
    const SMALL: usize = 1 << 16;

    /// Number of pages that are kept for later.
    const SPARES: usize = 32;

    thread_local! {
        /// Small pages of calls that are over, for the next ones: getting pages takes longer than most calls.
        static SPARE: RefCell<Vec<Accessible>> = const { RefCell::new(Vec::new()) };
    }

    /// Whole pages of memory between two guards.
    #[derive(Debug)]
    pub(in super::super) struct Pages(Accessible);

    /// Where the pages are. One owner at a time uses them.
    #[derive(Clone, Copy, Debug)]
    struct Accessible {
        start: NonNull<u8>,
        len: usize,
    }

    impl Accessible {
        /// New pages with `len` bytes, a multiple of the size of a page.
        fn map(len: usize) -> Option<Self> {
            let whole = len.checked_add(2 * GUARD)?;
            // SAFETY: the system chooses addresses that nothing uses.
            let mapped =
                unsafe { mmap_anonymous(ptr::null_mut(), whole, ProtFlags::empty(), MapFlags::PRIVATE) };
            let start = NonNull::new(mapped.ok()?.cast::<u8>().wrapping_add(GUARD))?;
            let pages = Self { start, len };
            let access = MprotectFlags::READ | MprotectFlags::WRITE;
            // SAFETY: the pages are ours, and nothing refers to them yet.
            if unsafe { mprotect(pages.start.as_ptr().cast(), len, access) }.is_err() {
                pages.unmap();
                return None;
            }
            Some(pages)
        }

        fn unmap(self) {
            // SAFETY: `map` mapped this range, and whoever calls this is the owner and does not use it afterwards.
            // It fails only for ranges that are not mapped.
            let _ = unsafe { munmap(self.start.as_ptr().sub(GUARD).cast(), self.len + 2 * GUARD) };
        }
    }

    impl Pages {
        /// At least `len` bytes, with any content. None if there is not enough memory.
        pub(in super::super) fn new(len: usize) -> Option<Self> {
            let len = len.max(1).checked_next_multiple_of(rustix::param::page_size())?;
            let reused = SPARE.with_borrow_mut(|spare| {
                spare.iter().position(|pages| pages.len == len).map(|at| spare.swap_remove(at))
            });
            reused.or_else(|| Accessible::map(len)).map(Self)
        }

        pub(in super::super) fn as_mut_ptr(&mut self) -> *mut u8 {
            self.0.start.as_ptr()
        }

        pub(in super::super) fn bytes(&self) -> &[u8] {
            // SAFETY: the pages can be read, are initialised (the system's are zero), and only `self` leads to them.
            unsafe { slice::from_raw_parts(self.0.start.as_ptr(), self.0.len) }
        }

        pub(in super::super) fn bytes_mut(&mut self) -> &mut [u8] {
            // SAFETY: as in `bytes`, and they can be written.
            unsafe { slice::from_raw_parts_mut(self.0.start.as_ptr(), self.0.len) }
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            let kept = self.0.len <= SMALL
                && SPARE
                    .try_with(|spare| {
                        let mut spare = spare.borrow_mut();
                        if spare.len() == SPARES {
                            spare.remove(0).unmap();
                        }
                        spare.push(self.0);
                    })
                    .is_ok();
            if !kept {
                self.0.unmap();
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    /// Plain memory.
    #[derive(Debug)]
    pub(in super::super) struct Pages(Vec<u8>);

    impl Pages {
        /// `len` bytes, with any content. None if there is not enough memory.
        pub(in super::super) fn new(len: usize) -> Option<Self> {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(len).ok()?;
            bytes.resize(len, 0);
            Some(Self(bytes))
        }

        pub(in super::super) fn as_mut_ptr(&mut self) -> *mut u8 {
            self.0.as_mut_ptr()
        }

        pub(in super::super) fn bytes(&self) -> &[u8] {
            &self.0
        }

        pub(in super::super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}
