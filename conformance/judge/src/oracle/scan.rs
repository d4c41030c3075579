//! What the elements of a scanned line may be: each joined with all before it, grouped in any way.
//!
//! The lesser and the greater are exact. Of a sum, every grouping of the terms in their order is honest, each partial sum what
//! [`each`](super::each) says of a sum of two. The ends of the hull of a run of terms come from the ends of the two runs that it is
//! divided into, at every place. That is exact and takes the cube of the length, so it is done for the first [`EXACT`] terms.
//! Beyond, m additions move a sum by at most (1 + u)^m - 1 times the sum of the magnitudes, in whatever order they are done and
//! whichever format each is rounded to (Higham 2002, section 4.2). A flushed term or partial sum moves it by less than the least
//! normal number.

use super::spans::{End, Hull, span};
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
                elements.iter().map(|element| element.clone().flushed(format).with_zero()).collect();
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
    let point = |negative| (End::Infinite { negative }, End::Infinite { negative });
    let add = |x: &End, y: &End| x.plus(y).unwrap_or(zero());
    let tiny = End::power_of_two(format.min_exp());
    // Exact sums of the lower and the upper ends and of magnitudes; the least and the greatest sum of a run that ends here.
    let (mut sums, mut magnitude) = ((zero(), zero()), zero());
    let (mut least, mut greatest) = (zero(), zero());
    // Whether a term can be NaN, has to be, or can be either a number or an infinity, which leaves nothing to be said.
    let (mut may_be_nan, mut is_nan, mut is_open) = (false, false, false);
    // Whether a term is the infinity of each sign, the negative one first, and whether a partial sum can overflow to it.
    let (mut infinite, mut overflows) = ([false; 2], [false; 2]);
    let mut summands = 0;
    let next = terms.iter().enumerate().map(|(at, term)| {
        may_be_nan |= term.may_be_nan();
        is_nan |= term.spans().is_empty();
        let is_finite = !term.has_infinite(true) && !term.has_infinite(false);
        let is_infinite = [true, false].map(|negative| *term.spans() == [point(negative)]);
        is_open |= !is_finite && is_infinite == [false; 2];
        infinite.iter_mut().zip(is_infinite).for_each(|(seen, is)| *seen |= is);
        let (low, high) = term.ends().filter(|_| is_finite).unwrap_or((zero(), zero()));
        sums = (add(&sums.0, &low), add(&sums.1, &high));
        magnitude = add(&magnitude, &low.clone().magnitude().max(high.clone().magnitude()));
        least = add(&least, &low).min(zero());
        greatest = add(&greatest, &high).max(zero());
        summands += i64::from(!(low.is_zero() && high.is_zero()));
        let flushed = tiny.times(&End::of_integer(2 * at as i64 + 1, 0)).unwrap_or(zero());
        let rounded = growth((summands - 1).max(0), format).times(&add(&magnitude, &flushed));
        let up = add(&rounded.unwrap_or(zero()), &flushed);
        let down = up.clone().negated();
        // A partial sum that overflows stays infinite, for all that follow too.
        for (seen, end) in overflows.iter_mut().zip([add(&least, &down), add(&greatest, &up)]) {
            *seen |= matches!(end.rounded(format).magnitude, Magnitude::Infinite);
        }
        let points = |signs: [bool; 2]| {
            [true, false]
                .into_iter()
                .zip(signs)
                .filter(|(_, seen)| *seen)
                .map(|(negative, _)| point(negative))
        };
        match infinite {
            _ if is_nan || infinite == [true; 2] => Hull::new([], true),
            _ if is_open => Hull::anything(),
            [false, false] => {
                let finite = span([add(&sums.0, &down), add(&sums.1, &up)]);
                Hull::new(points(overflows).chain(finite), may_be_nan || overflows == [true; 2])
            }
            [negative, positive] => {
                let cancels = negative && overflows[1] || positive && overflows[0];
                Hull::new(points(infinite), may_be_nan || cancels)
            }
        }
    });
    next.collect()
}

/// At least (1 + u)^m - 1 for m additions, u being the unit roundoff: with x = m u, that is below x (1 + x) where x is at most
/// 1, and below 2^(1.45 x) everywhere.
pub(super) fn growth(additions: i64, format: Format) -> End {
    let precision = i64::from(format.precision());
    let x = End::of_integer(additions, -precision);
    let one = End::power_of_two(0);
    if x > one {
        return End::power_of_two(29 * additions / (20 << precision) + 1);
    }
    x.plus(&one).and_then(|sum| x.times(&sum)).unwrap_or(x)
}
