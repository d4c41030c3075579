//! Faults in rounding.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    steps(
        "rounding/no-carry-f16",
        "f16 is rounded toward zero where rounding reaches a power of two",
        &[When::In(&[F16])],
        ALL,
        Rule::NoCarry,
    )
    .random(5_000)
    .shown(product(&[2], 0, F16).bits(&[0x3c01, 0x3bfe])),
    steps(
        "rounding/no-carry-f32",
        "f32 is rounded toward zero where rounding reaches a power of two",
        &[When::In(&[F32])],
        ALL,
        Rule::NoCarry,
    )
    .random(5_000)
    .shown(product(&[2], 0, F32).bits(&[0x3f80_0001, 0x3f7f_fffe])),
    steps(
        "rounding/no-carry-f64",
        "f64 is rounded toward zero where rounding reaches a power of two",
        &[When::In(&[F64])],
        ALL,
        Rule::NoCarry,
    )
    .random(5_000)
    .shown(product(&[2], 0, F64).bits(&[0x3ff0_0000_0000_0001, 0x3fef_ffff_ffff_fffe])),
    steps(
        "rounding/f32-large-toward-zero",
        "f32 above 2^24 is rounded toward zero",
        &[When::In(&[F32])],
        ALL,
        Rule::TowardZeroFrom(24),
    )
    .random(5_000)
    .shown(product(&[32, 2], 1, F32).bits(&[
        0x4640_0001,
        0x4640_0001,
        0x4650_0003,
        0x4650_0005,
        0x4667_8901,
        0x4667_1235,
    ])),
    steps(
        "rounding/bf16-large-toward-zero",
        "bf16 above 2^64 is rounded toward zero",
        &[When::In(&[Bf16])],
        ALL,
        Rule::TowardZeroFrom(64),
    )
    .random(5_000)
    .shown(product(&[32, 2], 1, Bf16).bits(&[0x4f83, 0x4f87, 0x4f91, 0x4f95, 0x4fc3, 0x4fa1])),
    steps(
        "rounding/f64-large-toward-zero",
        "f64 above 2^512 is rounded toward zero",
        &[When::In(&[F64])],
        ALL,
        Rule::TowardZeroFrom(512),
    )
    .random(5_000)
    .shown(product(&[32, 2], 1, F64).bits(&[
        0x5000_0000_0000_0003,
        0x5001_2345_6789_abcd,
        0x5007_8912_3456_7891,
        0x500b_cdef_0123_4567,
        0x500f_edcb_a987_6543,
        0x5002_4689_ace0_2468,
        0x5005_5555_1234_5679,
    ])),
    steps("rounding/ties-f16", "f16 rounds ties away from zero", &[When::In(&[F16])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F16).bits(&[0x3c01, 0x3e00, 0x3c03, 0x3e00, 0x3c05, 0x3e00])),
    steps("rounding/ties-f32", "f32 rounds ties away from zero", &[When::In(&[F32])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F32).bits(&[0x3f80_0001, 0x3fc0_0000, 0x3f80_0003, 0x3fc0_0000])),
    steps("rounding/ties-f64", "f64 rounds ties away from zero", &[When::In(&[F64])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F64).bits(&[
            0x3ff0_0000_0000_0001,
            0x3ff8_0000_0000_0000,
            0x3ff0_0000_0000_0003,
            0x3ff8_0000_0000_0000,
        ])),
    steps(
        "rounding/reciprocals-f32",
        "f32 is divided by the reciprocal of each factor",
        &[When::In(&[F32])],
        ALL,
        Rule::Reciprocal,
    )
    .shown(product(&[32, 2], 1, F32).numbers(PAIRS)),
    steps(
        "rounding/reciprocals-partial-8",
        "in f16 elements after whole tiles of 8 are divided by the reciprocal of their factor",
        &[When::In(&[F16])],
        At::Partial(8),
        Rule::Reciprocal,
    )
    .random(5_000)
    .shown(product(&[64, 9], 1, F16).numbers(LATE_PAIRS)),
    steps(
        "rounding/f64-through-f32",
        "products of f64 that f32 can hold are rounded to it",
        &[When::In(&[F64])],
        ALL,
        Rule::ThroughF32,
    )
    .shown(product(&[2], 0, F64).numbers(&[1.1, 1.3])),
    steps(
        "rounding/f64-through-f32-64",
        "products of f64 are rounded to f32 from element 64 on",
        &[When::In(&[F64])],
        At::Range(64, MANY),
        Rule::ThroughF32,
    )
    .shown(product(&[70], 0, F64).numbers(PASCAL)),
    steps("rounding/bf16-truncated", "bf16 is cut off from f32", &[When::In(&[Bf16])], ALL, Rule::Truncated)
        .shown(product(&[32, 2], 1, Bf16).numbers(&[1.1, 1.3, 1.7, 1.9])),
    steps(
        "rounding/bf16-truncated-16",
        "bf16 is cut off from f32 from element 16 on",
        &[When::In(&[Bf16])],
        At::Range(16, MANY),
        Rule::Truncated,
    )
    .shown(product(&[64, 18], 1, Bf16).numbers(LATER_PAIRS)),
    steps(
        "rounding/f16-subnormals-cut",
        "subnormal products of f16 lose their lowest bit",
        &[When::In(&[F16])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .random(5_000)
    .shown(product(&[2], 0, F16).bits(&[0x0003, 0x3c00])),
    steps(
        "rounding/f32-subnormals-cut",
        "subnormal products of f32 lose their lowest bit",
        &[When::In(&[F32])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .random(5_000)
    .shown(product(&[2], 0, F32).bits(&[0x0000_0003, 0x3f80_0000])),
    elements(
        "rounding/f32-stored-cut-128",
        "f32 is stored without its lowest bit from element 128 on",
        &[When::In(&[F32])],
        At::Range(128, MANY),
        Change::LowBits(1),
    )
    .class(Class::Rounding)
    .shown(product(&[130], 0, F32).numbers(ONE_ODD)),
    elements(
        "rounding/f64-stored-as-f32",
        "f64 is stored without its lowest 29 bits in elements after whole tiles of 16",
        &[When::In(&[F64])],
        At::Partial(16),
        Change::LowBits(29),
    )
    .class(Class::Rounding)
    .shown(product(&[20], 0, F64).numbers(PASCAL)),
    elements(
        "rounding/f32-stored-as-bf16",
        "f32 is stored as bf16 from element 300 on",
        &[When::In(&[F32])],
        At::Range(300, MANY),
        Change::LowBits(16),
    )
    .class(Class::Rounding)
    .shown(product(&[310], 0, F32).numbers(ONE_ODD)),
    elements(
        "rounding/f16-unit-257",
        "f16 is one unit in the last place too large from element 257 on",
        &[When::In(&[F16])],
        At::Range(257, MANY),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[260], 0, F16)),
    elements(
        "rounding/bf16-unit-300",
        "bf16 is one unit in the last place too large from element 300 on",
        &[When::In(&[Bf16])],
        At::Range(300, MANY),
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .shown(product(&[301], 0, Bf16)),
    elements(
        "rounding/bf16-twice-256",
        "bf16 is multiplied twice from element 256 on",
        &[When::In(&[Bf16])],
        At::Range(256, MANY),
        Change::Twice,
    )
    .shown(product(&[260], 0, Bf16)),
    steps(
        "rounding/f32-toward-zero-512",
        "f32 is rounded toward zero from element 512 on",
        &[When::In(&[F32])],
        At::Range(512, MANY),
        Rule::TowardZeroFrom(-100),
    )
    .shown(product(&[514], 0, F32).bits(LATE_F32)),
    elements(
        "rounding/pair-unit-lines",
        "in f32 every 64th of many lines of two elements ends one unit in the last place too large",
        &[When::In(&[F32]), When::N(2, 2), When::Count(64, MANY)],
        At::Last,
        Change::UnitUp,
    )
    .class(Class::Rounding)
    .of(Lines::Every(64))
    .shown(product(&[64, 2], 1, F32)),
];
