//! The oracle of these tests is tested too: it must agree with `rustc_apfloat`, which others wrote for compilers.

use crate::element::exact::{Format, Value, format};
use crate::element::sources::{Random, boundary_integers};
use ascertain::DType;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// `value` of one format in another, as `rustc_apfloat` rounds it; none for NaN.
fn converted<A: FloatConvert<B>, B: Float>(bits: u64) -> Option<u64> {
    let mut loses = false;
    let converted = A::from_bits(u128::from(bits)).convert_r(Round::NearestTiesToEven, &mut loses).value;
    (!converted.is_nan()).then(|| converted.to_bits() as u64)
}

fn product<F: Float>(a: u64, b: u64) -> Option<u64> {
    let (a, b) = (F::from_bits(u128::from(a)), F::from_bits(u128::from(b)));
    let product = a.mul_r(b, Round::NearestTiesToEven).value;
    (!product.is_nan()).then(|| product.to_bits() as u64)
}

type Convert = fn(u64) -> Option<u64>;
type Product = fn(u64, u64) -> Option<u64>;
type FromInteger = fn(i128) -> u64;

/// Every conversion that rounds: source, target, by `rustc_apfloat`.
const NARROWING: [(DType, DType, Convert); 8] = [
    (DType::F64, DType::F32, converted::<Double, Single>),
    (DType::F64, DType::F16, converted::<Double, Half>),
    (DType::F64, DType::Bf16, converted::<Double, BFloat>),
    (DType::F32, DType::F16, converted::<Single, Half>),
    (DType::F32, DType::Bf16, converted::<Single, BFloat>),
    (DType::Bf16, DType::F16, converted::<BFloat, Half>),
    (DType::F16, DType::Bf16, converted::<Half, BFloat>),
    (DType::F16, DType::F64, converted::<Half, Double>),
];

/// A pattern of the format: its sign and exponent are likely anywhere, its significand long, short or at an end.
fn pattern(format: Format, random: &mut Random) -> u64 {
    let all = format.sign() | (format.sign() - 1);
    let bits = random.next() & all;
    match random.next() % 4 {
        0 => bits & !(random.next() & random.next()) & all,
        1 => bits | (random.next() & all >> 3),
        _ => bits,
    }
}

#[test]
fn the_oracle_of_these_tests_rounds_as_rustc_apfloat_does() {
    let mut random = Random::new(1);
    for (from, to, by_apfloat) in NARROWING {
        let (source, target) = (format(from).unwrap(), format(to).unwrap());
        for _ in 0..20_000 {
            let bits = pattern(source, &mut random);
            assert_eq!(target.encode(source.decode(bits)), by_apfloat(bits), "{from} 0x{bits:x} to {to}");
        }
    }
    let products: [(DType, Product); 4] = [
        (DType::F16, product::<Half>),
        (DType::Bf16, product::<BFloat>),
        (DType::F32, product::<Single>),
        (DType::F64, product::<Double>),
    ];
    for (dtype, by_apfloat) in products {
        let format = format(dtype).unwrap();
        for _ in 0..20_000 {
            let (a, b) = (pattern(format, &mut random), pattern(format, &mut random));
            let exact = format.encode(format.decode(a).times(format.decode(b)));
            assert_eq!(exact, by_apfloat(a, b), "{dtype} 0x{a:x} times 0x{b:x}");
        }
    }
}

#[test]
fn the_oracle_of_these_tests_converts_integers_as_rustc_apfloat_does() {
    fn rounded<F: Float>(x: i128) -> u64 {
        F::from_i128_r(x, Round::NearestTiesToEven).value.to_bits() as u64
    }
    fn cut<F: Float>(bits: u64) -> i128 {
        let mut exact = false;
        F::from_bits(u128::from(bits)).to_i128_r(64, Round::TowardZero, &mut exact).value
    }
    let rounders: [(DType, FromInteger); 4] = [
        (DType::F16, rounded::<Half>),
        (DType::Bf16, rounded::<BFloat>),
        (DType::F32, rounded::<Single>),
        (DType::F64, rounded::<Double>),
    ];
    let mut random = Random::new(2);
    for (dtype, by_apfloat) in rounders {
        let format = format(dtype).unwrap();
        let integers = boundary_integers(dtype).chain((0..20_000).map(|_| random.integer()));
        for x in integers {
            assert_eq!(format.encode(Value::integer(x)), Some(by_apfloat(x)), "{x} to {dtype}");
        }
    }
    let f64 = format(DType::F64).unwrap();
    for _ in 0..20_000 {
        let bits = pattern(f64, &mut random);
        let truncated = f64.decode(bits).truncated(i64::MIN.into(), i64::MAX.into());
        assert_eq!(truncated, cut::<Double>(bits), "0x{bits:x} to s64");
    }
}
