//! What float sums show of how they were added up, where no page says it.

use super::oracle::Oracle;
use super::ways::Way;
use super::{MOST_WRONG, format};
use crate::error_statistics::{ErrorStatistics, LONGEST, LineSums};
use crate::operator::conversions::ordinal;
use crate::oracle::Format;
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

/// Whether no accumulator of f32 gives a number as the sum or the mean at a place, which is soon computed where the formula is no more
/// than that: n additions and a quotient, each within one part in 2^24 of the magnitudes, and what is flushed before the last store.
/// That may give zero for what is below the least normal number. Of very long lines, and where a sum may overflow in f32, nothing is
/// said.
fn is_beyond_f32(
    space: &Space<'_>,
    number: f64,
    format: Format,
    at: usize,
    term: &dyn Fn(usize) -> f64,
) -> bool {
    let place = space.line.and_then(|line| Some((line, line.last_joined(at)?)));
    let place = place.filter(|(line, last)| line.index(*last) < 1 << 23);
    let (Some((line, last)), Some(Expr::Argument(..))) = (place, space.formula.each.expr()) else {
        return false;
    };
    let least = 2_f64.powi(format.min_exp() as i32);
    let (mut sum, mut magnitudes, mut flushed) = (0.0, 0.0, 0.0);
    for term in line.up_to(last).map(term) {
        sum += term;
        magnitudes += term.abs();
        flushed += if term.abs() < least { term.abs() } else { 0.0 };
    }
    let n = (line.index(last) + 1) as f64;
    let is_mean = space.formula.joined.as_ref().is_some_and(|joined| joined.by == Join::Mean);
    let of = if is_mean { n } else { 1.0 };
    let reach = ((n + 4.0) * 2_f64.powi(-23) * magnitudes + flushed) / of + n * 2_f64.powi(-120);
    let stored = |end: f64| number_of(format, format.encode(Format::F64.decode(end.to_bits())));
    let (low, high) = (stored(sum / of - reach), stored(sum / of + reach));
    if number == 0.0 {
        return low > least || high < -least;
    }
    magnitudes < 2_f64.powi(126) && (number < low || high < number)
}

/// A number of a format.
fn number_of(format: Format, bits: u64) -> f64 {
    f64::from_bits(Format::F64.encode(format.decode(bits)))
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
    let value = |of: &[u8], at: usize| number_of(format, format.load(of, at));
    let wide = oracle.accumulating(Format::F32);
    let terms = |at: usize| value(&way.operands[0], at);
    let is_beyond = |of: &[u8], at: usize| is_beyond_f32(space, value(of, at), format, at, &terms);
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

#[cfg(test)]
mod tests {
    use super::super::{stored, target, ways};
    use super::{Format, Oracle, format, is_beyond_f32, number_of};
    use crate::float_mode::FloatMode;
    use crate::operator::Registry;
    use crate::random::Source;
    use ascertain::call::Invocation;
    use ascertain::contract::Contract;
    use ascertain::document::Editions;

    /// Of the neighbours of some right results of a call in a 16-bit float: how many are said to be beyond f32, and are.
    fn beyond(contract: &Contract, call: &Invocation) -> Option<usize> {
        let formula = contract.formula(call.args())?;
        let space = formula.space(call.args())?;
        let operands = space.operands()?;
        let (right, dtype) = (space.compute(&operands)?, space.compute);
        let format = format(dtype).filter(|own| own.precision() < Format::F32.precision())?;
        if target(formula, call).is_some_and(|target| target.dtype() != dtype) {
            return None;
        }
        let expected = stored(&right, dtype)?;
        let ways = ways(&space, call, &operands, &right, (dtype, &expected), None)?;
        let wide = Oracle::of(&space, call, &ways[0], None)?.accumulating(Format::F32);
        let term = |at: usize| number_of(format, format.load(&ways[0].operands[0], at));
        let mut found = 0;
        for at in (0..expected.len() / dtype.size()).rev().take(4) {
            let right = format.load(&expected, at) as u16;
            let others = [0, 1 << 15, 1, 0x8001].into_iter().chain([format.infinity_bits() as u16]);
            for bits in (-6..=6_i16).map(|step| right.wrapping_add_signed(step)).chain(others) {
                if is_beyond_f32(&space, number_of(format, bits.into()), format, at, &term) {
                    let allowed = wide.allows(at, dtype, &bits.to_le_bytes());
                    assert!(!allowed, "{:?}: {bits:#x} at {at}, beside {right:#x}", call.args());
                    found += 1;
                }
            }
        }
        Some(found)
    }

    #[test]
    fn what_is_beyond_f32_is_in_no_hull_of_its_groupings() {
        let _mode = FloatMode::usual();
        for name in ["cumsum", "reduce-sum", "mean"] {
            let operators = Registry::default().operators();
            let operator = operators.iter().find(|operator| operator.spec().name == name).expect("one");
            let contract = operator.spec().contract(&Editions::default());
            let calls = (0..3000).map(|index| operator.fuzz(&mut Source::new(5, index), contract));
            let found: usize = calls.filter_map(|call| beyond(contract, &call)).sum();
            assert!(found > 500, "{name}: {found}");
        }
    }
}
