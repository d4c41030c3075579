//! The interval that holds every honest product, and the comparison of its ends with a result.
//!
//! Ends are compared in 64-bit arithmetic with a proved error; where that cannot decide, in [`Natural`] numbers. So the
//! interval means exactly what docs/judging.md says, and almost no element pays for that.

use std::cmp::Ordering;

use super::model::Error;
use super::natural::Natural;
use super::{Format, Mag, Magnitude};

/// Units of the last of 64 places by which a truncated end over `n` factors can fall short. It takes at most `n`
/// products for the chain, `2n` powers of two truncated bases and one product of both: `5n + 1` truncations, each
/// losing less than `2^-63` of its value, which is at most two units. Three times that covers second-order terms.
pub(super) const fn slack(n: u64) -> u64 {
    32 * n + 32
}

/// An exact product of factors as far as 64 bits hold it: rounded toward zero, within [`slack`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) mag: Mag,
    pub(super) exact: bool,
    pub(super) factors: u64,
}

impl Chain {
    pub(super) const EMPTY: Chain = Chain { mag: Mag::ONE, exact: true, factors: 0 };

    #[inline]
    pub(super) fn push(&mut self, factor: Mag) {
        let (wide, exp) = self.mag.exact_product(factor);
        self.exact &= wide as u64 == 0;
        self.mag = Mag { exp, sig: (wide >> 64) as u64 };
        self.factors += 1;
    }
}

/// `(1 - e)^i (1 - w)^j` and `(1 + e)^i (1 + w)^j` for lines of 0, 1, 2, ... factors, each rounded toward zero.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    error: Error,
    low: Vec<Mag>,
    high: Vec<Mag>,
}

impl Growth {
    pub(super) fn new(error: Error) -> Growth {
        Growth { error, low: vec![Mag::ONE], high: vec![Mag::ONE] }
    }

    /// Makes the tables long enough for lines of `n` factors.
    pub(super) fn reserve(&mut self, n: usize) {
        let Error { e_bits, w_bits, .. } = self.error;
        for next in self.low.len()..=n {
            let (e, w) = self.error.steps(next as u64);
            let (e_before, w_before) = self.error.steps(next as u64 - 1);
            let (mut low, mut high) = (self.low[next - 1], self.high[next - 1]);
            for (bits, step) in [(e_bits, e > e_before), (w_bits.unwrap_or(64), w > w_before)] {
                if step {
                    low = low.product_down(one_minus(bits));
                    high = high.product_down(one_plus(bits));
                }
            }
            self.low.push(low);
            self.high.push(high);
        }
    }

    pub(super) fn error(&self) -> Error {
        self.error
    }

    #[inline]
    pub(super) fn low(&self, n: u64) -> Mag {
        self.low[n as usize]
    }

    #[inline]
    pub(super) fn high(&self, n: u64) -> Mag {
        self.high[n as usize]
    }
}

/// `1 - 1/(2^bits + 1)` rounded toward zero.
fn one_minus(bits: u32) -> Mag {
    let part = (1u128 << 64).div_ceil((1 << bits) + 1);
    Mag { exp: -1, sig: 0u64.wrapping_sub(part as u64) }
}

/// `1 + 1/(2^bits + 1)` rounded toward zero.
fn one_plus(bits: u32) -> Mag {
    let part = (1u128 << 63) / ((1 << bits) + 1);
    Mag { exp: 0, sig: (1 << 63) + part as u64 }
}

/// The end of an interval, below or above the exact product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Low,
    High,
}

/// The exact product of some factors with the error that honest arithmetic may make of it.
#[derive(Clone, Copy)]
pub(super) struct Interval<'a> {
    pub(super) format: Format,
    pub(super) chain: Chain,
    pub(super) growth: &'a Growth,
    /// Bits of the factors, all finite and not zero: what the chain is the product of.
    pub(super) factors: &'a [u64],
}

impl Interval<'_> {
    /// One end, rounded toward zero, within [`slack`].
    #[inline]
    pub(super) fn end(&self, end: End) -> Mag {
        let n = self.chain.factors;
        match end {
            End::Low => self.chain.mag.product_down(self.growth.low(n)),
            End::High => self.chain.mag.product_down(self.growth.high(n)),
        }
    }

    /// How an end compares with `bound`.
    pub(super) fn compare(&self, end: End, bound: Mag) -> Ordering {
        let n = self.chain.factors;
        let Error { w_bits, .. } = self.growth.error();
        let (e, w) = self.growth.error().steps(n);
        if self.chain.exact && e == 0 {
            // One product of two factors, exact in the wider accumulator if that has bits enough.
            let fits = w_bits.is_none_or(|bits| 64 - self.chain.mag.sig.trailing_zeros() <= bits);
            if w == 0 || fits {
                return self.chain.mag.cmp(&bound);
            }
        }
        let least = self.end(end);
        if least > bound {
            Ordering::Greater
        } else if least.plus_units(slack(n)) < bound {
            Ordering::Less
        } else {
            self.compare_exactly(end, bound)
        }
    }

    fn compare_exactly(&self, end: End, bound: Mag) -> Ordering {
        let Error { e_bits, w_bits, .. } = self.growth.error();
        let (e, w) = self.growth.error().steps(self.chain.factors);
        let (mut left, mut exponent) = exact_product(self.format, self.factors);
        let mut right = Natural::from(u128::from(bound.sig));
        for (bits, steps) in [(e_bits, e), (w_bits.unwrap_or(64), w)] {
            let one = 1u128 << bits;
            let steps = u32::try_from(steps).unwrap_or(u32::MAX);
            // 1 - 1/(d + 1) = d/(d + 1), and 1 + 1/(d + 1) = (d + 2)/(d + 1).
            let base = if end == End::Low { one } else { one + 2 };
            left = left.times(&Natural::from(base).power(steps));
            right = right.times(&Natural::from(one + 1).power(steps));
        }
        exponent -= bound.exp - 63;
        if exponent >= 0 {
            left.shift(exponent.unsigned_abs());
        } else {
            right.shift(exponent.unsigned_abs());
        }
        left.cmp(&right)
    }

    /// Whether the low end, rounded to the format, is at most the magnitude `bits`.
    #[inline]
    pub(super) fn low_at_most(&self, bits: u64) -> bool {
        let Some(middle) = middle_above(self.format, bits) else { return true };
        match self.compare(End::Low, middle) {
            Ordering::Less => true,
            // A tie goes to the even neighbour.
            Ordering::Equal => bits & 1 == 0,
            Ordering::Greater => false,
        }
    }

    /// Whether the high end, rounded to the format, is at least the magnitude `bits`.
    #[inline]
    pub(super) fn high_at_least(&self, bits: u64) -> bool {
        let Some(middle) = middle_below(self.format, bits) else { return true };
        match self.compare(End::High, middle) {
            Ordering::Greater => true,
            Ordering::Equal => bits & 1 == 0,
            Ordering::Less => false,
        }
    }

    /// The magnitude bits that an end rounds to.
    pub(super) fn rounded(&self, end: End) -> u64 {
        let below = match self.format.round(self.end(end)) {
            Magnitude::Zero => 0,
            Magnitude::Finite(mag) => self.format.encode_exact(mag),
            Magnitude::Infinite | Magnitude::Nan => return self.format.infinity_bits(),
        };
        // `below` comes from a value at most `slack` below the end, so a few steps up find what the end rounds to.
        let infinity = self.format.infinity_bits();
        let mut candidates = below..infinity;
        match end {
            End::Low => candidates.find(|&bits| self.low_at_most(bits)).unwrap_or(infinity),
            End::High => candidates.find(|&bits| !self.high_at_least(bits + 1)).unwrap_or(infinity),
        }
    }
}

/// The exact product of finite non-zero factors: significand and exponent of two.
fn exact_product(format: Format, factors: &[u64]) -> (Natural, i64) {
    let mut exponent = 0;
    let mut product = Natural::from(1);
    let mut word = 1u64;
    for &bits in factors {
        if let Magnitude::Finite(Mag { exp, sig }) = format.decode(bits).magnitude {
            let odd = sig >> sig.trailing_zeros();
            exponent += exp - 63 + i64::from(sig.trailing_zeros());
            // Words first: one big multiplication for every few factors.
            match word.checked_mul(odd) {
                Some(more) => word = more,
                None => {
                    product.scale(word);
                    word = odd;
                }
            }
        }
    }
    product.scale(word);
    (product, exponent)
}

/// The number halfway between the magnitude `bits` and the next larger one; `None` for infinity.
#[inline]
pub(super) fn middle_above(format: Format, bits: u64) -> Option<Mag> {
    if bits >= format.infinity_bits() {
        return None;
    }
    let (units, scale) = in_units(format, bits);
    Some(Mag::scaled(2 * units + 1, scale - 1))
}

/// The number halfway between the magnitude `bits` and the next smaller one; `None` for zero.
#[inline]
pub(super) fn middle_below(format: Format, bits: u64) -> Option<Mag> {
    if bits == 0 { None } else { middle_above(format, bits - 1) }
}

/// A finite magnitude as a whole number of units in its last place, and the exponent of that unit.
#[inline]
fn in_units(format: Format, bits: u64) -> (u64, i64) {
    let fraction_bits = format.precision() - 1;
    let field = (bits >> fraction_bits) as i64;
    let fraction = bits & ((1 << fraction_bits) - 1);
    if field == 0 {
        (fraction, format.tiny_exp())
    } else {
        (fraction | 1 << fraction_bits, format.tiny_exp() + field - 1)
    }
}
