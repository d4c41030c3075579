//! Integers: products in any order.

use super::super::Bytes;
use crate::kernel::number::VECTOR;
use core::arch::{asm, x86_64::*};
use core::mem::transmute;

/// Every element times the one 1, 2, then 4 places before it, or 1 where there is none; and the last in every place.
#[inline]
#[target_feature(enable = "avx2")]
fn prefix_products_of_16_bits(x: __m128i) -> (__m128i, __m128i) {
    let ones = _mm_set1_epi16(1);
    let x = _mm_mullo_epi16(x, _mm_alignr_epi8::<14>(x, ones));
    let x = _mm_mullo_epi16(x, _mm_alignr_epi8::<12>(x, ones));
    let x = _mm_mullo_epi16(x, _mm_alignr_epi8::<8>(x, ones));
    (x, _mm_shuffle_epi8(x, _mm_set1_epi16(0x0f0e)))
}

/// The low bytes of products of 16 bits are products of bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn block_of_u8(before: [u16; VECTOR], x: Bytes<u8>) -> ([u16; VECTOR], Bytes<u8>) {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    let (before, x) =
        unsafe { (transmute::<[u16; VECTOR], __m128i>(before), transmute::<Bytes<u8>, i64>(x)) };
    let (prefix, all) = prefix_products_of_16_bits(_mm_cvtepu8_epi16(_mm_cvtsi64_si128(x)));
    // SAFETY: as above.
    let after = unsafe { transmute::<__m128i, [u16; VECTOR]>(_mm_mullo_epi16(before, all)) };
    let bytes = _mm_shuffle_epi8(_mm_mullo_epi16(before, prefix), _mm_set1_epi64x(0x0e0c_0a08_0604_0200));
    // SAFETY: as above.
    (after, unsafe { transmute::<i64, Bytes<u8>>(_mm_cvtsi128_si64(bytes)) })
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn block_of_u16(before: [u16; VECTOR], x: Bytes<u16>) -> ([u16; VECTOR], Bytes<u16>) {
    // SAFETY: as above.
    let (before, x) =
        unsafe { (transmute::<[u16; VECTOR], __m128i>(before), transmute::<Bytes<u16>, __m128i>(x)) };
    let (prefix, all) = prefix_products_of_16_bits(x);
    let (after, y) = (_mm_mullo_epi16(before, all), _mm_mullo_epi16(before, prefix));
    // SAFETY: as above.
    unsafe { (transmute::<__m128i, [u16; VECTOR]>(after), transmute::<__m128i, Bytes<u16>>(y)) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn block_of_u32(before: [u32; VECTOR], x: Bytes<u32>) -> ([u32; VECTOR], Bytes<u32>) {
    // SAFETY: as above.
    let (before, x) =
        unsafe { (transmute::<[u32; VECTOR], __m256i>(before), transmute::<Bytes<u32>, __m256i>(x)) };
    let ones = _mm256_set1_epi32(1);
    // In each half of the register, every element times the one 1, then 2 places before it, or 1 where there is none.
    let x = _mm256_mullo_epi32(x, _mm256_alignr_epi8::<12>(x, ones));
    let x = _mm256_mullo_epi32(x, _mm256_alignr_epi8::<8>(x, ones));
    // The upper half times the last of the lower.
    let lower = _mm256_castsi256_si128(_mm256_shuffle_epi32::<0xff>(x));
    let x = _mm256_mullo_epi32(x, _mm256_inserti128_si256::<1>(ones, lower));
    let all = _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7));
    let (after, y) = (_mm256_mullo_epi32(before, all), _mm256_mullo_epi32(before, x));
    // SAFETY: as above.
    unsafe { (transmute::<__m256i, [u32; VECTOR]>(after), transmute::<__m256i, Bytes<u32>>(y)) }
}

/// The product so far is waited for once in four elements, with less than one multiplication more for each: multiplying
/// takes longer than waiting, and no longer than memory.
#[inline(always)]
pub(super) fn block_of_u64(before: u64, x: Bytes<u64>) -> (u64, Bytes<u64>) {
    let (mut before, mut y) = (before, x);
    for y in y.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = y.map(u64::from_le_bytes);
        let ab = a.wrapping_mul(b);
        let all = opaque(ab.wrapping_mul(c.wrapping_mul(d)));
        let to_b = before.wrapping_mul(ab);
        let to_d = before.wrapping_mul(all);
        *y = [before.wrapping_mul(a), to_b, to_b.wrapping_mul(c), to_d].map(u64::to_le_bytes);
        before = to_d;
    }
    (before, y)
}

/// `x`, whatever the compiler knows of it: it would find that multiplications can be saved, one after the other.
#[inline(always)]
fn opaque(x: u64) -> u64 {
    let mut x = x;
    // SAFETY: this is no instruction at all.
    unsafe { asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}
