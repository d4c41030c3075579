//! How sharp and how fair precision standards are: how many of the seeded faults each finds, and how many results of honest
//! implementations it blames.

use crate::faults::{self, State};
use crate::formulas;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::{Contract, Formula, Join};
use ascertain::document::Editions;
use ascertain::formula::converted;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::check;
use ascertain_judge::operator::Operator;
use ascertain_judge::operator::declarations::format;
use ascertain_judge::options::RunOptions;
use ascertain_judge::oracle::{Format, Order};
use ascertain_judge::random::Source;
use ascertain_judge::standard::{Golden, Standard};

/// Most elements of a result. More take long and show nothing else.
const MOST: usize = 1 << 14;

/// At most so many random calls are looked at for each that is wanted.
const TRIED: u64 = 400;

/// What is measured of an operator in a dtype.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The operator.
    pub operator: &'static str,
    /// The dtype of its operands and its result.
    pub dtype: DType,
    /// The standard whose own rules made the inputs; none for random cases of the suite.
    pub inputs: Option<&'static str>,
    /// What a bound derived from the formula would be, for the longest line that was asked.
    pub bound: String,
    /// Cases.
    pub cases: usize,
    /// Faults that change a result of one of them.
    pub faults: usize,
    /// Honest implementations, the reference first: what each does.
    pub honest: Vec<&'static str>,
    /// What the pages find, and whom they blame; and each standard that has a rule for the dtype.
    pub pages: Counted,
    /// Those of each standard.
    pub standards: Vec<(&'static str, Counted)>,
}

/// What a standard finds, and whom it blames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Faults that it finds: by a case that the right result passes.
    pub found: usize,
    /// Cases that it fails, of each honest implementation.
    pub blamed: Vec<usize>,
}

/// A case: the call, its right reply and the golden result.
struct Asked {
    call: Call,
    right: Reply,
    golden: Golden,
}

/// Measures `standards` on an operator in a dtype, with inputs of the suite, or by the own rules of a standard. None if there are no
/// such calls.
#[must_use]
pub fn measure(
    operator: &'static dyn Operator,
    dtype: DType,
    inputs: Option<&'static Standard>,
    standards: &[&'static Standard],
    cases: usize,
) -> Option<Measured> {
    let options = RunOptions { editions: Editions::profile("latest").ok()?, ..RunOptions::default() };
    let contract = operator.spec().contract(&options.editions);
    let mut reference = Reference::new(options.editions.clone());
    let call = |index| match inputs {
        Some(standard) => standard.call(operator, contract, dtype, index),
        None => Some(operator.fuzz(&mut Source::new(1, index), contract)),
    };
    let calls = (0..TRIED * cases as u64).filter_map(call);
    let asked: Vec<Asked> =
        calls.filter_map(|call| asked(contract, call, dtype, &mut reference)).take(cases).collect();
    let first = asked.first()?;
    let formula = formula(contract, &first.call)?;
    let standards: Vec<_> = standards.iter().copied().filter(|standard| standard.covers(dtype)).collect();
    let honest = Honest::all(formula, dtype);
    let longest = asked.iter().map(|asked| asked.golden.terms).max().unwrap_or(1);
    let mut measured = Measured {
        operator: operator.spec().name,
        dtype,
        inputs: inputs.map(|standard| standard.name.as_str()),
        bound: bound(formula, dtype, longest)?,
        cases: asked.len(),
        faults: 0,
        honest: honest.iter().map(|honest| honest.name()).collect(),
        pages: Counted::default(),
        standards: standards.iter().map(|standard| (standard.name.as_str(), Counted::default())).collect(),
    };
    for honest in &honest {
        let mut counts = vec![0; standards.len() + 1];
        for Asked { call, right, golden } in &asked {
            let Some(answer) = honest.answer(call, right, golden, contract) else { continue };
            let blamed = standards.iter().map(|standard| fails(standard, golden, &answer));
            let pages = std::iter::once_with(|| is_wrong(call, &answer, &options));
            counts
                .iter_mut()
                .zip(pages.chain(blamed))
                .for_each(|(count, blamed)| *count += usize::from(blamed));
        }
        let all =
            std::iter::once(&mut measured.pages).chain(measured.standards.iter_mut().map(|(_, own)| own));
        all.zip(counts).for_each(|(counted, count)| counted.blamed.push(count));
    }
    // Where the right result fails, a failure shows nothing.
    let honest_passes: Vec<Vec<bool>> = asked
        .iter()
        .map(|Asked { right, golden, .. }| {
            let right = tensor(right);
            standards
                .iter()
                .map(|standard| right.is_some_and(|right| !fails(standard, golden, right)))
                .collect()
        })
        .collect();
    for mut mistake in Mistake::all(formula, &options.editions) {
        let (mut changes, mut found) = (false, vec![false; standards.len() + 1]);
        for (Asked { call, right, golden }, passes) in asked.iter().zip(&honest_passes) {
            let Some(wrong) = mistake.answer(call, right, contract) else { continue };
            if wrong.dtype() != dtype || *wrong.shape() != *golden.shape {
                continue;
            }
            changes = true;
            found[0] = found[0] || is_wrong(call, &wrong, &options);
            for ((found, standard), passes) in found[1..].iter_mut().zip(&standards).zip(passes) {
                *found = *found || *passes && fails(standard, golden, &wrong);
            }
            if found.iter().all(|found| *found) {
                break;
            }
        }
        measured.faults += usize::from(changes);
        measured.pages.found += usize::from(found[0]);
        measured
            .standards
            .iter_mut()
            .zip(&found[1..])
            .for_each(|((_, own), found)| own.found += usize::from(*found));
    }
    Some(measured)
}

fn fails(standard: &Standard, golden: &Golden, answer: &Tensor) -> bool {
    standard.judge(golden, answer).is_none_or(|said| !said.passes)
}

fn is_wrong(call: &Call, answer: &Tensor, options: &RunOptions) -> bool {
    let Call::Operate(call) = call else { return false };
    check(call, Answer::Tensor(answer.clone()), options).judgement.verdict.is_failure()
}

fn tensor(reply: &Reply) -> Option<&Tensor> {
    match reply {
        Reply::Answer(Answer::Tensor(tensor)) => Some(tensor),
        _ => None,
    }
}

fn formula(contract: &'static Contract, call: &Call) -> Option<&'static Formula> {
    let Call::Operate(call) = call else { return None };
    contract.formula(call.args())
}

/// A case of a call, if that is valid and computes in a dtype.
fn asked(
    contract: &'static Contract,
    call: Invocation,
    dtype: DType,
    reference: &mut Reference,
) -> Option<Asked> {
    if contract.broken_by(call.args()).next().is_some() {
        return None;
    }
    let formula = contract.formula(call.args())?;
    let golden = Golden::of(formula, &call).filter(|golden| golden.dtype == dtype)?;
    let count: usize = golden.shape.iter().product();
    if formula.dtype(call.args()) != Some(dtype) || count == 0 || count > MOST {
        return None;
    }
    let call = Call::Operate(call);
    let right = reference.ask(&call);
    tensor(&right)?;
    Some(Asked { call, right, golden })
}

/// A wrong implementation.
enum Mistake {
    Seeded(&'static faults::Fault, Box<State>),
    Formula(formulas::Fault),
}

impl Mistake {
    /// The seeded faults of the latest pages that declare nothing, and those of a formula.
    fn all(formula: &Formula, editions: &Editions) -> Vec<Self> {
        let seeded = faults::all().filter(|fault| fault.profile == "latest" && fault.declares.is_empty());
        let seeded = seeded.map(|fault| Self::Seeded(fault, Box::new(State::new(editions.clone()))));
        // A wider float is right.
        let wrong = formulas::Fault::all(formula).into_iter().filter(|fault| !fault.is_wider());
        seeded.chain(wrong.map(Self::Formula)).collect()
    }

    /// What it answers to a call, where that is another tensor than the right one.
    fn answer(&mut self, call: &Call, right: &Reply, contract: &'static Contract) -> Option<Tensor> {
        match self {
            Self::Seeded(fault, state) => tensor(&fault.answer(call, right, state)?).cloned(),
            Self::Formula(fault) => {
                let (Call::Operate(invocation), right) = (call, tensor(right)?) else { return None };
                let elements = fault.result(formula(contract, call)?, invocation, right.dtype())?;
                let wrong = Tensor::new(right.dtype(), right.shape(), elements).ok()?;
                (wrong.elements() != right.elements()).then_some(wrong)
            }
        }
    }
}

/// An implementation that is right: how it rounds.
enum Honest {
    /// As the reference does: each operation once, one after the other.
    Sequential,
    /// Lines are joined in another order, or in a wider format.
    Joined(&'static str, Join, Order, Format),
    /// Inexact results are the other neighbour of the exact value: less than a unit off.
    Faithful,
}

impl Honest {
    fn all(formula: &Formula, dtype: DType) -> Vec<Self> {
        let mut all = vec![Self::Sequential];
        let Some(own) = format(dtype) else { return all };
        if let Some(by) = formula
            .joined
            .as_ref()
            .map(|joined| joined.by)
            .filter(|by| matches!(by, Join::Sum | Join::Mean | Join::Product))
        {
            all.push(Self::Joined("pairwise", by, Order::OddEven, own));
            all.push(Self::Joined("blocks of 64", by, Order::Blocks(64), own));
            match dtype {
                DType::F16 | DType::Bf16 => {
                    all.push(Self::Joined("f32 inside", by, Order::Sequential, Format::F32))
                }
                DType::F32 => all.push(Self::Joined("f64 inside", by, Order::Sequential, Format::F64)),
                _ => {}
            }
        } else if ascertain_judge::operator::is_graded(formula) {
            all.push(Self::Faithful);
        }
        all
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Joined(name, ..) => name,
            Self::Faithful => "other neighbour",
        }
    }

    /// Its answer to a call.
    fn answer(
        &self,
        call: &Call,
        right: &Reply,
        golden: &Golden,
        contract: &'static Contract,
    ) -> Option<Tensor> {
        let right = tensor(right)?;
        let dtype = right.dtype();
        let Call::Operate(invocation) = call else { return None };
        let own = format(dtype)?;
        let numbers: Vec<f64> = match self {
            Self::Sequential => return Some(right.clone()),
            Self::Faithful => {
                golden.pairs().map(|(exact, nearest)| other_neighbour(own, exact, nearest)).collect()
            }
            Self::Joined(_, by, order, inside) => {
                let space = formula(contract, call)?.space(invocation.args())?;
                let (line, each) = (space.line?, space.each(&space.operands()?)?);
                let mut all = numbers(dtype, &each)?;
                let join =
                    |a: f64, b: f64| nearest(*inside, if *by == Join::Product { a * b } else { a + b });
                let mut folds = Vec::new();
                for start in (0..all.len()).filter(|at| line.index(*at) == 0) {
                    let places: Vec<usize> = (0..line.n).map(|index| start + index * line.step).collect();
                    let mut values: Vec<f64> = places.iter().map(|at| all[*at]).collect();
                    order.scan(&mut values, join);
                    if *by == Join::Mean {
                        values
                            .iter_mut()
                            .enumerate()
                            .for_each(|(at, sum)| *sum = nearest(*inside, *sum / (at + 1) as f64));
                    }
                    folds.extend(values.last());
                    places.iter().zip(values).for_each(|(at, value)| all[*at] = value);
                }
                if line.folds { folds } else { all }
            }
        };
        let bytes: Vec<u8> = numbers.into_iter().flat_map(f64::to_le_bytes).collect();
        let bytes = if dtype == DType::F64 { bytes } else { converted(&bytes, DType::F64, dtype)? };
        Tensor::new(dtype, right.shape(), bytes).ok()
    }
}

fn numbers(dtype: DType, elements: &[u8]) -> Option<Vec<f64>> {
    let wide = if dtype == DType::F64 { elements.to_vec() } else { converted(elements, dtype, DType::F64)? };
    Some(wide.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect())
}

/// The number of a format that is nearest to one.
fn nearest(format: Format, number: f64) -> f64 {
    f64::from_bits(Format::F64.encode(format.decode(format.encode(Format::F64.decode(number.to_bits())))))
}

/// The number on the other side of an exact value than the nearest one; that itself where it is exact, or no number beside zero.
fn other_neighbour(format: Format, exact: f64, nearest: f64) -> f64 {
    if exact == nearest || !exact.is_finite() || !nearest.is_finite() || nearest == 0.0 {
        return nearest;
    }
    let bits = format.encode(Format::F64.decode(nearest.to_bits()));
    let bits = if exact.abs() > nearest.abs() { bits + 1 } else { bits - 1 };
    f64::from_bits(Format::F64.encode(format.decode(bits)))
}

/// What a bound derived from a formula is, in words, with a number for lines of `n` elements.
fn bound(formula: &Formula, dtype: DType, n: usize) -> Option<String> {
    let half = 0.5_f64.powi(format(dtype)?.precision() as i32);
    let joins = n.saturating_sub(1) as f64;
    Some(match formula.joined.as_ref().map(|joined| joined.by) {
        Some(Join::Product) => {
            format!("(1 + u)^(n-1) - 1 = {:.1e} of the product, n = {n}", (joins * half.ln_1p()).exp_m1())
        }
        Some(Join::Sum) => format!("(n-1) u = {:.1e} of the sum of magnitudes, n = {n}", joins * half),
        Some(Join::Mean) => format!("n u = {:.1e} of the mean magnitude, n = {n}", n as f64 * half),
        _ if ascertain_judge::operator::is_graded(formula) => {
            format!("units in the last place that are declared; 1 is {:.1e}", 2.0 * half)
        }
        _ => format!("half a unit in the last place, u = {half:.1e}"),
    })
}
