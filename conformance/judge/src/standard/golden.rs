//! What a result is compared with: its value in f64, and what an implementation of the same precision gives.

use ascertain::call::Invocation;
use ascertain::contract::Formula;
use ascertain::formula::converted;
use ascertain::tensor::Dims;
use ascertain::{DType, Tensor};
use std::borrow::Cow;

/// A float result of a formula, computed in f64, beside the reference's.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The result's dtype.
    pub dtype: DType,
    /// Its shape.
    pub shape: Dims<usize>,
    /// Each element with every operation in f64: of narrower formats nearly always rounded as the exact value is.
    pub wide: Vec<f64>,
    /// The same rounded to the dtype.
    pub rounded: Vec<f64>,
    /// Each element of the reference, which computes in the formula's dtype, one operation after the other.
    pub(super) peer: Vec<f64>,
    /// How many elements go into a result.
    pub terms: usize,
}

impl Golden {
    /// That of a call. None if its result is not a float, or the formula has no value for it.
    #[must_use]
    pub fn of(formula: &Formula, call: &Invocation) -> Option<Self> {
        let space = formula.space(call.args()).filter(|_| formula.index_of.is_none())?;
        let operands = space.operands()?;
        let right = space.compute(&operands)?;
        let target = call.operator.argument(formula.result).and_then(|at| call.args().tensor(at));
        let dtype = target.map_or(right.dtype, Tensor::dtype);
        if !dtype.is_float() || !(right.dtype.is_float() || right.dtype.is_integer()) {
            return None;
        }
        let peer = numbers(dtype, &right.stored(dtype)?)?;
        let wide = if right.dtype.is_float() {
            let widened = operands.iter().map(|operand| as_f64(space.compute, operand));
            let widened = widened.collect::<Option<Vec<_>>>()?;
            numbers(DType::F64, &space.computed_in(DType::F64).compute(&widened)?.elements)?
        } else {
            peer.clone()
        };
        let rounded = numbers(dtype, &tensor(dtype, &right.shape, wide.iter().copied())?.elements())?;
        Some(Self {
            dtype,
            shape: right.shape,
            rounded,
            wide,
            peer,
            terms: space.line.map_or(1, |line| line.n),
        })
    }
}

fn as_f64(dtype: DType, elements: &[u8]) -> Option<Cow<'_, [u8]>> {
    if dtype == DType::F64 {
        Some(elements.into())
    } else {
        converted(elements, dtype, DType::F64).map(Cow::Owned)
    }
}

/// The elements of a float dtype. f64 holds them all.
#[must_use]
pub fn numbers(dtype: DType, elements: &[u8]) -> Option<Vec<f64>> {
    Some(as_f64(dtype, elements)?.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
}

/// Numbers rounded to a float dtype, as a tensor.
pub fn tensor(dtype: DType, shape: &[usize], numbers: impl Iterator<Item = f64>) -> Option<Tensor> {
    let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
    let bytes = if dtype == DType::F64 { bytes } else { converted(&bytes, DType::F64, dtype)? };
    Tensor::new(dtype, shape, bytes).ok()
}
