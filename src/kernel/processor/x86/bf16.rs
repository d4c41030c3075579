//! bf16.

use super::super::{Floats, SideBySide, Square, Words};
use super::chain::{chain, round_bits, times};
use crate::kernel::number::VECTOR;
use core::arch::x86_64::*;
use core::mem::transmute;

/// bf16 with AVX2.
pub(in crate::kernel) struct Bf16;

impl SideBySide for Bf16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { read_bf16(x) }
    }

    #[inline(always)]
    fn write(x: Floats) -> Words {
        // SAFETY: as above.
        unsafe { write_bf16(x) }
    }

    #[inline(always)]
    fn products(a: Floats, b: Words) -> (Floats, Words) {
        // SAFETY: as above.
        unsafe { products_of_bf16(a, b) }
    }

    #[inline(always)]
    fn wide_products(a: Floats, b: Words) -> (Floats, Words) {
        // SAFETY: as above.
        unsafe { wide_products_of_bf16(a, b) }
    }

    #[inline(always)]
    fn chain(product: f32, x: Words) -> (f32, Words) {
        // SAFETY: as above.
        unsafe { chain_of_bf16(product, x) }
    }

    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        // SAFETY: as above.
        unsafe { square_of_bf16::<WIDE>(products, lines) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn read_bf16(x: Words) -> Floats {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    unsafe { transmute(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(transmute::<Words, __m128i>(x)))) }
}

/// The bits of the nearest bf16, and lower ones yet to be dropped.
///
/// A NaN that comes of multiplying bf16s on this processor is quiet and has none of the lower bits: they stay 0x8000
/// at most, and carry nothing into the others.
#[inline]
#[target_feature(enable = "avx2")]
fn near_bf16(x: __m256) -> __m256i {
    let bits = _mm256_castps_si256(x);
    let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
    _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd)
}

/// The high words.
#[inline]
#[target_feature(enable = "avx2")]
fn high_words(x: __m256i) -> Words {
    let words = _mm256_srli_epi32::<16>(x);
    let packed = _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    // SAFETY: as above.
    unsafe { transmute::<__m128i, Words>(packed) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn write_bf16(x: Floats) -> Words {
    // SAFETY: as above.
    high_words(near_bf16(unsafe { transmute::<Floats, __m256>(x) }))
}

#[inline]
#[target_feature(enable = "avx2")]
fn products_of_bf16(a: Floats, b: Words) -> (Floats, Words) {
    // SAFETY: as above.
    let (a, b) = unsafe { (transmute::<Floats, __m256>(a), transmute::<Floats, __m256>(read_bf16(b))) };
    let near = near_bf16(_mm256_mul_ps(a, b));
    let rounded = _mm256_and_si256(near, _mm256_set1_epi32(-1 << 16));
    // SAFETY: as above.
    (unsafe { transmute::<__m256i, Floats>(rounded) }, high_words(near))
}

#[inline]
#[target_feature(enable = "avx2")]
fn wide_products_of_bf16(a: Floats, b: Words) -> (Floats, Words) {
    let products = times(a, read_bf16(b));
    (products, write_bf16(products))
}

/// All there is to rounding to bf16 is dropping bits: for NaNs see [`near_bf16`].
#[inline]
#[target_feature(enable = "avx2")]
fn chain_of_bf16(product: f32, x: Words) -> (f32, Words) {
    let (last, y) = chain(product, read_bf16(x), |x| round_bits::<16>(x));
    (last, write_bf16(y))
}

/// In each half of a register, four lines become rows of which two make a register; these become floats.
#[inline]
#[target_feature(enable = "avx2")]
fn square_of_bf16<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
    // SAFETY: as above.
    let (mut products, r) =
        unsafe { (transmute::<Floats, __m256>(products), transmute::<Square, [__m128i; VECTOR]>(lines)) };
    let pairs = |(a, b)| (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
    let fours = |a, b| (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let eights = |a, b| [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)];

    let [a, b, c, d] = [0, 1, 2, 3].map(|k| _mm256_set_m128i(r[k + 4], r[k]));
    let ((a, c), (b, d)) = (pairs((a, b)), pairs((c, d)));
    let ((a, b), (c, d)) = (fours(a, b), fours(c, d));
    let mut rows = [a, b, c, d];
    for rows in &mut rows {
        let (low, high) = pairs((_mm256_setzero_si256(), *rows));
        let words = [low, high].map(|x| {
            products = _mm256_mul_ps(products, _mm256_castsi256_ps(x));
            let near = near_bf16(products);
            if !WIDE {
                products = _mm256_castsi256_ps(_mm256_and_si256(near, _mm256_set1_epi32(-1 << 16)));
            }
            _mm256_srli_epi32::<16>(near)
        });
        *rows = _mm256_packus_epi32(words[0], words[1]);
    }
    let [a, b, c, d] = rows;
    let ((a, b), (c, d)) = (pairs(pairs((a, b))), pairs(pairs((c, d))));
    let ([a, b], [c, d]) = (eights(a, c), eights(b, d));
    let low = [a, b, c, d].map(|x| _mm256_castsi256_si128(x));
    let high = [a, b, c, d].map(|x| _mm256_extracti128_si256::<1>(x));
    // SAFETY: as above.
    unsafe { (transmute::<__m256, Floats>(products), transmute::<[[__m128i; 4]; 2], Square>([low, high])) }
}
