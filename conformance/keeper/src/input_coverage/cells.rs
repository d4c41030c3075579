//! The cells of the table, in its order.

use super::view::View;
use super::{Cell, conversions};
use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use ascertain_conformance::report::text::thousands;
use std::borrow::Cow;

/// Where ranges of numbers begin. The last one has no end.
type Bounds = &'static [usize];

/// Lengths of lines.
pub(super) const LENGTHS: Bounds =
    &[0, 1, 2, 3, 9, 17, 33, 65, 129, 257, 513, 1025, 2049, 4097, 8193, 65_536];

/// Numbers of lines, before a line and beside it.
pub(super) const COUNTS: Bounds = &[0, 1, 2, 16, 301, 4096, 65_536];

/// Elements of a tensor, and bytes.
pub(super) const SIZES: Bounds = &[0, 1, 65, 4097, 65_537, 1 << 17];

/// Lengths that tiles have.
pub(super) const TILES: [usize; 13] = [8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024, 2048, 4096, 65_536];

/// A condition on the length of lines, the number of lines before one, and the number beside it.
type OfLines = fn(usize, usize, usize) -> bool;

/// A condition on a view.
type OfView = fn(&View<'_>) -> bool;

/// Long and many lines at once: of n elements, with so many before and beside them.
pub(super) const TOGETHER: [(&str, OfLines); 6] = [
    ("n 5 and more, outer and inner 2 and more", |n, outer, inner| n >= 5 && outer >= 2 && inner >= 2),
    ("n, outer and inner 16 and more", |n, outer, inner| n >= 16 && outer >= 16 && inner >= 16),
    ("n 257 and more, outer 2 and more", |n, outer, _| n >= 257 && outer >= 2),
    ("n 257 and more, inner 2 and more", |n, _, inner| n >= 257 && inner >= 2),
    ("n 257 and more, outer and inner 2 and more", |n, outer, inner| n >= 257 && outer >= 2 && inner >= 2),
    ("n 1025 and more, outer or inner 2 and more", |n, outer, inner| n >= 1025 && outer.max(inner) >= 2),
];

/// Layouts.
pub(super) const LAYOUTS: [(&str, OfView); 10] = [
    ("input with gaps", |view| view.is_strided()),
    ("input with a negative stride", |view| view.any_stride(|stride| stride < 0)),
    ("input with stride 0", |view| view.any_stride(|stride| stride == 0)),
    ("input with stride 0 along dim", |view| view.along() == Some(0)),
    ("input whose axes overlap", |view| view.overlaps()),
    ("input with an offset", |view| view.input.offset() > 0),
    ("input's stride along dim 1024 and more, dense", |view| view.is_far() && !view.is_strided()),
    ("input's stride along dim 1024 and more, with gaps", |view| view.is_far() && view.is_strided()),
    ("out with gaps", |view| view.out_strided),
    ("in place, with gaps", |view| view.inplace && view.is_strided()),
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
    cells.extend(of(section::TOGETHER, TOGETHER.map(|(name, _)| name)));
    cells.extend(of(section::ELEMENTS, ranges(SIZES)));
    cells.extend(ranks(section::RANK));
    cells.extend(of(section::LAYOUT, LAYOUTS.map(|(name, _)| name)));
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

fn ranges(bounds: Bounds) -> impl Iterator<Item = String> {
    bounds.iter().map(move |least| range_of(bounds, *least))
}

fn ranks(section: &'static str) -> impl Iterator<Item = Cell> {
    let names = (0..=RANK).flat_map(|rank| ["dense", "strided"].map(|layout| format!("{rank}, {layout}")));
    of(section, names.chain(["9 and more".to_owned()])).map(|cell| {
        let why = (cell.cell == "0, strided").then_some("one element has no strides");
        Cell { why, ..cell }
    })
}

/// The name of the range that a number lies in: `0`, `3 to 8`, `65,536 and more`.
pub(super) fn range_of(bounds: Bounds, number: usize) -> String {
    let words = |number: usize| match number {
        131_071 => "2^17 - 1".to_owned(),
        131_072 => "2^17".to_owned(),
        10_000.. => thousands(number as u64),
        _ => number.to_string(),
    };
    let next = bounds.partition_point(|least| *least <= number);
    let least = words(bounds[next - 1]);
    match bounds.get(next) {
        Some(end) if end - 1 == bounds[next - 1] => least,
        Some(end) => format!("{least} to {}", words(end - 1)),
        None => format!("{least} and more"),
    }
}

/// The dtypes that input may have.
pub(super) fn listed(editions: &Editions) -> Vec<DType> {
    let parameters = CUMPROD.contract(editions).functions.iter().flat_map(|f| f.parameters);
    let listed = parameters.filter(|p| p.name == "input").map(|p| p.dtypes).next();
    listed.unwrap_or_default().iter().collect()
}
