//! Whole lines computed in another way.

use super::facts::Line;
use super::float::{Float, Rounding};
use super::integer::{range, value, word};
use super::lines::times;
use super::named::dtype;
use ascertain::DType;
use serde::Deserialize;

/// How a line is computed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scan {
    /// Each element is the product of those before it.
    Exclusive,
    /// From the end.
    Reversed,
    /// By steps of doubled length that read elements again after they are written.
    Reread,
    /// In a tree: a left half times every element of the right one, from short halves to long ones.
    Tree,
    /// Factors and products are rounded to another float dtype.
    Through(#[serde(deserialize_with = "dtype")] DType),
    /// In another float dtype. Of integers, what is not finite becomes zero.
    In(#[serde(deserialize_with = "dtype")] DType),
    /// Products are kept in another float dtype.
    Kept(#[serde(deserialize_with = "dtype")] DType),
    /// Integers in a float dtype; what is beyond their range becomes the end of it.
    InSaturating(#[serde(deserialize_with = "dtype")] DType),
    /// Accumulated in f32, and not rounded but cut.
    Cut,
    /// Factors lose so many of their lowest bits.
    CutFactors(u32),
    /// Logarithms are summed.
    Logarithms,
    /// Logarithms of magnitudes are summed, and signs apart.
    MagnitudeLogarithms,
    /// A NaN counts as one.
    NanAsOne,
    /// A zero counts as one.
    ZeroAsOne,
    /// A zero counts as the least normal number.
    ZeroAsLeast,
    /// From the first zero on all is zero, if there is no NaN.
    ZeroFirst,
    /// What overflows becomes the greatest number, if all factors are finite.
    Saturated,
    /// Accumulated in f32; in columns of more than `.1` elements, products inside blocks of `.0` are rounded.
    Blocks(usize, usize),
}

impl Scan {
    pub(super) fn scan(self, line: &mut Line<'_>) {
        let (dtype, n) = (line.dtype, line.factors.len());
        let (factors, products) = (line.factors, &mut *line.products);
        match (self, Float::of(dtype)) {
            (Self::Exclusive, format) => {
                products.rotate_right(1);
                products[0] = format.map_or(1, |format| format.word(1.0));
            }
            (Self::Reversed, _) => {
                products.copy_from_slice(factors);
                (0..n - 1).rev().for_each(|k| products[k] = times(dtype, products[k + 1], products[k]));
            }
            (Self::Reread, _) => {
                products.copy_from_slice(factors);
                let steps =
                    core::iter::successors(Some(1), |step| Some(2 * step)).take_while(|step| *step < n);
                for step in steps {
                    (step..n).for_each(|k| products[k] = times(dtype, products[k - step], products[k]));
                }
            }
            (Self::In(float) | Self::InSaturating(float), None) => {
                let float = Float::get(float);
                let (low, high) = range(dtype);
                let mut product = 1.0;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    product = float.round(product * float.round(value(dtype, factor) as f64));
                    *place = match self {
                        Self::InSaturating(_) => word(dtype, (product as i128).clamp(low, high)),
                        _ => word(dtype, if product.is_finite() { product as i128 } else { 0 }),
                    };
                }
            }
            (_, Some(format)) => self.floats(format, line),
            _ => {}
        }
    }

    fn floats(self, format: Float, line: &mut Line<'_>) {
        let (factors, products) = (line.factors, &mut *line.products);
        let values: Vec<f64> = factors.iter().map(|&factor| format.value(factor)).collect();
        let rounded = |x: f64| format.word(format.round(x));
        let (mut product, mut sum, mut sign) = (1.0, 0.0, 1.0_f64);
        match self {
            Self::Tree => {
                let tree = in_a_tree(format, values);
                products.iter_mut().zip(tree).skip(1).for_each(|(place, value)| *place = format.word(value));
            }
            Self::Through(narrow) => {
                let narrow = Float::get(narrow);
                for (k, (place, x)) in products.iter_mut().zip(values).enumerate() {
                    product = narrow.round(product * narrow.round(x));
                    *place = if k > 0 { rounded(product) } else { *place };
                }
            }
            Self::In(other) | Self::Kept(other) => {
                let other = Float::get(other);
                for (place, x) in products.iter_mut().zip(values) {
                    let factor = if matches!(self, Self::Kept(_)) { x } else { other.round(x) };
                    product = other.round(product * factor);
                    *place = rounded(product);
                }
            }
            Self::Cut => {
                for (place, x) in products.iter_mut().zip(values) {
                    product = Float::get(DType::F32).round(product * x);
                    let right = format.round(product);
                    let excess = (product - right) * right.signum();
                    *place = Rounding::TowardZero.round(format, format.word(right), excess);
                }
            }
            Self::CutFactors(bits) => {
                let cut = |word: u64| format.value(word >> bits << bits);
                for k in 1..factors.len() {
                    products[k] = rounded(cut(products[k - 1]) * cut(factors[k]));
                }
            }
            Self::Logarithms => {
                for (place, x) in products.iter_mut().zip(values) {
                    sum += x.ln();
                    *place = rounded(f64::exp(sum));
                }
            }
            Self::MagnitudeLogarithms => {
                for (place, x) in products.iter_mut().zip(values) {
                    sum += x.abs().ln();
                    sign = if x.is_sign_negative() { -sign } else { sign };
                    *place = rounded(f64::exp(sum).copysign(sign));
                }
            }
            Self::NanAsOne | Self::ZeroAsOne | Self::ZeroAsLeast => {
                for (place, x) in products.iter_mut().zip(values) {
                    let factor = match self {
                        Self::NanAsOne if x.is_nan() => 1.0,
                        Self::ZeroAsOne if x == 0.0 => 1.0,
                        Self::ZeroAsLeast if x == 0.0 => format.least_normal(),
                        _ => x,
                    };
                    product = format.round(product * factor);
                    *place = format.word(product);
                }
            }
            Self::ZeroFirst => {
                let zero = values.iter().position(|x| *x == 0.0);
                if let Some(at) = zero.filter(|_| !values.iter().any(|x| x.is_nan())) {
                    products[at..].fill(0);
                }
            }
            Self::Saturated if values.iter().all(|x| x.is_finite()) => {
                let infinite = products.iter_mut().filter(|word| format.value(**word).is_infinite());
                infinite.for_each(|word| *word -= 1);
            }
            Self::Blocks(size, most) => {
                let blocks = line.last > 1 && factors.len() > most;
                let single = |x| Float::get(DType::F32).round(x);
                let mut before = 1.0;
                for (at, (place, x)) in products.iter_mut().zip(values).enumerate() {
                    if blocks && at > 0 && at % size == 0 {
                        (before, product) = (single(before * product), 1.0);
                    }
                    product = single(product * x);
                    let block = if blocks { format.round(product) } else { product };
                    *place = rounded(single(before * block));
                }
            }
            _ => {}
        }
    }
}

pub(super) fn in_a_tree(format: Float, mut values: Vec<f64>) -> Vec<f64> {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_mut(2 * half).filter(|pair| pair.len() > half) {
            let total = pair[half - 1];
            pair[half..].iter_mut().for_each(|value| *value = format.round(total * *value));
        }
        half *= 2;
    }
    values
}
