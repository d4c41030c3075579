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

    /// Of functions each of which is so small that the compiler takes it in wherever it is called: the whole it would
    /// leave outside where there is more than one call of it, and every square would go through memory.
    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        // SAFETY: as above, and both sides of what is transmuted are plain data of the same size.
        unsafe {
            let mut products = transmute::<Floats, __m256>(products);
            let mut rows = rows_of(lines);
            for rows in &mut rows {
                (products, *rows) = two_rows_of_bf16::<WIDE>(products, *rows);
            }
            (transmute::<__m256, Floats>(products), lines_of(rows))
        }
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

/// Two rows in a register, and four such registers: in each half of them stand four of the lines.
type Rows = [__m256i; VECTOR / 2];

/// The rows of some lines.
#[inline]
#[target_feature(enable = "avx2")]
fn rows_of(lines: Square) -> Rows {
    // SAFETY: as above.
    let r = unsafe { transmute::<Square, [__m128i; VECTOR]>(lines) };
    let [a, b, c, d] = [0, 1, 2, 3].map(|k| _mm256_set_m128i(r[k + 4], r[k]));
    let ((a, c), (b, d)) = (words(a, b), words(c, d));
    let ((a, b), (c, d)) = (pairs(a, b), pairs(c, d));
    [a, b, c, d]
}

/// The lines of some rows.
#[inline]
#[target_feature(enable = "avx2")]
fn lines_of([a, b, c, d]: Rows) -> Square {
    let ((a, b), (c, d)) = (words(a, b), words(c, d));
    let ((a, b), (c, d)) = (words(a, b), words(c, d));
    let ([a, b], [c, d]) = (fours(a, c), fours(b, d));
    let low = [a, b, c, d].map(|x| _mm256_castsi256_si128(x));
    let high = [a, b, c, d].map(|x| _mm256_extracti128_si256::<1>(x));
    // SAFETY: as above.
    unsafe { transmute::<[[__m128i; 4]; 2], Square>([low, high]) }
}

/// The next two factors of each of some lines: products, and their words.
#[inline]
#[target_feature(enable = "avx2")]
fn two_rows_of_bf16<const WIDE: bool>(products: __m256, rows: __m256i) -> (__m256, __m256i) {
    let mut products = products;
    let (first, second) = words(_mm256_setzero_si256(), rows);
    let [first, second] = [first, second].map(|x| {
        products = _mm256_mul_ps(products, _mm256_castsi256_ps(x));
        let near = near_bf16(products);
        if !WIDE {
            products = _mm256_castsi256_ps(_mm256_and_si256(near, _mm256_set1_epi32(-1 << 16)));
        }
        _mm256_srli_epi32::<16>(near)
    });
    (products, _mm256_packus_epi32(first, second))
}

/// Words of `a` and `b` in turn, low and high ones of each half.
#[inline]
#[target_feature(enable = "avx2")]
fn words(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b))
}

/// The same for pairs of words.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b))
}

/// The same for four words.
#[inline]
#[target_feature(enable = "avx2")]
fn fours(a: __m256i, b: __m256i) -> [__m256i; 2] {
    [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)]
}
