//! What is said to be beyond f32, against the hull of every grouping in f32.

use super::super::Format;
use super::super::narrow::{is_beyond_f32, value};
use super::super::scan::{EXACT, PERMUTED, folded, scanned};
use super::super::spans::Hull;
use super::Random;
use ascertain::contract::Join;

/// Terms of one kind: any numbers, ordinary ones, those above the least normal number, or those of which few are large. The first
/// may be subnormal; of many that are, hulls have more than groupings give.
fn terms(random: &mut Random, format: Format, n: usize) -> Vec<u64> {
    let kind = random.below(4);
    let least = format.least_normal_bits();
    let terms = (0..n).map(|at| {
        let magnitude = match kind {
            0 => least + random.below(format.infinity_bits() - least),
            1 => random.line(format, 1)[0],
            2 if at == 0 => random.below(least),
            2 => least + random.below(least),
            _ => format.one_bits() + random.below(2) * random.below(8) * least,
        };
        if random.below(3) == 0 { magnitude | format.sign_bit() } else { magnitude }
    });
    terms.collect()
}

#[test]
fn what_is_beyond_f32_is_in_no_hull_of_its_groupings() {
    let mut random = Random(5);
    for (by, folds) in [(Join::Sum, false), (Join::Sum, true), (Join::Mean, true)] {
        let mut found = 0;
        for index in 0..600 {
            let format = [Format::F16, Format::BF16][index % 2];
            let most = if index % 50 == 0 {
                300
            } else if folds {
                PERMUTED
            } else {
                EXACT
            };
            let n = 1 + random.below(most as u64) as usize;
            let terms = terms(&mut random, format, n);
            let hulls: Vec<Hull> =
                terms.iter().map(|bits| Hull::of(format.decode(*bits)).flushed(format)).collect();
            let hull =
                if folds { folded(by, &hulls, Format::F32) } else { scanned(by, &hulls, Format::F32).pop() };
            let hull = hull.expect("a line").settled(format);
            let numbers = || terms.iter().map(|bits| value(format, *bits));
            let sum = numbers().sum::<f64>() / if by == Join::Mean { n as f64 } else { 1.0 };
            let right = format.encode(Format::F64.decode(sum.to_bits())) as u16;
            let others = [0, 1 << 15, 1, 0x8001].into_iter().chain([format.infinity_bits() as u16]);
            for bits in (-6..=6_i16).map(|step| right.wrapping_add_signed(step)).chain(others) {
                if is_beyond_f32(value(format, bits.into()), format, numbers(), by == Join::Mean) {
                    assert!(!hull.contains(format, bits.into()), "{by:?} {terms:x?}: {bits:#x}");
                    found += 1;
                }
            }
        }
        assert!(found > 2000, "{by:?}: {found}");
    }
}
