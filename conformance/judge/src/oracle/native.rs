//! Step rounding in the processor's f64: the same results as [`Arithmetic`], several times as fast.
//!
//! For accumulators of at most 26 bits, whose products are exact in f64 and are then rounded in the bits of the f64,
//! and for f64 itself, which the processor rounds.

use super::arith::{Arithmetic, Flush, Tininess};
use super::{Format, Order};

/// One arithmetic, in f64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Native {
    format: Layout,
    accumulator: Layout,
    flush: Flush,
}

/// A format as seen from f64.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Bits that f64 has more of.
    shift: u32,
    /// What a magnitude with its bits shifted so falls short by: the difference of the biases, as a power of two.
    scale: f64,
    sign_bit: u64,
    infinity: u64,
    /// The least normal number, and the least power of two beyond the largest number.
    least: f64,
    beyond: f64,
    /// Added and subtracted, rounds to a multiple of the smallest subnormal.
    rounder: f64,
}

impl Layout {
    fn new(format: Format) -> Layout {
        let power = |exp: i64| f64::from_bits(((1023 + exp) as u64) << 52);
        Layout {
            shift: 53 - format.precision(),
            scale: if format == Format::F64 { 1.0 } else { power(1023 - format.max_exp()) },
            sign_bit: format.sign_bit(),
            infinity: format.infinity_bits(),
            least: power(format.min_exp()),
            beyond: if format == Format::F64 { f64::INFINITY } else { power(format.max_exp() + 1) },
            rounder: if format == Format::F64 { 0.0 } else { 1.5 * power(format.tiny_exp() + 52) },
        }
    }

    #[inline]
    fn decode(&self, bits: u64) -> f64 {
        if self.shift == 0 {
            return f64::from_bits(bits);
        }
        let magnitude = bits & (self.sign_bit - 1);
        let value = f64::from_bits(magnitude << self.shift) * self.scale;
        let value = if magnitude < self.infinity {
            value
        } else if magnitude == self.infinity {
            f64::INFINITY
        } else {
            f64::NAN
        };
        if bits & self.sign_bit == 0 { value } else { -value }
    }

    /// `x` rounded to nearest even, tiny results flushed as told.
    #[inline]
    fn round(&self, x: f64, flush: Option<Tininess>) -> f64 {
        if self.shift == 0 {
            return x;
        }
        let bits = x.to_bits();
        let dropped = 1u64 << self.shift;
        // Half a unit less one, and one more where the kept part is odd, carries exactly when it should.
        let rounded = f64::from_bits((bits + (dropped / 2 - 1) + (bits >> self.shift & 1)) & !(dropped - 1));
        let tiny = match flush {
            Some(Tininess::After) => rounded.abs() < self.least,
            _ => x.abs() < self.least,
        };
        if tiny {
            let kept = if flush.is_some() { 0.0 } else { x.abs() + self.rounder - self.rounder };
            kept.copysign(x)
        } else if rounded.abs() >= self.beyond {
            f64::INFINITY.copysign(x)
        } else {
            rounded
        }
    }

    fn without_subnormal(&self, x: f64) -> f64 {
        if x.abs() < self.least { 0f64.copysign(x) } else { x }
    }
}

impl Native {
    /// This arithmetic in f64, where that can be done.
    pub(super) fn new(arithmetic: &Arithmetic) -> Option<Native> {
        let Arithmetic { format, accumulator, flush } = *arithmetic;
        let small = |format: Format| format.precision() <= 26 && format.max_exp() <= 127;
        let fits = |format: Format| small(format) || format == Format::F64;
        // Tininess before rounding cannot be told from an f64 that the processor has rounded.
        let flushes = accumulator == Format::F64 && (flush != Flush::default());
        (fits(format) && fits(accumulator) && !flushes).then(|| Native {
            format: Layout::new(format),
            accumulator: Layout::new(accumulator),
            flush,
        })
    }

    /// Marks in `right` the elements of `got` that this arithmetic gives in this order. `values` is a buffer.
    pub(super) fn judge(
        &self,
        order: Order,
        factors: &[u64],
        got: &[u64],
        values: &mut Vec<f64>,
        right: &mut [bool],
    ) {
        values.clear();
        values.extend(factors.iter().map(|&bits| {
            let value = self.format.decode(bits);
            if self.flush.factors { self.format.without_subnormal(value) } else { value }
        }));
        order.scan(values, |a, b| self.multiply(a, b));
        for ((right, &got), &value) in right.iter_mut().zip(got).zip(&*values) {
            let stored = self.format.round(value, self.flush.stores);
            let got = self.format.decode(got);
            *right |= stored.to_bits() == got.to_bits() || (stored.is_nan() && got.is_nan());
        }
    }

    #[inline]
    fn multiply(&self, a: f64, b: f64) -> f64 {
        let product = if self.flush.operands {
            self.accumulator.without_subnormal(a) * self.accumulator.without_subnormal(b)
        } else {
            a * b
        };
        self.accumulator.round(product, self.flush.products)
    }
}
