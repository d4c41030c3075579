//! The results of a run beside the right ones, element by element.

use super::history::{Earlier, History};
use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Contract, Formula, Join, OperatorSpec};
use ascertain::dtype::Class;
use ascertain::formula::{Line, Space, converted, part};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Mark;
use ascertain_judge::ordered::sort_by_key;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{FailKind, Judgement, Run, Verdict};
use half::{bf16, f16};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Bytes of all right results that are looked at, of cases that failed and of those that passed. The smallest come first.
const BYTES: usize = 1 << 22;

/// So many failing cases are judged element by element. Of the others, what is not near the right result is taken to be wrong.
const JUDGED: usize = 200;

/// One result of a call that a backend was asked, and what is right.
#[derive(Clone)]
pub(super) struct Asked {
    /// The position of the case in the run.
    pub(super) at: usize,
    /// The requirement that its failure breaks, if it failed.
    pub(super) broken: Option<&'static str>,
    pub(super) call: Invocation,
    pub(super) earlier: Earlier,
    pub(super) formula: &'static Formula,
    /// The place of the result among those of the call.
    pub(super) result: usize,
    /// All right results.
    pub(super) right: Vec<Tensor>,
    /// The elements of this one: right, and of a case that failed as the backend gave them.
    pub(super) expected: Vec<u8>,
    pub(super) got: Option<Vec<u8>>,
    pub(super) marks: Vec<Mark>,
    /// Whether the judge made the marks.
    pub(super) is_judged: bool,
    /// The dtype that it is computed in, and its lines.
    pub(super) compute: DType,
    pub(super) lines: Option<Line>,
    operands: OnceCell<Vec<Vec<Value>>>,
    firsts: OnceCell<Vec<Option<i128>>>,
    sizes: OnceCell<Vec<f64>>,
    /// What features say of lines, by the places of results: a bit for each of [`OF_LINES`].
    facts: RefCell<HashMap<usize, u32>>,
    /// Right elements that a relation makes wrong, by its place. Copies with other marks at wrong elements share them.
    pub(super) contradictions: Rc<RefCell<HashMap<usize, Rc<[usize]>>>>,
    /// The elements that are what a relation gives, and not right, by its place. The copies share them, too.
    pub(super) given: Rc<RefCell<HashMap<usize, Rc<[u64]>>>>,
}

/// An element as a number: a complex one has two parts, and integers are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) re: f64,
    pub(super) im: f64,
    pub(super) whole: Option<i128>,
}

/// A float as f64, which is exact.
fn number(dtype: DType, bytes: &[u8]) -> f64 {
    match (dtype, bytes) {
        (DType::F16, [a, b]) => f16::from_le_bytes([*a, *b]).into(),
        (DType::Bf16, [a, b]) => bf16::from_le_bytes([*a, *b]).into(),
        (DType::F32, _) => bytes.try_into().map_or(f64::NAN, |bytes| f32::from_le_bytes(bytes).into()),
        _ => bytes.try_into().map_or(f64::NAN, f64::from_le_bytes),
    }
}

impl Value {
    pub(super) fn of(dtype: DType, element: &[u8]) -> Self {
        if let Some(part) = part(dtype) {
            let (re, im) = element.split_at(part.size());
            return Self { re: number(part, re), im: number(part, im), whole: None };
        }
        if dtype.is_float() {
            return Self { re: number(dtype, element), im: 0.0, whole: None };
        }
        let word = element.iter().rev().fold(0_i128, |word, byte| word << 8 | i128::from(*byte));
        let is_negative = dtype.integer_range().is_some_and(|(low, high)| low < 0 && word > high);
        let word = if is_negative { word - (1 << dtype.bits()) } else { word };
        Self { re: word as f64, im: 0.0, whole: Some(word) }
    }

    /// All elements of a dtype.
    fn all(dtype: DType, elements: &[u8]) -> Vec<Self> {
        elements.chunks_exact(dtype.size()).map(|element| Self::of(dtype, element)).collect()
    }

    /// The absolute value.
    pub(super) fn magnitude(self) -> f64 {
        if self.im == 0.0 { self.re.abs() } else { self.re.hypot(self.im) }
    }

    pub(super) const fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
}

impl Asked {
    pub(super) fn dtype(&self) -> DType {
        self.right[self.result].dtype()
    }

    pub(super) fn count(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn space(&self) -> Option<Space<'_>> {
        self.formula.space(self.call.args())
    }

    /// The tensors that the formula is of.
    pub(super) fn tensors(&self) -> impl Iterator<Item = &Tensor> {
        self.tensors_of(&self.call)
    }

    /// The same of another call.
    pub(super) fn tensors_of<'c>(&self, call: &'c Invocation) -> impl Iterator<Item = &'c Tensor> + use<'c> {
        operands(call.operator, self.formula).into_iter().filter_map(|at| call.args().tensor(at))
    }

    /// Whether all tensors have the dtype that the formula is computed in.
    pub(super) fn is_unconverted(&self) -> bool {
        self.tensors().all(|tensor| tensor.dtype() == self.compute)
    }

    /// The tensor that the result is written to, as it was before the call.
    pub(super) fn target(&self) -> Option<&Tensor> {
        let own = self.call.operator.argument(self.formula.result)?;
        self.call.args().tensor(own).or_else(|| self.tensors().next())
    }

    /// The dimensions that the call lists.
    pub(super) fn dims(&self) -> Option<&[i64]> {
        self.call
            .args
            .iter()
            .find_map(|arg| if let Arg::Ints(dims) = arg { Some(dims.as_slice()) } else { None })
    }

    /// Whether an operand is also the result.
    pub(super) fn is_in_place(&self) -> bool {
        let own = self.call.operator.argument(self.formula.result);
        own.is_none_or(|own| {
            self.call.args().tensor(own).is_none() || self.formula.each.operands.contains(&own)
        })
    }

    /// The elements of an operand, each as often as the result uses it, of a fold in the order of lines.
    fn laid(&self, operand: usize) -> &[Value] {
        let laid = self.operands.get_or_init(|| {
            let Some(space) = self.space() else { return Vec::new() };
            let laid = |tensor: &Tensor| {
                let (dtype, elements) = (tensor.dtype(), tensor.elements());
                Value::all(dtype, &space.laid(elements, dtype.size(), tensor.shape()))
            };
            self.tensors().map(laid).collect()
        });
        laid.get(operand).map_or(&[], |laid| laid)
    }

    /// An operand at a place.
    pub(super) fn operand(&self, operand: usize, at: usize) -> Option<Value> {
        self.laid(operand).get(at).copied()
    }

    /// What the first operand has in the line of a result, up to it.
    pub(super) fn line(&self, at: usize) -> Option<impl DoubleEndedIterator<Item = Value>> {
        let (line, laid) = (self.lines?, self.laid(0));
        let last = line.last_joined(at);
        Some(last.into_iter().flat_map(move |last| line.up_to(last)).filter_map(|at| laid.get(at).copied()))
    }

    /// The indices of the first elements like those that the right result is the index of.
    pub(super) fn first_indices(&self) -> &[Option<i128>] {
        self.firsts.get_or_init(|| {
            let first = |at: usize| {
                let own = self.line(at)?.nth(usize::try_from(self.right(at).whole?).ok()?)?;
                let is_own = |other: Value| other == own || own.is_nan() && other.is_nan();
                self.line(at)?.position(is_own).map(|at| at as i128)
            };
            (0..self.count()).map(first).collect()
        })
    }

    /// Whether one of [`OF_LINES`] is true of the line of a result.
    pub(super) fn is_of_line(&self, at: usize, which: usize) -> Option<bool> {
        let known = self.facts.borrow().get(&at).copied();
        let all = |line: &[Value]| {
            OF_LINES.iter().enumerate().map(|(bit, (_, holds))| u32::from(holds(line)) << bit).sum()
        };
        let facts = match known {
            Some(known) => known,
            None => all(&self.line(at)?.collect::<Vec<_>>()),
        };
        self.facts.borrow_mut().insert(at, facts);
        Some(facts >> which & 1 == 1)
    }

    /// The largest magnitude in the line of each result, up to it. None are there without lines.
    fn sizes(&self) -> &[f64] {
        self.sizes.get_or_init(|| {
            let (Some(line), laid) = (self.lines, self.laid(0)) else { return Vec::new() };
            let mut sizes: Vec<f64> = Vec::with_capacity(self.count());
            for at in 0..self.count() {
                let size = if line.folds {
                    self.line(at).into_iter().flatten().map(Value::magnitude).fold(0.0, f64::max)
                } else {
                    let before = if line.index(at) > 0 { sizes[at - line.step] } else { 0.0 };
                    laid.get(at).map_or(before, |own| own.magnitude().max(before))
                };
                sizes.push(size);
            }
            sizes
        })
    }

    /// An element of the right result.
    pub(super) fn right(&self, at: usize) -> Value {
        Value::of(self.dtype(), self.element(&self.expected, at))
    }

    /// An element of the result among all.
    pub(super) fn element<'a>(&self, all: &'a [u8], at: usize) -> &'a [u8] {
        &all[at * self.dtype().size()..][..self.dtype().size()]
    }

    /// Marks what is not near the right result as wrong.
    fn compare(&mut self) {
        let Some(got) = &self.got else { return };
        for at in 0..self.marks.len() {
            let (given, right) = (self.element(got, at), self.element(&self.expected, at));
            let is_far = || self.formula.joined.is_none() || self.is_far(at, given, right);
            if !self.is_same(given, right, None) && is_far() {
                self.marks[at] = Mark::Wrong;
            }
        }
    }

    /// Whether two results at a place are so far from each other that no order of operations makes the difference.
    pub(super) fn is_far(&self, at: usize, one: &[u8], other: &[u8]) -> bool {
        self.differs(at, one, other, 1.0)
    }

    /// Whether the judge need not be asked if a number is wrong: it is as large as numbers that keep their precision, and farther
    /// from what is right than any rounding.
    pub(super) fn is_plainly_wrong(&self, at: usize, one: &[u8]) -> bool {
        let right = self.element(&self.expected, at);
        let is_by = |by: Join| self.formula.joined.as_ref().is_some_and(|joined| joined.by == by);
        let of_part = part(self.dtype()).unwrap_or(self.dtype());
        let Some(least) = least_normal(of_part) else { return false };
        let is_ordinary = |element: &[u8]| {
            let size = Value::of(self.dtype(), element).magnitude();
            size >= least && size.is_finite()
        };
        // Of functions that no page gives a precision, half of the digits are right.
        let digits = if self.formula.open.is_some() { of_part.precision() as i32 / 2 } else { 0 };
        // The error of a sum is a part of all terms, that of a mean of one.
        let terms = self.lines.filter(|_| !is_by(Join::Mean)).map_or(1, |line| line.n);
        let times = terms as f64 * 2.0_f64.powi(digits);
        !is_by(Join::Product) && is_ordinary(one) && is_ordinary(right) && self.differs(at, one, right, times)
    }

    /// Whether two results differ by more than so many times what orders of operations make of one.
    fn differs(&self, at: usize, one: &[u8], other: &[u8], times: f64) -> bool {
        let precision = |dtype: DType| part(dtype).unwrap_or(dtype).precision();
        let unit = 0.5_f64.powi(precision(self.dtype()).min(precision(self.compute)) as i32 - 3);
        // The errors of a product are parts of itself, those of a sum of its terms.
        let is_product = self.formula.joined.as_ref().is_some_and(|joined| joined.by == Join::Product);
        let (one, other) = (Value::of(self.dtype(), one), Value::of(self.dtype(), other));
        // The parts of a complex number are as exact as the whole.
        let of_parts = if part(self.dtype()).is_some() { other.magnitude() } else { 0.0 };
        let sizes = if is_product { of_parts } else { self.sizes().get(at).copied().unwrap_or(of_parts) };
        let room = times * unit * self.lines.map_or(1, |line| line.n) as f64;
        let near = |x: f64, y: f64| {
            x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= room * x.abs().max(y.abs()).max(sizes)
        };
        one.whole.is_some() || !near(one.re, other.re) || !near(one.im, other.im)
    }

    /// Whether results are true or false: there is but one wrong one.
    pub(super) fn is_truth(&self) -> bool {
        self.formula.each.is_truth || self.dtype() == DType::Bool
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.wrong().next().is_some()
    }

    /// The same with other marks at wrong elements.
    pub(super) fn with_wrong(&self, mark: impl Fn(usize) -> Mark) -> Self {
        let mut own = self.clone();
        self.wrong().for_each(|at| own.marks[at] = mark(at));
        own
    }

    /// The places of wrong elements.
    pub(super) fn wrong(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|at| self.marks[*at] == Mark::Wrong)
    }

    /// The result with other operands, or in another dtype, as it is stored.
    pub(super) fn computed(
        &self,
        compute: Option<DType>,
        change: impl Fn(usize, &Tensor) -> Option<Tensor>,
    ) -> Option<Vec<u8>> {
        let space = self.space()?;
        let space = space.computed_in(compute.unwrap_or(space.compute));
        let operands = operands(self.call.operator, self.formula);
        let operand = |at: &usize| {
            let tensor = self.call.args().tensor(*at)?;
            let place = operands.iter().position(|own| own == at)?;
            let changed = change(place, tensor).map_or(Cow::Borrowed(tensor), Cow::Owned);
            let elements = converted(&changed.elements(), changed.dtype(), space.compute)?;
            Some(space.laid(elements.into(), space.compute.size(), changed.shape()).into_owned().into())
        };
        let operands = self.formula.each.operands.iter().map(operand);
        let computed = space.compute(&operands.collect::<Option<Vec<Cow<'_, [u8]>>>>()?)?;
        (*computed.shape == *self.right[self.result].shape())
            .then(|| computed.stored(self.dtype()).map(Cow::into_owned))?
    }

    /// Whether two elements of the result are the same number; zeros of both signs are, and where results are rounded, numbers
    /// that are as near as functions in a dtype may be to each other.
    pub(super) fn is_same(&self, one: &[u8], other: &[u8], rounded_to: Option<DType>) -> bool {
        if one == other {
            return true;
        }
        let dtype = self.dtype();
        let (one, other) = (Value::of(dtype, one), Value::of(dtype, other));
        let is_rounded =
            self.formula.open.is_some() || self.formula.joined.is_some() || part(dtype).is_some();
        let precision = rounded_to.map_or(53, |to| part(to).unwrap_or(to).precision());
        let precision = precision.min(part(dtype).unwrap_or(dtype).precision());
        let room = if is_rounded && precision > 0 { 0.5_f64.powi(precision as i32 - 3) } else { 0.0 };
        let near = |x: f64, y: f64| {
            x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= room * x.abs().min(y.abs())
        };
        match (one.whole, other.whole) {
            (Some(one), Some(other)) => one == other,
            _ => near(one.re, other.re) && near(one.im, other.im),
        }
    }
}

/// The arguments that a formula is of, one that is also the result first, as it stands elsewhere.
pub(super) fn operands(operator: &OperatorSpec, formula: &Formula) -> Vec<usize> {
    let mut operands = formula.each.operands.to_vec();
    sort_by_key(&mut operands, |at| operator.arguments[*at].name != formula.result);
    operands
}

/// The results of an operator's cases: those that failed by a value and have no cause yet, and those that passed. What was asked is
/// added to the history.
pub(super) fn gather(
    run: &Run,
    cases: &CaseIndex<'_>,
    judge: &Judge<'_>,
    replies: &HashMap<&str, &Reply>,
    operator: &'static OperatorSpec,
    history: &mut History,
) -> [Vec<Asked>; 2] {
    let contract = operator.contract(cases.editions());
    let mut reference = Reference::new(cases.editions().clone());
    let of_area = || run.results.iter().enumerate().filter(|(_, result)| result.area == operator.name);
    let failed = of_area().filter(|(_, result)| {
        result.judgement.verdict.is_failure()
            && result.judgement.kind == Some(FailKind::Value)
            && result.cause.is_none()
    });
    let passed = of_area().filter(|(_, result)| result.judgement.verdict == Verdict::Pass);
    let mut answered: HashMap<usize, (Case, Earlier)> = HashMap::new();
    for (at, result) in of_area().filter(|(_, result)| is_answered(result.judgement.verdict)) {
        let Some(case) = cases.case(&result.id) else { continue };
        if let Call::Operate(call) = &case.call {
            let earlier = history.earlier(call);
            history.add(call);
            answered.insert(at, (case.into_owned(), earlier));
        }
    }
    let failed: Vec<usize> = failed.map(|(at, _)| at).collect();
    let passed: Vec<usize> = passed.map(|(at, _)| at).collect();
    [failed, passed].map(|positions| {
        let calls = positions.into_iter().filter_map(|at| {
            let (case, earlier) = answered.remove(&at)?;
            // The same as the answer to another call may be wrong in both.
            let is_judged =
                run.results[at].judgement.verdict.is_failure() || !matches!(case.expect, Expect::SameAs(..));
            match case.call {
                Call::Operate(call) if is_judged => Some((at, call, earlier)),
                _ => None,
            }
        });
        let mut calls: Vec<(usize, Invocation, Earlier)> = calls.collect();
        sort_by_key(&mut calls, |(_, call, _)| call.longest_answer());
        let mut room = BYTES;
        let mut asked = Vec::new();
        // Small ones come first, and some of all sizes.
        let step = calls.len().div_ceil(JUDGED).max(1);
        for (place, (at, call, earlier)) in calls.into_iter().enumerate() {
            let result = &run.results[at];
            let reply = replies.get(&*result.id).copied();
            let Some(room_left) = room.checked_sub(call.longest_answer()) else { break };
            room = room_left;
            let given = if result.judgement.verdict.is_failure() { reply } else { None };
            if result.judgement.verdict.is_failure() && given.is_none() {
                continue;
            }
            let judge = (given.is_none() || place.is_multiple_of(step)).then_some(judge);
            let given = given.map(|reply| (reply, &result.judgement));
            let mut new = of_call(at, &call, given, contract, judge, &mut reference);
            new.iter_mut().for_each(|own| own.earlier.clone_from(&earlier));
            asked.extend(new);
        }
        asked
    })
}

/// Whether a backend made the call.
fn is_answered(verdict: Verdict) -> bool {
    verdict.is_failure() || matches!(verdict, Verdict::Pass | Verdict::Observed | Verdict::Warning)
}

/// The results of a call.
pub(super) fn of_call(
    at: usize,
    call: &Invocation,
    given: Option<(&Reply, &Judgement)>,
    contract: &'static Contract,
    judge: Option<&Judge<'_>>,
    reference: &mut Reference,
) -> Vec<Asked> {
    let Reply::Answer(right) = reference.ask(&Call::Operate(call.clone())) else { return Vec::new() };
    let right = right.tensors().to_vec();
    let broken = given.filter(|(_, own)| own.verdict.is_failure()).and_then(|(_, own)| own.requirement);
    let given = match given {
        Some((Reply::Answer(answer), _)) => Some(answer.tensors()),
        Some(_) => return Vec::new(),
        None => None,
    };
    let is_like = |given: &&[Tensor]| {
        let mut pairs = given.iter().zip(&right);
        given.len() == right.len() && pairs.all(|(a, b)| a.dtype() == b.dtype() && a.shape() == b.shape())
    };
    if given.is_some_and(|given| !is_like(&given)) {
        return Vec::new();
    }
    // The judge knows no single elements of operators with code of their own.
    let marks =
        judge.map(|judge| judge.marks(call, given.unwrap_or(&right))).filter(|marks| !marks.is_empty());
    let one = |(result, formula): (usize, &'static Formula)| {
        let space = formula.space(call.args())?;
        let mut asked = Asked {
            is_judged: judge.is_some(),
            compute: space.compute,
            lines: space.line,
            at,
            broken,
            call: call.clone(),
            earlier: Earlier::default(),
            formula,
            result,
            expected: right[result].elements().into_owned(),
            got: given.map(|given| given[result].elements().into_owned()),
            right: right.clone(),
            marks: match &marks {
                Some(marks) => marks.get(result)?.clone()?,
                None => vec![Mark::Right; right[result].layout().count()],
            },
            operands: OnceCell::new(),
            firsts: OnceCell::new(),
            sizes: OnceCell::new(),
            facts: RefCell::default(),
            contradictions: Rc::default(),
            given: Rc::default(),
        };
        if marks.is_none() {
            asked.compare();
        }
        Some(asked)
    };
    let mut asked: Vec<Asked> = contract.formulas_of(call.args()).enumerate().filter_map(one).collect();
    // Indices are judged by the values beside them, so beside wrong ones they say nothing.
    if let [values, indices @ ..] = &mut asked[..]
        && values.wrong().next().is_some()
    {
        indices.iter_mut().for_each(|indices| indices.marks.fill(Mark::Open));
    }
    asked
}

/// The least normal number of a float dtype.
pub(super) fn least_normal(dtype: DType) -> Option<f64> {
    dtype.is_float().then(|| 2.0_f64.powi(2 - (1 << (dtype.exponent_bits() - 1))))
}

/// Whether numbers of a dtype are numbers: not bools.
pub(super) fn is_numeric(dtype: DType) -> bool {
    dtype.class() != Class::Bool
}

pub(super) type OfLine = (&'static str, fn(&[Value]) -> bool);

/// What a line may be, up to the element.
pub(super) const OF_LINES: [OfLine; 8] = [
    ("the line is empty", <[Value]>::is_empty),
    ("the line has a NaN", |line| line.iter().any(|x| x.is_nan())),
    ("the line has an infinity", |line| line.iter().any(|x| x.re.is_infinite() || x.im.is_infinite())),
    ("the line has -inf", |line| line.iter().any(|x| x.re == f64::NEG_INFINITY)),
    ("the line has a zero", |line| line.iter().any(|x| x.magnitude() == 0.0)),
    ("the line has a negative number", |line| line.iter().any(|x| x.re < 0.0)),
    ("the line has -inf alone", |line| line.iter().all(|x| x.re == f64::NEG_INFINITY)),
    ("the first element is zero", |line| line.first().is_some_and(|x| x.magnitude() == 0.0)),
];
