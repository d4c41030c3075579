//! The oracle rejects every result that no honest implementation gives, and says what is wrong with it.

use crate::oracle::lines::{
    CHAINED_5, adversarial_line, away_from_zero, bytes, cut, decode, encode, moderate_line, products, scale,
    toward_zero,
};
use crate::support::evaluate::{self, Evaluation, Random, Tiny};
use crate::support::scans::Shape;
use ascertain_judge::oracle::{
    Accumulator, Arithmetic, Declared, Expected, Format, Grouping, Lines, Order, Subnormals, WrongElement,
    WrongKind, expected, judge_lines,
};

const FORMATS: [Format; 4] = [Format::F16, Format::BF16, Format::F32, Format::F64];

fn judge(format: Format, factors: &[u64], got: &[u64], declared: &Declared) -> Option<WrongElement> {
    let lines = Lines { outer: 1, n: factors.len(), inner: 1 };
    let (factors, got) = (bytes(format, factors), bytes(format, got));
    judge_lines(format, &factors, &got, lines, declared).expect("sizes fit").first_wrong
}

/// The products of a line in sequence, each rounded to the format.
fn sequential(format: Format, line: &[u64], random: &mut Random) -> Vec<u64> {
    products(format, Evaluation::new(Shape::Sequential, evaluate::Accumulator::Own, Tiny::Keep), line, random)
}

#[test]
fn two_factors_are_correctly_rounded() {
    let mut random = Random::new(2);
    for format in FORMATS {
        // An x87 accumulator may turn a product of two f64 within 2^-64 of a tie the other way: one pair in a thousand.
        let accumulator = (format == Format::F64).then_some(Accumulator::Own);
        let declared = Declared { accumulator, ..Declared::default() };
        for _ in 0..2000 * scale() {
            let line = moderate_line(format, 2, &mut random);
            let got = sequential(format, &line, &mut random);
            assert_eq!(judge(format, &line, &got, &declared), None);
            for off in [away_from_zero(format, got[1]), toward_zero(format, got[1])] {
                let wrong = judge(format, &line, &[got[0], off], &declared);
                let wrong = wrong.expect("one unit too much with two factors");
                assert_eq!((wrong.index, wrong.kind, wrong.got_bits), (1, WrongKind::Value, off));
                assert!(!wrong.expected.contains(off) && wrong.expected.contains(got[1]));
            }
        }
    }
}

#[test]
fn a_missing_last_factor_of_a_long_line() {
    let mut random = Random::new(4);
    for (format, least_factor) in
        [(Format::F16, 1.5), (Format::BF16, 16.0), (Format::F32, 1.001), (Format::F64, 1.001)]
    {
        for n in [257, 300] {
            let mut line = moderate_line(format, n, &mut random);
            line[n - 1] = encode(format, cut(format, least_factor));
            let mut got = sequential(format, &line, &mut random);
            got[n - 1] = got[n - 2];
            let wrong = judge(format, &line, &got, &Declared::default()).expect("the last factor is missing");
            assert_eq!((wrong.index, wrong.kind), (n - 1, WrongKind::Value));
            // A declared wider accumulator makes the bound far tighter.
            if format.precision() < 24 {
                let wide = Evaluation::new(Shape::Sequential, evaluate::Accumulator::F32, Tiny::Keep);
                line[n - 1] = encode(format, 1.0) + 1;
                let mut got = products(format, wide, &line, &mut random);
                let declared =
                    Declared { accumulator: Some(Accumulator::Wider(Format::F32)), ..Declared::default() };
                assert_eq!(judge(format, &line, &got, &declared), None);
                line[n - 1] = encode(format, 1.25);
                got[n - 1] = got[n - 2];
                assert!(judge(format, &line, &got, &declared).is_some(), "{format} {n}");
            }
        }
    }
}

/// One line, one result per line of the table, in values.
fn assert_verdict(format: Format, factors: &[f64], got: f64, wrong: Option<WrongKind>) {
    let line: Vec<u64> = factors.iter().map(|&x| encode(format, x)).collect();
    let answer = expected(format, &line, &Declared::default()).expect("factors");
    let bits = encode(format, got);
    let mut random = Random::new(1);
    let mut results = sequential(format, &line, &mut random);
    results[line.len() - 1] = bits;
    let found = judge(format, &line, &results, &Declared::default());
    assert_eq!(found.as_ref().map(|wrong| wrong.kind), wrong, "{format} {factors:?} as {got}: {answer}");
    assert_eq!(answer.contains(bits), wrong.is_none(), "{format} {factors:?} as {got}: {answer}");
}

#[test]
fn wrong_results_of_special_values() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    for format in FORMATS {
        let most = decode(format, format.infinity_bits() - 1);
        let least = 2f64.powi(format.min_exp() as i32);
        for (factors, got, wrong) in [
            (&[2.0, NAN, 0.0][..], NAN, None),
            (&[2.0, NAN, 0.0], 0.0, Some(WrongKind::NotNan)),
            (&[INF, 0.0], NAN, None),
            (&[0.0, 3.0, INF], NAN, None),
            (&[INF, 0.0], INF, Some(WrongKind::NotNan)),
            // The zero of logarithms: NaN, lost signs, numbers after it.
            (&[3.0, 0.0, 5.0], 0.0, None),
            (&[3.0, 0.0, 5.0], NAN, Some(WrongKind::Nan)),
            (&[3.0, 0.0, -5.0], -0.0, None),
            (&[3.0, 0.0, -5.0], 0.0, Some(WrongKind::Sign)),
            (&[3.0, -0.0], 0.0, Some(WrongKind::Sign)),
            (&[-0.0], 0.0, Some(WrongKind::Sign)),
            (&[3.0, 0.0, 5.0], 5.0, Some(WrongKind::Value)),
            (&[3.0, 0.0, 5.0], INF, Some(WrongKind::Infinity)),
            (&[INF, -2.0], -INF, None),
            (&[INF, -2.0], INF, Some(WrongKind::Sign)),
            (&[INF, 0.5], NAN, Some(WrongKind::Nan)),
            (&[INF, 0.5], most, Some(WrongKind::Value)),
            // NaN where a zero meets what overflowed, and an infinity what underflowed; not otherwise.
            (&[most, 2.0, 0.0], NAN, None),
            (&[most, 0.0, 2.0], NAN, Some(WrongKind::Nan)),
            (&[0.0, most, 2.0], NAN, None),
            (&[least, least, INF], NAN, None),
            (&[least, INF, least], NAN, Some(WrongKind::Nan)),
            // Overflow of the last product, and of one on the way.
            (&[most, 2.0], INF, None),
            (&[most, 2.0], most, Some(WrongKind::Value)),
            (&[most, 2.0, 0.5], INF, None),
            (&[most, 2.0, 0.5], most, None),
            (&[most, 2.0, 0.5], most / 2.0, Some(WrongKind::Value)),
            (&[most, 2.0, 0.5], NAN, Some(WrongKind::Nan)),
            // Subnormals kept or flushed.
            (&[least, 0.5], least / 2.0, None),
            (&[least, 0.5], 0.0, None),
            (&[least, 0.5], -0.0, Some(WrongKind::Sign)),
            (&[least, 1.0], 0.0, Some(WrongKind::Zero)),
            (&[least / 2.0], 0.0, None),
            (&[least / 2.0, 8.0], 0.0, None),
            (&[least / 2.0, 8.0], least * 4.0, None),
            (&[least / 2.0, 8.0], least * 2.0, Some(WrongKind::Value)),
        ] {
            assert_verdict(format, factors, got, wrong);
        }
    }
    // Known cases: a wider accumulator comes back from an overflow, a subnormal on the way raises the product.
    assert_verdict(Format::F16, &[60000.0, 2.0, 0.25], 30000.0, None);
    assert_verdict(Format::F16, &[60000.0, 2.0, 0.25], f64::INFINITY, None);
    assert_verdict(Format::F16, &[60000.0, 2.0, 0.25], 29984.0, Some(WrongKind::Value));
    let mut drift = vec![2f64.powi(-24)];
    drift.extend([0.51; 10]);
    drift.extend([2f64.powi(14), 2f64.powi(14)]);
    assert_verdict(Format::F16, &drift, 16.0, None);
    assert_verdict(Format::F16, &drift, 17.0, Some(WrongKind::Value));
}

#[test]
fn declared_behaviour_is_fixed_bit_for_bit() {
    let mut random = Random::new(6);
    let orders = [
        (Order::Sequential, Shape::Sequential),
        (Order::KoggeStone, Shape::KoggeStone),
        (Order::Sklansky, Shape::Sklansky),
        (Order::OddEven, Shape::OddEven),
        (Order::Blocks(16), Shape::Blocks(16)),
        (Order::ChainedBlocks(5), CHAINED_5),
    ];
    for format in [Format::F16, Format::BF16, Format::F32] {
        for (order, shape) in orders {
            let declared = Declared {
                order: Grouping::Fixed(order),
                accumulator: None,
                subnormals: Some(Subnormals::Keep),
            };
            let line = moderate_line(format, 100, &mut random);
            let way = Evaluation::new(shape, evaluate::Accumulator::Own, Tiny::Keep);
            let got = products(format, way, &line, &mut random);
            assert_eq!(judge(format, &line, &got, &declared), None);
            for index in [1, 50, 99] {
                let mut off = got.clone();
                off[index] = away_from_zero(format, off[index]);
                let wrong = judge(format, &line, &off, &declared).expect("one unit too much");
                assert_eq!(wrong.index, index);
                assert_eq!(
                    wrong.expected.ranges,
                    [(got[index], got[index])].map(|(low, high)| {
                        (low & format.magnitude_mask(), high & format.magnitude_mask())
                    })
                );
            }
            for (other, _) in orders.into_iter().filter(|(other, _)| *other != order) {
                let claimed = Declared { order: Grouping::Fixed(other), ..declared };
                assert!(
                    judge(format, &line, &got, &claimed).is_some(),
                    "{order} passed as {other} in {format}"
                );
            }
        }
    }
}

#[test]
fn a_declared_flush_allows_each_convention_of_tininess() {
    // 2^-14 less 3/8 of a subnormal step: gradual underflow rounds it up to the least normal number, 11 bits do not.
    let line = [19.0 * 2f64.powi(-10), 431.0 * 2f64.powi(-17)].map(|x| encode(Format::F16, x));
    let results = |second: f64| [line[0], encode(Format::F16, second)];
    let orders = [Grouping::Any, Grouping::Permuted, Grouping::Fixed(Order::Sequential)];
    for order in [orders.to_vec(), vec![Grouping::Fixed(Order::KoggeStone)]].concat() {
        for accumulator in [None, Some(Accumulator::Own), Some(Accumulator::Wider(Format::F32))] {
            let declared = Declared { order, accumulator, subnormals: Some(Subnormals::Flush) };
            let found = |second| judge(Format::F16, &line, &results(second), &declared).is_some();
            let least = 2f64.powi(-14);
            let wrong = [0.0, least, least - 2f64.powi(-24), least + 2f64.powi(-24)].map(found);
            assert_eq!(wrong, [false, false, true, true], "{declared:?}");
        }
    }
}

#[test]
fn the_correctly_rounded_product_is_right_only_if_some_grouping_or_an_undeclared_accumulator_gives_it() {
    // Both groupings of these factors round to the same neighbour of the correctly rounded product.
    for [a, b, c, grouped, once] in [
        [1.378_906_25, 1.606_445_312_5, 1.567_382_812_5, 3.470_703_125, 3.472_656_25],
        [1.662_109_375, 1.916_015_625, 1.055_664_062_5, 3.363_281_25, 3.361_328_125],
    ] {
        let line = [a, b, c].map(|x| encode(Format::F16, x));
        let declared = Declared { accumulator: Some(Accumulator::Own), ..Declared::default() };
        let accepted = |declared: &Declared, x: f64| {
            let answer = expected(Format::F16, &line, declared).expect("factors");
            let mut results = sequential(Format::F16, &line, &mut Random::new(1));
            results[2] = encode(Format::F16, x);
            let right = judge(Format::F16, &line, &results, declared).is_none();
            assert_eq!(answer.contains(results[2]), right, "{x}: {answer}");
            right
        };
        assert_eq!([grouped, once].map(|x| accepted(&Declared::default(), x)), [true, true]);
        assert_eq!([grouped, once].map(|x| accepted(&declared, x)), [true, false], "{a} {b} {c}");
    }
}

#[test]
fn explanations_and_verdicts_agree() {
    let mut random = Random::new(7);
    for format in FORMATS {
        for round in 0..150 * scale() {
            let n = 1 + random.below(12) + if random.below(8) == 0 { 40 } else { 0 };
            let line = match round % 3 {
                0 => moderate_line(format, n, &mut random),
                _ => adversarial_line(format, n, &mut random),
            };
            let honest = sequential(format, &line, &mut random);
            let subnormals = [None, Some(Subnormals::Keep), Some(Subnormals::Flush)][random.below(3)];
            let declared = Declared {
                accumulator: [None, Some(Accumulator::Own)][random.below(2)],
                order: [Grouping::Any, Grouping::Permuted, Grouping::Fixed(Order::Sequential)]
                    [random.below(3)],
                subnormals,
            };
            let answer: Expected = expected(format, &line, &declared).expect("factors");
            let last = honest[n - 1];
            let mut results = vec![
                last,
                away_from_zero(format, last),
                toward_zero(format, last),
                last ^ format.sign_bit(),
                0,
                format.sign_bit(),
                format.infinity_bits(),
                format.nan_bits(),
                random.bits() & (format.sign_bit() | format.magnitude_mask()),
            ];
            // Both sides of every edge of the set.
            let sign = if answer.negative { format.sign_bit() } else { 0 };
            for &(low, high) in &answer.ranges {
                let edges = [low, high, toward_zero(format, low), away_from_zero(format, high)];
                results.extend(edges.map(|magnitude| magnitude | sign));
            }
            for bits in results {
                let mut got = honest.clone();
                got[n - 1] = bits;
                let wrong = judge(format, &line, &got, &declared);
                let wrong = wrong.filter(|wrong| wrong.index == n - 1);
                let earlier = judge(format, &line[..n - 1], &got[..n - 1], &declared);
                if n > 1 && earlier.is_some() {
                    continue;
                }
                assert_eq!(
                    answer.contains(bits),
                    wrong.is_none(),
                    "{line:x?} {declared:?} {bits:#x}: {answer}"
                );
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_and_accumulators_that_are_too_narrow() {
    let lines = Lines { outer: 1, n: 2, inner: 1 };
    let declared = Declared::default();
    assert!(judge_lines(Format::F32, &[0; 8], &[0; 7], lines, &declared).is_err());
    let narrow = Declared { accumulator: Some(Accumulator::Wider(Format::BF16)), ..declared };
    assert!(judge_lines(Format::F16, &[0; 4], &[0; 4], lines, &narrow).is_err());
    assert!(expected(Format::F16, &[], &declared).is_err());
    let none = Lines { outer: 0, ..lines };
    assert_eq!(judge_lines(Format::F32, &[], &[], none, &declared).map(|report| report.right), Ok(0));
    assert_eq!(Arithmetic::new(Format::F16, Format::F32).accumulator, Format::F32);
}

#[test]
fn a_wider_accumulator_comes_back_from_a_stored_zero() {
    let format = Format::BF16;
    let declared = Declared {
        accumulator: Some(Accumulator::Wider(Format::F32)),
        subnormals: Some(Subnormals::Keep),
        order: Grouping::Any,
    };
    let line = [-60, -60, -15, 0, 100].map(|exponent| encode(format, 2f64.powi(exponent)));
    let stored = |last: f64| [2f64.powi(-60), 2f64.powi(-120), 0.0, 0.0, last].map(|x| encode(format, x));
    assert_eq!(judge(format, &line, &stored(2f64.powi(-35)), &declared), None);
    let wrong = judge(format, &line, &stored(0.0), &declared).expect("the accumulator still holds 2^-135");
    assert_eq!((wrong.index, wrong.kind), (4, WrongKind::Zero));
}
