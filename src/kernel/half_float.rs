//! Loops for the 16-bit floats with AVX2 and F16C. `T` is f16 or bf16, and products are computed in f32.
//!
//! In f32 the product of two such floats is exact, or so small that it becomes zero. So it is rounded once.
//!
//! These functions are safe, and only code compiled for the same features can call them without `unsafe`.

use super::loops;
use crate::dtype::DType;
use crate::element::Factor;
use core::arch::x86_64::*;

/// Elements of a vector, and lines that are multiplied at the same time.
const LINES: usize = 8;

type Word = [u8; 2];
type Vector = [Word; LINES];

/// Like [`loops::blocks`]: writes the products of blocks of `n` rows of `inner` elements.
#[target_feature(enable = "avx2,f16c")]
pub(super) fn blocks<T: Factor>(input: &[u8], out: &mut [u8], n: usize, inner: usize) {
    let (x, y) = (input.as_chunks().0, out.as_chunks_mut().0);
    if inner == 1 {
        return lines::<T>(x, y, n);
    }
    for (x, y) in x.chunks_exact(n * inner).zip(y.chunks_exact_mut(n * inner)) {
        loops::rows(x, y, inner, |a, x, y| multiply::<T>(a, x, y));
    }
}

/// `y = a * x`, element by element.
#[target_feature(enable = "avx2,f16c")]
fn multiply<T: Factor>(a: &[Word], x: &[Word], y: &mut [Word]) {
    let ((a, a_rest), (x, x_rest), (y, y_rest)) = (a.as_chunks(), x.as_chunks(), y.as_chunks_mut());
    for ((a, x), y) in a.iter().zip(x).zip(y) {
        *y = store(narrow::<T>(_mm256_mul_ps(widen::<T>(load(a)), widen::<T>(load(x)))));
    }
    loops::multiply::<T, 2>(a_rest, x_rest, y_rest);
}

/// Writes the products of lines of `n` elements.
#[target_feature(enable = "avx2,f16c")]
fn lines<T: Factor>(x: &[Word], y: &mut [Word], n: usize) {
    for (x, y) in x.chunks(LINES * n).zip(y.chunks_mut(LINES * n)) {
        let done = if y.len() == LINES * n { eight_lines::<T>(x, y, n) } else { 0 };
        for (x, y) in x.chunks_exact(n).zip(y.chunks_exact_mut(n)) {
            line::<T>(x, y, done);
        }
    }
}

/// Writes the products of eight lines of `n` elements side by side, and returns how many of each: a multiple of 8.
///
/// A tile of eight elements of each line is transposed, so that a vector holds one element of every line.
#[target_feature(enable = "avx2,f16c")]
fn eight_lines<T: Factor>(x: &[Word], y: &mut [Word], n: usize) -> usize {
    let (mut products, whole) = (_mm256_set1_ps(1.0), n - n % LINES);
    for at in (0..whole).step_by(LINES) {
        let mut tile = [_mm_setzero_si128(); LINES];
        for (row, x) in tile.iter_mut().zip(x.chunks_exact(n)) {
            *row = load(&x[at..].as_chunks().0[0]);
        }
        tile = transpose(tile);
        for row in &mut tile {
            *row = narrow::<T>(_mm256_mul_ps(products, widen::<T>(*row)));
            products = widen::<T>(*row);
        }
        for (row, y) in transpose(tile).into_iter().zip(y.chunks_exact_mut(n)) {
            y[at..].as_chunks_mut().0[0] = store(row);
        }
    }
    whole
}

/// Writes the products of a line from element `from` on.
#[target_feature(enable = "avx2,f16c")]
fn line<T: Factor>(x: &[Word], y: &mut [Word], from: usize) {
    // The first product is the first factor, to the bit: 1 times a NaN need not be.
    y[0] = x[0];
    let from = from.max(1);
    let mut product = widen::<T>(_mm_set1_epi16(i16::from_le_bytes(y[from - 1])));
    let ((x, x_rest), (y, y_rest)) = (x[from..].as_chunks(), y[from..].as_chunks_mut());
    for (x, y) in x.iter().zip(y) {
        (product, *y) = eight_factors::<T>(product, x);
    }
    if !x_rest.is_empty() {
        let mut last = [[0; 2]; LINES];
        last[..x_rest.len()].copy_from_slice(x_rest);
        y_rest.copy_from_slice(&eight_factors::<T>(product, &last).1[..y_rest.len()]);
    }
}

/// The products of `product` and the next eight factors of its line, and the last of them in every place of a vector.
#[target_feature(enable = "avx2,f16c")]
fn eight_factors<T: Factor>(mut product: __m256, x: &Vector) -> (__m256, Vector) {
    let x = widen::<T>(load(x));
    let y = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| {
        let factor = _mm256_permutevar8x32_ps(x, _mm256_set1_epi32(k));
        product = round::<T>(_mm256_mul_ps(product, factor));
        _mm256_cvtss_f32(product)
    });
    let y = _mm256_setr_ps(y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7]);
    (product, store(narrow::<T>(y)))
}

/// The value of each 16-bit float.
#[target_feature(enable = "avx2,f16c")]
fn widen<T: Factor>(x: __m128i) -> __m256 {
    match T::DTYPE {
        DType::F16 => _mm256_cvtph_ps(x),
        _ => _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(x))),
    }
}

/// The nearest 16-bit floats, ties to even.
#[target_feature(enable = "avx2,f16c")]
fn narrow<T: Factor>(x: __m256) -> __m128i {
    if matches!(T::DTYPE, DType::F16) {
        return _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x);
    }
    let words = _mm256_srli_epi32::<16>(_mm256_castps_si256(round_bits::<16>(x)));
    _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words))
}

/// The nearest floats with `DROPPED` fewer significand bits, ties to even.
///
/// For bf16 (16) this rounds every product. Infinities stay. NaNs are quiet and have none of the lower bits, as the
/// factors have none, so nothing is carried out of their significand.
///
/// For f16 (13) it is enough in the range that [`round`] checks.
#[target_feature(enable = "avx2,f16c")]
fn round_bits<const DROPPED: i32>(x: __m256) -> __m256 {
    let bits = _mm256_castps_si256(x);
    let odd = _mm256_and_si256(_mm256_srli_epi32::<DROPPED>(bits), _mm256_set1_epi32(1));
    let half = _mm256_add_epi32(bits, _mm256_set1_epi32((1 << (DROPPED - 1)) - 1));
    _mm256_castsi256_ps(_mm256_and_si256(_mm256_add_epi32(half, odd), _mm256_set1_epi32(-1 << DROPPED)))
}

/// The nearest 16-bit float to the one that stands in every place of `x`, as floats.
///
/// If dropping bits is enough, that takes less time than two conversions. The processor predicts the check, so the next
/// product does not wait for it.
#[target_feature(enable = "avx2,f16c")]
fn round<T: Factor>(x: __m256) -> __m256 {
    if !matches!(T::DTYPE, DType::F16) {
        return round_bits::<16>(x);
    }
    // From the least normal f16 to the last float that is rounded to the greatest f16.
    match _mm256_cvtss_f32(x).abs().to_bits() {
        0x3880_0000..=0x477f_efff => round_bits::<13>(x),
        _ => _mm256_set1_ps(convert(_mm256_cvtss_f32(x))),
    }
}

/// The nearest f16, as a float. It is not inlined, so that [`round`] stays a branch.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,f16c")]
fn convert(x: f32) -> f32 {
    _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm_set1_ps(x))))
}

/// Turns eight lines of eight elements into eight rows, and rows into lines.
///
/// Interleaving vectors that are four apart moves the highest bit of the line to the lowest of the element, and the
/// highest of the element to the lowest of the line. After three times, line and element have changed places.
#[target_feature(enable = "avx2,f16c")]
fn transpose(mut x: [__m128i; LINES]) -> [__m128i; LINES] {
    for _ in 0..3 {
        let pair = |k: usize| (_mm_unpacklo_epi16(x[k], x[k + 4]), _mm_unpackhi_epi16(x[k], x[k + 4]));
        let ((a, b), (c, d), (e, f), (g, h)) = (pair(0), pair(1), pair(2), pair(3));
        x = [a, b, c, d, e, f, g, h];
    }
    x
}

#[target_feature(enable = "avx2,f16c")]
fn load(x: &Vector) -> __m128i {
    let halves = x.as_flattened().as_chunks().0;
    _mm_set_epi64x(i64::from_le_bytes(halves[1]), i64::from_le_bytes(halves[0]))
}

#[target_feature(enable = "avx2,f16c")]
fn store(x: __m128i) -> Vector {
    let mut y = [[0; 2]; LINES];
    let halves = y.as_flattened_mut().as_chunks_mut().0;
    halves[0] = _mm_cvtsi128_si64(x).to_le_bytes();
    halves[1] = _mm_extract_epi64::<1>(x).to_le_bytes();
    y
}
