//! AVX-512, where it has instructions for what AVX2 needs several for: products of 64-bit integers, and 16-bit floats.
//!
//! What only moves memory gains nothing by it: all other dtypes are computed as on [`Avx2`].

mod bf16;
mod f16;
mod integers;

use super::super::{Bytes, Processor};
use super::Avx2;
use bf16::Bf16;
use f16::F16;

/// AVX-512 F, BW, DQ and VL, beside what [`Avx2`] has.
pub(in crate::kernel) struct Avx512;

impl Processor for Avx512 {
    type F16 = F16;
    type Bf16 = Bf16;
    const SQUARES: bool = true;
    const PAIRS: bool = true;
    const SHORT_ROWS: bool = true;

    #[inline(always)]
    fn will_read<B>(elements: &[B], at: usize) {
        Avx2::will_read(elements, at);
    }

    #[inline(always)]
    fn will_write<B>(elements: &[B], at: usize) {
        Avx2::will_write(elements, at);
    }

    #[inline(always)]
    fn block_of_u64(before: u64, x: Bytes<u64>) -> (u64, Bytes<u64>) {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { integers::block_of_u64(before, x) }
    }
}
