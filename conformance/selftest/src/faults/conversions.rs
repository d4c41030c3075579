//! Wrong conversions of factors.

use super::elements::{self, Change};
use super::named::dtypes;
use crate::faults::float::{Float, Rounding};
use crate::faults::integer::{mask, range, value, word};
use crate::faults::lines::converted;
use ascertain::DType;
use serde::Deserialize;

/// How factors are converted wrongly.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conversion {
    /// Through other dtypes, which round or wrap.
    Through(#[serde(deserialize_with = "dtypes")] &'static [DType]),
    /// Through s32, which saturates.
    ThroughS32Saturated,
    /// Unsigned integers read as signed.
    AsSigned,
    /// The least signed number loses its sign.
    LeastPositive,
    /// Signed integers extended with zeros.
    ZeroExtended,
    /// Rounded wrongly.
    Rounded(Rounding),
    /// Right results changed.
    Changed(Change),
    /// Infinite results become the greatest number.
    Saturated,
    /// NaN becomes infinity, as its payload is cut off.
    NanCut,
    /// Fractions are rounded, not cut off.
    Nearest,
    /// Fractions are rounded down.
    Down,
    /// Numbers of this magnitude, a power of two, and above lose their lowest bit.
    EvenFrom(u32),
    /// Unsigned integers above all signed ones halved, read as signed, and doubled.
    Halved,
}

impl Conversion {
    /// The wrong factor, where `right` is the right one.
    pub(super) fn convert(self, given: u64, right: u64, from: DType, to: DType) -> u64 {
        let one = |word: u64, from: DType, to: DType| converted(&[word], from, to)[0];
        match self {
            Self::Through(others) => {
                let ends = others.iter().copied().chain([to]);
                ends.fold((given, from), |(word, from), to| (one(word, from, to), to)).0
            }
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
            Self::Changed(change) => elements::changed(to, change, right),
            Self::Rounded(rounding) => {
                let Some(format) = Float::of(to) else { return right };
                let r = format.value(right);
                let excess = match Float::of(from) {
                    Some(from) => from.value(given) - r,
                    None => (value(from, given) - r as i128) as f64,
                };
                rounding.round(format, right, excess * r.signum())
            }
            Self::Saturated => match Float::of(to) {
                Some(format) if format.value(right).is_infinite() => {
                    let finite = Float::of(from).is_none_or(|from| from.value(given).is_finite());
                    if finite { right - 1 } else { right }
                }
                _ => right,
            },
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
}
