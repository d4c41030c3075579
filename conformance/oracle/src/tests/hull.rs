//! The extremes of short lines inside the guard, against whole numbers.

use num_bigint::BigUint;

use super::super::growth::End;
use super::super::line::{Decision, Line};
use super::super::reach::Prefixes;
use super::super::roundings::Roundings;
use super::super::rules::Rules;
use super::super::{Basis, Declared, Format, Mag, Magnitude};
use super::{FORMATS, Random, declarations, scale};

/// `self.0 * 2^self.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(BigUint, i64);

impl Number {
    fn of(format: Format, bits: u64) -> Number {
        match format.decode(bits).magnitude {
            Magnitude::Finite(Mag { exp, sig }) => Number(BigUint::from(sig), exp - 63),
            _ => panic!("finite factors"),
        }
    }

    fn times(&self, other: &Number) -> Number {
        Number(&self.0 * &other.0, self.1 + other.1)
    }

    /// Rounded to nearest even at this many bits.
    fn rounded(&self, bits: u32) -> Number {
        let cut = self.0.bits().saturating_sub(u64::from(bits));
        if cut == 0 {
            return self.clone();
        }
        let kept = &self.0 >> cut;
        let (rest, half) = (&self.0 - (&kept << cut), BigUint::from(1u8) << (cut - 1));
        let up = rest > half || (rest == half && kept.bit(0));
        Number(kept + u8::from(up), self.1 + cut as i64)
    }

    fn at_most(&self, other: &Number) -> bool {
        let least = self.1.min(other.1);
        let whole = |number: &Number| &number.0 << (number.1 - least).unsigned_abs();
        whole(self) <= whole(other)
    }

    /// The bits of a number that the format holds as a normal one; `None` of others.
    fn bits(&self, format: Format) -> Option<u64> {
        let length = self.0.bits();
        let sig = if length <= 64 { &self.0 << (64 - length) } else { &self.0 >> (length - 64) };
        let sig = u64::try_from(sig).expect("64 bits");
        let exp = self.1 + length as i64 - 1;
        let normal = (format.min_exp()..=format.max_exp()).contains(&exp);
        normal.then(|| format.encode_exact(Mag { exp, sig }))
    }
}

/// The least and greatest value that a grouping of the factors gives: each product rounded in one of the ways.
fn extremes(factors: &[Number], ways: &[Vec<u32>]) -> (Number, Number) {
    // ends[length - 1][first]
    let mut ends: Vec<Vec<(Number, Number)>> =
        vec![factors.iter().map(|factor| (factor.clone(), factor.clone())).collect()];
    for length in 2..=factors.len() {
        let row = (0..=factors.len() - length).map(|first| {
            let mut found: Option<(Number, Number)> = None;
            for left in 1..length {
                let (a, b) = (&ends[left - 1][first], &ends[length - left - 1][first + left]);
                for way in ways {
                    let [low, high] = [a.0.times(&b.0), a.1.times(&b.1)]
                        .map(|exact| way.iter().fold(exact, |value, &bits| value.rounded(bits)));
                    found = Some(match found {
                        None => (low, high),
                        Some((least, most)) => (
                            if low.at_most(&least) { low } else { least },
                            if most.at_most(&high) { high } else { most },
                        ),
                    });
                }
            }
            found.expect("two factors can be split")
        });
        let row = row.collect();
        ends.push(row);
    }
    ends[factors.len() - 1][0].clone()
}

#[test]
fn extremes_are_right_and_nothing_beyond() {
    let mut random = Random(5);
    let mut checked = 0;
    for format in FORMATS {
        for declared in declarations(format) {
            let allowed = Roundings::new(format, &declared);
            let own = allowed.own.then_some(format.precision());
            let mut ways: Vec<Vec<u32>> = own.iter().map(|&own| vec![own]).collect();
            for wide in allowed.wider.iter().map(|wide| wide.precision()) {
                ways.push(vec![wide]);
                ways.extend(own.map(|own| vec![wide, own]));
            }
            let rules = Rules::new(allowed, 12);
            for _ in 0..20 * scale() {
                let n = 2 + random.below(11) as usize;
                let line = random.line(format, n);
                let mut judge = Line::new(&rules, &line);
                line.iter().for_each(|_| judge.push());
                if judge.basis() != Basis::Hull {
                    continue;
                }
                let factors: Vec<Number> = line.iter().map(|&bits| Number::of(format, bits)).collect();
                let (least, most) = extremes(&factors, &ways);
                let exact = factors.iter().fold(Number(BigUint::from(1u8), 0), |exact, x| exact.times(x));
                let bits = |number: &Number| number.rounded(format.precision()).bits(format);
                let (Some(low), Some(high), Some(nearest)) = (bits(&least), bits(&most), bits(&exact)) else {
                    continue;
                };
                for right in [low, high, nearest] {
                    assert_eq!(
                        judge.judge(right),
                        Decision::Right,
                        "{format} {declared:?} {right:x} {line:x?}"
                    );
                }
                for wrong in [low - 1, high + 1].into_iter().filter(|&bits| bits != nearest) {
                    assert_eq!(
                        judge.judge(wrong),
                        Decision::Wrong,
                        "{format} {declared:?} {wrong:x} {line:x?}"
                    );
                }
                checked += 1;
            }
        }
    }
    println!("{checked} lines");
    assert!(checked >= 100);
}

/// How much wider the interval of long lines is than what lies between their extremes: docs/judging.md states it.
#[test]
fn what_the_interval_of_long_lines_adds() {
    let mut random = Random(6);
    for format in [Format::F16, Format::BF16, Format::F32] {
        for n in [33, 64] {
            let roundings = Roundings::new(format, &Declared::default());
            let rules = Rules::new(roundings.clone(), n);
            let (mut reachable, mut accepted) = (0, 0);
            for _ in 0..4 {
                // A factor and about its reciprocal in turn, so that the products stay near 1.
                let mut line: Vec<u64> = Vec::new();
                while line.len() < n {
                    let fraction = random.next() & (random.unit(format) - 1);
                    let one = format.encode_exact(Mag::ONE);
                    line.push(one | fraction);
                    line.push((one - random.unit(format)) | (random.unit(format) - 1 - fraction));
                }
                line.truncate(n);
                let mut judge = Line::new(&rules, &line);
                line.iter().for_each(|_| judge.push());
                if judge.basis() != Basis::Interval {
                    continue;
                }
                let sets = Prefixes::new(&roundings, &line, 1);
                let (low, high) = sets.of(n - 1).spans[0];
                reachable += format.encode_exact(high) - format.encode_exact(low) + 1;
                let interval = judge.interval();
                accepted += interval.rounded(End::High) - interval.rounded(End::Low) + 1;
            }
            let ratio = accepted as f64 / reachable as f64;
            println!(
                "{format}, {n} factors: {reachable} reachable, {accepted} accepted, {ratio:.2} times as many"
            );
            assert!((1.0..2.5).contains(&ratio));
        }
    }
}
