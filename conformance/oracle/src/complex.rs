//! Functions of complex numbers: the parts of a result are near to those of the exact value, by the size of the whole number.
//!
//! The exact value is that of the definition, in 256 bits.

use super::end::End;
use super::graded::{end, number, relative};
use super::spans::{Hull, span};
use super::{Float, Format, Magnitude};
use ascertain::formula::Graded;
use astro_float_num::{BigFloat, Consts, RoundingMode};

/// Bits of the values.
const PRECISION: usize = 256;

/// Beyond, an exponential is beyond every format.
const FAR: i64 = 1 << 15;

/// The parts of a function of a complex number, each within `distance` units of the size of the exact value.
pub(super) fn applied(function: Graded, [re, im]: &[Hull; 2], format: Format, distance: u64) -> [Hull; 2] {
    let anything = || [Hull::anything(), Hull::anything()];
    let points = re.spans().iter().flat_map(|re| im.spans().iter().map(move |im| (re, im)));
    let values = points.map(|((x, to_x), (y, to_y))| {
        let is_one = x == to_x && y == to_y && !re.may_be_nan() && !im.may_be_nan();
        if is_one { of_number(function, x, y, format, distance) } else { None }
    });
    let values = values
        .collect::<Option<Vec<_>>>()
        .and_then(|values| values.into_iter().reduce(|[a, b], [c, d]| [a.joined(c), b.joined(d)]));
    values.unwrap_or_else(anything)
}

/// The same of a number; none if it is not finite, or squares of its parts leave the range: nothing is said then.
fn of_number(function: Graded, x: &End, y: &End, format: Format, distance: u64) -> Option<[Hull; 2]> {
    let parts = [x, y].map(|part| part.rounded(Format::F64));
    if !parts.iter().all(|part| matches!(part.magnitude, Magnitude::Finite(_) | Magnitude::Zero)) {
        return None;
    }
    let has_squares = matches!(function, Graded::Log | Graded::Sqrt | Graded::Rsqrt);
    let largest = x.clone().magnitude().max(y.clone().magnitude());
    let (least, most) = (End::power_of_two(format.min_exp() / 2), End::power_of_two(format.max_exp() / 2));
    if has_squares && !largest.is_zero() && !(least < largest && largest < most) {
        return None;
    }
    if has_squares && largest.is_zero() {
        let infinite = Hull::of(Float { negative: true, magnitude: Magnitude::Infinite });
        let zero = || Hull::of(Float::zero(false)).joined(Hull::of(Float::zero(true)));
        return match function {
            Graded::Sqrt => Some([zero(), zero()]),
            Graded::Log => Some([infinite, Hull::anything()]),
            _ => None,
        };
    }
    thread_local! {
        static CONSTANTS: std::cell::RefCell<Option<Consts>> = std::cell::RefCell::new(Consts::new().ok());
    }
    let (values, size) = CONSTANTS.with_borrow_mut(|constants| {
        let [x, y] = parts.map(number);
        let (values, size) = exact(function, &x?, &y?, parts[1].negative, constants.as_mut()?)?;
        let [re, im] = values.map(|value| end(&value));
        Some(([re?, im?], end(&size)?))
    })?;
    let error = size.times(&relative(format, distance))?.plus(&End::power_of_two(format.min_exp()))?;
    let overflows = size.rounded(format).magnitude == Magnitude::Infinite;
    let infinite = |negative| Hull::of(Float { negative, magnitude: Magnitude::Infinite });
    let near = |value: &End| {
        let ends = [value.plus(&error)?, value.plus(&error.clone().negated())?];
        let hull = Hull::new(span(ends.clone()).into_iter().collect(), false).flushed(format);
        // Where a factor overflows, the product is infinite, or of zero NaN.
        let points = ends.into_iter().filter(|_| overflows).map(|end| infinite(end.is_negative()));
        let hull = points.fold(hull, Hull::joined);
        Some(if overflows && value.is_zero() { hull.joined(Hull::of(Float::NAN)) } else { hull })
    };
    let [re, im] = [near(&values[0])?, near(&values[1])?];
    let has_root = matches!(function, Graded::Sqrt | Graded::Rsqrt);
    Some([if has_root { re.not_negative() } else { re }, im])
}

/// The parts of the exact value, and the size that errors are counted in. `below` is the sign of the imaginary part, which tells the
/// sides of the branch cut apart.
fn exact(
    function: Graded,
    x: &BigFloat,
    y: &BigFloat,
    below: bool,
    constants: &mut Consts,
) -> Option<([BigFloat; 2], BigFloat)> {
    let (p, to) = (PRECISION, RoundingMode::ToEven);
    let times = |a: &BigFloat, b: &BigFloat| a.mul(b, p, to);
    let over = |a: &BigFloat, b: &BigFloat| a.div(b, p, to);
    let plus = |a: &BigFloat, b: &BigFloat| a.add(b, p, to);
    let whole = |[re, im]: &[BigFloat; 2]| plus(&re.abs(), &im.abs());
    let signed = |value: BigFloat, negative: bool| if negative { value.neg() } else { value };
    let (one, two) = (BigFloat::from_u8(1, p), BigFloat::from_u8(2, p));
    let near = |value: &BigFloat| {
        let far = BigFloat::from_i64(FAR, p);
        if value.abs().cmp(&far)? > 0 { Some(signed(far, value.is_negative())) } else { Some(value.clone()) }
    };
    // The absolute value, whose square is exact to all digits that count.
    let size = plus(&times(x, x), &times(y, y)).sqrt(p, to);
    let root = || {
        let greater = over(&plus(&x.abs(), &size), &two).sqrt(p, to);
        let lesser = over(&y.abs(), &times(&greater, &two));
        let (re, im) = if x.is_negative() { (lesser, greater) } else { (greater, lesser) };
        [re, signed(im, below)]
    };
    let values = match function {
        Graded::Exp => {
            let size = near(x)?.exp(p, to, constants);
            let parts = [times(&size, &y.cos(p, to, constants)), times(&size, &y.sin(p, to, constants))];
            return Some((parts, size));
        }
        Graded::Sin | Graded::Cos => {
            let y = near(y)?;
            let (sin, cos) = (x.sin(p, to, constants), x.cos(p, to, constants));
            let (sinh, cosh) = (y.sinh(p, to, constants), y.cosh(p, to, constants));
            if function == Graded::Sin {
                [times(&sin, &cosh), times(&cos, &sinh)]
            } else {
                [times(&cos, &cosh), times(&sin, &sinh).neg()]
            }
        }
        Graded::Log => {
            let pi = constants.pi(p, to);
            let angle = match (x.is_zero(), x.is_negative()) {
                (true, _) => over(&pi, &two),
                (_, negative) => {
                    let angle = over(&y.abs(), &x.abs()).atan(p, to, constants);
                    if negative { pi.sub(&angle, p, to) } else { angle }
                }
            };
            let parts = [size.ln(p, to, constants), signed(angle, below)];
            // Errors of the absolute value are as large in its logarithm, however small that is.
            let size = plus(&one, &whole(&parts));
            return Some((parts, size));
        }
        Graded::Sqrt => root(),
        Graded::Rsqrt => {
            let [re, im] = root();
            [over(&re, &size), over(&im.neg(), &size)]
        }
        Graded::Tanh => return None,
    };
    let size = whole(&values);
    Some((values, size))
}
