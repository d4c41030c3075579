//! Known ways to convert a value that an integer dtype cannot hold. No document specifies one.

use ascertain::DType;
use ascertain::dtype::Class;
use ascertain::element::converter;

/// A way of converting a value to an integer dtype, in its range or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The value modulo 2^bits, the fraction cut off; 0 for an infinity or NaN.
    LowBits,
    /// The nearest value of the dtype; 0 for NaN.
    Saturates,
    /// Converted via s32; out of range gives `INT32_MIN` (an x86 instruction).
    ThroughS32,
    /// Converted via s64; out of range gives `INT64_MIN`.
    ThroughS64,
    /// For u32 via s32, and for u64 via s64: 2^31 or 2^63 is subtracted from values that are out of range, and added
    /// to the result.
    ByHalves,
}

/// A value before its conversion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Integer(i128),
    /// A float: every one that is converted is exact in f64.
    Float(f64),
}

impl Conversion {
    /// All of them, the simplest first.
    pub const ALL: [Self; 5] =
        [Self::LowBits, Self::Saturates, Self::ThroughS32, Self::ThroughS64, Self::ByHalves];

    /// Words that follow the names of the two dtypes.
    pub const fn words(self) -> &'static str {
        match self {
            Self::LowBits => "keeps the low bits",
            Self::Saturates => "saturates, NaN as 0",
            Self::ThroughS32 => "is converted via s32; out of range gives INT32_MIN",
            Self::ThroughS64 => "is converted via s64; out of range gives INT64_MIN",
            Self::ByHalves => {
                "is converted via the signed dtype in two halves; out of range gives its minimum"
            }
        }
    }

    /// The converted value, in the low bits of a word. `None` if this way does not apply.
    pub fn convert(self, value: Value, to: DType) -> Option<u64> {
        let mask = u64::MAX >> (64 - to.bits());
        let word = match (self, value) {
            (Self::LowBits, Value::Integer(value)) => value as u64,
            (Self::LowBits, Value::Float(value)) => low_bits(value),
            (Self::Saturates, Value::Integer(value)) => {
                let (low, high) = to.integer_range()?;
                value.clamp(low, high) as u64
            }
            (Self::Saturates, Value::Float(value)) => {
                // `as` saturates, and takes NaN to 0.
                let (low, high) = to.integer_range()?;
                (value as i128).clamp(low, high) as u64
            }
            (Self::ThroughS32, Value::Float(value)) => through_s32(value),
            (Self::ThroughS64, Value::Float(value)) => through_s64(value),
            (Self::ByHalves, Value::Float(value)) if to == DType::U32 || to == DType::U64 => {
                let signed = if to == DType::U32 { through_s32 } else { through_s64 };
                let half = 2f64.powi(to.bits() as i32 - 1);
                if value >= half { signed(value - half) ^ (1 << (to.bits() - 1)) } else { signed(value) }
            }
            _ => return None,
        };
        Some(word & mask)
    }

    /// The first conversion, the simplest first, that explains a conversion.
    pub fn of(value: Value, to: DType, got: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|conversion| conversion.convert(value, to) == Some(got))
    }
}

impl Value {
    /// The value of a little-endian element. `None` for dtypes without real numbers.
    pub fn of(dtype: DType, element: &[u8]) -> Option<Self> {
        if dtype.is_integer() {
            return Some(Self::Integer(integer(dtype, element)));
        }
        let mut bytes = [0; 8];
        converter(dtype, DType::F64)?(element, &mut bytes);
        Some(Self::Float(f64::from_le_bytes(bytes)))
    }
}

/// The value of an integer, little-endian, or of another element's bits.
pub fn integer(dtype: DType, element: &[u8]) -> i128 {
    let mut bytes = [0; 8];
    bytes[..element.len()].copy_from_slice(element);
    let (word, shift) = (u64::from_le_bytes(bytes), 64 - dtype.bits());
    match dtype.class() {
        Class::Signed => i128::from((word << shift) as i64 >> shift),
        _ => i128::from(word),
    }
}

fn low_bits(value: f64) -> u64 {
    // From 2^117 on every f64 is a multiple of 2^64; below, i128 holds it.
    if value.abs() < 2f64.powi(117) { value as i128 as u64 } else { 0 }
}

fn through_s32(value: f64) -> u64 {
    let end = -f64::from(i32::MIN);
    i64::from(if value > -end - 1.0 && value < end { value as i32 } else { i32::MIN }) as u64
}

fn through_s64(value: f64) -> u64 {
    let end = -(i64::MIN as f64);
    (if value >= -end && value < end { value as i64 } else { i64::MIN }) as u64
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Value};
    use ascertain::DType;

    #[test]
    fn habits_differ_where_they_should() {
        let all =
            |value: f64, to| Conversion::ALL.map(|conversion| conversion.convert(Value::Float(value), to));
        let least = 1 << 63;
        assert_eq!(all(300.0, DType::U8), [Some(44), Some(255), Some(44), Some(44), None]);
        assert_eq!(all(-2.5, DType::U16), [Some(0xfffe), Some(0), Some(0xfffe), Some(0xfffe), None]);
        assert_eq!(all(f64::NAN, DType::S8), [Some(0), Some(0), Some(0), Some(0), None]);
        assert_eq!(all(3e9, DType::S32)[1..3], [Some(0x7fff_ffff), Some(0x8000_0000)]);
        assert_eq!(all(-1e30, DType::S64)[1..4], [Some(least), Some(0xffff_ffff_8000_0000), Some(least)]);
        assert_eq!(all(1e19, DType::U64)[3..], [Some(least), Some(10_000_000_000_000_000_000)]);
        assert_eq!(
            all(5e9, DType::U32),
            [Some(705_032_704), Some(0xffff_ffff), Some(0x8000_0000), Some(705_032_704), Some(0),]
        );
        assert_eq!(Conversion::of(Value::Integer(-1), DType::U8, 0), Some(Conversion::Saturates));
        assert_eq!(Conversion::of(Value::Integer(-1), DType::U8, 255), Some(Conversion::LowBits));
        assert_eq!(Conversion::of(Value::Integer(-1), DType::U8, 7), None);
    }
}
