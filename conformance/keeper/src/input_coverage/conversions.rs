//! What kinds of values a call converts.

use ascertain::element::converter;
use ascertain::{DType, Tensor};

/// Elements of a call that are looked at, as all of a large call would take long.
const LOOKED_AT: usize = 256;

/// Kinds of values.
pub(super) const KINDS: [&str; 14] = [
    "an integer that the dtype cannot hold",
    "a float that the integer dtype cannot hold",
    "a float whose fraction is cut off",
    "a float past 2^24 to an integer",
    "a float past 2^53 to an integer",
    "an integer at an end of the other's range",
    "a float next to an end of the integer's range",
    "an integer below 0, widened",
    "an unsigned integer of the upper half, widened",
    "on a tie of the float",
    "one unit beside a tie of the float",
    "rounded otherwise through f32 or f64",
    "to infinity",
    "to a subnormal number",
];

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// Some value is one that the dtype holds, after rounding.
    pub(super) in_range: bool,
    kinds: [bool; KINDS.len()],
}

impl Found {
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'static str> {
        KINDS.into_iter().zip(self.kinds).filter(|(_, found)| *found).map(|(kind, _)| kind)
    }
}

/// The kinds of the first elements of `input`, converted to `to`.
pub(super) fn found(input: &Tensor, to: DType) -> Found {
    let (from, mut found) = (input.dtype(), Found::default());
    for element in input.elements().chunks_exact(from.size()).take(LOOKED_AT) {
        let mut word = [0; 8];
        let Some(bytes) = word.get_mut(..element.len()) else { continue };
        bytes.copy_from_slice(element);
        match to.integer_range() {
            Some(range) => to_integer(from, to, u64::from_le_bytes(word), range, &mut found),
            None => to_float(from, to, u64::from_le_bytes(word), &mut found),
        }
    }
    found
}

fn to_integer(from: DType, to: DType, word: u64, (low, high): (i128, i128), found: &mut Found) {
    let kinds = &mut found.kinds;
    if from.is_integer() {
        let Some(value) = integer(from, word) else { return };
        let inside = (low..=high).contains(&value);
        found.in_range |= inside;
        kinds[0] |= !inside;
        kinds[5] |= value == low || value == high;
        kinds[7] |= to.bits() > from.bits() && inside && value < 0;
        kinds[8] |= to.bits() > from.bits() && value >> (from.bits() - 1) == 1;
    } else {
        let Some(value) = float(from, word) else { return };
        // What is beyond i128 is beyond every dtype.
        let whole = value as i128;
        let inside = !value.is_nan() && (low..=high).contains(&whole);
        found.in_range |= inside;
        kinds[1] |= !inside;
        if inside {
            // Numbers of the upper binade are so far apart.
            let unit = 1 << to.bits().saturating_sub(from.precision());
            kinds[2] |= value.fract() != 0.0;
            kinds[3] |= whole.unsigned_abs() > 1 << 24;
            kinds[4] |= whole.unsigned_abs() > 1 << 53;
            kinds[6] |= high - whole <= unit || whole - low <= unit;
        }
    }
}

fn to_float(from: DType, to: DType, word: u64, found: &mut Found) {
    let finite = from.is_integer() || float(from, word).is_some_and(f64::is_finite);
    let Some(result) = converted(from, to, word).and_then(|word| float(to, word)) else { return };
    found.in_range |= finite && result.is_finite();
    let kinds = &mut found.kinds;
    kinds[9] |= is_tie(from, to, word);
    kinds[10] |= [word.wrapping_sub(1), word.wrapping_add(1)].iter().any(|&word| is_tie(from, to, word));
    let twice = |middle| converted(middle, to, converted(from, middle, word)?);
    kinds[11] |= [DType::F32, DType::F64]
        .into_iter()
        .filter(|middle| to.bits() < middle.bits() && middle.bits() <= from.bits())
        .filter_map(twice)
        .any(|word| float(to, word).is_some_and(|twice| twice != result && !twice.is_nan()));
    kinds[12] |= finite && result.is_infinite();
    kinds[13] |= result != 0.0 && result.abs() < 2_f64.powi(least_exponent(to));
}

/// Whether a value lies halfway between two numbers of a float dtype.
fn is_tie(from: DType, to: DType, word: u64) -> bool {
    // Exponents of the lowest and the highest bit that are 1.
    let (lowest, highest) = match (integer(from, word), float(from, word)) {
        (Some(value), _) if value != 0 => {
            (value.trailing_zeros() as i32, value.unsigned_abs().ilog2() as i32)
        }
        (None, Some(value)) if value.is_normal() => {
            // A subnormal f64 is far below every other float.
            let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
            let fraction = value.to_bits() & ((1 << 52) - 1) | 1 << 52;
            (exponent - 52 + fraction.trailing_zeros() as i32, exponent)
        }
        _ => return false,
    };
    let unit = highest.max(least_exponent(to)) - (to.precision() as i32 - 1);
    lowest == unit - 1
}

/// Exponent of the least normal number.
fn least_exponent(dtype: DType) -> i32 {
    2 - (1 << (dtype.exponent_bits() - 1))
}

/// The value of an integer's word.
fn integer(dtype: DType, word: u64) -> Option<i128> {
    let (low, _) = dtype.integer_range()?;
    let shift = 64 - dtype.bits();
    Some(if low < 0 { ((word << shift) as i64 >> shift).into() } else { (word << shift >> shift).into() })
}

/// The value of a float's word.
fn float(dtype: DType, word: u64) -> Option<f64> {
    if dtype == DType::F64 {
        return Some(f64::from_bits(word));
    }
    dtype.is_float().then(|| converted(dtype, DType::F64, word).map(f64::from_bits))?
}

/// The word of a converted value.
fn converted(from: DType, to: DType, word: u64) -> Option<u64> {
    let mut bytes = [0; 8];
    let convert = converter(from, to)?;
    convert(word.to_le_bytes().get(..from.size())?, bytes.get_mut(..to.size())?);
    Some(u64::from_le_bytes(bytes))
}
