//! Faults in the conversion of factors.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    factors(
        "conversions/f64-integers-f32",
        "f64 becomes integers through f32",
        &[When::From(&[F64]), When::In(WHOLE)],
        Conversion::Through(F32),
    )
    .shown(product(&[1], 0, F64).to(S64).numbers(&[16_777_217.0])),
    factors(
        "conversions/f64-64-bits-s32",
        "f64 becomes 64-bit integers through s32",
        &[When::From(&[F64]), When::In(&[S64, U64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F64).to(S64).numbers(&[3e9])),
    factors(
        "conversions/floats-u32-s32",
        "floats become u32 through s32",
        &[When::From(FLOATS), When::In(&[U32])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(U32).numbers(&[3e9])),
    factors(
        "conversions/floats-u64-s64",
        "floats become u64 through s64",
        &[When::From(FLOATS), When::In(&[U64])],
        Conversion::Through(S64),
    )
    .shown(product(&[1], 0, F64).to(U64).numbers(&[1e19])),
    factors(
        "conversions/f16-rounded",
        "f16 becomes signed integers by rounding, not by cutting off",
        &[When::From(&[F16]), When::In(SIGNED)],
        Conversion::Nearest,
    )
    .shown(product(&[1], 0, F16).to(S8).numbers(&[2.75])),
    factors(
        "conversions/f64-rounded-down",
        "negative f64 becomes signed integers by rounding down",
        &[When::From(&[F64]), When::In(SIGNED)],
        Conversion::Down,
    )
    .shown(product(&[1], 0, F64).to(S32).numbers(&[-1.5])),
    factors(
        "conversions/s64-f32-f64",
        "s64 becomes f32 through f64",
        &[When::From(&[S64]), When::In(&[F32])],
        Conversion::Through(F64),
    )
    .shown(product(&[1], 0, S64).to(F32).bits(&[(1 << 62) + (1 << 38) + 1])),
    factors(
        "conversions/u64-f32-f64",
        "u64 becomes f32 through f64",
        &[When::From(&[U64]), When::In(&[F32])],
        Conversion::Through(F64),
    )
    .shown(product(&[1], 0, U64).to(F32).bits(&[(1 << 63) + (1 << 39) + 1])),
    factors(
        "conversions/64-bits-bf16-f64-f32",
        "s64 and u64 become bf16 through f64 and f32",
        &[When::From(&[S64, U64]), When::In(&[Bf16])],
        Conversion::ThroughTwo(F64, F32),
    )
    .shown(product(&[1], 0, S64).to(Bf16).bits(&[0x4040_0040_0000_0001])),
    factors(
        "conversions/s32-f64-f32",
        "s32 and u32 become f64 through f32",
        &[When::From(&[S32, U32]), When::In(&[F64])],
        Conversion::Through(F32),
    )
    .shown(product(&[1], 0, S32).to(F64).numbers(&[16_777_217.0])),
    factors(
        "conversions/s64-f16-bf16",
        "s64 becomes f16 through f32 and bf16",
        &[When::From(&[S64]), When::In(&[F16])],
        Conversion::ThroughTwo(F32, Bf16),
    )
    .shown(product(&[1], 0, S64).to(F16).numbers(&[1025.0])),
    factors(
        "conversions/s32-bf16-f16",
        "s32 becomes bf16 through f16",
        &[When::From(&[S32]), When::In(&[Bf16])],
        Conversion::Through(F16),
    )
    .shown(product(&[1], 0, S32).to(Bf16).numbers(&[70_000.0])),
    factors(
        "conversions/u64-as-s64",
        "u64 becomes floats as if it were s64",
        &[When::From(&[U64]), When::In(FLOATS)],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U64).to(F64).bits(&[1 << 63])),
    factors(
        "conversions/u32-as-s32",
        "u32 becomes floats as if it were s32",
        &[When::From(&[U32]), When::In(FLOATS)],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U32).to(F64).bits(&[3 << 30])),
    factors(
        "conversions/u16-as-s16",
        "u16 becomes wider integers as if it were s16",
        &[When::From(&[U16]), When::In(&[S32, U32, S64, U64])],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U16).to(S32).bits(&[40_000])),
    factors(
        "conversions/u8-as-s8-f16",
        "u8 becomes f16 as if it were s8",
        &[When::From(&[U8]), When::In(&[F16])],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U8).to(F16).bits(&[200])),
    factors(
        "conversions/least-signed-positive",
        "the least number of a signed dtype becomes positive in a wider one",
        &[When::From(SIGNED), When::In(SIGNED)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S8).to(S32).bits(&[0x80])),
    factors(
        "conversions/least-s64-positive",
        "the least s64 becomes a positive float",
        &[When::From(&[S64]), When::In(FLOATS)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S64).to(F32).bits(&[1 << 63])),
    factors(
        "conversions/s16-zero-extended",
        "s16 becomes s64 with zeros before it",
        &[When::From(&[S16]), When::In(&[S64])],
        Conversion::ZeroExtended,
    )
    .shown(product(&[1], 0, S16).to(S64).bits(&[0xffff])),
    factors(
        "conversions/f32-f16-ties",
        "f32 becomes f16 with ties rounded away from zero",
        &[When::From(&[F32]), When::In(&[F16])],
        Conversion::TiesAway,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[2049.0])),
    factors(
        "conversions/f32-bf16-toward-zero",
        "f32 becomes bf16 by rounding toward zero",
        &[When::From(&[F32]), When::In(&[Bf16])],
        Conversion::TowardZero,
    )
    .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.006_835_937_5])),
    factors(
        "conversions/f64-f32-no-carry",
        "f64 becomes f32 by rounding toward zero where rounding reaches a power of two",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::NoCarry,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1.999_999_999_9])),
    factors(
        "conversions/s32-f16-ties",
        "s32 and s64 become f16 with ties rounded away from zero",
        &[When::From(&[S32, S64]), When::In(&[F16])],
        Conversion::TiesAway,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[2049.0])),
    factors(
        "conversions/integers-f16-saturate",
        "integers too large for f16 become its greatest number",
        &[When::From(WHOLE), When::In(&[F16])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[70_000.0])),
    factors(
        "conversions/f64-f32-saturates",
        "f64 beyond f32 becomes the greatest f32",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1e40])),
    factors(
        "conversions/f16-subnormals-cut",
        "f32 and f64 become subnormal f16 without the lowest bit",
        &[When::From(&[F32, F64]), When::In(&[F16])],
        Conversion::CoarseSubnormals,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[1.788_139_343_261_718_8e-7])),
    factors(
        "conversions/bf16-minus-zero",
        "minus zero of bf16 becomes zero in f32 and f64",
        &[When::From(&[Bf16]), When::In(&[F32, F64])],
        Conversion::PlusZero,
    )
    .shown(product(&[2], 0, Bf16).to(F32).numbers(&[-0.0, 1.0])),
    factors(
        "conversions/bf16-nan",
        "NaN becomes infinity in bf16",
        &[When::From(&[F32, F64]), When::In(&[Bf16])],
        Conversion::NanCut,
    )
    .shown(product(&[1], 0, F32).to(Bf16).numbers(&[f64::NAN])),
    factors(
        "conversions/f16-infinity",
        "infinity becomes NaN in f16",
        &[When::From(&[F32, Bf16]), When::In(&[F16])],
        Conversion::InfinityNan,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[f64::INFINITY])),
    factors(
        "conversions/64-bits-even",
        "64-bit integers from 2^53 on lose their lowest bit",
        &[When::From(&[S64, U64, F64]), When::In(&[S64, U64])],
        Conversion::EvenFrom(53),
    )
    .shown(product(&[1], 0, S64).to(U64).bits(&[(1 << 53) + 1])),
    factors(
        "conversions/f64-f16-f32",
        "f64 becomes f16 through f32",
        &[When::From(&[F64]), When::In(&[F16])],
        Conversion::Through(F32),
    )
    .shown(product(&[1], 0, F64).to(F16).numbers(&[2_049.000_01]))
    .harmless("docs/judging.md, conversions: f64 to f16 and bf16 may go through f32; frameworks do so"),
];
