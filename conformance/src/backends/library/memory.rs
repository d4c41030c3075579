//! Memory lent to foreign code, which shows what was written outside it.
//!
//! It ends as near to pages without access as its alignment allows. What is left of its own pages on both sides is
//! filled with a pattern, which must be there after the call.

use super::super::guard::{self, Damage, fill};
use super::pages::{Pages, WATCHED};

/// Alignment of lent memory.
const ALIGNMENT: usize = 64;

/// Memory between two zones with the pattern.
#[derive(Debug)]
pub(super) struct GuardedMemory {
    pages: Pages,
    start: usize,
    end: usize,
}

impl GuardedMemory {
    /// `len` bytes, written by `write`. None if there is not enough memory.
    fn new(len: usize, write: impl FnOnce(&mut [u8])) -> Option<Self> {
        let room = len.checked_next_multiple_of(ALIGNMENT)?.checked_add(2 * WATCHED)?;
        let mut pages = Pages::new(room)?;
        let latest = pages.bytes().len() - WATCHED - len;
        let start = latest - (pages.as_mut_ptr().addr() + latest) % ALIGNMENT;
        let mut memory = Self { pages, start, end: start + len };
        let (before, rest) = memory.pages.bytes_mut().split_at_mut(start);
        let (content, after) = rest.split_at_mut(len);
        fill(before);
        fill(after);
        write(content);
        Some(memory)
    }

    /// A copy of `content`.
    pub(super) fn holding(content: &[u8]) -> Option<Self> {
        Self::new(content.len(), |bytes| bytes.copy_from_slice(content))
    }

    /// `len` arbitrary bytes.
    pub(super) fn room(len: usize) -> Option<Self> {
        Self::new(len, |bytes| bytes.fill(0xa5))
    }

    /// The start of the memory.
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.pages.as_mut_ptr().wrapping_add(self.start)
    }

    /// The memory.
    pub(super) fn content(&self) -> &[u8] {
        &self.pages.bytes()[self.start..self.end]
    }

    /// Ends its use: from now on [`GuardedMemory::damage`] is whatever changes anywhere in it.
    pub(super) fn retire(&mut self) {
        fill(self.pages.bytes_mut());
        (self.start, self.end) = (0, 0);
    }

    /// Bytes that it takes.
    pub(super) fn size(&self) -> usize {
        self.pages.bytes().len()
    }

    /// What was written beside it, if anything.
    pub(super) fn damage(&self) -> Option<Damage> {
        guard::damage(&self.pages.bytes()[..self.start], &self.pages.bytes()[self.end..])
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIGNMENT, Damage, GuardedMemory, WATCHED};

    #[test]
    fn every_byte_beside_it_is_watched() {
        // One of them twice, since memory is used again.
        for length in [0, 3, 3, 4096, 70_000] {
            let content: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let mut memory = GuardedMemory::holding(&content).expect("a little memory");
            assert_eq!(memory.content(), content);
            assert_eq!(memory.as_mut_ptr().align_offset(ALIGNMENT), 0);
            assert_eq!(memory.damage(), None);
            let whole = memory.pages.bytes().len();
            assert!(whole - memory.end < WATCHED + ALIGNMENT, "it ends at its guard");
            for place in (0..memory.start).chain(memory.end..whole) {
                let damage = match place {
                    before if before < memory.start => Damage::Before(memory.start - before),
                    after => Damage::After(after - memory.end + 1, after - memory.end + 1),
                };
                memory.pages.bytes_mut()[place] ^= 1;
                assert_eq!(memory.damage(), Some(damage));
                memory.pages.bytes_mut()[place] ^= 1;
            }
        }
        assert!(GuardedMemory::room(usize::MAX).is_none());
        assert!(GuardedMemory::room(isize::MAX as usize).is_none());
    }
}
