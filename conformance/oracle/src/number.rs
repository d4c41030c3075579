//! Numbers of any binary format: a sign, and a magnitude with a 64-bit significand and an unbounded exponent.

/// A finite non-zero magnitude with at most 64 significant bits: `sig * 2^(exp - 63)`, the top bit of `sig` set.
///
/// So `2^exp <= value < 2^(exp + 1)`, and the derived order is the order of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mag {
    /// The floor of the binary logarithm.
    pub exp: i64,
    /// The significand, its most significant bit set.
    pub sig: u64,
}

/// The magnitude of a floating-point datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Magnitude {
    /// Zero.
    Zero,
    /// A finite non-zero number.
    Finite(Mag),
    /// Infinity.
    Infinite,
    /// Not a number; payloads and signs of NaN are never compared.
    Nan,
}

/// A floating-point datum: sign and magnitude. The sign of a NaN means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Float {
    /// Whether the sign bit is set.
    pub negative: bool,
    /// The magnitude.
    pub magnitude: Magnitude,
}

impl Mag {
    /// One.
    pub const ONE: Mag = Mag { exp: 0, sig: 1 << 63 };

    /// `2^exp`.
    pub const fn power_of_two(exp: i64) -> Mag {
        Mag { exp, sig: 1 << 63 }
    }

    /// `sig * 2^scale`.
    ///
    /// # Panics
    /// When `sig` is 0, which has no magnitude.
    pub const fn scaled(sig: u64, scale: i64) -> Mag {
        assert!(sig != 0, "zero is not a magnitude");
        let shift = sig.leading_zeros();
        Mag { exp: scale + 63 - shift as i64, sig: sig << shift }
    }

    /// The exact product as a 128-bit significand with its top bit set, and the floor of its binary logarithm.
    #[inline]
    pub fn exact_product(self, other: Mag) -> (u128, i64) {
        let wide = u128::from(self.sig) * u128::from(other.sig);
        if wide >> 127 == 1 { (wide, self.exp + other.exp + 1) } else { (wide << 1, self.exp + other.exp) }
    }

    /// The product rounded toward zero to 64 bits: within a relative error of `2^-63`, never above the exact one.
    #[inline]
    pub fn product_down(self, other: Mag) -> Mag {
        let (wide, exp) = self.exact_product(other);
        Mag { exp, sig: (wide >> 64) as u64 }
    }

    /// The product rounded away from zero to 64 bits: never below the exact one.
    #[inline]
    pub fn product_up(self, other: Mag) -> Mag {
        let (wide, exp) = self.exact_product(other);
        let inexact = u64::from(wide as u64 != 0);
        Mag { exp, sig: (wide >> 64) as u64 }.plus_units(inexact)
    }

    /// This value plus `units` units in the last of the 64 places, rounded up.
    #[inline]
    pub fn plus_units(self, units: u64) -> Mag {
        match self.sig.checked_add(units) {
            Some(sig) => Mag { exp: self.exp, sig },
            // The sum is 2^64 + low: halve it, rounding up.
            None => {
                let low = self.sig.wrapping_add(units);
                Mag { exp: self.exp + 1, sig: (1 << 63) | low.div_ceil(2) }
            }
        }
    }
}

impl Float {
    /// A NaN.
    pub const NAN: Float = Float { negative: false, magnitude: Magnitude::Nan };

    /// A zero of the given sign.
    pub const fn zero(negative: bool) -> Float {
        Float { negative, magnitude: Magnitude::Zero }
    }

    /// Whether this is a NaN.
    pub const fn is_nan(self) -> bool {
        matches!(self.magnitude, Magnitude::Nan)
    }
}

/// A finite non-zero magnitude with 128 significant bits: `sig * 2^(exp - 127)`, the top bit of `sig` set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WideMag {
    /// The exponent of its leading bit.
    pub exp: i64,
    /// Its bits, the leading one first.
    pub sig: u128,
}

impl WideMag {
    /// 1.
    pub const ONE: WideMag = WideMag { exp: 0, sig: 1 << 127 };

    /// The same number.
    pub fn from(mag: Mag) -> WideMag {
        WideMag { exp: mag.exp, sig: u128::from(mag.sig) << 64 }
    }

    /// The product rounded toward zero, and whether that lost anything.
    pub fn product_down(self, other: WideMag) -> (WideMag, bool) {
        let halves = |sig: u128| (sig >> 64, sig & u128::from(u64::MAX));
        let ((a_high, a_low), (b_high, b_low)) = (halves(self.sig), halves(other.sig));
        // The 256 bits of the product: `high` and `low` with three partial products between them.
        let ((cross, cross_low), (other_cross, other_low)) = (halves(a_high * b_low), halves(a_low * b_high));
        let (low_high, low_low) = halves(a_low * b_low);
        let (carry, middle) = halves(cross_low + other_low + low_high);
        let high = a_high * b_high + cross + other_cross + carry;
        let low = middle << 64 | low_low;
        let exp = self.exp + other.exp;
        if high >> 127 == 1 {
            (WideMag { exp: exp + 1, sig: high }, low != 0)
        } else {
            (WideMag { exp, sig: high << 1 | low >> 127 }, low << 1 != 0)
        }
    }

    /// A power, rounded toward zero at each product. `exponent` is not 0.
    pub(super) fn power_down(self, exponent: u64) -> WideMag {
        let places = (0..exponent.ilog2()).rev();
        places.fold(self, |power, place| {
            let square = power.product_down(power).0;
            if exponent >> place & 1 == 1 { square.product_down(self).0 } else { square }
        })
    }

    /// This value plus `units` units in the last of the 128 places, rounded up.
    pub(super) fn plus_units(self, units: u64) -> WideMag {
        let (sig, overflows) = self.sig.overflowing_add(u128::from(units));
        if overflows {
            WideMag { exp: self.exp + 1, sig: 1 << 127 | sig.div_ceil(2) }
        } else {
            WideMag { sig, ..self }
        }
    }

    /// The first 64 bits: the value rounded toward zero.
    pub(super) fn truncated(self) -> Mag {
        Mag { exp: self.exp, sig: (self.sig >> 64) as u64 }
    }
}
