//! Faults in code for some dtypes and values.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    elements(
        "values/minus-zero-16",
        "minus zero becomes zero from element 16 on",
        &[When::In(FLOATS)],
        At::Range(16, MANY),
        Change::PlusZero,
    )
    .random(5_000)
    .shown(product(&[20], 0, F32).numbers(&[-0.0, 1.0])),
    elements(
        "values/minus-zero-tile-64",
        "minus zero becomes zero at the first element of each tile of 64",
        &[When::In(FLOATS)],
        At::Starts(64),
        Change::PlusZero,
    )
    .random(5_000)
    .shown(product(&[70], 0, F16).numbers(ONE_MINUS_ZERO)),
    elements(
        "values/nan-tile-32",
        "NaN becomes zero at the first element of each tile of 32",
        &[When::In(FLOATS)],
        At::Starts(32),
        Change::NoNan,
    )
    .random(5_000)
    .shown(product(&[40], 0, F64).numbers(&[f64::NAN, 1.0])),
    elements(
        "values/nan-end-bf16",
        "in bf16 NaN becomes zero at the end of lines of 8 and more",
        &[When::In(&[Bf16]), When::N(8, MANY)],
        At::Last,
        Change::NoNan,
    )
    .random(5_000)
    .shown(product(&[9], 0, Bf16).numbers(&[f64::NAN, 1.0])),
    elements(
        "values/infinity-32",
        "infinity becomes the greatest number from element 32 on",
        &[When::In(FLOATS)],
        At::Range(32, MANY),
        Change::Greatest,
    )
    .random(5_000)
    .shown(product(&[40], 0, F32).numbers(&[f64::INFINITY, 1.0])),
    elements(
        "values/infinity-partial-8",
        "in f16 infinity becomes the greatest number in elements after whole tiles of 8",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Greatest,
    )
    .random(5_000)
    .shown(product(&[11], 0, F16).numbers(&[f64::INFINITY, 1.0])),
    steps(
        "values/zero-infinity-f64",
        "in f64 infinity times zero is zero from element 4 on",
        &[When::In(&[F64])],
        At::Range(4, MANY),
        Rule::ZeroWins,
    )
    .random(5_000)
    .class(Class::Value)
    .shown(product(&[6], 0, F64).numbers(&[1.0, 1.0, 1.0, 0.0, f64::INFINITY])),
    steps(
        "values/zero-factor-sign",
        "a zero factor loses its sign at the first element of each tile of 16",
        &[When::In(FLOATS)],
        At::Starts(16),
        Rule::SignOfZeroFactor,
    )
    .random(5_000)
    .class(Class::Value)
    .shown(product(&[20], 0, F32).numbers(ONES_AND_MINUS_ZERO)),
    steps(
        "values/s64-cross-term",
        "products of s64 lose a part of their high half",
        &[When::In(&[S64])],
        ALL,
        Rule::NoCrossTerm,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps(
        "values/u64-cross-term",
        "products of u64 lose a part of their high half",
        &[When::In(&[U64])],
        ALL,
        Rule::NoCrossTerm,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, U64).bits(&[0x1_0000_0003])),
    steps(
        "values/s64-saturates",
        "products of s64 stop at the ends of the dtype",
        &[When::In(&[S64])],
        ALL,
        Rule::Saturated,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps(
        "values/u32-saturates-16",
        "products of u32 stop at the greatest number from element 16 on",
        &[When::In(&[U32])],
        At::Range(16, MANY),
        Rule::Saturated,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[40], 0, U32).numbers(&[3.0])),
    steps("values/s64-in-f64", "products of s64 are computed in f64", &[When::In(&[S64])], ALL, Rule::InF64)
        .shown(product(&[2], 0, S64).bits(&[0x7fff_ffff, 0x7fff_fff1])),
    steps("values/s32-in-f32", "products of s32 are computed in f32", &[When::In(&[S32])], ALL, Rule::InF32)
        .shown(product(&[2], 0, S32).numbers(&[4099.0, 4097.0])),
    steps("values/u16-in-f32", "products of u16 are computed in f32", &[When::In(&[U16])], ALL, Rule::InF32)
        .shown(product(&[2], 0, U16).numbers(&[201.0, 203.0]))
        .harmless(
            "a product that fits 16 bits is below 2^24, so f32 holds it; the others wrap as they should",
        ),
    steps(
        "values/least-s32-by-minus-1",
        "the least s32 times -1 is the greatest",
        &[When::In(&[S32])],
        ALL,
        Rule::LeastTimesMinusOne,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, S32).bits(&[0x8000_0000, 0xffff_ffff])),
    steps(
        "values/least-s8-by-minus-1",
        "the least s8 times -1 is the greatest",
        &[When::In(&[S8])],
        ALL,
        Rule::LeastTimesMinusOne,
    )
    .class(Class::Value)
    .breaking(&[INTEGER_WRAPS])
    .shown(product(&[2], 0, S8).bits(&[0x80, 0xff])),
    steps(
        "values/skip-after-2-ones",
        "in f32 a factor after two ones is left out",
        &[When::In(&[F32])],
        ALL,
        Rule::SkipAfterOnes(2),
    )
    .class(Class::Value)
    .shown(product(&[5], 0, F32).numbers(&[2.0, 1.0, 1.0, 2.0])),
    steps(
        "values/skip-after-16-ones",
        "a factor after 16 ones is left out",
        &[],
        ALL,
        Rule::SkipAfterOnes(16),
    )
    .class(Class::Value)
    .shown(product(&[20], 0, S32).numbers(ONES_AND_TWO)),
    elements(
        "values/nan-payload",
        "NaN has another sign and payload",
        &[When::In(FLOATS)],
        ALL,
        Change::OtherNan,
    )
    .shown(product(&[3], 0, F32).numbers(&[f64::NAN, 1.0]))
    .harmless("the documents do not speak of NaN's sign or payload, and hardware differs"),
    elements(
        "values/flushed-partial-8",
        "subnormal results become zero in elements after whole tiles of 8",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]))
    .harmless("docs/judging.md: undeclared, each result may keep or flush what is subnormal"),
    elements(
        "values/flushed-partial-8-declared",
        "subnormal results become zero in elements after whole tiles of 8, but are declared as kept",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .random(5_000)
    .declaring(&[("subnormals", "keep")])
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])),
    elements(
        "values/flushed-f16-declared",
        "subnormal results of f16 become zero from the second element on, but are declared as kept",
        &[When::In(&[F16])],
        At::Range(1, MANY),
        Change::Flushed,
    )
    .declaring(&[("subnormals.f16", "keep")])
    .shown(product(&[2], 0, F16).numbers(&[2e-5, 1.0])),
];
