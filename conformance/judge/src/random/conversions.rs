//! Random elements that another dtype is computed in: near the ends of its range, past what significands hold, on ties and
//! beside them.

use super::Source;
use super::values::{fill_lines, float};
use crate::oracle::{Format, Lines};
use ascertain::DType;
use ascertain::element::converter;

/// Fills `bytes`, elements of `dtype` in row-major order, which are the factors of these lines, with values that break
/// conversions to `target`. It can hold most of them.
pub fn fill_for(source: &mut Source, dtype: DType, target: DType, bytes: &mut [u8], lines: Lines) {
    let numbers = [dtype, target].iter().all(|dtype| dtype.is_float() || dtype.is_integer());
    source.values(|source| match source.weighted(&[45, 40, 15]) {
        0 if numbers => fill_edges(source, dtype, target, bytes, lines),
        1 if target.is_integer() && dtype != target => fill_small(source, dtype, target, bytes),
        _ => fill_lines(source, dtype, bytes, lines),
    });
}

/// Small numbers, some with a fraction to cut off.
fn fill_small(source: &mut Source, dtype: DType, target: DType, bytes: &mut [u8]) {
    let Some(convert) = converter(DType::F64, dtype) else { return };
    let least = if target.integer_range().is_some_and(|(low, _)| low < 0) { -3.0 } else { 0.0 };
    for element in bytes.chunks_exact_mut(dtype.size()) {
        let random = source.bits();
        let value = (random & 7) as f64 + least;
        let value = if random & 0x70 == 0 { value * 16.0 } else { value };
        let value = if random & 0x300 == 0 { value + 0.5 } else { value };
        convert(&value.to_le_bytes(), element);
    }
}

/// Every line starts with such a value and has some more, between ones.
fn fill_edges(source: &mut Source, dtype: DType, target: DType, bytes: &mut [u8], lines: Lines) {
    let Some(convert) = converter(DType::F64, dtype) else { return };
    for (at, element) in bytes.chunks_exact_mut(dtype.size()).enumerate() {
        // The first ones of lines. Empty tensors, in which these lengths may be 0, have no elements.
        if (at / lines.inner).is_multiple_of(lines.n) || source.chance(6) {
            let word = edge(source, dtype, target);
            element.copy_from_slice(&word.to_le_bytes()[..dtype.size()]);
        } else {
            convert(&1_f64.to_le_bytes(), element);
        }
    }
}

/// The word of one of these values.
fn edge(source: &mut Source, dtype: DType, target: DType) -> i128 {
    match (dtype.integer_range(), target.integer_range()) {
        (Some(own), Some(other)) => inside(source, (own.0.max(other.0), own.1.min(other.1))),
        (Some(own), None) => match dtype.bits().checked_sub(target.precision()) {
            Some(more) if more > 0 => tie(source, target.precision(), more).clamp(own.0, own.1),
            // Every integer is exact.
            _ => inside(source, own),
        },
        (None, Some(other)) => {
            let value = inside(source, other);
            truncated(source, float(dtype), value)
        }
        (None, None) => float_tie(source, dtype, target),
    }
}

/// An integer in a range: near its ends, beside a power of two, just past 24 or 53 bits, or of any size.
fn inside(source: &mut Source, (low, high): (i128, i128)) -> i128 {
    let near = source.below(4) as i128;
    let power = 1_i128 << source.below(64);
    let value = match source.below(6) {
        0 => high - near,
        1 => low + near,
        2 => power + near - 2,
        3 => (1 << source.pick(&[24, 25, 31, 32, 53, 54])) + near,
        _ => power + (i128::from(source.bits()) & (power - 1)),
    };
    let value = if low < 0 && source.chance(30) { -value } else { value };
    if (low..=high).contains(&value) { value } else { high - (value.rem_euclid(64)).min(high - low) }
}

/// An integer of up to `precision + more` bits on a tie of floats of this precision, or one beside it: with many more bits,
/// beside it by less than a wider float can tell.
fn tie(source: &mut Source, precision: u32, more: u32) -> i128 {
    let top = 1_i128 << (precision - 1);
    let significand = top | i128::from(source.bits()) & (top - 1);
    let shift = 1 + source.below(more as usize) as u32;
    let value = (significand << shift) + (1 << (shift - 1)) + source.pick(&[-1, 0, 0, 1]);
    if source.chance(30) { -value } else { value }
}

/// The word of the float next to an integer towards 0, some with a fraction more.
fn truncated(source: &mut Source, float: Format, value: i128) -> i128 {
    let mut word = float.toward_zero(value);
    if let Some(exponent) = value.unsigned_abs().checked_ilog2()
        && exponent < float.fraction_bits()
        && source.chance(30)
    {
        word |= source.bits() & ((1 << (float.fraction_bits() - exponent)) - 1);
    }
    word.into()
}

/// The word of a float on a tie of the target or one unit beside it, mostly about 1, or beside the ends of its range.
fn float_tie(source: &mut Source, dtype: DType, target: DType) -> i128 {
    let (own, other) = (float(dtype), float(target));
    let exponent = match source.below(4) {
        0 => other.bias() - source.below(2) as i64,
        // Subnormal in the target: the tie is of another bit, so all are random.
        1 => -other.bias() - source.below(other.fraction_bits() as usize + 3) as i64,
        _ => -(source.below(2) as i64),
    };
    let random = source.bits();
    let fraction = match own.fraction_bits().checked_sub(other.fraction_bits()) {
        Some(more) if more > 0 => {
            let tie = (random >> 12 << more | 1 << (more - 1)) as i64;
            (tie + source.pick(&[-1, 0, 0, 1])) as u64
        }
        _ => random,
    };
    i128::from(own.word(random & 1 == 1, exponent, fraction))
}
