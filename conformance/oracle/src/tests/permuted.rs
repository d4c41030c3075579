//! Every line of a tiny format, every permutation, every parenthesisation, every allowed rounding, against the judge of
//! permuted factors.

use super::super::line::{Decision, Line};
use super::super::roundings::Roundings;
use super::super::rules::Rules;
use super::super::{Basis, Declared, Format, Mag, Subnormals};
use super::exhaustive::{Count, Honest, TREATMENTS, allowed_roundings, dedup, lines, value};

/// All results for the last element of a line whose factors may be permuted.
fn results(honest: &Honest, line: &[f64]) -> Vec<f64> {
    if let [only] = line {
        return honest.leaf(*only);
    }
    // By sets of factors, as bits: every set is the product of any two parts of it.
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); 1 << line.len()];
    for set in 1..values.len() {
        let mut out = Vec::new();
        if set.is_power_of_two() {
            out = honest.leaf(line[set.trailing_zeros() as usize]);
        }
        for left in (1..set).filter(|left| left & set == *left && *left < set ^ left) {
            honest.products(&values[left], &values[set ^ left], &mut out);
        }
        values[set] = dedup(out);
    }
    let mut out = Vec::new();
    values[values.len() - 1].iter().for_each(|&x| honest.rounded(honest.format, x, &mut out));
    dedup(out)
}

/// Judges every result for every line of `n` magnitudes; with `ascending`, of those alone that ascend.
fn enumerate(allowed: Roundings, n: usize, ascending: bool) -> Count {
    let (honest, format) = (Honest::of(&allowed), allowed.format);
    let rules = Rules::new(allowed, n);
    let mut count = Count::default();
    lines(format, n, ascending, &mut |line, values| {
        let results = results(&honest, values);
        let mut judge = Line::permuted(&rules, line);
        line.iter().for_each(|_| judge.push());
        let outside = usize::from(judge.basis() == Basis::Permuted);
        // A format that is wide enough gives the correctly rounded product, if nothing is declared.
        let nearest = judge.nearest_if_undeclared().filter(|_| outside == 1);
        count.add(format, (values, &results, outside), nearest, &mut |bits, right| {
            // The bounds of longer lines hold for short ones too.
            let got = value(format, bits);
            let (ranges, nan) = judge.bounded();
            let bounded = if got.is_nan() {
                nan
            } else {
                ranges.iter().any(|&(low, high)| (low..=high).contains(&bits))
            };
            assert!(!right || outside == 0 || bounded, "{values:?} can give {got}, beyond the bounds");
            judge.judge(bits)
        });
    });
    count
}

/// Whatever is reachable is accepted; `enumerate` fails otherwise. With two factors nothing else is.
#[test]
fn every_line_of_a_tiny_format_in_every_permutation() {
    for format in [Format::ieee(2, 3), Format::ieee(3, 2)] {
        for subnormals in TREATMENTS {
            for (name, allowed) in allowed_roundings(format, subnormals) {
                for (n, ascending) in [(2, false), (3, false), (4, true)] {
                    let count = enumerate(allowed.clone(), n, ascending);
                    println!("{format} {name}, subnormals {subnormals:?}, {n} permuted factors: {count:?}");
                    let Count { reachable: [inside, _], excess: [loose, outside] } = count;
                    assert_eq!(outside, 0, "outside the guard the set is exact");
                    assert!(n > 2 || loose == 0 || name.contains("slightly"), "two factors are exact");
                    assert!(loose <= 2 * inside, "{loose} of {inside}");
                }
            }
        }
    }
}

/// The guard depends on the greatest and least proper sub-product, in powers of two of f16: from `2^-14` to `2^15`.
#[test]
fn the_guard_over_all_subsets() {
    let format = Format::F16;
    let declared = Declared { subnormals: Some(Subnormals::Keep), ..Declared::default() };
    let rules = Rules::new(Roundings::new(format, &declared), 4);
    for (exponents, guarded) in [
        // (a c) b overflows, though (a b) c and a (b c) do not.
        (&[8, -8, 8][..], false),
        (&[8, -8, 7], true),
        (&[-7, 7, -8], false),
        (&[-7, 7, -6], true),
        // The whole line may leave the range, its parts may not.
        (&[5, 5, 9], true),
        (&[5, 6, 10], false),
        (&[-5, -5, -8], true),
        (&[-5, -6, -9], false),
        // One factor is not a product, and nothing is less than a normal number times what is above one.
        (&[-14, 0, 0], true),
        (&[-14, 1, 14], true),
        (&[-14, 1, 15], false),
        (&[-20, 6, 9], true),
        (&[-20, 5, 9], false),
        (&[-20, 0, 10], false),
    ] {
        let line: Vec<u64> =
            exponents.iter().map(|&exponent| format.encode_exact(Mag::power_of_two(exponent))).collect();
        let mut judge = Line::permuted(&rules, &line);
        line.iter().for_each(|_| judge.push());
        assert_eq!(judge.basis() == Basis::Interval, guarded, "{exponents:?}");
    }
}

/// A factor below the normal numbers may be read as zero: of the first two the product is zero then, and of all three it is NaN where
/// the first and the last overflow before. What is found out about an element does not replace what a later one asks for.
#[test]
fn elements_are_judged_each_on_its_own() {
    let format = Format::F16;
    let declared = Declared { subnormals: Some(Subnormals::Flush), ..Declared::default() };
    let rules = Rules::new(Roundings::new(format, &declared), 3);
    let line = [15, -15, 5].map(|exponent| format.encode_exact(Mag::power_of_two(exponent)));
    let mut judge = Line::permuted(&rules, &line);
    for got in [line[0], 0, format.nan_bits()] {
        judge.push();
        assert_ne!(judge.judge(got), Decision::Wrong, "{got:#x}");
    }
}
