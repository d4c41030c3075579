//! x86-64: the only place with its instructions. They work on vectors; every function here is one on plain arrays.

mod avx512;
mod bf16;
mod chain;
mod f16;
mod integers;
mod products;

use super::{Bytes, Processor};
use crate::kernel::number::VECTOR;
pub(in crate::kernel) use avx512::Avx512;
use bf16::Bf16;
use core::arch::x86_64::*;
use f16::F16;
use integers::{block_of_u8, block_of_u16, block_of_u32, block_of_u64};

/// AVX2 and F16C.
pub(in crate::kernel) struct Avx2;

/// Bytes from what is read and written now to what is to be brought near.
const SOON: usize = 512;

/// A function of [`products`].
macro_rules! by_products {
    ($name:ident, $ty:ty, $product:ty) => {
        #[inline(always)]
        fn $name(a: [$product; VECTOR], b: Bytes<$ty>) -> ([$product; VECTOR], Bytes<$ty>) {
            // SAFETY: kernels are compiled for this processor only where its features were found.
            unsafe { products::$name(a, b) }
        }
    };
}

impl Processor for Avx2 {
    type F16 = F16;
    type Bf16 = Bf16;
    const SQUARES: bool = true;
    const SHORT_ROWS: bool = true;

    #[inline(always)]
    fn will_read<B>(elements: &[B], at: usize) {
        let address = elements.as_ptr().wrapping_add(at).wrapping_byte_add(SOON);
        // SAFETY: whatever the address, this changes nothing but how long something takes.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }

    #[inline(always)]
    fn will_write<B>(elements: &[B], at: usize) {
        let address = elements.as_ptr().wrapping_add(at).wrapping_byte_add(SOON);
        // SAFETY: as above.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(address.cast()) }
    }

    by_products!(products_of_f32, f32, f32);
    by_products!(products_of_f64, f64, f64);
    by_products!(products_of_u8, u8, u16);
    by_products!(products_of_u16, u16, u16);
    by_products!(products_of_u32, u32, u32);
    by_products!(products_of_u64, u64, u64);
    by_products!(wide_products_of_f32, f32, f64);

    #[inline(always)]
    fn block_of_u8(before: [u16; VECTOR], x: Bytes<u8>) -> ([u16; VECTOR], Bytes<u8>) {
        // SAFETY: as above.
        unsafe { block_of_u8(before, x) }
    }

    #[inline(always)]
    fn block_of_u16(before: [u16; VECTOR], x: Bytes<u16>) -> ([u16; VECTOR], Bytes<u16>) {
        // SAFETY: as above.
        unsafe { block_of_u16(before, x) }
    }

    #[inline(always)]
    fn block_of_u32(before: [u32; VECTOR], x: Bytes<u32>) -> ([u32; VECTOR], Bytes<u32>) {
        // SAFETY: as above.
        unsafe { block_of_u32(before, x) }
    }

    #[inline(always)]
    fn block_of_u64(before: u64, x: Bytes<u64>) -> (u64, Bytes<u64>) {
        block_of_u64(before, x)
    }
}
