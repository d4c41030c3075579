//! Operands converted to the dtype that is computed in, and which of these conversions the
//! document leaves open.

use super::declarations::{Route, format};
use crate::oracle::out_of_range::integer;
use crate::oracle::{Float, Format, Magnitude};
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::borrow::Cow;

/// Input's elements converted to `compute`, row-major.
pub(crate) fn converted(input: &Tensor, compute: DType, route: Route) -> Option<Cow<'_, [u8]>> {
    let from = input.dtype();
    let elements = input.elements();
    if from == compute {
        return Some(elements);
    }
    let convert = |elements: &[u8], from: DType, to: DType| {
        let convert = converter(from, to)?;
        let mut result = vec![0; elements.len() / from.size() * to.size()];
        let pairs = elements.chunks_exact(from.size()).zip(result.chunks_exact_mut(to.size()));
        pairs.for_each(|(from, to)| convert(from, to));
        Some(result)
    };
    let result = match route {
        Route::Direct => convert(&elements, from, compute)?,
        Route::Through(middle) => convert(&convert(&elements, from, middle)?, middle, compute)?,
    };
    Some(result.into())
}

/// Whether two elements are of the same bits, or both NaN.
pub(crate) fn is_same(dtype: DType, a: &[u8], b: &[u8]) -> bool {
    a == b || (is_nan(dtype, a) && is_nan(dtype, b))
}

/// Whether an element is NaN.
pub(crate) fn is_nan(dtype: DType, element: &[u8]) -> bool {
    format(dtype)
        .is_some_and(|format| format.load(element, 0) & format.magnitude_mask() > format.infinity_bits())
}

/// Whether both routes can differ.
pub(crate) fn has_routes(from: DType, compute: DType) -> bool {
    compute.is_float() && compute.bits() == 16 && from.bits() >= 32 && from != DType::F32
}

/// What a conversion between floats flushes to zeros, as processors do that flush subnormal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flushed {
    /// Subnormal numbers of the input.
    pub(crate) inputs: bool,
    /// Results that are tiny before they are rounded, and round up to the least normal number. (Those that stay
    /// subnormal are up to the judge of the products.)
    pub(crate) results: bool,
}

impl Flushed {
    /// Replaces what is flushed in `converted`, which holds the converted elements of the input. Returns whether
    /// anything was.
    pub(crate) fn apply(self, input: &Tensor, compute: DType, converted: &mut [u8]) -> bool {
        let (Some(from), Some(to)) = (format(input.dtype()), format(compute)) else { return false };
        if from == to {
            return false;
        }
        let mut any = false;
        let elements = input.elements();
        for (source, result) in
            elements.chunks_exact(from.bytes()).zip(converted.chunks_exact_mut(to.bytes()))
        {
            let (source, rounded) = (from.decode(from.load(source, 0)), to.decode(to.load(result, 0)));
            let rounds_up =
                is_below(to, source) && rounded.magnitude != Magnitude::Zero && !is_below(to, rounded);
            if (self.inputs && is_below(from, source)) || (self.results && rounds_up) {
                let zero = to.encode(Float::zero(source.negative));
                any |= zero != to.load(result, 0);
                result.copy_from_slice(&zero.to_le_bytes()[..to.bytes()]);
            }
        }
        any
    }
}

/// Whether a number is less than the normal ones of a format, but not zero.
fn is_below(format: Format, number: Float) -> bool {
    matches!(number.magnitude, Magnitude::Finite(mag) if mag.exp < format.min_exp())
}

/// For each element of the input, whether the document leaves its conversion open: `compute` is an integer dtype that
/// cannot hold its value. The fraction of a float is cut off, which leaves nothing open.
pub(crate) fn open_conversions(input: &Tensor, compute: DType) -> Option<Vec<bool>> {
    let from = input.dtype();
    let (low, high) = compute.integer_range().filter(|_| from != compute)?;
    let elements = input.elements();
    if from.is_integer() && from.bits() > f64::MANTISSA_DIGITS {
        let open = |element| !(low..=high).contains(&integer(from, element));
        return Some(elements.chunks_exact(from.size()).map(open).collect());
    }
    let mut numbers = vec![0; elements.len() / from.size() * size_of::<f64>()];
    converter(from, DType::F64)?(&elements, &mut numbers);
    // Every number is exact in f64; NaN fails all comparisons. The bounds themselves need not be exact: beside 2^63 and 2^64 no
    // f64 lies between the bound and its neighbour outside.
    let (least, beyond) = (low as f64, high as f64 + 1.0);
    let fits = |number: f64| (number >= least || number > least - 1.0) && number < beyond;
    Some(numbers.as_chunks().0.iter().map(|number| !fits(f64::from_le_bytes(*number))).collect())
}

/// The place of an element among all of its dtype.
pub(crate) fn ordinal(dtype: DType, element: &[u8]) -> i128 {
    let whole = integer(dtype, element);
    let sign = 1 << (dtype.bits() - 1);
    if dtype.is_float() && whole >= sign { sign - whole } else { whole }
}
