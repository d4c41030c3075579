//! Which requirement a wrong element breaks: the narrowest one that explains it.

use super::factors::{Route, converted};
use super::{DTYPE, INPLACE};
use crate::oracle::Lines;
use ascertain::call::{Arg, Invocation};
use ascertain::dtype::Class;
use ascertain::element::converter;
use ascertain::kernel::{Options, cumprod};
use ascertain::{DType, Tensor, requirement};

/// A wrong element: its index in its line, and where the line's elements are in the row-major input.
pub(super) struct Wrong<'a> {
    pub(super) input: &'a Tensor,
    pub(super) compute: DType,
    pub(super) lines: Lines,
    /// Its index in every dimension.
    pub(super) at: &'a [usize],
    /// The answer's elements, row-major.
    pub(super) got: &'a [u8],
}

/// The requirement that the wrong element breaks.
pub(super) fn requirement(call: &Invocation, wrong: &Wrong<'_>) -> &'static str {
    let converts = matches!(call.args[DTYPE], Arg::DType(dtype) if dtype != wrong.input.dtype());
    if converts && wrong.is_of_conversion() {
        requirement::cumprod::CONVERT_BEFORE
    } else if wrong.compute.is_integer() && wrong.overflows() {
        requirement::cumprod::INTEGER_WRAPS
    } else if matches!(call.args[INPLACE], Arg::Flag(true)) {
        requirement::cumprod::INPLACE_VALUE
    } else {
        requirement::cumprod::VALUE
    }
}

impl Wrong<'_> {
    /// Its index in the row-major elements.
    fn flat(&self) -> usize {
        self.at.iter().zip(self.input.shape()).fold(0, |flat, (index, length)| flat * length + index)
    }

    /// Indices in the row-major elements of its factors, itself the last.
    fn factors(&self) -> impl Iterator<Item = usize> + use<> {
        let Lines { n, inner, .. } = self.lines;
        let flat = self.flat();
        let index = flat / inner.max(1) % n.max(1);
        (0..=index).map(move |k| flat - (index - k) * inner)
    }

    /// Whether it is a converted element alone, or the product before the conversion, converted after it.
    fn is_of_conversion(&self) -> bool {
        let factors: Vec<usize> = self.factors().collect();
        factors.len() == 1 || self.converted_after(&factors).is_some_and(|late| late == self.got_bytes())
    }

    fn got_bytes(&self) -> &[u8] {
        &self.got[self.flat() * self.compute.size()..][..self.compute.size()]
    }

    /// The product in input's dtype, then converted.
    fn converted_after(&self, factors: &[usize]) -> Option<Vec<u8>> {
        let from = self.input.dtype();
        let elements = self.input.elements();
        let line = factors.iter().flat_map(|&at| &elements[at * from.size()..][..from.size()]);
        let mut input = Tensor::zeros(from, &[factors.len()]).ok()?;
        input.set_elements(&line.copied().collect::<Vec<_>>());
        let mut products = Tensor::zeros(from, &[factors.len()]).ok()?;
        cumprod(&input, 0, &mut products, Options { threads: 1 }).ok()?;
        let mut late = vec![0; self.compute.size()];
        converter(from, self.compute)?(&products.storage()[(factors.len() - 1) * from.size()..], &mut late);
        Some(late)
    }

    /// Whether one of the exact products up to it is outside the integer dtype.
    fn overflows(&self) -> bool {
        let Some(elements) = converted(self.input, self.compute, Route::Direct) else { return false };
        let Some((low, high)) = self.compute.integer_range() else { return false };
        let size = self.compute.size();
        let factors = self.factors().map(|at| integer(self.compute, &elements[at * size..][..size]));
        let inside = |product: i128, factor| product.checked_mul(factor).filter(|p| (low..=high).contains(p));
        let mut factors = factors;
        factors.try_fold(1, inside).is_none()
    }
}

fn integer(dtype: DType, element: &[u8]) -> i128 {
    let mut bytes = [0; 8];
    bytes[..element.len()].copy_from_slice(element);
    let (word, shift) = (u64::from_le_bytes(bytes), 64 - dtype.bits());
    match dtype.class() {
        Class::Signed => i128::from((word << shift) as i64 >> shift),
        _ => i128::from(word),
    }
}
