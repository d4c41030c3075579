//! How conversions round and what becomes of subnormal numbers, where no page says it: what the formula gives either way.

use super::super::conversions::has_routes;
use super::super::declarations::{self, Route, format};
use crate::oracle::each::is_move;
use crate::oracle::{Format, Subnormals};
use ascertain::backend::OperatorSupport;
use ascertain::call::Invocation;
use ascertain::formula::{Computed, Space, converted, part};
use ascertain::{DType, Tensor};
use std::borrow::Cow;

/// The aspect of an operator that its requirement about rounded conversions has.
pub(super) const ROUNDS: &str = "rounds";

/// The aspect that leaves open what becomes of subnormal numbers.
pub(super) const SUBNORMALS: &str = "subnormals";

/// One way for all elements of a call.
pub(super) struct Way<'a> {
    support: Option<&'a OperatorSupport>,
    /// Where nothing is declared: whether subnormal numbers are read and written as zeros, and how conversions to 16-bit floats round.
    zeros: bool,
    route: Route,
    /// The operands of the formula, in the dtype that it is computed in.
    pub(super) operands: Vec<Cow<'a, [u8]>>,
    /// The result as it is stored.
    pub(super) expected: Cow<'a, [u8]>,
}

/// The ways that a backend's declarations leave, as far as they make a difference. The usual one comes first: subnormal numbers
/// are kept and conversions round once, which gives `right` from `operands`, stored as `expected`.
pub(super) fn ways<'a>(
    space: &Space<'_>,
    call: &'a Invocation,
    operands: &'a [Cow<'_, [u8]>],
    right: &Computed,
    (dtype, expected): (DType, &'a [u8]),
    support: Option<&'a OperatorSupport>,
) -> Option<Vec<Way<'a>>> {
    let tensors = || space.formula.each.operands.iter().filter_map(|at| call.args().tensor(*at));
    let mut conversions =
        tensors().map(|tensor| (tensor.dtype(), space.compute)).chain([(right.dtype, dtype)]);
    let has_routes = conversions.any(|(from, to)| has_routes(own(from), own(to)));
    let mut converted =
        tensors().filter(|tensor| own(tensor.dtype()).is_float() && tensor.dtype() != space.compute);
    let has_subnormals = operands.iter().any(|operand| has_subnormal(space.compute, operand))
        || has_subnormal(right.dtype, &right.elements)
        || converted.any(|tensor| has_subnormal(tensor.dtype(), &tensor.elements()))
        || (right.dtype != dtype && has_subnormal(dtype, expected));
    let is_declared = support.is_some_and(|support| !support.declared.is_empty());
    let is_copy = space.formula.each.expr().is_some_and(is_move);
    let mut ways: Vec<Way<'a>> = Vec::new();
    for zeros in [false, true].into_iter().take(if has_subnormals { 2 } else { 1 }) {
        for route in Route::DECLARABLE.into_iter().take(if has_routes { 2 } else { 1 }) {
            if ways.is_empty() && !is_declared {
                let operands = operands.iter().map(|operand| Cow::Borrowed(&**operand)).collect();
                let expected = expected.into();
                ways.push(Way { support, zeros, route, operands, expected });
                continue;
            }
            let mut way = Way { support, zeros, route, operands: Vec::new(), expected: expected.into() };
            let read = |&at: &usize| {
                let tensor = call.args().tensor(at)?;
                let elements = way.converted(tensor.elements(), tensor.dtype(), space.compute)?;
                let elements = if is_copy { elements } else { way.flushed(space.compute, elements) };
                Some(space.laid(elements, space.compute.size(), tensor.shape()))
            };
            let read = space.formula.each.operands.iter().map(read).collect::<Option<Vec<_>>>()?;
            let result = if read == operands { right.clone() } else { space.compute(&read)? };
            let result = result.elements.into();
            let is_copy = is_copy && space.formula.joined.is_none();
            let result = if is_copy { result } else { way.flushed(right.dtype, result) };
            way.expected = way.converted(result, right.dtype, dtype)?.into_owned().into();
            way.operands = read;
            if !ways.iter().any(|known| known.expected == way.expected && known.operands == way.operands) {
                ways.push(way);
            }
        }
    }
    Some(ways)
}

/// Whether bits are those of a subnormal number.
fn is_subnormal(format: Format, bits: u64) -> bool {
    (1..format.least_normal_bits()).contains(&(bits & format.magnitude_mask()))
}

fn has_subnormal(dtype: DType, elements: &[u8]) -> bool {
    let Some(format) = format(own(dtype)) else { return false };
    match format.bytes() {
        2 => elements.as_chunks().0.iter().any(|bits| is_subnormal(format, u16::from_le_bytes(*bits).into())),
        4 => elements.as_chunks().0.iter().any(|bits| is_subnormal(format, u32::from_le_bytes(*bits).into())),
        _ => elements.as_chunks().0.iter().any(|bits| is_subnormal(format, u64::from_le_bytes(*bits))),
    }
}

impl Way<'_> {
    /// Elements in another dtype, converted this way.
    fn converted<'b>(&self, elements: Cow<'b, [u8]>, from: DType, to: DType) -> Option<Cow<'b, [u8]>> {
        if from == to {
            return Some(elements);
        }
        let elements = self.flushed(from, elements);
        let elements = match (self.through(from, to), part(to)) {
            (None, _) => converted(&elements, from, to)?,
            (Some(_), None) => converted(&converted(&elements, from, DType::F32)?, DType::F32, to)?,
            (Some(_), Some(_)) => converted(&converted(&elements, from, DType::C64)?, DType::C64, to)?,
        };
        Some(self.flushed(to, elements.into()))
    }

    /// The format that a conversion rounds to first.
    pub(super) fn through(&self, from: DType, to: DType) -> Option<Format> {
        let [from, to] = [from, to].map(own);
        match declarations::conversion(self.support, to).unwrap_or(self.route) {
            Route::Through(middle) if has_routes(from, to) => self.format(middle),
            _ => None,
        }
    }

    /// The format of a dtype or of its parts, with what is declared of it.
    pub(super) fn format(&self, dtype: DType) -> Option<Format> {
        let own = own(dtype);
        Some(format(own)?.declaring(declarations::declared(self.support, own).subnormals))
    }

    /// Elements with zeros for subnormal numbers, if that is the way.
    fn flushed<'b>(&self, dtype: DType, elements: Cow<'b, [u8]>) -> Cow<'b, [u8]> {
        let Some(format) = self.format(dtype) else { return elements };
        let is_zero = format.subnormals().map_or(self.zeros, |declared| declared == Subnormals::Flush);
        let size = format.bytes();
        if !is_zero || !has_subnormal(dtype, &elements) {
            return elements;
        }
        let mut elements = elements.into_owned();
        for element in elements.chunks_exact_mut(size) {
            let bits = format.load(element, 0);
            if is_subnormal(format, bits) {
                element.copy_from_slice(&(bits & format.sign_bit()).to_le_bytes()[..size]);
            }
        }
        elements.into()
    }
}

/// The dtype of the parts of a complex number; of any other, its own.
pub(super) fn own(dtype: DType) -> DType {
    part(dtype).unwrap_or(dtype)
}

/// What a result shows of each aspect that is not declared, in words.
pub(super) fn seen(ways: &[Way<'_>], compute: DType, answer: &Tensor) -> Vec<(&'static str, String)> {
    let [usual, others @ ..] = ways else { return Vec::new() };
    let (dtype, got) = (answer.dtype(), answer.elements());
    let size = dtype.size();
    let seen = |way: &Way<'_>| {
        let all = usual.expected.chunks_exact(size).zip(way.expected.chunks_exact(size));
        let apart = all.zip(got.chunks_exact(size)).filter(|((usual, other), _)| usual != other);
        let shown =
            apart.fold([false; 2], |[a, b], ((usual, other), got)| [a || usual == got, b || other == got]);
        let which = [[true, false], [false, true], [true, true]].iter().position(|which| *which == shown)?;
        match (way.zeros, way.route) {
            (true, Route::Direct) => {
                let seen = ["kept", "read or written as zeros", "kept at some places"][which];
                Some((SUBNORMALS, format!("subnormal numbers are {seen}")))
            }
            (false, Route::Through(middle)) => {
                let to = if way.through(compute, dtype).is_some() { dtype } else { compute };
                let through = format!("through {middle}");
                let seen = ["once", &through, "differently at different places"][which];
                Some((ROUNDS, format!("a conversion to {to} rounds {seen}")))
            }
            _ => None,
        }
    };
    others.iter().filter_map(seen).collect()
}
