//! Which requirement a failure breaks: the narrowest one that explains it.

use super::super::conversions::{converted, ordinal};
use super::super::declarations::Route;
use super::{DIM, DTYPE, INPLACE, INPUT, OUT};
use crate::oracle::Lines;
use crate::oracle::out_of_range::integer;
use crate::verdict::FailKind;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Level};
use ascertain::element::Element;
use ascertain::kernel::{Options, cumprod};
use ascertain::requirement::cumprod as id;
use ascertain::{DType, Tensor};

/// The requirement that a failure of this kind breaks, where no single element shows it.
pub(super) fn of_call(kind: FailKind, call: &Invocation, contract: &Contract) -> &'static str {
    let inplace = matches!(call.args[INPLACE], Arg::Flag(true));
    let given = matches!(call.args[DTYPE], Arg::DType(_));
    let narrow = match kind {
        FailKind::DType if inplace => id::INPLACE_VALUE,
        FailKind::DType if given => id::OUT_DTYPE_GIVEN,
        FailKind::DType => id::OUT_DTYPE_UNDEFINED,
        FailKind::Shape if !inplace => id::OUT_SHAPE,
        FailKind::WroteOutside => id::OUTSIDE,
        FailKind::RejectedValid => return allowing(call, contract, inplace),
        _ => value(inplace),
    };
    if binds(contract, narrow) { narrow } else { value(inplace) }
}

const fn value(inplace: bool) -> &'static str {
    if inplace { id::INPLACE_VALUE } else { id::VALUE }
}

fn binds(contract: &Contract, id: &str) -> bool {
    contract.requirement(id).is_some_and(|r| matches!(r.level, Level::Must | Level::Should))
}

/// The requirement that allows a call: the one about what is most special about it.
fn allowing(call: &Invocation, contract: &Contract, inplace: bool) -> &'static str {
    let args = call.args();
    // Arguments of one interface alone; what no predicate says is told by the last of them.
    let special = contract.requirements.iter().filter(|r| r.via.is_some() && r.when.is_some());
    let special = special.filter(|r| binds(contract, r.id) && r.applies(args));
    if let Some(requirement) = special.max_by_key(|r| r.require.is_none()) {
        return requirement.id;
    }
    let mut tensors = [INPUT, OUT].map(|at| &call.args[at]).into_iter();
    let has_gaps = |arg: &Arg| matches!(arg, Arg::Tensor(tensor) if !tensor.layout().is_contiguous());
    let input = match &call.args[INPUT] {
        Arg::Tensor(input) => Some(input.layout()),
        _ => None,
    };
    let rank = input.map(|layout| layout.rank());
    let candidates = [
        (input.is_some_and(|layout| layout.count() == 0), [id::EMPTY, id::INPLACE_EMPTY]),
        (tensors.any(has_gaps), [id::STRIDED; 2]),
        (rank == Some(0), [id::RANK_ZERO; 2]),
        (rank == Some(8), [id::RANK_MAX; 2]),
        (matches!(call.args[DIM], Arg::Int(..0)), [id::DIM_RANGE, id::INPLACE_DIM_RANGE]),
        (matches!(call.args[DTYPE], Arg::DType(_)), [id::DTYPE_LISTED; 2]),
    ];
    let mut candidates =
        candidates.into_iter().filter(|(is_so, _)| *is_so).map(|(_, ids)| ids[usize::from(inplace)]);
    let listed = if inplace { id::INPLACE_INPUT_DTYPE } else { id::INPUT_DTYPE };
    candidates.find(|id| binds(contract, id)).unwrap_or(listed)
}

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
pub(super) fn of_element(call: &Invocation, wrong: &Wrong<'_>) -> &'static str {
    let converts = matches!(call.args[DTYPE], Arg::DType(dtype) if dtype != wrong.input.dtype());
    let factors: Vec<usize> = wrong.factors().collect();
    if converts && wrong.is_of_rounding(&factors) {
        id::CONVERT_ROUNDS
    } else if converts && wrong.is_of_conversion(&factors) {
        id::CONVERT_BEFORE
    } else if wrong.compute.is_integer() && wrong.overflows() {
        id::INTEGER_WRAPS
    } else {
        value(matches!(call.args[INPLACE], Arg::Flag(true)))
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

    /// Whether another rounding of its factors explains it: it is a converted element alone and the neighbour of the right
    /// one, or the product of floats that were not cut off to integers.
    fn is_of_rounding(&self, factors: &[usize]) -> bool {
        let Some(line) = self.line(factors) else { return false };
        if factors.len() == 1 {
            let Some(right) = as_dtype(&line, self.compute) else { return false };
            let distance = ordinal(self.compute, right.storage()) - ordinal(self.compute, self.got_bytes());
            return distance.abs() == 1 && as_dtype(&right, line.dtype()) != Some(line);
        }
        if !(line.dtype().is_float() && self.compute.is_integer()) {
            return false;
        }
        let Some(wide) = as_dtype(&line, DType::F64) else { return false };
        [f64::round_ties_even, f64::round, f64::floor, f64::ceil].iter().any(|round| {
            let mut whole = wide.clone();
            let values = wide.storage().chunks_exact(8).map(|bytes| round(f64::load(bytes)).to_le_bytes());
            whole.set_elements(&values.flatten().collect::<Vec<_>>());
            as_dtype(&whole, self.compute).and_then(|line| product(&line)).as_deref()
                == Some(self.got_bytes())
        })
    }

    /// Whether it is a converted element alone, or the product before the conversion, converted after it.
    fn is_of_conversion(&self, factors: &[usize]) -> bool {
        factors.len() == 1 || self.converted_after(factors).as_deref() == Some(self.got_bytes())
    }

    fn got_bytes(&self) -> &[u8] {
        &self.got[self.flat() * self.compute.size()..][..self.compute.size()]
    }

    /// Its factors as they were given.
    fn line(&self, factors: &[usize]) -> Option<Tensor> {
        let size = self.input.dtype().size();
        let elements = self.input.elements();
        let line = factors.iter().flat_map(|&at| &elements[at * size..][..size]);
        dense(self.input.dtype(), &line.copied().collect::<Vec<_>>())
    }

    /// The product in input's dtype, then converted.
    fn converted_after(&self, factors: &[usize]) -> Option<Vec<u8>> {
        let from = self.input.dtype();
        let late = dense(from, &product(&self.line(factors)?)?)?;
        Some(as_dtype(&late, self.compute)?.storage().to_vec())
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

/// A tensor of rank 1.
fn dense(dtype: DType, elements: &[u8]) -> Option<Tensor> {
    let mut tensor = Tensor::zeros(dtype, &[elements.len() / dtype.size()]).ok()?;
    tensor.set_elements(elements);
    Some(tensor)
}

fn as_dtype(tensor: &Tensor, dtype: DType) -> Option<Tensor> {
    dense(dtype, &converted(tensor, dtype, Route::Direct)?)
}

/// The last of the cumulative products of a line.
fn product(line: &Tensor) -> Option<Vec<u8>> {
    let mut products = line.clone();
    cumprod(line, 0, &mut products, Options::default()).ok()?;
    let size = line.dtype().size();
    products.storage().rchunks_exact(size).next().map(<[u8]>::to_vec)
}
