//! f16.

use super::super::{Floats, SideBySide, Square, Words};
use super::chain::{chain, round_bits, times};
use crate::kernel::number::VECTOR;
use core::arch::x86_64::*;
use core::mem::transmute;

/// f16 with AVX2 and F16C.
pub(in crate::kernel) struct F16;

impl SideBySide for F16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { read_f16(x) }
    }

    #[inline(always)]
    fn write(x: Floats) -> Words {
        // SAFETY: as above.
        unsafe { write_f16(x) }
    }

    #[inline(always)]
    fn products(a: Floats, b: Words) -> (Floats, Words) {
        // SAFETY: as above.
        unsafe { products_of_f16(a, b) }
    }

    #[inline(always)]
    fn wide_products(a: Floats, b: Words) -> (Floats, Words) {
        // SAFETY: as above.
        unsafe { wide_products_of_f16(a, b) }
    }

    #[inline(always)]
    fn chain(product: f32, x: Words) -> (f32, Words) {
        // SAFETY: as above.
        unsafe { chain_of_f16(product, x) }
    }

    /// Of functions each of which is so small that the compiler takes it in wherever it is called: the whole it would
    /// leave outside where there is more than one call of it, and every square would go through memory.
    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        // SAFETY: as above, and both sides of what is transmuted are plain data of the same size.
        unsafe {
            let mut products = transmute::<Floats, Halves>(products);
            let mut rows = transpose(transmute::<Square, [__m128i; VECTOR]>(lines));
            for row in &mut rows {
                (products, *row) = row_of_f16::<WIDE>(products, *row);
            }
            let lines = transmute::<[__m128i; VECTOR], Square>(transpose(rows));
            (transmute::<Halves, Floats>(products), lines)
        }
    }
}

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT;

#[inline]
#[target_feature(enable = "avx2,f16c")]
fn read_f16(x: Words) -> Floats {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    unsafe { transmute(_mm256_cvtph_ps(transmute::<Words, __m128i>(x))) }
}

#[inline]
#[target_feature(enable = "avx2,f16c")]
fn write_f16(x: Floats) -> Words {
    // SAFETY: as above.
    unsafe { transmute(_mm256_cvtps_ph::<NEAREST>(transmute::<Floats, __m256>(x))) }
}

#[inline]
#[target_feature(enable = "avx2,f16c")]
fn products_of_f16(a: Floats, b: Words) -> (Floats, Words) {
    let words = write_f16(times(a, read_f16(b)));
    (read_f16(words), words)
}

#[inline]
#[target_feature(enable = "avx2,f16c")]
fn wide_products_of_f16(a: Floats, b: Words) -> (Floats, Words) {
    let products = times(a, read_f16(b));
    (products, write_f16(products))
}

/// Rounding the significand alone takes seven cycles with the product, which is enough where all products are normal
/// numbers; converting takes nine.
#[inline]
#[target_feature(enable = "avx2,f16c")]
fn chain_of_f16(product: f32, x: Words) -> (f32, Words) {
    let x = read_f16(x);
    let (last, y) = chain(product, x, |x| round_bits::<13>(x));
    let words = write_f16(y);
    if all_normal(words) {
        return (last, words);
    }
    let (last, y) = chain(product, x, |x| _mm_cvtph_ps(_mm_cvtps_ph::<NEAREST>(x)));
    (last, write_f16(y))
}

/// Whether all of some f16s are normal numbers, and not the least: what is less may have been rounded to that one.
#[inline]
#[target_feature(enable = "avx2")]
fn all_normal(x: Words) -> bool {
    const LEAST: u16 = 0x0401;
    // SAFETY: as above.
    let x = unsafe { transmute::<Words, __m128i>(x) };
    // Without their signs, and with the least one at 0.
    let from_least = _mm_sub_epi16(_mm_add_epi16(x, x), _mm_set1_epi16(2 * LEAST as i16));
    let at_most = _mm_min_epu16(from_least, _mm_set1_epi16((2 * (0x7bff - LEAST)) as i16));
    _mm_movemask_epi8(_mm_cmpeq_epi16(from_least, at_most)) == 0xffff
}

/// Two halves of a register: a chain waits less long for a conversion that stays in its half.
type Halves = [__m128; 2];

/// The next factor of each of some lines: products, and their words.
#[inline]
#[target_feature(enable = "avx2,f16c")]
fn row_of_f16<const WIDE: bool>([low, high]: Halves, row: __m128i) -> (Halves, __m128i) {
    let low = _mm_mul_ps(low, _mm_cvtph_ps(row));
    let high = _mm_mul_ps(high, _mm_cvtph_ps(_mm_unpackhi_epi64(row, row)));
    let words = [_mm_cvtps_ph::<NEAREST>(low), _mm_cvtps_ph::<NEAREST>(high)];
    let products = if WIDE { [low, high] } else { words.map(|x| _mm_cvtph_ps(x)) };
    (products, _mm_unpacklo_epi64(words[0], words[1]))
}

/// Turns lines into rows, and rows into lines.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(r: [__m128i; VECTOR]) -> [__m128i; VECTOR] {
    let pairs = |a, b| (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
    let ((a0, a1), (a2, a3)) = (pairs(r[0], r[1]), pairs(r[2], r[3]));
    let ((a4, a5), (a6, a7)) = (pairs(r[4], r[5]), pairs(r[6], r[7]));
    let fours = |a, b| (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    let ((b0, b1), (b2, b3)) = (fours(a0, a2), fours(a1, a3));
    let ((b4, b5), (b6, b7)) = (fours(a4, a6), fours(a5, a7));
    [
        _mm_unpacklo_epi64(b0, b4),
        _mm_unpackhi_epi64(b0, b4),
        _mm_unpacklo_epi64(b1, b5),
        _mm_unpackhi_epi64(b1, b5),
        _mm_unpacklo_epi64(b2, b6),
        _mm_unpackhi_epi64(b2, b6),
        _mm_unpacklo_epi64(b3, b7),
        _mm_unpackhi_epi64(b3, b7),
    ]
}
