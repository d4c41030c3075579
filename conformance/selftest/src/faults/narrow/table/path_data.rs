//! Faults on one path of many, chosen by how the data lies, by conversion or by value.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    // Layouts.
    tiles(
        "paths/backward-256",
        "in lines that lie backward, tiles of 256 lose the product before them",
        &[When::Input(View::BackwardLines)],
        256,
        1,
        Carry::Lost,
    )
    .shown(product(&[300], 0, F32).view(&[-1], 299)),
    tiles(
        "paths/repeated-64",
        "in lines that repeat one element, tiles of 64 lose the product before them",
        &[When::Input(View::Repeated), When::Dim(Dim::Last)],
        64,
        1,
        Carry::Lost,
    )
    .random(5_000)
    .shown(product(&[70], 0, F32).numbers(&[-2.0]).view(&[0], 0)),
    tiles(
        "paths/gaps-both-32",
        "with gaps in input and out, tiles of 32 lose the product before them",
        &[When::OutOfPlace, When::Input(View::Gaps), When::Out(View::Gaps)],
        32,
        1,
        Carry::Lost,
    )
    .random(5_000)
    .shown(product(&[40], 0, F32).view(&[2], 0).out(&[3], 0)),
    elements(
        "paths/wide-1024",
        "with a stride of 1024 and more, lines of 16 and more end with the last but one element",
        &[When::Input(View::Wide(1024)), When::N(16, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[16], 0, F32).view(&[1100], 0)),
    elements(
        "paths/wide-4096",
        "with a stride of 4096 and more along lines, the last element repeats the one before",
        &[When::Input(View::Wide(4096))],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[3], 0, F32).numbers(&[-1.0]).view(&[5000], 0)),
    elements(
        "paths/converted-out-gaps",
        "floats that are converted into an out with gaps repeat the last but one element at the end",
        &[When::From(FLOATS), When::In(FLOATS), When::Out(View::Gaps), When::N(3, MANY)],
        At::Last,
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[4], 0, F16).to(F32).out(&[2], 0)),
    elements(
        "paths/converted-view-8",
        "integers that are converted from a view with gaps repeat element 7 from there on",
        &[When::From(WHOLE), When::Input(View::Gaps)],
        At::Range(8, MANY),
        Change::Stuck,
    )
    .random(5_000)
    .shown(product(&[12], 0, S32).to(S64).view(&[2], 0)),
    elements(
        "paths/out-backward-9",
        "in an out that lies backward, lines of 9 elements and more repeat the last but one",
        &[When::OutOfPlace, When::Out(View::BackwardLines), When::N(9, MANY)],
        At::Last,
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[10], 0, F32).out(&[-1], 9)),
    elements(
        "paths/s16-view-in-place",
        "in s16, in place in a view with gaps, each tile of 8 begins with the element before it",
        &[When::In(&[S16]), When::InPlace, When::Input(View::Gaps), When::N(9, MANY)],
        At::Starts(8),
        Change::Previous,
    )
    .random(5_000)
    .breaking(&[INPLACE_VALUE, INTEGER_WRAPS])
    .shown(product(&[10], 0, S16).numbers(&[3.0]).view(&[2], 0).in_place()),
    read(
        "paths/halves-transposed-in-place",
        "in 16-bit floats, in place, a transposed view is read in the order of its storage",
        &[When::In(HALVES), When::InPlace, When::Input(View::Transposed), When::N(17, MANY)],
        Read::Contiguous,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[3, 20], 1, F16).view(&[1, 3], 0).in_place()),
    read(
        "paths/u8-odd-offset",
        "in u8 an odd offset of input is ignored where lines have 33 elements and more",
        &[When::In(&[U8]), When::Misaligned, When::N(33, MANY)],
        Read::NoOffset,
    )
    .shown(product(&[40], 0, U8).view(&[1], 3)),
    read(
        "paths/middle-offset",
        "along a middle dimension of 4 and more the offset of input is ignored",
        &[When::Input(View::Offset), When::Dim(Dim::Middle), When::N(4, MANY)],
        Read::NoOffset,
    )
    .random(5_000)
    .shown(product(&[2, 4, 2], 1, F32).view(&[8, 2, 1], 5)),
    // Rows that lie apart, and fill vectors.
    read(
        "paths/padded-rows-16",
        "rows of a multiple of 16 elements are read as if there were no gaps between them",
        &[
            When::Input(View::Gaps),
            When::Rank(2, 2),
            When::Dim(Dim::Last),
            When::N(16, MANY),
            When::Multiple(16),
        ],
        Read::Collapsed,
    )
    .shown(product(&[3, 16], 1, F32).view(&[20, 1], 0)),
    write(
        "paths/padded-out-rows-16",
        "rows of a multiple of 16 elements are written without the gaps between them",
        &[
            When::Out(View::Gaps),
            When::OutOfPlace,
            When::Rank(2, 2),
            When::Dim(Dim::Last),
            When::N(16, MANY),
            When::Multiple(16),
        ],
        Write::Contiguous,
    )
    .breaking(&[OUTSIDE])
    .shown(product(&[3, 16], 1, F32).out(&[20, 1], 0)),
    // Converted lines in buffers.
    elements(
        "paths/converted-starts-256",
        "floats that become f32 repeat the last element of each buffer of 256 in the next",
        &[When::From(FLOATS), When::In(&[F32])],
        At::Starts(256),
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[300], 0, F16).to(F32)),
    tiles(
        "paths/s8-s64-lost-64",
        "s8 that becomes s64 loses the product before each buffer of 64",
        &[When::From(&[S8]), When::In(&[S64])],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[70], 0, S8).to(S64)),
    tiles(
        "paths/bf16-f64-bf16-64",
        "bf16 that becomes f64 is carried into buffers of 64 in bf16",
        &[When::From(&[Bf16]), When::In(&[F64])],
        64,
        1,
        Carry::Narrow(Bf16),
    )
    .class(Class::Rounding)
    .shown(product(&[70], 0, Bf16).to(F64).numbers(PASCAL)),
    tiles(
        "paths/u8-f32-lost-16",
        "u8 that becomes f32 loses the product before each buffer of 16",
        &[When::From(&[U8]), When::In(&[F32])],
        16,
        1,
        Carry::Lost,
    )
    .shown(product(&[20], 0, U8).to(F32).numbers(&[2.0, 1.0, 1.0])),
    factors(
        "paths/u64-halved",
        "u64 becomes f64 by halving, conversion as s64, and doubling",
        &[When::From(&[U64]), When::In(&[F64])],
        Conversion::Halved,
    )
    .shown(product(&[1], 0, U64).to(F64).bits(&[(1 << 63) + (1 << 10) + 1])),
    factors(
        "paths/f32-f16-overflow",
        "f32 above the greatest f16 becomes infinity where it rounds to that number",
        &[When::From(&[F32]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[65_510.0])),
    factors(
        "paths/s32-f16-overflow",
        "integers above the greatest f16 become infinity where they round to that number",
        &[When::From(&[S32, U32, S64, U64]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[65_510.0])),
    factors(
        "paths/negative-s32-f32",
        "negative s32 becomes f32 by rounding toward zero",
        &[When::From(&[S32]), When::In(&[F32])],
        Conversion::NegativeTowardZero,
    )
    .shown(product(&[1], 0, S32).to(F32).numbers(&[-16_777_219.0])),
    factors(
        "paths/floats-s64-s32",
        "bf16 and f32 become s64 through s32",
        &[When::From(&[Bf16, F32]), When::In(&[S64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(S64).numbers(&[3e9])),
    factors(
        "paths/f32-bf16-ties",
        "f32 becomes bf16 with ties rounded away from zero",
        &[When::From(&[F32]), When::In(&[Bf16])],
        Conversion::TiesAway,
    )
    .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.003_906_25])),
    // Values.
    steps(
        "paths/f16-overflow",
        "products of f16 that round to the greatest number from above become infinity",
        &[When::In(&[F16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F16).bits(&[0x5811, 0x5fde])),
    steps(
        "paths/bf16-overflow",
        "products of bf16 that round to the greatest number from above become infinity",
        &[When::In(&[Bf16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, Bf16).bits(&[0x5f06, 0x5ff4])),
    steps(
        "paths/f32-overflow",
        "products of f32 that round to the greatest number from above become infinity",
        &[When::In(&[F32])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F32).bits(&[0x5f41_4c34, 0x5fa9_855b])),
    steps(
        "paths/f16-subnormals-twice",
        "subnormal products of f16 are rounded twice",
        &[When::In(&[F16])],
        ALL,
        Rule::SubnormalTwice,
    )
    .random(5_000)
    .shown(product(&[64, 2], 1, F16).numbers(TINY_F16)),
    steps(
        "paths/f32-subnormals-twice",
        "subnormal products of f32 are rounded twice",
        &[When::In(&[F32])],
        ALL,
        Rule::SubnormalTwice,
    )
    .random(5_000)
    .shown(product(&[2], 0, F32).bits(&[0x192b_5d42, 0x2057_9667])),
    steps(
        "paths/zero-keeps-sign",
        "from element 4 on a product of zero keeps its sign",
        &[When::In(FLOATS), When::N(8, MANY)],
        At::Range(4, MANY),
        Rule::ZeroStays,
    )
    .random(5_000)
    .class(Class::Value)
    .shown(product(&[8], 0, F32).numbers(&[0.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0])),
    steps(
        "paths/infinity-stays",
        "in f16 a product of infinity stays as it is",
        &[When::In(&[F16])],
        At::Range(2, MANY),
        Rule::InfinityStays,
    )
    .class(Class::Value)
    .shown(product(&[4], 0, F16).numbers(&[f64::INFINITY, 1.0, -1.0, 0.0])),
    steps("paths/u8-in-f16", "products of u8 are computed in f16", &[When::In(&[U8])], ALL, Rule::InF16)
        .shown(product(&[2], 0, U8).numbers(&[51.0, 5.0]))
        .harmless(
            "a product that fits 8 bits is below 2048, so f16 holds it; the others wrap as they should",
        ),
    steps("paths/s16-in-f16", "products of s16 are computed in f16", &[When::In(&[S16])], ALL, Rule::InF16)
        .random(5_000)
        .shown(product(&[2], 0, S16).numbers(&[51.0, 53.0])),
    steps(
        "paths/s32-saturates-64",
        "products of s32 stop at the ends of the dtype from element 64 on",
        &[When::In(&[S32])],
        At::Range(64, MANY),
        Rule::Saturated,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[70], 0, S32).numbers(&[3.0])),
    steps(
        "paths/least-s16-tile-16",
        "the least s16 times -1 is the greatest at the first element of each tile of 16",
        &[When::In(&[S16])],
        At::Starts(16),
        Rule::LeastTimesMinusOne,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[20], 0, S16).numbers(LEAST_S16)),
    steps(
        "paths/least-s64-by-minus-1",
        "the least s64 times -1 is the greatest",
        &[When::In(&[S64])],
        ALL,
        Rule::LeastTimesMinusOne,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, S64).bits(&[1 << 63, u64::MAX])),
    steps(
        "paths/skip-after-64-ones",
        "in bf16 a factor after 64 ones is left out",
        &[When::In(&[Bf16])],
        ALL,
        Rule::SkipAfterOnes(64),
    )
    .class(Class::Value)
    .shown(product(&[70], 0, Bf16).numbers(LATE_TWO)),
    steps(
        "paths/skip-after-300-ones",
        "a factor after 300 ones is left out",
        &[],
        ALL,
        Rule::SkipAfterOnes(300),
    )
    .class(Class::Value)
    .shown(product(&[310], 0, F32).numbers(LATER_TWO)),
];
