//! Limits how much text cells that span several places of a table may repeat.

/// What a repeated cell costs beside its text, in bytes.
const CELL: usize = 64;
/// The most that a table may cost for each of its bytes, and besides.
const MOST: (usize, usize) = (16, 1 << 17);

/// Adds up what the cells of a table cost, so that memory stays linear in the page.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    /// Of a table of `bytes`.
    pub(super) fn of(bytes: usize) -> Self {
        Budget { left: bytes.saturating_mul(MOST.0).saturating_add(MOST.1) }
    }

    /// Takes a cell with a text of `length` bytes at so many places. An error says what is wrong.
    pub(super) fn take(&mut self, length: usize, places: usize) -> Result<(), &'static str> {
        let cost = places.saturating_mul(length.saturating_add(CELL));
        self.left = self.left.checked_sub(cost).ok_or(
            "a cell spans so many rows or columns that the table would be far longer than the page: is the span right?",
        )?;
        Ok(())
    }
}
