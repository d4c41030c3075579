//! What some processors do better than plain loops: the only place with their instructions.

use super::number::{Number, VECTOR};
use half::f16;

/// A kind of processor that kernels are compiled for.
pub(super) trait Processor {
    /// Products of f16 side by side, and their bytes.
    #[inline(always)]
    fn products_of_f16(a: [f32; VECTOR], b: [[u8; 2]; VECTOR]) -> ([f32; VECTOR], [[u8; 2]; VECTOR]) {
        let products = core::array::from_fn(|k| f16::product(a[k], f16::read(b[k])));
        (products, products.map(f16::write))
    }
}

/// Any processor.
pub(super) struct Any;

impl Processor for Any {}

/// x86-64 with AVX2 and F16C.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Processor for Avx2 {
    #[inline(always)]
    fn products_of_f16(a: [f32; VECTOR], b: [[u8; 2]; VECTOR]) -> ([f32; VECTOR], [[u8; 2]; VECTOR]) {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { x86::products_of_f16(a, b) }
    }
}

/// The nearest float with `DROPPED` significand bits less, ties to even; its exponent may grow past the range.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn round_bits<const DROPPED: i32>(x: f32) -> f32 {
    use core::arch::x86_64::{
        _mm_add_epi32, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cvtss_f32, _mm_set_ss,
        _mm_set1_epi32, _mm_srli_epi32,
    };
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let bits = _mm_castps_si128(_mm_set_ss(x));
        let odd = _mm_and_si128(_mm_srli_epi32::<DROPPED>(bits), _mm_set1_epi32(1));
        let half = _mm_add_epi32(bits, _mm_set1_epi32((1 << (DROPPED - 1)) - 1));
        let rounded = _mm_and_si128(_mm_add_epi32(half, odd), _mm_set1_epi32(-1 << DROPPED));
        _mm_cvtss_f32(_mm_castsi128_ps(rounded))
    }
}

/// The nearest float with `DROPPED` significand bits less, ties to even; its exponent may grow past the range.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn round_bits<const DROPPED: i32>(x: f32) -> f32 {
    let bits = x.to_bits();
    let half = bits + ((1 << (DROPPED - 1)) - 1) + (bits >> DROPPED & 1);
    f32::from_bits(half & (u32::MAX << DROPPED))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::VECTOR;
    use core::arch::x86_64::{
        __m128i, __m256, _MM_FROUND_TO_NEAREST_INT, _mm256_cvtph_ps, _mm256_cvtps_ph, _mm256_mul_ps,
    };
    use core::mem::transmute;

    #[inline]
    #[target_feature(enable = "avx2,f16c")]
    pub(super) fn products_of_f16(
        a: [f32; VECTOR],
        b: [[u8; 2]; VECTOR],
    ) -> ([f32; VECTOR], [[u8; 2]; VECTOR]) {
        // SAFETY: both sides are plain data of the same size.
        let (a, b) =
            unsafe { (transmute::<[f32; VECTOR], __m256>(a), transmute::<[[u8; 2]; VECTOR], __m128i>(b)) };
        let exact = _mm256_mul_ps(a, _mm256_cvtph_ps(b));
        let words = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(exact);
        let rounded = _mm256_cvtph_ps(words);
        // SAFETY: as above.
        unsafe {
            (transmute::<__m256, [f32; VECTOR]>(rounded), transmute::<__m128i, [[u8; 2]; VECTOR]>(words))
        }
    }
}
