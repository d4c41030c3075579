//! Which loops run, compiled for which processor, on how many threads.

#[cfg(target_arch = "x86_64")]
mod x86;

use super::number::Number;
#[cfg(not(target_arch = "x86_64"))]
use super::processor::Any;
use super::processor::Processor;
use super::running::{Own, Running, Wide, with_factors};
use super::{Accumulator, How, lines, rows};
#[cfg(target_arch = "x86_64")]
pub(super) use x86::*;

/// Bytes below which a thread is not worth starting.
const WORTH_A_THREAD: usize = 1 << 19;

/// Scans blocks of `n` rows of `inner` elements, from the factors in `input` if there are any, else in place.
pub(super) fn blocks<T: Number>(input: Option<&[u8]>, out: &mut [u8], n: usize, inner: usize, how: How) {
    let (input, out) = (input.map(T::elements), T::elements_mut(out));
    share(Blocks::<T> { input, out, n, inner, accumulator: how.accumulator }, how.threads);
}

/// Blocks of `n` rows of `inner` elements each.
pub(super) struct Blocks<'a, T: Number> {
    /// The factors, where they are elsewhere.
    pub(super) input: Option<&'a [T::Bytes]>,
    /// Where products go, and where factors are if they are nowhere else.
    pub(super) out: &'a mut [T::Bytes],
    /// Rows of a block, which is not 0.
    pub(super) n: usize,
    /// Elements of a row, which is not 0.
    pub(super) inner: usize,
    /// What running products are kept in.
    pub(super) accumulator: Accumulator,
}

#[cfg(target_arch = "x86_64")]
impl<'a, T: Number> Blocks<'a, T> {
    /// The blocks of the first `at` elements, and the others.
    fn split_at(self, at: usize) -> (Self, Self) {
        let (x, y) = self.input.map(|input| input.split_at(at)).unzip();
        let (out, others) = self.out.split_at_mut(at);
        (Self { input: x, out, ..self }, Self { input: y, out: others, ..self })
    }
}

/// Shares the blocks out to threads.
fn share<T: Number>(blocks: Blocks<'_, T>, threads: usize) {
    let block = blocks.n * blocks.inner;
    let count = blocks.out.len() / block;
    let threads = threads.min(count).min(size_of_val(blocks.out) / WORTH_A_THREAD).max(1);
    if threads == 1 {
        return on_this_processor(blocks);
    }
    let part = count.div_ceil(threads) * block;
    std::thread::scope(|scope| {
        let mut parts = blocks.out.chunks_mut(part).enumerate().map(|(k, out)| {
            let input = blocks.input.map(|x| &x[k * part..][..out.len()]);
            Blocks::<T> { input, out, ..blocks }
        });
        let first = parts.next();
        for part in parts {
            scope.spawn(|| on_this_processor(part));
        }
        first.map(on_this_processor);
    });
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn on_this_processor<T: Number>(blocks: Blocks<'_, T>) {
    plain::<T, Any>(blocks);
}

/// The loops, compiled for wherever this is compiled into.
#[inline(always)]
pub(super) fn plain<T: Number, P: Processor>(blocks: Blocks<'_, T>) {
    // The product of one factor is that factor.
    if blocks.n == 1 {
        if let Some(x) = blocks.input {
            blocks.out.copy_from_slice(x);
        }
        return;
    }
    // Where the wider one is the same, one copy of the loops does.
    if T::WIDER && blocks.accumulator == Accumulator::Wide {
        return every::<Wide<T, P>>(blocks);
    }
    every::<Own<T, P>>(blocks);
}

#[inline(always)]
fn every<R: Running>(blocks: Blocks<'_, R::Number>) {
    let Blocks { input, out, n, inner, .. } = blocks;
    if inner == 1 {
        return lines::scan::<R>(input, out, n);
    }
    with_factors!(input, R::ONE_COPY, factors => rows::scan::<R, _>(factors, out, n, inner));
}
