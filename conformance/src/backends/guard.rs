//! Zones beside memory that foreign code is given: they are filled with a pattern, which must be there after the call.

use core::fmt;

/// What lies beside lent memory. It is not constant, so that moved blocks are detected too.
static PATTERN: [u8; 4096] = {
    let mut pattern = [0; 4096];
    let mut i = 0;
    while i < pattern.len() {
        pattern[i] = 0xa5 ^ (i * 31 + i / 256) as u8;
        i += 1;
    }
    pattern
};

/// A change outside lent memory.
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

/// Fills a zone with the pattern.
pub(super) fn fill(zone: &mut [u8]) {
    zone.chunks_mut(PATTERN.len()).for_each(|part| part.copy_from_slice(&PATTERN[..part.len()]));
}

/// The first and the last byte of a zone that is not as the pattern.
fn changed(zone: &[u8]) -> Option<(usize, usize)> {
    if zone.chunks(PATTERN.len()).all(|part| *part == PATTERN[..part.len()]) {
        return None;
    }
    let differs = |at: &usize| zone[*at] != PATTERN[*at % PATTERN.len()];
    Some(((0..zone.len()).find(differs)?, (0..zone.len()).rev().find(differs)?))
}

/// What was written to the zones before and after memory, if anything.
pub(super) fn damage(before: &[u8], after: &[u8]) -> Option<Damage> {
    let damage = changed(after).map(|(first, last)| Damage::After(first + 1, last + 1));
    damage.or_else(|| changed(before).map(|(first, _)| Damage::Before(before.len() - first)))
}
