//! The products of the first factors of a line: exact, and by evaluations that are known.

use super::{Evaluated, MARGIN};
use crate::oracle::{Arithmetic, Float, Format, Magnitude, Order, WideMag};

/// The products of the first one, two, three and so on factors of a line.
pub(crate) struct Products {
    format: Format,
    /// As far as every honest evaluation stays within the range.
    exact: Vec<Product>,
    sequential: Vec<Float>,
    pairwise: Vec<Float>,
}

impl Products {
    /// Those of factors, given in their bits.
    pub(crate) fn of(format: Format, factors: &[u64]) -> Self {
        let exact = exact(format, factors);
        let own = Arithmetic::new(format, format);
        let evaluated = |order: Order| {
            let mut values: Vec<Float> = factors[..exact.len()].iter().map(|bits| own.load(*bits)).collect();
            order.scan(&mut values, |a, b| own.multiply(a, b));
            values
        };
        let (sequential, pairwise) = (evaluated(Order::Sequential), evaluated(Order::OddEven));
        Self { format, exact, sequential, pairwise }
    }
}

impl Evaluated for Products {
    fn reached(&self) -> usize {
        self.exact.len()
    }

    fn errors(&self, at: usize, result: u64) -> [f64; 4] {
        let (format, exact) = (self.format, self.exact[at]);
        [format.decode(result), self.sequential[at], self.pairwise[at], exact.rounded(format)]
            .map(|value| exact.error(format, value))
    }
}

/// The exact products, as far as every honest evaluation stays within the range.
fn exact(format: Format, factors: &[u64]) -> Vec<Product> {
    let mut products = Vec::with_capacity(factors.len());
    let mut product = Product { negative: false, magnitude: WideMag::ONE };
    // The least and the greatest exponent of an earlier prefix: a sub-product is a quotient of two prefixes.
    let (mut low, mut high) = (0, 0);
    for bits in factors {
        let Float { negative, magnitude: Magnitude::Finite(factor) } = format.decode(*bits) else { break };
        let (magnitude, _) = product.magnitude.product_down(WideMag::from(factor));
        product = Product { negative: product.negative != negative, magnitude };
        let exp = magnitude.exp;
        let (least, greatest) = (format.min_exp() + MARGIN, format.max_exp() - MARGIN);
        if exp - high < least || exp - low > greatest {
            break;
        }
        (low, high) = (low.min(exp), high.max(exp));
        products.push(product);
    }
    products
}

/// A product to 128 bits. Each factor adds a relative error below 2^-126, which is nothing beside a unit in the last place.
#[derive(Clone, Copy, Debug)]
struct Product {
    negative: bool,
    magnitude: WideMag,
}

impl Product {
    /// The nearest number of a format.
    fn rounded(self, format: Format) -> Float {
        let WideMag { sig, exp } = self.magnitude;
        Float { negative: self.negative, magnitude: format.round_wide(sig, exp) }
    }

    /// The error of `got` in units in the last place of the nearest number, positive away from zero. Not finite for what
    /// is not a number with this sign.
    fn error(self, format: Format, got: Float) -> f64 {
        let (Magnitude::Finite(got_mag), Magnitude::Finite(nearest)) =
            (got.magnitude, self.rounded(format).magnitude)
        else {
            return f64::NAN;
        };
        if got.negative != self.negative {
            return f64::NAN;
        }
        let WideMag { sig, exp } = self.magnitude;
        let places = format.precision() as i32 - 1;
        let apart = got_mag.exp - exp;
        let scale = |exp: i64| 2f64.powi(exp.clamp(-2000, 2000) as i32 + places);
        if apart.abs() > 1 {
            let ratio = |sig: u64| sig as f64 / 2f64.powi(63);
            let got = ratio(got_mag.sig) * 2f64.powi(apart.clamp(-1000, 1000) as i32);
            return (got - ratio((sig >> 64) as u64)) * scale(exp - nearest.exp);
        }
        // Fixed point, with room for one bit more and a sign: 2^-125 is 1.
        let exact = (sig >> 2) as i128;
        let got = i128::from(got_mag.sig) << (62 + apart.max(0)) >> (-apart).max(0);
        (got - exact) as f64 / 2f64.powi(125) * scale(exp - nearest.exp)
    }
}
