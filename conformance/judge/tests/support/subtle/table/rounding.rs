//! Faults in rounding.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    steps("rounding into the next power of two is left out, in f16", &[When::In(&[F16])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F16).bits(&[0x3c01, 0x3bfe])),
    steps("rounding into the next power of two is left out, in f32", &[When::In(&[F32])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F32).bits(&[0x3f80_0001, 0x3f7f_fffe])),
    steps("rounding into the next power of two is left out, in f64", &[When::In(&[F64])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F64).bits(&[0x3ff0_0000_0000_0001, 0x3fef_ffff_ffff_fffe])),
    steps("f32 above 2^24 rounded toward zero", &[When::In(&[F32])], ALL, Rule::TowardZeroFrom(24)).shown(
        product(&[32, 2], 1, F32).bits(&[
            0x4640_0001,
            0x4640_0001,
            0x4650_0003,
            0x4650_0005,
            0x4667_8901,
            0x4667_1235,
        ]),
    ),
    steps("bf16 above 2^64 rounded toward zero", &[When::In(&[Bf16])], ALL, Rule::TowardZeroFrom(64))
        .shown(product(&[32, 2], 1, Bf16).bits(&[0x4f83, 0x4f87, 0x4f91, 0x4f95, 0x4fc3, 0x4fa1])),
    steps("f64 above 2^512 rounded toward zero", &[When::In(&[F64])], ALL, Rule::TowardZeroFrom(512)).shown(
        product(&[32, 2], 1, F64).bits(&[
            0x5000_0000_0000_0003,
            0x5001_2345_6789_abcd,
            0x5007_8912_3456_7891,
            0x500b_cdef_0123_4567,
            0x500f_edcb_a987_6543,
            0x5002_4689_ace0_2468,
            0x5005_5555_1234_5679,
        ]),
    ),
    steps("ties away from zero in f16", &[When::In(&[F16])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F16).bits(&[0x3c01, 0x3e00, 0x3c03, 0x3e00, 0x3c05, 0x3e00])),
    steps("ties away from zero in f32", &[When::In(&[F32])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F32).bits(&[0x3f80_0001, 0x3fc0_0000, 0x3f80_0003, 0x3fc0_0000])),
    steps("ties away from zero in f64", &[When::In(&[F64])], ALL, Rule::TiesAway).shown(
        product(&[32, 2], 1, F64).bits(&[
            0x3ff0_0000_0000_0001,
            0x3ff8_0000_0000_0000,
            0x3ff0_0000_0000_0003,
            0x3ff8_0000_0000_0000,
        ]),
    ),
    steps("divided by reciprocals in f32", &[When::In(&[F32])], ALL, Rule::Reciprocal)
        .shown(product(&[32, 2], 1, F32).numbers(PAIRS)),
    steps(
        "divided by reciprocals in the last incomplete tile of 8",
        &[When::In(&[F16])],
        At::Partial(8),
        Rule::Reciprocal,
    )
    .shown(product(&[64, 9], 1, F16).numbers(LATE_PAIRS)),
    steps("f64 products that f32 could hold rounded to it", &[When::In(&[F64])], ALL, Rule::ThroughF32)
        .shown(product(&[2], 0, F64).numbers(&[1.1, 1.3])),
    steps(
        "f64 products rounded to f32 after 64 elements",
        &[When::In(&[F64])],
        At::Range(64, MANY),
        Rule::ThroughF32,
    )
    .shown(product(&[70], 0, F64).numbers(PASCAL)),
    steps("bf16 truncated from f32", &[When::In(&[Bf16])], ALL, Rule::Truncated)
        .shown(product(&[32, 2], 1, Bf16).numbers(&[1.1, 1.3, 1.7, 1.9])),
    steps(
        "bf16 truncated from f32 after 16 elements",
        &[When::In(&[Bf16])],
        At::Range(16, MANY),
        Rule::Truncated,
    )
    .shown(product(&[64, 18], 1, Bf16).numbers(LATER_PAIRS)),
    steps(
        "subnormal products of f16 without the lowest bit",
        &[When::In(&[F16])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .shown(product(&[2], 0, F16).bits(&[0x0003, 0x3c00])),
    steps(
        "subnormal products of f32 without the lowest bit",
        &[When::In(&[F32])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .shown(product(&[2], 0, F32).bits(&[0x0000_0003, 0x3f80_0000])),
    elements(
        "f32 stored without the lowest bit after 128 elements",
        &[When::In(&[F32])],
        At::Range(128, MANY),
        Change::LowBits(1),
    )
    .shown(product(&[130], 0, F32).numbers(ONE_ODD)),
    elements(
        "f64 stored without 29 bits in the last incomplete tile of 16",
        &[When::In(&[F64])],
        At::Partial(16),
        Change::LowBits(29),
    )
    .shown(product(&[20], 0, F64).numbers(PASCAL)),
    elements(
        "f32 stored as bf16 from element 300 on",
        &[When::In(&[F32])],
        At::Range(300, MANY),
        Change::LowBits(16),
    )
    .shown(product(&[310], 0, F32).numbers(ONE_ODD)),
    elements("f16 a unit off from element 257 on", &[When::In(&[F16])], At::Range(257, MANY), Change::UnitUp)
        .shown(product(&[260], 0, F16)),
    elements(
        "bf16 a unit off from element 300 on",
        &[When::In(&[Bf16])],
        At::Range(300, MANY),
        Change::UnitUp,
    )
    .shown(product(&[301], 0, Bf16)),
    elements(
        "bf16 multiplied twice from element 256 on",
        &[When::In(&[Bf16])],
        At::Range(256, MANY),
        Change::Twice,
    )
    .shown(product(&[260], 0, Bf16)),
    steps(
        "f32 rounded toward zero from element 512 on",
        &[When::In(&[F32])],
        At::Range(512, MANY),
        Rule::TowardZeroFrom(-100),
    )
    .shown(product(&[514], 0, F32).bits(LATE_F32)),
    elements(
        "the second of two factors is a unit off in long runs of lines",
        &[When::In(&[F32]), When::N(2, 2), When::Count(64, MANY)],
        At::Last,
        Change::UnitUp,
    )
    .of(Lines::Every(64))
    .shown(product(&[64, 2], 1, F32)),
];
