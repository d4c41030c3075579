//! Functions of complex numbers: the reference beside the exact values, with which it shares no code, and formulas of textbooks.

use super::super::each::{Place, Possible, possible};
use super::super::graded::usual;
use super::super::spans::Hull;
use super::super::{Format, complex};
use super::{Random, scale};
use ascertain::formula::{Graded, Number};
use ascertain_language::expr::{Expr, Op, Type};
use num_complex::Complex;

const FUNCTIONS: [Graded; 6] =
    [Graded::Exp, Graded::Log, Graded::Sqrt, Graded::Rsqrt, Graded::Sin, Graded::Cos];

fn hulls(format: Format, parts: [u64; 2]) -> [Hull; 2] {
    parts.map(|bits| Hull::of(format.decode(bits)))
}

fn holds(hulls: &[Hull; 2], format: Format, parts: [u64; 2]) -> bool {
    hulls.iter().zip(parts).all(|(hull, bits)| hull.contains(format, bits))
}

fn single(z: Complex<f32>) -> [u64; 2] {
    [z.re, z.im].map(|part| part.to_bits().into())
}

fn double(z: Complex<f64>) -> [u64; 2] {
    [z.re, z.im].map(f64::to_bits)
}

/// What textbooks have, each operation rounded to f32.
fn textbook(function: Graded, z: Complex<f32>) -> Complex<f32> {
    let size = (z.re * z.re + z.im * z.im).sqrt();
    let root = Complex::new(((size + z.re) / 2.0).sqrt(), ((size - z.re) / 2.0).sqrt().copysign(z.im));
    match function {
        Graded::Exp => Complex::new(z.re.exp() * z.im.cos(), z.re.exp() * z.im.sin()),
        Graded::Log => Complex::new(size.ln(), z.im.atan2(z.re)),
        Graded::Sqrt => root,
        Graded::Rsqrt => Complex::new(root.re / size, -root.im / size),
        Graded::Sin => Complex::new(z.re.sin() * z.im.cosh(), z.re.cos() * z.im.sinh()),
        _ => Complex::new(z.re.cos() * z.im.cosh(), -z.re.sin() * z.im.sinh()),
    }
}

#[test]
fn functions_of_complex_numbers_are_near_to_their_values() {
    let mut random = Random(31);
    for function in FUNCTIONS {
        let (mut decided, mut all) = (0, 0);
        for case in 0..400 * scale() {
            let mut part = || {
                // Exponents about 1, and any; zeros of both signs.
                let exponent = if case % 3 == 0 { 900 + random.below(250) } else { 1015 + random.below(16) };
                let sign = random.below(2) << 63;
                if random.below(16) == 0 { sign } else { sign | exponent << 52 | random.next() >> 12 }
            };
            let z = Complex::new(f64::from_bits(part()), f64::from_bits(part()));
            let own = z.graded(function).expect("a value");
            let right =
                complex::applied(function, &hulls(Format::F64, double(z)), Format::F64, usual(Format::F64));
            assert!(holds(&right, Format::F64, double(own)), "{function:?} of {z:e}: {own:e}");
            let z = Complex::new(z.re as f32, z.im as f32);
            let own = z.graded(function).expect("a value");
            let right =
                complex::applied(function, &hulls(Format::F32, single(z)), Format::F32, usual(Format::F32));
            let of_book = textbook(function, z);
            assert!(holds(&right, Format::F32, single(own)), "{function:?} of {z:e}: {own:e}");
            assert!(holds(&right, Format::F32, single(of_book)), "{function:?} of {z:e}: {of_book:e}");
            let is_ordinary = |part: f32| part.is_finite() && part.abs() > 1e-3 && part.abs() < 1e30;
            if is_ordinary(own.re) && is_ordinary(own.im) {
                all += 1;
                let (far, less) = (own + (own.re.abs() + own.im.abs()) * 0.05, own.conj());
                let is_found = |wrong: Complex<f32>| !holds(&right, Format::F32, single(wrong));
                decided += u32::from(is_found(far) && is_found(less) && is_found(-own));
            }
        }
        println!("{function:?}: {decided} of {all}");
        assert!(decided * 10 > all * 7, "{function:?}: {decided} of {all}");
    }
}

/// 1 / (1 + i) is not 7 + 3i.
#[test]
fn reciprocals_of_complex_numbers_are_judged() {
    let one = Expr::Number(Box::new(Expr::Int(1)));
    let quotient = Expr::Binary(Op::Div, Box::new(one), Box::new(Expr::Argument(0, Type::Element)));
    let place = Place {
        format: Format::F32,
        distance: None,
        is_complex: true,
        element: &|_, _| Some(Hull::of_integer(1)),
        int: &|_| Some(1),
        truth: &|_| None,
    };
    let Some(Possible::Complex(right)) = possible(&quotient, &place) else { panic!("a quotient") };
    assert!(holds(&right, Format::F32, single(Complex::new(0.5, -0.5))));
    for wrong in [Complex::new(7.0, 3.0), Complex::new(0.5, 0.5), Complex::new(f32::NAN, f32::NAN)] {
        assert!(!holds(&right, Format::F32, single(wrong)), "{wrong}");
    }
}
