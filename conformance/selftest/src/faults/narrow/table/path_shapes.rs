//! Faults on one path of many, chosen by dtype, length, dimension and whether it writes in place.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    // Lengths.
    elements(
        "paths/f32-100",
        "in f32 lines of 97 to 128, element 100 repeats the one before",
        &[When::In(&[F32]), When::N(97, 128)],
        At::Range(100, 100),
        Change::Previous,
    )
    .shown(product(&[110], 0, F32)),
    elements(
        "paths/s16-777",
        "in s16 lines of 401 to 1023, element 777 is a copy of input",
        &[When::In(&[S16]), When::N(401, 1023)],
        At::Range(777, 777),
        Change::Factor,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[800], 0, S16)),
    elements(
        "paths/f64-1500",
        "in f64 lines of 1105 to 2047, element 1500 is one unit in the last place too large",
        &[When::In(&[F64]), When::N(1105, 2047)],
        At::Range(1500, 1500),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[1600], 0, F64)),
    elements(
        "paths/sign-3000",
        "in lines of 2129 to 4095, element 3000 has the other sign",
        &[When::N(2129, 4095)],
        At::Range(3000, 3000),
        Change::Negated,
    )
    .shown(product(&[3100], 0, F32)),
    elements(
        "paths/u32-5000",
        "in u32 elements from 5000 on repeat the one before",
        &[When::In(&[U32])],
        At::Range(5000, MANY),
        Change::Stuck,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[5001], 0, U32)),
    elements(
        "paths/f16-10000",
        "in f16 element 10000 repeats the one before",
        &[When::In(&[F16])],
        At::Range(10_000, 10_000),
        Change::Previous,
    )
    .shown(product(&[10_001], 0, F16).numbers(&[-1.0])),
    elements(
        "paths/f32-40000",
        "in f32 element 40000 is a copy of input",
        &[When::In(&[F32])],
        At::Range(40_000, 40_000),
        Change::Factor,
    )
    .shown(product(&[40_001], 0, F32)),
    elements(
        "paths/s8-after-64",
        "in s8 one to three elements after a tile of 64 are copies of input",
        &[When::In(&[S8]), When::N(65, 67)],
        At::Partial(64),
        Change::Factor,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[66], 0, S8)),
    elements(
        "paths/f64-after-128",
        "in f64 one to three elements after a tile of 128 repeat the one before",
        &[When::In(&[F64]), When::N(129, 131)],
        At::Partial(128),
        Change::Previous,
    )
    .shown(product(&[130], 0, F64)),
    elements(
        "paths/length-257",
        "lines of 257 elements multiply the last factor twice",
        &[When::N(257, 257)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[257], 0, F32)),
    elements(
        "paths/length-1009",
        "lines of 1009 elements repeat the last but one at their end",
        &[When::N(1009, 1009)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1009], 0, F32)),
    elements(
        "paths/multiple-100",
        "lines of a multiple of 100 elements repeat the last but one at their end",
        &[When::N(100, MANY), When::Multiple(100)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[200], 0, F32)),
    elements(
        "paths/multiple-48-bf16",
        "in bf16 lines of a multiple of 48 elements end with a copy of input",
        &[When::In(&[Bf16]), When::Multiple(48)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[96], 0, Bf16)),
    // Dtype and length.
    tiles(
        "paths/u64-late-128",
        "in u64 tiles of 128 from the third on carry what the tile before carried",
        &[When::In(&[U64])],
        128,
        2,
        Carry::Late,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[300], 0, U64)),
    tiles(
        "paths/s8-short-256",
        "in s8 the product carried into tiles of 256 lacks its last factor",
        &[When::In(&[S8])],
        256,
        1,
        Carry::Short,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[300], 0, S8).numbers(&[3.0])),
    tiles(
        "paths/u16-before-512",
        "in u16 tiles of 512 from the third on carry the product of the tile before alone",
        &[When::In(&[U16])],
        512,
        2,
        Carry::TileBefore,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[1100], 0, U16)),
    tiles(
        "paths/f16-long-2048",
        "in f16 the product carried into tiles of 2048 has one factor too many",
        &[When::In(&[F16])],
        2048,
        1,
        Carry::Long,
    )
    .shown(product(&[2050], 0, F16)),
    tiles(
        "paths/s64-lost-4096",
        "in s64 tiles of 4096 lose the product before them",
        &[When::In(&[S64])],
        4096,
        1,
        Carry::Lost,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[4100], 0, S64)),
    tiles(
        "paths/u8-in-place-1024",
        "in u8, in place, tiles of 1024 lose the product before them",
        &[When::In(&[U8]), When::InPlace],
        1024,
        1,
        Carry::Lost,
    )
    .breaking(&[INPLACE_VALUE, INTEGER_WRAPS])
    .shown(product(&[1030], 0, U8).in_place()),
    // Columns of more rows than one block.
    tiles(
        "paths/f32-columns-4096",
        "in f32 columns of more than 4096 rows, blocks of 1024 rows are rounded to f16 before they are carried on",
        &[When::In(&[F32]), When::N(4097, MANY), When::Inner(2, MANY)],
        1024,
        1,
        Carry::OntoNarrow(F16),
    )
    .class(Class::Rounding)
    .met("FlagGems ed2508bcb")
    .shown(product(&[4100, 2], 0, F32).numbers(UP_AND_DOWN)),
    tiles(
        "paths/s16-columns-4096",
        "in s16 columns of more than 4096 rows, blocks of 4096 rows lose the product before them",
        &[When::In(&[S16]), When::Inner(2, MANY)],
        4096,
        1,
        Carry::Lost,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[4100, 2], 0, S16).numbers(&[3.0])),
    tiles(
        "paths/bf16-columns-8192",
        "in bf16 columns of more than 8192 rows, blocks of 1024 rows from the ninth on carry what the block before carried",
        &[When::In(&[Bf16]), When::N(8193, MANY), When::Inner(2, MANY)],
        1024,
        8,
        Carry::Late,
    )
    .shown(product(&[8200, 2], 0, Bf16)),
    tiles(
        "paths/s64-wide-columns-4096",
        "in s64, with 33 columns and more of more than 4096 rows, blocks of 1024 rows carry the block before alone",
        &[When::In(&[S64]), When::N(4097, MANY), When::Inner(33, MANY)],
        1024,
        2,
        Carry::TileBefore,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[4100, 33], 0, S64).numbers(&[3.0])),
    tiles(
        "paths/f16-lines-16384",
        "in f16 lines of more than 16384 elements, tiles of 1024 from the 17th on lose the product before them",
        &[When::In(&[F16]), When::N(16_385, MANY)],
        1024,
        16,
        Carry::Lost,
    )
    .shown(product(&[16_400], 0, F16)),
    // Middle and first dimensions.
    tiles(
        "paths/f16-middle-64",
        "in f16, along a middle dimension, tiles of 64 lose the product before them",
        &[When::In(&[F16]), When::Outer(2, MANY), When::Inner(2, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 70, 2], 1, F16)),
    tiles(
        "paths/f64-in-place-first-32",
        "in f64, in place along the first dimension, tiles of 32 are multiplied twice by what is before",
        &[When::In(&[F64]), When::InPlace, When::Dim(Dim::First)],
        32,
        1,
        Carry::Twice,
    )
    .random(5_000)
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[40, 2], 0, F64).in_place()),
    tiles(
        "paths/bf16-rank-3-middle",
        "in bf16, along the middle of three dimensions, tiles of 64 lose the product before them",
        &[When::In(&[Bf16]), When::Rank(3, 3), When::Dim(Dim::Middle), When::N(128, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 130, 2], 1, Bf16)),
    tiles(
        "paths/integers-first-32",
        "in integers, with 32 columns and more, tiles of 32 lose the product before them",
        &[When::In(WHOLE), When::Dim(Dim::First), When::Inner(32, MANY), When::N(32, MANY)],
        32,
        1,
        Carry::Lost,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[40, 33], 0, S32)),
    elements(
        "paths/columns-257",
        "columns from the 257th on are copies of input where there are 33 rows and more",
        &[When::N(33, MANY), When::Inner(257, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(256))
    .shown(product(&[40, 300], 0, F32)),
    elements(
        "paths/columns-256-last",
        "the last of exactly 256 columns repeats its last but one element",
        &[When::Inner(256, 256), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 256], 0, F32)),
    elements(
        "paths/columns-1024-last",
        "the last of exactly 1024 columns repeats its last but one element",
        &[When::Inner(1024, 1024), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 1024], 0, F32)),
    elements(
        "paths/columns-partial-1024",
        "columns after whole groups of 1024 are copies of input",
        &[When::UnevenInner(1024), When::N(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Partial(1024))
    .shown(product(&[2, 1500], 0, F32)),
    elements(
        "paths/lines-600",
        "with more than 300 blocks before dim, lines from the 601st on are copies of input",
        &[When::Outer(301, MANY), When::N(5, MANY), When::Inner(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(600))
    .shown(product(&[310, 5, 2], 1, F32)),
    elements(
        "paths/s64-lines-1024",
        "in s64 lines from the 1025th on are copies of input",
        &[When::In(&[S64]), When::Outer(1025, MANY)],
        ALL,
        Change::Factor,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .of(Lines::From(1024))
    .shown(product(&[1030, 2], 1, S64)),
    elements(
        "paths/f32-every-8",
        "in f32 every 8th line of 129 elements and more repeats its last but one element",
        &[When::In(&[F32]), When::N(129, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Every(8))
    .shown(product(&[8, 130], 1, F32).numbers(&[-1.0])),
    elements(
        "paths/second-of-two",
        "the second of two long lines is a copy of input from element 1024 on",
        &[When::Count(2, 2), When::N(1025, MANY)],
        At::Range(1024, MANY),
        Change::Factor,
    )
    .of(Lines::Last)
    .shown(product(&[2, 1030], 1, F32)),
    read(
        "paths/numbers-16-bits-middle",
        "along a middle dimension numbers of elements of input are kept in 16 bits",
        &[When::Outer(2, MANY), When::Inner(2, MANY)],
        Read::ElementBits(16),
    )
    .shown(product(&[200, 100, 4], 1, U8)),
    elements(
        "paths/rank-5-single-column",
        "from rank 5 on, along the first dimension, a single column repeats its last but one element",
        &[When::Rank(5, MANY), When::Dim(Dim::First), When::Inner(1, 1), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[3, 1, 1, 1, 1], 0, F32)),
    elements(
        "paths/rank-4-second",
        "in rank 4, along the second dimension, each tile of 16 begins with the element before it",
        &[
            When::Rank(4, 4),
            When::Dim(Dim::At(1)),
            When::N(17, MANY),
            When::Outer(2, MANY),
            When::Inner(2, MANY),
        ],
        At::Starts(16),
        Change::Previous,
    )
    .shown(product(&[2, 20, 2, 1], 1, F32)),
];
