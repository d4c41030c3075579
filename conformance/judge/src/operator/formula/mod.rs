//! Results that a formula of the specification describes: which are right, and calls whose values tell wrong ones apart.
//!
//! What the formula gives with each operation rounded to the dtype that it is computed in is right. Of floats, so is what
//! the [oracle] finds possible: rounded in a wider format, or not where two operations are fused.

mod calls;
mod oracle;

pub(crate) use calls::with_operands;
pub(super) use calls::{complete, draw, grid};

use self::oracle::{Oracle, integer};
use super::cumprod::declared::{self, format};
use super::cumprod::factors::open_conversions;
use super::cumprod::place;
use super::numbers::number;
use crate::oracle::Magnitude;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::call::Invocation;
use ascertain::contract::{Contract, Formula};
use ascertain::formula::{Computed, part};
use ascertain::{DType, Tensor};
use std::borrow::Cow;

/// Judges the tensor of an answer to a valid call that the formula is about.
pub(super) fn judge(
    formula: &Formula,
    call: &Invocation,
    answer: &Tensor,
    support: Option<&OperatorSupport>,
) -> Judgement {
    let Some(right) = formula.compute(call.args()) else {
        let what =
            format!("accepted, with {}{:?}; no operator computes that here", answer.dtype(), answer.shape());
        return Judgement::of(Verdict::Observed).with_detail(what);
    };
    let fail = |kind, right: String, got: String| Judgement::fail(formula.requirement, kind, right, got);
    let dtype = target(formula, call).map_or(right.dtype, Tensor::dtype);
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
        let what = format!("{} is not converted to {dtype} by any page", right.dtype);
        return Judgement::of(Verdict::Observed).with_detail(what);
    };
    let (got, size) = (answer.elements(), dtype.size());
    let open = open(formula, call, &right, dtype);
    let is_open = |at: usize| open.as_ref().is_some_and(|open| open[at]);
    let count = answer.layout().count();
    let judged = (0..count).filter(|at| !is_open(*at)).count();
    if judged == 0 && count > 0 {
        let what =
            format!("the first of {count} values that {dtype} cannot hold: {}", number(dtype, &got[..size]));
        return Judgement::of(Verdict::Observed).with_detail(what);
    }
    let mut judgement = Judgement::of(Verdict::Pass);
    let element = |all: &[u8], at: usize| number(dtype, &all[at * size..][..size]);
    let differing = |right: &[u8], at: usize| right[at * size..][..size] != got[at * size..][..size];
    let mut worst = 0;
    let mut wrong: Vec<usize> = (0..count).filter(|at| !is_open(*at) && differing(&expected, *at)).collect();
    if !wrong.is_empty() {
        let distance = declared::ulp(support, right.compute);
        let oracle = Oracle::of(formula, call, &right, distance);
        if let Some(oracle) = &oracle {
            if formula.open.is_some() && dtype == right.compute {
                let distances = wrong.iter().filter_map(|&at| oracle.distance(at, &got));
                worst = distances.max().unwrap_or(0);
            }
            for wider in oracle.wider(&right, dtype) {
                wrong.retain(|at| differing(&wider, *at));
            }
            // Where much is wrong, a few elements say so.
            let not_allowed = |at: &usize| !oracle.allows(*at, dtype, &got[at * size..][..size]);
            wrong = wrong.into_iter().filter(not_allowed).take(MOST_WRONG).collect();
        }
        if let [first, ..] = *wrong.as_slice() {
            let shown = oracle.as_ref().and_then(|oracle| oracle.shown(first, dtype));
            let shown = shown.unwrap_or_else(|| element(&expected, first));
            judgement = fail(FailKind::Value, shown, element(&got, first));
            let place = place(&right.shape, first);
            let inputs = inputs(formula, call, right.compute, first).join(", ");
            let count = match wrong.len() {
                MOST_WRONG => format!("{MOST_WRONG} or more"),
                count => count.to_string(),
            };
            judgement.detail = Some(format!(
                "element {place:?}, the first of {count} wrong: {} with {inputs}",
                formula.each.text
            ));
            judgement.at = Some(place);
        }
    }
    judgement.elements = judged as u64;
    if let Some(id) = formula.open.filter(|_| right.compute.is_float() && judgement.verdict == Verdict::Pass)
    {
        judgement.observations.push((id, accuracy(dtype, worst)));
    }
    judgement
}

/// How far each element of an answer is from the correctly rounded value of a graded function, in units in the last place. None
/// for NaN, and where an operand or the value is subnormal: that may be flushed. None at all if the call is none of a graded
/// function that gives the dtype it is computed in.
pub(crate) fn distances(contract: &Contract, call: &Invocation, answer: &Tensor) -> Option<Vec<Option<u64>>> {
    let formula = contract.formula(call.args()).filter(|formula| formula.open.is_some())?;
    let right = formula.compute(call.args())?;
    let dtype = right.compute;
    if right.dtype != dtype || answer.dtype() != dtype || answer.shape() != right.shape {
        return None;
    }
    let (expected, got) = (stored(&right, dtype)?, answer.elements());
    let (format, operands) = (format(dtype)?, formula.operands(call.args(), dtype)?);
    let oracle = Oracle::of(formula, call, &right, None)?;
    let is_subnormal = |elements: &[u8], at: usize| {
        let magnitude = format.load(elements, at) & !format.sign_bit();
        magnitude != 0 && magnitude & format.infinity_bits() == 0
    };
    let distance = |at: usize| {
        let (right, own) = (format.load(&expected, at), format.load(&got, at));
        let flushed = operands.iter().any(|operand| is_subnormal(operand, at)) || is_subnormal(&expected, at);
        match right == own {
            _ if flushed || format.decode(right).is_nan() => None,
            true => Some(0),
            false => oracle.distance(at, &got),
        }
    };
    Some((0..answer.layout().count()).map(distance).collect())
}

/// How exact the elements of a result are, in words that few results have each for themselves.
fn accuracy(dtype: DType, worst: u64) -> String {
    match (worst, dtype) {
        // That is how exact the value is which they are compared with.
        (0..=2, DType::F64) => format!("{dtype} within 2 ulp"),
        (1, _) => format!("{dtype} within 1 ulp"),
        (0, _) => format!("{dtype} correctly rounded"),
        _ => format!("{dtype} within {} ulp", worst.next_power_of_two()),
    }
}

/// The elements of a result that hang on a conversion which no page states: of a value to an integer dtype that cannot hold
/// it. None if there are none.
fn open(formula: &Formula, call: &Invocation, right: &Computed, dtype: DType) -> Option<Vec<bool>> {
    let args = call.args();
    let mut open: Vec<bool> = Vec::new();
    for &at in formula.each.operands {
        let tensor = call.args().tensor(at)?;
        let Some(own) = open_conversions(real(tensor)?.as_ref(), right.compute) else { continue };
        let own: Vec<u8> = own.into_iter().map(u8::from).collect();
        let own = formula.laid(args, &own, 1, tensor.shape())?;
        open.resize(own.len(), false);
        open.iter_mut().zip(own).for_each(|(open, own)| *open |= own == 1);
    }
    let results = right.shape.iter().product();
    if let Some(line) = formula.line(args).filter(|_| !open.is_empty()) {
        for at in (0..open.len()).filter(|at| line.index(*at) > 0).collect::<Vec<_>>() {
            open[at] |= open[at - line.step];
        }
        open = (0..results).map(|at| line.last(at).is_some_and(|at| open[at])).collect();
    }
    open.resize(results, false);
    let result = Tensor::new(right.dtype, &right.shape, right.elements.clone()).ok()?;
    let stored = open_conversions(real(&result)?.as_ref(), dtype).filter(|_| right.dtype != DType::Bool);
    open.iter_mut().zip(stored.into_iter().flatten()).for_each(|(open, stored)| *open |= stored);
    open.contains(&true).then_some(open)
}

/// The real parts of a tensor of complex numbers, of which conversions to real dtypes are; any other as it is.
fn real(tensor: &Tensor) -> Option<Cow<'_, Tensor>> {
    let Some(part) = part(tensor.dtype()) else { return Some(Cow::Borrowed(tensor)) };
    let parts = tensor.elements();
    let reals = parts.chunks_exact(part.size()).step_by(2).flatten().copied().collect();
    Tensor::new(part, tensor.shape(), reals).ok().map(Cow::Owned)
}

/// What the tensors in a formula have at a place, or in its line up to there: `left = 2.5`.
fn inputs(formula: &Formula, call: &Invocation, compute: DType, at: usize) -> Vec<String> {
    let names = formula.each.operands.iter().map(|&operand| call.operator.arguments[operand].name);
    let operands = formula.operands(call.args(), compute).unwrap_or_default();
    let element =
        |operand: &[u8], at: usize| number(compute, &operand[at * compute.size()..][..compute.size()]);
    let shown = |operand: &[u8]| match formula.line(call.args()) {
        None => element(operand, at),
        Some(line) => match line.last(at) {
            None => "[]".to_owned(),
            Some(at) if line.index(at) < MOST_SHOWN => {
                let all: Vec<String> = line.up_to(at).map(|at| element(operand, at)).collect();
                format!("[{}]", all.join(", "))
            }
            Some(at) => format!("{} elements up to {}", line.index(at) + 1, element(operand, at)),
        },
    };
    names.zip(&operands).map(|(name, operand)| format!("{name} = {}", shown(operand))).collect()
}

/// So many wrong elements are looked for.
const MOST_WRONG: usize = 8;

/// In lines of so many elements it is seen which of equals an index means.
const MOST_COMPARED: usize = 64;

/// As many elements of a line are shown.
const MOST_SHOWN: usize = 8;

/// Whether the formula says what a call gives.
pub(super) fn knows(formula: &Formula, call: &Invocation) -> bool {
    formula.compute(call.args()).is_some_and(|right| {
        stored(&right, target(formula, call).map_or(right.dtype, Tensor::dtype)).is_some()
    })
}

/// The elements of a result in the dtype that it is stored in. None where no page has such a conversion: of a complex number
/// to an integer.
fn stored(right: &Computed, dtype: DType) -> Option<Vec<u8>> {
    let is_known = part(right.dtype).is_none() || part(dtype).is_some() || dtype.is_float();
    if is_known { right.stored(dtype) } else { None }
}

/// The tensor that receives the result.
fn target<'a>(formula: &Formula, call: &'a Invocation) -> Option<&'a Tensor> {
    call.args().tensor(call.operator.argument(formula.result)?)
}

/// Judges indices into lines: each is that of an element, of a scan up to there, that equals the result.
pub(super) fn judge_index(
    formula: &Formula,
    call: &Invocation,
    values: &Tensor,
    answer: &Tensor,
) -> Judgement {
    let fail = |kind, right: String, got: String| Judgement::fail(formula.requirement, kind, right, got);
    let dtype = target(formula, call).map_or(DType::S64, Tensor::dtype);
    if answer.dtype() != dtype {
        return fail(FailKind::DType, dtype.name().to_owned(), answer.dtype().name().to_owned());
    }
    let known = formula.dtype(call.args()).and_then(|compute| {
        let elements = formula.each_of(&formula.operands(call.args(), compute)?, call.args(), compute)?;
        Some((formula.line(call.args())?, formula.shape(call.args())?, elements, compute))
    });
    let Some((line, shape, elements, compute)) = known else {
        return Judgement::of(Verdict::Observed).with_detail("accepted; no operator computes that here");
    };
    if answer.shape() != shape {
        return fail(FailKind::Shape, format!("shape {shape:?}"), format!("shape {:?}", answer.shape()));
    }
    let (indices, results) = (answer.elements(), values.elements());
    if values.dtype() != compute || values.shape() != shape {
        return Judgement::of(Verdict::Observed)
            .with_detail("the values are wrong, so the indices say nothing");
    }
    let size = compute.size();
    let is_equal = |x: &[u8], y: &[u8]| match format(compute) {
        _ if x == y => true,
        None => false,
        Some(format) => {
            let [x, y] = [x, y].map(|element| format.decode(format.load(element, 0)));
            x == y || (x.magnitude == y.magnitude && matches!(x.magnitude, Magnitude::Zero | Magnitude::Nan))
        }
    };
    let (mut firsts, mut lasts) = (true, true);
    for at in 0..answer.layout().count() {
        let result = &results[at * size..][..size];
        let Some(last) = line.last(at) else { continue };
        let equal = |k: usize| {
            let at = last - (line.index(last) - k) * line.step;
            is_equal(&elements[at * size..][..size], result)
        };
        let got = integer(dtype, &indices[at * dtype.size()..][..dtype.size()]);
        let index = got.and_then(|got| usize::try_from(got).ok()).filter(|got| *got <= line.index(last));
        match index.filter(|index| equal(*index)) {
            // In long lines this would take long, and show nothing else.
            Some(index) if line.n <= MOST_COMPARED => {
                firsts &= !(0..index).any(equal);
                lasts &= !(index + 1..=line.index(last)).any(equal);
            }
            Some(_) => {}
            None => {
                let right = (0..=line.index(last)).filter(|k| equal(*k)).take(MOST_SHOWN);
                let right: Vec<String> = right.map(|k| k.to_string()).collect();
                let got = got.map_or(String::new(), |got| got.to_string());
                let place = place(&shape, at);
                let inputs = inputs(formula, call, compute, at).join(", ");
                let mut judgement = fail(FailKind::Value, right.join(" or "), got);
                judgement.detail =
                    Some(format!("index of {} at {place:?} in {inputs}", number(compute, result)));
                judgement.at = Some(place);
                return judgement;
            }
        }
    }
    let mut judgement = Judgement::of(Verdict::Pass);
    judgement.elements = answer.layout().count() as u64;
    if let Some(id) = formula.open.filter(|_| firsts != lasts) {
        judgement
            .observations
            .push((id, if firsts { "the first of equals" } else { "the last of equals" }.to_owned()));
    }
    judgement
}
