//! The cells of the table, in its order.

use super::{Cell, conversions};
use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use std::borrow::Cow;

/// A range of numbers: its name, its least number and its greatest one.
type Range = (&'static str, usize, usize);

/// Lengths of lines.
pub(super) const LENGTHS: &[Range] = &[
    ("0", 0, 0),
    ("1", 1, 1),
    ("2", 2, 2),
    ("3 to 8", 3, 8),
    ("9 to 16", 9, 16),
    ("17 to 32", 17, 32),
    ("33 to 64", 33, 64),
    ("65 to 128", 65, 128),
    ("129 to 256", 129, 256),
    ("257 to 512", 257, 512),
    ("513 to 1024", 513, 1024),
    ("1025 to 2048", 1025, 2048),
    ("2049 to 4096", 2049, 4096),
    ("4097 to 8192", 4097, 8192),
    ("8193 to 65,535", 8193, 65_535),
    ("65,536 and more", 65_536, usize::MAX),
];

/// Numbers of lines, before a line and beside it.
pub(super) const COUNTS: &[Range] = &[
    ("0", 0, 0),
    ("1", 1, 1),
    ("2 to 15", 2, 15),
    ("16 to 300", 16, 300),
    ("301 to 4095", 301, 4095),
    ("4096 to 65,535", 4096, 65_535),
    ("65,536 and more", 65_536, usize::MAX),
];

/// Elements of a tensor, and bytes.
pub(super) const SIZES: &[Range] = &[
    ("0", 0, 0),
    ("1 to 64", 1, 64),
    ("65 to 4096", 65, 4096),
    ("4097 to 65,536", 4097, 65_536),
    ("65,537 to 2^17 - 1", 65_537, (1 << 17) - 1),
    ("2^17 and more", 1 << 17, usize::MAX),
];

/// Lengths that tiles have.
pub(super) const TILES: [usize; 13] = [8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024, 2048, 4096, 65_536];

/// Long and many lines at once.
pub(super) const TOGETHER: [&str; 6] = [
    "n 5 and more, outer and inner 2 and more",
    "n, outer and inner 16 and more",
    "n 257 and more, outer 2 and more",
    "n 257 and more, inner 2 and more",
    "n 257 and more, outer and inner 2 and more",
    "n 1025 and more, outer or inner 2 and more",
];

/// Layouts.
pub(super) const LAYOUTS: [&str; 10] = [
    "input with gaps",
    "input with a negative stride",
    "input with stride 0",
    "input with stride 0 along dim",
    "input whose axes overlap",
    "input with an offset",
    "input's stride along dim 1024 and more, dense",
    "input's stride along dim 1024 and more, with gaps",
    "out with gaps",
    "in place, with gaps",
];

/// What a call asks for besides.
pub(super) const CALLS: [&str; 6] = [
    "out of place",
    "in place",
    "dtype given",
    "dim from the end",
    "a rule broken",
    "out in input's memory, through aclnn alone",
];

/// Ranks of a promotion's operands.
pub(super) const RANKS: [(u8, u8); 6] = [(1, 1), (0, 1), (1, 0), (0, 0), (0, 3), (2, 2)];

/// Ratios of the widths of a reinterpretation.
pub(super) const RATIOS: [&str; 7] = [
    "same width",
    "2 times as wide",
    "4 times as wide",
    "8 times as wide",
    "2 times as narrow",
    "4 times as narrow",
    "8 times as narrow",
];

/// The highest rank that all documents take.
pub(super) const RANK: usize = 8;

/// Names of the sections.
pub(super) mod section {
    pub(crate) const N: &str = "cumprod, elements a line (n)";
    pub(crate) const TILE: &str = "cumprod, n beside a tile";
    pub(crate) const OUTER: &str = "cumprod, lines before and after (outer)";
    pub(crate) const INNER: &str = "cumprod, lines side by side (inner)";
    pub(crate) const TOGETHER: &str = "cumprod, long and many";
    pub(crate) const ELEMENTS: &str = "cumprod, elements of input";
    pub(crate) const RANK: &str = "cumprod, rank of input";
    pub(crate) const LAYOUT: &str = "cumprod, layouts";
    pub(crate) const CALL: &str = "cumprod, calls";
    pub(crate) const DTYPE: &str = "cumprod, dtype of input";
    pub(crate) const KIND: &str = "cumprod, values converted";
    pub(crate) const PAIR: &str = "cumprod, converted in range";
    pub(crate) const PROMOTION: &str = "promotion, ranks of operands";
    pub(crate) const BYTES: &str = "reinterpret, bytes of input";
    pub(crate) const RATIO: &str = "reinterpret, widths";
    pub(crate) const SHAPE: &str = "reinterpret, rank of input";
}

/// Every cell, empty.
pub(super) fn all(editions: &Editions) -> Vec<Cell> {
    let listed = listed(editions);
    let names = || listed.iter().map(|dtype| dtype.name());
    let pairs = names().flat_map(|from| names().map(move |to| (from, to))).filter(|(from, to)| from != to);
    let tiles = TILES.into_iter().flat_map(|tile| [tile - 1, tile, tile + 1]);
    let mut cells = Vec::new();
    cells.extend(of(section::N, ranges(LENGTHS)));
    cells.extend(of(section::TILE, tiles.map(|n| n.to_string())));
    cells.extend(of(section::OUTER, ranges(COUNTS)));
    cells.extend(of(section::INNER, ranges(COUNTS)));
    cells.extend(of(section::TOGETHER, TOGETHER));
    cells.extend(of(section::ELEMENTS, ranges(SIZES)));
    cells.extend(ranks(section::RANK));
    cells.extend(of(section::LAYOUT, LAYOUTS));
    cells.extend(of(section::CALL, CALLS));
    cells.extend(of(section::DTYPE, names().chain(["others"])));
    cells.extend(of(section::KIND, conversions::KINDS));
    cells.extend(of(section::PAIR, pairs.map(|(from, to)| format!("{from} to {to}"))));
    for table in TABLES {
        let about = table.requirements_in(editions).any(|r| r.ranks);
        let names = RANKS.map(|(row, column)| format!("{}, {row} and {column}", table.id));
        cells.extend(of(section::PROMOTION, names).zip(RANKS).map(|(cell, ranks)| {
            let why = (!about && ranks != (1, 1)).then_some("no requirement of this table is about ranks");
            Cell { why, ..cell }
        }));
    }
    cells.extend(of(section::BYTES, ranges(SIZES)));
    cells.extend(of(section::RATIO, RATIOS));
    cells.extend(ranks(section::SHAPE));
    cells
}

/// The cells of a section with these names.
fn of<N: Into<Cow<'static, str>>>(
    section: &'static str,
    names: impl IntoIterator<Item = N>,
) -> impl Iterator<Item = Cell> {
    let cell = move |name: N| Cell { section, cell: name.into(), fixed: 0, random: 0, why: None };
    names.into_iter().map(cell)
}

fn ranges(ranges: &'static [Range]) -> impl Iterator<Item = &'static str> {
    ranges.iter().map(|(name, ..)| *name)
}

fn ranks(section: &'static str) -> impl Iterator<Item = Cell> {
    let names = (0..=RANK).flat_map(|rank| ["dense", "strided"].map(|layout| format!("{rank}, {layout}")));
    of(section, names.chain(["9 and more".to_owned()])).map(|cell| {
        let why = (cell.cell == "0, strided").then_some("one element has no strides");
        Cell { why, ..cell }
    })
}

/// The name of the range that a number lies in.
pub(super) fn range_of(ranges: &[Range], number: usize) -> &'static str {
    let range = ranges.iter().find(|(_, least, most)| (*least..=*most).contains(&number));
    range.map_or("", |(name, ..)| name)
}

/// The dtypes that input may have.
pub(super) fn listed(editions: &Editions) -> Vec<DType> {
    let parameters = CUMPROD.contract(editions).functions.iter().flat_map(|f| f.parameters);
    let listed = parameters.filter(|p| p.name == "input").map(|p| p.dtypes).next();
    listed.unwrap_or_default().iter().collect()
}
