//! Multiplication in software, in one accumulator and with one treatment of subnormals.

use super::{Float, Format, Mag, Magnitude, Subnormals};

/// When a result counts as tiny, where tiny results are flushed to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tininess {
    /// When the exact product is below the smallest normal number.
    Before,
    /// When it still is after rounding to the format's precision.
    After,
    /// When it still is after gradual underflow: what stays subnormal is flushed.
    Gradual,
}

/// Which subnormal numbers become zeros, where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flush {
    /// Factors that are subnormal in the compute format count as zeros.
    pub factors: bool,
    /// Operands that are subnormal in the accumulator count as zeros.
    pub operands: bool,
    /// Products that are tiny in the accumulator become zeros.
    pub products: Option<Tininess>,
    /// Results that are tiny in the compute format become zeros when stored.
    pub stores: Option<Tininess>,
}

impl Flush {
    /// Every way of treating subnormals that the declaration allows, gradual underflow first where it is one. Under a
    /// declared flush a `wider` accumulator may still keep what is subnormal in its own, larger range.
    pub fn ways(subnormals: Option<Subnormals>, wider: bool) -> Vec<Flush> {
        use Tininess::{After, Before, Gradual};
        const CONVENTIONS: [(Option<Tininess>, Option<Tininess>); 10] = [
            (None, None),
            (Some(Before), Some(Before)),
            (Some(After), Some(After)),
            (Some(Gradual), Some(Gradual)),
            (None, Some(Before)),
            (None, Some(After)),
            (None, Some(Gradual)),
            (Some(Before), None),
            (Some(After), None),
            (Some(Gradual), None),
        ];
        let mut ways = Vec::new();
        let switch = [false, true];
        let conventions: &[(Option<Tininess>, Option<Tininess>)] = match subnormals {
            Some(Subnormals::Keep) => return vec![Flush::default()],
            Some(Subnormals::Flush) if wider => &CONVENTIONS[1..7],
            Some(Subnormals::Flush) => &CONVENTIONS[1..4],
            None => &CONVENTIONS,
        };
        for factors in switch {
            for operands in switch {
                ways.extend(conventions.iter().map(|&(products, stores)| Flush {
                    factors,
                    operands,
                    products,
                    stores,
                }));
            }
        }
        ways
    }
}

/// Multiplication in one accumulator, with one treatment of subnormals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    /// The compute format, of factors and results.
    pub format: Format,
    /// The format that products are rounded to; it holds the compute format.
    pub accumulator: Format,
    /// What becomes of subnormals.
    pub flush: Flush,
}

impl Arithmetic {
    /// IEEE arithmetic in `accumulator`, gradual underflow kept.
    pub fn new(format: Format, accumulator: Format) -> Arithmetic {
        Arithmetic { format, accumulator, flush: Flush::default() }
    }

    /// The factor that `bits` encode, as this arithmetic reads it.
    #[inline]
    pub fn load(&self, bits: u64) -> Float {
        let value = self.format.decode(bits);
        if self.flush.factors { without_subnormal(value, self.format) } else { value }
    }

    /// The product of two values, rounded to the accumulator.
    #[inline]
    pub fn multiply(&self, a: Float, b: Float) -> Float {
        let (a, b) = if self.flush.operands {
            (without_subnormal(a, self.accumulator), without_subnormal(b, self.accumulator))
        } else {
            (a, b)
        };
        let negative = a.negative != b.negative;
        let magnitude = match (a.magnitude, b.magnitude) {
            (Magnitude::Finite(a), Magnitude::Finite(b)) => {
                let (sig, exp) = a.exact_product(b);
                round_or_flush(self.accumulator, sig, exp, self.flush.products)
            }
            (Magnitude::Nan, _)
            | (_, Magnitude::Nan)
            | (Magnitude::Zero, Magnitude::Infinite)
            | (Magnitude::Infinite, Magnitude::Zero) => Magnitude::Nan,
            (Magnitude::Zero, _) | (_, Magnitude::Zero) => Magnitude::Zero,
            (Magnitude::Infinite, _) | (_, Magnitude::Infinite) => Magnitude::Infinite,
        };
        Float { negative, magnitude }
    }

    /// The bits stored for a value, NaN as the format's quiet NaN.
    #[inline]
    pub fn store(&self, value: Float) -> u64 {
        let magnitude = match value.magnitude {
            Magnitude::Finite(mag) => {
                round_or_flush(self.format, u128::from(mag.sig) << 64, mag.exp, self.flush.stores)
            }
            other => other,
        };
        self.format.encode(Float { magnitude, ..value })
    }
}

fn round_or_flush(format: Format, sig: u128, exp: i64, flush: Option<Tininess>) -> Magnitude {
    let rounded = format.round_wide(sig, exp);
    let tiny = match (flush, rounded) {
        (None, _) => false,
        (Some(Tininess::Gradual), Magnitude::Finite(mag)) => mag.exp < format.min_exp(),
        (Some(Tininess::Gradual), _) => false,
        (Some(tininess), _) => format.is_tiny(sig, exp, tininess == Tininess::After),
    };
    if tiny { Magnitude::Zero } else { rounded }
}

fn without_subnormal(value: Float, format: Format) -> Float {
    match value.magnitude {
        Magnitude::Finite(Mag { exp, .. }) if exp < format.min_exp() => Float::zero(value.negative),
        _ => value,
    }
}
