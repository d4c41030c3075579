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
