//! The cumulative product: in order along dim, each product rounded to the dtype that it is computed in.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::{CUMPROD, Contract};
use crate::kernel::{Options, cumprod, cumprod_in_place};
use crate::tensor::Tensor;
use core::num::NonZero;
use std::thread::available_parallelism;

const INPUT: usize = CUMPROD.place("input");
const INPLACE: usize = CUMPROD.place("inplace");
const OUT: usize = CUMPROD.place("out");

/// Computes the result where it goes, so it needs no workspace.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let Arg::Tensor(input) = &call.args[INPUT] else { return Err(reject("input is missing")) };
    let compute = contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
    let inplace = matches!(&call.args[INPLACE], Arg::Flag(true));
    let mut result = match &call.args[OUT] {
        _ if inplace => input.clone(),
        Arg::Tensor(out) => out.clone(),
        _ => Tensor::zeros(compute, input.shape()).map_err(|e| reject(e.to_string()))?,
    };
    if result.dtype() != compute || result.shape() != input.shape() {
        return Err(reject("out does not have the dtype and shape of the result"));
    }
    let rank = input.layout().rank();
    // Rank 0 is a single line of one element.
    let dim = match contract.derived_int("axis", call.args()) {
        _ if rank == 0 => Some(0),
        Some(dim) if dim < 0 => usize::try_from(dim + rank as i64).ok(),
        Some(dim) => usize::try_from(dim).ok(),
        None => None,
    };
    let dim = dim.filter(|d| *d < rank.max(1)).ok_or_else(|| reject("input has no dimension dim"))?;
    let options = Options { threads: threads(&result) };
    let done = if inplace {
        cumprod_in_place(&mut result, dim, options)
    } else {
        cumprod(input, dim, &mut result, options)
    };
    done.map_err(|error| reject(error.to_string()))?;
    Ok(result)
}

/// How many threads to use: more than one only for a large tensor.
fn threads(tensor: &Tensor) -> usize {
    const LARGE: usize = 1 << 20;
    if tensor.storage().len() < LARGE { 1 } else { available_parallelism().map_or(1, NonZero::get) }
}

fn reject(message: impl Into<String>) -> Rejection {
    Rejection { status: None, message: message.into() }
}
