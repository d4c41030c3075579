//! The oracle of these tests: numbers as sign, integer and power of two, rounded once to nearest even.

use ascertain::DType;
use std::cmp::Ordering;

/// A binary interchange format: significand bits, the implicit one included, and exponent bits.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    precision: u32,
    exponent_bits: u32,
}

/// An exact number, or what floats have beside numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// `significand * 2^exponent`, with a sign that zero has too.
    Finite { negative: bool, significand: u128, exponent: i32 },
    /// An infinity, negative or not.
    Infinite(bool),
    /// Any NaN.
    NaN,
}

/// The format of a float dtype. Written here, not asked of the crate under test.
pub(crate) fn format(dtype: DType) -> Option<Format> {
    let (precision, exponent_bits) = match dtype {
        DType::F16 => (11, 5),
        DType::Bf16 => (8, 8),
        DType::F32 => (24, 8),
        DType::F64 => (53, 11),
        _ => return None,
    };
    Some(Format { precision, exponent_bits })
}

impl Format {
    /// Exponent of the least subnormal.
    pub(crate) fn least(self) -> i32 {
        3 - (1 << (self.exponent_bits - 1)) - self.precision as i32
    }

    pub(crate) fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << (self.precision - 1)
    }

    pub(crate) fn sign(self) -> u64 {
        1 << (self.precision - 1 + self.exponent_bits)
    }

    pub(crate) fn is_nan(self, bits: u64) -> bool {
        bits & !self.sign() > self.infinity()
    }

    pub(crate) fn decode(self, bits: u64) -> Value {
        let (negative, magnitude) = (bits & self.sign() != 0, bits & !self.sign());
        match magnitude.cmp(&self.infinity()) {
            Ordering::Greater => Value::NaN,
            Ordering::Equal => Value::Infinite(negative),
            Ordering::Less => {
                let (field, fraction) =
                    (magnitude >> (self.precision - 1), magnitude % (1 << (self.precision - 1)));
                let implicit = u64::from(field > 0) << (self.precision - 1);
                let exponent = self.least() + field.max(1) as i32 - 1;
                Value::Finite { negative, significand: u128::from(implicit | fraction), exponent }
            }
        }
    }

    /// The nearest number of the format, ties to even; none for NaN, which has many patterns.
    pub(crate) fn encode(self, value: Value) -> Option<u64> {
        let (negative, magnitude) = match value {
            Value::NaN => return None,
            Value::Infinite(negative) => (negative, self.infinity()),
            Value::Finite { negative, significand: 0, .. } => (negative, 0),
            Value::Finite { negative, significand, exponent } => {
                let top = exponent + 127 - significand.leading_zeros() as i32;
                let quantum = (top - self.precision as i32 + 1).max(self.least());
                let units = round_shift(significand, quantum - exponent);
                // A significand that fills up carries into the exponent, as it must.
                let fields = u128::from((quantum - self.least()) as u32) << (self.precision - 1);
                (negative, (units + fields).min(u128::from(self.infinity())) as u64)
            }
        };
        Some(if negative { magnitude | self.sign() } else { magnitude })
    }
}

/// `significand / 2^shift` to the nearest integer, ties to even.
fn round_shift(significand: u128, shift: i32) -> u128 {
    match shift {
        ..=0 => significand << -shift,
        1..=127 => {
            let (floor, rest) = (significand >> shift, significand % (1 << shift));
            let up = match rest.cmp(&(1 << (shift - 1))) {
                Ordering::Less => false,
                Ordering::Equal => floor % 2 == 1,
                Ordering::Greater => true,
            };
            floor + u128::from(up)
        }
        // The significands here have at most 107 bits: less than half.
        _ => 0,
    }
}

impl Value {
    pub(crate) fn integer(x: i128) -> Self {
        Self::Finite { negative: x < 0, significand: x.unsigned_abs(), exponent: 0 }
    }

    /// The exact product, by the rules of IEEE 754 for infinities and NaN.
    pub(crate) fn times(self, rhs: Self) -> Self {
        match (self, rhs) {
            (
                Self::Finite { negative: a, significand: m, exponent: x },
                Self::Finite { negative: b, significand: n, exponent: y },
            ) => Self::Finite { negative: a != b, significand: m * n, exponent: x + y },
            (Self::Infinite(a), Self::Infinite(b)) => Self::Infinite(a != b),
            (Self::Infinite(a), Self::Finite { negative: b, significand: 1.., .. })
            | (Self::Finite { negative: b, significand: 1.., .. }, Self::Infinite(a)) => {
                Self::Infinite(a != b)
            }
            _ => Self::NaN,
        }
    }

    /// The integer between `low` and `high` that is left when the fraction is cut off; outside, the nearer end; 0 for
    /// NaN.
    pub(crate) fn truncated(self, low: i128, high: i128) -> i128 {
        match self {
            Self::NaN => 0,
            Self::Infinite(true) => low,
            Self::Infinite(false) => high,
            Self::Finite { negative, significand, exponent } => {
                let magnitude = match exponent {
                    ..=-128 => 0,
                    -127..=-1 => significand >> -exponent,
                    _ if significand == 0 => 0,
                    _ if exponent as u32 >= significand.leading_zeros() - 1 => u128::MAX >> 1,
                    _ => significand << exponent,
                };
                let magnitude = magnitude as i128;
                (if negative { -magnitude } else { magnitude }).clamp(low, high)
            }
        }
    }
}
