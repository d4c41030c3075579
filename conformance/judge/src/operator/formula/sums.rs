//! What float sums show of how they were added up, where no page says it.

use super::oracle::Oracle;
use super::ways::Way;
use super::{MOST_WRONG, format};
use crate::error_statistics::{ErrorStatistics, LONGEST, LineSums};
use crate::operator::conversions::ordinal;
use crate::oracle::Format;
use crate::oracle::narrow::{self, is_beyond_f32};
use crate::oracle::scan::{EXACT, PERMUTED};
use ascertain::call::Invocation;
use ascertain::contract::{Contract, Join};
use ascertain::formula::{Computed, Space, converted};
use ascertain::{DType, Tensor};
use ascertain_language::expr::Expr;
use std::cell::LazyCell;

/// The aspect that leaves open in which dtype partial sums are kept.
pub(super) const ACCUMULATOR: &str = "accumulator";

/// So many results of a call have the hull of their groupings, to see in which dtype partial sums are kept.
const MOST_HULLS: usize = 2;

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
    let place = |at: usize| at * size..(at + 1) * size;
    let apart =
        |a: &[u8], b: &[u8], at: usize| ordinal(dtype, &a[place(at)]).abs_diff(ordinal(dtype, &b[place(at)]));
    let value = |of: &[u8], at: usize| narrow::value(format, format.load(of, at));
    let wide = oracle.accumulating(Format::F32);
    let is_mean = space.formula.joined.as_ref()?.by == Join::Mean;
    let is_beyond = |of: &[u8], at: usize| {
        let (Some(line), Some(Expr::Argument(..))) = (space.line, space.formula.each.expr()) else {
            return false;
        };
        let Some(last) = line.last_joined(at) else { return false };
        let terms = line.up_to(last).map(|at| value(&way.operands[0], at));
        is_beyond_f32(value(of, at), format, terms, is_mean)
    };
    // Only where an element may tell.
    let single = LazyCell::new(|| wide.computed_in(DType::F32, right, dtype));
    let most = if space.line?.folds { PERMUTED } else { EXACT };
    let is_wide = |of: &[u8], at: usize| {
        let last = space.line.and_then(|line| Some(line.index(line.last_joined(at)?)));
        // The hulls of more terms are as wide as the bound that this is not beyond.
        last >= Some(most)
            || single.as_ref().is_some_and(|single| apart(single, of, at) == 0)
            || wide.allows(at, dtype, &of[place(at)])
    };
    // Of the elements that may tell, a few do. The last ones have been added up for longest.
    let telling = |of: &[u8]| {
        let is_far = |at: &usize| apart(&exact, of, *at) > 1 && !value(&exact, *at).is_nan();
        let far = (0..answer.layout().count()).rev().filter(is_far).take(MOST_WRONG);
        let (mut beyond, others): (Vec<usize>, Vec<usize>) = far.partition(|at| is_beyond(of, *at));
        // Where some tell at once, the hulls of others add little.
        if beyond.is_empty() {
            beyond.extend(others.into_iter().take(MOST_HULLS).filter(|at| !is_wide(of, *at)));
        }
        beyond
    };
    let error = |at: usize| {
        let (right, got) = (value(&exact, at), value(&got, at));
        // Beside a sum of zero, whatever is finite is far off, and no overflow.
        if got.is_finite() { ((got - right) / right).abs().min(f64::MAX) } else { f64::INFINITY }
    };
    let rounded = telling(&got).into_iter().map(error).reduce(f64::max);
    let off = match rounded {
        None if *got == *way.expected => return None,
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
