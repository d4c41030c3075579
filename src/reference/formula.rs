//! Operators whose specification has a formula: each operation rounded to the dtype that it is computed in.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::{ArgumentKind, Contract, Direction};
use crate::tensor::Tensor;

/// Computes the result where it goes, so it needs no workspace.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let reject = |message: String| Rejection { status: None, message };
    let formula =
        contract.formula(call.args()).ok_or_else(|| reject("the edition has no formula for it".into()))?;
    let computed = formula
        .compute(call.args())
        .ok_or_else(|| reject(format!("`{}` has no value here", formula.each.text)))?;
    let mut result = match written(call) {
        Some(tensor) => tensor.clone(),
        None => Tensor::zeros(computed.dtype, &computed.shape).map_err(|e| reject(e.to_string()))?,
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

/// The tensor that a call writes.
fn written(call: &Invocation) -> Option<&Tensor> {
    let arguments = call.operator.arguments.iter().zip(&call.args);
    arguments.filter(|(a, _)| a.kind == ArgumentKind::Tensor && a.direction != Direction::In).find_map(
        |(_, arg)| match arg {
            Arg::Tensor(tensor) => Some(tensor),
            _ => None,
        },
    )
}
