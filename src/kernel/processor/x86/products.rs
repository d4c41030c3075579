//! Products side by side.
//!
//! Plain loops become the same instructions, mostly: where their registers are carried from one turn of a loop to the
//! next, the compiler may split them into several, or into single elements.

use super::super::Bytes;
use crate::kernel::number::VECTOR;
use core::arch::x86_64::*;
use core::mem::transmute;

/// Products of a dtype as `$lane`, kept in `$registers`, by `$way`: from two of these to the products and their bytes.
macro_rules! products {
    ($name:ident, $ty:ty, $lane:ty, $from:ty, $registers:ty, $way:expr) => {
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(super) fn $name(a: [$lane; VECTOR], b: Bytes<$ty>) -> ([$lane; VECTOR], Bytes<$ty>) {
            // SAFETY: both sides are plain data of the same size, here and below.
            let a = unsafe { transmute::<[$lane; VECTOR], $registers>(a) };
            // SAFETY: as above.
            let b = unsafe { transmute::<Bytes<$ty>, $from>(b) };
            let (products, bytes): ($registers, $from) = $way(a, b);
            // SAFETY: as above.
            let products = unsafe { transmute::<$registers, [$lane; VECTOR]>(products) };
            // SAFETY: as above.
            (products, unsafe { transmute::<$from, Bytes<$ty>>(bytes) })
        }
    };
}

products!(products_of_f32, f32, f32, __m256, __m256, |a, b| twice(_mm256_mul_ps(a, b)));
products!(products_of_f64, f64, f64, [__m256d; 2], [__m256d; 2], |a: [_; 2], b: [_; 2]| twice([
    _mm256_mul_pd(a[0], b[0]),
    _mm256_mul_pd(a[1], b[1])
]));
products!(products_of_u8, u8, u16, i64, __m128i, |a, b| {
    let products = _mm_mullo_epi16(a, _mm_cvtepu8_epi16(_mm_cvtsi64_si128(b)));
    (products, _mm_cvtsi128_si64(_mm_shuffle_epi8(products, _mm_set1_epi64x(0x0e0c_0a08_0604_0200))))
});
products!(products_of_u16, u16, u16, __m128i, __m128i, |a, b| twice(_mm_mullo_epi16(a, b)));
products!(products_of_u32, u32, u32, __m256i, __m256i, |a, b| twice(_mm256_mullo_epi32(a, b)));
products!(products_of_u64, u64, u64, [__m256i; 2], [__m256i; 2], |a: [_; 2], b: [_; 2]| twice([
    products_of_64_bits(a[0], b[0]),
    products_of_64_bits(a[1], b[1])
]));
products!(wide_products_of_f32, f32, f64, __m256, [__m256d; 2], |a: [_; 2], b| {
    let low = _mm256_mul_pd(a[0], _mm256_cvtps_pd(_mm256_castps256_ps128(b)));
    let high = _mm256_mul_pd(a[1], _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(b)));
    ([low, high], _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low)))
});

fn twice<T: Copy>(x: T) -> (T, T) {
    (x, x)
}

/// The low halves of products of 64 bits, of three products of halves.
#[inline]
#[target_feature(enable = "avx2")]
fn products_of_64_bits(a: __m256i, b: __m256i) -> __m256i {
    let crossed = _mm256_mullo_epi32(a, _mm256_shuffle_epi32::<0b10_11_00_01>(b));
    let high = _mm256_add_epi32(_mm256_slli_epi64::<32>(crossed), crossed);
    let high = _mm256_and_si256(high, _mm256_set1_epi64x(-1 << 32));
    _mm256_add_epi64(_mm256_mul_epu32(a, b), high)
}
