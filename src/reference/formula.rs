//! Operators whose specification has a formula: each operation rounded to the dtype that it is computed in.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::{Contract, Formula};
use crate::tensor::Tensor;

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
    let computed = formula
        .compute(call.args())
        .ok_or_else(|| reject(format!("`{}` has no value here", formula.each.text)))?;
    let mut result = match call.get(formula.result) {
        Arg::Tensor(tensor) => tensor.clone(),
        _ => Tensor::zeros(computed.dtype, &computed.shape).map_err(|e| reject(e.to_string()))?,
    };
    if result.shape() != computed.shape {
        return Err(reject(format!("the result has shape {:?}", computed.shape)));
    }
    let elements = computed
        .stored(result.dtype())
        .ok_or_else(|| reject(format!("{} is not converted to {}", computed.dtype, result.dtype())))?;
    result.set_elements(&elements);
    Ok(result)
}

fn reject(message: String) -> Rejection {
    Rejection { status: None, message }
}
