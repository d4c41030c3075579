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
//! normal number. A product is one of permuted factors, whose rules are those of cumulative products.

use super::end::End;
use super::line::Line;
use super::roundings::Roundings;
use super::rules::Rules;
use super::spans::{Hull, Span, span};
use super::{Declared, Float, Format, Magnitude, each, graded};
use ascertain::contract::Join;

/// As many terms of a scan have the hull of every grouping; more have a bound.
pub const EXACT: usize = 32;

/// As many terms of a fold have the hull of every grouping in every order.
pub const PERMUTED: usize = 6;

/// The hulls of a line's results, from those of its elements.
#[must_use]
pub fn scanned(by: Join, elements: &[Hull], format: Format) -> Vec<Hull> {
    let terms = terms(by, elements, format);
    match by {
        Join::Least => extremes(elements, End::min, format),
        Join::Greatest => extremes(elements, End::max, format),
        Join::Mean => (1..=elements.len()).filter_map(|n| mean(&elements[..n], format)).collect(),
        Join::Sum | Join::Product => {
            let mut results = groupings(by, &terms[..terms.len().min(EXACT)], format);
            if by == Join::Product {
                results.extend((EXACT + 1..=terms.len()).map(|n| product(&elements[..n], format)));
            } else if terms.len() > EXACT {
                results.extend(sums(&terms, format, false).into_iter().skip(EXACT));
            }
            results
        }
    }
}

/// The least or the greatest of the first one, two, three and so on elements. Where NaN is among them it is that, or a number that
/// none of those after the last NaN is beyond: any of those before may be lost to it.
fn extremes(elements: &[Hull], pick: fn(End, End) -> End, format: Format) -> Vec<Hull> {
    let either = |one: Option<Hull>, other: Option<Hull>| match (one, other) {
        (Some(one), Some(other)) => Some(one.joined(other)),
        (one, other) => one.or(other),
    };
    // Numbers that may be left, all there were, and whether NaN was among them and may be the last.
    let (mut left, mut all, mut nan, mut lost) = (None::<Hull>, None::<Hull>, false, false);
    let next = elements.iter().enumerate().map(|(at, own)| {
        let element = own.clone().settled(format);
        let number = (!element.spans().is_empty()).then(|| Hull::new(element.spans().to_vec(), false));
        let with_number = number.as_ref().map(|number| {
            let own = left.as_ref().map(|left| left.extreme(number, format, pick));
            own.map_or(number.clone(), |own| if lost { own.joined(number.clone()) } else { own })
        });
        left = either(with_number, all.clone().filter(|_| element.may_be_nan()));
        lost = element.may_be_nan();
        nan |= lost;
        all = either(all.take(), number);
        let left = left.clone().unwrap_or(Hull::of(Float::NAN));
        let left = if nan { left.joined(Hull::of(Float::NAN)) } else { left };
        // The first is a copy.
        if at == 0 { left.joined(own.clone()) } else { left }
    });
    next.collect()
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
        Join::Product => Some(product(elements, format)),
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

/// What a line gives, in order, by Kahan's compensated sum or Welford's mean, in a format or a wider one. They are not read as a
/// sum or a mean.
#[must_use]
pub fn other_ways(by: Join, numbers: &[Float], format: Format) -> Vec<u64> {
    let wide = [format, Format::F32, Format::F64].into_iter().filter(|wide| wide.holds(format));
    let way = |wide: Format| {
        let ends = numbers.iter().map(|number| End::of(*number)).collect::<Option<Vec<_>>>()?;
        let rounded = |end: Option<End>| End::of(end?.rounded(wide));
        let plus = |x: &End, y: &End| rounded(x.plus(y));
        let minus = |x: &End, y: &End| rounded(x.plus(&y.clone().negated()));
        let (mut result, mut lost) = (zero(), zero());
        for (at, x) in ends.iter().enumerate() {
            if by == Join::Mean {
                let step = minus(x, &result)?;
                result = plus(&result, &rounded(step.divided(&End::of_integer(at as i64 + 1, 0)))?)?;
            } else {
                let term = minus(x, &lost)?;
                let sum = plus(&result, &term)?;
                lost = minus(&minus(&sum, &result)?, &term)?;
                result = sum;
            }
        }
        Some(format.encode(result.rounded(format)))
    };
    wide.filter_map(way).collect()
}

/// What is added or multiplied: perhaps flushed. An implementation of a sum may begin with zero, which a negative zero does not
/// survive.
pub(super) fn terms(by: Join, elements: &[Hull], format: Format) -> Vec<Hull> {
    let terms = elements.iter().map(|element| element.clone().settled(format));
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
        let [re, im] = parts.clone().map(|part| part.settled(format));
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

/// A product in any order and grouping, by the rules of permuted cumulative products. Of what is not one number, anything.
fn product(elements: &[Hull], format: Format) -> Hull {
    let Some(factors) = elements.iter().map(|element| element.datum(format)).collect::<Option<Vec<u64>>>()
    else {
        return Hull::anything();
    };
    let declared = Declared { subnormals: format.subnormals(), ..Declared::default() };
    let rules = Rules::new(Roundings::new(format, &declared), factors.len());
    let mut line = Line::permuted(&rules, &factors);
    factors.iter().for_each(|_| line.push());
    let right = line.right();
    let sign = if right.negative { format.sign_bit() } else { 0 };
    let ends = right.ranges.iter().map(|(low, high)| [low, high].map(|bits| format.decode(bits | sign)));
    let spans = ends.filter_map(|[low, high]| span([End::of(low)?, End::of(high)?]));
    Hull::new(spans.collect(), right.nan)
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

/// What is known of the terms of a sum that are neither infinite nor NaN: bounds for a sum of some of them, in any order. See
/// docs/judging.md, "Long sums".
struct Summands {
    /// Exact sums of their lower and their upper ends, and of magnitudes.
    sums: Span,
    magnitude: End,
    /// The greatest magnitude, and the greatest magnitude that some term has at least.
    largest: End,
    at_least: End,
    /// How many are not zero.
    count: i64,
    /// The place of the lowest digit of all, unless one is anything between two numbers.
    lowest: Option<i64>,
    /// Whether all are zero or less, and zero or more.
    signs: [bool; 2],
}

impl Summands {
    fn new() -> Self {
        let zero = |negative| End::Zero { negative };
        Self {
            sums: (zero(true), zero(true)),
            magnitude: zero(false),
            largest: zero(false),
            at_least: zero(false),
            count: 0,
            lowest: Some(i64::MAX),
            signs: [true; 2],
        }
    }

    /// Takes a term in, with its ends.
    fn push(&mut self, term: &Hull, (low, high): (End, End)) {
        self.sums = (add(&self.sums.0, &low), add(&self.sums.1, &high));
        self.signs = [
            self.signs[0] && (high.is_negative() || high.is_zero()),
            self.signs[1] && (!low.is_negative() || low.is_zero()),
        ];
        self.count += i64::from(!(low.is_zero() && high.is_zero()));
        let places = term.spans().iter().map(|(low, high)| (low == high).then(|| low.lowest()));
        self.lowest = places.fold(self.lowest, |lowest, place| Some(lowest?.min(place?)));
        let (low, high) = (low.magnitude(), high.magnitude());
        self.at_least = self.at_least.clone().max(low.clone().min(high.clone()));
        self.largest = self.largest.clone().max(low.clone()).max(high.clone());
        self.magnitude = add(&self.magnitude, &low.max(high));
    }

    /// How many additions can round, at most, and how far flushing can move a sum of so many terms.
    fn inexact(&self, terms: usize, format: Format) -> (i64, End) {
        let all = (self.count - 1).max(0);
        let tiny = End::power_of_two(format.min_exp());
        let flushed = || tiny.times(&End::of_integer(2 * terms as i64 - 1, 0)).unwrap_or(zero());
        // Multiples of the lowest digit, which have so many digits up to here.
        let Some(exact) = self.lowest.map(|lowest| lowest.saturating_add(format.precision().into())) else {
            return (all, flushed());
        };
        let flushed = if self.lowest >= Some(format.min_exp()) { zero() } else { flushed() };
        let exact = End::power_of_two(exact);
        if self.magnitude <= exact {
            return (0, flushed);
        }
        // As many of the largest are exact in any case.
        let together = exact.divided(&self.largest).and_then(|terms| terms.truncated());
        let together = together.and_then(|terms| i64::try_from(terms).ok()).unwrap_or(0);
        ((self.count - together).clamp(0, all), flushed)
    }

    /// The least and the greatest number that their sum can be, and how far it can be from the exact one.
    fn bounds(&self, terms: usize, format: Format) -> (End, End, End) {
        let (additions, flushed) = self.inexact(terms, format);
        let grown = growth(additions, format).times(&add(&self.magnitude, &flushed));
        let up = add(&grown.unwrap_or(zero()), &flushed);
        let mut ends = (add(&self.sums.0, &up.clone().negated()), add(&self.sums.1, &up));
        if up.is_zero() {
            return (self.sums.0.clone(), self.sums.1.clone(), up);
        }
        let [negative, positive] = self.signs;
        if negative != positive {
            let sum = if positive { self.sums.0.clone() } else { self.sums.1.clone().negated() };
            let least = add(&sum, &flushed.negated()).divided(&more(additions, format));
            let least = least.into_iter().fold(graded::below(&self.at_least, format), End::max);
            // A zero has either sign.
            let least = if least.is_zero() { End::Zero { negative: true } } else { least };
            if positive {
                ends.0 = ends.0.max(least);
            } else {
                ends.1 = ends.1.min(least.negated());
            }
        }
        (ends.0, ends.1, up)
    }
}

const fn zero() -> End {
    End::Zero { negative: false }
}

fn add(x: &End, y: &End) -> End {
    x.plus(y).unwrap_or(zero())
}

/// A bound for each of the sums of the first terms, added in order, or for the sum of all in any order, the last.
pub(super) fn sums(terms: &[Hull], format: Format, any_order: bool) -> Vec<Hull> {
    let point = |negative| (End::Infinite { negative }, End::Infinite { negative });
    // The least and the greatest sum of a run that ends here, or in any order of some of them.
    let (mut summands, mut least, mut greatest) = (Summands::new(), zero(), zero());
    // Whether a term can be NaN, has to be, or can be either a number or an infinity, which leaves nothing to be said.
    let (mut may_be_nan, mut is_nan, mut is_open) = (false, false, false);
    // Whether a term is the infinity of each sign, the negative one first, and whether a partial sum can overflow to it.
    let (mut infinite, mut overflows) = ([false; 2], [false; 2]);
    let next = terms.iter().enumerate().map(|(at, term)| {
        may_be_nan |= term.may_be_nan();
        is_nan |= term.spans().is_empty();
        let is_finite = !term.has_infinite(true) && !term.has_infinite(false);
        let is_infinite = [true, false].map(|negative| *term.spans() == [point(negative)]);
        is_open |= !is_finite && is_infinite == [false; 2];
        infinite.iter_mut().zip(is_infinite).for_each(|(seen, is)| *seen |= is);
        if let Some((low, high)) = term.ends().filter(|_| is_finite) {
            if any_order {
                least = add(&least, &low.clone().min(zero()));
                greatest = add(&greatest, &high.clone().max(zero()));
            } else {
                least = add(&least, &low).min(zero());
                greatest = add(&greatest, &high).max(zero());
            }
            summands.push(term, (low, high));
        }
        // Of a fold, only the last is asked for, and what can be reached on the way is within its bounds.
        if any_order && at + 1 < terms.len() {
            return Hull::anything();
        }
        let (low, high, up) = summands.bounds(at + 1, format);
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
            _ if is_nan || infinite == [true; 2] => Hull::of(Float::NAN),
            _ if is_open => Hull::anything(),
            [false, false] => {
                let spans = points(overflows).chain([(low, high)]).collect();
                Hull::new(spans, may_be_nan || overflows == [true; 2])
            }
            [negative, positive] => {
                let cancels = negative && overflows[1] || positive && overflows[0];
                Hull::new(points(infinite).collect(), may_be_nan || cancels)
            }
        }
    });
    next.collect()
}

/// At least (1 + u)^m - 1 for m additions, u being the unit roundoff: with x = m u, that is below x (1 + x) where x is at most
/// 1, and below 2^(1.45 x) - 1 everywhere. Between two powers of two, 2^x lies below the line through them.
pub(super) fn growth(additions: i64, format: Format) -> End {
    let precision = i64::from(format.precision());
    // Rounded to x87 first, a sum of f64 errs by u (1 + 2^-11).
    let x = End::of_integer(additions * if precision > 24 { 2049 } else { 2048 }, -precision - 11);
    let one = End::power_of_two(0);
    if x > one {
        let exponent = (29 * i128::from(additions) + 19) / 20;
        let (whole, part) = ((exponent >> precision) as i64, (exponent & ((1 << precision) - 1)) as i64);
        let power = End::of_integer((1 << precision) + part, whole - precision);
        return add(&power, &one.negated());
    }
    x.plus(&one).and_then(|sum| x.times(&sum)).unwrap_or(x)
}

/// By how much the sum of m additions of one sign can be less than the exact one, as a quotient: 1 + m (u + 4 u^2), and, as x87
/// has less than twice the digits of f64, 1 + m u (1 + 2^-10) there.
fn more(additions: i64, format: Format) -> End {
    let precision = i64::from(format.precision());
    let more = if precision > 24 { 10 } else { precision - 2 };
    let part = End::of_integer(additions, -precision - more).times(&End::of_integer((1 << more) + 1, 0));
    add(&End::power_of_two(0), &part.unwrap_or(zero()))
}
