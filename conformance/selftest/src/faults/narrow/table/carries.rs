//! Faults in what is carried from tile to tile.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    tiles(
        "carries/lost-8-s8",
        "in s8 tiles of 8 from the third on lose the product before them",
        &[When::In(&[S8])],
        8,
        2,
        Carry::Lost,
    )
    .shown(product(&[20], 0, S8)),
    tiles(
        "carries/twice-32-f32",
        "in f32 tiles of 32 from the third on are multiplied twice by the product before them",
        &[When::In(&[F32])],
        32,
        2,
        Carry::Twice,
    )
    .shown(product(&[80], 0, F32)),
    tiles(
        "carries/short-16-bf16",
        "in bf16 the product carried into tiles of 16 lacks its last factor",
        &[When::In(&[Bf16])],
        16,
        1,
        Carry::Short,
    )
    .shown(product(&[20], 0, Bf16)),
    tiles(
        "carries/long-64-signed",
        "in signed integers the product carried into tiles of 64 has one factor too many",
        &[When::In(SIGNED)],
        64,
        1,
        Carry::Long,
    )
    .shown(product(&[70], 0, S16)),
    tiles(
        "carries/tile-before-64",
        "tiles of 64 from the third on carry the product of the tile before alone",
        &[],
        64,
        2,
        Carry::TileBefore,
    )
    .shown(product(&[130], 0, F16)),
    tiles(
        "carries/first-tile-128",
        "tiles of 128 from the third on carry the product of the first tile alone",
        &[],
        128,
        2,
        Carry::FirstTile,
    )
    .shown(product(&[260], 0, F32)),
    tiles(
        "carries/late-32-f64",
        "in f64 tiles of 32 from the third on carry what the tile before carried",
        &[When::In(&[F64])],
        32,
        2,
        Carry::Late,
    )
    .shown(product(&[96], 0, F64)),
    tiles(
        "carries/bf16-256-f32",
        "f32 is carried into tiles of 256 in bf16",
        &[When::In(&[F32])],
        256,
        1,
        Carry::Narrow(Bf16),
    )
    .class(Class::Rounding)
    .shown(product(&[300], 0, F32).numbers(PASCAL)),
    tiles(
        "carries/f32-32-f64",
        "f64 is carried into tiles of 32 in f32",
        &[When::In(&[F64])],
        32,
        1,
        Carry::Narrow(F32),
    )
    .class(Class::Rounding)
    .shown(product(&[40], 0, F64).numbers(PASCAL)),
    tiles(
        "carries/s32-16-s64",
        "s64 is carried into tiles of 16 in s32",
        &[When::In(&[S64])],
        16,
        1,
        Carry::Narrow(S32),
    )
    .random(5_000)
    .class(Class::Rounding)
    .shown(product(&[40], 0, S64).numbers(&[3.0])),
    tiles(
        "carries/u8-64-u16",
        "u16 is carried into tiles of 64 in u8",
        &[When::In(&[U16])],
        64,
        1,
        Carry::Narrow(U8),
    )
    .class(Class::Rounding)
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[70], 0, U16).numbers(&[3.0])),
    tiles(
        "carries/low-bit-1024-f32",
        "f32 is carried into tiles of 1024 without its lowest bit",
        &[When::In(&[F32])],
        1024,
        1,
        Carry::LowBits(1),
    )
    .class(Class::Rounding)
    .shown(product(&[1030], 0, F32).numbers(ONE_ODD)),
    tiles(
        "carries/positive-16-f16",
        "f16 is carried into tiles of 16 without its sign",
        &[When::In(&[F16])],
        16,
        1,
        Carry::Positive,
    )
    .shown(product(&[40], 0, F16).numbers(&[-1.0, 1.0, 1.0])),
    tiles(
        "carries/zero-32-floats",
        "in floats a product of zero is not carried into tiles of 32",
        &[When::In(FLOATS)],
        32,
        1,
        Carry::ZeroSkipped,
    )
    .random(5_000)
    .shown(product(&[40], 0, F32).numbers(ONE_ZERO)),
    tiles(
        "carries/zero-256-integers",
        "in integers a product of zero is not carried into tiles of 256",
        &[When::In(WHOLE)],
        256,
        1,
        Carry::ZeroSkipped,
    )
    .random(5_000)
    .shown(product(&[300], 0, U32).numbers(ONE_ZERO)),
    tiles(
        "carries/lost-512",
        "tiles of 512 from the third on lose the product before them",
        &[],
        512,
        2,
        Carry::Lost,
    )
    .shown(product(&[1100], 0, F32)),
    tiles(
        "carries/lost-1024-lines",
        "in several lines tiles of 1024 lose the product before them",
        &[When::Count(2, MANY)],
        1024,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 1100], 1, F32)),
    tiles(
        "carries/tile-before-2048",
        "tiles of 2048 from the third on carry the product of the tile before alone",
        &[],
        2048,
        2,
        Carry::TileBefore,
    )
    .shown(product(&[4200], 0, S32)),
    tiles("carries/lost-256", "tiles of 256 lose the product before them", &[], 256, 1, Carry::Lost)
        .shown(product(&[300], 0, F16)),
    tiles(
        "carries/first-tile-1024",
        "tiles of 1024 carry the product of the first tile alone",
        &[],
        1024,
        1,
        Carry::FirstTile,
    )
    .shown(product(&[2100], 0, F32)),
    tiles("carries/lost-65536", "tiles of 65536 lose the product before them", &[], 65_536, 1, Carry::Lost)
        .shown(product(&[65_600], 0, U8)),
    tiles(
        "carries/not-first-64",
        "in u32 and u64 the first element of each tile of 64 misses the product before it",
        &[When::In(&[U32, U64])],
        64,
        1,
        Carry::NotFirst,
    )
    .shown(product(&[70], 0, U32)),
    tiles(
        "carries/not-last-128",
        "the last element of each tile of 128 misses the product before it",
        &[],
        128,
        1,
        Carry::NotLast,
    )
    .shown(product(&[256], 0, F16)),
    tiles(
        "carries/every-64-lines",
        "every 64th line goes on from the product of the line before",
        &[],
        MANY,
        0,
        Carry::LineBefore,
    )
    .of(Lines::Every(64))
    .shown(product(&[64, 2], 1, F32)),
    tiles(
        "carries/every-1024-lines",
        "every 1024th line goes on from the product of the line before",
        &[],
        MANY,
        0,
        Carry::LineBefore,
    )
    .of(Lines::Every(1024))
    .shown(product(&[1024, 2], 1, F32)),
    tiles(
        "carries/long-lines",
        "lines of 300 elements and more go on from the product of the line before",
        &[When::N(300, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .shown(product(&[2, 301], 1, F64).numbers(ONE_THREE)),
    tiles(
        "carries/lines-of-32",
        "lines of a multiple of 32 elements go on from the product of the line before",
        &[When::Multiple(32)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .shown(product(&[3, 32], 1, F32).numbers(ONE_THREE)),
    tiles(
        "carries/columns-of-16",
        "every 16th column of 16 rows and more goes on from the product of the column before",
        &[When::N(16, MANY), When::Inner(16, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .of(Lines::Every(16))
    .shown(product(&[16, 16], 0, F32)),
    tiles(
        "carries/last-line-64",
        "the last line loses the product before each tile of 64",
        &[When::Count(2, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .of(Lines::Last)
    .shown(product(&[3, 70], 1, S8)),
];
