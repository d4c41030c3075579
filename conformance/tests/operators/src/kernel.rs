//! The kernel: sums along dim, modulo 2^bits, for the reference implementation.

use ascertain::Tensor;
use ascertain::backend::Rejection;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::reference::Kernel;

/// The kernel of `tally`.
pub const KERNEL: Kernel = Kernel { workspace: |_, _| 0, run: |_, call, _| run(call) };

fn run(call: &Invocation) -> Result<Tensor, Rejection> {
    let reject = |message: &str| Rejection { status: None, message: message.into() };
    let (Arg::Tensor(input), Arg::Int(dim)) = (call.get("input"), call.get("dim")) else {
        return Err(reject("input or dim is missing"));
    };
    let mut result = match call.get("out") {
        Arg::Tensor(out) => out.clone(),
        _ => Tensor::zeros(input.dtype(), input.shape()).map_err(|e| reject(&e.to_string()))?,
    };
    let (shape, size) = (input.shape(), input.dtype().size());
    let rank = shape.len() as i64;
    let mut elements = input.elements().into_owned();
    if rank > 0 && !elements.is_empty() {
        let dim = usize::try_from(if *dim < 0 { dim + rank } else { *dim }).ok().filter(|d| *d < shape.len());
        let dim = dim.ok_or_else(|| reject("no such dim"))?;
        // Each element is added to the next along dim, `step` bytes on, but for the last of a line.
        let step = shape[dim + 1..].iter().product::<usize>() * size;
        for at in (0..elements.len()).step_by(size).filter(|at| at / step % shape[dim] + 1 < shape[dim]) {
            let (before, after) = elements.split_at_mut(at + step);
            add(&before[at..][..size], &mut after[..size]);
        }
    }
    result.set_elements(&elements);
    Ok(result)
}

/// Adds a little-endian number to another, dropping the last carry.
fn add(number: &[u8], to: &mut [u8]) {
    let mut carry = 0;
    for (to, &byte) in to.iter_mut().zip(number) {
        let sum = u16::from(*to) + u16::from(byte) + carry;
        (*to, carry) = (sum as u8, sum >> 8);
    }
}

/// The same with a fault: in lines of more than 100 elements the last one is not summed.
///
/// # Errors
/// As the kernel.
pub fn forgetful(contract: &Contract, call: &Invocation, workspace: &mut [u8]) -> Result<Tensor, Rejection> {
    let mut result = (KERNEL.run)(contract, call, workspace)?;
    if let ([n], Arg::Tensor(input)) = (result.shape(), call.get("input"))
        && *n > 100
    {
        let (size, mut elements) = (result.dtype().size(), result.elements().into_owned());
        let last = elements.len() - size;
        elements[last..].copy_from_slice(&input.elements()[last..]);
        result.set_elements(&elements);
    }
    Ok(result)
}
