//! What the elements of a line may be: of a scan each joined with all before it, of a fold all, grouped in any way, and of a fold
//! in any order.
//!
//! The lesser and the greater are exact. Of a sum or a product, every grouping of the terms is honest, each partial result what
//! [`each`] says of two. The ends of the hull of a run of terms come from the ends of the two runs that it is
//! divided into, at every place. That is exact and takes the cube of the length, so it is done for the first [`EXACT`] terms. In
//! any order, sets of terms stand for runs, which takes the cube of 2^length, so it is done for [`PERMUTED`].
//!
//! Beyond, m additions move a sum by at most (1 + u)^m - 1 times the sum of the magnitudes, in whatever order they are done and
//! whichever format each is rounded to (Higham 2002, section 4.2). A flushed term or partial sum moves it by less than the least
//! normal number. As many multiplications move a product by as much of itself, where no partial product leaves the normal numbers.

use super::spans::{End, Hull, span};
use super::{Format, Magnitude, each};
use ascertain::contract::Join;

/// As many terms of a scan have the hull of every grouping; more have a bound.
pub const EXACT: usize = 32;

/// As many terms of a fold have the hull of every grouping in every order.
pub const PERMUTED: usize = 6;

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
    let terms = terms(by, elements, format);
    match by {
        Join::Least => extremes(End::min),
        Join::Greatest => extremes(End::max),
        Join::Mean => (1..=elements.len()).filter_map(|n| mean(&elements[..n], format)).collect(),
        Join::Sum | Join::Product => {
            let mut results = groupings(by, &terms[..terms.len().min(EXACT)], format);
            if by == Join::Product {
                results.extend((EXACT + 1..=terms.len()).map(|n| product(&terms[..n], format)));
            } else if terms.len() > EXACT {
                results.extend(sums(&terms, format, false).into_iter().skip(EXACT));
            }
            results
        }
    }
}

/// The hull of a line's one result, from those of its elements, of which there are some.
#[must_use]
pub fn folded(by: Join, elements: &[Hull], format: Format) -> Option<Hull> {
    let terms = terms(by, elements, format);
    match by {
        Join::Least | Join::Greatest => scanned(by, elements, format).pop(),
        Join::Mean => mean(elements, format),
        _ if terms.len() <= PERMUTED => permuted(&terms, |x, y| both(by, x, y).rounded(format), Hull::joined),
        Join::Sum => sums(&terms, format, true).pop(),
        Join::Product => Some(product(&terms, format)),
    }
}

/// The hull of a mean: of the sum over the number of elements or times its reciprocal, or of the sum of elements that are so scaled.
fn mean(elements: &[Hull], format: Format) -> Option<Hull> {
    let exact = Hull::of_integer(elements.len() as i128);
    // A number that the format cannot hold is an infinity in it, by which no implementation divides.
    let count = exact.clone().rounded(format);
    let count = if count.has_infinite(false) { exact } else { count };
    let part = Hull::of_integer(1).over(&count).rounded(format);
    let scaled = |x: &Hull| x.over(&count).rounded(format).joined(x.times(&part).rounded(format));
    let sum = scaled(&folded(Join::Sum, elements, format)?);
    let each: Vec<Hull> = elements.iter().map(scaled).collect();
    Some(sum.joined(folded(Join::Sum, &each, format)?))
}

/// What is added or multiplied: perhaps flushed. An implementation of a sum may begin with zero, which a negative zero does not
/// survive.
fn terms(by: Join, elements: &[Hull], format: Format) -> Vec<Hull> {
    let terms = elements.iter().map(|element| element.clone().flushed(format));
    terms.map(|term| if by == Join::Sum { term.with_zero() } else { term }).collect()
}

/// The hull of two, before it is rounded.
fn both(by: Join, x: &Hull, y: &Hull) -> Hull {
    if by == Join::Product { x.times(y) } else { x.plus(y) }
}

/// The hulls of both parts of a product of complex numbers, in any grouping, in a fold also in any order.
#[must_use]
pub fn complex_product(factors: &[[Hull; 2]], format: Format) -> Option<[Hull; 2]> {
    if factors.len() > PERMUTED {
        return Some([Hull::anything(), Hull::anything()]);
    }
    // An implementation may begin with one, of which infinities do not survive the imaginary part.
    let one = [Hull::of_integer(1), Hull::of_integer(0)];
    let factors = factors.iter().map(|parts| {
        let [re, im] = parts.clone().map(|part| part.flushed(format));
        let [of_re, of_im] = each::complex_product(&one, &[re.clone(), im.clone()], format);
        [re.joined(of_re), im.joined(of_im)]
    });
    let factors: Vec<[Hull; 2]> = factors.collect();
    let times =
        |x: &[Hull; 2], y: &[Hull; 2]| each::complex_product(x, y, format).map(Hull::with_either_zero);
    permuted(&factors, times, |[a, b], [c, d]| [a.joined(c), b.joined(d)])
}

/// What all terms give, joined in any order and grouping: `both` of each two, and `either` of what different ways give.
fn permuted<T: Clone>(terms: &[T], both: impl Fn(&T, &T) -> T, either: impl Fn(T, T) -> T) -> Option<T> {
    // Of each set of terms, bit `i` for the one at `i`.
    let mut sets: Vec<Option<T>> = vec![None; 1 << terms.len()];
    for set in 1..sets.len() {
        let first = set & set.wrapping_neg();
        sets[set] = if set == first {
            terms.get(first.trailing_zeros() as usize).cloned()
        } else {
            // Each part with the first term, and the rest.
            let parts = (1..set).filter(|part| part & !set == 0 && part & first != 0);
            let joined =
                parts.filter_map(|part| Some(both(sets[part].as_ref()?, sets[set & !part].as_ref()?)));
            joined.reduce(&either)
        };
    }
    sets.pop().flatten()
}

/// A bound for a product in any order and grouping.
fn product(terms: &[Hull], format: Format) -> Hull {
    let one = End::power_of_two(0);
    let (mut may_be_nan, mut infinite, mut zero) = (false, false, false);
    // The product of the magnitudes, at its least and at its greatest, without zeros and infinities; and of those parts of them that
    // are less than one, and more than one: no partial product lies beyond.
    let (mut ends, mut least, mut most) = ((one.clone(), one.clone()), one.clone(), one.clone());
    let mut negative = Some(false);
    for term in terms {
        may_be_nan |= term.may_be_nan();
        let Some((low, high)) = term.ends() else { return Hull::new([], true) };
        negative = negative
            .filter(|_| low.is_negative() == high.is_negative())
            .map(|sign| sign != low.is_negative());
        let (low, high) = if low.is_negative() { (high, low) } else { (low, high) };
        let (low, high) = (low.magnitude(), high.magnitude());
        match (low.is_zero(), matches!(high, End::Infinite { .. })) {
            (true, _) if high.is_zero() => zero = true,
            (false, true) if low == high => infinite = true,
            (false, false) => {
                let times = |x: &End, y: &End| x.times(y).unwrap_or_else(|| one.clone());
                least = times(&least, &low.clone().min(one.clone()));
                most = times(&most, &high.clone().max(one.clone()));
                ends = (times(&ends.0, &low), times(&ends.1, &high));
            }
            // A number or a zero, a number or an infinity: nothing can be said.
            _ => return Hull::anything(),
        }
    }
    let error = growth(terms.len() as i64, format);
    let up = one.plus(&error).and_then(|more| most.times(&more)).unwrap_or(most);
    let overflows = matches!(up.rounded(format).magnitude, Magnitude::Infinite);
    // The rounding errors of a line that is not refused below leave at least half of a partial product.
    let underflows =
        least.times(&End::power_of_two(-1)).is_none_or(|least| least < End::power_of_two(format.min_exp()));
    if overflows || underflows || error > End::power_of_two(-1) || negative.is_none() || (zero && infinite) {
        return if zero && infinite { Hull::new([], true) } else { Hull::anything() };
    }
    let ends = if zero {
        let zero = End::Zero { negative: false };
        (zero.clone(), zero)
    } else if infinite {
        let infinite = End::Infinite { negative: false };
        (infinite.clone(), infinite)
    } else {
        let less = one.plus(&error.clone().negated()).and_then(|less| ends.0.times(&less));
        let more = one.plus(&error).and_then(|more| ends.1.times(&more));
        let (Some(less), Some(more)) = (less, more) else { return Hull::anything() };
        (less, more)
    };
    let hull = Hull::new([ends], may_be_nan);
    if negative == Some(true) { hull.negated() } else { hull }
}

/// The hulls of the first one, two, three and so on terms, joined.
fn groupings(by: Join, terms: &[Hull], format: Format) -> Vec<Hull> {
    let n = terms.len();
    // What `length` terms from the one at `from` give, in rows of one length.
    let mut runs: Vec<Vec<Hull>> = vec![terms.to_vec()];
    for length in 2..=n {
        let run = |from: usize| {
            let joined = (1..length)
                .map(|left| both(by, &runs[left - 1][from], &runs[length - left - 1][from + left]));
            joined.reduce(Hull::joined).map(|hull| hull.rounded(format))
        };
        let next = (0..=n - length).filter_map(run).collect();
        runs.push(next);
    }
    runs.into_iter().filter_map(|run| run.into_iter().next()).collect()
}

/// A bound for each of the sums of the first terms, added in order or in any.
fn sums(terms: &[Hull], format: Format, any_order: bool) -> Vec<Hull> {
    let zero = || End::Zero { negative: false };
    let point = |negative| (End::Infinite { negative }, End::Infinite { negative });
    let add = |x: &End, y: &End| x.plus(y).unwrap_or(zero());
    let tiny = End::power_of_two(format.min_exp());
    // Exact sums of the lower and the upper ends and of magnitudes; the least and the greatest sum of a run that ends here, or in
    // any order of some of them.
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
        if any_order {
            least = add(&least, &low.clone().min(zero()));
            greatest = add(&greatest, &high.clone().max(zero()));
        } else {
            least = add(&least, &low).min(zero());
            greatest = add(&greatest, &high).max(zero());
        }
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
