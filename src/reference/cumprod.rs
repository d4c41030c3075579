//! The cumulative product, sequential along dim, each product rounded to the dtype it is computed in.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::Contract;
use crate::element::{Converter, Factor, converter, for_dtype};
use crate::{DType, Tensor};

/// Elements are converted as they are read, so that no workspace is needed.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let Arg::Tensor(input) = call.get("input") else { return Err(reject("input is missing")) };
    let compute = contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
    let mut result = match (call.get("inplace"), call.get("out")) {
        (Arg::Flag(true), _) => input.clone(),
        (_, Arg::Tensor(out)) => out.clone(),
        _ => Tensor::zeros(compute, input.shape()).map_err(|e| reject(e.to_string()))?,
    };
    if result.dtype() != compute || result.shape() != input.shape() {
        return Err(reject("out has not the dtype and shape of the result"));
    }
    let rank = input.layout().rank();
    // Rank 0 is a single line of one element.
    let dim = match call.get("dim") {
        Arg::Int(dim) if *dim < 0 => usize::try_from(dim + rank as i64).ok(),
        Arg::Int(dim) => usize::try_from(*dim).ok(),
        _ => None,
    };
    let dim =
        if rank == 0 { None } else { Some(dim.filter(|d| *d < rank).ok_or_else(|| reject("no such dim"))?) };
    let convert = converter(input.dtype(), compute).ok_or_else(|| reject("no conversion to that dtype"))?;
    let done = for_dtype!(compute, T => scan::<T>(input, dim, convert, &mut result));
    done.map(|()| result).ok_or_else(|| reject("no product in that dtype"))
}

/// Writes the products of every line of `input` along `dim` to the same line of `result`.
fn scan<T: Factor>(input: &Tensor, dim: Option<usize>, convert: Converter, result: &mut Tensor) {
    let (from, to) = (input.dtype().size(), T::DTYPE.size());
    let lines = |tensor: &Tensor| match dim {
        Some(dim) => (tensor.layout().without(dim), tensor.layout().strides()[dim], tensor.shape()[dim]),
        None => (tensor.layout().clone(), 0, 1),
    };
    let (sources, step, n) = lines(input);
    let (targets, target_step, _) = lines(result);
    if input.layout().count() == 0 {
        return;
    }
    let storage = result.storage_mut();
    let mut factor = [0; size_of::<u64>()];
    for (source, target) in sources.positions().zip(targets.positions()) {
        let mut product: Option<T> = None;
        for i in 0..n as isize {
            let at = |start: usize, step: isize, size: usize| (start as isize + i * step) as usize * size;
            convert(&input.storage()[at(source, step, from)..], &mut factor);
            let x = T::load(&factor);
            let y = product.map_or(x, |p| p.times(x));
            y.store(&mut storage[at(target, target_step, to)..]);
            product = Some(y);
        }
    }
}

fn reject(message: impl Into<String>) -> Rejection {
    Rejection { status: None, message: message.into() }
}

// The compiler knows the dtypes that operators compute with; each fits the buffer of one factor.
const _: () = {
    let mut i = 0;
    while i < DType::ALL.len() {
        assert!(!(DType::ALL[i].is_float() || DType::ALL[i].is_integer()) || DType::ALL[i].size() <= 8);
        i += 1;
    }
};
