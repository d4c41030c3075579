//! What the lesser and the greater of numbers show of NaN, of which no page speaks.

use super::format;
use ascertain::Tensor;
use ascertain::formula::{Computed, Space};
use std::borrow::Cow;
use std::collections::HashMap;

/// The aspect that the order of two operands makes no difference.
pub(super) const SYMMETRIC: &str = "symmetric";

/// Two places with the same operands in another order, NaN and a number, where one result is NaN and the other is not.
pub(super) fn asymmetric(
    space: &Space<'_>,
    operands: &[Cow<'_, [u8]>],
    answer: &Tensor,
) -> Option<[usize; 2]> {
    let [one, other] = operands else { return None };
    let (compute, own) = (format(space.compute)?, format(answer.dtype())?);
    let got = answer.elements();
    let is_nan = |at: usize| own.decode(own.load(&got, at)).is_nan();
    // By its bits and whether NaN comes first: a number that was met beside NaN, and where.
    let mut met: HashMap<(u64, bool), usize> = HashMap::new();
    (0..answer.layout().count()).find_map(|at| {
        let pair = [one, other].map(|operand| compute.load(operand, at));
        let (number, nan_first) = match pair.map(|bits| compute.decode(bits).is_nan()) {
            [true, false] => (pair[1], true),
            [false, true] => (pair[0], false),
            _ => return None,
        };
        met.insert((number, nan_first), at);
        let swapped = *met.get(&(number, !nan_first))?;
        (is_nan(at) != is_nan(swapped)).then_some([swapped, at])
    })
}

/// Whether the least or the greatest of NaN and numbers is NaN, in words. None where no result is of both.
pub(super) fn what_becomes_of_nan(
    space: &Space<'_>,
    operands: &[Cow<'_, [u8]>],
    right: &Computed,
    answer: &Tensor,
) -> Option<&'static str> {
    let (compute, own) = (format(space.compute)?, format(answer.dtype())?);
    let size = space.compute.size();
    let got = answer.elements();
    let is_nan = |elements: &[u8], at: usize| compute.decode(compute.load(elements, at)).is_nan();
    let is_number = |at: usize| operands.iter().any(|operand| !is_nan(operand, at));
    let of_numbers = |at: &usize| match space.line {
        Some(line) => line.last_joined(*at).is_some_and(|last| line.up_to(last).any(is_number)),
        None => is_number(*at),
    };
    let of_both =
        (0..right.elements.len() / size).filter(|at| is_nan(&right.elements, *at)).filter(of_numbers);
    let (mut kept, mut lost) = (false, false);
    for at in of_both {
        let is_kept = own.decode(own.load(&got, at)).is_nan();
        kept |= is_kept;
        lost |= !is_kept;
    }
    match (kept, lost) {
        (true, false) => Some("NaN is kept"),
        (false, true) => Some("NaN is dropped"),
        (true, true) => Some("whether NaN is kept depends on its position"),
        (false, false) => None,
    }
}
