//! The oracle's arithmetic: formats and rounding as `rustc_apfloat` has them.

use crate::oracle::lines::{adversarial_line, decode, encode, scale};
use crate::support::evaluate::Random;
use ascertain_judge::oracle::{Arithmetic, Format, Magnitude};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

fn bits_of<F: Float>(x: F) -> u64 {
    if x.is_nan() { 0 } else { x.to_bits() as u64 }
}

/// The bits of a number, NaN as 0 with the format's sign bit out of the way.
fn plain(format: Format, bits: u64) -> u64 {
    if format.decode(bits).is_nan() { 0 } else { bits }
}

/// Products of two in the format itself.
fn check_products<F: Float>(format: Format, seed: u64) {
    let mut random = Random::new(seed);
    let arithmetic = Arithmetic::new(format, format);
    for _ in 0..3000 * scale() {
        let line = adversarial_line(format, 8, &mut random);
        for pair in line.windows(2) {
            let (a, b) = (F::from_bits(pair[0].into()), F::from_bits(pair[1].into()));
            let want = bits_of(a.mul_r(b, Round::NearestTiesToEven).value);
            let got =
                arithmetic.store(arithmetic.multiply(arithmetic.load(pair[0]), arithmetic.load(pair[1])));
            assert_eq!(plain(format, got), want, "{format}: {:#x} * {:#x}", pair[0], pair[1]);
        }
    }
}

/// Chains in a wider accumulator, stored after every product.
fn check_chains<F: Float + FloatConvert<W>, W: Float + FloatConvert<F>>(
    format: Format,
    wide: Format,
    seed: u64,
) {
    let mut random = Random::new(seed);
    let arithmetic = Arithmetic::new(format, wide);
    let mut lossy = false;
    for _ in 0..1000 * scale() {
        let line = adversarial_line(format, 12, &mut random);
        let widen = |bits: u64| -> W { F::from_bits(bits.into()).convert(&mut false).value };
        let (mut want, mut got) = (widen(line[0]), arithmetic.load(line[0]));
        for &bits in &line[1..] {
            want = want.mul_r(widen(bits), Round::NearestTiesToEven).value;
            got = arithmetic.multiply(got, arithmetic.load(bits));
            let stored: F = want.convert(&mut lossy).value;
            assert_eq!(
                plain(format, arithmetic.store(got)),
                bits_of(stored),
                "{format} in {wide}: {line:x?}"
            );
        }
    }
}

#[test]
fn products_round_as_apfloat_says() {
    check_products::<Half>(Format::F16, 1);
    check_products::<BFloat>(Format::BF16, 2);
    check_products::<Single>(Format::F32, 3);
    check_products::<Double>(Format::F64, 4);
    check_chains::<Half, Single>(Format::F16, Format::F32, 5);
    check_chains::<BFloat, Single>(Format::BF16, Format::F32, 6);
    check_chains::<Half, Double>(Format::F16, Format::F64, 7);
    check_chains::<Single, Double>(Format::F32, Format::F64, 8);
    check_chains::<Single, X87DoubleExtended>(Format::F32, Format::X87, 9);
    check_chains::<Double, X87DoubleExtended>(Format::F64, Format::X87, 10);
}

#[test]
fn sixteen_bits_decode_and_encode() {
    for format in [Format::F16, Format::BF16] {
        let everything = 1u64 << format.bits();
        for bits in 0..everything {
            let value = format.decode(bits);
            let number = decode(format, bits);
            if value.is_nan() {
                assert!(number.is_nan());
                assert_eq!(format.encode(value), format.nan_bits());
                continue;
            }
            assert_eq!(format.encode(value), bits);
            assert_eq!(value.negative, number.is_sign_negative());
            assert_eq!(encode(format, number), bits);
            if let Magnitude::Finite(mag) = value.magnitude {
                assert_eq!(mag.sig as f64 * 2f64.powi(mag.exp as i32 - 63), number.abs());
            }
        }
    }
}
