//! The interval's ends: cut-off numbers against whole ones, and what is certain against both.

use num_bigint::BigUint;

use super::super::interval::{End, Interval, slack};
use super::super::line::{Decision, Line};
use super::super::roundings::Roundings;
use super::super::rules::Rules;
use super::super::{Accumulator, Declared, Format, Mag, Magnitude};

/// xorshift64*: small, and the same on every platform.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Normal numbers within two binades of 1: any bits, few bits, powers of two.
    fn line(&mut self, format: Format, n: usize) -> Vec<u64> {
        let one = (format.infinity_bits() >> 1) & !(self.unit(format) - 1);
        let kind = self.below(4);
        (0..n)
            .map(|_| {
                let binade = one - self.unit(format) + self.below(3) * self.unit(format);
                let fraction = self.next() & (self.unit(format) - 1);
                binade
                    | match kind {
                        0 | 1 => fraction,
                        2 => fraction & !(self.unit(format) / 4 - 1),
                        _ => 0,
                    }
            })
            .collect()
    }

    /// Bits of the least normal number: the distance of two binades.
    fn unit(&self, format: Format) -> u64 {
        1 << (format.precision() - 1)
    }
}

const FORMATS: [Format; 4] = [Format::F16, Format::BF16, Format::F32, Format::F64];

fn declarations(format: Format) -> Vec<Declared> {
    let wider = [Format::F32, Format::F64, Format::X87].into_iter();
    let wider = wider.filter(|wide| wide.holds(format) && *wide != format).map(Accumulator::Wider);
    let accumulators = [None, Some(Accumulator::Own)].into_iter().chain(wider.map(Some));
    accumulators.map(|accumulator| Declared { accumulator, ..Declared::default() }).collect()
}

/// Whether `low <= numerator / denominator <= high`, for magnitudes.
fn is_between(low: Mag, (numerator, denominator, exponent): &(BigUint, BigUint, i64), high: Mag) -> bool {
    let compare = |mag: Mag| {
        let shift = exponent - (mag.exp - 63);
        let left = numerator << shift.max(0).unsigned_abs();
        let right = (denominator * mag.sig) << (-shift).max(0).unsigned_abs();
        left.cmp(&right)
    };
    compare(low).is_ge() && compare(high).is_le()
}

/// An end of an undeclared interval of f16, bf16 or f32 by the formula of docs/judging.md: numerator, denominator and
/// exponent of two.
fn by_the_formula(format: Format, line: &[u64], end: End) -> (BigUint, BigUint, i64) {
    let (mut numerator, mut exponent) = (BigUint::from(1u8), 0);
    for &bits in line {
        let Magnitude::Finite(Mag { exp, sig }) = format.decode(bits).magnitude else {
            panic!("finite factors")
        };
        numerator *= sig;
        exponent += exp - 63;
    }
    let d = 1u64 << format.precision();
    let base = if end == End::Low { d } else { d + 2 };
    let steps = line.len().saturating_sub(2) as u32;
    (numerator * BigUint::from(base).pow(steps), BigUint::from(d + 1).pow(steps), exponent)
}

fn interval_of<'a>(rules: &'a Rules, line: &'a [u64]) -> Interval<'a> {
    let mut judge = Line::new(rules, line);
    line.iter().for_each(|_| judge.push());
    judge.interval()
}

#[test]
fn ends_are_those_of_the_formula() {
    let mut random = Random(1);
    for format in [Format::F16, Format::BF16, Format::F32] {
        for n in [1, 2, 3, 4, 7, 30, 200] {
            let rules = Rules::new(Roundings::new(format, &Declared::default()), n);
            for _ in 0..100 {
                let line = random.line(format, n);
                let interval = interval_of(&rules, &line);
                for end in [End::Low, End::High] {
                    let least = interval.end(end);
                    let exact = by_the_formula(format, &line, end);
                    assert!(
                        is_between(least, &exact, least.plus_units(slack(n as u64))),
                        "{format} {line:x?}"
                    );
                    assert_eq!(interval.exact(end), exactly(&exact), "{format} {line:x?}");
                }
            }
        }
    }
}

/// A quotient to 128 bits, the last of them set if there is more.
fn exactly((numerator, denominator, exponent): &(BigUint, BigUint, i64)) -> (u128, i64) {
    let left = numerator << (denominator.bits() + 200);
    let (quotient, inexact) = (&left / denominator, &left % denominator != BigUint::ZERO);
    let cut = quotient.bits() - 128;
    let lost = &quotient & ((BigUint::from(1u8) << cut) - 1u8) != BigUint::ZERO;
    let sig = u128::try_from(&quotient >> cut).expect("128 bits") | u128::from(inexact || lost);
    (sig, exponent - (denominator.bits() + 200) as i64 + cut as i64 + 127)
}

#[test]
fn numbers_cut_off_hold_whole_ones_between_them() {
    let mut random = Random(2);
    for format in FORMATS {
        for declared in declarations(format) {
            for n in [2, 3, 5, 40] {
                let rules = Rules::new(Roundings::new(format, &declared), n);
                for _ in 0..20 {
                    let line = random.line(format, n);
                    let interval = interval_of(&rules, &line);
                    for end in [End::Low, End::High] {
                        let (low, high) = interval.ends(end, 128 + random.below(256));
                        let (exact, same) = interval.ends(end, u64::MAX);
                        let key = |(sig, exp): (u128, i64)| (exp, sig);
                        assert_eq!(exact, same);
                        assert!(key(low) <= key(exact) && key(exact) <= key(high), "{format} {line:x?}");
                    }
                }
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
                    judge.push();
                    for index in 1..n {
                        let before = format
                            .magnitude_bits(format.round(interval_of(&rules, &line[..=index]).chain.mag));
                        let got = (before + random.below(9)).saturating_sub(4).min(format.infinity_bits());
                        let mut careful = Line::new(&rules, &line);
                        (0..=index).for_each(|_| careful.push());
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
