//! f16.

use super::super::super::{Floats, SideBySide, Square, Words};
use super::super::f16 as avx2;
use crate::kernel::number::VECTOR;
use core::arch::{asm, x86_64::*};
use core::mem::transmute;

/// f16 with AVX-512: two vectors at once where they do not wait for each other, and squares.
pub(in crate::kernel) struct F16;

impl SideBySide for F16 {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        avx2::F16::read(x)
    }

    #[inline(always)]
    fn write(x: Floats) -> Words {
        avx2::F16::write(x)
    }

    #[inline(always)]
    fn products(a: Floats, b: Words) -> (Floats, Words) {
        avx2::F16::products(a, b)
    }

    #[inline(always)]
    fn wide_products(a: Floats, b: Words) -> (Floats, Words) {
        avx2::F16::wide_products(a, b)
    }

    #[inline(always)]
    fn pair<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
        // SAFETY: kernels are compiled for this processor only where its features were found.
        unsafe { pair_of_f16::<WIDE>(a, b) }
    }

    #[inline(always)]
    fn chain(product: f32, x: Words) -> (f32, Words) {
        avx2::F16::chain(product, x)
    }

    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        if WIDE { wide_square_of_f16(products, lines) } else { square_of_f16(products, lines) }
    }
}

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT;

#[inline]
#[target_feature(enable = "avx512f")]
fn pair_of_f16<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
    // SAFETY: both sides are plain data of the same size, here and in the other functions.
    let (a, b) = unsafe { (transmute::<[Floats; 2], __m512>(a), transmute::<[Words; 2], __m256i>(b)) };
    let products = _mm512_mul_ps(a, _mm512_cvtph_ps(b));
    let words = _mm512_cvtps_ph::<NEAREST>(products);
    let products = if WIDE { products } else { _mm512_cvtph_ps(words) };
    // SAFETY: as above.
    unsafe { (transmute::<__m512, [Floats; 2]>(products), transmute::<__m256i, [Words; 2]>(words)) }
}

/// Eight rows, two by two.
type Rows = [[Words; 2]; VECTOR / 2];

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn rows_of(lines: Square) -> Rows {
    // SAFETY: as above.
    unsafe { transmute(transpose(transmute::<Square, [__m512i; 2]>(lines))) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn lines_of(rows: Rows) -> Square {
    // SAFETY: as above.
    unsafe { transmute(transpose(transmute::<Rows, [__m512i; 2]>(rows))) }
}

/// Turns lines into rows, and rows into lines: half of them in each register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn transpose(halves: [__m512i; 2]) -> [__m512i; 2] {
    /// Where the elements of half the columns stand.
    const fn columns(first: usize) -> [u16; 4 * VECTOR] {
        let mut places = [0; 4 * VECTOR];
        let mut k = 0;
        while k < places.len() {
            places[k] = (k % VECTOR * VECTOR + k / VECTOR + first) as u16;
            k += 1;
        }
        places
    }
    const PLACES: [[u16; 4 * VECTOR]; 2] = [columns(0), columns(4)];
    PLACES.map(|places| {
        // SAFETY: as above.
        let places = unsafe { transmute::<[u16; 4 * VECTOR], __m512i>(places) };
        _mm512_permutex2var_epi16(halves[0], places, halves[1])
    })
}

/// Two rows as floats.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn read_two(rows: [Words; 2]) -> [__m256; 2] {
    // SAFETY: as above.
    let floats = _mm512_cvtph_ps(unsafe { transmute::<[Words; 2], __m256i>(rows) });
    [_mm512_castps512_ps256(floats), _mm512_extractf32x8_ps::<1>(floats)]
}

/// The nearest f16s to some floats, times a power of two.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn write_two([first, second]: [__m256; 2], power: f32) -> [Words; 2] {
    let both = _mm512_insertf32x8::<1>(_mm512_castps256_ps512(first), second);
    let words = _mm512_cvtps_ph::<NEAREST>(_mm512_mul_ps(both, _mm512_set1_ps(power)));
    // SAFETY: as above.
    unsafe { transmute::<__m256i, [Words; 2]>(words) }
}

/// This and the next are made of small functions: a large one the compiler makes a call, whose arguments wait for memory.
#[inline(always)]
fn wide_square_of_f16(p: Floats, lines: Square) -> (Floats, Square) {
    // SAFETY: kernels are compiled for this processor only where its features were found.
    unsafe {
        let [a, b, c, d] = rows_of(lines);
        let (p, a) = two_wide_rows(p, a);
        let (p, b) = two_wide_rows(p, b);
        let (p, c) = two_wide_rows(p, c);
        let (p, d) = two_wide_rows(p, d);
        (p, lines_of([a, b, c, d]))
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn two_wide_rows(p: Floats, rows: [Words; 2]) -> (Floats, [Words; 2]) {
    let [x, y] = read_two(rows);
    // SAFETY: as above.
    let first = _mm256_mul_ps(unsafe { transmute::<Floats, __m256>(p) }, x);
    let second = _mm256_mul_ps(first, y);
    // SAFETY: as above.
    (unsafe { transmute::<__m256, Floats>(second) }, write_two([first, second], 1.0))
}

/// A product waits for the multiplication and five simple instructions, less than for conversions there and back.
///
/// Products are kept times 2^112 and without their signs: f16's infinity is then f32's, and whether one is below f16's
/// normal numbers takes one comparison. That one is rounded as part of a sum, at the same time as the others.
#[inline(always)]
fn square_of_f16(products: Floats, lines: Square) -> (Floats, Square) {
    // SAFETY: as above.
    unsafe {
        let [a, b, c, d] = rows_of(lines);
        let p = Scaled::of(products);
        let (p, a) = two_rows::<true>(p, a);
        let (p, b) = two_rows::<false>(p, b);
        let (p, c) = two_rows::<false>(p, c);
        let (p, d) = two_rows::<false>(p, d);
        (p.products(), lines_of([a, b, c, d]))
    }
}

/// Products so far: their magnitudes, times 2^112 from the first factor on, and anything with their signs.
#[derive(Clone, Copy)]
struct Scaled {
    magnitudes: Floats,
    signs: Floats,
}

impl Scaled {
    #[inline]
    #[target_feature(enable = "avx")]
    fn of(products: Floats) -> Self {
        // SAFETY: as above.
        let magnitudes = abs(unsafe { transmute::<Floats, __m256>(products) });
        // SAFETY: as above.
        Self { magnitudes: unsafe { transmute::<__m256, Floats>(magnitudes) }, signs: products }
    }

    #[inline]
    #[target_feature(enable = "avx")]
    fn products(self) -> Floats {
        // SAFETY: as above.
        let [p, signs] = unsafe { transmute::<[Floats; 2], [__m256; 2]>([self.magnitudes, self.signs]) };
        let products = _mm256_mul_ps(signed(p, signs), _mm256_set1_ps(power(-112)));
        // SAFETY: as above.
        unsafe { transmute::<__m256, Floats>(products) }
    }
}

/// The products with two rows more, of which the `FIRST` are scaled, and their f16s.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn two_rows<const FIRST: bool>(products: Scaled, rows: [Words; 2]) -> (Scaled, [Words; 2]) {
    let [x, y] = read_two(rows);
    let Scaled { magnitudes, signs } = products;
    // SAFETY: as above.
    let [p, signs] = unsafe { transmute::<[Floats; 2], [__m256; 2]>([magnitudes, signs]) };
    let scaled = if FIRST { _mm256_mul_ps(abs(x), _mm256_set1_ps(power(112))) } else { abs(x) };
    let (first, first_signs) = (rounded(p, scaled), _mm256_xor_ps(signs, x));
    let (second, second_signs) = (rounded(first, abs(y)), _mm256_xor_ps(first_signs, y));
    let words = write_two([signed(first, first_signs), signed(second, second_signs)], power(-112));
    // SAFETY: as above.
    let [magnitudes, signs] = unsafe { transmute::<[__m256; 2], [Floats; 2]>([second, second_signs]) };
    (Scaled { magnitudes, signs }, words)
}

const fn power(of_two: i32) -> f32 {
    f32::from_bits(((127 + of_two) as u32) << 23)
}

#[inline]
#[target_feature(enable = "avx")]
fn abs(x: __m256) -> __m256 {
    _mm256_andnot_ps(_mm256_set1_ps(-0.0), x)
}

/// A magnitude with the sign of another number.
#[inline]
#[target_feature(enable = "avx")]
fn signed(magnitude: __m256, sign: __m256) -> __m256 {
    _mm256_or_ps(magnitude, _mm256_and_ps(sign, _mm256_set1_ps(-0.0)))
}

/// The product of numbers that are not negative, 2^112 times that of f16s, as the nearest f16 times that.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn rounded(a: __m256, b: __m256) -> __m256 {
    const LEAST_NORMAL: f32 = power(112 - 14);
    // Its unit in the last place is the least f16.
    const COARSE: f32 = 1.5 * power(112 - 24 + 23);
    let sum = opaque(_mm256_fmadd_ps(a, b, _mm256_set1_ps(COARSE)));
    let product = _mm256_mul_ps(a, b);
    let subnormal = opaque(_mm256_sub_ps(sum, _mm256_set1_ps(COARSE)));

    let bits = _mm256_castps_si256(product);
    let normal = _mm256_cmpge_epu32_mask(bits, _mm256_set1_epi32(LEAST_NORMAL.to_bits() as i32));
    let odd = _mm256_and_si256(_mm256_srli_epi32::<13>(bits), _mm256_set1_epi32(1));
    let near = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0xfff)), odd);
    let subnormal = _mm256_castps_si256(subnormal);
    _mm256_castsi256_ps(_mm256_mask_and_epi32(subnormal, normal, near, _mm256_set1_epi32(-1 << 13)))
}

/// `x`, whatever the compiler knows of it: it would have the rounding of subnormal numbers wait for whether they are,
/// and put off what takes longest.
#[inline]
#[target_feature(enable = "avx")]
fn opaque(x: __m256) -> __m256 {
    let mut x = x;
    // SAFETY: this is no instruction at all.
    unsafe { asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}
