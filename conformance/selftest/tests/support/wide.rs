//! A float with 128 bits of precision and exponents without limits: the product of a short line is exact in it.

use ascertain_selftest::faults::float::Float;

/// A number, or a zero, infinity or NaN.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wide {
    /// Zero, infinity or NaN.
    Special(f64),
    /// `significand * 2^exponent`; the highest bit of the significand is set.
    Number { negative: bool, significand: u128, exponent: i64 },
}

impl Wide {
    /// The number, exactly.
    pub(crate) fn new(x: f64) -> Self {
        if x == 0.0 || !x.is_finite() {
            return Self::Special(x);
        }
        let (field, fraction) = (x.to_bits() >> 52 & 0x7ff, x.to_bits() & ((1 << 52) - 1));
        let (significand, exponent) =
            if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field as i64 - 1075) };
        let shift = u128::from(significand).leading_zeros();
        let (significand, exponent) = (u128::from(significand) << shift, exponent - i64::from(shift));
        Self::Number { negative: x < 0.0, significand, exponent }
    }

    /// The product, rounded to nearest even where it has more than 128 bits.
    pub(crate) fn times(self, other: Self) -> Self {
        let (
            Self::Number { negative: left, significand: a, exponent: i },
            Self::Number { negative: right, significand: b, exponent: k },
        ) = (self, other)
        else {
            return Self::Special(self.stand_in() * other.stand_in());
        };
        let (mut high, mut low) = multiply(a, b);
        let mut exponent = i + k + 128;
        if high >> 127 == 0 {
            (high, low, exponent) = (high << 1 | low >> 127, low << 1, exponent - 1);
        }
        const HALF: u128 = 1 << 127;
        if low > HALF || (low == HALF && high & 1 == 1) {
            match high.checked_add(1) {
                Some(next) => high = next,
                None => (high, exponent) = (HALF, exponent + 1),
            }
        }
        Self::Number { negative: left != right, significand: high, exponent }
    }

    /// A number of f64 with the same sign, and zero, infinity or NaN like this one.
    fn stand_in(self) -> f64 {
        match self {
            Self::Special(x) => x,
            Self::Number { negative, .. } => {
                if negative {
                    -1.0
                } else {
                    1.0
                }
            }
        }
    }

    /// The nearest number of a format, ties to even, with gradual underflow.
    pub(crate) fn round(self, format: Float) -> f64 {
        let Self::Number { negative, significand, exponent } = self else { return self.stand_in() };
        // The exponent of the last place.
        let last = (exponent + 128 - i64::from(format.precision())).max(i64::from(format.least_exponent()));
        let shift = last - exponent;
        let rounded = match shift {
            129.. => 0,
            128 => u128::from(significand > 1 << 127),
            _ => {
                let (kept, rest, half) =
                    (significand >> shift, significand & ((1 << shift) - 1), 1 << (shift - 1));
                kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
            }
        };
        // A significand of 53 bits at most, scaled in two steps that are both exact below the format's range.
        let magnitude = if last > 1100 { f64::INFINITY } else { scale(rounded as f64, last as i32) };
        let magnitude = if magnitude > format.greatest() { f64::INFINITY } else { magnitude };
        if negative { -magnitude } else { magnitude }
    }
}

/// `x * 2^exponent`, exact where f64 holds it.
fn scale(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * ascertain_selftest::faults::float::power(half)
        * ascertain_selftest::faults::float::power(exponent - half)
}

/// The product of two numbers as 256 bits, high and low.
fn multiply(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let (low, left, right, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let middle = (low >> 64) + (left & LOW) + (right & LOW);
    (high + (left >> 64) + (right >> 64) + (middle >> 64), middle << 64 | low & LOW)
}
