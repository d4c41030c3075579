//! How sharp and how fair precision standards are: how many of the seeded faults each finds, and how many results of honest
//! implementations it fails.

use crate::faults::{self, State};
use crate::formulas;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use ascertain::contract::{Formula, Join};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::check;
use ascertain_judge::operator::declarations::format;
use ascertain_judge::operator::{Operator, is_graded};
use ascertain_judge::options::RunOptions;
use ascertain_judge::oracle::{Format, Order};
use ascertain_judge::random::Source;
use ascertain_judge::standard::{Golden, Standard, numbers, tensor};

/// Most elements of a result. More take long and show nothing else.
const MOST: usize = 1 << 14;

/// At most so many calls are looked at for each that is wanted.
const TRIED: u64 = 400;

/// What is measured of an operator in a dtype.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What a bound derived from the formula would be, for the longest line that was asked.
    pub bound: String,
    /// Cases.
    pub cases: usize,
    /// Faults that change a result of one of them.
    pub faults: usize,
    /// What the pages find, and then each standard. None without a rule for the dtype.
    pub by: Vec<Option<Counted>>,
}

/// What a standard finds, and whom it blames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Faults that it finds, by a case whose right result it passes.
    pub found: usize,
    /// Cases that it fails, of each honest implementation; of the reference first.
    pub failed: Vec<usize>,
}

/// A case: the call, its formula, the right result and the golden one.
struct Asked {
    call: Call,
    formula: &'static Formula,
    right: Tensor,
    golden: Golden,
}

/// Answers a case, with a fault or in another honest way. None where it answers as the reference does.
type Answers = Box<dyn FnMut(&Asked) -> Option<Tensor>>;

/// Measures `standards` on an operator in a dtype, with random cases of the suite, or by the own input rules of a standard. None if
/// there are no such cases.
#[must_use]
pub fn measure(
    operator: &'static dyn Operator,
    dtype: DType,
    inputs: Option<&Standard>,
    standards: &[&Standard],
    cases: usize,
) -> Option<Measured> {
    let options = RunOptions { editions: Editions::profile("latest").ok()?, ..RunOptions::default() };
    let contract = operator.spec().contract(&options.editions);
    let mut reference = Reference::new(options.editions.clone());
    let asked = |index| {
        let call = match inputs {
            Some(standard) => standard.call(operator, contract, dtype, index)?,
            None => operator.fuzz(&mut Source::new(1, index), contract),
        };
        let formula = contract.formula(call.args()).filter(|own| own.dtype(call.args()) == Some(dtype))?;
        let golden = Golden::of(formula, &call).filter(|golden| golden.dtype == dtype)?;
        let is_valid = contract.broken_by(call.args()).all(|broken| broken.accepted_is_judged);
        let is_usual = is_valid && (1..=MOST).contains(&golden.shape.iter().product());
        let call = Call::Operate(call);
        let right = answered(Some(reference.ask(&call)).filter(|_| is_usual)?)?;
        Some(Asked { call, formula, right, golden })
    };
    let asked: Vec<Asked> = (0..TRIED * cases as u64).filter_map(asked).take(cases).collect();
    let formula = asked.first()?.formula;
    // Whether the pages, or one of the standards, fail an answer.
    let fails = |by: usize, asked: &Asked, answer: &Tensor| match (by.checked_sub(1), &asked.call) {
        (Some(at), _) => standards[at].judge(&asked.golden, answer).is_none_or(|said| !said.passes),
        (None, Call::Operate(call)) => {
            check(call, Answer::Tensor(answer.clone()), &options).judgement.verdict.is_failure()
        }
        (None, Call::Promote(_)) => false,
    };
    let count = |by: usize| (by == 0 || standards[by - 1].covers(dtype)).then(Counted::default);
    let mut all: Vec<Option<Counted>> = (0..=standards.len()).map(count).collect();
    for mut honest in honest(formula, dtype) {
        let answers = asked.iter().map(|asked| honest(asked).unwrap_or_else(|| asked.right.clone()));
        let answers: Vec<Tensor> = answers.collect();
        for (by, counted) in all.iter_mut().enumerate() {
            let failed =
                || asked.iter().zip(&answers).filter(|(asked, answer)| fails(by, asked, answer)).count();
            counted.iter_mut().for_each(|counted| counted.failed.push(failed()));
        }
    }
    let mut found_at_all = 0;
    for mut fault in wrong(formula, &options.editions) {
        let mut open: Vec<usize> = (0..all.len()).filter(|by| all[*by].is_some()).collect();
        let mut changes = false;
        for asked in &asked {
            let is_like = |wrong: &Tensor| wrong.dtype() == dtype && wrong.shape() == asked.right.shape();
            let Some(wrong) = fault(asked).filter(is_like) else { continue };
            changes = true;
            // Where the right result fails, a failure shows nothing.
            let finds = |by: usize| fails(by, asked, &wrong) && !fails(by, asked, &asked.right);
            let (found, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|by| finds(**by));
            found.into_iter().filter_map(|by| all[by].as_mut().map(|own| own.found += 1)).for_each(drop);
            open = rest;
            if open.is_empty() {
                break;
            }
        }
        found_at_all += usize::from(changes);
    }
    let longest = asked.iter().map(|asked| asked.golden.terms).max().unwrap_or(1);
    Some(Measured {
        bound: bound(formula, dtype, longest)?,
        cases: asked.len(),
        faults: found_at_all,
        by: all,
    })
}

fn answered(reply: Reply) -> Option<Tensor> {
    match reply {
        Reply::Answer(Answer::Tensor(tensor)) => Some(tensor),
        _ => None,
    }
}

/// The seeded faults of the latest pages that declare nothing, and those of a formula.
fn wrong(formula: &'static Formula, editions: &Editions) -> Vec<Answers> {
    let seeded = faults::all().filter(|fault| fault.profile == "latest" && fault.declares.is_empty());
    let seeded = seeded.map(|fault| {
        let mut state = State::new(editions.clone());
        let answer = move |asked: &Asked| {
            let right = Reply::Answer(Answer::Tensor(asked.right.clone()));
            answered(fault.answer(&asked.call, &right, &mut state)?)
        };
        Box::new(answer) as Answers
    });
    // A wider float is right.
    let of_formula =
        formulas::Fault::all(formula).into_iter().filter(|fault| !fault.is_wider()).map(|fault| {
            let answer = move |Asked { call, formula, right, .. }: &Asked| {
                let Call::Operate(call) = call else { return None };
                let elements = fault.result(formula, call, right.dtype())?;
                Tensor::new(right.dtype(), right.shape(), elements)
                    .ok()
                    .filter(|wrong| wrong.elements() != right.elements())
            };
            Box::new(answer) as Answers
        });
    seeded.chain(of_formula).collect()
}

/// Right implementations: the reference; lines joined in pairs, in blocks, or in a wider format; of functions of which no page says how
/// exact they are, the number on the other side of the exact value.
fn honest(formula: &Formula, dtype: DType) -> Vec<Answers> {
    let mut all: Vec<Answers> = vec![Box::new(|_| None)];
    let Some(own) = format(dtype) else { return all };
    let by = formula.joined.as_ref().map(|joined| joined.by);
    if let Some(by) = by.filter(|by| matches!(by, Join::Sum | Join::Mean | Join::Product)) {
        let wide = if own.precision() < Format::F32.precision() { Format::F32 } else { Format::F64 };
        for (order, inside) in [(Order::OddEven, own), (Order::Blocks(64), own), (Order::Sequential, wide)] {
            all.push(Box::new(move |asked| joined(asked, by, order, inside)));
        }
    } else if is_graded(formula) {
        all.push(Box::new(move |Asked { golden, right, .. }| {
            let other = |(exact, nearest): (&f64, &f64)| {
                let up = if exact.abs() > nearest.abs() { 1 } else { -1 };
                let is_between = exact != nearest && exact.is_finite() && nearest.is_normal();
                let bits = own.encode(Format::F64.decode(nearest.to_bits()));
                let other = Format::F64.encode(own.decode(bits.wrapping_add_signed(up)));
                if is_between { f64::from_bits(other) } else { *nearest }
            };
            tensor(right.dtype(), right.shape(), golden.wide.iter().zip(&golden.rounded).map(other))
        }));
    }
    all
}

/// The result with lines joined in an order, each result on the way rounded to a format.
fn joined(
    Asked { call, formula, right, .. }: &Asked,
    by: Join,
    order: Order,
    inside: Format,
) -> Option<Tensor> {
    let Call::Operate(call) = call else { return None };
    let (space, dtype) = (formula.space(call.args())?, right.dtype());
    let (line, mut all) = (space.line?, numbers(dtype, &space.each(&space.operands()?)?)?);
    let rounded = |number: f64| {
        let bits = inside.encode(Format::F64.decode(number.to_bits()));
        f64::from_bits(Format::F64.encode(inside.decode(bits)))
    };
    let mut folds = Vec::new();
    for start in (0..all.len()).filter(|at| line.index(*at) == 0) {
        let places = (0..line.n).map(|index| start + index * line.step);
        let mut values: Vec<f64> = places.clone().map(|at| all[at]).collect();
        order.scan(&mut values, |a, b| rounded(if by == Join::Product { a * b } else { a + b }));
        if by == Join::Mean {
            values.iter_mut().enumerate().for_each(|(at, sum)| *sum = rounded(*sum / (at + 1) as f64));
        }
        folds.extend(values.last());
        places.zip(values).for_each(|(at, value)| all[at] = value);
    }
    tensor(dtype, right.shape(), if line.folds { folds } else { all }.into_iter())
}

/// What a bound derived from a formula is, in words, with a number for lines of `n` elements.
fn bound(formula: &Formula, dtype: DType, n: usize) -> Option<String> {
    let u = 0.5_f64.powi(format(dtype)?.precision() as i32);
    let joins = n.saturating_sub(1) as f64;
    Some(match formula.joined.as_ref().map(|joined| joined.by) {
        Some(Join::Product) => {
            format!("(1 + u)^(n-1) - 1 = {:.1e} of the product, n = {n}", (joins * u.ln_1p()).exp_m1())
        }
        Some(Join::Sum) => format!("(n-1) u = {:.1e} of the sum of magnitudes, n = {n}", joins * u),
        Some(Join::Mean) => format!("n u = {:.1e} of the mean magnitude, n = {n}", n as f64 * u),
        _ if is_graded(formula) => {
            format!("as many units in the last place as are declared; one is {:.1e}", 2.0 * u)
        }
        _ => format!("u = {u:.1e}, half a unit in the last place"),
    })
}
