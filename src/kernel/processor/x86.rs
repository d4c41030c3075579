//! x86-64: the only place with its instructions. They work on vectors; every function here is one on plain arrays.

use super::{Processor, Products, Square};
use crate::kernel::number::VECTOR;
use core::arch::x86_64::*;
use core::mem::transmute;

/// Eight floats, and eight words.
type Floats = [f32; VECTOR];
type Words = [[u8; 2]; VECTOR];

/// AVX2 and F16C.
pub(in crate::kernel) struct Avx2;

impl Processor for Avx2 {
    const SQUARES: bool = true;

    #[inline(always)]
    fn products_of_f16(a: Floats, b: Words) -> Products {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { products_of_f16(a, b) }
    }

    #[inline(always)]
    fn products_of_bf16(a: Floats, b: Words) -> Products {
        // SAFETY: as above.
        unsafe { products_of_bf16(a, b) }
    }

    #[inline(always)]
    fn prefix_products(x: [u32; VECTOR]) -> [u32; VECTOR] {
        // SAFETY: as above.
        unsafe { prefix_products(x) }
    }

    #[inline(always)]
    fn transpose2(square: Square<2>) -> Square<2> {
        // SAFETY: as above.
        unsafe { transpose2(square) }
    }

    #[inline(always)]
    fn transpose4(square: Square<4>) -> Square<4> {
        // SAFETY: as above.
        unsafe { transpose4(square) }
    }

    #[inline(always)]
    fn transpose8(square: Square<8>) -> Square<8> {
        // SAFETY: as above.
        unsafe { transpose8(square) }
    }
}

/// The nearest float with `DROPPED` significand bits less, ties to even; its exponent may grow past the range.
///
/// It stays in a vector register: moving to another and back takes longer than all that is done here.
#[inline(always)]
pub(in crate::kernel) fn round_bits<const DROPPED: i32>(x: f32) -> f32 {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let bits = _mm_castps_si128(_mm_set_ss(x));
        let odd = _mm_and_si128(_mm_srli_epi32::<DROPPED>(bits), _mm_set1_epi32(1));
        let half = _mm_add_epi32(bits, _mm_set1_epi32((1 << (DROPPED - 1)) - 1));
        let rounded = _mm_and_si128(_mm_add_epi32(half, odd), _mm_set1_epi32(-1 << DROPPED));
        _mm_cvtss_f32(_mm_castsi128_ps(rounded))
    }
}

#[inline]
#[target_feature(enable = "avx2,f16c")]
fn products_of_f16(a: Floats, b: Words) -> Products {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    let (a, b) = unsafe { (transmute::<Floats, __m256>(a), transmute::<Words, __m128i>(b)) };
    let exact = _mm256_mul_ps(a, _mm256_cvtph_ps(b));
    let words = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(exact);
    let rounded = _mm256_cvtph_ps(words);
    // SAFETY: as above.
    unsafe { (transmute::<__m256, Floats>(rounded), transmute::<__m128i, Words>(words)) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn products_of_bf16(a: Floats, b: Words) -> Products {
    // SAFETY: as above.
    let (a, b) = unsafe { (transmute::<Floats, __m256>(a), transmute::<Words, __m128i>(b)) };
    let factor = _mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(b));
    let product = _mm256_mul_ps(a, _mm256_castsi256_ps(factor));
    let bits = _mm256_castps_si256(product);
    let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
    let near = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd);
    // A NaN keeps its high bits and becomes quiet.
    let quiet = _mm256_or_si256(bits, _mm256_set1_epi32(1 << 22));
    let nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(product, product);
    let rounded = _mm256_blendv_ps(_mm256_castsi256_ps(near), _mm256_castsi256_ps(quiet), nan);
    let rounded = _mm256_and_si256(_mm256_castps_si256(rounded), _mm256_set1_epi32(-1 << 16));
    // Packing works on halves of the register: lanes 0 and 2 hold the words.
    let high = _mm256_srli_epi32::<16>(rounded);
    let packed = _mm256_permute4x64_epi64::<0b1000>(_mm256_packus_epi32(high, high));
    // SAFETY: as above.
    unsafe {
        (transmute::<__m256i, Floats>(rounded), transmute::<__m128i, Words>(_mm256_castsi256_si128(packed)))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn prefix_products(x: [u32; VECTOR]) -> [u32; VECTOR] {
    // SAFETY: as above.
    let x = unsafe { transmute::<[u32; VECTOR], __m256i>(x) };
    let ones = _mm256_set1_epi32(1);
    // Every element times the one 1, 2, then 4 places before it, or 1 where there is none.
    let before = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6));
    let x = _mm256_mullo_epi32(x, _mm256_blend_epi32::<0b1>(before, ones));
    let before = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 0, 0, 1, 2, 3, 4, 5));
    let x = _mm256_mullo_epi32(x, _mm256_blend_epi32::<0b11>(before, ones));
    let before = _mm256_permute2x128_si256::<0b1000>(x, x);
    let x = _mm256_mullo_epi32(x, _mm256_blend_epi32::<0b1111>(before, ones));
    // SAFETY: as above.
    unsafe { transmute::<__m256i, [u32; VECTOR]>(x) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn transpose2(square: Square<2>) -> Square<2> {
    // SAFETY: as above.
    let r = unsafe { transmute::<Square<2>, [__m128i; VECTOR]>(square) };
    let pairs = |a, b| (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
    let ((a0, a1), (a2, a3)) = (pairs(r[0], r[1]), pairs(r[2], r[3]));
    let ((a4, a5), (a6, a7)) = (pairs(r[4], r[5]), pairs(r[6], r[7]));
    let fours = |a, b| (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    let ((b0, b1), (b2, b3)) = (fours(a0, a2), fours(a1, a3));
    let ((b4, b5), (b6, b7)) = (fours(a4, a6), fours(a5, a7));
    let columns = [
        _mm_unpacklo_epi64(b0, b4),
        _mm_unpackhi_epi64(b0, b4),
        _mm_unpacklo_epi64(b1, b5),
        _mm_unpackhi_epi64(b1, b5),
        _mm_unpacklo_epi64(b2, b6),
        _mm_unpackhi_epi64(b2, b6),
        _mm_unpacklo_epi64(b3, b7),
        _mm_unpackhi_epi64(b3, b7),
    ];
    // SAFETY: as above.
    unsafe { transmute::<[__m128i; VECTOR], Square<2>>(columns) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn transpose4(square: Square<4>) -> Square<4> {
    // SAFETY: as above.
    let r = unsafe { transmute::<Square<4>, [__m256i; VECTOR]>(square) };
    let pairs = |a, b| (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let ((a0, a1), (a2, a3)) = (pairs(r[0], r[1]), pairs(r[2], r[3]));
    let ((a4, a5), (a6, a7)) = (pairs(r[4], r[5]), pairs(r[6], r[7]));
    let fours = |a, b| (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let ((b0, b1), (b2, b3)) = (fours(a0, a2), fours(a1, a3));
    let ((b4, b5), (b6, b7)) = (fours(a4, a6), fours(a5, a7));
    let low = |a, b| _mm256_permute2x128_si256::<0x20>(a, b);
    let high = |a, b| _mm256_permute2x128_si256::<0x31>(a, b);
    let columns = [
        low(b0, b4),
        low(b1, b5),
        low(b2, b6),
        low(b3, b7),
        high(b0, b4),
        high(b1, b5),
        high(b2, b6),
        high(b3, b7),
    ];
    // SAFETY: as above.
    unsafe { transmute::<[__m256i; VECTOR], Square<4>>(columns) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn transpose8(square: Square<8>) -> Square<8> {
    // SAFETY: as above. Two registers a row.
    let r = unsafe { transmute::<Square<8>, [[__m256i; 2]; VECTOR]>(square) };
    let mut columns = [[_mm256_setzero_si256(); 2]; 8];
    for (half, rows) in [&r[..4], &r[4..]].into_iter().enumerate() {
        for side in 0..2 {
            let [a, b, c, d] = [rows[0][side], rows[1][side], rows[2][side], rows[3][side]];
            let (ab, ba) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
            let (cd, dc) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
            columns[side * 4][half] = _mm256_permute2x128_si256::<0x20>(ab, cd);
            columns[side * 4 + 1][half] = _mm256_permute2x128_si256::<0x20>(ba, dc);
            columns[side * 4 + 2][half] = _mm256_permute2x128_si256::<0x31>(ab, cd);
            columns[side * 4 + 3][half] = _mm256_permute2x128_si256::<0x31>(ba, dc);
        }
    }
    // SAFETY: as above.
    unsafe { transmute::<[[__m256i; 2]; VECTOR], Square<8>>(columns) }
}
