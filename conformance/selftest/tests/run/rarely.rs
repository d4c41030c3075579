//! What kernels get wrong in place, far along a broadcast, and beside an infinite scalar is found in each operator that it
//! concerns, by two of its fixed cases.

use super::kernels::{Kernel, cases_by_operator, found, read};
use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Direction};
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

/// The tensor that a call reads, and then writes.
fn in_place(call: &Invocation) -> Option<usize> {
    call.operator.arguments.iter().position(|argument| argument.direction == Direction::InOut)
}

/// The last vector of eight ends at the last element, and gets what it shares with the one before when this is done.
fn lets_vectors_overlap(kernel: &mut Kernel, call: Invocation) -> Reply {
    let own = call.clone();
    kernel.changed(call, |kernel, once| {
        let count = once.layout().count();
        let Some(at) = in_place(&own).filter(|_| count > 8 && once.is_packed()) else { return };
        let mut again = own;
        again.args[at] = Arg::Tensor(once.clone());
        let size = once.dtype().size();
        let mut elements = once.elements().into_owned();
        kernel.changed(again, |_, twice| {
            let shared = (count - 8) * size..count / 8 * 8 * size;
            if let Some(own) = twice.elements().get(shared.clone()) {
                elements[shared].copy_from_slice(own);
            }
        });
        once.set_elements(&elements);
    })
}

#[test]
fn what_is_computed_twice_in_place_is_found() {
    // What is done twice is what is done once.
    const SAME: [&str; 12] = [
        "abs",
        "sign",
        "ceil",
        "floor",
        "round",
        "trunc",
        "bitwise-and",
        "bitwise-or",
        "logical-and",
        "logical-or",
        "maximum",
        "minimum",
    ];
    let mut counts = counts(lets_vectors_overlap, |call| in_place(call).is_some());
    counts.retain(|(name, _)| !SAME.contains(&name.trim_end_matches("-scalar")));
    assert!(counts.len() > 10 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
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

/// The scalars of a call in f32.
fn scalars(call: &mut Invocation) -> impl Iterator<Item = &mut Tensor> {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(scalar) if argument.kind != ArgumentKind::Tensor && scalar.dtype() == DType::F32 => {
            Some(scalar)
        }
        _ => None,
    })
}

/// An infinite scalar becomes the greatest number of its dtype.
fn clamps_scalars(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    for scalar in scalars(&mut call) {
        let own = scalar.elements().first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
        if own.is_infinite() {
            scalar.set_elements(&f32::MAX.copysign(own).to_le_bytes());
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
    counts.retain(|(name, _)| !["muls", "add", "sub"].contains(name));
    assert!(counts.len() > 8 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}
