//! Mistakes in what is read: operands of other places or of earlier calls, counts in few bits, parts of complex numbers.

use super::{argument, cases_of, told, told_of};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::reference::Reference;
use ascertain::{DType, Layout, Tensor};
use ascertain_judge::case::Case;
use std::collections::HashMap;

/// What a run tells of a backend that takes some calls for others.
fn told_of_taken(operator: &str, mut taken: impl FnMut(&Invocation) -> Option<Invocation>) -> Vec<String> {
    let mut reference = Reference::default();
    told(operator, |call, tensors| {
        let Some(other) = taken(call) else { return };
        if let Reply::Answer(Answer::Tensor(other)) = reference.ask(&Call::Operate(other)) {
            tensors[0].set_elements(&other.elements());
        }
    })
}

#[test]
fn a_number_that_is_kept_of_an_earlier_call_is_named() {
    for (which, is_first) in [("the first call", true), ("the call before", false)] {
        let mut kept: HashMap<(DType, Vec<usize>, DType), Tensor> = HashMap::new();
        let says = told_of_taken("ne-scalar", |call| {
            let (own, other) = (argument(call, "self")?, argument(call, "other")?);
            let key = (own.dtype(), own.shape().to_vec(), other.dtype());
            let earlier = kept.get(&key).cloned();
            if earlier.is_none() || !is_first {
                kept.insert(key, other.clone());
            }
            Some(call.clone().with("other", Arg::Tensor(earlier?)))
        });
        let named = format!("is as if other were that of {which} with these shapes");
        assert!(says.iter().any(|says| says.contains(&named)), "{says:?}");
    }
}

#[test]
fn an_operand_that_is_aligned_with_the_first_dimensions_is_named() {
    let aligned = |tensor: &Tensor, shape: &[usize]| {
        let missing = shape.len().checked_sub(tensor.shape().len()).filter(|missing| *missing > 0)?;
        let fits = !tensor.shape().is_empty() && shape.starts_with(tensor.shape());
        let spread = [tensor.shape(), &vec![1; missing]].concat();
        Tensor::new(tensor.dtype(), &spread, tensor.elements().into_owned()).ok().filter(|_| fits)
    };
    let says = told_of_taken("logical-xor", |call| {
        let (own, other) = (argument(call, "self")?, argument(call, "other")?);
        let of_own = aligned(own, other.shape()).map(|own| call.clone().with("self", Arg::Tensor(own)));
        let of_other =
            aligned(other, own.shape()).map(|other| call.clone().with("other", Arg::Tensor(other)));
        of_own.or(of_other)
    });
    let is_named = |says: &String| {
        says.contains("as if the dimensions of each operand were aligned with the first ones")
    };
    assert!(says.iter().any(is_named), "{says:?}");
}

#[test]
fn strides_without_their_sign_are_named() {
    let says = told_of_taken("le-scalar", |call| {
        let own = argument(call, "self")?;
        let (shape, strides) = (own.shape(), own.layout().strides());
        let back = shape.iter().zip(strides).map(|(length, stride)| stride.min(&0) * (*length as isize - 1));
        let first = own.layout().offset().checked_add_signed(back.sum()).filter(|_| !shape.contains(&0))?;
        let strides: Vec<isize> = strides.iter().map(|stride| stride.abs()).collect();
        let (layout, size) = (Layout::strided(shape, &strides, first).ok()?, own.dtype().size());
        let read = layout.positions().flat_map(|at| own.storage()[at * size..][..size].to_vec()).collect();
        Some(call.clone().with("self", Arg::Tensor(Tensor::new(own.dtype(), shape, read).ok()?)))
    });
    let is_named = |says: &String| says.contains("its negative strides had no sign (self)");
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

#[test]
fn a_count_in_eight_bits_is_named() {
    let mut cases = cases_of("any");
    let like = cases.iter().find_map(|case| match &case.call {
        Call::Operate(call) if argument(call, "self")?.dtype() == DType::S32 => Some(case.clone()),
        _ => None,
    });
    let like = like.expect("one of integers");
    // Each row has as many ones.
    for counts in (250..262).map(|first| [first, 0, 512, 3, 256]) {
        let Call::Operate(call) = &like.call else { continue };
        let row = |count: &i32| (0..600).map(|at| i32::from(at < *count)).collect::<Vec<_>>();
        let elements = counts.iter().flat_map(row).flat_map(i32::to_le_bytes).collect();
        let own = Tensor::new(DType::S32, &[5, 600], elements).expect("as many elements");
        let call = call.clone().with("self", Arg::Tensor(own)).with("dim", Arg::Ints(vec![1].into()));
        let out = Tensor::zeros(DType::Bool, &[5]).expect("a small tensor");
        let call = call.with("keepdim", Arg::Flag(false)).with("out", Arg::Tensor(out));
        cases.push(Case {
            id: format!("any/{}", counts[0]).into(),
            call: Call::Operate(call),
            ..like.clone()
        });
    }
    let says = told_of(&cases, "any", |call, tensors| {
        let (Some(own), Some(Arg::Ints(dims))) = (argument(call, "self"), call.args.get(1)) else { return };
        let (shape, rank) = (own.shape(), own.shape().len() as i64);
        if !own.dtype().is_integer() || tensors[0].dtype() != DType::Bool || rank == 0 {
            return;
        }
        let is_folded =
            |dim: usize| dims.is_empty() || dims.iter().any(|own| own.rem_euclid(rank) as usize == dim);
        let mut counts = vec![0_usize; tensors[0].layout().count()];
        for (mut at, element) in own.elements().chunks_exact(own.dtype().size()).enumerate() {
            let (mut to, mut step) = (0, 1);
            for dim in (0..shape.len()).rev() {
                if !is_folded(dim) {
                    to += at % shape[dim] * step;
                    step *= shape[dim];
                }
                at /= shape[dim];
            }
            counts[to] += usize::from(element.iter().any(|byte| *byte != 0));
        }
        tensors[0].set_elements(&counts.iter().map(|count| u8::from(count % 256 != 0)).collect::<Vec<_>>());
    });
    let is_named = |says: &String| says.contains("the low 8 bits of how many are true are not 0");
    assert!(says.iter().any(is_named), "{says:?}");
}

#[test]
fn a_part_of_a_complex_product_is_named() {
    let says = told("mul", |call, tensors| {
        let parts = |tensor: &Tensor| -> Vec<f32> {
            tensor.elements().as_chunks().0.iter().map(|part| f32::from_le_bytes(*part)).collect()
        };
        let (Some(own), Some(other)) = (argument(call, "self"), argument(call, "other")) else { return };
        let is_like = |tensor: &Tensor| tensor.dtype() == DType::C64 && tensor.shape() == own.shape();
        if ![own, other, &tensors[0]].into_iter().all(is_like) {
            return;
        }
        let (own, other, mut product) = (parts(own), parts(other), parts(&tensors[0]));
        for (at, part) in product.iter_mut().enumerate().skip(1).step_by(2) {
            *part = own[at - 1] * other[at] - own[at] * other[at - 1];
        }
        tensors[0].set_elements(&product.into_iter().flat_map(f32::to_le_bytes).collect::<Vec<_>>());
    });
    let is_named = |says: &String| says.contains("has ad - bc as its imaginary part");
    assert!(says.iter().any(is_named), "{says:?}");
}
