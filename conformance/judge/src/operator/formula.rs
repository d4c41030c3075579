//! Results that a formula of the specification describes: which are right, and calls whose values tell wrong ones apart.
//!
//! What the formula gives with each operation rounded to the dtype that it is computed in is right. Of floats, so is what
//! the [oracle](crate::oracle) finds possible: rounded in a wider format, or not where two operations are fused.

use super::askable;
use super::cumprod::declared::format;
use super::cumprod::place;
use super::numbers::number;
use crate::arguments::{self, Given};
use crate::oracle::each::{Hull, Place, Possible, possible};
use crate::oracle::{Format, show_bits};
use crate::random::{Source, shapes, values};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Formula};
use ascertain::dtype::Class;
use ascertain::formula::Computed;
use ascertain::{DType, Layout, Tensor};
use ascertain_language::expr::{Environment, Expr};

/// Judges the answer to a valid call. `target` is the tensor that it was asked to write.
pub(super) fn judge(
    formula: &Formula,
    call: &Invocation,
    target: Option<&Tensor>,
    answer: &Tensor,
) -> Judgement {
    let Some(right) = formula.compute(call.args()) else {
        let what =
            format!("accepted, with {}{:?}; no operator computes that here", answer.dtype(), answer.shape());
        return Judgement::of(Verdict::Observed).with_detail(what);
    };
    let fail = |kind, right: String, got: String| Judgement::fail(formula.requirement, kind, right, got);
    let dtype = target.map_or(right.dtype, Tensor::dtype);
    if answer.dtype() != dtype {
        return fail(FailKind::DType, dtype.name().to_owned(), answer.dtype().name().to_owned());
    }
    if answer.shape() != right.shape {
        return fail(
            FailKind::Shape,
            format!("shape {:?}", right.shape),
            format!("shape {:?}", answer.shape()),
        );
    }
    let Some(expected) = stored(&right, dtype) else {
        let what = format!("{} is converted to {dtype}; the page does not say how", right.dtype);
        return Judgement::of(Verdict::Observed).with_detail(what);
    };
    let (got, size) = (answer.elements(), dtype.size());
    let mut judgement = Judgement::of(Verdict::Pass);
    let places = expected.chunks_exact(size).zip(got.chunks_exact(size)).enumerate();
    let differing: Vec<usize> = places.filter(|(_, (right, got))| right != got).map(|(at, _)| at).collect();
    if !differing.is_empty() {
        let element = |all: &[u8], at: usize| number(dtype, &all[at * size..][..size]);
        let oracle = Oracle::of(formula, call, &right);
        let allows = |at: &usize| {
            oracle.as_ref().is_some_and(|oracle| oracle.allows(*at, dtype, &got[at * size..][..size]))
        };
        let wrong: Vec<usize> = differing.into_iter().filter(|at| !allows(at)).collect();
        if let [first, ..] = *wrong.as_slice() {
            let shown = oracle.as_ref().and_then(|oracle| oracle.shown(first, dtype));
            let shown = shown.unwrap_or_else(|| element(&expected, first));
            judgement = fail(FailKind::Value, shown, element(&got, first));
            let place = place(&right.shape, first);
            let inputs = inputs(formula, call, right.compute, first).join(", ");
            judgement.detail = Some(format!(
                "element {place:?}, the first of {} wrong: {} with {inputs}",
                wrong.len(),
                formula.each.text
            ));
            judgement.at = Some(place);
        }
    }
    judgement.elements = answer.layout().count() as u64;
    judgement
}

/// What the tensors in a formula have at a place: `left = 2.5`.
fn inputs(formula: &Formula, call: &Invocation, compute: DType, at: usize) -> Vec<String> {
    let names = formula.each.operands.iter().map(|&operand| call.operator.arguments[operand].name);
    let operands = formula.operands(call.args()).unwrap_or_default();
    let element = |operand: &[u8]| number(compute, &operand[at * compute.size()..][..compute.size()]);
    names.zip(&operands).map(|(name, operand)| format!("{name} = {}", element(operand))).collect()
}

/// Whether the formula says what a call gives.
pub(super) fn knows(formula: &Formula, call: &Invocation, target: Option<&Tensor>) -> bool {
    let computed = formula.compute(call.args());
    computed.is_some_and(|right| stored(&right, target.map_or(right.dtype, Tensor::dtype)).is_some())
}

/// The elements of a result in the dtype that it is stored in. None where a conversion is open: to integers.
fn stored(right: &Computed, dtype: DType) -> Option<Vec<u8>> {
    let is_open = right.dtype != dtype && right.dtype != DType::Bool && !dtype.is_float();
    if is_open { None } else { right.stored(dtype) }
}

/// What else is right where the dtype that is computed in is a float.
struct Oracle<'a> {
    expr: Expr,
    format: Format,
    compute: DType,
    formula: &'a Formula,
    call: &'a Invocation,
    operands: Vec<Vec<u8>>,
}

impl<'a> Oracle<'a> {
    fn of(formula: &'a Formula, call: &'a Invocation, right: &Computed) -> Option<Self> {
        Some(Self {
            expr: arguments::formula(call.operator, formula.each.text)?,
            format: format(right.compute)?,
            compute: right.compute,
            formula,
            call,
            operands: formula.operands(call.args())?,
        })
    }

    /// What the element at a place may be.
    fn possible(&self, at: usize) -> Option<Possible> {
        let given = Given(self.call.args());
        let element = |argument: usize| {
            let operand = self.formula.each.operands.iter().position(|operand| *operand == argument)?;
            Some(self.format.decode(self.format.load(&self.operands[operand], at)))
        };
        let place = Place {
            format: self.format,
            element: &element,
            int: &|expr| given.int(expr),
            truth: &|expr| given.truth(expr),
        };
        possible(&self.expr, &place)
    }

    fn hull(&self, at: usize) -> Option<Hull> {
        match self.possible(at)? {
            Possible::Element(hull) => Some(hull),
            Possible::Truth(_) => None,
        }
    }

    /// Whether an element may be what it is.
    fn allows(&self, at: usize, dtype: DType, got: &[u8]) -> bool {
        match self.possible(at) {
            Some(Possible::Truth(truths)) => match (dtype, got) {
                (DType::Bool, [0]) => truths.no,
                (DType::Bool, [1]) => truths.yes,
                _ => false,
            },
            Some(Possible::Element(hull)) => format(dtype)
                .is_some_and(|stored| hull.contains_stored(self.format, stored, stored.load(got, 0))),
            None => false,
        }
    }

    /// What would have been right, where it is not one number.
    fn shown(&self, at: usize, dtype: DType) -> Option<String> {
        let hull = self.hull(at).filter(|_| dtype == self.compute)?;
        let (low, high) = hull.stored(self.format)?;
        let nan = if hull.may_be_nan() { ", or NaN" } else { "" };
        let to = if low == high { String::new() } else { format!(" to {}", show_bits(self.format, high)) };
        Some(format!("{}{to}{nan}", show_bits(self.format, low)))
    }
}

/// Gives the tensor that a call writes the dtype and shape of the result.
pub(super) fn complete(formula: &Formula, call: &mut Invocation) {
    let Some(at) = call.operator.argument(formula.result) else { return };
    let (Some(shape), Some(compute)) = (formula.shape(call.args()), formula.dtype(call.args())) else {
        return;
    };
    if matches!(call.args[at], Arg::Tensor(_)) {
        let dtype = if formula.each.is_truth { DType::Bool } else { compute };
        if let Ok(out) = Tensor::zeros(dtype, &shape) {
            call.args[at] = Arg::Tensor(out);
        }
    }
}

/// The places of the tensors that a call reads, and that the formula uses.
fn read(formula: &Formula, call: &Invocation) -> Vec<usize> {
    let given = |at: &usize| matches!(call.args[*at], Arg::Tensor(_));
    formula.each.operands.iter().copied().filter(given).collect()
}

/// The call with other tensors to read, if it is valid then.
fn with(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
    tensors: Vec<(usize, Tensor)>,
) -> Option<Invocation> {
    let mut call = call.clone();
    for (at, tensor) in tensors {
        call.args[at] = Arg::Tensor(tensor);
    }
    complete(formula, &mut call);
    let fits = askable(contract, &call) && contract.broken_by(call.args()).next().is_none();
    fits.then_some(call)
}

/// Valid calls like one, with values that tell formulas apart, every pair of them, and shapes that are broadcast.
pub(super) fn grid(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Vec<(&'static str, Invocation)> {
    let read = read(formula, call);
    // The telling values in turn, from the `first` on, each `times` times.
    let filled = |at: usize, shape: &[usize], first: usize, times: usize| {
        let dtype = call.args().dtype_of(at)?;
        let telling = telling(dtype);
        let count = shape.iter().product::<usize>();
        let bytes = (0..count).flat_map(|i| telling[(i / times + first) % telling.len()].clone()).collect();
        Tensor::new(dtype, shape, bytes).ok()
    };
    let of = |tensor: &dyn Fn(usize, usize) -> Option<Tensor>| {
        let tensors = read.iter().enumerate().map(|(order, &at)| Some((at, tensor(order, at)?)));
        tensors.collect::<Option<Vec<_>>>()
    };
    let alike = |shape: &[usize]| of(&|order, at| filled(at, shape, 2 * order, 1));
    // Each value of one with each of the other.
    let most =
        read.iter().filter_map(|&at| Some(telling(call.args().dtype_of(at)?).len())).max().unwrap_or(1);
    let pairs = || of(&|order, at| filled(at, &vec![most; read.len()], 0, if order == 0 { 1 } else { most }));
    let strided = |order: usize, at: usize| {
        let plain = filled(at, &[3, 4], order, 1)?;
        let layout = Layout::strided(&[3, 4], &[-5, 1], 12).ok()?;
        let mut view = Tensor::view(plain.dtype(), layout, vec![0xa5; 17 * plain.dtype().size()]).ok()?;
        view.set_elements(&plain.elements());
        Some(view)
    };
    let mut named = vec![
        ("values", pairs()),
        ("scalar", alike(&[])),
        ("empty", alike(&[0, 3])),
        ("rank-8", alike(&[1, 2, 1, 1, 2, 1, 1, 3])),
        ("strided", of(&strided)),
    ];
    if read.len() > 1 {
        let either = |one: &[usize], other: &[usize]| {
            of(&|order, at| filled(at, if order == 0 { one } else { other }, 2 * order, 1))
        };
        named.extend([
            ("row-by-rows", either(&[4], &[3, 4])),
            ("column-by-row", either(&[3, 1], &[1, 4])),
            ("rows-by-scalar", either(&[3, 4], &[])),
            ("none-by-one", either(&[0], &[1])),
        ]);
    }
    let valid = |base: &Invocation, tensors: Option<Vec<_>>| with(formula, contract, base, tensors?);
    let calls = named.into_iter().map(|(name, tensors)| (name, valid(call, tensors)));
    // A number that is not neutral, where there is one.
    let other = numbered(call, |_| 3);
    let other = (other.args != call.args).then(|| ("other-number", valid(&other, pairs())));
    calls.chain(other).filter_map(|(name, call)| Some((name, call?))).collect()
}

/// The call with other integers.
fn numbered(call: &Invocation, mut number: impl FnMut(i64) -> i64) -> Invocation {
    let mut call = call.clone();
    for arg in &mut call.args {
        if let Arg::Int(value) = arg {
            *value = number(*value);
        }
    }
    call
}

/// A call like one, with random shapes and values.
pub(super) fn draw(
    source: &mut Source,
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Option<Invocation> {
    let shape = shapes::lines(source).shape.to_vec();
    let mut tensors = Vec::new();
    for at in read(formula, call) {
        let dtype = call.args().dtype_of(at)?;
        // Some dimensions of one, and fewer of them, are broadcast.
        let mut own = shape.clone();
        if formula.each.operands.len() > 1 && source.chance(20) {
            own.drain(..source.below(own.len() + 1));
            for n in &mut own {
                *n = if source.chance(30) { 1 } else { *n };
            }
        }
        let view = if source.chance(20) { shapes::strided(source, dtype, &own) } else { None };
        let mut tensor = view.or_else(|| Tensor::zeros(dtype, &own).ok())?;
        let mut elements = vec![0; tensor.layout().count() * dtype.size()];
        values::fill(source, dtype, &mut elements);
        tensor.set_elements(&elements);
        tensors.push((at, tensor));
    }
    let other = numbered(call, |own| source.pick(&[own, 0, 1, -1, 2, 3, 7, -100]));
    with(formula, contract, &other, tensors.clone()).or_else(|| with(formula, contract, call, tensors))
}

/// Values that tell formulas, roundings and dtypes apart: zeros, ends, ties, neighbours of powers of two, infinities and NaN.
fn telling(dtype: DType) -> Vec<Vec<u8>> {
    let words: Vec<u64> = match (dtype.class(), format(dtype)) {
        (_, Some(format)) => {
            let one = format.one_bits();
            let positive = [
                0,
                1,
                format.least_normal_bits() - 1,
                format.least_normal_bits(),
                one,
                one + 1,
                one - 1,
                // 1.5, 3, and a number with a digit in every place.
                one + (format.least_normal_bits() >> 1),
                one + format.least_normal_bits() + (format.least_normal_bits() >> 1),
                one + format.least_normal_bits() - 1,
                format.infinity_bits() - 1,
                format.infinity_bits(),
            ];
            let negative = positive.map(|bits| bits | format.sign_bit());
            positive.into_iter().chain(negative).chain([format.nan_bits()]).collect()
        }
        (Class::Bool, _) => vec![0, 1],
        _ => {
            let top = 1_u64 << (dtype.bits().min(64) - 1);
            [0, 1, 2, 3, 7, 100, top - 1, top, top + 1].into_iter().chain([u64::MAX, u64::MAX - 1]).collect()
        }
    };
    words
        .into_iter()
        .map(|word| (0..dtype.size()).map(|at| (word >> (8 * (at % 8))) as u8).collect())
        .collect()
}
