//! Graded functions: every input of the 16-bit floats, and the reference beside the exact values.

use super::super::graded::{self, applied, exact, quick, usual};
use super::super::spans::Hull;
use super::super::{Float, Format, Magnitude};
use super::Random;
use ascertain::formula::{Graded, Number};
use ascertain_language::expr::{Expr, Function, Op, Type};
use half::{bf16, f16};

const FUNCTIONS: [(Function, Graded); 7] = [
    (Function::Sqrt, Graded::Sqrt),
    (Function::Rsqrt, Graded::Rsqrt),
    (Function::Exp, Graded::Exp),
    (Function::Log, Graded::Log),
    (Function::Sin, Graded::Sin),
    (Function::Cos, Graded::Cos),
    (Function::Tanh, Graded::Tanh),
];

/// How far the result of an operation on some elements is from the correctly rounded one.
fn far(expr: &Expr, elements: &[Float], format: Format, got: u64) -> Option<u64> {
    let leaf = |x: &Expr| match x {
        Expr::Argument(at, _) => elements.get(*at).copied(),
        _ => None,
    };
    graded::distance(expr, &leaf, format, got)
}

fn distance(function: Function, x: Float, format: Format, got: u64) -> Option<u64> {
    // What is soon found is what the exact value says too.
    let own = FUNCTIONS.into_iter().find(|(name, _)| *name == function).expect("one of them").1;
    if let Some(soon) = quick(own, &x, format) {
        let exact = exact(own, &x).expect("a number");
        assert_eq!(soon.rounded(format), exact.rounded(format), "{function:?} of {x:?}");
        assert!(format != Format::F64, "f64 itself says nothing of how it is rounded");
    }
    far(&Expr::Apply(function, Box::new(Expr::Argument(0, Type::Element))), &[x], format, got)
}

/// A quotient of integers that fit f64 is exact in it or rounded once, and rounding that again to 16 bits is right.
#[test]
fn quotients_are_correctly_rounded() {
    let [x, y] = [0, 1].map(|at| Box::new(Expr::Argument(at, Type::Element)));
    let quotient = Expr::Binary(Op::Div, x, y);
    let mut random = Random(7);
    for case in 0..60_000_u64 {
        let [x, y] = [random.next() as u16, if case < 5000 { case as u16 } else { random.next() as u16 }];
        let [of_f16, of_bf16] = [
            f16::from_bits(x).over(f16::from_bits(y)).map(f16::to_bits),
            bf16::from_bits(x).over(bf16::from_bits(y)).map(bf16::to_bits),
        ];
        for (format, got) in [(Format::F16, of_f16), (Format::BF16, of_bf16)] {
            let got = u64::from(got.expect("a quotient"));
            let nan = matches!(format.decode(got).magnitude, Magnitude::Nan);
            let operands = [x, y].map(|bits| format.decode(bits.into()));
            assert_eq!(
                far(&quotient, &operands, format, got),
                (!nan).then_some(0),
                "{x:#x} / {y:#x} is {got:#x}"
            );
        }
        let [x, y] =
            [x, y].map(|bits| f32::from_bits(u32::from(bits) << 16 | u32::from(random.next() as u16)));
        let got = x.over(y).expect("a quotient");
        let operands = [x, y].map(|x| Format::F32.decode(x.to_bits().into()));
        let expected = (!got.is_nan()).then_some(0);
        assert_eq!(
            far(&quotient, &operands, Format::F32, got.to_bits().into()),
            expected,
            "{x:e} / {y:e} is {got:e}"
        );
    }
}

/// The reference is correctly rounded on all of them; so the two, which share no code, agree.
#[test]
fn every_input_of_the_16_bit_floats_has_the_correctly_rounded_value() {
    for (function, graded) in FUNCTIONS {
        // Of those that no document has yet, some.
        let step = if graded == Graded::Exp { 1 } else { 61 };
        for bits in (0..=u16::MAX).step_by(step) {
            let of_f16 = f16::from_bits(bits).graded(graded).expect("a float").to_bits();
            let of_bf16 = bf16::from_bits(bits).graded(graded).expect("a float").to_bits();
            for (format, got) in [(Format::F16, of_f16), (Format::BF16, of_bf16)] {
                let (x, got) = (format.decode(bits.into()), got.into());
                let nan = matches!(format.decode(got).magnitude, Magnitude::Nan);
                let expected = if nan { None } else { Some(0) };
                assert_eq!(
                    distance(function, x, format, got),
                    expected,
                    "{function:?} of {bits:#x} is {got:#x}"
                );
            }
        }
    }
}

/// f64 and f32, with their ends: libm is within two units of f64, so that f32 is correctly rounded.
#[test]
fn the_wider_floats_are_near() {
    let mut random = Random(5);
    let ends =
        [0, 1, 0x7fef_ffff_ffff_ffff, 0x7ff0_0000_0000_0000, 0x0010_0000_0000_0000, 0x40f0_0000_0000_0000];
    for (function, graded) in FUNCTIONS {
        for case in 0..3000 {
            let word = ends.get(case).copied().unwrap_or_else(|| {
                // Exponents about 1, and any.
                let exponent = if case % 4 == 0 { random.below(0x7ff) } else { 1013 + random.below(20) };
                exponent << 52 | random.next() >> 12
            });
            for sign in [0, 1 << 63] {
                let x = f64::from_bits(word | sign);
                let got = x.graded(graded).expect("a float");
                let far = distance(function, Format::F64.decode(x.to_bits()), Format::F64, got.to_bits());
                assert_eq!(far.is_none(), got.is_nan(), "{function:?} of {x:e} is {got:e}");
                assert!(far.is_none_or(|far| far <= 2), "{function:?} of {x:e} is {got:e}: {far:?}");
                let (x, narrow) = (x as f32, (x as f32).graded(graded).expect("a float"));
                let far = distance(
                    function,
                    Format::F32.decode(x.to_bits().into()),
                    Format::F32,
                    narrow.to_bits().into(),
                );
                assert_eq!(far.is_none(), narrow.is_nan(), "{function:?} of {x:e} is {narrow:e}");
                assert!(far.is_none_or(|far| far == 0), "{function:?} of {x:e} is {narrow:e}: {far:?}");
            }
        }
    }
}

#[test]
fn half_of_the_digits_are_right_where_nobody_says_more() {
    assert_eq!([Format::F16, Format::BF16, Format::F32, Format::F64].map(usual), [32, 16, 4096, 1 << 26]);
}

/// What is accepted where nobody says how exact a function is: the correctly rounded value, nothing beyond all values of the
/// function, and nothing else where the value is exact.
#[test]
fn values_are_in_the_range_of_the_function_and_exact_ones_are_exact() {
    for format in [Format::F16, Format::BF16] {
        let accepts = |hull: &Hull, x: f32| hull.contains(format, of(format, x));
        for (_, graded) in FUNCTIONS {
            for bits in (0..=u16::MAX).step_by(97).map(u64::from) {
                let hull = applied(graded, &Hull::of(format.decode(bits)), format, usual(format));
                let value = f64::from_bits(Format::F64.encode(format.decode(bits)));
                let right = graded.of(value) as f32;
                assert!(accepts(&hull, right), "{graded:?} of {value} is {right}");
                let beyond = match graded {
                    Graded::Sin | Graded::Cos | Graded::Tanh => [1.01, -1.01],
                    Graded::Log => continue,
                    _ if value == 0.0 => continue,
                    _ => [-2_f32.powi(-14), -1.0],
                };
                assert!(!beyond.iter().any(|x| accepts(&hull, *x)), "{graded:?} of {value}");
            }
        }
        for (graded, x, right, wrong) in [
            (Graded::Sin, -0.0, -0.0, 0.0),
            (Graded::Exp, 0.0, 1.0, 1.0078125),
            (Graded::Exp, f32::NEG_INFINITY, 0.0, 2_f32.powi(-14)),
            (Graded::Cos, -0.0, 1.0, 0.99609375),
            (Graded::Log, 1.0, 0.0, 2_f32.powi(-14)),
            (Graded::Sqrt, 9.0, 3.0, 3.015625),
            (Graded::Tanh, f32::INFINITY, 1.0, 0.99609375),
        ] {
            let hull = applied(graded, &Hull::of(format.decode(of(format, x))), format, usual(format));
            assert!(accepts(&hull, right) && !accepts(&hull, wrong), "{graded:?} of {x}");
        }
        for (x, y, right, wrong) in [
            (1.0, 1.0, 1.0, 1.125),
            (3.0, -4.0, -0.75, -0.7578125),
            (5.0, f32::INFINITY, 0.0, 2_f32.powi(-14)),
        ] {
            let [x, y] = [x, y].map(|x| Hull::of(format.decode(of(format, x))));
            let hull = super::super::graded::quotient(&x, &y, format, usual(format));
            assert!(accepts(&hull, right) && !accepts(&hull, wrong), "{right}");
        }
    }
}

fn of(format: Format, x: f32) -> u64 {
    format.encode(Format::F32.decode(x.to_bits().into()))
}

/// Of numbers far below those whose exponentials any format holds, zero alone is right where the correctly rounded value is asked for.
#[test]
fn exponentials_that_underflow_are_positive_zeros() {
    for format in [Format::F16, Format::BF16, Format::F32, Format::F64] {
        for number in [-2e3_f64, -6e4, -3e38, -2e273] {
            let x = format.decode(format.encode(Format::F64.decode(number.to_bits())));
            let right = applied(Graded::Exp, &Hull::of(x), format, 0);
            assert!(
                right.contains(format, 0) && !right.contains(format, format.sign_bit()),
                "{number}: {right:?}"
            );
        }
    }
}
