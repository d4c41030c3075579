//! Numbers of the integer dtypes.

use ascertain::DType;
use ascertain::dtype::Class;

/// All bits of a dtype.
pub fn mask(dtype: DType) -> u64 {
    u64::MAX >> (64 - dtype.bits())
}

/// Least and greatest number.
pub fn range(dtype: DType) -> (i128, i128) {
    match dtype.class() {
        Class::Signed => (-(1 << (dtype.bits() - 1)), (1 << (dtype.bits() - 1)) - 1),
        _ => (0, (1 << dtype.bits()) - 1),
    }
}

/// The number that a word stands for.
pub fn value(dtype: DType, word: u64) -> i128 {
    let shift = 64 - dtype.bits();
    match dtype.class() {
        Class::Signed => i128::from((word << shift) as i64 >> shift),
        _ => i128::from(word),
    }
}

/// The low bits of a number.
pub fn word(dtype: DType, value: i128) -> u64 {
    value as u64 & mask(dtype)
}
