//! Which loops run, compiled for which processor, on how many threads.

use super::number::Number;
use super::processor::{Any, Processor};
use super::running::{Elsewhere, InPlace, Own, Running, Wide};
use super::{Accumulator, How, lines, rows};

/// Bytes below which a thread is not worth starting.
const WORTH_A_THREAD: usize = 1 << 19;

/// Scans blocks of `n` rows of `inner` elements, from the factors in `input` if there are any, else in place.
pub(super) fn blocks<T: Number>(input: Option<&[u8]>, out: &mut [u8], n: usize, inner: usize, how: How) {
    let input = input.map(T::elements);
    let out = T::elements_mut(out);
    share::<T>(input, out, n, inner, how);
}

/// Shares the blocks out to threads.
fn share<T: Number>(input: Option<&[T::Bytes]>, out: &mut [T::Bytes], n: usize, inner: usize, how: How) {
    let (block, bytes) = (n * inner, size_of_val(out));
    let count = out.len() / block;
    let threads = how.threads.min(count).min(bytes / WORTH_A_THREAD).max(1);
    if threads == 1 {
        return on_this_processor::<T>(input, out, n, inner, how.accumulator);
    }
    let part = count.div_ceil(threads) * block;
    std::thread::scope(|scope| {
        let mut parts = out.chunks_mut(part).enumerate();
        let first = parts.next();
        for (k, out) in parts {
            let input = input.map(|x| &x[k * part..][..out.len()]);
            scope.spawn(move || on_this_processor::<T>(input, out, n, inner, how.accumulator));
        }
        if let Some((_, out)) = first {
            let input = input.map(|x| &x[..out.len()]);
            on_this_processor::<T>(input, out, n, inner, how.accumulator);
        }
    });
}

#[cfg(target_arch = "x86_64")]
fn on_this_processor<T: Number>(
    input: Option<&[T::Bytes]>,
    out: &mut [T::Bytes],
    n: usize,
    inner: usize,
    accumulator: Accumulator,
) {
    use super::processor::Avx2;
    use std::arch::is_x86_feature_detected as has;

    #[target_feature(enable = "avx2,f16c,bmi2")]
    fn with_avx2<T: Number>(
        input: Option<&[T::Bytes]>,
        out: &mut [T::Bytes],
        n: usize,
        inner: usize,
        accumulator: Accumulator,
    ) {
        plain::<T, Avx2>(input, out, n, inner, accumulator);
    }

    if has!("avx2") && has!("f16c") && has!("bmi2") {
        // SAFETY: the processor has every feature that the function is compiled for.
        unsafe { with_avx2::<T>(input, out, n, inner, accumulator) }
    } else {
        plain::<T, Any>(input, out, n, inner, accumulator);
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn on_this_processor<T: Number>(
    input: Option<&[T::Bytes]>,
    out: &mut [T::Bytes],
    n: usize,
    inner: usize,
    accumulator: Accumulator,
) {
    plain::<T, Any>(input, out, n, inner, accumulator);
}

#[inline(always)]
fn plain<T: Number, P: Processor>(
    input: Option<&[T::Bytes]>,
    out: &mut [T::Bytes],
    n: usize,
    inner: usize,
    accumulator: Accumulator,
) {
    // Where the wider one is the same, one copy of the loops does.
    if T::WIDER && accumulator == Accumulator::Wide {
        return every::<Wide<T, P>>(input, out, n, inner);
    }
    every::<Own<T, P>>(input, out, n, inner);
}

#[inline(always)]
fn every<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize, inner: usize) {
    if inner == 1 {
        return lines::scan::<R>(input, out, n);
    }
    let block = n * inner;
    for at in (0..out.len()).step_by(block) {
        let out = &mut out[at..][..block];
        match input {
            Some(x) => rows::scan::<R, _>(Elsewhere(&x[at..][..block]), out, inner),
            None => rows::scan::<R, _>(InPlace, out, inner),
        }
    }
}
