//! Which loops run on x86-64: those for the best processor that this one is.

use super::{Blocks, plain};
use crate::kernel::number::Number;
use crate::kernel::processor::{Any, Avx2, Avx512};
use crate::kernel::running::{Own, Running, Wide, with_factors};
use crate::kernel::{Accumulator, lines, rows};
use std::arch::is_x86_feature_detected as has;

pub(in crate::kernel) fn on_this_processor<T: Number>(blocks: Blocks<'_, T>) {
    if !has_avx2() {
        return plain::<T, Any>(blocks);
    }
    let at = if T::LONG_ROWS_BY_AVX512 && has_avx512() { long(&blocks) } else { 0 };
    let (long, others) = blocks.split_at(at);
    if !long.out.is_empty() {
        // SAFETY: the processor has every feature that the function is compiled for.
        unsafe { with_avx512(long) }
    }
    if !others.out.is_empty() {
        // SAFETY: as above.
        unsafe { with_avx2(others) }
    }
}

/// Whether the processor has every feature that its loops are compiled for.
pub(in crate::kernel) fn has_avx2() -> bool {
    has!("avx2") && has!("f16c") && has!("bmi2")
}

/// The same for the loops that are compiled for AVX-512.
pub(in crate::kernel) fn has_avx512() -> bool {
    has_avx2() && has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl")
}

#[target_feature(enable = "avx2,f16c,bmi2")]
fn with_avx2<T: Number>(blocks: Blocks<'_, T>) {
    plain::<T, Avx2>(blocks);
}

/// How many elements from the first on AVX-512 has loops for: long rows, near ones where others would wait for memory,
/// and long lines, some at a time.
///
/// All others take no less time by it, and every copy of the loops takes some to compile.
fn long<T: Number>(blocks: &Blocks<'_, T>) -> usize {
    match (blocks.n, blocks.inner, T::LONG_LINES_BY_AVX512) {
        (2.., rows::NARROW.., _) if T::SIDE_BY_SIDE || size_of_val(blocks.out) <= rows::NEAR => {
            blocks.out.len()
        }
        (n @ lines::LONG.., 1, Some(together)) => blocks.out.len() / (n * together) * (n * together),
        _ => 0,
    }
}

#[target_feature(enable = "avx2,f16c,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512<T: Number>(blocks: Blocks<'_, T>) {
    if T::WIDER && blocks.accumulator == Accumulator::Wide {
        return every_long::<Wide<T, Avx512>>(blocks);
    }
    every_long::<Own<T, Avx512>>(blocks);
}

#[inline(always)]
fn every_long<R: Running>(blocks: Blocks<'_, R::Number>) {
    let Blocks { input, out, n, inner, .. } = blocks;
    if R::Number::LONG_LINES_BY_AVX512.is_some() && inner == 1 {
        return lines::scan_long::<R>(input, out, n);
    }
    with_factors!(input, R::PAIRS, factors => rows::scan_long::<R, _>(factors, out, n, inner));
}
