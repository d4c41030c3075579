//! Formulas: where their elements are, and numbers.

use ascertain::call::{Arg, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::formula::{Number, spread};
use ascertain::{DType, Tensor};
use half::f16;

/// The numbers from 0 on, of a shape, in the order of the lines along dimensions that are folded.
fn laid(shape: &[usize], dims: &[i64]) -> Vec<u8> {
    let operator = OperatorSpec::named("reduce-sum").expect("an operator");
    let elements: Vec<u8> = (0..shape.iter().product::<usize>() as u8).collect();
    let tensor = Tensor::new(DType::U8, shape, elements.clone()).expect("it fits");
    let call = Invocation::new(operator)
        .with("self", Arg::Tensor(tensor))
        .with("dims", Arg::Ints(dims.to_vec().into()))
        .with("dtype", Arg::DType(DType::S64));
    let formula = operator.contract(&Editions::default()).formula(call.args()).expect("a formula");
    formula.space(call.args()).expect("arguments that fit").laid(elements.into(), 1, shape).into_owned()
}

#[test]
fn elements_are_repeated_and_moved() {
    assert_eq!(spread(&[1, 2], 1, &[2, 1], &[2, 3]), [1, 1, 1, 2, 2, 2]);
    assert_eq!(spread(&[1, 2, 3], 1, &[3], &[2, 3]), [1, 2, 3, 1, 2, 3]);
    assert_eq!(spread(&[7, 8], 2, &[], &[3]), [7, 8, 7, 8, 7, 8]);
    assert_eq!(spread(&[], 1, &[0, 1], &[0, 4]), []);
    // Dimensions that are folded come last.
    assert_eq!(laid(&[2, 3], &[0]), [0, 3, 1, 4, 2, 5]);
    assert_eq!(laid(&[2, 3, 4], &[0, 2])[..8], [0, 1, 2, 3, 12, 13, 14, 15]);
}

#[test]
fn extremes_choose_nan_and_the_sign_of_zero() {
    assert!((f16::NAN.least(f16::ONE).is_nan()) && f16::ONE.greatest(f16::NAN).is_nan());
    for (a, b) in [(0.0, -0.0), (-0.0, 0.0_f32)] {
        assert_eq!(Number::least(a, b).to_bits(), (-0.0_f32).to_bits());
        assert_eq!(Number::greatest(a, b).to_bits(), 0.0_f32.to_bits());
    }
    assert_eq!((Number::least(-3_i8, 2), Number::greatest(200_u8, 100)), (-3, 200));
    assert_eq!(((-128_i8).magnitude(), 200_u8.magnitude(), (-0.0_f64).magnitude().to_bits()), (-128, 200, 0));
}
