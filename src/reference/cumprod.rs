//! The cumulative product, sequential along dim, each product rounded to the dtype it is computed in.

use super::Kernel;
use crate::Tensor;
use crate::backend::{Answer, Rejection, Reply};
use crate::call::{Arg, Invocation};
use crate::contract::{CUMPROD, Contract};
use crate::kernel::{Options, cumprod, cumprod_in_place};
use crate::timing::{self, Bench, Timing};
use core::num::NonZero;
use std::thread::available_parallelism;

const INPUT: usize = CUMPROD.place("input");
const DIM: usize = CUMPROD.place("dim");
const INPLACE: usize = CUMPROD.place("inplace");
const OUT: usize = CUMPROD.place("out");

/// The result is computed where it goes, so that no workspace is needed.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let mut product = Product::of(contract, call)?;
    let options = Options { threads: threads(&product.result) };
    product.compute(options)?;
    Ok(product.result)
}

/// A call whose arguments were found right, and where its result goes.
struct Product<'a> {
    /// None where the factors lie where the result goes.
    input: Option<&'a Tensor>,
    dim: usize,
    result: Tensor,
}

impl<'a> Product<'a> {
    fn of(contract: &Contract, call: &'a Invocation) -> Result<Self, Rejection> {
        let Arg::Tensor(input) = &call.args[INPUT] else { return Err(reject("input is missing")) };
        let compute = contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
        let inplace = matches!(&call.args[INPLACE], Arg::Flag(true));
        let result = match &call.args[OUT] {
            _ if inplace => input.clone(),
            Arg::Tensor(out) => out.clone(),
            _ => Tensor::zeros(compute, input.shape()).map_err(|e| reject(e.to_string()))?,
        };
        if result.dtype() != compute || result.shape() != input.shape() {
            return Err(reject("out has not the dtype and shape of the result"));
        }
        let rank = input.layout().rank();
        // Rank 0 is a single line of one element.
        let dim = match &call.args[DIM] {
            _ if rank == 0 => Some(0),
            Arg::Int(dim) if *dim < 0 => usize::try_from(dim + rank as i64).ok(),
            Arg::Int(dim) => usize::try_from(*dim).ok(),
            _ => None,
        };
        let dim = dim.filter(|d| *d < rank.max(1)).ok_or_else(|| reject("no such dim"))?;
        Ok(Self { input: (!inplace || input.dtype() != compute).then_some(input), dim, result })
    }

    fn compute(&mut self, options: Options) -> Result<(), Rejection> {
        let done = match self.input {
            None => cumprod_in_place(&mut self.result, self.dim, options),
            Some(input) => cumprod(input, self.dim, &mut self.result, options),
        };
        done.map_err(|misfit| reject(misfit.to_string()))
    }
}

/// Times the product of a call whose arguments were found right.
pub(super) fn bench(contract: &Contract, call: &Invocation, bench: &Bench<'_>) -> Result<Timing, Reply> {
    let mut product = Product::of(contract, call).map_err(Reply::Rejected)?;
    let options = Options { threads: bench.threads };
    let timing = timing::sample(bench, &mut timing::clock(), || {
        // In place, every call but the first would multiply products.
        if product.input.is_none()
            && let Arg::Tensor(input) = &call.args[INPUT]
        {
            product.result.storage_mut().copy_from_slice(input.storage());
        }
        product.compute(options)
    });
    let timing = timing.map_err(Reply::Rejected)?;
    let (timed, preallocated) = match product.input {
        Some(_) => ("ascertain::kernel::cumprod(&input, dim, &mut out, options)", true),
        None => {
            ("ascertain::kernel::cumprod_in_place(&mut input, dim, options), and a copy to restore it", true)
        }
    };
    let result = bench.result.then_some(Answer::Tensor(product.result));
    Ok(Timing { threads: Some(bench.threads), preallocated, timed: timed.to_owned(), result, ..timing })
}

/// Threads for a product: more than one only where there is enough to do.
fn threads(tensor: &Tensor) -> usize {
    const LARGE: usize = 1 << 20;
    if tensor.storage().len() < LARGE { 1 } else { available_parallelism().map_or(1, NonZero::get) }
}

fn reject(message: impl Into<String>) -> Rejection {
    Rejection { status: None, message: message.into() }
}
