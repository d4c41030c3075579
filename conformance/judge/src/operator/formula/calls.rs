//! Calls whose values tell formulas apart, fixed ones and random ones.

use super::super::conversions::has_routes;
use super::super::declarations::format;
use super::super::{askable, is_judged};
use crate::random::shapes::LineShape;
use crate::random::{Source, shapes, values};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction, Formula, Join, Level};
use ascertain::dtype::Class;
use ascertain::formula::{converted, part};
use ascertain::tensor::Dims;
use ascertain::{DType, Tensor};
use ascertain_language::expr::Expr;
use std::iter;

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
        let Ok(out) = Tensor::zeros(dtype, &shape) else { continue };
        call.args[at] = Arg::Tensor(out);
        // The absolute value of a complex number is real.
        let is_refused =
            |call: &Invocation| contract.broken_by(call.args()).any(|broken| broken.level == Level::Must);
        if let Some(out) = part(dtype).and_then(|part| Tensor::zeros(part, &shape).ok())
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
pub(super) fn read(formula: &Formula, call: &Invocation) -> (Vec<usize>, Vec<usize>) {
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

/// Valid calls like one, with values that tell formulas apart, every pair of them, and shapes that are broadcast. Beyond the first,
/// only where tensors and scalars have one dtype.
pub(in crate::operator) fn grid(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Vec<(String, Invocation)> {
    let (read, scalars) = read(formula, call);
    let Some(compute) = formula.dtype(call.args()) else { return Vec::new() };
    let is_graded = formula.each.expr().is_some_and(has_graded);
    let values = |at: usize| {
        let dtype = call.args().dtype_of(at)?;
        let more = of_numbers(dtype, &RANGE).filter(|_| is_graded && dtype.is_float());
        Some([telling(dtype, compute), more.unwrap_or_default()].concat())
    };
    let Some(all) = read.iter().map(|&at| values(at)).collect::<Option<Vec<_>>>() else { return Vec::new() };
    let values = |at: usize| read.iter().position(|known| *known == at).map(|order| all[order].as_slice());
    // Values in turn, from the `first` on, each `times` times.
    let tensor = |at: usize, shape: &[usize], values: &[Vec<u8>], nth: &dyn Fn(usize) -> usize| {
        let mut bytes = Vec::new();
        for i in 0..shape.iter().product::<usize>() {
            bytes.extend_from_slice(&values[nth(i) % values.len()]);
        }
        Tensor::new(call.args().dtype_of(at)?, shape, bytes).ok()
    };
    let filled = |at: usize, shape: &[usize], first: usize, times: usize| {
        tensor(at, shape, values(at)?, &|i| i / times + first)
    };
    let of = |tensor: &dyn Fn(usize, usize) -> Option<Tensor>| {
        let tensors = read.iter().enumerate().map(|(order, &at)| Some((at, tensor(order, at)?)));
        tensors.collect::<Option<Vec<_>>>()
    };
    // Each value of one with each of the other, or before each other in a line.
    let most = read.iter().filter_map(|&at| Some(values(at)?.len())).max().unwrap_or(1);
    let is_joined = formula.joined.is_some();
    let pairs = match formula.joined {
        None => of(&|order, at| filled(at, &vec![most; read.len()], 0, if order == 0 { 1 } else { most })),
        Some(_) => of(&|_, at| {
            let nth = |i: usize| if i.is_multiple_of(2) { i / 2 / most } else { i / 2 % most };
            tensor(at, &[most * most, 2], values(at)?, &nth)
        }),
    };
    let with = |base: &Invocation, tensors: Option<Vec<_>>| with_operands(contract, base, tensors?);
    let along = |dim: i64| {
        let mut along = call.clone();
        renumber(&mut along, |_| dim);
        along
    };
    let mut calls =
        vec![("values".to_owned(), with(&if is_joined { along(1) } else { call.clone() }, pairs.clone()))];
    // Whether any is true is asked of floats as well.
    let told_apart =
        if compute == DType::Bool && formula.fold().is_some() { [compute, DType::F32] } else { [compute; 2] };
    let is_one = read
        .iter()
        .chain(&scalars)
        .all(|&at| call.args().dtype_of(at).is_some_and(|own| told_apart.contains(&own)));
    if !is_one {
        if formula.joined.as_ref().is_some_and(|joined| matches!(joined.by, Join::Sum | Join::Product)) {
            // Lines that a dtype as narrow as theirs cannot count.
            let most = |at: usize, n: usize| {
                let dtype = call.args().dtype_of(at).filter(|own| own.bits() < compute.bits())?;
                let most = match dtype.class() {
                    Class::Bool => vec![1],
                    Class::Signed | Class::Unsigned => {
                        let top = u64::MAX >> (64 - dtype.bits() + u32::from(dtype.class() == Class::Signed));
                        top.to_le_bytes()[..dtype.size()].to_vec()
                    }
                    _ => return None,
                };
                tensor(at, &[n], &[most], &|i| i)
            };
            for n in [300, 1000] {
                calls.push((format!("{n}/greatest"), with(&along(0), of(&|_, at| most(at, n)))));
            }
        }
        // A scalar that the dtype to compute in has to round.
        for &at in &scalars {
            let rounded = call.args().dtype_of(at).and_then(|own| Some((own, rounded(own, compute)?)));
            let scalar = rounded.and_then(|(own, number)| Tensor::new(own, &[], number).ok());
            let Some(scalar) = scalar else { continue };
            let scalar_dtype = scalar.dtype();
            let mut other = call.clone();
            other.args[at] = Arg::Tensor(scalar);
            let name = call.operator.arguments[at].name;
            calls.push((format!("{name}=rounded"), with(&other, pairs.clone())));
            // The same number among narrower floats: whether it is rounded first shows at once.
            let met = |at: usize| {
                let narrower = call.args().dtype_of(at).filter(|own| own.is_float());
                let narrower =
                    narrower.filter(|own| scalar_dtype.is_float() && own.bits() < scalar_dtype.bits());
                tensor(at, &[4], &of_numbers(narrower?, &[1.0 / 3.0, -1.0 / 3.0, 1.0, 3.0])?, &|i| i)
            };
            if let Some(met) = of(&|_, at| met(at)) {
                calls.push((format!("{name}=met"), with(&other, Some(met))));
            }
        }
        return calls.into_iter().filter_map(|(name, call)| Some((name, call?))).collect();
    }
    if is_joined {
        // Lines of ordinary numbers, longer than the tiles of kernels.
        let plain = |shape: &[usize]| {
            of(&|order, at| {
                let values = of_numbers(call.args().dtype_of(at)?, &ORDINARY)?;
                tensor(at, shape, &values, &|i| i * (2 * order + 1))
            })
        };
        calls.push(("300/dim=0".to_owned(), with(&along(0), plain(&[300]))));
        calls.push(("2x70x3/dim=1".to_owned(), with(&along(1), plain(&[2, 70, 3]))));
        if formula.joined.as_ref().is_some_and(|joined| matches!(joined.by, Join::Least | Join::Greatest))
            && compute.is_float()
        {
            // Which elements are lost to NaN.
            let lines = of(&|_, at| {
                let values = of_numbers(call.args().dtype_of(at)?, &AROUND_NAN)?;
                tensor(at, &[6, 4], &values, &|i| i)
            });
            calls.push(("nan".to_owned(), with(&along(1), lines)));
        }
        if formula.fold().is_some() {
            // Whose result hangs on the first elements of a long line.
            for rest in [0.0, 1.0] {
                let line = of(&|_, at| {
                    let dtype = call.args().dtype_of(at)?;
                    let values = [of_numbers(dtype, &ORDINARY)?, of_numbers(dtype, &[rest])?].concat();
                    tensor(at, &[300], &values, &|i| i.min(values.len() - 1))
                });
                calls.push((format!("300/then-{rest}"), with(&along(0), line)));
            }
        }
    } else {
        // A number that is not neutral, where there is one.
        let other = along(3);
        if other.args != call.args {
            calls.push(("other-number".to_owned(), with(&other, pairs.clone())));
        }
        for &at in &scalars {
            let own = call.args().dtype_of(at).unwrap_or(compute);
            // The last in a dtype that holds it, too.
            let numbers = [(own, -1.0), (own, -2.0), (own, 3.0), (own, 1.0 / 3.0), (DType::F32, 1.0 / 3.0)];
            for (dtype, number) in numbers.into_iter().take(if own == DType::F32 { 4 } else { 5 }) {
                let Some(scalar) = of_numbers(dtype, &[number]) else { continue };
                let mut other = call.clone();
                if let Ok(scalar) = Tensor::new(dtype, &[], scalar.concat()) {
                    other.args[at] = Arg::Tensor(scalar);
                }
                let tensors = if most * most <= 64 {
                    pairs.clone()
                } else {
                    of(&|order, at| filled(at, &[most], 2 * order, 1))
                };
                let name = format!("{}={dtype}-{number:.2}", call.operator.arguments[at].name);
                calls.push((name, with(&other, tensors)));
            }
        }
    }
    let calls = calls.into_iter().filter_map(|(name, call)| Some((name, call?)));
    calls.filter(|(_, call)| has_result(formula, call)).collect()
}

/// Whether something is known of the result: of empty lines, the least and the greatest are not.
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
            Arg::Ints(values) => *values = vec![number(values.first().copied().unwrap_or(0))],
            _ => {}
        }
    }
}

/// Gives the call another list of integers. Whether it has one.
pub(super) fn relist(call: &mut Invocation, integers: &[i64]) -> bool {
    let list = call.args.iter_mut().find(|arg| matches!(arg, Arg::Ints(_)));
    list.map(|list| *list = Arg::Ints(integers.to_vec())).is_some()
}

/// Of a shape that is broadcast to another one: how many axes are left of that once neighbours are merged that are both
/// broadcast, or both not. An axis of length 1 in both is not broadcast; whoever does without it merges more. The runs of several
/// shapes end where those of one of them do.
fn runs(whole: &[usize], own: &[usize]) -> usize {
    let own = iter::repeat_n(1, whole.len() - own.len()).chain(own.iter().copied());
    let mut broadcast: Dims<bool> = whole.iter().zip(own).map(|(whole, own)| *whole != own).collect();
    broadcast.dedup();
    broadcast.len()
}

/// How many merged axes an implementation may refuse in some dtypes, by the page on broadcasting.
const FEWEST_REFUSED: usize = 6;

/// A call like one, with random shapes and values.
pub(in crate::operator) fn draw(
    source: &mut Source,
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Option<Invocation> {
    let LineShape { shape, dim } = shapes::lines(source, &shapes::MOSTLY_SHORT);
    let (read, scalars) = read(formula, call);
    // What is drawn below is not copied.
    let others = call.args.iter().enumerate();
    let others = others.map(|(at, arg)| if read.contains(&at) { Arg::Absent } else { arg.clone() });
    let mut drawn = Invocation { operator: call.operator, args: others.collect() };
    // The page on broadcasting lets an implementation refuse six axes or more of two tensors in some dtypes.
    let mut ends = FEWEST_REFUSED - 2;
    for &at in &read {
        let dtype = call.args().dtype_of(at)?;
        // Some dimensions of one, and fewer of them, are broadcast.
        let mut own = shape.clone();
        if formula.each.operands.len() > 1 && source.chance(20) {
            own.drain(..source.below(own.len() + 1));
            for n in &mut own {
                *n = if source.chance(30) { 1 } else { *n };
            }
            match ends.checked_sub(runs(&shape, &own).saturating_sub(1)) {
                Some(left) => ends = left,
                None => own.clone_from(&shape),
            }
        }
        let view = if source.chance(20) { shapes::strided(source, dtype, &own) } else { None };
        let mut elements = vec![0; own.iter().product::<usize>() * dtype.size()];
        values::fill(source, dtype, &mut elements);
        repeat(source, dtype, drawn.args().tensor(read[0]), &mut elements);
        drawn.args[at] = Arg::Tensor(match view {
            None => Tensor::new(dtype, &own, elements).ok()?,
            Some(mut view) => {
                view.set_elements(&elements);
                view
            }
        });
    }
    for at in scalars {
        let dtype = if source.chance(50) { call.args().dtype_of(at)? } else { source.pick(&DType::ALL) };
        if let Some(number) = converted(&source.pick(&ORDINARY).to_le_bytes(), DType::F64, dtype) {
            drawn.args[at] = Arg::Tensor(Tensor::new(dtype, &[], number).ok()?);
        }
    }
    let dim = dim as i64 - if source.chance(50) { shape.len() as i64 } else { 0 };
    let is_joined = formula.joined.is_some();
    renumber(&mut drawn, |own| if is_joined { dim } else { source.pick(&[own, 0, 1, -1, 2, 3, 7, -100]) });
    if source.chance(50) {
        let dims: Vec<i64> = (0..shape.len() as i64).filter(|_| source.chance(50)).collect();
        relist(&mut drawn, &dims);
    }
    if formula.fold().is_some() {
        for (arg, argument) in drawn.args.iter_mut().zip(call.operator.arguments) {
            if argument.kind == ArgumentKind::Flag && argument.via.is_none() {
                *arg = Arg::Flag(source.chance(50));
            }
        }
    }
    complete(contract, &mut drawn);
    let mut valid = is_valid(contract, &drawn);
    if !valid {
        for (arg, own) in drawn.args.iter_mut().zip(&call.args) {
            if let (Arg::Int(number), Arg::Int(own)) = (arg, own) {
                *number = *own;
            }
        }
        valid = is_valid(contract, &drawn);
    }
    // A result with gaps.
    for formula in contract.formulas_of(call.args()) {
        let Some(at) = drawn.operator.argument(formula.result) else { continue };
        let Arg::Tensor(out) = &drawn.args[at] else { continue };
        if drawn.operator.arguments[at].direction == Direction::Out
            && source.chance(10)
            && let Some(view) = shapes::strided(source, out.dtype(), out.shape())
        {
            drawn.args[at] = Arg::Tensor(view);
            valid = valid && is_valid(contract, &drawn);
        }
    }
    (valid && has_result(formula, &drawn)).then_some(drawn)
}

/// Repeats some elements, from the tensor before or their own, some of them negated: numbers that are equal, and that cancel.
fn repeat(source: &mut Source, dtype: DType, before: Option<&Tensor>, elements: &mut [u8]) {
    let (size, sign) = (dtype.size(), if dtype.is_float() { 0x80 } else { 0 });
    let count = elements.len() / size;
    if count == 0 || source.chance(60) {
        return;
    }
    let before = before.and_then(|before| converted(&before.elements(), before.dtype(), dtype));
    for _ in 0..count.min(16) {
        let (from, to) = (source.below(count), source.below(count));
        let before = before
            .as_ref()
            .and_then(|before| before.get(to * size..(to + 1) * size))
            .filter(|_| source.chance(50));
        let mut element = before.unwrap_or(&elements[from * size..][..size]).to_vec();
        element[size - 1] ^= if source.chance(50) { sign } else { 0 };
        elements[to * size..][..size].copy_from_slice(&element);
    }
}

/// Where functions leave the range of a dtype.
const RANGE: [f64; 12] = [0.1, 2.7, 11.5, 20.0, 85.0, 300.0, -0.1, -2.7, -11.5, -20.0, -85.0, -300.0];

/// Whether an expression has a graded function.
fn has_graded(expr: &Expr) -> bool {
    matches!(expr, Expr::Apply(function, _) if function.is_graded())
        || expr.parts().into_iter().any(has_graded)
}

/// Values that tell formulas, roundings and dtypes apart: zeros, ends, ties, neighbours of powers of two, infinities and NaN; and
/// those of the dtype to compute in, with what lies between them.
fn telling(dtype: DType, compute: DType) -> Vec<Vec<u8>> {
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

/// A number of a dtype that another one has to round; none if it holds them all.
fn rounded(own: DType, compute: DType) -> Option<Vec<u8>> {
    let format = format(compute).filter(|_| own.bits() > compute.bits() || own.is_integer())?;
    match own.is_integer() {
        true if own.bits() > format.precision() + 1 => {
            Some(((1_u64 << format.precision()) + 1).to_le_bytes()[..own.size()].to_vec())
        }
        true => None,
        false => of_numbers(own, &[1.0 / 3.0]).map(|numbers| numbers.concat()),
    }
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
const ORDINARY: [f64; 11] = [1.0, -2.0, 3.0, 1.0 / 3.0, -7.7, 100.0, 0.001, 65.0, -64.5, 0.0, 5.0];

/// Lines of four with NaN in every place.
const AROUND_NAN: [f64; 24] = {
    let nan = f64::NAN;
    [
        nan, 1.0, 5.0, 9.0, 1.0, nan, 5.0, 9.0, 1.0, 5.0, nan, 9.0, //
        9.0, 5.0, 1.0, nan, 9.0, nan, 5.0, 1.0, nan, nan, 1.0, 5.0,
    ]
};

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
