//! The set of right answers for one element, spelt out for a message.

use super::bounds::{Chain, End};
use super::fixed::Fixed;
use super::line::{ENUMERATED, EXTREMES, Line, Rules};
use super::reach::Reach;
use super::{Basis, Declared, Expected, Format, Magnitude, Product};

use super::model::Model;

/// The right answers for the last element of the line that `factors` make, one factor at least.
pub(super) fn explain(format: Format, factors: &[u64], declared: &Declared) -> Expected {
    let mut rules = Rules::new(Model::new(format, declared));
    rules.reserve(factors.len());
    let mut line = Line::new(&rules, factors);
    factors.iter().for_each(|_| line.push());
    line.catch_up();
    let product = (!line.walk.special).then(|| product(&line.walk.chain, line.seen().negative));
    let expected = match declared.order {
        Some(order) => from_answers(format, &Fixed::new(format, order, declared).answers(factors)),
        None => undeclared(format, factors, &mut line),
    };
    Expected { product, ..expected }
}

fn product(chain: &Chain, negative: bool) -> Product {
    Product { negative, sig: chain.mag.sig, exp: chain.mag.exp, exact: chain.exact }
}

fn from_answers(format: Format, answers: &[u64]) -> Expected {
    let numbers = || answers.iter().copied().filter(|&bits| !format.decode(bits).is_nan());
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for bits in numbers().map(|bits| bits & format.magnitude_mask()) {
        match ranges.last_mut() {
            Some(last) if bits <= last.1 + 1 => last.1 = last.1.max(bits),
            _ => ranges.push((bits, bits)),
        }
    }
    Expected {
        format,
        basis: Basis::Declared,
        negative: numbers().next().is_some_and(|bits| format.decode(bits).negative),
        ranges,
        nan: answers.iter().any(|&bits| format.decode(bits).is_nan()),
        product: None,
    }
}

fn undeclared(format: Format, factors: &[u64], line: &mut Line<'_>) -> Expected {
    let (seen, walk) = (line.seen(), line.walk.clone());
    let answer =
        |basis, ranges, nan| Expected { format, basis, negative: seen.negative, ranges, nan, product: None };
    let (zero, infinity) = ((0, 0), (format.infinity_bits(), format.infinity_bits()));
    if seen.nan || (seen.zero && seen.infinite) {
        return answer(Basis::Special, Vec::new(), true);
    }
    if seen.zero || seen.infinite {
        let nan = line.judge(format.nan_bits()) != super::line::Verdict::Wrong;
        return answer(Basis::Special, vec![if seen.zero { zero } else { infinity }], nan);
    }
    if walk.passed == 1 {
        let factor = factors[0] & format.magnitude_mask();
        let mut ranges = vec![(factor, factor)];
        if walk.underflow {
            ranges.insert(0, zero);
        }
        return answer(Basis::Factor, ranges, false);
    }
    let least = 1 << (format.precision() - 1);
    if line.guarded() {
        let interval = line.interval();
        let (mut low, high) = (interval.rounded(End::Low), interval.rounded(End::High));
        let flushed = line.may_flush_last();
        if !line.may_keep() {
            low = low.max(least);
        }
        let mut ranges = Vec::new();
        if flushed && low > 0 {
            ranges.push(zero);
        }
        if low <= high {
            ranges.push((low, high));
        }
        return answer(Basis::Interval, ranges, false);
    }
    if walk.passed <= EXTREMES {
        let basis = if walk.passed <= ENUMERATED { Basis::Reachable } else { Basis::Extremes };
        let reach = line.reach(walk.passed).of(walk.passed - 1);
        return answer(basis, ranges_of(format, reach), reach.nan);
    }
    let high = match format.round(line.upper_bound()) {
        Magnitude::Finite(mag) => format.encode_exact(mag),
        Magnitude::Zero => 0,
        Magnitude::Infinite | Magnitude::Nan => format.infinity_bits(),
    };
    let low = if walk.underflow { 0 } else { line.interval().rounded(End::Low) };
    let mut ranges = Vec::new();
    if low > 0 && line.may_flush_last() {
        ranges.push(zero);
    }
    ranges.push((low, high));
    if walk.overflow && high < infinity.0 {
        ranges.push(infinity);
    }
    answer(Basis::Bound, ranges, walk.underflow && walk.overflow)
}

fn ranges_of(format: Format, reach: &Reach) -> Vec<(u64, u64)> {
    let mut ranges = Vec::new();
    if reach.zero {
        ranges.push((0, 0));
    }
    ranges
        .extend(reach.spans.iter().map(|&(low, high)| (format.encode_exact(low), format.encode_exact(high))));
    if reach.infinite {
        ranges.push((format.infinity_bits(), format.infinity_bits()));
    }
    ranges
}
