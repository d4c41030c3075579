//! The set of right answers for one element, in full, for a message.

use super::declared_order::DeclaredOrder;
use super::growth::End;
use super::line::{ENUMERATED, ElementKind, Line};
use super::permuted::PermutedLine;
use super::reach::Reach;
use super::roundings::Roundings;
use super::rules::Rules;
use super::{Basis, Declared, Expected, Format, Grouping, Mag, Product};

/// The right answers for the last element of the line that `factors` make, one factor at least.
pub(super) fn explain(format: Format, factors: &[u64], declared: &Declared) -> Expected {
    let rules = Rules::new(Roundings::new(format, declared), factors.len());
    let mut line = Line::new(&rules, factors);
    factors.iter().for_each(|_| line.push());
    let negative = line.is_negative();
    let product = line.product().map(|(Mag { sig, exp }, exact)| Product { negative, sig, exp, exact });
    let expected = match declared.order {
        Grouping::Fixed(order) => {
            from_answers(format, &DeclaredOrder::new(format, order, declared).answers(factors))
        }
        Grouping::Permuted if factors.len() > 2 => permuted(format, &rules, factors),
        Grouping::Any | Grouping::Permuted => undeclared(format, factors, &mut line),
    };
    Expected { product, ..expected }
}

fn from_answers(format: Format, answers: &[u64]) -> Expected {
    let numbers = || answers.iter().copied().filter(|&bits| !format.decode(bits).is_nan());
    let magnitudes = numbers().map(|bits| bits & format.magnitude_mask());
    let ranges = joined(magnitudes.map(|bits| (bits, bits)).collect());
    Expected {
        format,
        basis: Basis::Declared,
        negative: numbers().next().is_some_and(|bits| format.decode(bits).negative),
        ranges,
        nan: answers.iter().any(|&bits| format.decode(bits).is_nan()),
        product: None,
    }
}

/// The ranges in ascending order, those that touch joined.
fn joined(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

fn undeclared(format: Format, factors: &[u64], line: &mut Line<'_>) -> Expected {
    let negative = line.is_negative();
    let answer = |basis, ranges, nan| Expected { format, basis, negative, ranges, nan, product: None };
    let (zero, infinity) = ((0, 0), (format.infinity_bits(), format.infinity_bits()));
    match line.kind() {
        ElementKind::Nan => answer(Basis::Special, Vec::new(), true),
        ElementKind::Zero => answer(Basis::Special, vec![zero], line.may_be_nan()),
        ElementKind::Infinite => answer(Basis::Special, vec![infinity], line.may_be_nan()),
        ElementKind::Factor => {
            let factor = factors[0] & format.magnitude_mask();
            let mut ranges = vec![(factor, factor)];
            if factor != 0 && line.may_be_factor(0) {
                ranges.insert(0, zero);
            }
            answer(Basis::Factor, ranges, false)
        }
        ElementKind::Exact | ElementKind::Interval => answer(Basis::Interval, interval(format, line), false),
        ElementKind::Hull => {
            let mut ranges = ranges_of(format, line.reach());
            ranges.extend(line.nearest_if_undeclared().map(|nearest| (nearest, nearest)));
            answer(Basis::Hull, joined(ranges), false)
        }
        ElementKind::Reachable => {
            let basis = if factors.len() <= ENUMERATED { Basis::Reachable } else { Basis::Extremes };
            let nearest = line.nearest_if_undeclared().map(|nearest| (nearest, nearest));
            let reach = line.reach();
            let mut ranges = ranges_of(format, reach);
            ranges.extend(nearest);
            answer(basis, joined(ranges), reach.nan)
        }
        ElementKind::Bound => {
            let (underflow, overflow) = (line.guard().underflow, line.guard().overflow);
            let high = line.upper_bound();
            answer(Basis::Bound, bounded(format, line, high, underflow, overflow), underflow && overflow)
        }
    }
}

/// The results of more than two factors that may be permuted.
fn permuted(format: Format, rules: &Rules, factors: &[u64]) -> Expected {
    let mut permuted = PermutedLine::new(rules, factors);
    factors.iter().for_each(|_| permuted.push());
    let (kind, nan) = (permuted.kind(), permuted.may_be_nan());
    let reachable =
        if kind == ElementKind::Reachable { ranges_of(format, permuted.reach()) } else { Vec::new() };
    let nearest = permuted.line().nearest_if_undeclared().map(|nearest| (nearest, nearest));
    let (underflow, overflow) = (permuted.may_underflow(), permuted.may_overflow());
    let high = permuted.upper_bound();
    let line = permuted.line();
    let (basis, ranges, nan) = match kind {
        ElementKind::Nan => (Basis::Special, Vec::new(), true),
        ElementKind::Zero => (Basis::Special, vec![(0, 0)], nan),
        ElementKind::Infinite => {
            (Basis::Special, vec![(format.infinity_bits(), format.infinity_bits())], nan)
        }
        ElementKind::Interval => (Basis::Interval, interval(format, line), false),
        ElementKind::Reachable => {
            (Basis::Permuted, joined(reachable.into_iter().chain(nearest).collect()), nan)
        }
        _ => (Basis::PermutedBound, bounded(format, line, high, underflow, overflow), nan),
    };
    Expected { format, basis, negative: line.is_negative(), ranges, nan, product: None }
}

/// The results that proved bounds allow.
fn bounded(
    format: Format,
    line: &mut Line<'_>,
    high: u64,
    underflow: bool,
    overflow: bool,
) -> Vec<(u64, u64)> {
    let infinity = format.infinity_bits();
    let low = if underflow { 0 } else { line.interval().rounded(End::Low) };
    let mut ranges = vec![(low, high)];
    if low > 0 && line.may_flush_last() {
        ranges.insert(0, (0, 0));
    }
    if overflow && high < infinity {
        ranges.push((infinity, infinity));
    }
    ranges
}

/// The results inside the guard: the interval, without subnormal numbers where those are flushed.
fn interval(format: Format, line: &mut Line<'_>) -> Vec<(u64, u64)> {
    let interval = line.interval();
    let (low, high) = (interval.rounded(End::Low), interval.rounded(End::High));
    let low = if line.may_keep() { low } else { low.max(1 << (format.precision() - 1)) };
    let mut ranges = Vec::new();
    if low > 0 && line.may_flush_last() {
        ranges.push((0, 0));
    }
    if low <= high {
        ranges.push((low, high));
    }
    ranges
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
