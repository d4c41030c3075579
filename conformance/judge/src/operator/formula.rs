//! Results that a formula of the specification describes: which are right, and calls whose values tell wrong ones apart.
//!
//! What the formula gives with each operation rounded to the dtype that it is computed in is right. Of floats, so is what
//! the [oracle](crate::oracle) finds possible: rounded in a wider format, or not where two operations are fused.

use super::askable;
use super::cumprod::declared::{self, format};
use super::cumprod::factors::open_conversions;
use super::cumprod::out_of_range::Value;
use super::cumprod::place;
use super::numbers::number;
use crate::arguments::{self, Given};
use crate::oracle::each::{Place, Possible, possible};
use crate::oracle::graded;
use crate::oracle::scan::scanned;
use crate::oracle::spans::Hull;
use crate::oracle::{Format, Magnitude, show_bits};
use crate::random::shapes::LineShape;
use crate::random::{Source, shapes, values};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction, Formula, Scan};
use ascertain::dtype::Class;
use ascertain::element::converter;
use ascertain::formula::{Computed, converted, part, spread};
use ascertain::{DType, Layout, Tensor};
use ascertain_language::expr::{Environment, Expr};
use std::cell::RefCell;

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
    let mut open = vec![false; right.shape.iter().product()];
    for &at in formula.each.operands {
        let tensor = call.args().tensor(at)?;
        let Some(own) = open_conversions(tensor, right.compute) else { continue };
        let own: Vec<u8> = own.into_iter().map(u8::from).collect();
        let own = spread(&own, 1, tensor.shape(), &right.shape);
        open.iter_mut().zip(own).for_each(|(open, own)| *open |= own == 1);
    }
    if let Some(line) = formula.line(call.args()) {
        for at in (0..open.len()).filter(|at| line.index(*at) > 0).collect::<Vec<_>>() {
            open[at] |= open[at - line.step];
        }
    }
    let result = Tensor::new(right.dtype, &right.shape, right.elements.clone()).ok()?;
    let stored = open_conversions(&result, dtype).filter(|_| right.dtype != DType::Bool);
    open.iter_mut().zip(stored.into_iter().flatten()).for_each(|(open, stored)| *open |= stored);
    open.contains(&true).then_some(open)
}

/// What the tensors in a formula have at a place, or in its line up to there: `left = 2.5`.
fn inputs(formula: &Formula, call: &Invocation, compute: DType, at: usize) -> Vec<String> {
    let names = formula.each.operands.iter().map(|&operand| call.operator.arguments[operand].name);
    let operands = formula.operands(call.args(), compute).unwrap_or_default();
    let element =
        |operand: &[u8], at: usize| number(compute, &operand[at * compute.size()..][..compute.size()]);
    let shown = |operand: &[u8]| match formula.line(call.args()) {
        None => element(operand, at),
        Some(line) if line.index(at) < MOST_SHOWN => {
            let all: Vec<String> = line.up_to(at).map(|at| element(operand, at)).collect();
            format!("[{}]", all.join(", "))
        }
        Some(line) => format!("{} elements up to {}", line.index(at) + 1, element(operand, at)),
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
    let computed = formula.compute(call.args());
    computed
        .is_some_and(|right| right.stored(target(formula, call).map_or(right.dtype, Tensor::dtype)).is_some())
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

/// Judges indices into the lines of a scan: each is that of an element, up to there, that equals the result.
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
        let equal = |k: usize| {
            let at = at - (line.index(at) - k) * line.step;
            is_equal(&elements[at * size..][..size], result)
        };
        let got = integer(dtype, &indices[at * dtype.size()..][..dtype.size()]);
        let index = got.and_then(|got| usize::try_from(got).ok()).filter(|got| *got <= line.index(at));
        match index.filter(|index| equal(*index)) {
            // In long lines this would take long, and show nothing else.
            Some(index) if line.n <= MOST_COMPARED => {
                firsts &= !(0..index).any(equal);
                lasts &= !(index + 1..=line.index(at)).any(equal);
            }
            Some(_) => {}
            None => {
                let right = (0..=line.index(at)).filter(|k| equal(*k)).take(MOST_SHOWN);
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

/// What else is right where the dtype that is computed in is a float.
struct Oracle<'a> {
    expr: Expr,
    format: Format,
    compute: DType,
    formula: &'a Formula,
    call: &'a Invocation,
    operands: Vec<Vec<u8>>,
    /// How far graded functions may be from their value, where that is declared or demanded.
    distance: Option<u64>,
    /// The place where a line starts, and the hulls of its results, of each part of them.
    line: RefCell<Option<(usize, Vec<Vec<Hull>>)>>,
}

impl<'a> Oracle<'a> {
    fn of(
        formula: &'a Formula,
        call: &'a Invocation,
        right: &Computed,
        distance: Option<u64>,
    ) -> Option<Self> {
        Some(Self {
            distance,
            expr: arguments::formula(call.operator, formula.each.text)?,
            format: format(part(right.compute).unwrap_or(right.compute))?,
            compute: right.compute,
            formula,
            call,
            operands: formula.operands(call.args(), right.compute)?,
            line: RefCell::new(None),
        })
    }

    /// The result with every operation in a wider dtype, as stored: right, and soon found.
    fn wider(&self, right: &Computed, dtype: DType) -> Vec<Vec<u8>> {
        let wide = match part(self.compute) {
            None => [DType::F32, DType::F64],
            Some(_) => [DType::C64, DType::C128],
        };
        let wide = wide.into_iter().filter(|wide| wide.bits() > self.compute.bits());
        let stored = |wide: DType| {
            let widened = self.operands.iter().map(|operand| converted(operand, self.compute, wide));
            let widened = widened.collect::<Option<Vec<_>>>()?;
            let computed = self.formula.compute_from(&widened, self.call.args(), wide)?;
            if computed.dtype == right.dtype {
                return computed.stored(dtype);
            }
            Computed { elements: computed.stored(right.dtype)?, ..right.clone() }.stored(dtype)
        };
        wide.filter_map(stored).collect()
    }

    /// How far the result of a graded function is from its value, if the formula is no more than that.
    fn distance(&self, at: usize, got: &[u8]) -> Option<u64> {
        let Expr::Apply(function, x) = &self.expr else { return None };
        let Expr::Argument(..) = x.as_ref() else { return None };
        let x = self.format.decode(self.format.load(self.operands.first()?, at));
        graded::distance(*function, x, self.format, self.format.load(got, at))
    }

    /// What the element at a place may be.
    fn possible(&self, at: usize) -> Option<Possible> {
        match &self.formula.scan {
            Some(scan) => self.scanned(scan, at),
            None => self.each(at),
        }
    }

    /// The same before it is joined with others.
    fn each(&self, at: usize) -> Option<Possible> {
        let given = Given(self.call.args());
        let is_complex = part(self.compute).is_some();
        let element = |argument: usize, part: usize| {
            let operand = self.formula.each.operands.iter().position(|operand| *operand == argument)?;
            let at = if is_complex { 2 * at + part } else { at };
            Some(self.format.decode(self.format.load(&self.operands[operand], at)))
        };
        let place = Place {
            format: self.format,
            distance: self.distance,
            is_complex,
            element: &element,
            int: &|expr| given.int(expr),
            truth: &|expr| given.truth(expr),
        };
        possible(&self.expr, &place)
    }

    /// What a place of a line may be. All of a line are found at once.
    fn scanned(&self, scan: &Scan, at: usize) -> Option<Possible> {
        let line = self.formula.line(self.call.args())?;
        let index = line.index(at);
        let start = at - index * line.step;
        let mut known = self.line.borrow_mut();
        if known.as_ref().is_none_or(|(known, _)| *known != start) {
            let elements = line.up_to(start + (line.n - 1) * line.step).map(|at| match self.each(at)? {
                Possible::Element(hull) => Some(vec![hull]),
                Possible::Complex(parts) => Some(parts.to_vec()),
                Possible::Truth(_) => None,
            });
            let elements = elements.collect::<Option<Vec<_>>>()?;
            let of_part = |part: usize| {
                let elements: Vec<Hull> = elements.iter().map(|parts| parts[part].clone()).collect();
                scanned(scan.by, &elements, self.format)
            };
            *known = Some((start, (0..elements.first()?.len()).map(of_part).collect()));
        }
        let mut parts = known.as_ref()?.1.iter().map(|part| part.get(index).cloned());
        Some(match (parts.next()??, parts.next().flatten()) {
            (re, Some(im)) => Possible::Complex([re, im]),
            (hull, None) => Possible::Element(hull),
        })
    }

    /// Whether an element may be what it is.
    fn allows(&self, at: usize, dtype: DType, got: &[u8]) -> bool {
        match self.possible(at) {
            Some(Possible::Truth(truths)) => {
                let is = |truth: bool| {
                    let mut stored = vec![0; got.len()];
                    converter(DType::U8, dtype).is_some_and(|convert| {
                        convert(&[u8::from(truth)], &mut stored);
                        stored == got
                    })
                };
                let is = |truth| if dtype == DType::Bool { got == [u8::from(truth)] } else { is(truth) };
                (truths.yes && is(true)) || (truths.no && is(false))
            }
            Some(Possible::Complex(parts)) => {
                let own = part(dtype).unwrap_or(dtype);
                let got = got.chunks_exact(own.size());
                format(own).is_some_and(|stored| {
                    parts
                        .iter()
                        .zip(got)
                        .all(|(hull, got)| hull.contains_stored(self.format, stored, stored.load(got, 0)))
                })
            }
            Some(Possible::Element(hull)) => match format(dtype) {
                Some(stored) => hull.contains_stored(self.format, stored, stored.load(got, 0)),
                None => integer(dtype, got).is_some_and(|got| hull.contains_integer(self.format, got)),
            },
            None => false,
        }
    }

    /// What would have been right, where it is not one number.
    fn shown(&self, at: usize, dtype: DType) -> Option<String> {
        let Some(Possible::Element(hull)) = self.possible(at).filter(|_| dtype == self.compute) else {
            return None;
        };
        let nan = if hull.may_be_nan() { ", or NaN" } else { "" };
        let Some((low, high)) = hull.stored(self.format) else { return Some("NaN".to_owned()) };
        let to = if low == high { String::new() } else { format!(" to {}", show_bits(self.format, high)) };
        Some(format!("{}{to}{nan}", show_bits(self.format, low)))
    }
}

/// The value of an element of an integer dtype.
fn integer(dtype: DType, element: &[u8]) -> Option<i128> {
    match Value::of(dtype, element)? {
        Value::Integer(value) => Some(value),
        Value::Float(_) => None,
    }
}

/// Gives the tensors that a call writes the dtype and shape of the results. One that it reads too stays.
pub(super) fn complete(contract: &'static Contract, call: &mut Invocation) {
    let formulas: Vec<&Formula> = contract.formulas_of(call.args()).collect();
    for formula in formulas {
        let Some(at) = call.operator.argument(formula.result) else { continue };
        let (Some(shape), Some(compute)) = (formula.shape(call.args()), formula.dtype(call.args())) else {
            continue;
        };
        let Arg::Tensor(given) = &call.args[at] else { continue };
        let dtype = match formula.index_of {
            _ if formula.each.operands.contains(&at) => continue,
            Some(_) if given.dtype().is_integer() => given.dtype(),
            Some(_) => DType::S64,
            None if formula.each.is_truth => DType::Bool,
            None => compute,
        };
        if let Ok(out) = Tensor::zeros(dtype, &shape) {
            call.args[at] = Arg::Tensor(out);
        }
    }
}

/// The places of the tensors, and of the scalars, that a call reads and that the formula uses.
fn read(formula: &Formula, call: &Invocation) -> (Vec<usize>, Vec<usize>) {
    let given = formula.each.operands.iter().copied().filter(|at| matches!(call.args[*at], Arg::Tensor(_)));
    given.partition(|at| call.operator.arguments[*at].kind == ArgumentKind::Tensor)
}

/// The call with other tensors to read, if it is valid then.
fn with(contract: &'static Contract, call: &Invocation, tensors: Vec<(usize, Tensor)>) -> Option<Invocation> {
    let mut call = call.clone();
    for (at, tensor) in tensors {
        call.args[at] = Arg::Tensor(tensor);
    }
    complete(contract, &mut call);
    is_valid(contract, &call).then_some(call)
}

fn is_valid(contract: &'static Contract, call: &Invocation) -> bool {
    askable(contract, call) && contract.broken_by(call.args()).next().is_none()
}

/// Valid calls like one, with values that tell formulas apart, every pair of them, and shapes that are broadcast. Beyond the first,
/// only where the tensors have one dtype.
pub(super) fn grid(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Vec<(String, Invocation)> {
    let (read, scalars) = read(formula, call);
    let Some(compute) = formula.dtype(call.args()) else { return Vec::new() };
    let values = |at: usize| Some(telling(call.args().dtype_of(at)?, compute));
    // Values in turn, from the `first` on, each `times` times.
    let tensor = |at: usize, shape: &[usize], value: &dyn Fn(usize) -> Vec<u8>| {
        let bytes = (0..shape.iter().product::<usize>()).flat_map(value).collect();
        Tensor::new(call.args().dtype_of(at)?, shape, bytes).ok()
    };
    let filled = |at: usize, shape: &[usize], first: usize, times: usize| {
        let values = values(at)?;
        tensor(at, shape, &|i| values[(i / times + first) % values.len()].clone())
    };
    let of = |tensor: &dyn Fn(usize, usize) -> Option<Tensor>| {
        let tensors = read.iter().enumerate().map(|(order, &at)| Some((at, tensor(order, at)?)));
        tensors.collect::<Option<Vec<_>>>()
    };
    // Each value of one with each of the other, or before each other in a line.
    let most = read.iter().filter_map(|&at| Some(values(at)?.len())).max().unwrap_or(1);
    let pairs = match formula.scan {
        None => of(&|order, at| filled(at, &vec![most; read.len()], 0, if order == 0 { 1 } else { most })),
        Some(_) => of(&|_, at| {
            let values = values(at)?;
            let nth = |i: usize| if i.is_multiple_of(2) { i / 2 / most } else { i / 2 % most };
            tensor(at, &[most * most, 2], &|i| values[nth(i) % values.len()].clone())
        }),
    };
    let with = |base: &Invocation, tensors: Option<Vec<_>>| with(contract, base, tensors?);
    let along = |dim: i64| numbered(call, |_| dim);
    let mut calls = vec![(
        "values".to_owned(),
        with(&if formula.scan.is_some() { along(1) } else { call.clone() }, pairs.clone()),
    )];
    let is_one = read.iter().all(|&at| call.args().dtype_of(at) == Some(compute));
    if !is_one {
        return calls.into_iter().filter_map(|(name, call)| Some((name, call?))).collect();
    }
    let alike = |shape: &[usize]| of(&|order, at| filled(at, shape, 2 * order, 1));
    let strided = |order: usize, at: usize| {
        let plain = filled(at, &[3, 4], order, 1)?;
        let layout = Layout::strided(&[3, 4], &[-5, 1], 12).ok()?;
        let mut view = Tensor::view(plain.dtype(), layout, vec![0xa5; 17 * plain.dtype().size()]).ok()?;
        view.set_elements(&plain.elements());
        Some(view)
    };
    let mut named = vec![
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
    calls.extend(named.into_iter().map(|(name, tensors)| (name.to_owned(), with(call, tensors))));
    if formula.scan.is_some() {
        // Lines of ordinary numbers along every dimension, and longer than the tiles of kernels.
        let plain = |shape: &[usize]| {
            of(&|order, at| {
                let values = ordinary(call.args().dtype_of(at)?)?;
                tensor(at, shape, &|i| values[(i * (2 * order + 1)) % values.len()].clone())
            })
        };
        calls.extend((-3..3).map(|dim| (format!("3x4x5/dim={dim}"), with(&along(dim), plain(&[3, 4, 5])))));
        calls.push(("300/dim=0".to_owned(), with(&along(0), plain(&[300]))));
        calls.push(("2x70x3/dim=1".to_owned(), with(&along(1), plain(&[2, 70, 3]))));
    } else {
        // A number that is not neutral, where there is one.
        let other = along(3);
        if other.args != call.args {
            calls.push(("other-number".to_owned(), with(&other, pairs.clone())));
        }
        for &at in &scalars {
            let own = call.args().dtype_of(at).unwrap_or(compute);
            for (place, number) in [-1.0, -2.0, 3.0, 1.0 / 3.0].into_iter().enumerate() {
                // A dtype that holds the number, too.
                for dtype in [own, DType::F32] {
                    let Some(number) = of_numbers(dtype, &[number]).map(|numbers| numbers.concat()) else {
                        continue;
                    };
                    let mut other = call.clone();
                    if let Ok(scalar) = Tensor::new(dtype, &[], number) {
                        other.args[at] = Arg::Tensor(scalar);
                    }
                    let name = format!("{}={dtype}-{place}", call.operator.arguments[at].name);
                    if calls.iter().all(|(known, _)| *known != name) {
                        calls.push((name, with(&other, pairs.clone())));
                    }
                }
            }
        }
    }
    calls.into_iter().filter_map(|(name, call)| Some((name, call?))).collect()
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
    let LineShape { shape, dim } = shapes::lines(source);
    let mut tensors: Vec<(usize, Tensor)> = Vec::new();
    let (read, scalars) = read(formula, call);
    for at in read {
        let dtype = call.args().dtype_of(at)?;
        // Some dimensions of one, and fewer of them, are broadcast.
        let mut own = shape.to_vec();
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
        let first = tensors.first().and_then(|(_, first)| converted(&first.elements(), first.dtype(), dtype));
        repeat(source, dtype, first.as_deref(), &mut elements);
        tensor.set_elements(&elements);
        tensors.push((at, tensor));
    }
    let mut call = call.clone();
    for at in scalars {
        let dtype = if source.chance(50) { call.args().dtype_of(at)? } else { source.pick(&DType::ALL) };
        if let Some(numbers) = ordinary(dtype) {
            let number = numbers[source.below(numbers.len())].clone();
            call.args[at] = Arg::Tensor(Tensor::new(dtype, &[], number).ok()?);
        }
    }
    let call = &call;
    let dim = dim as i64 - if source.chance(50) { shape.len() as i64 } else { 0 };
    let is_scan = formula.scan.is_some();
    let ints: Vec<Option<i64>> = (0..call.args.len()).map(|at| call.args().int(at)).collect();
    let mut other =
        numbered(call, |own| if is_scan { dim } else { source.pick(&[own, 0, 1, -1, 2, 3, 7, -100]) });
    for (at, tensor) in tensors {
        other.args[at] = Arg::Tensor(tensor);
    }
    complete(contract, &mut other);
    if !is_valid(contract, &other) {
        for (arg, own) in other.args.iter_mut().zip(ints) {
            *arg = own.map_or(arg.clone(), Arg::Int);
        }
    }
    // A result with gaps.
    let results =
        contract.formulas_of(other.args()).filter_map(|formula| other.operator.argument(formula.result));
    for at in results.collect::<Vec<_>>() {
        let Arg::Tensor(out) = &other.args[at] else { continue };
        if other.operator.arguments[at].direction == Direction::Out && source.chance(10) {
            let view = shapes::strided(source, out.dtype(), out.shape());
            other.args[at] = view.map_or(other.args[at].clone(), Arg::Tensor);
        }
    }
    is_valid(contract, &other).then_some(other)
}

/// Repeats some elements, from the tensor before or their own, some of them negated: numbers that are equal, and that cancel.
fn repeat(source: &mut Source, dtype: DType, before: Option<&[u8]>, elements: &mut [u8]) {
    let (size, sign) = (dtype.size(), if dtype.is_float() { 0x80 } else { 0 });
    let count = elements.len() / size;
    if count == 0 || source.chance(60) {
        return;
    }
    for _ in 0..count.min(16) {
        let (from, to) = (source.below(count), source.below(count));
        let before =
            before.and_then(|before| before.get(to * size..(to + 1) * size)).filter(|_| source.chance(50));
        let mut element = before.unwrap_or(&elements[from * size..][..size]).to_vec();
        element[size - 1] ^= if source.chance(50) { sign } else { 0 };
        elements[to * size..][..size].copy_from_slice(&element);
    }
}

/// Values that tell formulas, roundings and dtypes apart: zeros, ends, ties, neighbours of powers of two, infinities and NaN; and
/// those of the dtype to compute in, with what lies between them.
fn telling(dtype: DType, compute: DType) -> Vec<Vec<u8>> {
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
    let bytes = |word: u64| (0..dtype.size()).map(|at| (word >> (8 * (at % 8))) as u8).collect();
    let mut telling: Vec<Vec<u8>> = words.into_iter().map(bytes).collect();
    // Integers that a float rounds.
    if let Some(format) =
        format(compute).filter(|format| dtype.is_integer() && dtype.bits() > format.precision() + 1)
    {
        let most = 1_u64 << format.precision();
        let rounded = [most + 1, most + 3, (most + 1).wrapping_neg()];
        telling.extend(rounded.map(|word| word.to_le_bytes()[..dtype.size()].to_vec()));
    }
    // Where functions leave the range of a dtype.
    let numbers = [0.1, 2.7, 11.5, 20.0, 85.0, 300.0, -0.1, -2.7, -11.5, -20.0, -85.0, -300.0];
    telling.extend(of_numbers(dtype, &numbers).filter(|_| dtype.is_float()).unwrap_or_default());
    if compute.bits() < dtype.bits() && format(compute).is_some() {
        let own = telling_numbers(compute);
        let between = own.iter().zip(&own[1..]).map(|(x, y)| x.midpoint(*y));
        let all: Vec<f64> = own.iter().copied().chain(between).collect();
        telling.extend(of_numbers(dtype, &all).unwrap_or_default());
    }
    telling
}

/// The numbers among the telling values of a float dtype, in order.
fn telling_numbers(dtype: DType) -> Vec<f64> {
    let elements: Vec<u8> = telling(dtype, dtype).concat();
    let numbers = converted(&elements, dtype, DType::F64).unwrap_or_default();
    let numbers = numbers.chunks_exact(8).filter_map(|n| Some(f64::from_le_bytes(n.try_into().ok()?)));
    let mut numbers: Vec<f64> = numbers.filter(|n| n.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// Numbers of which a line has no special result.
fn ordinary(dtype: DType) -> Option<Vec<Vec<u8>>> {
    of_numbers(dtype, &[1.0, -2.0, 3.0, 1.0 / 3.0, -7.7, 100.0, 0.001, 65.0, -64.5, 0.0, 5.0])
}

/// Numbers as elements of a dtype.
fn of_numbers(dtype: DType, numbers: &[f64]) -> Option<Vec<Vec<u8>>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    Some(converted(&bytes, DType::F64, dtype)?.chunks_exact(dtype.size()).map(<[u8]>::to_vec).collect())
}
