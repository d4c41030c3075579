//! What float sums show of how they were added up, where no page says it.

use super::oracle::Oracle;
use super::ways::Way;
use super::{MOST_WRONG, format};
use crate::error_statistics::{ErrorStatistics, LONGEST, LineSums};
use crate::operator::conversions::ordinal;
use crate::oracle::Format;
use ascertain::call::Invocation;
use ascertain::contract::{Contract, Join};
use ascertain::formula::{Computed, Space, converted};
use ascertain::{DType, Tensor};
use ascertain_language::expr::Expr;

/// The aspect that leaves open in which dtype partial sums are kept.
pub(super) const ACCUMULATOR: &str = "accumulator";

/// So many lines of a call are compared: there are few long ones.
const LINES: usize = 8;

/// Compares lines of a right answer of sums with the exact sums. `index` is that of the random case.
pub(crate) fn compare(
    index: u64,
    call: &Invocation,
    answer: &Tensor,
    contract: &Contract,
    drift: &mut ErrorStatistics,
) -> Option<()> {
    let formula = contract.formula(call.args())?;
    let sum = formula.joined.as_ref().filter(|joined| joined.by == Join::Sum)?;
    let space = formula.space(call.args())?;
    let (dtype, line) = (space.compute, space.line?);
    let Expr::Argument(terms, _) = formula.each.expr()? else { return None };
    let terms = call.args().tensor(*terms)?;
    let format = format(dtype).filter(|_| answer.dtype() == dtype)?;
    let fold = sum.folds.then_some(line.n);
    if fold > Some(LONGEST) || !ErrorStatistics::takes(index, line.n) {
        return None;
    }
    let (operands, got) = (space.operands()?, answer.elements());
    let laid = space.laid(terms.elements(), terms.dtype().size(), terms.shape());
    if terms.dtype() != dtype && converted(operands.first()?, dtype, terms.dtype()).as_deref() != Some(&*laid)
    {
        // Terms that are rounded may be so in several ways.
        return None;
    }
    let terms = operands.first()?;
    let lines = terms.len() / dtype.size() / line.n;
    for number in 0..lines.min(LINES) {
        let (block, column) = (number / line.step, number % line.step);
        let place = |at: usize| (block * line.n + at) * line.step + column;
        let terms: Vec<u64> = (0..line.n.min(LONGEST)).map(|at| format.load(terms, place(at))).collect();
        let result = |at: usize| format.load(&got, if sum.folds { number } else { place(at) });
        let subject = (call.operator.name, dtype, index + number as u64);
        drift.sample(subject, &LineSums::of(format, &terms), fold, result);
    }
    Some(())
}

/// Whether partial sums were rounded to a 16-bit float on the way, in words. None where the results do not tell: what an
/// accumulator of f32 gives is then what one of their own dtype gives, or the next number.
pub(super) fn accumulated(
    space: &Space<'_>,
    call: &Invocation,
    right: &Computed,
    way: &Way<'_>,
    answer: &Tensor,
) -> Option<String> {
    let dtype = right.compute;
    let is_sum = matches!(space.formula.joined.as_ref()?.by, Join::Sum | Join::Mean);
    let format = format(dtype).filter(|own| is_sum && own.precision() < Format::F32.precision())?;
    if answer.dtype() != dtype {
        return None;
    }
    let oracle = Oracle::of(space, call, way, None)?;
    let exact = oracle.computed_in(DType::F64, right, dtype)?;
    let (got, size) = (answer.elements(), dtype.size());
    let element = |of: &[u8], at: usize| of[at * size..][..size].to_vec();
    let apart = |a: &[u8], b: &[u8], at: usize| {
        ordinal(dtype, &element(a, at)).abs_diff(ordinal(dtype, &element(b, at)))
    };
    let value = |of: &[u8], at: usize| f64::from_bits(Format::F64.encode(format.decode(format.load(of, at))));
    let wide = oracle.accumulating(Format::F32);
    // Of the elements that may tell, a few do. The last ones have been added up for longest.
    let telling = |of: &[u8]| {
        let is_far = |at: &usize| !value(&exact, *at).is_nan() && apart(&exact, of, *at) > 1;
        let far = (0..answer.layout().count()).rev().filter(is_far).take(MOST_WRONG);
        far.filter(|at| !wide.allows(*at, dtype, &element(of, *at))).collect::<Vec<_>>()
    };
    let error = |at: usize| {
        let (right, got) = (value(&exact, at), value(&got, at));
        // Beside a sum of zero, whatever is finite is far off, and no overflow.
        if got.is_finite() { ((got - right) / right).abs().min(f64::MAX) } else { f64::INFINITY }
    };
    let rounded = telling(&got).into_iter().map(error).reduce(f64::max);
    let off = match rounded {
        None => {
            return (!telling(&way.expected).is_empty())
                .then(|| "partial sums are kept in f32 or a wider dtype".to_owned());
        }
        Some(..=0.01) => "at most 1 % off",
        Some(..=0.1) => "at most 10 % off",
        Some(f64::INFINITY) => "where some overflow",
        Some(_) => "more than 10 % off",
    };
    Some(format!("partial sums are rounded to {dtype}, {off}"))
}
