//! The sums of the first terms of a line: exact, and by evaluations that are known.

use super::{Evaluated, LONGEST, MARGIN};
use crate::oracle::{Float, Format, Mag, Magnitude, Order};

/// The sums of the first one, two, three and so on terms of a line.
pub(crate) struct LineSums {
    format: Format,
    /// The exponent of the largest term.
    top: i64,
    /// As far as every honest evaluation stays within the range.
    exact: Vec<Exact>,
    sequential: Vec<f64>,
    pairwise: Vec<f64>,
}

/// A sum, and that of the magnitudes, in units of 2^(top - [`PLACES`]). Lower digits of a term are cut off, which is nothing beside
/// a unit in the last place of the largest one.
#[derive(Clone, Copy)]
struct Exact {
    sum: i128,
    magnitude: u128,
}

/// Digits below the first one of the largest term: as many as leave room for the sum of [`LONGEST`] such terms, and its sign.
const PLACES: i64 = 126 - LONGEST.ilog2() as i64 - 1;

impl LineSums {
    /// Those of terms, given in their bits.
    pub(crate) fn of(format: Format, terms: &[u64]) -> Self {
        let terms: Vec<Float> = terms.iter().map(|bits| format.decode(*bits)).collect();
        let exponents = terms.iter().filter_map(|term| match term.magnitude {
            Magnitude::Finite(Mag { exp, .. }) => Some(exp),
            _ => None,
        });
        let top = exponents.max().unwrap_or(0);
        let mut exact: Vec<Exact> = Vec::with_capacity(terms.len());
        for term in &terms {
            let Exact { sum, magnitude } = exact.last().copied().unwrap_or(Exact { sum: 0, magnitude: 0 });
            let Some(term) = fixed(*term, top).filter(|_| !is_subnormal(format, *term)) else { break };
            let next = Exact { sum: sum + term, magnitude: magnitude + term.unsigned_abs() };
            if next.exp(top).is_some_and(|exp| exp > format.max_exp() - MARGIN) {
                break;
            }
            exact.push(next);
        }
        let evaluated = |order: Order| {
            let mut values: Vec<f64> = terms[..exact.len()].iter().map(|term| value(*term)).collect();
            // The sum of two numbers of f32 or less, rounded to f64 first, is rounded as if it had been exact.
            order.scan(&mut values, |a, b| rounded(format, a + b));
            values
        };
        let (sequential, pairwise) = (evaluated(Order::Sequential), evaluated(Order::OddEven));
        Self { format, top, exact, sequential, pairwise }
    }
}

impl Evaluated for LineSums {
    fn reached(&self) -> usize {
        self.exact.len()
    }

    fn errors(&self, at: usize, result: u64) -> [f64; 4] {
        let Self { format, top, .. } = *self;
        let exact = self.exact[at];
        let places = i64::from(format.precision()) - 1;
        // A partial sum that is subnormal may be flushed, which has to be less than a unit.
        let Some(exp) = exact.exp(top).filter(|exp| *exp >= format.min_exp() + places) else {
            return [f64::NAN; 4];
        };
        // How many units of fixed point are one in the last place of the sum of the magnitudes.
        let unit = 2f64.powi((exp - places - top + PLACES) as i32);
        let values = [self.sequential[at], self.pairwise[at]].map(|sum| Format::F64.decode(sum.to_bits()));
        let [sequential, pairwise] = values;
        [format.decode(result), sequential, pairwise, exact.rounded(format, top)].map(|value| {
            let error = fixed(value, top).map_or(f64::NAN, |value| (value - exact.sum) as f64 / unit);
            if exact.sum < 0 { -error } else { error }
        })
    }
}

impl Exact {
    /// The exponent of the sum of the magnitudes. None of zero.
    fn exp(self, top: i64) -> Option<i64> {
        Some(i64::from(self.magnitude.checked_ilog2()?) - PLACES + top)
    }

    /// The nearest number of a format.
    fn rounded(self, format: Format, top: i64) -> Float {
        let sum = self.sum.unsigned_abs();
        let zeros = sum.leading_zeros();
        let magnitude = match sum.checked_shl(zeros) {
            Some(sig) => format.round_wide(sig, 127 - i64::from(zeros) - PLACES + top),
            None => Magnitude::Zero,
        };
        Float { negative: self.sum < 0, magnitude }
    }
}

/// A number in fixed point. None of what is not finite, or too large for a sum of [`LONGEST`] terms.
fn fixed(value: Float, top: i64) -> Option<i128> {
    let units = match value.magnitude {
        Magnitude::Zero => 0,
        Magnitude::Finite(Mag { exp, sig }) => {
            let shift = exp - top + PLACES - 63;
            let sig = i128::from(sig);
            match shift {
                ..=-64 => 0,
                -63..=-1 => sig >> -shift,
                0..=62 => sig << shift,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(if value.negative { -units } else { units })
}

fn is_subnormal(format: Format, value: Float) -> bool {
    matches!(value.magnitude, Magnitude::Finite(Mag { exp, .. }) if exp < format.min_exp())
}

/// A finite number of a format that f64 holds.
fn value(number: Float) -> f64 {
    f64::from_bits(Format::F64.encode(number))
}

/// The nearest number of a format that f64 holds.
fn rounded(format: Format, number: f64) -> f64 {
    value(format.decode(format.encode(Format::F64.decode(number.to_bits()))))
}
