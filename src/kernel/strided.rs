//! Views with gaps, of any layout.

use super::Accumulator;
use super::number::Number;
use super::processor::Any;
use super::running::{Own, Running, Wide};
use crate::Layout;

/// Scans a view in place along `dim` (rank 0: its one element).
pub(super) fn scan<T: Number>(layout: &Layout, dim: usize, storage: &mut [u8], accumulator: Accumulator) {
    let storage = T::elements_mut(storage);
    match accumulator {
        Accumulator::Own => lines::<Own<T, Any>>(layout, dim, storage),
        Accumulator::Wide => lines::<Wide<T, Any>>(layout, dim, storage),
    }
}

fn lines<R: Running>(layout: &Layout, dim: usize, storage: &mut [R::Bytes]) {
    if layout.rank() == 0 {
        return;
    }
    let (n, step) = (layout.shape()[dim], layout.strides()[dim]);
    for start in layout.without(dim).positions() {
        let mut at = start;
        let mut product = R::start(storage[at]);
        for _ in 1..n {
            at = at.wrapping_add_signed(step);
            product = R::step(product, storage[at]);
            storage[at] = R::store(product);
        }
    }
}
