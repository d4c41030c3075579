//! Binary floating-point formats as data: decode, encode, round.
//!
//! A [`Format`] is an IEEE 754 interchange layout: one sign bit, `exponent_bits` of biased exponent, `precision - 1`
//! fraction bits, gradual underflow, infinities and NaN. The four dtypes judged are constants; tests build tiny ones,
//! in which everything can be enumerated.

use super::{Float, Mag, Magnitude, Subnormals};
use std::fmt;

/// A binary floating-point format, by the width of its exponent field and its precision, and what is declared of its subnormal
/// numbers where formulas are computed in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    exponent_bits: u32,
    precision: u32,
    subnormals: Option<Subnormals>,
}

impl Format {
    /// IEEE 754 binary16.
    pub const F16: Format = Format::ieee(5, 11);
    /// bfloat16: binary32 with its fraction cut to 7 bits.
    pub const BF16: Format = Format::ieee(8, 8);
    /// IEEE 754 binary32.
    pub const F32: Format = Format::ieee(8, 24);
    /// IEEE 754 binary64.
    pub const F64: Format = Format::ieee(11, 53);
    /// The x87 extended format: an accumulator only, it has no encoding here.
    pub const X87: Format = Format::ieee(15, 64);

    /// The format with the given exponent field and precision (the hidden bit counted).
    ///
    /// # Panics
    /// Unless `2 <= exponent_bits <= 15` and `2 <= precision <= 64`.
    pub const fn ieee(exponent_bits: u32, precision: u32) -> Format {
        assert!(2 <= exponent_bits && exponent_bits <= 15, "an exponent field has 2 to 15 bits");
        assert!(2 <= precision && precision <= 64, "a precision is 2 to 64 bits");
        Format { exponent_bits, precision, subnormals: None }
    }

    /// The same format, with what is declared of its subnormal numbers.
    pub const fn declaring(self, subnormals: Option<Subnormals>) -> Format {
        Format { subnormals, ..self }
    }

    /// What is declared of its subnormal numbers.
    pub const fn subnormals(self) -> Option<Subnormals> {
        self.subnormals
    }

    /// Significant bits, the hidden one counted.
    pub const fn precision(self) -> u32 {
        self.precision
    }

    /// Bits of a datum, the sign counted.
    pub const fn bits(self) -> u32 {
        self.exponent_bits + self.precision
    }

    /// Bytes that a datum takes in an array: the smallest of 1, 2, 4 and 8 that holds [`Format::bits`].
    pub const fn bytes(self) -> usize {
        (self.bits().div_ceil(8) as usize).next_power_of_two()
    }

    /// Exponent of the smallest normal number, `2^min_exp`.
    pub const fn min_exp(self) -> i64 {
        1 - self.bias()
    }

    /// Exponent of the binade of the largest finite number, which is below `2^(max_exp + 1)`.
    pub const fn max_exp(self) -> i64 {
        self.bias()
    }

    /// Exponent of the smallest subnormal number.
    pub const fn tiny_exp(self) -> i64 {
        self.min_exp() - (self.precision as i64) + 1
    }

    /// The least magnitude that rounds to infinity: the largest finite number plus half a unit in its last place.
    pub const fn overflow(self) -> Mag {
        // p + 1 ones; with p = 64 the half unit does not fit, and the value below it is as safe a bound.
        let ones = self.precision + 1;
        let sig = if ones >= 64 { u64::MAX } else { !0 << (64 - ones) };
        Mag { exp: self.max_exp(), sig }
    }

    /// The largest finite magnitude.
    pub const fn largest(self) -> Mag {
        Mag { exp: self.max_exp(), sig: !0 << (64 - self.precision) }
    }

    /// Whether every number of `other` is a number of this format.
    pub const fn holds(self, other: Format) -> bool {
        self.precision >= other.precision && self.exponent_bits >= other.exponent_bits
    }

    /// What is added to an exponent in a datum, and the greatest exponent.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Bits behind the point of a datum.
    pub const fn fraction_bits(self) -> u32 {
        self.precision - 1
    }

    /// The bits of a datum but its sign, all set.
    pub const fn magnitude_mask(self) -> u64 {
        (1 << (self.bits() - 1)) - 1
    }

    /// The sign bit.
    pub const fn sign_bit(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// The bits of positive infinity; larger magnitude bits are NaN.
    pub const fn infinity_bits(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits()
    }

    /// The bits of a quiet NaN.
    pub const fn nan_bits(self) -> u64 {
        self.infinity_bits() | 1 << (self.fraction_bits() - 1)
    }

    /// The bits of the least normal number.
    pub const fn least_normal_bits(self) -> u64 {
        1 << self.fraction_bits()
    }

    /// The bits of 1.
    pub const fn one_bits(self) -> u64 {
        (self.bias() as u64) << self.fraction_bits()
    }

    /// The datum that the low [`Format::bits`] bits of `bits` encode.
    #[inline]
    pub fn decode(self, bits: u64) -> Float {
        let negative = bits & self.sign_bit() != 0;
        let magnitude = bits & self.magnitude_mask();
        let field = magnitude >> self.fraction_bits();
        let fraction = magnitude & ((1 << self.fraction_bits()) - 1);
        let magnitude = if magnitude >= self.infinity_bits() {
            if fraction == 0 { Magnitude::Infinite } else { Magnitude::Nan }
        } else if magnitude == 0 {
            Magnitude::Zero
        } else if field == 0 {
            Magnitude::Finite(Mag::scaled(fraction, self.tiny_exp()))
        } else {
            let sig = (1 << 63) | fraction << (64 - self.precision);
            Magnitude::Finite(Mag { exp: field as i64 - self.bias(), sig })
        };
        Float { negative, magnitude }
    }

    /// The magnitude that `bits` encode, if it is a normal number.
    #[inline(always)]
    pub(super) fn decode_normal(self, bits: u64) -> Option<Mag> {
        let magnitude = bits & self.magnitude_mask();
        let field = magnitude >> self.fraction_bits();
        // The field's last bit is shifted onto the top bit, the others out.
        let sig = (1 << 63) | magnitude << (64 - self.precision);
        let normal = field.wrapping_sub(1) < (1 << self.exponent_bits) - 2;
        normal.then_some(Mag { exp: field as i64 - self.bias(), sig })
    }

    /// The bits of a datum. A magnitude that this format does not hold is rounded to it.
    pub fn encode(self, value: Float) -> u64 {
        let magnitude = match value.magnitude {
            Magnitude::Nan => return self.nan_bits(),
            Magnitude::Finite(mag) => self.magnitude_bits(self.round(mag)),
            other => self.magnitude_bits(other),
        };
        if value.negative { magnitude | self.sign_bit() } else { magnitude }
    }

    /// The bits of a magnitude that this format holds.
    pub(super) fn magnitude_bits(self, magnitude: Magnitude) -> u64 {
        match magnitude {
            Magnitude::Zero => 0,
            Magnitude::Finite(mag) => self.encode_exact(mag),
            Magnitude::Infinite => self.infinity_bits(),
            Magnitude::Nan => self.nan_bits(),
        }
    }

    /// The bits of a magnitude that this format holds.
    pub(super) fn encode_exact(self, mag: Mag) -> u64 {
        if mag.exp < self.min_exp() {
            return mag.sig >> (63 - (mag.exp - self.tiny_exp()));
        }
        let field = (mag.exp + self.bias()) as u64;
        let fraction = mag.sig << 1 >> (64 - self.fraction_bits());
        field << self.fraction_bits() | fraction
    }

    /// `mag` rounded to nearest, ties to even, with gradual underflow.
    #[inline]
    pub fn round(self, mag: Mag) -> Magnitude {
        self.round_wide(u128::from(mag.sig) << 64, mag.exp)
    }

    /// Bits of `±1.fraction * 2^exponent`, clamped to the range; subnormal below the least normal exponent.
    pub fn word(self, negative: bool, exponent: i64, fraction: u64) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        let fraction = fraction & (self.least_normal_bits() - 1);
        let biased = (exponent + self.bias()).min(2 * self.bias());
        if biased >= 1 {
            return sign | (biased as u64) << self.fraction_bits() | fraction;
        }
        let significand = fraction | self.least_normal_bits();
        sign | significand.checked_shr((1 - biased).min(63) as u32).unwrap_or(0)
    }

    /// Bits of an integer, or of the next number towards zero.
    pub fn toward_zero(self, value: i128) -> u64 {
        let magnitude = value.unsigned_abs();
        let Some(exponent) = magnitude.checked_ilog2() else { return 0 };
        // The leading bit goes to the place before the fraction.
        let significand = magnitude << (127 - exponent) >> (127 - self.fraction_bits());
        self.word(value < 0, exponent.into(), significand as u64)
    }

    /// The `nth` of `count` data that are spread over the format; those of one operand are in another order than those of another.
    /// `count` is a power of two, and no more than there are.
    pub fn spread(self, operand: usize, nth: u64, count: u64) -> u64 {
        let low_bits = self.bits() - count.ilog2();
        // An odd number: what is multiplied by it takes every value once.
        let high = nth.wrapping_mul(2 * 20_011 * operand as u64 + 1) % count;
        // The low bits of wider data are anything.
        let low = (nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % (1 << low_bits);
        (high << low_bits) | low
    }

    /// `sig * 2^(exp - 127)`, the top bit of `sig` set, rounded to nearest even with gradual underflow.
    #[inline]
    pub fn round_wide(self, sig: u128, exp: i64) -> Magnitude {
        let lost = (self.min_exp() - exp).max(0);
        let keep = i64::from(self.precision) - lost;
        if keep < 1 {
            // Below the smallest subnormal: half of it, alone, is a tie that goes to zero.
            return if keep == 0 && sig > 1 << 127 {
                Magnitude::Finite(Mag::power_of_two(self.tiny_exp()))
            } else {
                Magnitude::Zero
            };
        }
        match round_to(sig, exp, keep as u32) {
            mag if mag.exp > self.max_exp() => Magnitude::Infinite,
            mag => Magnitude::Finite(mag),
        }
    }

    /// Whether a result of the exact magnitude `sig * 2^(exp - 127)` is tiny, tininess detected before rounding or
    /// after it (to this precision, as if the exponent were unbounded).
    #[inline]
    pub(super) fn is_tiny(self, sig: u128, exp: i64, after_rounding: bool) -> bool {
        if exp >= self.min_exp() {
            return false;
        }
        !after_rounding || round_to(sig, exp, self.precision).exp < self.min_exp()
    }

    /// Adds elements of a little-endian array to `words`.
    pub(super) fn load_all(self, bytes: &[u8], elements: impl Iterator<Item = usize>, words: &mut Vec<u64>) {
        match self.bytes() {
            1 => words.extend(elements.map(|at| u64::from(bytes[at]))),
            2 => words.extend(elements.map(|at| u64::from(u16::from_le_bytes(bytes.as_chunks().0[at])))),
            4 => words.extend(elements.map(|at| u64::from(u32::from_le_bytes(bytes.as_chunks().0[at])))),
            _ => words.extend(elements.map(|at| u64::from_le_bytes(bytes.as_chunks().0[at]))),
        }
    }

    /// One element of a little-endian array.
    #[inline]
    pub fn load(self, bytes: &[u8], element: usize) -> u64 {
        match self.bytes() {
            1 => u64::from(bytes[element]),
            2 => u64::from(u16::from_le_bytes(bytes.as_chunks().0[element])),
            4 => u64::from(u32::from_le_bytes(bytes.as_chunks().0[element])),
            _ => u64::from_le_bytes(bytes.as_chunks().0[element]),
        }
    }
}

/// `sig * 2^(exp - 127)` rounded to nearest even at `keep` bits, 1 to 64, without limits on the exponent.
#[inline]
fn round_to(sig: u128, exp: i64, keep: u32) -> Mag {
    let cut = 128 - keep;
    let kept = sig >> cut;
    let rest = sig << keep;
    let half = 1 << 127;
    let up = rest > half || (rest == half && kept & 1 == 1);
    let kept = kept + u128::from(up);
    if kept >> keep != 0 {
        Mag::power_of_two(exp + 1)
    } else {
        Mag { exp, sig: (kept << (64 - keep)) as u64 }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.declaring(None) {
            Format::F16 => out.write_str("f16"),
            Format::BF16 => out.write_str("bf16"),
            Format::F32 => out.write_str("f32"),
            Format::F64 => out.write_str("f64"),
            Format::X87 => out.write_str("x87"),
            Format { exponent_bits, precision, .. } => write!(out, "float(e{exponent_bits}, p{precision})"),
        }
    }
}
