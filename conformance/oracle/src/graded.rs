//! Functions of which a page gives a formula and no accuracy: quotients, roots, exponentials, logarithms, trigonometric functions.
//!
//! The exact value is computed to 128 bits. What an implementation gives is graded by its distance from the correctly rounded
//! value, in units in the last place: numbers of the format in between, and one. Zeros, infinities, NaN and domains follow IEEE
//! 754-2019, 9.2.

use super::end::End;
use super::spans::{Hull, Span, span};
use super::{Float, Format, Magnitude};
use ascertain::formula::Graded;
use ascertain_language::expr::{Expr, Function, Op};
use astro_float_num::{BigFloat, Consts, RoundingMode, Sign};
use num_bigint::{BigInt, BigUint};
use std::cell::RefCell;

/// Bits of the values.
const PRECISION: usize = 128;

/// The graded function of a name in the language.
pub(super) fn graded(function: Function) -> Option<Graded> {
    Some(match function {
        Function::Sqrt => Graded::Sqrt,
        Function::Rsqrt => Graded::Rsqrt,
        Function::Exp => Graded::Exp,
        Function::Log => Graded::Log,
        Function::Sin => Graded::Sin,
        Function::Cos => Graded::Cos,
        Function::Tanh => Graded::Tanh,
        _ => return None,
    })
}

/// The distance that is allowed where nobody states one: half of the digits are right. That is a reading: what has fewer of
/// them is not the function.
#[must_use]
pub const fn usual(format: Format) -> u64 {
    1 << (format.precision() / 2)
}

/// The distance beyond which a run warns: what a good library keeps, and less of what may be computed in f32.
#[must_use]
pub const fn advised(format: Format) -> u64 {
    if format.precision() <= Format::F16.precision() { 1 } else { 4 }
}

/// Whether a function of a number has an exact value that every implementation has to give: of zeros and infinities, the
/// logarithm of one, and the root of a square.
fn is_exact(function: Graded, x: &End, value: &End, format: Format) -> bool {
    let is_root = || {
        let root = End::of(value.rounded(format));
        function == Graded::Sqrt
            && root.and_then(|root| root.times(&root)).is_some_and(|square| square.cmp(x).is_eq())
    };
    !matches!(x, End::Finite(..)) || (function == Graded::Log && value.is_zero()) || is_root()
}

/// Without what is beyond all values of a function of numbers other than zero.
fn within_range(function: Graded, (low, high): Span) -> Span {
    let one = |negative: i64| End::of_integer(negative, 0);
    let (least, greatest) = match function {
        Graded::Sin | Graded::Cos | Graded::Tanh => (one(-1), one(1)),
        Graded::Exp | Graded::Sqrt | Graded::Rsqrt => {
            (End::Zero { negative: false }, End::Infinite { negative: false })
        }
        Graded::Log => return (low, high),
    };
    (low.max(least), high.min(greatest))
}

/// A function of what is in a hull, at most `distance` units from the correctly rounded value.
pub(super) fn applied(function: Graded, x: &Hull, format: Format, distance: u64) -> Hull {
    let mut nan = x.may_be_nan();
    let mut spans: Vec<Span> = Vec::new();
    for (low, high) in x.spans() {
        let value = |end: &End| as_good_as_exact(function, &end.rounded(Format::F64), format);
        let first = value(low);
        let values = if low == high { [first.clone(), first] } else { [first, value(high)] };
        nan |= values.contains(&None);
        if low == high
            && let [Some(value), _] = &values
            && is_exact(function, low, value, format)
        {
            spans.extend(span([beside(value, format, 1, 0)]));
            continue;
        }
        if low != high && matches!(function, Graded::Sin | Graded::Cos) {
            spans.push((End::of_integer(-1, 0), End::of_integer(1, 0)));
            continue;
        }
        // The others are monotone.
        let near = |value: &End| [-1, 1].map(|sign| beside(value, format, sign, distance));
        let near: Vec<[End; 2]> = values.iter().flatten().map(near).collect();
        let near = span(near.into_iter().flatten());
        // Of zeros, the functions whose values have other signs are exact.
        spans.extend(
            near.map(
                |near| if low.is_zero() || high.is_zero() { near } else { within_range(function, near) },
            ),
        );
    }
    Hull::new(spans, nan).flushed(format)
}

/// The quotient of what is in two hulls, at most `distance` units from the correctly rounded one.
pub(super) fn quotient(x: &Hull, y: &Hull, format: Format, distance: u64) -> Hull {
    let infinite = |hull: &Hull| hull.has_infinite(false) || hull.has_infinite(true);
    let nan =
        x.may_be_nan() || y.may_be_nan() || (x.has_zero() && y.has_zero()) || (infinite(x) && infinite(y));
    let mut spans: Vec<Span> = Vec::new();
    for ((a, b), (c, d)) in x.spans().iter().flat_map(|x| y.spans().iter().map(move |y| (x, y))) {
        if c != d && (c.is_negative() != d.is_negative() || c.is_zero() || d.is_zero()) {
            return Hull::anything();
        }
        let quotients = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.divided(y));
        // Of zeros and infinities, and by a power of two.
        let is_exact = [a, c].iter().any(|end| !matches!(end, End::Finite(..))) || c.is_power_of_two();
        let distance = if a == b && c == d && is_exact { 0 } else { distance };
        let near = |value: End| [-1, 1].map(|sign| beside(&value, format, sign, distance));
        let near: Vec<[End; 2]> = quotients.into_iter().flatten().map(near).collect();
        spans.extend(span(near.into_iter().flatten()));
    }
    Hull::new(spans, nan).flushed(format)
}

/// The quotient of two complex numbers: its parts are near to those of the exact value, by the size of it.
pub(super) fn complex_quotient(x: &[Hull; 2], y: &[Hull; 2], format: Format, distance: u64) -> [Hull; 2] {
    let exact = || {
        let ([a, b], [c, d]) = ([point(&x[0])?, point(&x[1])?], [point(&y[0])?, point(&y[1])?]);
        let sum = |p: &End, q: &End, r: &End, s: &End| p.times(q)?.plus(&r.times(s)?);
        let size = sum(&c, &c, &d, &d)?;
        let parts = [sum(&a, &c, &b, &d)?, sum(&b, &c, &a, &d.clone().negated())?];
        // As much as the parts together: no implementation is exact to the size of one of them.
        let [c, d] = [c, d].map(End::magnitude);
        let whole = a.magnitude().plus(&b.magnitude())?.times(&c.plus(&d)?)?;
        let error = whole.divided(&size)?.times(&relative(format, distance))?;
        let within = |end: &End| {
            let (least, most) =
                (End::power_of_two(format.min_exp() / 2), End::power_of_two(format.max_exp() / 2));
            end.is_zero() || (least < *end && *end < most)
        };
        // Squares that leave the range are another number, or none, and so are products.
        let products = x.iter().flat_map(|x| [&y[0], &y[1]].map(|y| x.times(y)));
        let overflows = |hull: Hull| {
            hull.ends().is_none_or(|(low, high)| {
                low.magnitude().max(high.magnitude()) >= End::power_of_two(format.max_exp())
            })
        };
        if ![c, d].iter().all(within) || size.is_zero() || products.into_iter().any(overflows) {
            return None;
        }
        let near = |part: &End| {
            let value = part.divided(&size)?;
            let ends = [value.plus(&error)?, value.plus(&error.clone().negated())?];
            let hull = Hull::new(span(ends).into_iter().collect(), false);
            Some(hull.flushed(format))
        };
        Some([near(&parts[0])?, near(&parts[1])?])
    };
    exact().unwrap_or_else(|| [Hull::anything(), Hull::anything()])
}

/// A distance as a part of the value.
pub(super) fn relative(format: Format, distance: u64) -> End {
    End::of_integer(distance as i64, 1 - i64::from(format.precision()))
}

/// The number that is all that is in a hull, zeros of both signs being one.
fn point(hull: &Hull) -> Option<End> {
    match hull.spans() {
        _ if hull.is_zero() => Some(End::Zero { negative: false }),
        [(low, high)] if low == high && !hull.may_be_nan() => Some(low.clone()),
        _ => None,
    }
}

/// The absolute value of a complex number, as a real one.
pub(super) fn size(re: &Hull, im: &Hull, format: Format) -> Hull {
    if [re, im].iter().any(|part| part.has_infinite(false) || part.has_infinite(true)) {
        let infinite = Hull::of(Float { negative: false, magnitude: Magnitude::Infinite });
        return if re.may_be_nan() || im.may_be_nan() { Hull::anything() } else { infinite };
    }
    let squares = re.times(re).plus(&im.times(im));
    // Beyond what the root is computed of, anything.
    let beyond = |end: &End| end.rounded(Format::F64).magnitude == Magnitude::Infinite || is_small(end);
    match squares.ends() {
        Some((low, high)) if !beyond(&low) && !beyond(&high) => {
            applied(Graded::Sqrt, &squares, format, usual(format))
        }
        _ => Hull::anything(),
    }
}

/// Whether a number is so small that f64 has few digits of it.
fn is_small(end: &End) -> bool {
    !end.is_zero() && end.clone().magnitude() < End::power_of_two(Format::F64.min_exp())
}

/// What a format rounds as the exact value for a number; none if it is NaN.
fn as_good_as_exact(function: Graded, x: &Float, format: Format) -> Option<End> {
    quick(function, x, format).or_else(|| exact(function, x))
}

/// The reference's value for a number, if all that the exact one may be is rounded alike, as nearly always where the format is narrower
/// than f64. It is found a thousand times sooner.
pub(super) fn quick(function: Graded, x: &Float, format: Format) -> Option<End> {
    // It is within two units in the last place of f64.
    const MARGIN: f64 = 1.0 / (1_u64 << 48) as f64;
    let value = function.of(f64::from_bits(Format::F64.encode(*x)));
    let part = |part: f64| End::of(Format::F64.decode((value * part).to_bits()));
    let is_sure =
        value.is_normal() && part(1.0 - MARGIN)?.rounded(format) == part(1.0 + MARGIN)?.rounded(format);
    if is_sure { part(1.0) } else { None }
}

/// The value for a number, within one part in 2^127; none if it is NaN.
pub(super) fn exact(function: Graded, x: &Float) -> Option<End> {
    let special = function.of(f64::from_bits(Format::F64.encode(*x)));
    if !matches!(x.magnitude, Magnitude::Finite(_)) || special.is_nan() {
        return End::of(Format::F64.decode(special.to_bits()));
    }
    thread_local! {
        static CONSTANTS: RefCell<Option<Consts>> = RefCell::new(Consts::new().ok());
    }
    CONSTANTS.with_borrow_mut(|constants| {
        let x = number(*x)?;
        let (p, to) = (PRECISION, RoundingMode::ToEven);
        let constants = constants.as_mut()?;
        let value = match function {
            Graded::Sqrt => x.sqrt(p, to),
            Graded::Rsqrt => x.sqrt(p + 64, to).reciprocal(p, to),
            Graded::Exp => x.exp(p, to, constants),
            Graded::Log => x.ln(p, to, constants),
            Graded::Sin => x.sin(p, to, constants),
            Graded::Cos => x.cos(p, to, constants),
            Graded::Tanh => x.tanh(p, to, constants),
        };
        // An exponential that is too small for its arithmetic comes as a zero of either sign.
        end(&value).map(|value| if function == Graded::Exp { value.magnitude() } else { value })
    })
}

/// A finite number.
pub(super) fn number(x: Float) -> Option<BigFloat> {
    let sign = if x.negative { Sign::Neg } else { Sign::Pos };
    match x.magnitude {
        Magnitude::Zero => Some(BigFloat::from_u8(0, PRECISION)),
        // Its conversion from f64 does not take subnormal numbers as they are.
        Magnitude::Finite(mag) => {
            Some(BigFloat::from_raw_parts(&[mag.sig], 64, sign, i32::try_from(mag.exp + 1).ok()?, false))
        }
        _ => None,
    }
}

/// A number as the end of a span.
pub(super) fn end(value: &BigFloat) -> Option<End> {
    if value.is_zero() {
        return Some(End::Zero { negative: value.is_negative() });
    }
    if value.is_inf() {
        return Some(End::Infinite { negative: value.is_negative() });
    }
    let (words, _, sign, exponent, _) = value.as_raw_parts()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bits = 8 * bytes.len() as i64;
    let sign = if sign == Sign::Neg { num_bigint::Sign::Minus } else { num_bigint::Sign::Plus };
    Some(End::Finite(BigInt::from_biguint(sign, BigUint::from_bytes_le(&bytes)), i64::from(exponent) - bits))
}

/// The number of a format that is so many units above or below the rounded value.
fn beside(value: &End, format: Format, sign: i64, distance: u64) -> End {
    let place = ordinal(value.rounded(format), format).saturating_add(sign.saturating_mul(distance as i64));
    let most = format.infinity_bits() as i64;
    let place = place.clamp(-most, most);
    let bits = place.unsigned_abs() | if place < 0 { format.sign_bit() } else { 0 };
    // Of zero the sign of the value, as the value is that near to it.
    let bits = if place == 0 && value.is_negative() { format.sign_bit() } else { bits };
    End::of(format.decode(bits)).unwrap_or(End::Infinite { negative: place < 0 })
}

/// The greatest number of a format that is not above one that is not negative.
pub(super) fn below(value: &End, format: Format) -> End {
    let nearest = beside(value, format, 1, 0);
    if nearest > *value { beside(value, format, -1, 1) } else { nearest }
}

/// The index of a number among those of a format, zero at zero.
fn ordinal(number: Float, format: Format) -> i64 {
    let magnitude = (format.encode(number) & format.magnitude_mask()) as i64;
    if number.negative { -magnitude } else { magnitude }
}

/// The value of a graded operation on what `leaf` knows; none if it is another formula, or NaN.
fn value(
    expr: &Expr,
    leaf: &dyn Fn(&Expr) -> Option<Float>,
    of: impl Fn(Graded, &Float) -> Option<End>,
) -> Option<End> {
    match expr {
        Expr::Apply(function, x) => of(graded(*function)?, &leaf(x)?),
        Expr::Binary(Op::Div, x, y) => End::of(leaf(x)?)?.divided(&End::of(leaf(y)?)?),
        _ => None,
    }
}

/// How many units a result is from the value of a graded operation, correctly rounded; none if either is NaN, or it is another formula.
#[must_use]
pub fn distance(expr: &Expr, leaf: &dyn Fn(&Expr) -> Option<Float>, format: Format, got: u64) -> Option<u64> {
    let value = value(expr, leaf, |function, x| as_good_as_exact(function, x, format))?;
    let got = format.decode(got);
    End::of(got)?;
    Some(ordinal(value.rounded(format), format).abs_diff(ordinal(got, format)))
}

/// Whether a result is as near to the value of a graded operation as half of the digits of one.
#[must_use]
pub fn is_beside(expr: &Expr, leaf: &dyn Fn(&Expr) -> Option<Float>, format: Format, got: u64) -> bool {
    let got = End::of(format.decode(got));
    let apart = value(expr, leaf, exact).and_then(|value| value.negated().plus(&got?));
    apart.is_some_and(|apart| apart.magnitude() <= End::power_of_two(-i64::from(format.precision() / 2)))
}

/// An integer in a format.
#[must_use]
pub fn integer(value: i64, format: Format) -> Float {
    End::of_integer(value, 0).rounded(format)
}
