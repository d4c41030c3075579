//! Device memory: the blocks that `aclrtMalloc` returned, and which addresses lie in them.

use crate::status::{Outcome, Refusal, acl_status};
use std::cell::Cell;
use std::collections::BTreeMap;

/// How many freed blocks are remembered, so that a message can tell a late use from a stray address.
const REMEMBERED: usize = 4096;

/// Alignment of device memory, in bytes.
const ALIGNMENT: usize = 64;

/// What fresh device memory is filled with, so that nobody relies on zeros.
const FRESH: u8 = 0xcd;

/// A block of device memory. Its bytes are cells, as C code that holds the address may write to them too.
#[derive(Debug)]
struct Block {
    /// The block, with room for its alignment around it. Never resized, so that the address stays.
    bytes: Vec<Cell<u8>>,
    /// Where in `bytes` the block begins.
    start: usize,
    len: usize,
}

impl Block {
    /// A block of `len` bytes, or `None` if there is not enough memory.
    fn new(len: usize) -> Option<Self> {
        let size = len.checked_add(ALIGNMENT)?;
        let mut bytes: Vec<Cell<u8>> = Vec::new();
        bytes.try_reserve_exact(size).ok()?;
        // SAFETY: there is room for so many bytes, and every byte is one that a cell can have.
        unsafe {
            bytes.as_mut_ptr().write_bytes(FRESH, size);
            bytes.set_len(size);
        }
        let start = bytes.as_ptr().align_offset(ALIGNMENT);
        Some(Self { bytes, start, len })
    }

    /// Its first address.
    fn address(&self) -> usize {
        self.bytes[self.start..].as_ptr() as usize
    }

    /// Its bytes.
    fn content(&self) -> &[Cell<u8>] {
        &self.bytes[self.start..][..self.len]
    }
}

/// All device memory of the process.
#[derive(Debug)]
pub(crate) struct Memory {
    /// By first address.
    live: BTreeMap<usize, Block>,
    /// First address and size of freed blocks whose addresses are not in use again.
    freed: BTreeMap<usize, usize>,
}

/// A range of bytes in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// First address of the block.
    base: usize,
    /// Bytes from there to the range.
    offset: usize,
    /// Bytes of the range.
    len: usize,
}

impl Region {
    /// Whether two ranges share a byte.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let (a, b) = (self.base + self.offset, other.base + other.offset);
        a < b + other.len && b < a + self.len
    }
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self { live: BTreeMap::new(), freed: BTreeMap::new() }
    }

    /// A new block of `size` bytes, and its address.
    pub(crate) fn allocate(&mut self, size: usize) -> Outcome<usize> {
        let Some(block) = Block::new(size) else {
            return Err(Refusal::new(
                acl_status::ALLOCATION,
                format!("{size} bytes of memory could not be allocated"),
            ));
        };
        let base = block.address();
        // None of these share a byte, so those that the block shares one with stand together.
        let before_its_end = self.freed.range(..base + size).rev();
        let reused: Vec<usize> = before_its_end
            .take_while(|(start, len)| **start >= base || **start + **len > base)
            .map(|(start, _)| *start)
            .collect();
        reused.iter().for_each(|start| _ = self.freed.remove(start));
        self.live.insert(base, block);
        Ok(base)
    }

    /// The block that begins at `address`, as a range.
    pub(crate) fn block(&self, address: usize) -> Outcome<Region> {
        match self.live.get(&address) {
            Some(block) => Ok(Region { base: address, offset: 0, len: block.len }),
            None => Err(Refusal::new(acl_status::RT_PARAM_INVALID, self.what_is(address))),
        }
    }

    /// Frees the block that begins at `address`.
    pub(crate) fn free(&mut self, address: usize) -> Outcome {
        let region = self.block(address)?;
        self.live.remove(&address);
        if self.freed.len() == REMEMBERED {
            self.freed.pop_first();
        }
        self.freed.insert(address, region.len);
        Ok(())
    }

    /// The `len` bytes from `address`, which must all lie in one live block.
    pub(crate) fn locate(&self, address: usize, len: usize) -> Outcome<Region> {
        let wrong = |what| Err(Refusal::new(acl_status::RT_PARAM_INVALID, what));
        let Some((&base, block)) = self.live.range(..=address).next_back() else {
            return wrong(self.what_is(address));
        };
        let offset = address - base;
        if offset > block.len || (offset == block.len && len > 0) {
            return wrong(self.what_is(address));
        }
        let left = block.len - offset;
        if len > left {
            return wrong(format!(
                "reaches {} bytes beyond the end of its block of {} bytes",
                len - left,
                block.len
            ));
        }
        Ok(Region { base, offset, len })
    }

    /// Whether a byte of the range lies in a live block.
    pub(crate) fn touches(&self, address: usize, len: usize) -> bool {
        let end = address.saturating_add(len.max(1));
        let before = self.live.range(..end).next_back();
        before.is_some_and(|(base, block)| base + block.len > address)
    }

    /// The bytes of a range.
    pub(crate) fn read(&self, region: Region) -> Vec<u8> {
        let cells = self.cells(region);
        let mut bytes = vec![0; region.len.min(cells.len())];
        // SAFETY: there are so many cells, of a byte each, and none of them lies in memory that was just allocated.
        unsafe { cells.as_ptr().cast::<u8>().copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        bytes
    }

    /// Overwrites bytes of a range, from byte `at` of it.
    pub(crate) fn write(&self, region: Region, at: usize, bytes: &[u8]) {
        let cells = self.cells(region).get(at..).unwrap_or_default();
        let most = bytes.len().min(cells.len());
        // SAFETY: there are so many cells and bytes, and cells may be written to through what is shared. Bytes of a Rust
        // slice do not lie in them.
        unsafe { cells.as_ptr().cast_mut().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), most) };
    }

    /// The bytes from the start of a range to the end of its block.
    fn cells(&self, region: Region) -> &[Cell<u8>] {
        let content = self.live.get(&region.base).map(Block::content);
        content.and_then(|content| content.get(region.offset..)).unwrap_or_default()
    }

    /// Address and size of the live blocks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.live.iter().map(|(address, block)| (*address, block.len))
    }

    /// Frees everything.
    pub(crate) fn clear(&mut self) {
        self.live.clear();
        self.freed.clear();
    }

    /// What an address is that is not the first one of a live block: the rest of a sentence after its name.
    fn what_is(&self, address: usize) -> String {
        let within = |(start, len): (usize, usize)| (start..start + len).contains(&address);
        if address == 0 {
            "is null".into()
        } else if let Some((base, len)) = self.iter().find(|b| within(*b)) {
            format!("lies {} bytes inside a block of {len} bytes, not at its start", address - base)
        } else if self.freed.iter().any(|(start, len)| within((*start, (*len).max(1)))) {
            "is device memory that was freed".into()
        } else {
            "is not device memory: aclrtMalloc did not return it".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_found_in_their_block_and_nowhere_else() {
        let mut memory = Memory::new();
        let a = memory.allocate(16).unwrap_or_default();
        assert_eq!(memory.locate(a + 4, 12), Ok(Region { base: a, offset: 4, len: 12 }));
        assert_eq!(memory.locate(a + 16, 0), Ok(Region { base: a, offset: 16, len: 0 }));
        let says = |outcome: Outcome<Region>, what: &str| {
            assert!(outcome.as_ref().is_err_and(|r| r.message.contains(what)), "{outcome:?}, not {what}");
        };
        says(memory.locate(a + 4, 13), "reaches 1 bytes beyond the end of its block of 16 bytes");
        says(memory.block(a + 4), "lies 4 bytes inside a block of 16 bytes");
        says(memory.locate(8, 1), "not device memory");
        assert!(memory.touches(a - 1, 2) && memory.touches(a + 15, 9) && !memory.touches(a - 1, 1));
        assert_eq!(memory.free(a), Ok(()));
        says(memory.block(a), "was freed");
        says(memory.locate(a + 1, 1), "was freed");
        assert!(!memory.touches(a, 16));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut memory = Memory::new();
        let a = memory.allocate(4).unwrap_or_default();
        let Ok(region) = memory.locate(a, 4) else { panic!("a block of its own size") };
        memory.write(region, 1, &[7, 8]);
        assert_eq!(memory.read(region)[1..3], [7, 8]);
    }
}
