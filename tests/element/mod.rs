//! Elements: reading and writing bytes, conversions between all dtypes that operators compute with, and products. Each is
//! compared with exact integer arithmetic, which is itself compared with `rustc_apfloat`.
//!
//! Values of 8 and 16 bits are all tested. Wider ones are tested around every tie of the narrower floats, at the ends of
//! every integer's range, and at random. `ASCERTAIN_EXHAUSTIVE=1 cargo test --release --test all element` multiplies
//! all 2^32 pairs of both 16-bit floats as well.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod apfloat;
mod conversions;
mod exact;
mod products;
mod sources;

use ascertain::DType;
use ascertain::dtype::Class;
use ascertain::element::{Element, converter};
use half::{bf16, f16};
use num_complex::Complex;

/// The dtypes that operators compute with.
const REAL: [DType; 12] = [
    DType::F32,
    DType::F16,
    DType::F64,
    DType::Bf16,
    DType::S8,
    DType::U8,
    DType::S16,
    DType::U16,
    DType::S32,
    DType::U32,
    DType::S64,
    DType::U64,
];

/// Least and greatest value of an integer dtype.
fn range(dtype: DType) -> (i128, i128) {
    match dtype.class() {
        Class::Signed => (-(1 << (dtype.bits() - 1)), (1 << (dtype.bits() - 1)) - 1),
        _ => (0, (1 << dtype.bits()) - 1),
    }
}

/// The value of an integer dtype's bits.
fn integer(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    match dtype.class() {
        Class::Signed => i128::from((bits << unused) as i64 >> unused),
        _ => i128::from(bits),
    }
}

#[test]
fn elements_are_little_endian_and_complex_numbers_real_part_first() {
    fn check<T: Element>(dtype: DType, value: T, bytes: &[u8]) {
        assert_eq!(T::DTYPE, dtype);
        assert_eq!(bytes.len(), dtype.size(), "{dtype}");
        // Bytes beyond the element are neither read nor written.
        let mut longer = bytes.to_vec();
        longer.extend([0xa5; 3]);
        assert_eq!(T::load(&longer), value, "{dtype}");
        let mut written = vec![0x5a; dtype.size() + 3];
        value.store(&mut written);
        assert_eq!((&written[..dtype.size()], &written[dtype.size()..]), (bytes, &[0x5a; 3][..]), "{dtype}");
    }
    check(DType::F32, 1.0_f32, &[0x00, 0x00, 0x80, 0x3f]);
    check(DType::F64, -2.0_f64, &[0, 0, 0, 0, 0, 0, 0, 0xc0]);
    check(DType::F16, f16::from_bits(0x3c01), &[0x01, 0x3c]);
    check(DType::Bf16, bf16::from_bits(0x3f80), &[0x80, 0x3f]);
    check(DType::S8, -2_i8, &[0xfe]);
    check(DType::U8, 0xfe_u8, &[0xfe]);
    check(DType::S16, 0x0102_i16, &[2, 1]);
    check(DType::U16, 0xfffe_u16, &[0xfe, 0xff]);
    check(DType::S32, 0x0102_0304_i32, &[4, 3, 2, 1]);
    check(DType::U32, 0xfffe_fdfc_u32, &[0xfc, 0xfd, 0xfe, 0xff]);
    check(DType::S64, 0x0102_0304_0506_0708_i64, &[8, 7, 6, 5, 4, 3, 2, 1]);
    check(DType::U64, u64::MAX - 1, &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    check(
        DType::C32,
        Complex::new(f16::from_bits(0x3c00), f16::from_bits(0x4001)),
        &[0x00, 0x3c, 0x01, 0x40],
    );
    check(DType::C64, Complex::new(1.0_f32, -2.0), &[0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
    let parts = [0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0];
    check(DType::C128, Complex::new(1.0_f64, -2.0), &parts);
}

#[test]
fn converters_exist_between_the_dtypes_that_operators_compute_with_and_no_others() {
    for from in DType::ALL {
        for to in DType::ALL {
            let expected = REAL.contains(&from) && REAL.contains(&to);
            assert_eq!(converter(from, to).is_some(), expected, "{from} to {to}");
        }
    }
}
