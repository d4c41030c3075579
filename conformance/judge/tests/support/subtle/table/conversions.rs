//! Faults in the conversion of factors.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    factors("f64 to integers through f32", &[When::From(&[F64]), When::In(WHOLE)], Conversion::Through(F32))
        .shown(product(&[1], 0, F64).to(S64).numbers(&[16_777_217.0])),
    factors(
        "f64 to 64 bits through s32",
        &[When::From(&[F64]), When::In(&[S64, U64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F64).to(S64).numbers(&[3e9])),
    factors(
        "floats to u32 through s32",
        &[When::From(FLOATS), When::In(&[U32])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(U32).numbers(&[3e9])),
    factors("floats to u64 through s64", &[When::From(FLOATS), When::In(&[U64])], Conversion::Through(S64))
        .shown(product(&[1], 0, F64).to(U64).numbers(&[1e19])),
    factors("fractions to the nearest", &[When::From(&[F16]), When::In(SIGNED)], Conversion::Nearest)
        .shown(product(&[1], 0, F16).to(S8).numbers(&[2.75])),
    factors("negative fractions rounded down", &[When::From(&[F64]), When::In(SIGNED)], Conversion::Down)
        .shown(product(&[1], 0, F64).to(S32).numbers(&[-1.5])),
    factors("s64 to f32 through f64", &[When::From(&[S64]), When::In(&[F32])], Conversion::Through(F64))
        .shown(product(&[1], 0, S64).to(F32).bits(&[(1 << 62) + (1 << 38) + 1])),
    factors("u64 to f32 through f64", &[When::From(&[U64]), When::In(&[F32])], Conversion::Through(F64))
        .shown(product(&[1], 0, U64).to(F32).bits(&[(1 << 63) + (1 << 39) + 1])),
    factors("s32 to f64 through f32", &[When::From(&[S32, U32]), When::In(&[F64])], Conversion::Through(F32))
        .shown(product(&[1], 0, S32).to(F64).numbers(&[16_777_217.0])),
    factors(
        "s64 to f16 through f32 and bf16",
        &[When::From(&[S64]), When::In(&[F16])],
        Conversion::ThroughTwo(F32, Bf16),
    )
    .shown(product(&[1], 0, S64).to(F16).numbers(&[1025.0])),
    factors("s32 to bf16 through f16", &[When::From(&[S32]), When::In(&[Bf16])], Conversion::Through(F16))
        .shown(product(&[1], 0, S32).to(Bf16).numbers(&[70_000.0])),
    factors("u64 as s64 to floats", &[When::From(&[U64]), When::In(FLOATS)], Conversion::AsSigned)
        .shown(product(&[1], 0, U64).to(F64).bits(&[1 << 63])),
    factors("u32 as s32 to floats", &[When::From(&[U32]), When::In(FLOATS)], Conversion::AsSigned)
        .shown(product(&[1], 0, U32).to(F64).bits(&[3 << 30])),
    factors(
        "u16 as s16 to wider integers",
        &[When::From(&[U16]), When::In(&[S32, U32, S64, U64])],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U16).to(S32).bits(&[40_000])),
    factors("u8 as s8 to f16", &[When::From(&[U8]), When::In(&[F16])], Conversion::AsSigned)
        .shown(product(&[1], 0, U8).to(F16).bits(&[200])),
    factors(
        "the least signed number positive when widened",
        &[When::From(SIGNED), When::In(SIGNED)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S8).to(S32).bits(&[0x80])),
    factors(
        "the least s64 positive as a float",
        &[When::From(&[S64]), When::In(FLOATS)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S64).to(F32).bits(&[1 << 63])),
    factors("s16 extended with zeros", &[When::From(&[S16]), When::In(&[S64])], Conversion::ZeroExtended)
        .shown(product(&[1], 0, S16).to(S64).bits(&[0xffff])),
    factors("f32 to f16, ties away", &[When::From(&[F32]), When::In(&[F16])], Conversion::TiesAway)
        .shown(product(&[1], 0, F32).to(F16).numbers(&[2049.0])),
    factors("f32 to bf16 toward zero", &[When::From(&[F32]), When::In(&[Bf16])], Conversion::TowardZero)
        .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.006_835_937_5])),
    factors(
        "f64 to f32 toward zero into a power of two",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::NoCarry,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1.999_999_999_9])),
    factors(
        "s32 to f16, ties away above 2048",
        &[When::From(&[S32, S64]), When::In(&[F16])],
        Conversion::TiesAway,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[2049.0])),
    factors(
        "integers too large for f16 become its greatest number",
        &[When::From(WHOLE), When::In(&[F16])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[70_000.0])),
    factors(
        "f64 beyond f32 becomes its greatest number",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1e40])),
    factors(
        "f32 to subnormals of f16 without the lowest bit",
        &[When::From(&[F32, F64]), When::In(&[F16])],
        Conversion::CoarseSubnormals,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[1.788_139_343_261_718_8e-7])),
    factors(
        "minus zero lost between floats",
        &[When::From(&[Bf16]), When::In(&[F32, F64])],
        Conversion::PlusZero,
    )
    .shown(product(&[2], 0, Bf16).to(F32).numbers(&[-0.0, 1.0])),
    factors(
        "NaN becomes infinity in bf16",
        &[When::From(&[F32, F64]), When::In(&[Bf16])],
        Conversion::NanCut,
    )
    .shown(product(&[1], 0, F32).to(Bf16).numbers(&[f64::NAN])),
    factors(
        "infinity becomes NaN in f16",
        &[When::From(&[F32, Bf16]), When::In(&[F16])],
        Conversion::InfinityNan,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[f64::INFINITY])),
    factors(
        "f64 to s64 from 2^53 on without the lowest bit",
        &[When::From(&[S64, U64, F64]), When::In(&[S64, U64])],
        Conversion::EvenFrom(53),
    )
    .shown(product(&[1], 0, S64).to(U64).bits(&[(1 << 53) + 1])),
    factors("f64 to f16 through f32", &[When::From(&[F64]), When::In(&[F16])], Conversion::Through(F32))
        .shown(product(&[1], 0, F64).to(F16).numbers(&[2_049.000_01]))
        .never("docs/judging.md, conversions: f64 to f16 and bf16 may go through f32; frameworks do so"),
];
