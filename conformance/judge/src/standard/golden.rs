//! What a result is compared with: its value in f64, and what an implementation of the same precision gives.

use ascertain::call::Invocation;
use ascertain::contract::Formula;
use ascertain::formula::{Space, converted};
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
    /// Each element with every operation in f64: for narrower formats nearly always what the exact value is rounded to.
    pub(super) wide: Vec<f64>,
    /// The same rounded to the dtype.
    pub(super) rounded: Vec<f64>,
    /// Each element of the reference, which computes in the formula's dtype, one operation after the other.
    pub(super) peer: Vec<f64>,
    /// How many elements go into a result at most.
    pub terms: usize,
}

impl Golden {
    /// Each element in f64, and rounded to the dtype.
    pub fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.wide.iter().copied().zip(self.rounded.iter().copied())
    }

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
        let peer = right.stored(dtype)?;
        let wide = wide(&space, &operands).filter(|_| right.dtype.is_float());
        let wide = wide.map_or_else(|| numbers(dtype, &peer), Some)?;
        let bytes: Vec<u8> = wide.iter().flat_map(|number| number.to_le_bytes()).collect();
        let rounded = if dtype == DType::F64 { bytes } else { converted(&bytes, DType::F64, dtype)? };
        let terms = space.line.map_or(1, |line| line.n);
        let (peer, rounded) = (numbers(dtype, &peer)?, numbers(dtype, &rounded)?);
        Some(Self { dtype, shape: right.shape, wide, rounded, peer, terms })
    }
}

/// The elements of a formula with every operation in f64, of operands as they are converted to the dtype that it is computed in.
fn wide(space: &Space<'_>, operands: &[Cow<'_, [u8]>]) -> Option<Vec<f64>> {
    let widened = |operand: &Cow<'_, [u8]>| match space.compute {
        DType::F64 => Some(Cow::Owned(operand.to_vec())),
        own => converted(operand, own, DType::F64).map(Cow::Owned),
    };
    let operands = operands.iter().map(widened).collect::<Option<Vec<_>>>()?;
    numbers(DType::F64, &space.computed_in(DType::F64).compute(&operands)?.elements)
}

/// The elements of a float dtype. f64 holds them all.
pub(super) fn numbers(dtype: DType, elements: &[u8]) -> Option<Vec<f64>> {
    let wide = if dtype == DType::F64 {
        elements.into()
    } else {
        Cow::from(converted(elements, dtype, DType::F64)?)
    };
    Some(wide.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
}
