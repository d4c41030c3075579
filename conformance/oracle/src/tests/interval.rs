//! The interval's ends: cut-off numbers against whole ones, and what is certain against both.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::super::growth::End;
use super::super::interval::Interval;
use super::super::line::{Decision, Line};
use super::super::number::WideMag;
use super::super::roundings::Roundings;
use super::super::rules::Rules;
use super::super::{Declared, Format, Mag, Magnitude};
use super::{FORMATS, Random, declarations, scale};

/// A non-negative rational number: numerator, denominator and exponent of two.
#[derive(Clone, Debug)]
struct Rational(BigUint, BigUint, i64);

impl Rational {
    fn of(mag: WideMag) -> Rational {
        Rational(BigUint::from(mag.sig), BigUint::from(1u8), mag.exp - 127)
    }

    fn power_of_two(exp: i64) -> Rational {
        Rational(BigUint::from(1u8), BigUint::from(1u8), exp)
    }

    fn cmp(&self, other: &Rational) -> Ordering {
        let shift = self.2 - other.2;
        let left = (&self.0 * &other.1) << shift.max(0).unsigned_abs();
        let right = (&other.0 * &self.1) << (-shift).max(0).unsigned_abs();
        left.cmp(&right)
    }

    /// To 128 bits, the last of them set if there is more.
    fn to_wide(&self) -> WideMag {
        let Rational(numerator, denominator, exp) = self;
        let left = numerator << (denominator.bits() + 200);
        let (quotient, inexact) = (&left / denominator, &left % denominator != BigUint::ZERO);
        let cut = quotient.bits() - 128;
        let lost = &quotient & ((BigUint::from(1u8) << cut) - 1u8) != BigUint::ZERO;
        let sig = u128::try_from(&quotient >> cut).expect("128 bits") | u128::from(inexact || lost);
        WideMag { sig, exp: exp - (denominator.bits() + 200) as i64 + cut as i64 + 127 }
    }

    fn magnitude_bits(&self, format: Format) -> u64 {
        let WideMag { sig, exp } = self.to_wide();
        format.magnitude_bits(format.round_wide(sig, exp))
    }
}

/// An end of the interval of an undeclared implementation by the formula of docs/judging.md.
fn by_the_formula(format: Format, line: &[u64], end: End) -> Rational {
    let (mut product, mut odd, mut exponent, mut m) = (BigUint::from(1u8), BigUint::from(1u8), 0, 0);
    for &bits in line {
        let Magnitude::Finite(Mag { exp, sig }) = format.decode(bits).magnitude else {
            panic!("finite factors")
        };
        product *= sig;
        odd *= sig >> sig.trailing_zeros();
        exponent += exp - 63;
        m += u32::from(!sig.is_power_of_two());
    }
    let after = |end, e: u32, w: u32| {
        let (mut numerator, mut denominator) = (product.clone(), BigUint::from(1u8));
        for (bits, steps) in [(format.precision(), e), (64, if format == Format::F64 { w } else { 0 })] {
            let d = 1u128 << bits;
            numerator *= BigUint::from(if end == End::Low { d } else { d + 2 }).pow(steps);
            denominator *= BigUint::from(d + 1).pow(steps);
        }
        Rational(numerator, denominator, exponent)
    };
    if odd.bits() <= u64::from(format.precision()) {
        return after(end, 0, 0);
    }
    let scaled = after(End::Low, m - 1, m).cmp(&Rational::power_of_two(format.min_exp())).is_lt();
    if scaled { after(end, m - 1, m) } else { after(end, m - 2, m - 1) }
}

fn interval_of<'a>(rules: &'a Rules, line: &'a [u64]) -> Interval<'a> {
    let mut judge = Line::new(rules, line);
    line.iter().for_each(|_| judge.push());
    judge.interval()
}

#[test]
fn ends_are_those_of_the_formula() {
    let mut random = Random(1);
    for format in FORMATS {
        for n in [1, 2, 3, 4, 7, 30, 200] {
            let rules = Rules::new(Roundings::new(format, &Declared::default()), n);
            for _ in 0..100 {
                let line = random.line(format, n);
                let interval = interval_of(&rules, &line);
                for end in [End::Low, End::High] {
                    let exact = by_the_formula(format, &line, end);
                    let (least, most) = interval.about(end);
                    assert!(exact.cmp(&Rational::of(least)).is_ge(), "{format} {line:x?}");
                    assert!(exact.cmp(&Rational::of(most)).is_le(), "{format} {line:x?}");
                    assert_eq!(interval.exact(end), exact.to_wide(), "{format} {line:x?}");
                }
            }
        }
    }
}

#[test]
fn ends_to_128_bits_hold_exact_ones_between_them() {
    let mut random = Random(2);
    for format in FORMATS {
        for declared in declarations(format) {
            for n in [2, 3, 5, 40] {
                let rules = Rules::new(Roundings::new(format, &declared), n);
                for _ in 0..20 {
                    let line = random.line(format, n);
                    let interval = interval_of(&rules, &line);
                    for end in [End::Low, End::High] {
                        let (low, high) = interval.about(end);
                        let exact = interval.exact(end);
                        assert!(low <= exact && exact <= high, "{format} {line:x?}");
                        assert!(high.sig - low.sig < 1 << 12 || low.exp < high.exp, "{format} {line:x?}");
                    }
                }
            }
        }
    }
}

/// The ends of long lines as the formula has them: both are right, and one unit beyond is wrong.
#[test]
fn ends_are_right_and_nothing_beyond() {
    let mut random = Random(4);
    let count = 400 * scale();
    for format in FORMATS {
        for _ in 0..count {
            let n = 33 + random.below(20) as usize;
            let line = random.line(format, n);
            let rules = Rules::new(Roundings::new(format, &Declared::default()), n);
            let mut judge = Line::new(&rules, &line);
            line.iter().for_each(|_| judge.push());
            if !judge.guard().holds() {
                continue;
            }
            let [low, high] =
                [End::Low, End::High].map(|end| by_the_formula(format, &line, end).magnitude_bits(format));
            for (bits, decision) in [
                (low, Decision::Right),
                (high, Decision::Right),
                (low - 1, Decision::Wrong),
                (high + 1, Decision::Wrong),
            ] {
                assert_eq!(judge.judge(bits), decision, "{format} {low:x} {high:x} {bits:x} {line:x?}");
            }
        }
    }
}

/// What is passed as right without a look at the guard is right by the guard and the exact ends, and little that is
/// right needs these.
#[test]
fn what_is_certain_is_right() {
    let mut random = Random(3);
    let (mut certain, mut right) = (0, 0);
    for format in FORMATS {
        for declared in declarations(format) {
            for n in [2, 3, 5, 40, 300] {
                let rules = Rules::new(Roundings::new(format, &declared), n);
                for _ in 0..20 {
                    let line = random.line(format, n);
                    // Every result within some units of the product's bits, one element after the other.
                    let mut judge = Line::new(&rules, &line);
                    let mut careful = Line::new(&rules, &line);
                    judge.push();
                    careful.push();
                    for _ in 1..n {
                        careful.push();
                        let nearest = careful.nearest().unwrap_or(0);
                        let got = (nearest + random.below(9)).saturating_sub(4).min(format.infinity_bits());
                        let decision = careful.judge(got);
                        let passed = judge.pass_right(&[got]);
                        assert!(
                            passed == 0 || decision == Decision::Right,
                            "{format} {declared:?} {got:x} {line:x?}"
                        );
                        certain += passed;
                        right += usize::from(decision == Decision::Right);
                        if passed == 0 {
                            judge.push();
                        }
                    }
                }
            }
        }
    }
    println!("{certain} of {right} were certain");
    assert!(certain * 2 > right);
}
