//! Elements that break implementations: specials, walks along the ends of the range, ties, wrapping integers.
//!
//! A line of a cumulative product soon leaves the range when its factors are drawn blindly; most strategies here
//! steer the running product, so that long lines stay worth judging.

use super::Source;
use ascertain::DType;
use ascertain::dtype::Class;
use ascertain::element::{Converter, converter};

/// How the elements of one tensor are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// 1, 2, 0.5, 3 and their negatives: products that are exact for long.
    Simple,
    /// Magnitudes about 1, the running product steered to stay about 1.
    About(Walk),
    /// Significands of few bits, so that products fall on or beside ties.
    Ties,
    /// Powers of two over the whole range, subnormal ones too.
    Powers,
    /// Any bits at all.
    Bits,
}

/// Where a running product is steered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    One,
    Overflow,
    Underflow,
}

/// Fills `bytes`, elements of `dtype`, whose lines along the dim of interest are `line` elements long or nearly.
pub fn fill(source: &mut Source, dtype: DType, bytes: &mut [u8]) {
    match dtype.class() {
        Class::Float => fill_floats(source, dtype, bytes),
        Class::Signed | Class::Unsigned => fill_integers(source, dtype, bytes),
        Class::Bool => bytes.iter_mut().for_each(|byte| *byte = (source.bits() & 1) as u8),
        Class::Complex => fill_bits(source, bytes),
    }
}

/// Fills `bytes` with anything.
pub fn fill_bits(source: &mut Source, bytes: &mut [u8]) {
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&source.bits().to_le_bytes()[..chunk.len()]);
    }
}

/// The layout of a float's bits.
struct Shape {
    size: usize,
    fraction_bits: u32,
    exponent_mask: u64,
    bias: i64,
}

impl Shape {
    fn of(dtype: DType) -> Self {
        let exponent_bits = dtype.exponent_bits();
        Self {
            size: dtype.size(),
            fraction_bits: dtype.precision() - 1,
            exponent_mask: (1 << exponent_bits) - 1,
            bias: (1 << (exponent_bits - 1)) - 1,
        }
    }

    /// Bits of `±1.fraction * 2^exponent`, clamped to the range; subnormal below the least normal exponent.
    fn word(&self, negative: bool, exponent: i64, fraction: u64) -> u64 {
        let sign = u64::from(negative) << (self.size * 8 - 1);
        let fraction = fraction & ((1 << self.fraction_bits) - 1);
        let biased = (exponent + self.bias).min(self.exponent_mask as i64 - 1);
        if biased >= 1 {
            return sign | (biased as u64) << self.fraction_bits | fraction;
        }
        let significand = fraction | 1 << self.fraction_bits;
        sign | significand.checked_shr((1 - biased).min(63) as u32).unwrap_or(0)
    }

    /// The binary logarithm of `1.fraction`, to some 1 %: a parabola through its ends and its middle.
    fn logarithm(&self, fraction: u64) -> f64 {
        let x = (fraction & ((1 << self.fraction_bits) - 1)) as f64 / (1_u64 << self.fraction_bits) as f64;
        x * (1.34 - 0.34 * x)
    }

    /// A zero, an infinity, a NaN, or a number at an end of the range.
    fn special(&self, source: &mut Source) -> u64 {
        let sign = (source.bits() & 1) << (self.size * 8 - 1);
        let infinity = self.exponent_mask << self.fraction_bits;
        let least_normal = 1 << self.fraction_bits;
        let magnitude = match source.weighted(&[6, 4, 4, 1, 2, 2, 2, 2]) {
            0 => 0,
            1 => infinity,
            2 => infinity | 1 << (self.fraction_bits - 1),
            // A signalling NaN.
            3 => infinity | 1,
            4 => 1,
            5 => least_normal - 1,
            6 => least_normal,
            _ => infinity - 1,
        };
        sign | magnitude
    }

    fn put(&self, bytes: &mut [u8], word: u64) {
        bytes.copy_from_slice(&word.to_le_bytes()[..self.size]);
    }
}

fn fill_floats(source: &mut Source, dtype: DType, bytes: &mut [u8]) {
    let shape = Shape::of(dtype);
    let strategy = match source.weighted(&[20, 34, 8, 8, 14, 8, 8]) {
        0 => Strategy::Simple,
        1 => Strategy::About(Walk::One),
        2 => Strategy::About(Walk::Overflow),
        3 => Strategy::About(Walk::Underflow),
        4 => Strategy::Ties,
        5 => Strategy::Powers,
        _ => Strategy::Bits,
    };
    // Specials drown everything after them, so most tensors have none and the others few.
    let special = if source.chance(22) { source.pick(&[2, 5, 25]) } else { 0 };
    let target = match strategy {
        Strategy::About(Walk::Overflow) => shape.bias - 1,
        Strategy::About(Walk::Underflow) => 1 - shape.bias,
        _ => 0,
    };
    // The binary logarithm of the running product, nearly; as if the tensor were one line.
    let mut level = 0.0;
    let mut first = true;
    for element in bytes.chunks_exact_mut(shape.size) {
        if special > 0 && source.chance(special) {
            let word = shape.special(source);
            shape.put(element, word);
            continue;
        }
        let random = source.bits();
        let (negative, fraction) = (random >> 63 == 1, random >> 8);
        // A factor in [0.5, 1) or in [1, 2), whichever leads back to the target.
        let back = if level > target as f64 || (level == target as f64 && random & 1 == 0) { -1 } else { 0 };
        let (exponent, fraction) = match strategy {
            Strategy::Simple => {
                let step = [0, 0, 1, -1][(random & 3) as usize];
                let three = random & 0x70 == 0;
                (
                    if level.abs() > 6.0 { back } else { step },
                    if three { 1 << (shape.fraction_bits - 1) } else { 0 },
                )
            }
            Strategy::About(_) if first => (target, fraction),
            Strategy::About(_) => (back, fraction),
            Strategy::Ties => {
                let few = 1 << (random & 31).min(u64::from(shape.fraction_bits) - 1);
                let middle = 1 << (shape.fraction_bits / 2);
                (back, few | if random & 64 == 0 { middle } else { 0 })
            }
            Strategy::Powers => {
                let reach = (shape.bias + i64::from(shape.fraction_bits)) as u64;
                let step = (random % (2 * reach)) as i64 - reach as i64;
                // Half of them lead back towards 1.
                (if random >> 62 & 1 == 0 { step } else { -level as i64 }, 0)
            }
            Strategy::Bits => {
                shape.put(element, random);
                continue;
            }
        };
        level += exponent as f64 + shape.logarithm(fraction);
        if strategy == Strategy::Powers {
            level = level.clamp(-shape.bias as f64, shape.bias as f64);
        }
        let word = shape.word(negative, exponent, fraction);
        first = false;
        shape.put(element, word);
    }
}

fn fill_integers(source: &mut Source, dtype: DType, bytes: &mut [u8]) {
    let size = dtype.size();
    let strategy = source.weighted(&[40, 35, 10, 15]);
    for element in bytes.chunks_exact_mut(size) {
        let random = source.bits();
        let word = match strategy {
            0 => [1, 2, 3, 5, u64::MAX, 1, 7, 1][(random & 7) as usize],
            // Odd numbers have inverses, so that no product vanishes however long the line.
            1 => random | 1,
            2 => [1, 1 << (size * 8 - 1), (1 << (size * 8 - 1)) - 1, u64::MAX, 0, 2, 1, 1]
                [(random & 7) as usize],
            _ => random,
        };
        element.copy_from_slice(&word.to_le_bytes()[..size]);
    }
}

/// Fills `bytes`, elements of `dtype`, with values that `target`, a dtype they are converted to, can mostly hold.
pub fn fill_for(source: &mut Source, dtype: DType, target: DType, bytes: &mut [u8]) {
    let convert: Option<Converter> = converter(DType::F64, dtype);
    match convert {
        Some(convert) if target.is_integer() && source.chance(85) => {
            for element in bytes.chunks_exact_mut(dtype.size()) {
                let random = source.bits();
                let value = (random & 7) as f64 - if target.class() == Class::Signed { 3.0 } else { 0.0 };
                let value = if random & 0x70 == 0 { value * 16.0 } else { value };
                let value = if random & 0x300 == 0 { value + 0.5 } else { value };
                convert(&value.to_le_bytes(), element);
            }
        }
        _ => fill(source, dtype, bytes),
    }
}
