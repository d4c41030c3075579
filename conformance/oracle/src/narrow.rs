//! What partial sums in a wide dtype cannot give.

use super::Format;

/// Whether no accumulator of f32 gives a number as the sum of terms, or as their mean, once it is stored in a format: n additions and
/// a quotient, each within one part in 2^24 of the magnitudes, and what is flushed before the last store. That may give zero for what
/// is below the least normal number. Of 2^23 terms and more, and where a sum may overflow in f32, nothing is said.
///
/// Soon computed, where the hull of all groupings is not.
pub fn is_beyond_f32(
    number: f64,
    format: Format,
    terms: impl IntoIterator<Item = f64>,
    is_mean: bool,
) -> bool {
    let least = 2_f64.powi(format.min_exp() as i32);
    let (mut n, mut sum, mut magnitudes, mut flushed) = (0.0, 0.0, 0.0, 0.0);
    for term in terms {
        n += 1.0;
        sum += term;
        magnitudes += term.abs();
        flushed += if term.abs() < least { term.abs() } else { 0.0 };
    }
    if n > 2_f64.powi(23) {
        return false;
    }
    let of = if is_mean { n } else { 1.0 };
    let reach = ((n + 4.0) * 2_f64.powi(-23) * magnitudes + flushed) / of + n * 2_f64.powi(-120);
    let stored = |end: f64| value(format, format.encode(Format::F64.decode(end.to_bits())));
    let (low, high) = (stored(sum / of - reach), stored(sum / of + reach));
    if number == 0.0 {
        return low > least || high < -least;
    }
    magnitudes < 2_f64.powi(126) && (number < low || high < number)
}

/// The number that a datum encodes.
pub fn value(format: Format, bits: u64) -> f64 {
    f64::from_bits(Format::F64.encode(format.decode(bits)))
}
