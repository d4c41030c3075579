//! What products of all 16-bit floats share.

use super::super::Floats;
use core::arch::x86_64::*;
use core::mem::transmute;

/// Products of `product` and of `x` up to each element, each rounded; and the last of them.
///
/// A product stands in every place of its register: nothing waits for more than the multiplication and the rounding.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn chain(product: f32, x: Floats, round: impl Fn(__m128) -> __m128) -> (f32, Floats) {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    let halves = unsafe { transmute::<Floats, [__m128; 2]>(x) };
    let mut product = _mm_set1_ps(product);
    let mut y = halves;
    for (x, y) in halves.into_iter().zip(&mut y) {
        let a = round(_mm_mul_ps(product, _mm_permute_ps::<0x00>(x)));
        let b = round(_mm_mul_ps(a, _mm_permute_ps::<0x55>(x)));
        let c = round(_mm_mul_ps(b, _mm_permute_ps::<0xaa>(x)));
        let d = round(_mm_mul_ps(c, _mm_permute_ps::<0xff>(x)));
        *y = _mm_blend_ps::<0b1100>(_mm_blend_ps::<0b10>(a, b), _mm_blend_ps::<0b1000>(c, d));
        product = d;
    }
    // SAFETY: as above.
    (_mm_cvtss_f32(product), unsafe { transmute::<[__m128; 2], Floats>(y) })
}

/// The nearest float with `DROPPED` significand bits less, ties to even; its exponent may grow past the range.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn round_bits<const DROPPED: i32>(x: __m128) -> __m128 {
    let bits = _mm_castps_si128(x);
    let odd = _mm_and_si128(_mm_srli_epi32::<DROPPED>(bits), _mm_set1_epi32(1));
    let half = _mm_add_epi32(bits, _mm_set1_epi32((1 << (DROPPED - 1)) - 1));
    _mm_castsi128_ps(_mm_and_si128(_mm_add_epi32(half, odd), _mm_set1_epi32(-1 << DROPPED)))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn times(a: Floats, b: Floats) -> Floats {
    // SAFETY: as above.
    unsafe { transmute(_mm256_mul_ps(transmute::<Floats, __m256>(a), transmute::<Floats, __m256>(b))) }
}
