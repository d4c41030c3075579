//! Faults on one path of many: kernels are chosen by dtype, length, layout and whether they write in place.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    // Lengths.
    elements(
        "element 100 of 97 to 128 in f32",
        &[When::In(&[F32]), When::N(97, 128)],
        At::Range(100, 100),
        Change::Previous,
    )
    .shown(product(&[110], 0, F32)),
    elements(
        "element 777 of 401 to 1023 keeps its factor in s16",
        &[When::In(&[S16]), When::N(401, 1023)],
        At::Range(777, 777),
        Change::Factor,
    )
    .shown(product(&[800], 0, S16)),
    elements(
        "element 1500 of 1105 to 2048 is a unit off in f64",
        &[When::In(&[F64]), When::N(1105, 2047)],
        At::Range(1500, 1500),
        Change::UnitUp,
    )
    .shown(product(&[1600], 0, F64)),
    elements("element 3000 has another sign", &[When::N(2129, 4095)], At::Range(3000, 3000), Change::Negated)
        .shown(product(&[3100], 0, F32)),
    elements(
        "elements from 5000 on repeat in u32",
        &[When::In(&[U32])],
        At::Range(5000, MANY),
        Change::Stuck,
    )
    .shown(product(&[5001], 0, U32)),
    elements("element 10000 in f16", &[When::In(&[F16])], At::Range(10_000, 10_000), Change::Previous)
        .shown(product(&[10_001], 0, F16).numbers(&[-1.0])),
    elements("element 40000 in f32", &[When::In(&[F32])], At::Range(40_000, 40_000), Change::Factor)
        .shown(product(&[40_001], 0, F32)),
    elements(
        "tails of one to three elements after tiles of 64 in s8",
        &[When::In(&[S8]), When::N(65, 67)],
        At::Partial(64),
        Change::Factor,
    )
    .shown(product(&[66], 0, S8)),
    elements(
        "tails of one to three elements after tiles of 128 in f64",
        &[When::In(&[F64]), When::N(129, 131)],
        At::Partial(128),
        Change::Previous,
    )
    .shown(product(&[130], 0, F64)),
    elements("a prime length of 257", &[When::N(257, 257)], At::Last, Change::Twice).shown(product(
        &[257],
        0,
        F32,
    )),
    elements("a prime length of 1009", &[When::N(1009, 1009)], At::Last, Change::Previous).shown(product(
        &[1009],
        0,
        F32,
    )),
    elements(
        "lengths of a multiple of 100",
        &[When::N(100, MANY), When::Multiple(100)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[200], 0, F32)),
    elements(
        "lengths of a multiple of 48 in bf16",
        &[When::In(&[Bf16]), When::Multiple(48)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[96], 0, Bf16)),
    // Dtype and length.
    tiles("u64 in tiles of 128, from the third on", &[When::In(&[U64])], 128, 2, Carry::Late).shown(product(
        &[300],
        0,
        U64,
    )),
    tiles("s8 in tiles of 256", &[When::In(&[S8])], 256, 1, Carry::Short)
        .shown(product(&[300], 0, S8).numbers(&[3.0])),
    tiles("u16 in tiles of 512", &[When::In(&[U16])], 512, 2, Carry::TileBefore).shown(product(
        &[1100],
        0,
        U16,
    )),
    tiles("f16 in tiles of 2048", &[When::In(&[F16])], 2048, 1, Carry::Long).shown(product(&[2050], 0, F16)),
    tiles("s64 in tiles of 4096", &[When::In(&[S64])], 4096, 1, Carry::Lost).shown(product(&[4100], 0, S64)),
    tiles("u8 in tiles of 1024 in place", &[When::In(&[U8]), When::InPlace], 1024, 1, Carry::Lost)
        .shown(product(&[1030], 0, U8).in_place()),
    // Middle and first dimensions.
    tiles(
        "f16 along middle dimensions in tiles of 64",
        &[When::In(&[F16]), When::Outer(2, MANY), When::Inner(2, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 70, 2], 1, F16)),
    tiles(
        "f64 in place along the first dimension in tiles of 32",
        &[When::In(&[F64]), When::InPlace, When::Dim(Dim::First)],
        32,
        1,
        Carry::Twice,
    )
    .shown(product(&[40, 2], 0, F64).in_place()),
    tiles(
        "bf16 of rank 3 along the middle, 128 and more",
        &[When::In(&[Bf16]), When::Rank(3, 3), When::Dim(Dim::Middle), When::N(128, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 130, 2], 1, Bf16)),
    tiles(
        "integers along the first dimension beside 32 and more columns",
        &[When::In(WHOLE), When::Dim(Dim::First), When::Inner(32, MANY), When::N(32, MANY)],
        32,
        1,
        Carry::Lost,
    )
    .shown(product(&[40, 33], 0, S32)),
    elements(
        "columns from the 257th on where there are 33 rows and more",
        &[When::N(33, MANY), When::Inner(257, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(256))
    .shown(product(&[40, 300], 0, F32)),
    elements(
        "the last of exactly 256 columns",
        &[When::Inner(256, 256), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 256], 0, F32)),
    elements(
        "the last of exactly 1024 columns",
        &[When::Inner(1024, 1024), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 1024], 0, F32)),
    elements(
        "columns of the last incomplete 1024",
        &[When::UnevenInner(1024), When::N(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Partial(1024))
    .shown(product(&[2, 1500], 0, F32)),
    elements(
        "more than 300 slices of 5 rows and 2 columns",
        &[When::Outer(301, MANY), When::N(5, MANY), When::Inner(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(600))
    .shown(product(&[310, 5, 2], 1, F32)),
    elements(
        "more than 1024 slices in s64",
        &[When::In(&[S64]), When::Outer(1025, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(1024))
    .shown(product(&[1030, 2], 1, S64)),
    elements(
        "the 8th and every 8th line of 129 elements and more in f32",
        &[When::In(&[F32]), When::N(129, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Every(8))
    .shown(product(&[8, 130], 1, F32).numbers(&[-1.0])),
    elements(
        "the second of two lines of 1025 elements and more",
        &[When::Count(2, 2), When::N(1025, MANY)],
        At::Range(1024, MANY),
        Change::Factor,
    )
    .of(Lines::Last)
    .shown(product(&[2, 1030], 1, F32)),
    read(
        "slices beyond 65536 elements",
        &[When::Outer(2, MANY), When::Inner(2, MANY)],
        Read::ElementBits(16),
    )
    .shown(product(&[200, 100, 4], 1, U8)),
    elements(
        "the only column of rank 5 along the first dimension",
        &[When::Rank(5, MANY), When::Dim(Dim::First), When::Inner(1, 1), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[3, 1, 1, 1, 1], 0, F32)),
    elements(
        "rank 4 along the second dimension, 17 and more, with lines on both sides",
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
    // Layouts.
    tiles("lines read backward in tiles of 256", &[When::Input(View::BackwardLines)], 256, 1, Carry::Lost)
        .shown(product(&[300], 0, F32).view(&[-1], 299)),
    tiles(
        "lines that repeat one element in tiles of 64",
        &[When::Input(View::Repeated), When::Dim(Dim::Last)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[70], 0, F32).numbers(&[-2.0]).view(&[0], 0)),
    tiles(
        "gaps in both tensors, in tiles of 32",
        &[When::OutOfPlace, When::Input(View::Gaps), When::Out(View::Gaps)],
        32,
        1,
        Carry::Lost,
    )
    .shown(product(&[40], 0, F32).view(&[2], 0).out(&[3], 0)),
    elements(
        "a gap of 1024 and more along lines of 16 and more",
        &[When::Input(View::Wide(1024)), When::N(16, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[16], 0, F32).view(&[1100], 0)),
    elements(
        "a gap of 4096 and more along lines",
        &[When::Input(View::Wide(4096))],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[3], 0, F32).numbers(&[-1.0]).view(&[5000], 0)),
    elements(
        "converted into an out with gaps",
        &[When::From(FLOATS), When::In(FLOATS), When::Out(View::Gaps), When::N(3, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[4], 0, F16).to(F32).out(&[2], 0)),
    elements(
        "converted from a view with gaps, from element 8 on",
        &[When::From(WHOLE), When::Input(View::Gaps)],
        At::Range(8, MANY),
        Change::Stuck,
    )
    .shown(product(&[12], 0, S32).to(S64).view(&[2], 0)),
    elements(
        "out written backward along lines of 9 and more",
        &[When::OutOfPlace, When::Out(View::BackwardLines), When::N(9, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[10], 0, F32).out(&[-1], 9)),
    elements(
        "s16 views in place",
        &[When::In(&[S16]), When::InPlace, When::Input(View::Gaps), When::N(9, MANY)],
        At::Starts(8),
        Change::Previous,
    )
    .shown(product(&[10], 0, S16).numbers(&[3.0]).view(&[2], 0).in_place()),
    read(
        "transposed halves in place, 17 and more",
        &[When::In(HALVES), When::InPlace, When::Input(View::Transposed), When::N(17, MANY)],
        Read::Contiguous,
    )
    .shown(product(&[3, 20], 1, F16).view(&[1, 3], 0).in_place()),
    read(
        "offsets of u8 that are odd, in lines of 33 and more",
        &[When::In(&[U8]), When::Misaligned, When::N(33, MANY)],
        Read::NoOffset,
    )
    .shown(product(&[40], 0, U8).view(&[1], 3)),
    read(
        "offsets above zero where the dimension is not the last",
        &[When::Input(View::Offset), When::Dim(Dim::Middle), When::N(4, MANY)],
        Read::NoOffset,
    )
    .shown(product(&[2, 4, 2], 1, F32).view(&[8, 2, 1], 5)),
    // Converted lines in buffers.
    elements(
        "converted factors in buffers of 256",
        &[When::From(FLOATS), When::In(&[F32])],
        At::Starts(256),
        Change::Previous,
    )
    .shown(product(&[300], 0, F16).to(F32)),
    tiles("s8 to s64 in buffers of 64", &[When::From(&[S8]), When::In(&[S64])], 64, 1, Carry::Lost)
        .shown(product(&[70], 0, S8).to(S64)),
    tiles(
        "bf16 to f64 in buffers of 64",
        &[When::From(&[Bf16]), When::In(&[F64])],
        64,
        1,
        Carry::Narrow(Bf16),
    )
    .shown(product(&[70], 0, Bf16).to(F64).numbers(PASCAL)),
    tiles("u8 to f32 in buffers of 16", &[When::From(&[U8]), When::In(&[F32])], 16, 1, Carry::Lost)
        .shown(product(&[20], 0, U8).to(F32).numbers(&[2.0, 1.0, 1.0])),
    factors(
        "u64 halved, read as s64 and doubled",
        &[When::From(&[U64]), When::In(&[F64])],
        Conversion::Halved,
    )
    .shown(product(&[1], 0, U64).to(F64).bits(&[(1 << 63) + (1 << 10) + 1])),
    factors(
        "f32 above the greatest f16 overflows where it rounds to it",
        &[When::From(&[F32]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[65_510.0])),
    factors(
        "s32 above the greatest f16 overflows where it rounds to it",
        &[When::From(&[S32, U32, S64, U64]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[65_510.0])),
    factors(
        "negative s32 to f32 toward zero",
        &[When::From(&[S32]), When::In(&[F32])],
        Conversion::NegativeTowardZero,
    )
    .shown(product(&[1], 0, S32).to(F32).numbers(&[-16_777_219.0])),
    factors(
        "bf16 and f32 to s64 through s32",
        &[When::From(&[Bf16, F32]), When::In(&[S64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(S64).numbers(&[3e9])),
    factors("f32 to bf16, ties away", &[When::From(&[F32]), When::In(&[Bf16])], Conversion::TiesAway)
        .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.003_906_25])),
    // Values.
    steps(
        "f16 overflows where it rounds to its greatest number",
        &[When::In(&[F16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F16).bits(&[0x5811, 0x5fde])),
    steps(
        "bf16 overflows where it rounds to its greatest number",
        &[When::In(&[Bf16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, Bf16).bits(&[0x5f06, 0x5ff4])),
    steps(
        "f32 overflows where it rounds to its greatest number",
        &[When::In(&[F32])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F32).bits(&[0x5f41_4c34, 0x5fa9_855b])),
    steps("subnormal f16 rounded twice", &[When::In(&[F16])], ALL, Rule::SubnormalTwice)
        .shown(product(&[64, 2], 1, F16).numbers(TINY_F16)),
    steps("subnormal f32 rounded twice", &[When::In(&[F32])], ALL, Rule::SubnormalTwice)
        .shown(product(&[2], 0, F32).bits(&[0x192b_5d42, 0x2057_9667])),
    steps(
        "a product of zero keeps its sign",
        &[When::In(FLOATS), When::N(8, MANY)],
        At::Range(4, MANY),
        Rule::ZeroStays,
    )
    .shown(product(&[8], 0, F32).numbers(&[0.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0])),
    steps("a product of infinity stays", &[When::In(&[F16])], At::Range(2, MANY), Rule::InfinityStays)
        .shown(product(&[4], 0, F16).numbers(&[f64::INFINITY, 1.0, -1.0, 0.0])),
    steps("u8 computed in f16", &[When::In(&[U8])], ALL, Rule::InF16)
        .shown(product(&[2], 0, U8).numbers(&[51.0, 5.0]))
        .never("a product that fits 8 bits is below 2048, so f16 holds it; the others wrap as they should"),
    steps("s16 computed in f16", &[When::In(&[S16])], ALL, Rule::InF16)
        .shown(product(&[2], 0, S16).numbers(&[51.0, 53.0])),
    steps(
        "s32 products saturate after 64 elements",
        &[When::In(&[S32])],
        At::Range(64, MANY),
        Rule::Saturated,
    )
    .shown(product(&[70], 0, S32).numbers(&[3.0])),
    steps(
        "s16 by -1 at its least number, in tiles of 16",
        &[When::In(&[S16])],
        At::Starts(16),
        Rule::LeastTimesMinusOne,
    )
    .shown(product(&[20], 0, S16).numbers(LEAST_S16)),
    steps("the least s64 by -1", &[When::In(&[S64])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S64).bits(&[1 << 63, u64::MAX])),
    steps("a factor after 64 ones is skipped in bf16", &[When::In(&[Bf16])], ALL, Rule::SkipAfterOnes(64))
        .shown(product(&[70], 0, Bf16).numbers(LATE_TWO)),
    steps("a factor after 300 ones is skipped", &[], ALL, Rule::SkipAfterOnes(300))
        .shown(product(&[310], 0, F32).numbers(LATER_TWO)),
];
