//! The cells of a promotion table that a page prints.

use std::collections::BTreeMap;

use crate::model::{Citation, DTypeId, Key};
use crate::source::At;

pub(crate) struct PrintedCell {
    pub(crate) at: At,
    pub(crate) result: Option<DTypeId>,
    pub(crate) cite: Citation,
}

/// The printed cells, by the keys of their row and column.
pub(crate) type PrintedCells = BTreeMap<(Key, Key), PrintedCell>;

/// The first few of many pairs.
pub(crate) fn pairs(pairs: &[String]) -> String {
    const SHOWN: usize = 4;
    match pairs.len() {
        0..=SHOWN => pairs.join(", "),
        more => format!("{} and {} more", pairs[..SHOWN].join(", "), more - SHOWN),
    }
}
