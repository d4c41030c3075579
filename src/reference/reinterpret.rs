//! `reinterpret_cast_to`: the bytes of a tensor read as another dtype.

use super::Kernel;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::Contract;
use crate::tensor::Tensor;

/// Copies the bytes, so it needs no workspace.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let reject = |message: String| Rejection { status: None, message };
    let (Arg::Tensor(input), Arg::DType(dtype)) = (call.get("input"), call.get("dtype")) else {
        return Err(reject("input or dtype is missing".into()));
    };
    let shape = result_shape(
        input.shape(),
        input.dtype().size(),
        dtype.size(),
        contract.derived_flag("appends", call.args()),
    );
    let shape = shape
        .ok_or_else(|| reject("the bytes of the last dimension are not a whole number of elements".into()))?;
    Tensor::new(*dtype, &shape, input.elements().into_owned()).map_err(|e| reject(e.to_string()))
}

/// The shape after reading elements of `from` bytes as elements of `to` bytes; none if the bytes of the last dimension
/// are not a whole number of elements. A narrowing cast multiplies the last dimension, or appends one.
fn result_shape(shape: &[usize], from: usize, to: usize, appends: bool) -> Option<Vec<usize>> {
    let mut result = shape.to_vec();
    if from == to {
        return Some(result);
    }
    if from > to && appends {
        result.push(from / to);
        return Some(result);
    }
    let last = result.last_mut()?;
    let bytes = last.checked_mul(from)?;
    *last = bytes.checked_div(to).filter(|_| bytes.is_multiple_of(to))?;
    Some(result)
}
