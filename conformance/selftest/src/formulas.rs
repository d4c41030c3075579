//! Every formula of every operator, in every edition, computed wrongly: operands exchanged, another operation, another dtype
//! to compute in, results rounded to zero, lines that begin elsewhere.
//!
//! The backend is the reference with one result replaced. What no call of the suite and no random one tells from the reference
//! is listed, and so is what the judge allows: a wider float.

use crate::score::{Kill, Mutant, Outcome, Part, Seen};
use crate::{Chosen, SelfTestError, editions};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::{Contract, Formula, Join, OPERATORS, OperatorSpec};
use ascertain::dtype::Class;
use ascertain::formula::{Computed, Line, Number, converted, folded, join, part};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::ordered::sort_by_key;
use ascertain_judge::random::Source;
use ascertain_judge::session::{CaseOutcome, Session};
use half::{bf16, f16};
use std::borrow::Cow;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many random calls are tried with a fault that no case tells.
const RANDOM: u64 = 500;

/// How many cases that tell a mutant from the reference are asked at once.
const WINDOW: usize = 16;

/// Elements after which a line begins anew.
const TILE: usize = 256;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The first two operands change places.
    Swapped,
    /// Of the first two operands, another operation.
    Operation(Operation),
    /// What is computed in the first dtype is computed in the second.
    ComputedIn(DType, DType),
    /// Inexact results are rounded to zero.
    Truncated,
    /// Lines are joined by something else.
    Joined(Join),
    /// Each element misses the last one that it is joined of.
    Exclusive,
    /// Lines are joined from their ends.
    Reversed,
    /// Lines of the next dimension are joined.
    NextDimension,
    /// Lines begin anew after [`TILE`] elements.
    BeginsAnew,
    /// Indices are one too high.
    IndexPlusOne,
}

/// An operation of two elements, or of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Sum,
    Difference,
    Product,
    Least,
    Greatest,
    First,
    Negated,
}

impl Operation {
    const ALL: [Self; 7] =
        [Self::Sum, Self::Difference, Self::Product, Self::Least, Self::Greatest, Self::First, Self::Negated];

    fn of<T: Number>(self, x: T, y: T) -> T {
        match self {
            Self::Sum => x.plus(y),
            Self::Difference => x.minus(y),
            Self::Product => x.times(y),
            Self::Least => x.least(y),
            Self::Greatest => x.greatest(y),
            Self::First => x,
            Self::Negated => x.negated(),
        }
    }

    /// The operation on elements of a dtype. None if it has none.
    fn on(self, dtype: DType, x: &[u8], y: &[u8]) -> Option<Vec<u8>> {
        fn all<T: Number>(operation: Operation, x: &[u8], y: &[u8]) -> Vec<u8> {
            let mut result = vec![0; x.len()];
            let pairs = x.chunks_exact(size_of::<T>()).zip(y.chunks_exact(size_of::<T>()));
            for ((x, y), result) in pairs.zip(result.chunks_exact_mut(size_of::<T>())) {
                operation.of(T::load(x), T::load(y)).store(result);
            }
            result
        }
        let all = match dtype {
            DType::F16 => all::<f16>,
            DType::Bf16 => all::<bf16>,
            DType::F32 => all::<f32>,
            DType::F64 => all::<f64>,
            DType::S8 => all::<i8>,
            DType::U8 => all::<u8>,
            DType::S16 => all::<i16>,
            DType::S32 => all::<i32>,
            DType::S64 => all::<i64>,
            _ => return None,
        };
        Some(all(self, x, y))
    }
}

/// The dtypes that operators compute in and that a fault may compute in instead.
const COMPUTED: [DType; 10] = [
    DType::F32,
    DType::F16,
    DType::F64,
    DType::Bf16,
    DType::S8,
    DType::U8,
    DType::S16,
    DType::S32,
    DType::S64,
    DType::Bool,
];

impl Fault {
    /// Those of a formula.
    pub(crate) fn all(formula: &Formula) -> Vec<Self> {
        if formula.index_of.is_some() {
            return vec![Self::IndexPlusOne];
        }
        let mut faults = Vec::new();
        if formula.each.operands.len() > 1 {
            faults.push(Self::Swapped);
        }
        if !formula.each.is_truth {
            faults.extend(Operation::ALL.map(Self::Operation));
            faults.push(Self::Truncated);
        }
        let pairs = COMPUTED.into_iter().flat_map(|own| COMPUTED.into_iter().map(move |other| (own, other)));
        faults.extend(
            pairs.filter(|(own, other)| own != other).map(|(own, other)| Self::ComputedIn(own, other)),
        );
        if let Some(joined) = &formula.joined {
            faults.extend(Join::ALL.into_iter().filter(|join| *join != joined.by).map(Self::Joined));
            faults.extend([Self::Exclusive, Self::BeginsAnew]);
            // A fold in another order is none.
            if !joined.folds {
                faults.extend([Self::Reversed, Self::NextDimension]);
            }
        }
        faults
    }

    fn name(self) -> String {
        match self {
            Self::Swapped => "operands-exchanged".to_owned(),
            Self::Operation(operation) => format!("{operation:?}").to_lowercase(),
            Self::ComputedIn(own, other) => format!("{own}-in-{other}"),
            Self::Truncated => "rounded-to-zero".to_owned(),
            Self::Joined(by) => format!("joined-by-{}", by.name()),
            Self::Exclusive => "exclusive".to_owned(),
            Self::Reversed => "reversed".to_owned(),
            Self::NextDimension => "next-dimension".to_owned(),
            Self::BeginsAnew => format!("begins-anew-after-{TILE}"),
            Self::IndexPlusOne => "index-plus-one".to_owned(),
        }
    }

    /// Whether it computes in a dtype that has every number of the formula's own, and more.
    pub(crate) fn is_wider(self) -> bool {
        matches!(self, Self::ComputedIn(own, other) if holds(other, own))
    }

    /// Those of a formula that are about operations, not about dtypes or lines.
    pub(crate) fn others(formula: &Formula) -> Vec<Self> {
        let is_of_one = |operation: Operation| matches!(operation, Operation::First | Operation::Negated);
        let is_other = |fault: &Self| match fault {
            Self::Swapped | Self::Truncated | Self::Joined(_) => true,
            Self::Operation(operation) => formula.each.operands.len() > 1 && !is_of_one(*operation),
            _ => false,
        };
        Self::all(formula).into_iter().filter(is_other).collect()
    }

    /// What a result is with it, in words.
    pub(crate) fn gives(self) -> String {
        match self {
            Self::Operation(operation) => {
                format!("is the {} of the operands", format!("{operation:?}").to_lowercase())
            }
            Self::Swapped => "is as if the operands changed places".to_owned(),
            Self::Truncated => "is rounded to zero".to_owned(),
            Self::Joined(by) => format!("has lines joined by {}", by.name()),
            other => format!("is {}", other.name()),
        }
    }

    /// The result of a call with this fault, as stored in a dtype. None if it is not about the call.
    pub(crate) fn result(self, formula: &Formula, call: &Invocation, stored: DType) -> Option<Vec<u8>> {
        let space = formula.space(call.args())?;
        let own = space.compute;
        let compute = match self {
            Self::ComputedIn(of, other) => (of == own).then_some(other)?,
            Self::Truncated => matches!(own, DType::F16 | DType::Bf16 | DType::F32).then_some(DType::F64)?,
            _ => own,
        };
        let mut operands = match self {
            Self::Truncated => {
                let converted = |operand: Cow<'_, [u8]>| converted(&operand, own, compute).map(Cow::Owned);
                space.operands()?.into_iter().map(converted).collect::<Option<Vec<_>>>()?
            }
            _ => space.computed_in(compute).operands()?,
        };
        let space = space.computed_in(compute);
        if self == Self::Swapped {
            operands.swap(0, 1);
        }
        let shape = space.shape.clone();
        let mut elements = match self {
            Self::Operation(operation) => {
                let second = operands.get(1).unwrap_or(&operands[0]);
                operation.on(compute, &operands[0], second)?
            }
            _ => space.each(&operands)?,
        };
        let mut dtype = if formula.each.is_truth { DType::Bool } else { compute };
        if formula.joined.is_none() && !matches!(self, Self::Operation(_)) {
            elements = space.compute(&operands)?.elements;
        }
        if let Some(joined) = &formula.joined {
            let by = if let Self::Joined(by) = self { by } else { joined.by };
            let line = self.line(space.line?, &shape)?;
            let size = compute.size();
            if self == Self::Reversed {
                elements = reversed(&elements, size, line);
            }
            let whole = line.n * line.step * size;
            let tile = if self == Self::BeginsAnew { TILE * line.step * size } else { whole };
            let mut indices = Vec::new();
            for lines in elements.chunks_mut(whole.max(1)) {
                for part in lines.chunks_mut(tile.max(1)) {
                    let n = part.len() / (line.step * size);
                    let (line, each) = (Line { n, ..line }, part.to_vec());
                    join(bytes(compute), by, line, part)?;
                    let own = ascertain::formula::indices(bytes(compute), line, &each, part)?;
                    indices.extend(own.into_iter().flat_map(i64::to_le_bytes));
                }
            }
            match self {
                Self::Reversed => elements = reversed(&elements, size, line),
                Self::Exclusive => elements = shifted(&elements, size, line),
                Self::IndexPlusOne => {
                    if line.folds {
                        indices = folded(&indices, 8, line, shape.iter().product())?;
                    }
                    let more =
                        |index: &[u8]| Some((i64::from_le_bytes(index.try_into().ok()?) + 1).to_le_bytes());
                    elements = indices.chunks_exact(8).filter_map(more).flatten().collect();
                    dtype = DType::S64;
                }
                _ => {}
            }
            if line.folds && self != Self::IndexPlusOne {
                elements = folded(&elements, size, line, shape.iter().product())?;
            }
        }
        if self == Self::Truncated {
            return to_zero(&elements, own, stored);
        }
        let computed = Computed { compute, dtype, shape, elements };
        if dtype == compute && own != compute {
            let elements = computed.stored(own)?.into_owned();
            let computed = Computed { compute: own, dtype: own, elements, ..computed };
            return computed.stored(stored).map(Cow::into_owned);
        }
        computed.stored(stored).map(Cow::into_owned)
    }

    fn line(self, line: Line, shape: &[usize]) -> Option<Line> {
        if self != Self::NextDimension {
            return Some(line);
        }
        // The dimension after the line's, or the first.
        let steps: Vec<usize> = (0..shape.len()).map(|axis| shape[axis + 1..].iter().product()).collect();
        let axis = (0..shape.len()).find(|&axis| shape[axis] == line.n && steps[axis] == line.step)?;
        let next = (axis + 1) % shape.len();
        (next != axis).then(|| Line { n: shape[next], step: steps[next], ..line })
    }
}

/// Whether every number of the second dtype is one of the first, which rounds less.
fn holds(wide: DType, narrow: DType) -> bool {
    match (wide, narrow) {
        (DType::F64, DType::F32 | DType::F16 | DType::Bf16) | (DType::F32, DType::F16 | DType::Bf16) => true,
        _ => wide == narrow,
    }
}

/// Bools are computed as bytes.
fn bytes(dtype: DType) -> DType {
    if dtype == DType::Bool { DType::U8 } else { dtype }
}

/// Every line from its end.
fn reversed(elements: &[u8], size: usize, line: Line) -> Vec<u8> {
    let from = |at: usize| {
        let index = line.index(at);
        at - index * line.step + (line.n - 1 - index) * line.step
    };
    (0..elements.len() / size).flat_map(|at| &elements[from(at) * size..][..size]).copied().collect()
}

/// Every line one element on, with zero first.
fn shifted(elements: &[u8], size: usize, line: Line) -> Vec<u8> {
    let mut shifted = vec![0; elements.len()];
    for at in (0..elements.len() / size).filter(|at| line.index(*at) > 0) {
        shifted[at * size..][..size].copy_from_slice(&elements[(at - line.step) * size..][..size]);
    }
    shifted
}

/// Numbers of f64 in a narrower float, rounded to zero.
fn to_zero(numbers: &[u8], dtype: DType, stored: DType) -> Option<Vec<u8>> {
    if stored != dtype {
        return None;
    }
    let mut nearest = converted(numbers, DType::F64, dtype)?;
    let back = converted(&nearest, dtype, DType::F64)?;
    let size = dtype.size();
    for (at, (exact, near)) in numbers.chunks_exact(8).zip(back.chunks_exact(8)).enumerate() {
        let number = |bytes: &[u8]| Some(f64::from_le_bytes(bytes.try_into().ok()?).abs());
        if number(near)? > number(exact)? {
            // The next number to zero has the next lower word.
            let element = &mut nearest[at * size..][..size];
            let word = element.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte)) - 1;
            element.copy_from_slice(&word.to_le_bytes()[..size]);
        }
    }
    Some(nearest)
}

/// The reference with a fault.
struct Wrong {
    reference: Reference,
    operator: &'static OperatorSpec,
    contract: &'static Contract,
    /// The result that is wrong; none for all.
    result: Option<&'static str>,
    fault: Fault,
}

impl Backend for Wrong {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.reference.ask(call);
        self.spoilt(&right, call).unwrap_or(right)
    }
}

impl Wrong {
    /// The right reply to a call, made wrong. None if the fault is not about the call.
    fn spoilt(&self, right: &Reply, call: &Call) -> Option<Reply> {
        let (Reply::Answer(answer), Call::Operate(call)) = (right, call) else { return None };
        if !core::ptr::eq(call.operator, self.operator) {
            return None;
        }
        let mut tensors = Vec::new();
        let formulas = self.contract.formulas_of(call.args()).enumerate();
        for (at, formula) in
            formulas.filter(|(_, formula)| self.result.is_none_or(|result| formula.result == result))
        {
            let stored = answer.tensors()[at].dtype();
            if let Some(elements) = self.fault.result(formula, call, stored) {
                if tensors.is_empty() {
                    tensors = answer.tensors().to_vec();
                }
                tensors[at].set_elements(&elements);
            }
        }
        Some(Reply::Answer(match <[_; 1]>::try_from(tensors) {
            Ok([tensor]) => Answer::Tensor(tensor),
            Err(tensors) if tensors.is_empty() => return None,
            Err(tensors) => Answer::Tensors(tensors),
        }))
    }
}

type Of = (&'static OperatorSpec, &'static Contract, &'static Formula, Fault);

fn id((operator, contract, formula, fault): &Of) -> String {
    format!("{}/{}/{}/{}", operator.document, contract.edition, formula.result, fault.name())
}

fn wanted(chosen: &Chosen<'_>, operator: &'static OperatorSpec, contract: &'static Contract) -> Vec<Of> {
    let faults = |formula: &'static Formula| {
        Fault::all(formula).into_iter().map(move |fault| (operator, contract, formula, fault))
    };
    contract.formulas.iter().flat_map(faults).filter(|of| chosen.wants(&id(of))).collect()
}

fn contracts() -> impl Iterator<Item = (&'static OperatorSpec, &'static Contract)> {
    OPERATORS.iter().flat_map(|operator| operator.contracts.iter().map(move |contract| (*operator, contract)))
}

/// How many mutants there are.
pub(crate) fn count(chosen: &Chosen<'_>) -> usize {
    contracts().map(|(operator, contract)| wanted(chosen, operator, contract).len()).sum()
}

/// Tests them. Calls `take` with the mutants of one operator after another.
pub(crate) fn run(chosen: &Chosen<'_>, take: &mut dyn FnMut(Vec<Mutant>)) -> Result<(), SelfTestError> {
    for (operator, contract) in contracts() {
        let wanted = wanted(chosen, operator, contract);
        if wanted.is_empty() {
            continue;
        }
        let options =
            RunOptions { editions: editions(operator.document, contract.edition)?, ..RunOptions::default() };
        let suite = chosen.suite(&options.editions)?;
        let cases: Vec<(u64, &Case)> =
            (1..).zip(suite.iter()).filter(|(_, case)| case.area == operator.name).collect();
        let mut reference = Reference::new(options.editions.clone());
        let right: Vec<Reply> = cases.iter().map(|(_, case)| reference.ask(&case.call)).collect();
        // One after another they take long.
        let next = AtomicUsize::new(0);
        let work = || {
            let mine = std::iter::from_fn(|| {
                let at = next.fetch_add(1, Ordering::Relaxed);
                wanted.get(at).map(|of| (at, tested(*of, &cases, &right, &options)))
            });
            mine.collect::<Vec<_>>()
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let mut mutants: Vec<(usize, Mutant)> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut mutants = work();
            for other in others {
                // A panic of a thread is one of this.
                mutants.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            mutants
        });
        sort_by_key(&mut mutants, |(at, _)| *at);
        take(mutants.into_iter().map(|(_, mutant)| mutant).collect());
    }
    Ok(())
}

fn tested(of: Of, cases: &[(u64, &Case)], right: &[Reply], options: &RunOptions) -> Mutant {
    let (operator, contract, formula, fault) = of;
    let reference = || Reference::new(options.editions.clone());
    let mut wrong = Wrong { reference: reference(), operator, contract, result: Some(formula.result), fault };
    // Most are found by the first cases, so the fault is computed for no more of them than are needed.
    let (mut rest, mut telling) = (cases.iter().zip(right), 0);
    let (mut found, mut observed) = (None, None);
    while found.is_none() {
        let differs = |((_, case), right): &(&(u64, &Case), &Reply)| {
            wrong.spoilt(right, &case.call).is_some_and(|reply| !is_same(&reply, right))
        };
        let window: Vec<(u64, &Case)> =
            rest.by_ref().filter(differs).map(|(case, _)| *case).take(WINDOW).collect();
        if window.is_empty() {
            break;
        }
        telling += window.len();
        let cases: Vec<Case> = window.iter().map(|(_, case)| (*case).clone()).collect();
        let Ok(mut session) = Session::start(&mut wrong, options) else { continue };
        let mut judged = window.into_iter().zip(session.ask(&cases));
        found = judged.find_map(|((place, case), CaseOutcome { judgement, .. })| {
            // The reference keeps subnormal numbers.
            let tells = |id: &str, seen: &str| {
                Some(id) == formula.open || (id.ends_with(".subnormals") && !seen.ends_with("are kept"))
            };
            let open = judgement.observations.iter().find(|(id, seen)| tells(id, seen));
            if let Some((requirement, _)) = open {
                observed.get_or_insert_with(|| kill(requirement, case, place, Seen::Observation));
            }
            let requirement = judgement.requirement.unwrap_or(formula.requirement);
            judgement.verdict.is_failure().then(|| kill(requirement, case, place, Seen::Failure))
        });
    }
    let outcome = match found.or(observed) {
        Some(kill) => Outcome::Killed(kill),
        None if telling == 0 => alike(of, &mut wrong, &mut reference(), options),
        None => why_open(fault).map_or_else(
            || Outcome::Survived(format!("{telling} cases have other results, and all are judged right")),
            Outcome::Equivalent,
        ),
    };
    Mutant {
        part: Part::Formulas,
        id: id(&of),
        what: format!("{}: {}", formula.each.text, fault.name()),
        class: None,
        requirement: Some(formula.requirement),
        outcome,
    }
}

fn kill(requirement: &'static str, case: &Case, cases: u64, seen: Seen) -> Kill {
    Kill { requirement, case: case.id.clone(), cases, seen }
}

/// Whether two replies have the same elements. All NaNs are the same.
fn is_same(one: &Reply, other: &Reply) -> bool {
    let (Reply::Answer(one), Reply::Answer(other)) = (one, other) else { return one == other };
    one.tensors().iter().zip(other.tensors()).all(|(one, other)| {
        let dtype = part(one.dtype()).unwrap_or(one.dtype());
        let size = dtype.size();
        let is_nan = |element: &[u8]| {
            let number = dtype.is_float().then(|| converted(element, dtype, DType::F64)).flatten();
            number.is_some_and(|n| n.try_into().is_ok_and(|n| f64::from_le_bytes(n).is_nan()))
        };
        let (one, other) = (one.elements(), other.elements());
        let mut pairs = one.chunks_exact(size).zip(other.chunks_exact(size));
        one == other || pairs.all(|(x, y)| x == y || (is_nan(x) && is_nan(y)))
    })
}

/// Why other results of a fault may be right, if they may.
fn why_open(fault: Fault) -> Option<String> {
    match fault {
        Fault::ComputedIn(own, other) if holds(other, own) => {
            Some("operations may be rounded in a wider dtype".to_owned())
        }
        Fault::ComputedIn(own, _) if own.is_integer() => Some(format!(
            "results differ where a value that {own} cannot hold is converted to it, and no page says how"
        )),
        _ => None,
    }
}

/// Why no case tells a fault from the reference.
fn alike(
    (operator, contract, formula, fault): Of,
    wrong: &mut Wrong,
    reference: &mut Reference,
    options: &RunOptions,
) -> Outcome {
    let Some(own) = Registry::default().operator(operator) else {
        return Outcome::Survived("the operator is not registered".to_owned());
    };
    for index in 0..RANDOM {
        let call = own.fuzz(&mut Source::new(0, index), contract);
        let call = Call::Operate(call);
        if is_same(&wrong.ask(&call), &reference.ask(&call)) {
            continue;
        }
        let case = Case {
            id: format!("{}/fuzz/0/{index}", operator.name).into(),
            area: operator.name,
            requirements: std::slice::from_ref(&formula.requirement),
            call,
            expect: Expect::Documents,
        };
        let judged = Session::start(wrong, options).map(|mut session| session.ask(&[case]));
        let is_allowed =
            judged.is_ok_and(|judged| judged.iter().all(|asked| !asked.judgement.verdict.is_failure()));
        let other = "a random call has another result, and no case of the suite";
        return why_open(fault)
            .filter(|_| is_allowed)
            .map_or_else(|| Outcome::Survived(other.to_owned()), Outcome::Equivalent);
    }
    let integers = |dtype: DType| dtype.is_integer() || dtype.class() == Class::Bool;
    Outcome::Equivalent(match fault {
        Fault::ComputedIn(own, other) if integers(own) && integers(other) => {
            format!("{other} has the low bits of {own}, which alone are stored")
        }
        Fault::ComputedIn(own, other) => {
            format!("no call computes in {own}, or {other} has the same results")
        }
        Fault::Truncated => "results are exact".to_owned(),
        _ => "it gives the same results".to_owned(),
    })
}
