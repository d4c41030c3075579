//! Conversions between every pair of dtypes that operators convert between, compared with the exact oracle.

use crate::element::exact::{Value, format};
use crate::element::sources::sources;
use crate::element::{REAL, integer, range};
use ascertain::DType;
use ascertain::element::converter;

/// The right bits; none for a NaN of any pattern.
fn right(from: DType, to: DType, bits: u64) -> Option<u64> {
    let value = match format(from) {
        Some(format) => format.decode(bits),
        None => Value::integer(integer(from, bits)),
    };
    if let Some(format) = format(to) {
        return format.encode(value);
    }
    let mask = u64::MAX >> (64 - to.bits());
    // The documents leave open what lies outside an integer's range; the crate saturates floats and keeps low bits.
    Some(match format(from) {
        Some(_) => value.truncated(range(to).0, range(to).1) as u64 & mask,
        None => integer(from, bits) as u64 & mask,
    })
}

#[test]
fn conversions_round_once_truncate_and_keep_low_bits() {
    let mut judged = 0_u64;
    for from in REAL {
        for to in REAL {
            let convert = converter(from, to).unwrap();
            for bits in sources(from, to) {
                let mut got = [0; 8];
                convert(&bits.to_le_bytes(), &mut got);
                let got = u64::from_le_bytes(got);
                let same = match right(from, to, bits) {
                    Some(right) => got == right,
                    None => format(to).is_some_and(|format| format.is_nan(got)),
                };
                assert!(same, "{from} 0x{bits:x} to {to}: 0x{got:x}, right is {:x?}", right(from, to, bits));
                judged += 1;
            }
        }
    }
    // The sweep is what it claims to be: all of 16 bits to everything, and the ties.
    assert!(judged > 4 * 65_536 * 12 + 1_000_000, "{judged} conversions");
}

/// The faults that the sweep is for, by hand: a value just beside a tie of the target, which a conversion through
/// f32 puts on the tie.
#[test]
fn known_double_roundings_do_not_happen() {
    let convert = |from: DType, to: DType, bits: u64| {
        let mut got = [0; 8];
        converter(from, to).unwrap()(&bits.to_le_bytes(), &mut got);
        u64::from_le_bytes(got)
    };
    // 1 + 2^-11 + 2^-50: above the middle of 1 and the next f16.
    assert_eq!(convert(DType::F64, DType::F16, 0x3ff0_0200_0000_0004), 0x3c01);
    assert_eq!(convert(DType::F64, DType::F16, 0x3ff0_0200_0000_0000), 0x3c00);
    // 1 + 2^-8 + 2^-50, the same in bf16.
    assert_eq!(convert(DType::F64, DType::Bf16, 0x3ff0_1000_0000_0004), 0x3f81);
    // 2^62 + 2^54 + 1 is above the middle of two bf16, and f32 cannot see the 1.
    assert_eq!(convert(DType::S64, DType::Bf16, (1 << 62) + (1 << 54) + 1), 0x5e81);
    assert_eq!(convert(DType::S64, DType::Bf16, (1 << 62) + (1 << 54)), 0x5e80);
    // 65519 stays below the middle of 65504 and 65536, 65520 is on it and overflows.
    assert_eq!(convert(DType::U64, DType::F16, 65519), 0x7bff);
    assert_eq!(convert(DType::U64, DType::F16, 65520), 0x7c00);
    assert_eq!(convert(DType::S64, DType::F64, (1 << 53) + 1), 0x4340_0000_0000_0000);
    assert_eq!(convert(DType::U64, DType::F32, u64::MAX), 0x5f80_0000);
}
