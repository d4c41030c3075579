//! Which requirement a failure breaks: the narrowest one that explains it.

use super::declared::Route;
use super::factors::converted;
use super::{DIM, DTYPE, INPLACE, INPUT, OUT};
use crate::oracle::Lines;
use crate::verdict::FailKind;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Level};
use ascertain::dtype::Class;
use ascertain::element::converter;
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
    if converts && wrong.is_of_conversion() {
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
