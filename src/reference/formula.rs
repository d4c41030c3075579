//! Operators whose specification has a formula: each operation rounded to the dtype that it is computed in.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::{Contract, Formula, Join};
use crate::kernel::{Options, cumprod, cumprod_in_place};
use crate::shape::axes;
use crate::tensor::Tensor;
use core::num::NonZero;
use std::thread::available_parallelism;

/// Computes the result where it goes, so it needs no workspace.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let results = results(contract, call)?;
    results.into_iter().next().ok_or_else(|| reject("the edition has no formula for it".into()))
}

/// Computes every result of a call.
pub(super) fn results(contract: &Contract, call: &Invocation) -> Result<Vec<Tensor>, Rejection> {
    contract.formulas_of(call.args()).map(|formula| result(formula, call)).collect()
}

fn result(formula: &Formula, call: &Invocation) -> Result<Tensor, Rejection> {
    if let Some(factors) = formula.factors(call) {
        return products(formula, call, factors);
    }
    let computed = formula
        .compute(call.args())
        .ok_or_else(|| reject(format!("`{}` has no value here", formula.each.text)))?;
    let target = match call.get(formula.result) {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    };
    if target.is_some_and(|target| *target.shape() != *computed.shape) {
        let (result, name) = (formula.result, call.operator.name);
        return Err(reject(format!(
            "no requirement gives the shape of {result}: write {name}.{result}.shape"
        )));
    }
    let dtype = target.map_or(computed.dtype, Tensor::dtype);
    let elements = computed
        .stored(dtype)
        .ok_or_else(|| reject(format!("{} is not converted to {dtype}", computed.dtype)))?;
    match target.filter(|target| !target.is_packed()) {
        None => Tensor::new(dtype, &computed.shape, elements.into_owned()).map_err(|e| reject(e.to_string())),
        Some(target) => {
            let mut result = target.clone();
            result.set_elements(&elements);
            Ok(result)
        }
    }
}

impl Formula {
    /// The tensor whose elements are multiplied along its lines as they are, if that is what the formula says: the
    /// [kernel](crate::kernel) does so fast.
    fn factors<'a>(&self, call: &'a Invocation) -> Option<&'a Tensor> {
        let is_scan = self.joined.as_ref().is_some_and(|joined| joined.by == Join::Product && !joined.folds);
        let &[operand] = self.each.operands else { return None };
        let is_plain = self.each.text == call.operator.arguments[operand].name;
        call.args().tensor(operand).filter(|_| is_scan && is_plain)
    }
}

/// The products of a tensor's elements along its lines, in the storage of the tensor that receives them.
fn products(formula: &Formula, call: &Invocation, factors: &Tensor) -> Result<Tensor, Rejection> {
    let args = call.args();
    let compute = formula.dtype(args).unwrap_or(factors.dtype());
    let inplace = matches!(call.get("inplace"), Arg::Flag(true));
    let mut result = match call.get(formula.result) {
        _ if inplace => factors.clone(),
        Arg::Tensor(out) => out.clone(),
        _ => Tensor::zeros(compute, factors.shape()).map_err(|e| reject(e.to_string()))?,
    };
    if result.dtype() != compute || result.shape() != factors.shape() {
        return Err(reject("out does not have the dtype and shape of the result".into()));
    }
    let dim = match factors.shape().len() {
        // A single line of one element.
        0 => Some(0),
        rank => {
            let dims = formula.joined.as_ref().and_then(|joined| joined.along.ints(args));
            dims.and_then(|dims| axes(&dims, rank)?.first().copied())
        }
    };
    let dim = dim.ok_or_else(|| reject("input has no dimension dim".into()))?;
    let options = Options { threads: threads(&result), ..Options::default() };
    let done = if inplace {
        cumprod_in_place(&mut result, dim, options)
    } else {
        cumprod(factors, dim, &mut result, options)
    };
    done.map_err(|error| reject(error.to_string()))?;
    Ok(result)
}

/// How many threads to use: more than one only for a large tensor.
fn threads(tensor: &Tensor) -> usize {
    const LARGE: usize = 1 << 20;
    if tensor.storage().len() < LARGE { 1 } else { available_parallelism().map_or(1, NonZero::get) }
}

fn reject(message: String) -> Rejection {
    Rejection { status: None, message }
}
