//! Faults at the ends of tiles and vectors.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    // A loop over whole vectors or tiles, and what is left after it.
    elements(
        "the last incomplete vector of 4 keeps its factors",
        &[When::In(&[F32])],
        At::Partial(4),
        Change::Factor,
    )
    .shown(product(&[7], 0, F32)),
    elements(
        "the last incomplete vector of 8 halves repeats the one before",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Previous,
    )
    .shown(product(&[13], 0, F16)),
    elements(
        "the last incomplete tile of 16 is zero in u8",
        &[When::In(&[U8])],
        At::Partial(16),
        Change::Zero,
    )
    .shown(product(&[20], 0, U8)),
    elements(
        "the last incomplete tile of 32 stops at the tile before",
        &[When::N(64, MANY)],
        At::Partial(32),
        Change::Stuck,
    )
    .shown(product(&[70], 0, F32)),
    elements(
        "the last incomplete tile of 64 is off by a unit in bf16",
        &[When::In(&[Bf16])],
        At::Partial(64),
        Change::UnitUp,
    )
    .shown(product(&[100], 0, Bf16)),
    elements("the last incomplete tile of 128 keeps its factors", &[], At::Partial(128), Change::Factor)
        .shown(product(&[200], 0, S32)),
    elements(
        "the last incomplete tile of 256 multiplies its last factor twice",
        &[When::Uneven(256)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[300], 0, F64)),
    elements("the last incomplete tile of 1024 repeats", &[], At::Partial(1024), Change::Stuck)
        .shown(product(&[1500], 0, F32)),
    elements("the last incomplete tile of 4096 is zero", &[], At::Partial(4096), Change::Zero)
        .shown(product(&[4100], 0, F16)),
    elements(
        "a tail of exactly one element after tiles of 16",
        &[When::N(17, MANY), When::Remainder(16, 1)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[33], 0, S8)),
    elements(
        "a tail of exactly one element after tiles of 256",
        &[When::N(257, MANY), When::Remainder(256, 1)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[513], 0, F32)),
    // The place where two tiles meet.
    elements(
        "the first element of every tile of 16 repeats",
        &[When::In(HALVES)],
        At::Starts(16),
        Change::Previous,
    )
    .shown(product(&[40], 0, F16)),
    elements(
        "the first element of every tile of 64 keeps its factor in s16",
        &[When::In(&[S16])],
        At::Starts(64),
        Change::Factor,
    )
    .shown(product(&[130], 0, S16)),
    elements(
        "the last element of every tile of 32 multiplies twice in f64",
        &[When::In(&[F64])],
        At::Ends(32),
        Change::Twice,
    )
    .shown(product(&[64], 0, F64)),
    elements("the last element of every tile of 128 has another sign", &[], At::Ends(128), Change::Negated)
        .shown(product(&[128], 0, F32)),
    elements(
        "the last element of every tile of 100 is a unit off",
        &[When::In(&[F32, F64])],
        At::Ends(100),
        Change::UnitUp,
    )
    .shown(product(&[100], 0, F32)),
    elements("the first element of every tile of 512 repeats", &[], At::Starts(512), Change::Previous)
        .shown(product(&[600], 0, U16)),
    elements("element 1024 keeps its factor", &[], At::Range(1024, 1024), Change::Factor).shown(product(
        &[1030],
        0,
        F32,
    )),
    elements("element 2048 is a unit off in f32", &[When::In(&[F32])], At::Range(2048, 2048), Change::UnitUp)
        .shown(product(&[2050], 0, F32)),
    elements("element 65536 keeps its factor", &[], At::Range(65_536, 65_536), Change::Factor)
        .shown(product(&[65_540], 0, U8)),
    // Exactly full.
    elements("lines of exactly 16 lose the last element", &[When::N(16, 16)], At::Last, Change::Previous)
        .shown(product(&[16], 0, F16)),
    elements(
        "lines of exactly 64, several of them, lose the last element",
        &[When::N(64, 64), When::Count(2, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[3, 64], 1, S64)),
    elements(
        "lines of exactly 128 are a unit off at the end",
        &[When::N(128, 128), When::In(FLOATS)],
        At::Last,
        Change::UnitUp,
    )
    .shown(product(&[128], 0, F64)),
    elements("lines of exactly 256 lose the last element", &[When::N(256, 256)], At::Last, Change::Zero)
        .shown(product(&[256], 0, F32)),
    elements(
        "lines of a multiple of 512 lose the last element",
        &[When::Multiple(512)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1024], 0, Bf16)),
    elements("lines of exactly 1000 lose the last element", &[When::N(1000, 1000)], At::Last, Change::Factor)
        .shown(product(&[1000], 0, S32)),
    elements(
        "lines of a multiple of 4096 multiply the last factor twice",
        &[When::Multiple(4096)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[4096], 0, F16)),
];
