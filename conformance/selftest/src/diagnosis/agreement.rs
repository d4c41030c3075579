//! Whether a fault gives the result that a backend gave.

use crate::faults::Class;
use crate::faults::float::Float;
use crate::faults::lines::words;
use ascertain::Tensor;
use ascertain::backend::{Answer, Reply};

/// Of ten elements that one of both changes much, so many must agree: a product may leave the range of a narrow accumulator, and
/// not that of a wide one.
const OF_TEN: usize = 9;

/// How much larger than the rounding errors of a line a difference must be to say something.
const TELLING: f64 = 8.0;

/// Whether `given` is the `wrong` reply, where `right` would be right.
///
/// A backend may keep its products wider, or group them otherwise, than the faults do. So elements that differ by rounding
/// errors of lines of `n` elements agree, if others differ from the right ones by much more. What the fault does to roundings
/// alone must be there bit for bit.
pub(super) fn agree(right: &Reply, wrong: &Reply, given: &Reply, n: usize, class: Class) -> bool {
    match (wrong, given) {
        (Reply::Lost(wrong, _), Reply::Lost(given, _)) => wrong == given,
        (Reply::Rejected(wrong), Reply::Rejected(given)) => {
            wrong.status.is_none() || wrong.status == given.status
        }
        (Reply::Answer(Answer::Tensor(wrong)), Reply::Answer(Answer::Tensor(given))) => {
            let right = match right {
                Reply::Answer(Answer::Tensor(right)) => Some(right),
                _ => None,
            };
            tensors(right, wrong, given, n, class)
        }
        (Reply::Answer(wrong), Reply::Answer(given)) => wrong == given,
        _ => false,
    }
}

fn tensors(right: Option<&Tensor>, wrong: &Tensor, given: &Tensor, n: usize, class: Class) -> bool {
    let (dtype, shape) = (wrong.dtype(), wrong.shape());
    if dtype != given.dtype() || shape != given.shape() {
        return false;
    }
    // What is beside the elements is all that is wrong.
    let beside = right.is_some_and(|right| right.elements() == wrong.elements());
    if class == Class::Outside || beside {
        return wrong.storage() == given.storage();
    }
    let Some(format) = Float::of(dtype) else { return wrong.elements() == given.elements() };
    let exactly = matches!(class, Class::Rounding | Class::Declaration);
    let right = right.filter(|right| right.dtype() == dtype && right.shape() == shape).map(words);
    let unit = 0.5_f64.powi(format.precision());
    // Of at most a hundredth: beyond that everything agrees with everything.
    let error = (2.0 * n as f64 * unit).min(0.01);
    let near = |a: f64, b: f64, times: f64| {
        a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= error * times * a.abs().max(b.abs())
    };
    let (wrong, given) = (words(wrong), words(given));
    let same = |(a, b): (&u64, &u64)| a == b || format.value(*a).is_nan() && format.value(*b).is_nan();
    if wrong.iter().zip(&given).all(same) {
        return true;
    }
    if exactly {
        return false;
    }
    let (mut same, mut all) = (0, 0);
    for (at, (wrong, given)) in wrong.iter().zip(&given).enumerate() {
        let (a, b) = (format.value(*wrong), format.value(*given));
        let right = right.as_ref().map(|right| format.value(right[at]));
        let changed = |x: f64| right.is_none_or(|right| !near(x, right, TELLING));
        if changed(a) || changed(b) {
            all += 1;
            same += usize::from(near(a, b, 1.0));
        }
    }
    all > 0 && same * 10 >= all * OF_TEN
}
