//! Lines of 32-bit integers with AVX2. Modulo 2^32 a product has the same bits in any order, so eight factors are
//! multiplied with each other before the product so far is waited for.

use super::loops;
use core::arch::x86_64::*;

/// Writes the products of lines of `n` elements.
#[target_feature(enable = "avx2")]
pub(super) fn lines(input: &[u8], out: &mut [u8], n: usize) {
    let (x, y) = (input.as_chunks().0, out.as_chunks_mut().0);
    loops::lines::<i32, 4>(x, y, n, |x, y| line(x, y));
}

/// Writes the products of one line.
#[target_feature(enable = "avx2")]
fn line(x: &[[u8; 4]], y: &mut [[u8; 4]]) {
    let one = _mm256_set1_epi32(1);
    // The product so far, in every place.
    let mut product = one;
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks(), y.as_chunks_mut());
    for (x, y) in x.iter().zip(y) {
        let x = load(x);
        // In each half, every element times the one before it, then times the one two places before that.
        let x = _mm256_mullo_epi32(x, _mm256_alignr_epi8::<12>(x, one));
        let x = _mm256_mullo_epi32(x, _mm256_alignr_epi8::<8>(x, one));
        // The upper half times the last of the lower one.
        let lower = _mm256_castsi256_si128(_mm256_shuffle_epi32::<0xff>(x));
        let x = _mm256_mullo_epi32(x, _mm256_inserti128_si256::<1>(one, lower));
        *y = store(_mm256_mullo_epi32(product, x));
        let all = _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7));
        product = _mm256_mullo_epi32(product, all);
    }
    loops::line(_mm256_cvtsi256_si32(product), x_rest, y_rest);
}

#[target_feature(enable = "avx2")]
fn load(x: &[[u8; 4]; 8]) -> __m256i {
    let [a, b, c, d, e, f, g, h] = x.map(i32::from_le_bytes);
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}

#[target_feature(enable = "avx2")]
fn store(x: __m256i) -> [[u8; 4]; 8] {
    let mut y = [[0; 4]; 8];
    let quarters = y.as_flattened_mut().as_chunks_mut().0;
    quarters[0] = _mm256_extract_epi64::<0>(x).to_le_bytes();
    quarters[1] = _mm256_extract_epi64::<1>(x).to_le_bytes();
    quarters[2] = _mm256_extract_epi64::<2>(x).to_le_bytes();
    quarters[3] = _mm256_extract_epi64::<3>(x).to_le_bytes();
    y
}
