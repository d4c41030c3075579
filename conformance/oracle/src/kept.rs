//! The hulls of lines, which are computed once for all their elements.

use super::spans::Hull;
use std::collections::HashMap;

/// Hulls of so many results are kept, beside those of one line: some 10 MB.
const MOST: usize = 1 << 15;

/// By the place where a line starts: the hulls of its results, of each part of them. Neighbours may be of different lines, so that
/// each would be computed again for each element if only the last one was kept.
#[derive(Debug, Default)]
pub struct KeptLines(HashMap<usize, Vec<Vec<Hull>>>);

impl KeptLines {
    /// The hulls of the line of `n` elements that starts at a place, computed if they are not kept. None if they have none.
    pub fn line(
        &mut self,
        start: usize,
        n: usize,
        hulls: impl FnOnce() -> Option<Vec<Vec<Hull>>>,
    ) -> Option<&[Vec<Hull>]> {
        if !self.0.contains_key(&start) {
            let hulls = hulls()?;
            if self.0.len() * n >= MOST {
                self.0.clear();
            }
            self.0.insert(start, hulls);
        }
        self.0.get(&start).map(Vec::as_slice)
    }
}
