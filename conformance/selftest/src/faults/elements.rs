//! Wrong elements, and wrong products.

use super::facts::{At, Line};
use super::named::dtype;
use crate::faults::float::{Float, Rounding};
use crate::faults::integer::{mask, range, value, word};
use crate::faults::lines::{converted, times};
use ascertain::DType;
use serde::Deserialize;

/// How an element is changed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// It stays the factor.
    Factor,
    Zero,
    /// The element before it.
    Previous,
    /// Its factor is multiplied twice.
    Twice,
    /// One unit in the last place away from zero.
    UnitUp,
    /// The other sign.
    Negated,
    /// The product before the first changed element.
    Stuck,
    /// So many of the lowest bits are lost.
    LowBits(u32),
    /// A subnormal number becomes zero.
    Flushed,
    /// Minus zero becomes zero.
    PlusZero,
    /// Infinity becomes the greatest number.
    Greatest,
    /// NaN becomes zero.
    NoNan,
    /// NaN gets another payload.
    OtherNan,
    /// Infinity becomes NaN.
    InfinityNan,
    /// A float becomes NaN.
    Nan,
    /// The first element.
    First,
    /// The highest bit is lost.
    HighBit,
    /// A NaN becomes quiet.
    QuietNan,
    /// A float loses its sign.
    Positive,
    /// It goes through another dtype, which rounds or wraps.
    Through(#[serde(deserialize_with = "dtype")] DType),
    /// It wraps as in a narrower integer dtype.
    Wrapped(#[serde(deserialize_with = "dtype")] DType),
}

/// How two elements are multiplied.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rule {
    /// Floats rounded wrongly.
    Rounded(Rounding),
    /// Divided by the reciprocal.
    Reciprocal,
    /// f64 products rounded to f32 if they fit its range.
    ThroughF32,
    /// Infinity times zero is zero.
    ZeroWins,
    /// Products of large magnitude lose the cross term of their halves.
    NoCrossTerm,
    /// Saturated at the ends of the dtype, infinity too.
    Saturated,
    /// Computed in f64, then converted.
    InF64,
    /// Computed in f32, then converted.
    InF32,
    /// A negative number times a negative one stays negative at the least number.
    LeastTimesMinusOne,
    /// A negative zero factor counts as zero.
    SignOfZeroFactor,
    /// A factor after so many ones is skipped.
    SkipAfterOnes(usize),
    /// Subnormal results are rounded to full precision first.
    SubnormalTwice,
    /// Once the product is zero it stays as it is.
    ZeroStays,
    /// Once the product is infinite it stays as it is.
    InfinityStays,
    /// Integers computed in f16, then converted.
    InF16,
}

/// Changes elements.
pub(super) fn change(line: &mut Line<'_>, at: At, change: Change) {
    let (at, n) = (at.of_line(line), line.factors.len());
    let stuck = (0..n).find(|k| at.holds(*k, n)).and_then(|k| k.checked_sub(1)).map(|k| line.products[k]);
    for k in (0..n).rev().filter(|k| at.holds(*k, n)) {
        // From the last on, so that the elements before are still right.
        let (before, factor) = (k.checked_sub(1).map(|k| line.products[k]), line.factors[k]);
        let product = line.products[k];
        line.products[k] = match change {
            Change::Stuck => stuck.unwrap_or(product),
            Change::Factor => factor,
            Change::First => line.factors[0],
            Change::Zero => 0,
            Change::Previous => before.unwrap_or(product),
            Change::Twice => times(line.dtype, product, factor),
            _ => changed(line.dtype, change, product),
        };
    }
}

pub(super) fn changed(dtype: DType, change: Change, product: u64) -> u64 {
    let sign = 1 << (dtype.bits() - 1);
    if let Change::Through(other) = change {
        return converted(&converted(&[product], dtype, other), other, dtype)[0];
    }
    let Some(format) = Float::of(dtype) else {
        return match change {
            Change::UnitUp => product.wrapping_add(1) & mask(dtype),
            Change::Negated => product.wrapping_neg() & mask(dtype),
            Change::LowBits(bits) => product >> bits << bits,
            Change::HighBit => product & !sign,
            Change::Wrapped(narrow) => word(dtype, value(narrow, product & mask(narrow))),
            _ => product,
        };
    };
    let x = format.value(product);
    match change {
        Change::UnitUp if x != 0.0 => format.one_up(product),
        Change::Negated if !x.is_nan() => product ^ sign,
        Change::LowBits(bits) if x.is_finite() => product >> bits << bits,
        Change::Flushed if x.abs() < format.least_normal() => product & sign,
        Change::PlusZero if x == 0.0 => 0,
        Change::Greatest if x.is_infinite() => product - 1,
        Change::NoNan if x.is_nan() => 0,
        Change::OtherNan if x.is_nan() => (product | 1) ^ sign,
        Change::InfinityNan if x.is_infinite() => format.word(f64::NAN),
        Change::Nan => format.word(f64::NAN),
        Change::QuietNan if x.is_nan() => product | format.word(f64::NAN),
        Change::Positive => product & !sign,
        _ => product,
    }
}

/// Multiplies in sequence, some products by a rule. Nothing changes where the rule changes nothing.
pub(super) fn steps(line: &mut Line<'_>, at: At, rule: Rule) {
    let n = line.factors.len();
    let mut deviates = false;
    for k in 1..n {
        let (before, factor) = (line.products[k - 1], line.factors[k]);
        let right = if deviates { times(line.dtype, before, factor) } else { line.products[k] };
        let product = if at.holds(k, n) { rule.product(line, k, right) } else { right };
        deviates |= product != right;
        line.products[k] = product;
    }
}

impl Rule {
    fn product(self, line: &Line<'_>, k: usize, right: u64) -> u64 {
        let (dtype, a, b) = (line.dtype, line.products[k - 1], line.factors[k]);
        if let Self::SkipAfterOnes(ones) = self {
            let one = Float::of(dtype).map_or(1, |format| format.word(1.0));
            let skipped = k > ones && line.factors[k - ones..k].iter().all(|factor| *factor == one);
            return if skipped { a } else { right };
        }
        match Float::of(dtype) {
            Some(format) => self.of_floats(format, a, b, right),
            None => self.of_integers(dtype, a, b, right),
        }
    }

    fn of_floats(self, format: Float, a: u64, b: u64, right: u64) -> u64 {
        let (x, y, r) = (format.value(a), format.value(b), format.value(right));
        let product = x * y;
        // How much the exact product exceeds the rounded one in magnitude.
        let excess = if format.is_double() { x.mul_add(y, -r) } else { product - r } * r.signum();
        let finite = r.is_finite() && r != 0.0;
        match self {
            Self::Rounded(rounding) => rounding.round(format, right, excess),
            Self::Reciprocal if finite && y != 0.0 => {
                let reciprocal = format.round(1.0 / y);
                let quotient = x / reciprocal;
                if quotient.is_finite() { format.word(format.round(quotient)) } else { right }
            }
            Self::ThroughF32 if finite && r.abs() > 1e-30 && r.abs() < 1e30 => {
                format.word(f64::from(product as f32))
            }
            Self::SubnormalTwice if finite && r.abs() < format.least_normal() => {
                format.word(format.round(format.round_normal(product)))
            }
            Self::Saturated if r.is_infinite() => right - 1,
            Self::ZeroStays if x == 0.0 => a,
            Self::InfinityStays if x.is_infinite() => a,
            Self::ZeroWins if r.is_nan() && (x == 0.0 || y == 0.0) => 0,
            Self::SignOfZeroFactor if y == 0.0 && r == 0.0 => {
                format.word(0.0_f64.copysign(if x.is_sign_negative() { -1.0 } else { 1.0 }))
            }
            _ => right,
        }
    }

    fn of_integers(self, dtype: DType, a: u64, b: u64, right: u64) -> u64 {
        let (x, y) = (value(dtype, a), value(dtype, b));
        let (low, high) = range(dtype);
        let exact = x.saturating_mul(y);
        match self {
            Self::NoCrossTerm => {
                let half = dtype.bits() / 2;
                let (a1, a0, b1, b0) = (a >> half, a & ((1 << half) - 1), b >> half, b & ((1 << half) - 1));
                // One of the two cross terms is lost where both factors have high halves.
                let cross = if a1 != 0 && b1 != 0 {
                    a1.wrapping_mul(b0)
                } else {
                    a1.wrapping_mul(b0).wrapping_add(a0.wrapping_mul(b1))
                };
                a0.wrapping_mul(b0).wrapping_add(cross << half) & mask(dtype)
            }
            Self::Saturated => word(dtype, exact.clamp(low, high)),
            Self::InF64 if (low..=high).contains(&exact) => word(dtype, (x as f64 * y as f64) as i128),
            Self::InF32 if (low..=high).contains(&exact) => {
                word(dtype, i128::from((x as f32 * y as f32) as i64))
            }
            Self::InF16 if (low..=high).contains(&exact) => {
                let half = Float::get(DType::F16).round(exact as f64);
                if half.is_finite() { word(dtype, half as i128) } else { right }
            }
            Self::LeastTimesMinusOne if x == low && y == -1 && low < 0 => word(dtype, high),
            _ => right,
        }
    }
}
