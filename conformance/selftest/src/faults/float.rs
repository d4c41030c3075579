//! Numbers of the float dtypes as f64, and rounding to them; shares no arithmetic with the oracle or the core crate.
//!
//! f64 holds every number of f16, bf16 and f32, and the product of any two of them, exactly.

use ascertain::DType;
use serde::Deserialize;

/// A float dtype's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Significand bits, the implicit one included.
    precision: i32,
    /// Exponent of the least normal number.
    min_exp: i32,
    /// Exponent of the greatest number.
    max_exp: i32,
    bits: u32,
}

impl Float {
    /// The format of a dtype; none for integers.
    pub fn of(dtype: DType) -> Option<Self> {
        let max_exp = (1 << dtype.exponent_bits().checked_sub(1)?) - 1;
        let format =
            Self { precision: dtype.precision() as i32, min_exp: 1 - max_exp, max_exp, bits: dtype.bits() };
        dtype.is_float().then_some(format)
    }

    /// The format of a dtype that is a float.
    pub fn get(dtype: DType) -> Self {
        Self::of(dtype).expect("a float dtype")
    }

    /// The least normal number.
    pub fn least_normal(self) -> f64 {
        power(self.min_exp)
    }

    /// Significand bits, the implicit one included.
    pub fn precision(self) -> i32 {
        self.precision
    }

    /// The exponent of the least subnormal number.
    pub fn least_exponent(self) -> i32 {
        self.min_exp - self.fraction_bits()
    }

    /// The greatest finite number.
    pub fn greatest(self) -> f64 {
        power(self.max_exp) * (2.0 - power(-self.fraction_bits()))
    }

    /// Whether it is f64, whose products f64 does not hold.
    pub fn is_double(self) -> bool {
        self.precision == 53
    }

    /// Whether it is one of the 16-bit formats.
    pub fn is_half(self) -> bool {
        self.bits == 16
    }

    fn fraction_bits(self) -> i32 {
        self.precision - 1
    }

    /// The number that a word encodes.
    pub fn value(self, word: u64) -> f64 {
        if self.is_double() {
            return f64::from_bits(word);
        }
        let negative = word >> (self.bits - 1) & 1 == 1;
        let fraction = word & ((1 << self.fraction_bits()) - 1);
        let field = (word >> self.fraction_bits()) as i32 & (2 * self.max_exp + 1);
        let magnitude = if field == 2 * self.max_exp + 1 {
            if fraction == 0 { f64::INFINITY } else { f64::NAN }
        } else if field == 0 {
            fraction as f64 * power(self.min_exp - self.fraction_bits())
        } else {
            let exponent = (field - self.max_exp + 1023) as u64;
            f64::from_bits(exponent << 52 | fraction << (52 - self.fraction_bits()))
        };
        if negative { -magnitude } else { magnitude }
    }

    /// The word of a number that the format holds.
    pub fn word(self, x: f64) -> u64 {
        if self.is_double() {
            return x.to_bits();
        }
        let sign = u64::from(x.is_sign_negative()) << (self.bits - 1);
        let infinity = ((2 * self.max_exp + 1) as u64) << self.fraction_bits();
        let magnitude = x.abs();
        sign | if x.is_nan() {
            infinity | 1 << (self.fraction_bits() - 1)
        } else if magnitude.is_infinite() {
            infinity
        } else if magnitude < self.least_normal() {
            (magnitude * power(self.fraction_bits() - self.min_exp)) as u64
        } else {
            (magnitude.to_bits() >> (52 - self.fraction_bits()))
                - (((1023 - self.max_exp) as u64) << self.fraction_bits())
        }
    }

    /// The nearest number of the format, ties to even, with gradual underflow.
    pub fn round(self, x: f64) -> f64 {
        self.round_from(x, self.min_exp)
    }

    /// The same as if exponents had no lower end.
    pub fn round_normal(self, x: f64) -> f64 {
        self.round_from(x, -1000)
    }

    fn round_from(self, x: f64, min_exp: i32) -> f64 {
        if self.is_double() || x == 0.0 || !x.is_finite() {
            return x;
        }
        let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(min_exp);
        if exponent > self.max_exp {
            return f64::INFINITY.copysign(x);
        }
        // Adding a number whose last place is that of the result rounds once, to nearest even.
        let large = power(exponent - self.fraction_bits() + 52) * 1.5;
        let rounded = ((x.abs() + large) - large).copysign(x);
        if rounded.abs() >= power(self.max_exp) * 2.0 { f64::INFINITY.copysign(x) } else { rounded }
    }

    /// The next number away from zero, for a finite one.
    pub fn one_up(self, word: u64) -> u64 {
        if self.value(word).is_finite() { word + 1 } else { word }
    }
}

/// A power of two that f64 holds as a normal number.
pub fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// A wrong way to round.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Rounding {
    /// Toward zero.
    TowardZero,
    /// Toward zero from this exponent on.
    TowardZeroFrom(i32),
    /// Negative numbers toward zero.
    NegativeTowardZero,
    /// Toward zero where rounding up reaches the next power of two.
    NoCarry,
    /// Ties away from zero.
    TiesAway,
    /// Subnormal results to a multiple of two steps.
    CoarseSubnormals,
    /// Numbers above the greatest one overflow, even where they round to it.
    OverflowAtGreatest,
}

impl Rounding {
    /// The wrong result, where a number exceeds the right one in magnitude by so much.
    pub(crate) fn round(self, format: Float, right: u64, excess: f64) -> u64 {
        let r = format.value(right);
        if !r.is_finite() {
            return right;
        }
        let away = || 2.0 * excess == format.value(right + 1).abs() - r.abs();
        match self {
            Self::TowardZero if excess < 0.0 => right - 1,
            Self::TowardZeroFrom(least) if excess < 0.0 && r.abs() >= power(least) => right - 1,
            Self::NegativeTowardZero if excess < 0.0 && r < 0.0 => right - 1,
            Self::NoCarry if excess < 0.0 && r.to_bits() << 12 == 0 => right - 1,
            Self::TiesAway if excess > 0.0 && away() => right + 1,
            Self::CoarseSubnormals if r != 0.0 && r.abs() < format.least_normal() => right & !1,
            Self::OverflowAtGreatest if excess > 0.0 && r.abs() == format.greatest() => right + 1,
            _ => right,
        }
    }
}
