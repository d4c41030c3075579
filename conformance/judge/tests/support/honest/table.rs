//! Every honest implementation: in which order it multiplies, what it rounds to, and what it declares of that.

use super::Honest;
use crate::support::evaluate::Accumulator::{AllX87, Exact, F32, F64, Mixed, Next, Own, Quad, X87};
use crate::support::evaluate::Tiny::{
    self, After, Before, Gradual, Inputs, InputsButF16, Keep, Products, Store,
};
use crate::support::evaluate::{Accumulator, Evaluation, Nan, Ones};
use crate::support::scans::Carry::{Each, First};
use crate::support::scans::Shape::{
    Backward, Blelloch, Blocks, ByLength, Halves, HanCarlson, KoggeStone, LadnerFischer, Lanes, OddEven,
    Pairwise, RandomElement, RandomLine, Sequential, Sklansky,
};
use crate::support::scans::Size::{Elements, Workers};
use crate::support::scans::Totals::{LookBack, Reduced, Scanned};
use crate::support::scans::{Carry, Shape, Size, Tiles, Totals};

type Words = &'static [(&'static str, &'static str)];

const NOTHING: Words = &[];
const OWN_SEQUENCE: Words = &[("order", "sequential"), ("accumulator", "own"), ("subnormals", "keep")];
const HALVES_IN_F32: Words = &[
    ("order", "sequential"),
    ("accumulator.f16", "f32"),
    ("accumulator.bf16", "f32"),
    ("subnormals", "keep"),
];
const ALL_IN_F64: Words = &[
    ("accumulator.f16", "f64"),
    ("accumulator.bf16", "f64"),
    ("accumulator.f32", "f64"),
    ("accumulator.f64", "own"),
];
const FLUSHED_SEQUENCE: Words = &[("order", "sequential"), ("subnormals", "flush")];
const JAX_FLUSHES: Words = &[("order", "odd-even"), ("subnormals", "flush"), ("subnormals.f16", "keep")];

/// Tiles of so many elements scanned in sequence, one after the other.
const CHAINED_64: Shape = Shape::Tiles(&tiles(Elements(64), Sequential, Scanned(Sequential), Each));
const CHAINED_128: Shape = Shape::Tiles(&tiles(Elements(128), Sequential, Scanned(Sequential), Each));
const CHAINED_1024: Shape = Shape::Tiles(&tiles(Elements(1024), Sequential, Scanned(Sequential), Each));
/// A tile continues where the one before it ended.
const SERIAL_512: Shape = Shape::Tiles(&tiles(Elements(512), KoggeStone, Scanned(Sequential), First));
const SERIAL_1000: Shape = Shape::Tiles(&tiles(Elements(1000), Sklansky, Scanned(Sequential), First));
/// Threads of a warp, warps of a block, blocks of a grid, as on GPUs.
const WARP: Shape = Shape::Tiles(&tiles(Elements(32), KoggeStone, Scanned(KoggeStone), Each));
const GRID: Shape = Shape::Tiles(&tiles(Elements(1024), WARP, Scanned(WARP), Each));
/// Decoupled look-back of Merrill and Garland.
const LOOK_BACK: Shape = Shape::Tiles(&tiles(Elements(128), WARP, LookBack, Each));
const LOOK_BACK_16: Shape = Shape::Tiles(&tiles(Elements(16), Sequential, LookBack, First));
/// Reduce, then scan: the input is read twice, and the tile's total has another tree than its last element.
const REDUCE_THEN_SCAN: Shape = Shape::Tiles(&tiles(Elements(256), Sequential, Reduced(Sequential), First));
const THREE_LEVELS: Shape = Shape::Tiles(&tiles(Elements(8), Sequential, Reduced(REDUCE_16), Each));
const REDUCE_16: Shape = Shape::Tiles(&tiles(Elements(16), Sequential, Reduced(Sklansky), Each));
/// Each worker rakes over a part of the line.
const RAKING_32: Shape = Shape::Tiles(&tiles(Workers(32), Sequential, Reduced(KoggeStone), First));
const RAKING_4: Shape = Shape::Tiles(&tiles(Workers(4), Sequential, Scanned(Sequential), Each));
/// Rows of 16, 16 of them a tile, as matrix units scan.
const ROWS_OF_16: Shape = Shape::Tiles(&tiles(Elements(16), Sequential, Scanned(Sequential), Each));
const MATRIX: Shape = Shape::Tiles(&tiles(Elements(256), ROWS_OF_16, Scanned(Sequential), Each));
/// Tiles multiplied backward or split at random.
const BACKWARD_32: Shape = Shape::Tiles(&tiles(Elements(32), Backward, Reduced(Pairwise), First));
const RANDOM_100: Shape = Shape::Tiles(&tiles(Elements(100), RandomLine, Scanned(RandomLine), Each));
/// A loop for short lines, a kernel for long ones.
const SHORT_OR_LONG: Shape = ByLength(&(Sequential, 64, GRID));
const WARP_OR_GRID: Shape = ByLength(&(Sklansky, 32, LOOK_BACK));

/// Every honest implementation; those that declare what they do are listed again as `… declared`.
pub(crate) const HONEST: &[Honest] = &[
    // In sequence.
    of("rounds at each step", Sequential, Own, Keep),
    of("rounds at each step, declared", Sequential, Own, Keep).declaring(OWN_SEQUENCE),
    of("starts from 1, declared", Sequential, Own, Keep).ones(Ones::Start).declaring(OWN_SEQUENCE),
    of("accumulates f16 and bf16 in f32", Sequential, F32, Keep),
    of("accumulates f16 and bf16 in f32, declared", Sequential, F32, Keep).declaring(HALVES_IN_F32),
    of("accumulates all in f64", Sequential, F64, Keep),
    of("accumulates f64 in 64 bits of precision", Sequential, X87, Keep),
    of("accumulates f64 in 64 bits of precision, declared", Sequential, X87, Keep)
        .declaring(&[("accumulator.f64", "x87"), ("order.f64", "sequential")]),
    of("accumulates f64 in 64 bits of precision, declared but for the order", RandomElement, X87, Keep)
        .declaring(&[("accumulator.f64", "x87")]),
    of("accumulates all in 64 bits of precision, declared", Sequential, AllX87, Keep).declaring(&[
        ("accumulator", "x87"),
        ("order", "sequential"),
        ("subnormals", "keep"),
    ]),
    of("accumulates all in 64 bits of precision, in random trees", RandomElement, AllX87, Keep),
    of("accumulates all in 113 bits of precision", Sequential, Quad, Keep),
    of("accumulates all in 113 bits of precision, by look-back", LOOK_BACK, Quad, Keep),
    of("rounds the exact product once", Sequential, Exact, Keep),
    of("rounds the exact product once, tile by tile", GRID, Exact, Keep).storing_carries(),
    // Trees.
    of("multiplies pairwise", Pairwise, Own, Keep),
    of("multiplies pairwise in the next wider format", Pairwise, Next, Keep),
    of("splits every prefix in halves", Halves, Own, Keep),
    of("multiplies backward", Backward, Own, Keep),
    of("multiplies backward in f32, flushing what it stores", Backward, F32, Store),
    of("draws a tree for each line", RandomLine, Own, Keep),
    of("draws a tree for each line, in the next wider format", RandomLine, Next, Keep),
    of("draws a tree for each element", RandomElement, Own, Keep)
        .declaring(&[("accumulator", "own"), ("subnormals", "keep")]),
    of("draws a tree for each element, in f32, declared but for the order", RandomElement, F32, Keep)
        .declaring(&[("accumulator", "f32")]),
    of("accumulates all in f64, declared but for the order", RandomElement, F64, Keep).declaring(ALL_IN_F64),
    of("draws a format for each product", Sequential, Mixed, Keep),
    of("draws a tree for each element, a format for each product, and flushes", RandomElement, Mixed, Before),
    // Parallel prefixes.
    of("scans as Kogge and Stone", KoggeStone, Own, Keep),
    of("scans as Kogge and Stone, declared", KoggeStone, Own, Keep)
        .declaring(&[("order", "kogge-stone"), ("accumulator", "own")]),
    of("scans as Kogge and Stone in f32, flushing, declared", KoggeStone, F32, Before).declaring(&[
        ("order", "kogge-stone"),
        ("accumulator", "f32"),
        ("subnormals", "flush"),
    ]),
    of("scans as Sklansky", Sklansky, Own, After),
    of("scans as Sklansky, declared", Sklansky, F64, Keep).declaring(&[
        ("order", "sklansky"),
        ("accumulator", "f64"),
        ("subnormals", "keep"),
    ]),
    of("scans as Brent and Kung", OddEven, Own, Keep),
    of("scans as Brent and Kung, declared", OddEven, Next, Keep).declaring(&[
        ("order", "odd-even"),
        ("accumulator", "f32"),
        ("accumulator.f32", "f64"),
    ]),
    of("scans neighbours, and flushes as JAX does", OddEven, Own, InputsButF16),
    of("scans neighbours, and flushes as JAX does, declared", OddEven, Own, InputsButF16)
        .declaring(JAX_FLUSHES),
    of("scans as Ladner and Fischer", LadnerFischer, Own, Keep),
    of("scans as Ladner and Fischer in f32, flushing products alone", LadnerFischer, F32, Products),
    of("scans as Han and Carlson", HanCarlson, Own, Keep),
    of("scans as Blelloch", Blelloch, Own, Keep),
    of("scans as Blelloch, padding with ones, and flushes", Blelloch, Own, Before).ones(Ones::Padding),
    // Blocks of blocks.
    of("scans blocks of 8, declared", Blocks(8), Own, Keep)
        .declaring(&[("order", "blocks-8"), ("accumulator", "own")]),
    of("scans blocks of 16", Blocks(16), Own, Keep),
    of("scans blocks of 16, declared", Blocks(16), Own, Keep)
        .declaring(&[("order", "blocks-16"), ("subnormals", "keep")]),
    of("scans blocks of 32 in f32, declared", Blocks(32), F32, Keep).declaring(&[
        ("order", "blocks-32"),
        ("accumulator", "f32"),
        ("subnormals", "keep"),
    ]),
    of("scans blocks of 64 in f32, stored between", Blocks(64), F32, Keep).storing_carries(),
    of("scans blocks of 256, flushing factors, declared", Blocks(256), Own, Inputs)
        .declaring(&[("order", "blocks-256"), ("subnormals", "flush")]),
    of("scans blocks of 1024 in the next wider format", Blocks(1024), Next, Keep),
    // Tiles.
    of("chains tiles of 64", CHAINED_64, F32, Keep).storing_carries(),
    of("chains tiles of 128, declared", CHAINED_128, Own, Keep)
        .declaring(&[("order", "chained-blocks-128"), ("accumulator", "own")]),
    of("chains tiles of 1024 in f64, declared", CHAINED_1024, F64, Keep).declaring(&[
        ("order", "chained-blocks-1024"),
        ("accumulator", "f64"),
        ("accumulator.f64", "own"),
    ]),
    of("continues tiles of 512", SERIAL_512, Own, Keep),
    of("continues tiles of 1000, carrying in f32", SERIAL_1000, Own, Keep).carrying_in(F32),
    of("scans warps and grids", GRID, Own, Keep),
    of("scans warps and grids in f32, flushing what it carries", GRID, F32, Tiny::Carry),
    of("looks back", LOOK_BACK, Own, Keep),
    of("looks back from tiles of 16, carrying in f64", LOOK_BACK_16, F32, Keep).carrying_in(F64),
    of("reduces, then scans", REDUCE_THEN_SCAN, Own, Keep),
    of("reduces, then scans, in three levels", THREE_LEVELS, Own, After),
    of("rakes with 32 workers", RAKING_32, Own, Keep),
    of("rakes with 4 workers, a format for each product", RAKING_4, Mixed, Keep).storing_carries(),
    of("scans rows of a matrix", MATRIX, Own, Keep),
    of("scans rows of a matrix in f32, padding with ones, and flushes", MATRIX, F32, Before)
        .ones(Ones::Padding),
    of("multiplies tiles backward", BACKWARD_32, Own, Keep),
    of("draws a tree for each tile, carrying in its own format", RANDOM_100, Next, Keep).carrying_in(Own),
    of("loops over short lines, and scans long ones", SHORT_OR_LONG, Own, Keep),
    of("scans short lines in f32, and looks back in long ones", WARP_OR_GRID, F32, Before),
    // Flushes.
    of("flushes results", Sequential, Own, Before),
    of("flushes results, declared", Sequential, Own, Before).declaring(FLUSHED_SEQUENCE),
    of("flushes results after rounding, declared", RandomLine, Own, After)
        .declaring(&[("subnormals", "flush")]),
    of("flushes factors too, declared", Sequential, Own, Inputs).declaring(FLUSHED_SEQUENCE),
    of("rounds gradually, then flushes, declared", Sequential, Own, Gradual).declaring(FLUSHED_SEQUENCE),
    of("rounds gradually in f32, then flushes, declared", Sequential, F32, Gradual).declaring(&[
        ("order", "sequential"),
        ("accumulator.f16", "f32"),
        ("accumulator.bf16", "f32"),
        ("subnormals", "flush"),
    ]),
    of("rounds gradually, then flushes, declared but for the order", RandomElement, Own, Gradual)
        .declaring(&[("accumulator", "own"), ("subnormals", "flush")]),
    of("rounds gradually, then flushes, in random trees and formats", RandomElement, Mixed, Gradual),
    of("flushes in f32 before the store keeps", Sequential, F32, Products),
    of("flushes what it stores alone", Sequential, Next, Store),
    of("starts from 1, and flushes, declared", Sequential, Own, Before)
        .ones(Ones::Start)
        .declaring(FLUSHED_SEQUENCE),
    // Conversions, NaNs, and what documents leave open.
    of("converts through f32", Sequential, Next, Keep).through_f32(),
    of("converts through f32, declared", KoggeStone, Own, Keep)
        .through_f32()
        .declaring(&[("conversion", "through-f32"), ("order", "kogge-stone")]),
    of("converts directly, declared", Sequential, Own, Keep).declaring(&[("conversion", "direct")]),
    of("gives negative NaNs", Sequential, Own, Keep).nan(Nan::Negative).declaring(OWN_SEQUENCE),
    of("gives NaNs of all ones", Blocks(128), F32, Keep).nan(Nan::Ones),
    of("gives signaling NaNs", Halves, Own, Keep).nan(Nan::Signaling),
    of("chooses otherwise where the documents are silent", Blocks(16), F32, Inputs).otherwise(),
    // Out of index order.
    of("permutes factors, declared", Lanes, Own, Keep).declaring(&[("order", "permuted")]),
    of("permutes factors, rounds in any format, and flushes, declared", Lanes, Mixed, Inputs)
        .declaring(&[("order", "permuted"), ("subnormals", "flush")]),
];

const fn tiles(size: Size, inside: Shape, totals: Totals, carry: Carry) -> Tiles {
    Tiles { size, inside, totals, carry }
}

const fn of(name: &'static str, shape: Shape, accumulator: Accumulator, tiny: Tiny) -> Honest {
    let way = Evaluation::new(shape, accumulator, tiny);
    Honest { name, way, through_f32: false, otherwise: false, declared: NOTHING }
}

impl Honest {
    const fn declaring(self, declared: Words) -> Self {
        Self { declared, ..self }
    }

    const fn ones(self, ones: Ones) -> Self {
        Self { way: Evaluation { ones, ..self.way }, ..self }
    }

    const fn nan(self, nan: Nan) -> Self {
        Self { way: Evaluation { nan, ..self.way }, ..self }
    }

    const fn storing_carries(self) -> Self {
        Self { way: Evaluation { stores_carry: true, ..self.way }, ..self }
    }

    const fn carrying_in(self, carry: Accumulator) -> Self {
        Self { way: Evaluation { carry, ..self.way }, ..self }
    }

    const fn through_f32(self) -> Self {
        Self { through_f32: true, ..self }
    }

    const fn otherwise(self) -> Self {
        Self { otherwise: true, ..self }
    }
}
