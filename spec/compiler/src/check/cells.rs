//! Names of a promotion table's keys, and the cells that a page prints.

use std::collections::BTreeMap;

use crate::check::dtypes::Names;
use crate::model::{Citation, DTypeId, Key};
use crate::source::At;

pub(crate) struct PrintedCell {
    pub(crate) at: At,
    pub(crate) result: Option<DTypeId>,
    pub(crate) cite: Citation,
}

/// The printed cells, by the keys of their row and column.
pub(crate) type PrintedCells = BTreeMap<(Key, Key), PrintedCell>;

/// The project's own name of a key.
pub(crate) fn key_name<'a>(key: Key, names: &'a Names<'_>) -> &'a str {
    match key {
        Key::DType(dtype) => names.short(dtype),
        Key::Number(number) => number.name(),
    }
}

/// The first few of many pairs.
pub(crate) fn pairs(pairs: &[String]) -> String {
    const SHOWN: usize = 4;
    match pairs.len() {
        0..=SHOWN => pairs.join(", "),
        more => format!("{} and {} more", pairs[..SHOWN].join(", "), more - SHOWN),
    }
}
