//! x86-64: the only place with its instructions. They work on vectors; every function here is one on plain arrays.

use super::{Floats, Processor, SideBySide, Square, Words};
use crate::kernel::number::VECTOR;
use core::arch::{asm, x86_64::*};
use core::mem::transmute;

/// AVX2 and F16C.
pub(in crate::kernel) struct Avx2;

/// Bytes from what is read and written now to what is to be brought near.
const SOON: usize = 512;

/// f16 on it.
pub(in crate::kernel) struct F16;

/// bf16 on it.
pub(in crate::kernel) struct Bf16;

impl Processor for Avx2 {
    type F16 = F16;
    type Bf16 = Bf16;
    const SQUARES: bool = true;
    const BLOCKS: bool = true;

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

    #[inline(always)]
    fn block_of_u8(before: [u16; VECTOR], x: [u8; VECTOR]) -> ([u16; VECTOR], [u8; VECTOR]) {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { block_of_u8(before, x) }
    }

    #[inline(always)]
    fn block_of_u16(before: [u16; VECTOR], x: [u16; VECTOR]) -> ([u16; VECTOR], [u16; VECTOR]) {
        // SAFETY: as above.
        unsafe { block_of_u16(before, x) }
    }

    #[inline(always)]
    fn block_of_u32(before: [u32; VECTOR], x: [u32; VECTOR]) -> ([u32; VECTOR], [u32; VECTOR]) {
        // SAFETY: as above.
        unsafe { block_of_u32(before, x) }
    }

    #[inline(always)]
    fn block_of_u64(before: u64, x: [u64; VECTOR]) -> (u64, [u64; VECTOR]) {
        block_of_u64(before, x)
    }
}

impl SideBySide for F16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        // SAFETY: as above.
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

    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        // SAFETY: as above.
        unsafe { square_of_f16::<WIDE>(products, lines) }
    }
}

impl SideBySide for Bf16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        // SAFETY: as above.
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

#[inline]
#[target_feature(enable = "avx2")]
fn wide_products_of_bf16(a: Floats, b: Words) -> (Floats, Words) {
    let products = times(a, read_bf16(b));
    (products, write_bf16(products))
}

#[inline]
#[target_feature(enable = "avx2")]
fn times(a: Floats, b: Floats) -> Floats {
    // SAFETY: as above.
    unsafe { transmute(_mm256_mul_ps(transmute::<Floats, __m256>(a), transmute::<Floats, __m256>(b))) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn read_bf16(x: Words) -> Floats {
    // SAFETY: as above.
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

/// Products of `product` and of `x` up to each element, each rounded; and the last of them.
///
/// A product stands in every place of its register: nothing waits for more than the multiplication and the rounding.
#[inline]
#[target_feature(enable = "avx2")]
fn chain(product: f32, x: Floats, round: impl Fn(__m128) -> __m128) -> (f32, Floats) {
    // SAFETY: as above.
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
fn round_bits<const DROPPED: i32>(x: __m128) -> __m128 {
    let bits = _mm_castps_si128(x);
    let odd = _mm_and_si128(_mm_srli_epi32::<DROPPED>(bits), _mm_set1_epi32(1));
    let half = _mm_add_epi32(bits, _mm_set1_epi32((1 << (DROPPED - 1)) - 1));
    _mm_castsi128_ps(_mm_and_si128(_mm_add_epi32(half, odd), _mm_set1_epi32(-1 << DROPPED)))
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

/// Whether all of some f16s are normal numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn all_normal(x: Words) -> bool {
    // SAFETY: as above.
    let x = unsafe { transmute::<Words, __m128i>(x) };
    // Without their signs, and with the least normal one at 0.
    let from_least = _mm_sub_epi16(_mm_add_epi16(x, x), _mm_set1_epi16(2 * 0x0400));
    let at_most = _mm_min_epu16(from_least, _mm_set1_epi16((2 * (0x7bff_u16 - 0x0400)) as i16));
    _mm_movemask_epi8(_mm_cmpeq_epi16(from_least, at_most)) == 0xffff
}

/// All there is to rounding to bf16 is dropping bits: for NaNs see [`near_bf16`].
#[inline]
#[target_feature(enable = "avx2")]
fn chain_of_bf16(product: f32, x: Words) -> (f32, Words) {
    let (last, y) = chain(product, read_bf16(x), |x| round_bits::<16>(x));
    (last, write_bf16(y))
}

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
fn block_of_u8(before: [u16; VECTOR], x: [u8; VECTOR]) -> ([u16; VECTOR], [u8; VECTOR]) {
    // SAFETY: as above.
    let before = unsafe { transmute::<[u16; VECTOR], __m128i>(before) };
    let x = _mm_cvtepu8_epi16(_mm_cvtsi64_si128(i64::from_le_bytes(x)));
    let (prefix, all) = prefix_products_of_16_bits(x);
    let y = _mm_mullo_epi16(before, prefix);
    let bytes = _mm_shuffle_epi8(y, _mm_set1_epi64x(0x0e0c_0a08_0604_0200));
    // SAFETY: as above.
    let after = unsafe { transmute::<__m128i, [u16; VECTOR]>(_mm_mullo_epi16(before, all)) };
    (after, _mm_cvtsi128_si64(bytes).to_le_bytes())
}

#[inline]
#[target_feature(enable = "avx2")]
fn block_of_u16(before: [u16; VECTOR], x: [u16; VECTOR]) -> ([u16; VECTOR], [u16; VECTOR]) {
    // SAFETY: as above.
    let [before, x] = unsafe { transmute::<[[u16; VECTOR]; 2], [__m128i; 2]>([before, x]) };
    let (prefix, all) = prefix_products_of_16_bits(x);
    let (after, y) = (_mm_mullo_epi16(before, all), _mm_mullo_epi16(before, prefix));
    // SAFETY: as above.
    unsafe { (transmute::<__m128i, [u16; VECTOR]>(after), transmute::<__m128i, [u16; VECTOR]>(y)) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn block_of_u32(before: [u32; VECTOR], x: [u32; VECTOR]) -> ([u32; VECTOR], [u32; VECTOR]) {
    // SAFETY: as above.
    let [before, x] = unsafe { transmute::<[[u32; VECTOR]; 2], [__m256i; 2]>([before, x]) };
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
    unsafe { (transmute::<__m256i, [u32; VECTOR]>(after), transmute::<__m256i, [u32; VECTOR]>(y)) }
}

/// The product so far is waited for once in two elements, with one multiplication more: then waiting and multiplying
/// take as long as each other.
#[inline(always)]
fn block_of_u64(before: u64, x: [u64; VECTOR]) -> (u64, [u64; VECTOR]) {
    let (mut before, mut y) = (before, x);
    for [a, b] in y.as_chunks_mut::<2>().0 {
        let both = opaque(a.wrapping_mul(*b));
        (*a, *b) = (before.wrapping_mul(*a), before.wrapping_mul(both));
        before = *b;
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

/// Lines become rows and rows lines. Products are two halves, since a chain waits less long for a conversion that stays
/// in its half of a register.
#[inline]
#[target_feature(enable = "avx2,f16c")]
fn square_of_f16<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
    // SAFETY: as above.
    let ([mut low, mut high], lines) = unsafe {
        (transmute::<Floats, [__m128; 2]>(products), transmute::<Square, [__m128i; VECTOR]>(lines))
    };
    let mut rows = transpose(lines);
    for row in &mut rows {
        low = _mm_mul_ps(low, _mm_cvtph_ps(*row));
        high = _mm_mul_ps(high, _mm_cvtph_ps(_mm_unpackhi_epi64(*row, *row)));
        let words = [_mm_cvtps_ph::<NEAREST>(low), _mm_cvtps_ph::<NEAREST>(high)];
        if !WIDE {
            [low, high] = words.map(|x| _mm_cvtph_ps(x));
        }
        *row = _mm_unpacklo_epi64(words[0], words[1]);
    }
    // SAFETY: as above.
    unsafe {
        (
            transmute::<[__m128; 2], Floats>([low, high]),
            transmute::<[__m128i; VECTOR], Square>(transpose(rows)),
        )
    }
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
