//! The cumulative product, sequential along dim, each product rounded to the dtype it is computed in.

use super::Kernel;
use crate::Tensor;
use crate::backend::Rejection;
use crate::call::{Arg, Invocation};
use crate::contract::{CUMPROD, Contract};
use crate::element::{Converter, Factor, converter, for_dtype};

const INPUT: usize = CUMPROD.place("input");
const DIM: usize = CUMPROD.place("dim");
const INPLACE: usize = CUMPROD.place("inplace");
const OUT: usize = CUMPROD.place("out");

/// The result is computed where it goes, so that no workspace is needed.
pub(super) const KERNEL: Kernel =
    Kernel { workspace: |_, _| 0, run: |contract, call, _| run(contract, call) };

fn run(contract: &Contract, call: &Invocation) -> Result<Tensor, Rejection> {
    let Arg::Tensor(input) = &call.args[INPUT] else { return Err(reject("input is missing")) };
    let compute = contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
    let mut result = match (&call.args[INPLACE], &call.args[OUT]) {
        (Arg::Flag(true), _) => input.clone(),
        (_, Arg::Tensor(out)) => out.clone(),
        _ => Tensor::zeros(compute, input.shape()).map_err(|e| reject(e.to_string()))?,
    };
    if result.dtype() != compute || result.shape() != input.shape() {
        return Err(reject("out has not the dtype and shape of the result"));
    }
    let rank = input.layout().rank();
    // Rank 0 is a single line of one element.
    let dim = match &call.args[DIM] {
        Arg::Int(dim) if *dim < 0 => usize::try_from(dim + rank as i64).ok(),
        Arg::Int(dim) => usize::try_from(*dim).ok(),
        _ => None,
    };
    let dim =
        if rank == 0 { None } else { Some(dim.filter(|d| *d < rank).ok_or_else(|| reject("no such dim"))?) };
    if !matches!(&call.args[INPLACE], Arg::Flag(true)) || input.dtype() != compute {
        let convert =
            converter(input.dtype(), compute).ok_or_else(|| reject("no conversion to that dtype"))?;
        put(input, convert, &mut result);
    }
    let done = for_dtype!(compute, T => scan::<T>(dim, &mut result));
    done.map(|()| result).ok_or_else(|| reject("no product in that dtype"))
}

/// Writes the elements of `input`, converted, to `result`.
fn put(input: &Tensor, convert: Converter, result: &mut Tensor) {
    let elements = input.elements();
    if input.dtype() == result.dtype() {
        return result.set_elements(&elements);
    }
    let (from, to) = (input.dtype().size(), result.dtype().size());
    let mut converted = vec![0; input.layout().count() * to];
    for (element, converted) in elements.chunks_exact(from).zip(converted.chunks_exact_mut(to)) {
        convert(element, converted);
    }
    result.set_elements(&converted);
}

/// Replaces every line of `tensor` along `dim` by its products.
fn scan<T: Factor>(dim: Option<usize>, tensor: &mut Tensor) {
    let Some(dim) = dim.filter(|_| tensor.layout().count() > 0) else { return };
    let layout = tensor.layout().clone();
    let (size, n) = (T::DTYPE.size(), layout.shape()[dim]);
    let storage = tensor.storage_mut();
    if layout.is_contiguous() {
        let row: usize = layout.shape()[dim + 1..].iter().product();
        let elements = &mut storage[layout.offset() * size..][..layout.count() * size];
        elements.chunks_exact_mut(n * row * size).for_each(|block| scan_rows::<T>(block, row));
        return;
    }
    let step = layout.strides()[dim];
    for start in layout.without(dim).positions() {
        let mut product: Option<T> = None;
        for i in 0..n as isize {
            let element = &mut storage[(start as isize + i * step) as usize * size..][..size];
            let y = product.map_or_else(|| T::load(element), |p| p.times(T::load(element)));
            y.store(element);
            product = Some(y);
        }
    }
}

/// Multiplies every row of `row` elements into the next one.
fn scan_rows<T: Factor>(block: &mut [u8], row: usize) {
    let size = T::DTYPE.size();
    if row == 1 {
        let mut elements = block.chunks_exact_mut(size);
        let Some(mut product) = elements.next().map(|first| T::load(first)) else { return };
        for element in elements {
            product = product.times(T::load(element));
            product.store(element);
        }
        return;
    }
    let bytes = row * size;
    for at in (bytes..block.len()).step_by(bytes) {
        let (before, here) = block.split_at_mut(at);
        let above = before[at - bytes..].chunks_exact(size);
        for (above, element) in above.zip(here[..bytes].chunks_exact_mut(size)) {
            T::load(above).times(T::load(element)).store(element);
        }
    }
}

fn reject(message: impl Into<String>) -> Rejection {
    Rejection { status: None, message: message.into() }
}
