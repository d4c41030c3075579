//! Divides the work among threads, and chooses the loops that suit the processor.

use super::{Options, loops};
use crate::element::Factor;
#[cfg(target_arch = "x86_64")]
use {
    super::{half_float, integer},
    crate::dtype::DType,
    half::bf16,
    half::f16,
    std::arch::is_x86_feature_detected,
};

/// Bytes below which a thread is not worth starting.
const WORTH_A_THREAD: usize = 1 << 19;

/// Input, output, `n`, `inner` and options of [`compute`].
pub(super) type Compute = fn(&[u8], &mut [u8], usize, usize, Options);

/// Input, output, `n` and `inner` of loops.
type Scan = fn(&[u8], &mut [u8], usize, usize);

/// Writes the products of `input` to `out`. Both hold blocks of `n` rows of `inner`
/// elements of `N` bytes, and are not empty. Products run down the columns of each block.
pub(super) fn compute<T: Factor, const N: usize>(
    input: &[u8],
    out: &mut [u8],
    n: usize,
    inner: usize,
    options: Options,
) {
    let block = n * inner * N;
    let blocks = out.len() / block;
    let threads = options.threads.min(blocks).min(out.len() / WORTH_A_THREAD).max(1);
    let part = blocks.div_ceil(threads) * block;
    let scan: Scan = if options.portable { baseline::<T, N> } else { best::<T, N> };
    let mut parts = input.chunks(part).zip(out.chunks_mut(part));
    let first = parts.next();
    std::thread::scope(|scope| {
        for (input, out) in parts {
            scope.spawn(move || scan(input, out, n, inner));
        }
        if let Some((input, out)) = first {
            scan(input, out, n, inner);
        }
    });
}

/// The fastest loops that this processor can run.
fn best<T: Factor, const N: usize>(input: &[u8], out: &mut [u8], n: usize, inner: usize) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("f16c") {
        // SAFETY: the processor has both features that the function is compiled for.
        return unsafe { avx2::<T, N>(input, out, n, inner) };
    }
    baseline::<T, N>(input, out, n, inner);
}

/// The loops, compiled for every processor of the target.
fn baseline<T: Factor, const N: usize>(input: &[u8], out: &mut [u8], n: usize, inner: usize) {
    loops::blocks::<T, N>(input, out, n, inner);
}

/// The same loops, compiled for AVX2 and F16C, and others where vectors do more than the compiler finds.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,f16c")]
fn avx2<T: Factor, const N: usize>(input: &[u8], out: &mut [u8], n: usize, inner: usize) {
    match T::DTYPE {
        DType::F16 => half_float::blocks::<f16>(input, out, n, inner),
        DType::Bf16 => half_float::blocks::<bf16>(input, out, n, inner),
        DType::S32 | DType::U32 if inner == 1 => integer::lines(input, out, n),
        _ => loops::blocks::<T, N>(input, out, n, inner),
    }
}
