//! What kernels with known mistakes make of two numbers.

use super::asked::{Asked, Value};
use super::relation::{Relation, number, of_elements, plain};
use ascertain::DType;
use ascertain::formula::part;

type OfPair = (&'static str, fn(i128, i128) -> i128, fn(i128) -> bool);

/// What a question about two integers may be answered by. What wraps is not zero, negative or positive then.
const OF_PAIRS: [OfPair; 8] = [
    ("is whether both have a bit in common", |x, y| x & y, |z| z != 0),
    ("is whether they differ", |x, y| x ^ y, |z| z != 0),
    ("is whether the sum is not 0", |x, y| x + y, |z| z != 0),
    ("is whether the product is not 0 after it wrapped", i128::wrapping_mul, |z| z != 0),
    ("is the sign of a difference that wraps: below 0", |x, y| x - y, |z| z < 0),
    ("is the sign of a difference that wraps: above 0", |x, y| x - y, |z| z > 0),
    ("is the sign of a difference that wraps: at most 0", |x, y| x - y, |z| z <= 0),
    ("is the sign of a difference that wraps: at least 0", |x, y| x - y, |z| z >= 0),
];

/// What is made of two numbers in place of a question about them, or of a complex product or quotient.
pub(super) fn relations(like: &Asked, all: &mut Vec<Relation>) {
    if like.formula.each.is_truth {
        of_questions(all);
    } else {
        of_complex(all);
    }
}

type OfComplex = (&'static str, fn(Value, Value, Value) -> (f64, f64));

/// What a complex result may be, by what is right and the operands a + bi and c + di.
const OF_COMPLEX: [OfComplex; 9] = [
    ("has ad - bc as its imaginary part", |z, x, y| (z.re, x.re * y.im - x.im * y.re)),
    ("has bc - ad as its imaginary part", |z, x, y| (z.re, x.im * y.re - x.re * y.im)),
    ("has ad alone as its imaginary part", |z, x, y| (z.re, x.re * y.im)),
    ("has bc alone as its imaginary part", |z, x, y| (z.re, x.im * y.re)),
    ("has ac + bd as its real part", |z, x, y| (x.re * y.re + x.im * y.im, z.im)),
    ("has ac alone as its real part", |z, x, y| (x.re * y.re, z.im)),
    ("is ac + bdi", |_, x, y| (x.re * y.re, x.im * y.im)),
    ("is a/c + (b/d)i", |_, x, y| (x.re / y.re, x.im / y.im)),
    ("is not divided by cc + dd", |_, x, y| (x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im)),
];

fn of_complex(all: &mut Vec<Relation>) {
    for (says, of) in OF_COMPLEX {
        let says = format!("{says}, of a + bi and c + di");
        all.push(plain(says, move |asked| {
            part(asked.dtype()).filter(|_| part(asked.compute).is_some())?;
            of_elements(asked, |at| {
                let (re, im) = of(asked.right(at), asked.operand(0, at)?, asked.operand(1, at)?);
                Some(Value { re, im, whole: None })
            })
        }));
    }
}

fn of_questions(all: &mut Vec<Relation>) {
    // As frameworks do that promote to a dtype that has both.
    all.push(plain("is as if no operand were converted", |asked| {
        let all = |is: fn(DType) -> bool| asked.tensors().all(|tensor| is(tensor.dtype()));
        let is_whole = |dtype: DType| dtype.is_integer() || dtype == DType::Bool;
        let wide = match (all(is_whole), all(|dtype| part(dtype).is_none() && dtype != DType::U64)) {
            (true, true) => DType::S64,
            (false, _) if all(|dtype| part(dtype).is_none()) => DType::F64,
            _ => return None,
        };
        (wide != asked.compute && !asked.is_unconverted()).then(|| asked.computed(Some(wide), |_, _| None))?
    }));
    for (says, of, is_true) in OF_PAIRS {
        all.push(plain(says, move |asked| {
            let widths = asked.tensors().map(|tensor| tensor.dtype().bits().min(64));
            // Numbers of floats do not wrap.
            if says.contains("wrap") && !asked.compute.is_integer() {
                return None;
            }
            let bits = if asked.compute.is_integer() { asked.compute.bits() } else { widths.max()? };
            let of_element = |at: usize| {
                let operands = [asked.operand(0, at)?, asked.operand(1, at)?];
                let truth = match operands.map(|x| x.whole) {
                    [Some(x), Some(y)] => is_true(of(x, y) << (128 - bits) >> (128 - bits)),
                    // Small numbers stand for the signs of a float's sum or difference.
                    _ => is_true(sign(of, operands)?),
                };
                Some(Value { whole: Some(truth.into()), ..number(f64::from(u8::from(truth))) })
            };
            of_elements(asked, of_element)
        }));
    }
}

/// The sign of what an operation gives of two floats, if it is a sum or a difference.
fn sign(of: fn(i128, i128) -> i128, [x, y]: [Value; 2]) -> Option<i128> {
    let result = match (of(3, 1), of(1, 3)) {
        (4, 4) => x.re + y.re,
        (2, -2) | (2, 2) => x.re - y.re,
        _ => return None,
    };
    Some(if result.is_nan() { 1 } else { i128::from(result > 0.0) - i128::from(result < 0.0) })
}
