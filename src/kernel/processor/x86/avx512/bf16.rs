//! bf16.

use super::super::super::{Floats, SideBySide, Square, Words};
use super::super::bf16 as avx2;
use core::arch::x86_64::*;
use core::mem::transmute;

/// bf16 with AVX-512: two vectors at once where they do not wait for each other.
pub(in crate::kernel) struct Bf16;

impl SideBySide for Bf16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        avx2::Bf16::read(x)
    }

    #[inline(always)]
    fn write(x: Floats) -> Words {
        avx2::Bf16::write(x)
    }

    #[inline(always)]
    fn products(a: Floats, b: Words) -> (Floats, Words) {
        avx2::Bf16::products(a, b)
    }

    #[inline(always)]
    fn wide_products(a: Floats, b: Words) -> (Floats, Words) {
        avx2::Bf16::wide_products(a, b)
    }

    #[inline(always)]
    fn pair<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { pair_of_bf16::<WIDE>(a, b) }
    }

    #[inline(always)]
    fn chain(product: f32, x: Words) -> (f32, Words) {
        avx2::Bf16::chain(product, x)
    }

    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        avx2::Bf16::square::<WIDE>(products, lines)
    }
}

/// NaNs are no case apart, as on AVX2.
#[inline]
#[target_feature(enable = "avx512f")]
fn pair_of_bf16<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
    // SAFETY: both sides are plain data of the same size, here and below.
    let (a, b) = unsafe { (transmute::<[Floats; 2], __m512>(a), transmute::<[Words; 2], __m256i>(b)) };
    let b = _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(b)));
    let products = _mm512_mul_ps(a, b);
    let bits = _mm512_castps_si512(products);
    let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
    let near = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    let words = _mm512_cvtepi32_epi16(_mm512_srli_epi32::<16>(near));
    let rounded = _mm512_castsi512_ps(_mm512_and_si512(near, _mm512_set1_epi32(-1 << 16)));
    let products = if WIDE { products } else { rounded };
    // SAFETY: as above.
    unsafe { (transmute::<__m512, [Floats; 2]>(products), transmute::<__m256i, [Words; 2]>(words)) }
}
