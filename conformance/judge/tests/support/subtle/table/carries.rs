//! Faults in what is carried from tile to tile.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    tiles(
        "the carry into tiles of 8 is lost from the third on, in s8",
        &[When::In(&[S8])],
        8,
        2,
        Carry::Lost,
    )
    .shown(product(&[20], 0, S8)),
    tiles(
        "the carry into tiles of 32 counts twice from the third on",
        &[When::In(&[F32])],
        32,
        2,
        Carry::Twice,
    )
    .shown(product(&[80], 0, F32)),
    tiles("the carry into tiles of 16 lacks a factor", &[When::In(&[Bf16])], 16, 1, Carry::Short)
        .shown(product(&[20], 0, Bf16)),
    tiles("the carry into tiles of 64 has a factor too many", &[When::In(SIGNED)], 64, 1, Carry::Long)
        .shown(product(&[70], 0, S16)),
    tiles("tiles of 64 know the tile before alone", &[], 64, 2, Carry::TileBefore).shown(product(
        &[130],
        0,
        F16,
    )),
    tiles("tiles of 128 know the first tile alone", &[], 128, 2, Carry::FirstTile).shown(product(
        &[260],
        0,
        F32,
    )),
    tiles("tiles of 32 know what the tile before knew", &[When::In(&[F64])], 32, 2, Carry::Late)
        .shown(product(&[96], 0, F64)),
    tiles("tiles of 256 carry f32 in bf16", &[When::In(&[F32])], 256, 1, Carry::Narrow(Bf16))
        .shown(product(&[300], 0, F32).numbers(PASCAL)),
    tiles("tiles of 32 carry f64 in f32", &[When::In(&[F64])], 32, 1, Carry::Narrow(F32))
        .shown(product(&[40], 0, F64).numbers(PASCAL)),
    tiles("tiles of 16 carry s64 in s32", &[When::In(&[S64])], 16, 1, Carry::Narrow(S32))
        .shown(product(&[40], 0, S64).numbers(&[3.0])),
    tiles("tiles of 64 carry u16 in u8", &[When::In(&[U16])], 64, 1, Carry::Narrow(U8))
        .shown(product(&[70], 0, U16).numbers(&[3.0])),
    tiles("tiles of 1024 carry f32 without its lowest bit", &[When::In(&[F32])], 1024, 1, Carry::LowBits(1))
        .shown(product(&[1030], 0, F32).numbers(ONE_ODD)),
    tiles("tiles of 16 carry a magnitude", &[When::In(&[F16])], 16, 1, Carry::Positive)
        .shown(product(&[40], 0, F16).numbers(&[-1.0, 1.0, 1.0])),
    tiles("tiles of 32 do not carry zeros", &[When::In(FLOATS)], 32, 1, Carry::ZeroSkipped)
        .shown(product(&[40], 0, F32).numbers(ONE_ZERO)),
    tiles("tiles of 256 do not carry zeros, in integers", &[When::In(WHOLE)], 256, 1, Carry::ZeroSkipped)
        .shown(product(&[300], 0, U32).numbers(ONE_ZERO)),
    tiles("tiles of 512 carry nothing from the third on", &[], 512, 2, Carry::Lost).shown(product(
        &[1100],
        0,
        F32,
    )),
    tiles("tiles of 1024 carry nothing in several lines", &[When::Count(2, MANY)], 1024, 1, Carry::Lost)
        .shown(product(&[2, 1100], 1, F32)),
    tiles("tiles of 2048 know the tile before alone", &[], 2048, 2, Carry::TileBefore).shown(product(
        &[4200],
        0,
        S32,
    )),
    tiles("the scan of totals stops at 16 tiles of 16", &[], 256, 1, Carry::Lost).shown(product(
        &[300],
        0,
        F16,
    )),
    tiles("the scan of totals stops at 32 tiles of 32", &[], 1024, 1, Carry::FirstTile).shown(product(
        &[2100],
        0,
        F32,
    )),
    tiles("the scan of totals stops at 256 tiles of 256", &[], 65_536, 1, Carry::Lost).shown(product(
        &[65_600],
        0,
        U8,
    )),
    tiles(
        "the first element of tiles of 64 misses the carry",
        &[When::In(&[U32, U64])],
        64,
        1,
        Carry::NotFirst,
    )
    .shown(product(&[70], 0, U32)),
    tiles("the last element of tiles of 128 misses the carry", &[], 128, 1, Carry::NotLast).shown(product(
        &[256],
        0,
        F16,
    )),
    tiles("the accumulator is not reset every 64 lines", &[], MANY, 0, Carry::LineBefore)
        .of(Lines::Every(64))
        .shown(product(&[64, 2], 1, F32)),
    tiles("the accumulator is not reset every 1024 lines", &[], MANY, 0, Carry::LineBefore)
        .of(Lines::Every(1024))
        .shown(product(&[1024, 2], 1, F32)),
    tiles("the accumulator of long lines is not reset", &[When::N(300, MANY)], MANY, 0, Carry::LineBefore)
        .shown(product(&[2, 301], 1, F64).numbers(ONE_THREE)),
    tiles(
        "lines whose length is a tile of 32 carry into the next one",
        &[When::Multiple(32)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .shown(product(&[3, 32], 1, F32).numbers(ONE_THREE)),
    tiles(
        "columns of 16 rows carry from the column before",
        &[When::N(16, MANY), When::Inner(16, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .of(Lines::Every(16))
    .shown(product(&[16, 16], 0, F32)),
    tiles("the last line loses the carry of tiles of 64", &[When::Count(2, MANY)], 64, 1, Carry::Lost)
        .of(Lines::Last)
        .shown(product(&[3, 70], 1, S8)),
];
