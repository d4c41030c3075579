//! Wrong conversions of factors.

use super::table::dtype;
use crate::faults::float::Float;
use crate::faults::integer::{mask, range, value, word};
use crate::faults::lines::converted;
use ascertain::DType;
use serde::Deserialize;

/// How factors are converted wrongly.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conversion {
    /// Through another dtype, which rounds or wraps.
    Through(#[serde(deserialize_with = "dtype")] DType),
    /// Through two others.
    ThroughTwo(#[serde(deserialize_with = "dtype")] DType, #[serde(deserialize_with = "dtype")] DType),
    /// Through s32, which saturates.
    ThroughS32Saturated,
    /// Unsigned integers read as signed.
    AsSigned,
    /// The least signed number loses its sign.
    LeastPositive,
    /// Signed integers extended with zeros.
    ZeroExtended,
    /// Rounded to nearest, ties away from zero.
    TiesAway,
    /// Rounded toward zero.
    TowardZero,
    /// Rounded toward zero where rounding up reaches the next power of two.
    NoCarry,
    /// Infinite results become the greatest number.
    Saturated,
    /// Subnormal results lose their lowest bit.
    CoarseSubnormals,
    /// Minus zero becomes zero.
    PlusZero,
    /// NaN becomes infinity, as its payload is cut off.
    NanCut,
    /// Fractions are rounded, not cut off.
    Nearest,
    /// Fractions are rounded down.
    Down,
    /// Numbers of this magnitude, a power of two, and above lose their lowest bit.
    EvenFrom(u32),
    /// Infinity becomes NaN.
    InfinityNan,
    /// Unsigned integers above all signed ones halved, read as signed, and doubled.
    Halved,
    /// Numbers above the greatest number overflow, even where they round to it.
    OverflowAtGreatest,
    /// Negative numbers rounded toward zero.
    NegativeTowardZero,
}

impl Conversion {
    /// The wrong factor, where `right` is the right one.
    pub(super) fn convert(self, given: u64, right: u64, from: DType, to: DType) -> u64 {
        let one = |word: u64, from: DType, to: DType| converted(&[word], from, to)[0];
        match self {
            Self::Through(middle) => one(one(given, from, middle), middle, to),
            Self::ThroughTwo(first, second) => one(one(one(given, from, first), first, second), second, to),
            Self::ThroughS32Saturated => {
                let (low, high) = range(DType::S32);
                let middle = match Float::of(from) {
                    Some(format) => format.value(given).trunc().clamp(low as f64, high as f64) as i128,
                    None => value(from, given).clamp(low, high),
                };
                one(word(DType::S32, middle), DType::S32, to)
            }
            Self::AsSigned => match from {
                DType::U8 => one(given, DType::S8, to),
                DType::U16 => one(given, DType::S16, to),
                DType::U32 => one(given, DType::S32, to),
                DType::U64 => one(given, DType::S64, to),
                _ => right,
            },
            Self::LeastPositive => match (Float::of(from), Float::of(to)) {
                (None, None) if range(from).0 == value(from, given) && range(from).0 < 0 => given & mask(to),
                (None, Some(_)) if range(from).0 == value(from, given) && range(from).0 < 0 => {
                    right & !(1 << (to.bits() - 1))
                }
                _ => right,
            },
            Self::ZeroExtended => given & mask(to),
            Self::Halved => match Float::of(to) {
                Some(format) if from == DType::U64 && given >> 63 == 1 => {
                    format.word(2.0 * format.value(one(given >> 1, DType::S64, to)))
                }
                _ => right,
            },
            Self::TiesAway
            | Self::OverflowAtGreatest
            | Self::NegativeTowardZero
            | Self::TowardZero
            | Self::NoCarry
            | Self::Saturated
            | Self::CoarseSubnormals
            | Self::InfinityNan => self.round(given, right, from, to),
            Self::PlusZero => {
                if right == 1 << (to.bits() - 1) {
                    0
                } else {
                    right
                }
            }
            Self::NanCut => match Float::of(to) {
                Some(format) if format.value(right).is_nan() => format.word(f64::INFINITY),
                _ => right,
            },
            Self::Nearest | Self::Down => match Float::of(from) {
                Some(format) if to.is_integer() => {
                    let x = format.value(given);
                    let whole = if matches!(self, Self::Down) { x.floor() } else { x.round_ties_even() };
                    let (low, high) = range(to);
                    if whole >= low as f64 && whole < high as f64 + 1.0 {
                        word(to, whole as i128)
                    } else {
                        right
                    }
                }
                _ => right,
            },
            Self::EvenFrom(bits) => {
                let whole = if to.is_integer() { value(to, right).unsigned_abs() } else { 0 };
                if whole >> bits != 0 { right & !1 } else { right }
            }
        }
    }

    fn round(self, given: u64, right: u64, from: DType, to: DType) -> u64 {
        let Some(format) = Float::of(to) else { return right };
        let r = format.value(right);
        if matches!(self, Self::InfinityNan) {
            return if r.is_infinite() { right + 1 } else { right };
        }
        if r.is_infinite() {
            let finite = Float::of(from).is_none_or(|from| from.value(given).is_finite());
            return if matches!(self, Self::Saturated) && finite { right - 1 } else { right };
        }
        // Whether the number given exceeds the rounded one in magnitude, and by how much.
        let excess = match Float::of(from) {
            Some(from) => (from.value(given) - r) * r.signum(),
            None => ((value(from, given) - r as i128) as f64) * r.signum(),
        };
        match self {
            Self::TiesAway if excess > 0.0 && 2.0 * excess == format.value(right + 1).abs() - r.abs() => {
                right + 1
            }
            Self::OverflowAtGreatest if excess > 0.0 && r.abs() == format.greatest() => right + 1,
            Self::NegativeTowardZero if excess < 0.0 && r < 0.0 => right - 1,
            Self::TowardZero if excess < 0.0 => right - 1,
            Self::NoCarry if excess < 0.0 && r.to_bits() << 12 == 0 => right - 1,
            Self::CoarseSubnormals if r != 0.0 && r.abs() < format.least_normal() => right & !1,
            _ => right,
        }
    }
}
