//! Faults at the ends of tiles and vectors.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    // A loop over whole vectors or tiles, and what is left after it.
    elements(
        "tile-ends/partial-4-f32",
        "in f32 the elements after whole vectors of 4 are copies of input",
        &[When::In(&[F32])],
        At::Partial(4),
        Change::Factor,
    )
    .shown(product(&[7], 0, F32)),
    elements(
        "tile-ends/partial-8-f16",
        "in f16 the elements after whole vectors of 8 repeat the one before",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Previous,
    )
    .shown(product(&[13], 0, F16)),
    elements(
        "tile-ends/partial-16-u8",
        "in u8 the elements after whole tiles of 16 are zero",
        &[When::In(&[U8])],
        At::Partial(16),
        Change::Zero,
    )
    .shown(product(&[20], 0, U8)),
    elements(
        "tile-ends/partial-32",
        "in lines of 64 and more the elements after whole tiles of 32 repeat the last product before them",
        &[When::N(64, MANY)],
        At::Partial(32),
        Change::Stuck,
    )
    .shown(product(&[70], 0, F32)),
    elements(
        "tile-ends/partial-64-bf16",
        "in bf16 the elements after whole tiles of 64 are one unit in the last place too large",
        &[When::In(&[Bf16])],
        At::Partial(64),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[100], 0, Bf16)),
    elements(
        "tile-ends/partial-128",
        "the elements after whole tiles of 128 are copies of input",
        &[],
        At::Partial(128),
        Change::Factor,
    )
    .shown(product(&[200], 0, S32)),
    elements(
        "tile-ends/partial-256-last",
        "the last element after whole tiles of 256 is multiplied twice",
        &[When::Uneven(256)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[300], 0, F64)),
    elements(
        "tile-ends/partial-1024",
        "the elements after whole tiles of 1024 repeat the last product before them",
        &[],
        At::Partial(1024),
        Change::Stuck,
    )
    .shown(product(&[1500], 0, F32)),
    elements(
        "tile-ends/partial-4096",
        "the elements after whole tiles of 4096 are zero",
        &[],
        At::Partial(4096),
        Change::Zero,
    )
    .shown(product(&[4100], 0, F16)),
    elements(
        "tile-ends/one-after-16",
        "a single element after whole tiles of 16 is a copy of input",
        &[When::N(17, MANY), When::Remainder(16, 1)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[33], 0, S8)),
    elements(
        "tile-ends/one-after-256",
        "a single element after whole tiles of 256 repeats the one before",
        &[When::N(257, MANY), When::Remainder(256, 1)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[513], 0, F32)),
    // The place where two tiles meet.
    elements(
        "tile-ends/starts-16-halves",
        "in 16-bit floats the first element of each tile of 16 repeats the one before",
        &[When::In(HALVES)],
        At::Starts(16),
        Change::Previous,
    )
    .shown(product(&[40], 0, F16)),
    elements(
        "tile-ends/starts-64-s16",
        "in s16 the first element of each tile of 64 is a copy of input",
        &[When::In(&[S16])],
        At::Starts(64),
        Change::Factor,
    )
    .shown(product(&[130], 0, S16)),
    elements(
        "tile-ends/ends-32-f64",
        "in f64 the last element of each tile of 32 is multiplied twice",
        &[When::In(&[F64])],
        At::Ends(32),
        Change::Twice,
    )
    .shown(product(&[64], 0, F64)),
    elements(
        "tile-ends/ends-128",
        "the last element of each tile of 128 has the other sign",
        &[],
        At::Ends(128),
        Change::Negated,
    )
    .shown(product(&[128], 0, F32)),
    elements(
        "tile-ends/ends-100",
        "in f32 and f64 the last element of each tile of 100 is one unit in the last place too large",
        &[When::In(&[F32, F64])],
        At::Ends(100),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[100], 0, F32)),
    elements(
        "tile-ends/starts-512",
        "the first element of each tile of 512 repeats the one before",
        &[],
        At::Starts(512),
        Change::Previous,
    )
    .shown(product(&[600], 0, U16)),
    elements(
        "tile-ends/element-1024",
        "element 1024 is a copy of input",
        &[],
        At::Range(1024, 1024),
        Change::Factor,
    )
    .shown(product(&[1030], 0, F32)),
    elements(
        "tile-ends/element-2048-f32",
        "in f32 element 2048 is one unit in the last place too large",
        &[When::In(&[F32])],
        At::Range(2048, 2048),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[2050], 0, F32)),
    elements(
        "tile-ends/element-65536",
        "element 65536 is a copy of input",
        &[],
        At::Range(65_536, 65_536),
        Change::Factor,
    )
    .shown(product(&[65_540], 0, U8)),
    // Exactly full.
    elements(
        "tile-ends/exactly-16",
        "lines of 16 elements repeat the last but one at their end",
        &[When::N(16, 16)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[16], 0, F16)),
    elements(
        "tile-ends/exactly-64",
        "several lines of 64 elements end with a copy of input",
        &[When::N(64, 64), When::Count(2, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[3, 64], 1, S64)),
    elements(
        "tile-ends/exactly-128",
        "in floats lines of 128 elements end one unit in the last place too large",
        &[When::N(128, 128), When::In(FLOATS)],
        At::Last,
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[128], 0, F64)),
    elements(
        "tile-ends/exactly-256",
        "lines of 256 elements end with zero",
        &[When::N(256, 256)],
        At::Last,
        Change::Zero,
    )
    .shown(product(&[256], 0, F32)),
    elements(
        "tile-ends/multiple-512",
        "lines of a multiple of 512 elements repeat the last but one at their end",
        &[When::Multiple(512)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1024], 0, Bf16)),
    elements(
        "tile-ends/exactly-1000",
        "lines of 1000 elements end with a copy of input",
        &[When::N(1000, 1000)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[1000], 0, S32)),
    elements(
        "tile-ends/multiple-4096",
        "lines of a multiple of 4096 elements multiply the last factor twice",
        &[When::Multiple(4096)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[4096], 0, F16)),
];
