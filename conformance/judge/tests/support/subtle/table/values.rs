//! Faults in code for some dtypes and values.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    elements("minus zero lost after 16 elements", &[When::In(FLOATS)], At::Range(16, MANY), Change::PlusZero)
        .shown(product(&[20], 0, F32).numbers(&[-0.0, 1.0])),
    elements(
        "minus zero lost where tiles of 64 start",
        &[When::In(FLOATS)],
        At::Starts(64),
        Change::PlusZero,
    )
    .shown(product(&[70], 0, F16).numbers(ONE_MINUS_ZERO)),
    elements("NaN lost where tiles of 32 start", &[When::In(FLOATS)], At::Starts(32), Change::NoNan)
        .shown(product(&[40], 0, F64).numbers(&[f64::NAN, 1.0])),
    elements(
        "NaN lost at the end of lines of 8 and more in bf16",
        &[When::In(&[Bf16]), When::N(8, MANY)],
        At::Last,
        Change::NoNan,
    )
    .shown(product(&[9], 0, Bf16).numbers(&[f64::NAN, 1.0])),
    elements(
        "infinity becomes the greatest number after 32 elements",
        &[When::In(FLOATS)],
        At::Range(32, MANY),
        Change::Greatest,
    )
    .shown(product(&[40], 0, F32).numbers(&[f64::INFINITY, 1.0])),
    elements(
        "infinity becomes the greatest number in the last incomplete tile of 8",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Greatest,
    )
    .shown(product(&[11], 0, F16).numbers(&[f64::INFINITY, 1.0])),
    steps(
        "infinity times zero is zero after 4 elements in f64",
        &[When::In(&[F64])],
        At::Range(4, MANY),
        Rule::ZeroWins,
    )
    .shown(product(&[6], 0, F64).numbers(&[1.0, 1.0, 1.0, 0.0, f64::INFINITY])),
    steps(
        "a zero factor loses its sign where tiles of 16 start",
        &[When::In(FLOATS)],
        At::Starts(16),
        Rule::SignOfZeroFactor,
    )
    .shown(product(&[20], 0, F32).numbers(ONES_AND_MINUS_ZERO)),
    steps("s64 products lose a cross term", &[When::In(&[S64])], ALL, Rule::NoCrossTerm)
        .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps("u64 products lose a cross term", &[When::In(&[U64])], ALL, Rule::NoCrossTerm)
        .shown(product(&[2], 0, U64).bits(&[0x1_0000_0003])),
    steps("s64 products saturate", &[When::In(&[S64])], ALL, Rule::Saturated)
        .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps(
        "u32 products saturate after 16 elements",
        &[When::In(&[U32])],
        At::Range(16, MANY),
        Rule::Saturated,
    )
    .shown(product(&[40], 0, U32).numbers(&[3.0])),
    steps("s64 products in f64", &[When::In(&[S64])], ALL, Rule::InF64)
        .shown(product(&[2], 0, S64).bits(&[0x7fff_ffff, 0x7fff_fff1])),
    steps("s32 products in f32", &[When::In(&[S32])], ALL, Rule::InF32)
        .shown(product(&[2], 0, S32).numbers(&[4099.0, 4097.0])),
    steps("u16 products in f32, which is exact below 2^24", &[When::In(&[U16])], ALL, Rule::InF32)
        .shown(product(&[2], 0, U16).numbers(&[201.0, 203.0]))
        .never("a product that fits 16 bits is below 2^24, so f32 holds it; the others wrap as they should"),
    steps("the least s32 by -1 saturates", &[When::In(&[S32])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S32).bits(&[0x8000_0000, 0xffff_ffff])),
    steps("the least s8 by -1 saturates", &[When::In(&[S8])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S8).bits(&[0x80, 0xff])),
    steps("a factor after two ones is skipped", &[When::In(&[F32])], ALL, Rule::SkipAfterOnes(2))
        .shown(product(&[5], 0, F32).numbers(&[2.0, 1.0, 1.0, 2.0])),
    steps("a factor after 16 ones is skipped", &[], ALL, Rule::SkipAfterOnes(16))
        .shown(product(&[20], 0, S32).numbers(ONES_AND_TWO)),
    elements("NaN with another payload", &[When::In(FLOATS)], ALL, Change::OtherNan)
        .shown(product(&[3], 0, F32).numbers(&[f64::NAN, 1.0]))
        .never("the documents do not speak of NaN's sign or payload, and hardware differs"),
    elements(
        "subnormals flushed in the last incomplete tile of 8",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]))
    .never("docs/judging.md: undeclared, each result may keep or flush what is subnormal"),
    elements(
        "subnormals flushed in the last incomplete tile of 8, declared as kept",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .declaring(&[("subnormals", "keep")])
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])),
    elements(
        "subnormals flushed from the second element on in f16, declared as kept",
        &[When::In(&[F16])],
        At::Range(1, MANY),
        Change::Flushed,
    )
    .declaring(&[("subnormals.f16", "keep")])
    .shown(product(&[2], 0, F16).numbers(&[2e-5, 1.0])),
];
