//! Formats whose products can be followed in f64: the constants and tables of one model.
//!
//! Products of two are exact in f64, with room in its exponent for every product inside the guard. The running product
//! of `k` factors is within `k * 2^-53` of the exact one; tables carry that error and their own, and only strict
//! comparisons count.

use super::model::{Error, Model};
use super::{Format, Mag};

/// The longest lines that the quick paths take.
pub(super) const LONGEST: usize = 1 << 20;

/// Margin on both sides of the guard where f64 decides: errors of f64 chains up to [`LONGEST`] stay below it.
pub(super) const MARGIN: f64 = 1.0 / (1u64 << 28) as f64;

/// Products beyond this or its inverse are given up, before f64 could lose their bits.
pub(super) const FAR: f64 = f64::from_bits((1023 + 900) << 52);

/// Constants of one model.
#[derive(Clone, Debug)]
pub(super) struct Narrow {
    pub(super) format: Format,
    /// Magnitude bits, shifted left by this and `bias` added, are those of the same number in f64, if it is normal.
    pub(super) shift: u32,
    pub(super) bias: u64,
    pub(super) sign_bit: u32,
    /// What moves the sign bit to the top.
    pub(super) sign_up: u32,
    /// Bits of the least normal number and of infinity.
    pub(super) normal: u32,
    pub(super) infinity: u32,
    /// The least normal number of the compute format, what rounds to infinity, and half the least subnormal.
    pub(super) floor: f64,
    pub(super) ceiling: f64,
    pub(super) half_tiny: f64,
    /// Limits of partial products that f64 tells to be kept, and to be broken.
    pub(super) kept: Limits,
    pub(super) broken: Limits,
    /// The least normal number of the format that limits partial products; zero where that is beyond f64.
    pub(super) least: f64,
    pub(super) may_flush: bool,
    pub(super) may_keep: bool,
    /// Whether partial products may be stored in the compute format.
    pub(super) own: bool,
    error: Error,
    /// `(1 - e)^i` and `(1 + e)^i`, as computed, for 0, 1, 2, ... factors.
    growth: Vec<(f64, f64)>,
    /// The same moved inward by the errors of f64.
    pub(super) bounds: Vec<(f64, f64)>,
}

/// A range of partial products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) least: f64,
    pub(super) overflow: f64,
}

impl Narrow {
    /// The constants of a model, if f64 can follow its products.
    pub(super) fn new(model: &Model) -> Option<Narrow> {
        let format = model.format;
        if format.precision() > 24 || format.max_exp() > 127 || model.error.w_bits.is_some() {
            return None;
        }
        // A range as wide as f64's or wider cannot be left for certain before f64 has lost the product.
        let within = Format::F64.holds(model.range) && model.range != Format::F64;
        let least = if within { power_of_two(model.range.min_exp()) } else { 0.0 };
        let (kept, broken) = if within {
            let overflow = in_f64(model.range.overflow());
            (
                Limits { least: least * (1.0 + MARGIN), overflow: overflow * (1.0 - MARGIN) },
                Limits { least: least * (1.0 - MARGIN), overflow: overflow * (1.0 + MARGIN) },
            )
        } else {
            (
                Limits { least: f64::MIN_POSITIVE * (1.0 + MARGIN), overflow: f64::MAX * (1.0 - MARGIN) },
                Limits { least: 0.0, overflow: f64::INFINITY },
            )
        };
        let fraction_bits = format.precision() - 1;
        Some(Narrow {
            format,
            shift: 52 - fraction_bits,
            bias: ((1023 - format.max_exp()) as u64) << 52,
            sign_bit: format.sign_bit() as u32,
            sign_up: 32 - format.bits(),
            normal: 1 << fraction_bits,
            infinity: format.infinity_bits() as u32,
            floor: power_of_two(format.min_exp()),
            ceiling: in_f64(format.overflow()),
            half_tiny: power_of_two(format.tiny_exp() - 1),
            kept,
            broken,
            least,
            may_flush: model.may_flush(),
            may_keep: model.may_keep(),
            own: model.own,
            error: model.error,
            growth: vec![(1.0, 1.0)],
            bounds: vec![(1.0, 1.0)],
        })
    }

    /// Makes the tables long enough for lines of `n` factors.
    pub(super) fn reserve(&mut self, n: usize) {
        let e = 1.0 / (power_of_two(i64::from(self.error.e_bits)) + 1.0);
        for next in self.growth.len()..=n {
            let (mut low, mut high) = self.growth[next - 1];
            if self.error.steps(next as u64).0 > self.error.steps(next as u64 - 1).0 {
                low *= 1.0 - e;
                high *= 1.0 + e;
            }
            self.growth.push((low, high));
            // The product took `next - 1` roundings, exact up to two factors; the table two for each step, and their
            // product takes one: together less than half of this.
            let error = next as f64 * f64::EPSILON * 4.0;
            let exact = next <= 2 && low == 1.0;
            self.bounds.push(if exact { (1.0, 1.0) } else { (low * (1.0 + error), high * (1.0 - error)) });
        }
    }

    /// The f64 that has this magnitude, a normal number of the format. What other bits give is no more than an upper
    /// limit: of a subnormal number or zero, [`Narrow::floor`] at most; of infinity, the power of two after the
    /// largest number; of NaN, more than that.
    #[inline(always)]
    pub(super) fn number(&self, magnitude: u32) -> u64 {
        (u64::from(magnitude) << self.shift) + self.bias
    }

    /// The value of the magnitude of a finite non-zero number.
    #[inline(always)]
    pub(super) fn value(&self, magnitude: u32) -> f64 {
        if magnitude < self.normal {
            f64::from(magnitude) * (2.0 * self.half_tiny)
        } else {
            f64::from_bits(self.number(magnitude))
        }
    }

    /// What rounds to a non-zero number or infinity at least: halfway to the next smaller number, or more.
    #[inline(always)]
    pub(super) fn below(&self, magnitude: u32) -> f64 {
        if magnitude < self.normal {
            self.value(magnitude) - self.half_tiny
        } else {
            f64::from_bits(self.number(magnitude) - self.half())
        }
    }

    /// What rounds to a finite number at most: halfway to the next larger one.
    #[inline(always)]
    pub(super) fn above(&self, magnitude: u32) -> f64 {
        if magnitude < self.normal {
            self.value(magnitude) + self.half_tiny
        } else {
            f64::from_bits(self.number(magnitude) + self.half())
        }
    }

    /// Half the gap to the next number, in the last place of an f64.
    #[inline(always)]
    pub(super) fn half(&self) -> u64 {
        1 << (self.shift - 1)
    }
}

fn power_of_two(exp: i64) -> f64 {
    f64::from_bits(((1023 + exp) as u64) << 52)
}

/// A magnitude of at most 53 bits in the range of f64.
fn in_f64(mag: Mag) -> f64 {
    (mag.sig >> 11) as f64 * power_of_two(mag.exp - 52)
}
