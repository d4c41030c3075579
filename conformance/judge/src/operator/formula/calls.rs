//! What fixed and random calls of a formula share: results that fit, and values that tell formulas apart.

use super::super::conversions::has_routes;
use super::super::declarations::format;
use super::super::{askable, is_judged, unwritten};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Formula, Level};
use ascertain::dtype::Class;
use ascertain::formula::{converted, part};
use ascertain::{DType, Tensor};

/// Gives the tensors that a call writes the dtype and shape of the results. One that it reads too stays.
pub(in crate::operator) fn complete(contract: &'static Contract, call: &mut Invocation) {
    let formulas: Vec<&Formula> = contract.formulas_of(call.args()).collect();
    for formula in formulas {
        let Some(at) = call.operator.argument(formula.result) else { continue };
        let (Some(shape), Some(compute)) = (formula.shape(call.args()), formula.dtype(call.args())) else {
            continue;
        };
        let Arg::Tensor(given) = &call.args[at] else { continue };
        let dtype = match formula.index_of {
            _ if formula.each.operands.contains(&at) => continue,
            Some(_) if given.dtype().is_integer() => given.dtype(),
            Some(_) => DType::S64,
            None if formula.each.is_truth => DType::Bool,
            None => compute,
        };
        let Some(out) = unwritten(dtype, &shape) else { continue };
        call.args[at] = Arg::Tensor(out);
        // The absolute value of a complex number is real.
        let is_refused =
            |call: &Invocation| contract.broken_by(call.args()).any(|broken| broken.level == Level::Must);
        if let Some(out) = part(dtype).and_then(|part| unwritten(part, &shape))
            && is_refused(call)
        {
            let complex = std::mem::replace(&mut call.args[at], Arg::Tensor(out));
            if is_refused(call) {
                call.args[at] = complex;
            }
        }
    }
}

/// The places of the tensors, and of the scalars, that a call reads and that the formula uses.
pub(super) fn operand_places(formula: &Formula, call: &Invocation) -> (Vec<usize>, Vec<usize>) {
    let given = formula.each.operands.iter().copied().filter(|at| matches!(call.args[*at], Arg::Tensor(_)));
    given.partition(|at| call.operator.arguments[*at].kind == ArgumentKind::Tensor)
}

/// The call with other tensors to read, if it is valid then.
pub(crate) fn with_operands(
    contract: &'static Contract,
    call: &Invocation,
    tensors: Vec<(usize, Tensor)>,
) -> Option<Invocation> {
    let mut call = call.clone();
    for (at, tensor) in tensors {
        call.args[at] = Arg::Tensor(tensor);
    }
    complete(contract, &mut call);
    is_valid(contract, &call).then_some(call)
}

pub(super) fn is_valid(contract: &'static Contract, call: &Invocation) -> bool {
    askable(contract, call) && is_judged(contract, call)
}

/// False for the minimum or maximum of an empty line, which no page defines.
pub(super) fn has_result(formula: &Formula, call: &Invocation) -> bool {
    let line = || formula.space(call.args())?.line;
    let is_empty = formula.fold().is_some() && line().is_some_and(|line| line.n == 0);
    !is_empty || formula.compute(call.args()).is_some()
}

/// Gives the call other integers, and lists of one.
pub(super) fn renumber(call: &mut Invocation, mut number: impl FnMut(i64) -> i64) {
    for arg in &mut call.args {
        match arg {
            Arg::Int(value) => *value = number(*value),
            Arg::Ints(values) => *values = vec![number(values.first().copied().unwrap_or(0))].into(),
            _ => {}
        }
    }
}

/// Gives the call another list of integers. Whether it has one.
pub(super) fn relist(call: &mut Invocation, integers: &[i64]) -> bool {
    let list = call.args.iter_mut().find(|arg| matches!(arg, Arg::Ints(_)));
    list.map(|list| *list = Arg::Ints(integers.to_vec().into())).is_some()
}

/// Values that tell formulas, roundings and dtypes apart: zeros, ends, ties, neighbours of powers of two, infinities and NaN; and
/// those of the dtype to compute in, with what lies between them.
pub(super) fn telling(dtype: DType, compute: DType) -> Vec<Vec<u8>> {
    if let Some(part) = part(dtype) {
        let numbers = PARTS.iter().filter_map(|parts| of_numbers(part, parts));
        return numbers.map(|parts| parts.concat()).collect();
    }
    let words: Vec<u64> = match (dtype.class(), format(dtype)) {
        (_, Some(format)) => {
            let one = format.one_bits();
            let least = format.least_normal_bits();
            // 1.5, 3, and a number with a digit in every place.
            let (half, three, digits) = (one + (least >> 1), one + least + (least >> 1), one + least - 1);
            let most = format.infinity_bits();
            // What the next integer becomes, which has a digit too many.
            let even = one + u64::from(format.precision()) * least;
            let positive = [0, 1, least, one, one + 1, half, three, digits, even, most - 1, most];
            let negative = [0, 1, one, one + 1, digits, most - 1, most].map(|bits| bits | format.sign_bit());
            positive
                .into_iter()
                .chain(negative)
                .chain([format.nan_bits(), most + 1, format.sign_bit() - 1])
                .collect()
        }
        (Class::Bool, _) => vec![0, 1],
        _ => {
            let top = 1_u64 << (dtype.bits().min(64) - 1);
            // What f32 and f64 round too.
            let digits =
                [24, 53].into_iter().filter(|digits| *digits < dtype.bits()).map(|digits| (1 << digits) + 1);
            let words = [0, 1, 2, 3, 7, 100, top - 1, top, top + 1, u64::MAX, u64::MAX - 1];
            // Whose lower half, as a signed number, is negative.
            let half = (dtype.bits() == 64).then_some(1 << 31);
            words.into_iter().chain(digits).chain(half).collect()
        }
    };
    let bytes = |word: u64| (0..dtype.size()).map(|at| (word >> (8 * (at % 8))) as u8).collect();
    let mut telling: Vec<Vec<u8>> = words.into_iter().map(bytes).collect();
    // Integers that a float rounds.
    if let Some(format) =
        format(compute).filter(|format| dtype.is_integer() && dtype.bits() > format.precision() + 1)
    {
        let most = 1_u64 << format.precision();
        let rounded = [most + 1, most + 3, (most + 1).wrapping_neg()];
        telling.extend(rounded.map(|word| word.to_le_bytes()[..dtype.size()].to_vec()));
    }
    // Just above a tie, so that f32 puts it there.
    if let Some(format) = format(compute).filter(|_| has_routes(dtype, compute)) {
        let (most, digits) = (dtype.bits() - 2, format.precision());
        let word = match dtype.is_integer() {
            true => (1 << most) + (1 << (most - digits)) + 1,
            false => (1.0 + 0.5_f64.powi(digits as i32) + 0.5_f64.powi(40)).to_bits(),
        };
        telling.push(word.to_le_bytes()[..dtype.size()].to_vec());
    }
    if compute.bits() < dtype.bits() && format(compute).is_some() {
        let own = telling_numbers(compute);
        let between = own.iter().zip(&own[1..]).map(|(x, y)| x.midpoint(*y));
        let all: Vec<f64> = own.iter().copied().chain(between).collect();
        telling.extend(of_numbers(dtype, &all).unwrap_or_default());
    }
    telling
}

/// The numbers among the telling values of a float dtype, in order.
fn telling_numbers(dtype: DType) -> Vec<f64> {
    let elements: Vec<u8> = telling(dtype, dtype).concat();
    let numbers = converted(&elements, dtype, DType::F64).unwrap_or_default();
    let numbers = numbers.chunks_exact(8).filter_map(|n| Some(f64::from_le_bytes(n.try_into().ok()?)));
    let mut numbers: Vec<f64> = numbers.filter(|n| n.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// Numbers of which a line has no special result.
pub(super) const ORDINARY: [f64; 11] = [1.0, -2.0, 3.0, 1.0 / 3.0, -7.7, 100.0, 0.001, 65.0, -64.5, 0.0, 5.0];

/// Complex numbers, by their parts: on the axes and on either side of them, and in every quadrant.
const PARTS: [[f64; 2]; 16] = [
    [0.0, 0.0],
    [-0.0, 0.0],
    [1.0, 0.0],
    [-1.0, 0.0],
    [-1.0, -0.0],
    [0.0, 1.0],
    [0.5, -0.25],
    [3.0, 4.0],
    [-2.7, 1.5],
    [-0.1, -1.0 / 3.0],
    [0.001, -20.0],
    [1e-40, 85.0],
    [1e10, -1e10],
    // Whose squares leave the range of f32.
    [3e19, -4e19],
    [-11.5, 2.0],
    [f64::NAN, f64::NAN],
];

/// Numbers as elements of a dtype.
pub(super) fn of_numbers(dtype: DType, numbers: &[f64]) -> Option<Vec<Vec<u8>>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    Some(converted(&bytes, DType::F64, dtype)?.chunks_exact(dtype.size()).map(<[u8]>::to_vec).collect())
}
