//! What kernels get wrong far along a broadcast, and beside an infinite scalar, is found in each operator that it concerns, by two
//! of its fixed cases.

use super::kernels::{Kernel, cases_by_operator, found, read};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::ArgumentKind;
use ascertain::formula::converted;
use ascertain::{DType, Tensor};

/// How many cases of each operator find a fault, of those operators in which it can show.
fn counts(
    fault: fn(&mut Kernel, Invocation) -> Reply,
    can_show: impl Fn(&Invocation) -> bool,
) -> Vec<(&'static str, usize)> {
    let mut counts = Vec::new();
    for (operator, cases) in cases_by_operator() {
        let shows = cases.iter().any(|case| matches!(&case.call, Call::Operate(call) if can_show(call)));
        if shows {
            counts.push((operator.name, found(operator, &cases, fault)));
        }
    }
    counts
}

/// Offsets in an operand that is broadcast have eight bits.
fn counts_offsets_in_8_bits(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let most = read(&mut call).map(|tensor| tensor.layout().count()).max().unwrap_or(0);
    for tensor in read(&mut call).filter(|tensor| (257..most).contains(&tensor.layout().count())) {
        let (mut elements, size) = (tensor.elements().into_owned(), tensor.dtype().size());
        for at in (256 * size..elements.len()).step_by(size) {
            elements.copy_within(at - 256 * size..at - 255 * size, at);
        }
        tensor.set_elements(&elements);
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn offsets_of_eight_bits_in_a_broadcast_are_found() {
    let of_two = |call: &Invocation| read(&mut call.clone()).count() > 1;
    let counts = counts(counts_offsets_in_8_bits, of_two);
    assert!(counts.len() > 15 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// An operand of fewer dimensions is broadcast along the last ones of the other, if it is as long as its first ones.
fn aligns_with_the_first_dimensions(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let shapes: Vec<Vec<usize>> = read(&mut call).map(|tensor| tensor.shape().to_vec()).collect();
    let Some(all) = shapes.into_iter().max_by_key(Vec::len) else {
        return kernel.reference.ask(&Call::Operate(call));
    };
    for tensor in read(&mut call) {
        let own = tensor.shape();
        if !own.is_empty() && own.len() < all.len() && *own == all[..own.len()] {
            let shape = [own, &vec![1; all.len() - own.len()]].concat();
            *tensor = Tensor::new(tensor.dtype(), &shape, tensor.elements().into_owned()).expect("as many");
        }
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn operands_aligned_with_the_first_dimensions_are_found() {
    let of_two = |call: &Invocation| read(&mut call.clone()).count() > 1;
    let counts = counts(aligns_with_the_first_dimensions, of_two);
    assert!(counts.len() > 15 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// The operand at a place, if it has no dimensions beside one that has some, loses its fraction.
fn cuts_a_number<const AT: usize>(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let is_alone = read(&mut call).all(|tensor| tensor.shape().is_empty());
    let number = read(&mut call).nth(AT).filter(|tensor| tensor.shape().is_empty() && !is_alone);
    if let Some(number) = number.filter(|number| number.dtype().is_float()) {
        let dtype = number.dtype();
        let whole = converted(&number.elements(), dtype, DType::S64).expect("numbers convert");
        number.set_elements(&converted(&whole, DType::S64, dtype).expect("and back"));
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn a_number_beside_a_tensor_that_loses_its_fraction_is_found() {
    let of_two = |call: &Invocation| {
        let mut call = call.clone();
        read(&mut call).count() > 1 && read(&mut call).all(|tensor| tensor.dtype() == DType::F32)
    };
    let [first, second] = [counts(cuts_a_number::<0>, of_two), counts(cuts_a_number::<1>, of_two)];
    // What equals the first in a small tensor is like what it becomes, so that `eq` shows it once.
    assert!(first.len() > 10 && first.iter().all(|(_, count)| *count >= 1), "{first:?}");
    assert!(second.iter().all(|(_, count)| *count >= 2), "{second:?}");
}

/// The scalars of a call in f32 and f16, each with the greatest number of its dtype.
fn scalars(call: &mut Invocation) -> impl Iterator<Item = (&mut Tensor, f64)> {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(scalar) if argument.kind != ArgumentKind::Tensor => match scalar.dtype() {
            DType::F32 => Some((scalar, f32::MAX.into())),
            DType::F16 => Some((scalar, 65504.0)),
            _ => None,
        },
        _ => None,
    })
}

/// An infinite scalar becomes the greatest number of its dtype.
fn clamps_scalars(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    for (scalar, greatest) in scalars(&mut call) {
        let own = converted(&scalar.elements(), scalar.dtype(), DType::F64).expect("floats convert");
        let own = own.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
        if own.is_infinite() {
            let greatest = greatest.copysign(own).to_le_bytes();
            scalar.set_elements(&converted(&greatest, DType::F64, scalar.dtype()).expect("and back"));
        }
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn an_infinite_scalar_taken_for_the_greatest_number_is_found() {
    let mut counts = counts(clamps_scalars, |call| {
        let mut call = call.clone();
        scalars(&mut call).next().is_some() && read(&mut call).any(|tensor| tensor.dtype() == DType::F32)
    });
    // Here the greatest number times another gives what infinity gives.
    counts.retain(|(name, _)| !["muls", "add", "sub", "adds", "subs"].contains(name));
    assert!(counts.len() > 6 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// The lesser or greater of two integers of 64 bits is chosen by what they are as floats, of two alike the first.
fn chooses_by_floats(kernel: &mut Kernel, call: Invocation) -> Reply {
    let mut operands = call.clone();
    let operands: Vec<Tensor> = read(&mut operands).map(|tensor| tensor.clone()).collect();
    let is_alike = operands.iter().all(|one| one.dtype() == DType::S64 && one.shape() == operands[0].shape());
    let reply = kernel.reference.ask(&Call::Operate(call));
    let Reply::Answer(Answer::Tensor(result)) = &reply else { return reply };
    let [first, second] = &operands[..] else { return reply };
    if !is_alike || result.dtype() != DType::S64 || result.shape() != first.shape() {
        return reply;
    }
    let (a, b) = (first.elements(), second.elements());
    let number = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().expect("eight bytes")) as f64;
    let mut elements = result.elements().into_owned();
    for ((a, b), own) in a.chunks(8).zip(b.chunks(8)).zip(elements.chunks_mut(8)) {
        if number(a) == number(b) {
            own.copy_from_slice(a);
        }
    }
    let mut wrong = result.clone();
    wrong.set_elements(&elements);
    Reply::Answer(Answer::Tensor(wrong))
}

#[test]
fn extremes_of_integers_compared_as_floats_are_found() {
    let counts = counts(chooses_by_floats, |call| ["maximum", "minimum"].contains(&call.operator.name));
    assert!(counts.len() == 2 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}
