//! Faults where the lines are more than a grid, or a tile of columns, holds.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    elements("grid/lines-65", "lines from the 65th on are copies of input", &[], ALL, Change::Factor)
        .of(Lines::From(64))
        .shown(product(&[70, 3], 1, F32)),
    elements("grid/lines-257", "lines from the 257th on are zero", &[], ALL, Change::Zero)
        .of(Lines::From(256))
        .shown(product(&[300, 2], 1, S16)),
    elements("grid/lines-1025", "lines from the 1025th on are copies of input", &[], ALL, Change::Factor)
        .of(Lines::From(1024))
        .shown(product(&[1030, 2], 1, F16)),
    elements("grid/lines-4097", "lines from the 4097th on are copies of input", &[], ALL, Change::Factor)
        .of(Lines::From(4096))
        .shown(product(&[2, 4100], 0, U8)),
    elements("grid/lines-65536", "lines from the 65536th on are copies of input", &[], ALL, Change::Factor)
        .of(Lines::From(65_535))
        .shown(product(&[65_600, 2], 1, S8)),
    elements(
        "grid/columns-301",
        "columns from the 301st on are zero",
        &[When::Inner(301, MANY)],
        ALL,
        Change::Zero,
    )
    .of(Lines::From(300))
    .shown(product(&[2, 310], 0, F32)),
    elements(
        "grid/columns-partial-16",
        "columns after whole groups of 16 are copies of input",
        &[When::UnevenInner(16)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Partial(16))
    .shown(product(&[2, 20], 0, F16)),
    elements(
        "grid/columns-partial-128",
        "in f32 columns after whole groups of 128 are copies of input",
        &[When::UnevenInner(128), When::In(&[F32])],
        ALL,
        Change::Factor,
    )
    .of(Lines::Partial(128))
    .shown(product(&[2, 200], 0, F32)),
    elements(
        "grid/last-of-32-lines",
        "the last of 32 lines and more is a copy of input",
        &[When::Count(32, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Last)
    .shown(product(&[33, 2], 1, S64)),
    elements(
        "grid/long-lines-third",
        "lines of 257 elements and more are copies of input from the third on",
        &[When::N(257, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(2))
    .shown(product(&[3, 300], 1, F32)),
    elements(
        "grid/long-columns-17",
        "columns of 64 elements and more are copies of input from the 17th on",
        &[When::N(64, MANY), When::Inner(17, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(16))
    .shown(product(&[64, 20], 0, F32)),
    elements(
        "grid/every-32-lines",
        "every 32nd line of 33 elements and more is zero",
        &[When::N(33, MANY)],
        ALL,
        Change::Zero,
    )
    .of(Lines::Every(32))
    .shown(product(&[32, 40], 1, F32)),
    elements(
        "grid/cut-16384",
        "elements from 16384 on repeat the one before",
        &[],
        At::Range(16_384, MANY),
        Change::Stuck,
    )
    .shown(product(&[16_400], 0, Bf16)),
    elements(
        "grid/cut-65536",
        "elements from 65536 on repeat the one before",
        &[],
        At::Range(65_536, MANY),
        Change::Stuck,
    )
    .shown(product(&[65_600], 0, U8)),
    elements(
        "grid/last-of-blocks",
        "the last line is a copy of input if there are 16 and more elements before, along and after dim",
        &[When::Outer(16, MANY), When::N(16, MANY), When::Inner(16, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Last)
    .shown(product(&[16, 16, 16], 1, F16)),
];
