//! Results that a formula of the specification describes: which are right, and calls whose values tell wrong ones apart.
//!
//! What the formula gives with each operation rounded to the dtype that it is computed in is right. Of floats, so is what
//! the [oracle] finds possible: rounded in a wider format, or not where two operations are fused.

mod bounds;
mod calls;
mod compared;
mod draw;
mod extremes;
mod grid;
mod kernels;
mod oracle;
mod sums;
mod ways;

pub(super) use bounds::bounds;
pub(super) use calls::complete;
pub(crate) use calls::with_operands;
pub(super) use draw::draw;
pub(super) use grid::grid;
pub(super) use kernels::calls as kernels;
pub(super) use sums::compare;

use self::compared::Compared;
use self::oracle::{Oracle, integer};
use self::ways::ways;
use super::conversions::{is_nan, open_conversions, ordinal};
use super::declarations::{self, format};
use super::numbers::number;
use super::{Context, place};
use crate::oracle::Subnormals;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::Invocation;
use ascertain::contract::{Contract, Formula, Outside};
use ascertain::formula::{Computed, Space, converted, part};
use ascertain::{DType, Tensor};
use ascertain_language::expr::Expr;
use std::borrow::Cow;

/// What is known of an element of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// A page leaves it open, or it was not judged.
    Open,
}

/// Judges the tensor of an answer to a valid call that the formula is about.
pub(super) fn judge(
    context: Context<'_>,
    formula: &Formula,
    call: &Invocation,
    answer: &Tensor,
) -> Judgement {
    compared(context, formula, call, answer, |compared| compared.judge())
        .unwrap_or_else(|judgement| *judgement)
}

/// What is known of each element of an answer to a valid call. None if that has another dtype or shape, or no value is known.
pub(super) fn marks(
    context: Context<'_>,
    formula: &Formula,
    call: &Invocation,
    answer: &Tensor,
) -> Option<Vec<Mark>> {
    compared(context, formula, call, answer, |compared| compared.marks()).ok()
}

/// Does something with an answer beside the right one. An error is the judgement on one that is not comparable.
fn compared<T>(
    context: Context<'_>,
    formula: &Formula,
    call: &Invocation,
    answer: &Tensor,
    then: impl FnOnce(Compared<'_>) -> T,
) -> Result<T, Box<Judgement>> {
    let computed = formula.space(call.args()).and_then(|space| {
        let operands = space.operands()?;
        Some((space.compute(&operands)?, operands, space))
    });
    let Some((right, operands, space)) = computed else {
        let what =
            format!("accepted, with {}{:?}; no operator computes that here", answer.dtype(), answer.shape());
        return Err(Box::new(Judgement::of(Verdict::Observed).with_detail(what)));
    };
    let fail =
        |kind, right: String, got: String| Box::new(Judgement::fail(formula.requirement, kind, right, got));
    let dtype = target(formula, call).map_or(right.dtype, Tensor::dtype);
    if answer.dtype() != dtype {
        return Err(fail(FailKind::DType, dtype.name().to_owned(), answer.dtype().name().to_owned()));
    }
    if *answer.shape() != *right.shape {
        return Err(fail(
            FailKind::Shape,
            format!("shape {:?}", right.shape),
            format!("shape {:?}", answer.shape()),
        ));
    }
    let Some(expected) = stored(&right, dtype) else {
        let what = format!("{} is not converted to {dtype} by any page", right.dtype);
        return Err(Box::new(Judgement::of(Verdict::Observed).with_detail(what)));
    };
    let got = answer.elements();
    let distance = declarations::ulp(context.support, right.compute).filter(|_| is_graded(formula));
    let (space, operands, right) = (&space, &*operands, &right);
    Ok(then(Compared {
        context,
        formula,
        call,
        space,
        operands,
        right,
        expected: &expected,
        answer,
        got: &got,
        distance,
    }))
}

/// The requirement about an aspect of a call.
fn requirement(contract: &Contract, call: &Invocation, aspect: &str) -> Option<&'static str> {
    let is_about = |id: &str| id.strip_suffix(aspect).is_some_and(|operator| operator.ends_with('.'));
    contract.requirements.iter().find(|own| is_about(own.id) && own.applies(call.args())).map(|own| own.id)
}

/// Whether the value of each of some elements is beyond the integer dtype, or the bools, that it is computed in.
fn wraps(space: &Space<'_>, operands: &[Cow<'_, [u8]>], places: &[usize]) -> bool {
    let (dtype, wide) = (space.compute, DType::F64);
    let range = if dtype == DType::Bool { Some((0, 1)) } else { dtype.integer_range() };
    let Some((least, most)) =
        range.filter(|_| space.formula.each.expr().is_some_and(|expr| !expr.is_bitwise()))
    else {
        return false;
    };
    let widened = operands.iter().map(|operand| converted(operand, dtype, wide).map(Cow::Owned));
    let values =
        widened.collect::<Option<Vec<_>>>().and_then(|operands| space.computed_in(wide).compute(&operands));
    let Some(values) = values.filter(|values| values.dtype == wide) else { return false };
    let (values, _) = values.elements.as_chunks();
    places.iter().all(|at| !(least as f64..=most as f64).contains(&f64::from_le_bytes(values[*at])))
}

/// Whether a wrong element is the neighbour of the right one, where it is a number that another dtype cannot hold and that was
/// converted to it: an operand, of which the formula is no more, or what was computed.
fn is_of_rounding(
    space: &Space<'_>,
    call: &Invocation,
    right: &Computed,
    expected: &[u8],
    answer: &Tensor,
    at: usize,
) -> bool {
    let (dtype, got) = (answer.dtype(), answer.elements());
    let before = || {
        if right.dtype != dtype {
            return dtype.is_float().then(|| (right.dtype, Cow::Borrowed(&*right.elements), at));
        }
        let Some(Expr::Argument(argument, _)) = space.formula.each.expr() else { return None };
        let tensor = call.args().tensor(*argument)?;
        let elements = space.laid(tensor.elements(), tensor.dtype().size(), tensor.shape());
        let from =
            space.line.map_or(Some(at), |line| line.last_joined(at).filter(|at| line.index(*at) == 0))?;
        Some((tensor.dtype(), elements, from))
    };
    let Some((own, elements, from)) = before().filter(|_| part(dtype).is_none()) else { return false };
    let element = |all: &[u8]| all[at * dtype.size()..][..dtype.size()].to_vec();
    let (right, got) = (element(expected), element(&got));
    let Some(source) = elements.get(from * own.size()..(from + 1) * own.size()) else { return false };
    let is_exact = match integer(own, source).filter(|_| dtype.is_float()) {
        // A conversion back to an integer saturates, so that a number beyond its range would look exact.
        Some(value) => converted(&right, dtype, DType::F64)
            .is_some_and(|right| f64::from_le_bytes(right.try_into().unwrap_or_default()) as i128 == value),
        None => converted(&right, dtype, own).as_deref() == Some(source),
    };
    !is_exact && ordinal(dtype, &right).abs_diff(ordinal(dtype, &got)) == 1
}

/// How the id of a requirement ends by which NaN becomes 0 where a float is converted to an integer. Without one, that is open.
const NAN_IS_ZERO: &str = ".nan.integer";

/// Whether no page says how exact a formula's result is.
#[must_use]
pub fn is_graded(formula: &Formula) -> bool {
    formula.open.is_some() && formula.each.expr().is_some_and(Expr::is_graded)
}

/// How far each element of an answer is from the correctly rounded value of a graded function, in units in the last place. None
/// for NaN, and where an operand or the value is subnormal: that may be flushed. None at all if the call's
/// function is exact, or its result has another dtype than it is computed in.
pub(crate) fn distances(contract: &Contract, call: &Invocation, answer: &Tensor) -> Option<Vec<Option<u64>>> {
    let formula = contract.formula(call.args()).filter(|formula| is_graded(formula))?;
    let space = formula.space(call.args())?;
    let operands = space.operands()?;
    let (right, dtype) = (space.compute(&operands)?, space.compute);
    if right.dtype != dtype || answer.dtype() != dtype || *answer.shape() != *right.shape {
        return None;
    }
    let (expected, got) = (stored(&right, dtype)?, answer.elements());
    let format = format(dtype)?;
    let ways = ways(&space, call, &operands, &right, (dtype, &expected), None)?;
    let oracle = Oracle::of(&space, call, ways.first()?, None)?;
    let distance = |at: usize| {
        let (right, own) = (format.load(&expected, at), format.load(&got, at));
        match right == own {
            _ if may_be_flushed(dtype, &operands, &expected, at) || format.decode(right).is_nan() => None,
            true => Some(0),
            false => oracle.distance(at, &got),
        }
    };
    Some((0..answer.layout().count()).map(distance).collect())
}

/// Whether an operand or the result is subnormal at a place.
fn may_be_flushed(dtype: DType, operands: &[Cow<'_, [u8]>], expected: &[u8], at: usize) -> bool {
    let Some(format) = format(dtype) else { return false };
    let is_subnormal = |elements: &[u8]| {
        let magnitude = format.load(elements, at) & !format.sign_bit();
        magnitude != 0 && magnitude & format.infinity_bits() == 0
    };
    operands.iter().any(|operand| is_subnormal(operand)) || is_subnormal(expected)
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

/// What a result has at places that are left open, in words.
fn kept(marks: &[bool], expected: &[u8], got: &[u8], size: usize) -> &'static str {
    let element = |of: &[u8], at: usize| of[at * size..][..size].to_vec();
    let same = |at: usize| !marks[at] || element(expected, at) == element(got, at);
    if (0..marks.len()).all(same) { "as the formula says" } else { "not as the formula says" }
}

/// The elements of a result for which the page does not vouch, by the requirement that leaves them open.
fn outside(contract: &Contract, space: &Space<'_>, call: &Invocation) -> Vec<(&'static str, Vec<bool>)> {
    let marked = |outside: &Outside| {
        let requirement = contract.requirements.iter().find(|own| own.id == outside.requirement)?;
        if !requirement.applies(call.args()) {
            return None;
        }
        let formula = Formula { each: outside.elements, joined: None, index_of: None, ..*space.formula };
        let own = formula.space(call.args())?;
        let own = before_integers(&own, call).map_or_else(|| own.clone(), |dtype| own.computed_in(dtype));
        let found = own.compute(&own.operands()?)?;
        let marks =
            space.laid(found.elements.into(), 1, &found.shape).iter().map(|mark| *mark == 1).collect();
        Some((requirement.id, up_to(space, marks)))
    };
    space.formula.outside.iter().filter_map(marked).filter(|(_, marks)| marks.contains(&true)).collect()
}

/// The dtype of the numbers, of complex ones of their real parts, if a formula of one tensor makes them integers: these keep
/// neither a fraction nor the sign of what lies above -1, and pages speak of the numbers.
fn before_integers(space: &Space<'_>, call: &Invocation) -> Option<DType> {
    let &[one] = space.formula.each.operands else { return None };
    let dtype = call.args().tensor(one)?.dtype();
    Some(part(dtype).unwrap_or(dtype)).filter(|own| space.compute.is_integer() && own.is_float())
}

/// Marks of the elements of each result: whether one in its line, up to it, is marked.
fn up_to(space: &Space<'_>, mut marks: Vec<bool>) -> Vec<bool> {
    let Some(line) = space.line else { return marks };
    for lines in marks.chunks_mut((line.n * line.step).max(1)) {
        for at in line.step..lines.len() {
            lines[at] |= lines[at - line.step];
        }
    }
    let results = space.shape.iter().product();
    (0..results).map(|at| line.last_joined(at).is_some_and(|at| marks[at])).collect()
}

/// The elements of a result that are open: `outside`, or because they hang on a conversion which no page states, of a value to
/// an integer dtype that cannot hold it. None if there are none.
fn open_elements(
    space: &Space<'_>,
    call: &Invocation,
    right: &Computed,
    dtype: DType,
    outside: &[(&str, Vec<bool>)],
    nan_is_zero: bool,
) -> Option<Vec<bool>> {
    let mut open: Vec<bool> = Vec::new();
    for &at in space.formula.each.operands {
        let tensor = call.args().tensor(at)?;
        let Some(mut own) = opened(tensor, right.compute) else { continue };
        if nan_is_zero && own.contains(&true) {
            own.iter_mut().zip(nans(tensor)).for_each(|(open, nan)| *open &= !nan);
        }
        let own = space.laid(own.into_iter().map(u8::from).collect(), 1, tensor.shape());
        open.resize(own.len(), false);
        open.iter_mut().zip(&*own).for_each(|(open, own)| *open |= *own == 1);
    }
    let results = right.shape.iter().product();
    if !open.is_empty() {
        open = up_to(space, open);
    }
    for (_, marks) in outside {
        open.resize(results, false);
        open.iter_mut().zip(marks).for_each(|(open, mark)| *open |= *mark);
    }
    if right.dtype != dtype && right.dtype != DType::Bool && dtype.is_integer() {
        let result = Tensor::new(right.dtype, &right.shape, right.elements.clone()).ok()?;
        open.resize(results, false);
        let stored = opened(&result, dtype).into_iter().flatten();
        open.iter_mut().zip(stored).for_each(|(open, stored)| *open |= stored);
    }
    open.contains(&true).then_some(open)
}

/// Which elements of a tensor of floats are NaN; of another tensor, none is.
fn nans(tensor: &Tensor) -> Vec<bool> {
    let dtype = tensor.dtype();
    tensor.elements().chunks_exact(dtype.size()).map(|element| is_nan(dtype, element)).collect()
}

/// Marks of the results that NaN has a part in: of the element at its place, or of its line up to there.
fn of_nan(space: &Space<'_>, call: &Invocation) -> Vec<bool> {
    let tensors = space.formula.each.operands.iter().filter_map(|&at| call.args().tensor(at));
    let marks = tensors.map(|tensor| {
        let nans = nans(tensor).into_iter().map(u8::from).collect();
        space.laid(nans, 1, tensor.shape()).iter().map(|nan| *nan == 1).collect::<Vec<_>>()
    });
    let either = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(&b).map(|(a, b)| *a || *b).collect();
    up_to(space, marks.reduce(either).unwrap_or_default())
}

/// Which conversions of a tensor's elements no page states, of complex ones those of the real parts. None if all are stated.
fn opened(tensor: &Tensor, dtype: DType) -> Option<Vec<bool>> {
    let (low, high) = dtype.integer_range()?;
    if tensor.dtype().integer_range().is_some_and(|(least, most)| low <= least && most <= high) {
        return None;
    }
    open_conversions(real(tensor)?.as_ref(), dtype)
}

/// The real parts of a tensor of complex numbers, of which conversions to real dtypes are; any other as it is.
fn real(tensor: &Tensor) -> Option<Cow<'_, Tensor>> {
    let Some(part) = part(tensor.dtype()) else { return Some(Cow::Borrowed(tensor)) };
    let parts = tensor.elements();
    let reals = parts.chunks_exact(part.size()).step_by(2).flatten().copied().collect();
    Tensor::new(part, tensor.shape(), reals).ok().map(Cow::Owned)
}

/// The formula and what it has at a place: `self / other with self = 1, other = 0`.
fn formula_at(space: &Space<'_>, call: &Invocation, at: usize) -> String {
    let (each, inputs) = (&space.formula.each, inputs(space, call, at));
    if matches!(each.expr(), Some(Expr::Argument(..))) {
        inputs
    } else {
        format!("{} with {inputs}", each.text)
    }
}

/// What the tensors in a formula have at a place, or in its line up to there, before they are converted: `left = 2.5`.
fn inputs(space: &Space<'_>, call: &Invocation, at: usize) -> String {
    let input = |&argument: &usize| {
        let tensor = call.args().tensor(argument)?;
        let (dtype, size) = (tensor.dtype(), tensor.dtype().size());
        let elements = space.laid(tensor.elements(), size, tensor.shape());
        let element = |at: usize| number(dtype, &elements[at * size..][..size]);
        let shown = match space.line {
            None => element(at),
            Some(line) => match line.last_joined(at) {
                None => "[]".to_owned(),
                Some(at) if line.index(at) < MOST_SHOWN => {
                    format!("[{}]", line.up_to(at).map(element).collect::<Vec<_>>().join(", "))
                }
                Some(at) => format!("{} elements up to {}", line.index(at) + 1, element(at)),
            },
        };
        Some(format!("{} = {shown}", call.operator.arguments[argument].name))
    };
    space.formula.each.operands.iter().filter_map(input).collect::<Vec<_>>().join(", ")
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
fn stored(right: &Computed, dtype: DType) -> Option<Cow<'_, [u8]>> {
    let is_known = part(right.dtype).is_none() || part(dtype).is_some() || dtype.is_float();
    if is_known { right.stored(dtype) } else { None }
}

/// The tensor that receives the result.
fn target<'a>(formula: &Formula, call: &'a Invocation) -> Option<&'a Tensor> {
    call.args().tensor(call.operator.argument(formula.result)?)
}

fn bits<const SIZE: usize>(elements: &[u8]) -> Vec<u128> {
    let word = |element: &[u8; SIZE]| {
        let mut bytes = [0; size_of::<u128>()];
        bytes[..SIZE].copy_from_slice(element);
        u128::from_le_bytes(bytes)
    };
    elements.as_chunks().0.iter().map(word).collect()
}

/// The bits of elements, the same for what is equal: for zeros of both signs, also for subnormal numbers unless these are kept, and
/// for all NaNs.
fn equal_words(dtype: DType, elements: &[u8], keeps: bool) -> Vec<u128> {
    let mut words = match dtype.size() {
        1 => bits::<1>(elements),
        2 => bits::<2>(elements),
        4 => bits::<4>(elements),
        8 => bits::<8>(elements),
        _ => bits::<16>(elements),
    };
    if let Some(format) = format(dtype) {
        for word in &mut words {
            *word = match *word & !u128::from(format.sign_bit()) {
                0 => 0,
                magnitude if !keeps && magnitude & u128::from(format.infinity_bits()) == 0 => 0,
                magnitude if magnitude > format.infinity_bits().into() => format.nan_bits().into(),
                _ => *word,
            };
        }
    }
    words
}

/// Judges indices into lines: each is that of an element, of a scan up to there, that equals the result. What is known of each is
/// added to `marks`.
pub(super) fn judge_index(
    Context { contract, support, .. }: Context<'_>,
    formula: &Formula,
    call: &Invocation,
    values: &Tensor,
    answer: &Tensor,
    marks: &mut Vec<Mark>,
) -> Judgement {
    let fail = |kind, right: String, got: String| Judgement::fail(formula.requirement, kind, right, got);
    let dtype = target(formula, call).map_or(DType::S64, Tensor::dtype);
    if answer.dtype() != dtype {
        return fail(FailKind::DType, dtype.name().to_owned(), answer.dtype().name().to_owned());
    }
    let known = formula.space(call.args()).and_then(|space| {
        let operands = space.operands()?;
        Some((space.line?, space.each(&operands)?, space))
    });
    let Some((line, elements, space)) = known else {
        return Judgement::of(Verdict::Observed).with_detail("accepted; no operator computes that here");
    };
    let (shape, compute) = (&*space.shape, space.compute);
    if answer.shape() != shape {
        return fail(FailKind::Shape, format!("shape {shape:?}"), format!("shape {:?}", answer.shape()));
    }
    let (indices, results) = (answer.elements(), values.elements());
    if values.dtype() != compute || values.shape() != shape {
        return Judgement::of(Verdict::Observed)
            .with_detail("the values are wrong, so the indices say nothing");
    }
    let keeps = declarations::declared(support, compute).subnormals == Some(Subnormals::Keep);
    let (elements, words_of_results) =
        (equal_words(compute, &elements, keeps), equal_words(compute, &results, keeps));
    let (mut firsts, mut lasts) = (true, true);
    let outside = outside(contract, &space, call);
    let given = equal_words(dtype, &indices, true);
    let mut failure = None;
    for (at, word) in words_of_results.into_iter().enumerate() {
        marks.push(Mark::Open);
        if outside.iter().any(|(_, marks)| marks[at]) {
            continue;
        }
        let Some(last) = line.last_joined(at) else { continue };
        let index_of_last = line.index(last);
        let equal = |k: usize| elements[last - (index_of_last - k) * line.step] == word;
        // The bits of a negative one are too many.
        let index = usize::try_from(given[at]).ok().filter(|index| *index <= index_of_last);
        marks[at] = Mark::Right;
        match index.filter(|index| equal(*index)) {
            // In long lines this would take long, and show nothing else.
            Some(index) if line.n <= MOST_COMPARED => {
                firsts = firsts && !(0..index).any(equal);
                lasts = lasts && !(index + 1..=index_of_last).any(equal);
            }
            Some(_) => {}
            None => marks[at] = Mark::Wrong,
        }
        if marks[at] == Mark::Wrong && failure.is_none() {
            let right = (0..=index_of_last).filter(|k| equal(*k)).take(MOST_SHOWN);
            let right: Vec<String> = right.map(|k| k.to_string()).collect();
            let got = integer(dtype, &indices[at * dtype.size()..][..dtype.size()]);
            let got = got.map_or(String::new(), |got| got.to_string());
            let place = place(shape, at);
            let inputs = inputs(&space, call, at);
            let mut judgement = fail(FailKind::Value, right.join(" or "), got);
            let result = number(compute, &results[at * compute.size()..][..compute.size()]);
            judgement.detail = Some(format!("index of {result} at {place:?} in {inputs}"));
            judgement.at = Some(place);
            failure = Some(judgement);
        }
    }
    if let Some(failure) = failure {
        return failure;
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
