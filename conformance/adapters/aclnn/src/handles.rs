//! Handles: numbers that the C caller holds instead of pointers.
//!
//! Each handle is used once, and its value is outside the range of pointers. So a handle of something destroyed, or of
//! another kind, is recognised without looking at any memory.

use std::collections::BTreeMap;

/// The kinds of things that have handles. Their numbers are parts of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tensor = 1,
    Scalar = 2,
    Executor = 3,
    Stream = 4,
    List = 5,
}

/// Each kind with its name in C.
const KINDS: [(Kind, &str); 5] = [
    (Kind::Tensor, "aclTensor"),
    (Kind::Scalar, "aclScalar"),
    (Kind::Executor, "aclOpExecutor"),
    (Kind::Stream, "aclrtStream"),
    (Kind::List, "aclIntArray"),
];

/// High bits of every handle. No user-space address of a 64-bit system has them: dereferencing a handle crashes at
/// once, and no address is mistaken for a handle.
const MARK: usize = (0xac1_u64 << 48) as usize;

/// The low bits hold the kind; the bits between hold a counter.
const KIND_BITS: u32 = 4;

/// The live things of one kind, by handle.
#[derive(Debug)]
pub(crate) struct Handles<T> {
    kind: Kind,
    live: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Handles<T> {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self { kind, live: BTreeMap::new(), next: 1 }
    }

    /// Stores `thing` and returns its handle.
    pub(crate) fn insert(&mut self, thing: T) -> usize {
        let handle = MARK | self.next << KIND_BITS | self.kind as usize;
        self.next += 1;
        self.live.insert(handle, thing);
        handle
    }

    /// The thing with this handle.
    ///
    /// # Errors
    /// What the handle is instead: the rest of a sentence after its name.
    pub(crate) fn get(&self, handle: usize) -> Result<&T, String> {
        self.live.get(&handle).ok_or_else(|| self.what_is(handle))
    }

    /// Like [`Handles::get`], mutably.
    ///
    /// # Errors
    /// As [`Handles::get`].
    pub(crate) fn get_mut(&mut self, handle: usize) -> Result<&mut T, String> {
        let what = self.what_is(handle);
        self.live.get_mut(&handle).ok_or(what)
    }

    /// Removes the thing with this handle.
    ///
    /// # Errors
    /// As [`Handles::get`].
    pub(crate) fn remove(&mut self, handle: usize) -> Result<T, String> {
        self.live.remove(&handle).ok_or_else(|| self.what_is(handle))
    }

    /// All that are live.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.live.iter().map(|(handle, thing)| (*handle, thing))
    }

    /// Removes all things.
    pub(crate) fn clear(&mut self) {
        self.live.clear();
    }

    fn what_is(&self, handle: usize) -> String {
        let (kind, number) = (handle & ((1 << KIND_BITS) - 1), (handle & !MARK) >> KIND_BITS);
        let ours = handle & MARK == MARK && number > 0;
        let name = KINDS[self.kind as usize - 1].1;
        match KINDS.into_iter().find(|(known, _)| *known as usize == kind).filter(|_| ours) {
            _ if handle == 0 => format!("is null; an {name} is needed"),
            Some((kind, other)) if kind != self.kind => format!("is an {other}, not an {name}"),
            Some(_) if number < self.next => {
                let how = if self.kind == Kind::Executor { "already run or destroyed" } else { "destroyed" };
                format!("is an {name} that was {how}")
            }
            _ => format!("is not an {name} that this library created"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_of_something_destroyed_is_recognised() {
        let mut handles = Handles::new(Kind::Tensor);
        let (a, b) = (handles.insert('a'), handles.insert('b'));
        assert_eq!(handles.remove(a), Ok('a'));
        assert_eq!(handles.get(b), Ok(&'b'));
        assert_eq!(handles.get(a), Err("is an aclTensor that was destroyed".into()));
        assert_eq!(handles.remove(a), Err("is an aclTensor that was destroyed".into()));
        assert_ne!(handles.insert('c'), a, "a handle is never used twice");
        assert_eq!(handles.get(0x7fff_0000), Err("is not an aclTensor that this library created".into()));
        assert_eq!(handles.get(0), Err("is null; an aclTensor is needed".into()));
        let scalar = Handles::new(Kind::Scalar).insert(());
        assert_eq!(handles.get(scalar), Err("is an aclScalar, not an aclTensor".into()));
    }
}
