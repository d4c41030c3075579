//! Keys of a promotion table's axes, and the cells that a page prints.

use std::collections::BTreeMap;

use crate::check::dtypes::Names;
use crate::model::{AxisKey, Citation, DTypeId};
use crate::source::At;

/// Names of the kinds of Python numbers.
pub(crate) const NUMBERS: [&str; 3] = ["bool", "int", "float"];

/// A cell as printed.
pub(crate) struct PrintedCell {
    pub(crate) at: At,
    pub(crate) result: Option<DTypeId>,
    pub(crate) cite: Citation,
}

/// The printed cells, by the keys of their row and column.
pub(crate) type PrintedCells = BTreeMap<(Key, Key), PrintedCell>;

/// A key of an axis: dtypes sort as in `dtypes.toml`; a kind of number is an index into [`NUMBERS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    DType(DTypeId),
    Number(usize),
}

impl Key {
    pub(crate) fn model(self) -> AxisKey {
        match self {
            Self::DType(dtype) => AxisKey::DType(dtype),
            Self::Number(index) => AxisKey::Number(NUMBERS[index].to_owned()),
        }
    }
}

/// The project's own name of a key.
pub(crate) fn key_name(key: Key, names: &Names) -> &str {
    match key {
        Key::DType(dtype) => names.short(dtype),
        Key::Number(index) => NUMBERS[index],
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
