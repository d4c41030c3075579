//! Memory lent to foreign code, with guard zones that detect writes past its ends.

use core::fmt;

/// Bytes of a guard zone. Writes further away are not detected, and may end the process.
pub(super) const GUARD: usize = 4096;

/// Alignment of lent memory.
const ALIGNMENT: usize = 64;

/// The content of guard zones. It is not constant, so that moved blocks are detected too.
static PATTERN: [u8; GUARD + ALIGNMENT] = {
    let mut pattern = [0; GUARD + ALIGNMENT];
    let mut i = 0;
    while i < pattern.len() {
        pattern[i] = 0xa5 ^ (i * 31 + i / 256) as u8;
        i += 1;
    }
    pattern
};

/// Memory between two guard zones.
#[derive(Debug)]
pub(super) struct GuardedMemory {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

/// A change in a guard zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// Before the memory: the distance of the first changed byte.
    Before(usize),
    /// After the memory: the first and the last changed byte, counted from 1.
    After(usize, usize),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(bytes) => write!(f, "from byte {bytes} before its start"),
            Self::After(first, last) if first == last => write!(f, "byte {first} after its end"),
            Self::After(first, last) => write!(f, "bytes {first} to {last} after its end"),
        }
    }
}

impl GuardedMemory {
    /// `len` bytes, written by `fill`. None if there is not enough memory.
    fn new(len: usize, fill: impl FnOnce(&mut Vec<u8>)) -> Option<Self> {
        let mut bytes: Vec<u8> = Vec::new();
        bytes.try_reserve_exact(len.checked_add(2 * GUARD + ALIGNMENT)?).ok()?;
        // The vector never grows beyond its reserved capacity, so its memory does not move.
        let start = GUARD + bytes.as_ptr().wrapping_add(GUARD).align_offset(ALIGNMENT);
        bytes.extend_from_slice(&PATTERN[..start]);
        fill(&mut bytes);
        let end = bytes.len();
        bytes.extend_from_slice(&PATTERN[..GUARD]);
        Some(Self { bytes, start, end })
    }

    /// A copy of `content`.
    pub(super) fn holding(content: &[u8]) -> Option<Self> {
        Self::new(content.len(), |bytes| bytes.extend_from_slice(content))
    }

    /// `len` arbitrary bytes.
    pub(super) fn room(len: usize) -> Option<Self> {
        Self::new(len, |bytes| bytes.resize(bytes.len() + len, 0xa5))
    }

    /// The start of the memory.
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.bytes[self.start..].as_mut_ptr()
    }

    /// The memory.
    pub(super) fn content(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// What was written outside it, if anything.
    pub(super) fn damage(&self) -> Option<Damage> {
        let changed = |zone: &[u8]| {
            if *zone == PATTERN[..zone.len()] {
                return None;
            }
            let differs = |at: &usize| zone[*at] != PATTERN[*at];
            Some(((0..zone.len()).find(differs)?, (0..zone.len()).rev().find(differs)?))
        };
        let after = changed(&self.bytes[self.end..]).map(|(first, last)| Damage::After(first + 1, last + 1));
        after.or_else(|| {
            changed(&self.bytes[..self.start]).map(|(first, _)| Damage::Before(self.start - first))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Damage, GUARD, GuardedMemory};

    #[test]
    fn every_byte_of_the_guard_zones_is_watched() {
        for content in [&[][..], &[1, 2, 3], &[7; 1000]] {
            let mut memory = GuardedMemory::holding(content).expect("a little memory");
            assert_eq!(memory.content(), content);
            assert_eq!(memory.as_mut_ptr().align_offset(64), 0);
            assert_eq!(memory.damage(), None);
            for at in 0..GUARD {
                for (place, damage) in [
                    (memory.end + at, Damage::After(at + 1, at + 1)),
                    (memory.start - 1 - at, Damage::Before(at + 1)),
                ] {
                    memory.bytes[place] ^= 1;
                    assert_eq!(memory.damage(), Some(damage));
                    memory.bytes[place] ^= 1;
                }
            }
        }
        assert!(GuardedMemory::room(usize::MAX).is_none());
    }
}
