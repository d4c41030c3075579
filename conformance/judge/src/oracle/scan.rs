//! What the elements of a scanned line may be: each joined with all before it, grouped in any way.
//!
//! The lesser and the greater are exact. Of a sum, every grouping of the terms in their order is honest, each partial sum what
//! [`each`](super::each) says of a sum of two. The ends of the hull of a run of terms come from the ends of the two runs that it is
//! divided into, at every place. That is exact and takes the cube of the length, so it is done for the first [`EXACT`] terms.
//! Beyond, a sum of n terms is within (n - 1) u times the sum of their magnitudes of the exact one, in whatever order they are
//! added (Jeannerod and Rump 2013), and a flushed term or partial sum moves it by less than the least normal number.

use super::spans::{End, Hull, Span, span};
use super::{Format, Magnitude};
use ascertain::contract::Join;

/// As many terms of a sum have the hull of every grouping; more have a bound.
pub const EXACT: usize = 32;

/// The hulls of a line's results, from those of its elements.
#[must_use]
pub fn scanned(by: Join, elements: &[Hull], format: Format) -> Vec<Hull> {
    let extremes = |pick: fn(End, End) -> End| {
        let mut extreme: Option<Hull> = None;
        let next = elements.iter().map(|element| {
            let next = extreme.take().map_or(element.clone(), |before| before.extreme(element, pick));
            extreme = Some(next.clone());
            next
        });
        next.collect()
    };
    match by {
        Join::Least => extremes(End::min),
        Join::Greatest => extremes(End::max),
        Join::Sum => {
            // An implementation may begin with zero, which a negative zero does not survive, nor a subnormal one that is flushed.
            let terms: Vec<Hull> =
                elements.iter().map(|element| element.clone().with_zero().flushed(format)).collect();
            let mut sums = groupings(&terms[..terms.len().min(EXACT)], format);
            if terms.len() > EXACT {
                sums.extend(bounds(&terms, format).into_iter().skip(EXACT));
            }
            sums
        }
    }
}

/// The hulls of the sums of the first one, two, three and so on terms.
fn groupings(terms: &[Hull], format: Format) -> Vec<Hull> {
    let n = terms.len();
    // The sum of `length` terms from the one at `from`, in rows of one length.
    let mut runs: Vec<Vec<Hull>> = vec![terms.to_vec()];
    for length in 2..=n {
        let run = |from: usize| {
            let sums =
                (1..length).map(|left| runs[left - 1][from].plus(&runs[length - left - 1][from + left]));
            sums.reduce(Hull::joined).map(|sum| sum.rounded(format))
        };
        let next = (0..=n - length).filter_map(run).collect();
        runs.push(next);
    }
    runs.into_iter().filter_map(|run| run.into_iter().next()).collect()
}

/// A bound for each of them.
fn bounds(terms: &[Hull], format: Format) -> Vec<Hull> {
    let zero = || End::Zero { negative: false };
    let larger = |x: &End, y: &End| x.clone().max(y.clone());
    // Exact sums of the lower and the upper ends and of magnitudes; the least and the greatest sum of a run that ends here.
    let (mut sums, mut magnitude) = ((zero(), zero()), zero());
    let (mut least, mut greatest) = (zero(), zero());
    let (mut nan, mut infinite, mut overflows) = (false, [false; 2], [false; 2]);
    let mut additions = 0;
    let tiny = End::power_of_two(format.min_exp());
    let is_infinite = |end: &End| matches!(end.rounded(format).magnitude, Magnitude::Infinite);
    let next = terms.iter().enumerate().map(|(at, term)| {
        nan |= term.may_be_nan();
        for (negative, seen) in [true, false].into_iter().zip(&mut infinite) {
            *seen |= term.has_infinite(negative);
        }
        let finite = term.ends().filter(|(low, high)| !low.is_infinite() && !high.is_infinite());
        let (low, high) = finite.unwrap_or((zero(), zero()));
        let add = |x: &End, y: &End| x.plus(y).unwrap_or(zero());
        sums = (add(&sums.0, &low), add(&sums.1, &high));
        magnitude = add(&magnitude, &larger(&low.clone().magnitude(), &high.clone().magnitude()));
        least = add(&least, &low).min(zero());
        greatest = larger(&add(&greatest, &high), &zero());
        additions += i64::from(!(low.is_zero() && high.is_zero()));
        let rounding =
            magnitude.times(&End::of_integer((additions - 1).max(0), -i64::from(format.precision())));
        let flushing = tiny.times(&End::of_integer(2 * at as i64 + 1, 0));
        let error = add(&rounding.unwrap_or(zero()), &flushing.unwrap_or(zero()));
        let negative = error.clone().negated();
        // A partial sum that overflows stays infinite, for all that follow too.
        for (seen, end) in overflows.iter_mut().zip([add(&least, &negative), add(&greatest, &error)]) {
            *seen |= is_infinite(&end);
        }
        let [down, up] = [infinite[0] || overflows[0], infinite[1] || overflows[1]];
        let infinity = |negative| End::Infinite { negative };
        let mut spans: Vec<Span> = Vec::new();
        spans.extend(down.then(|| (infinity(true), infinity(true))));
        spans.extend(up.then(|| (infinity(false), infinity(false))));
        if infinite == [false; 2] {
            spans.extend(span([add(&sums.0, &negative), add(&sums.1, &error)]));
        }
        Hull::new(spans, nan || (down && up))
    });
    next.collect()
}
