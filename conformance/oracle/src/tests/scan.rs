//! Sums and products of lines: every grouping in tiny formats against the hull, of folds in every order, and long lines against
//! exact sums.

use super::super::end::End;
use super::super::scan::{EXACT, PERMUTED, folded, growth, scanned, sums, terms};
use super::super::spans::Hull;
use super::super::{Format, Subnormals};
use super::exhaustive::{round, value};
use super::{Random, scale};
use ascertain::contract::Join;
use std::collections::BTreeSet;

/// The value of a datum.
fn signed(format: Format, bits: u64) -> f64 {
    let magnitude = value(format, bits & format.magnitude_mask());
    if bits & format.sign_bit() == 0 { magnitude } else { -magnitude }
}

fn rounded(format: Format, x: f64) -> f64 {
    if x.is_nan() { x } else { round(format, x.abs()).copysign(x) }
}

/// What a number may be as a term or as a partial sum: kept or flushed.
fn kept(format: Format, x: f64) -> impl Iterator<Item = f64> {
    let tiny = x != 0.0 && x.abs() < 2_f64.powi(format.min_exp() as i32);
    [Some(x), tiny.then_some(0_f64.copysign(x))].into_iter().flatten()
}

/// Every sum of the whole line: in any grouping, each partial sum rounded or not, kept or flushed.
fn reachable(format: Format, line: &[f64]) -> BTreeSet<u64> {
    let n = line.len();
    let mut runs: Vec<Vec<BTreeSet<u64>>> = Vec::new();
    // A negative zero after the zero that a line may begin with.
    let first = |x: f64| kept(format, x).chain((x == 0.0).then_some(0.0)).map(f64::to_bits).collect();
    runs.push(line.iter().map(|x| first(*x)).collect());
    for length in 2..=n {
        let run = |from: usize| {
            let mut sums = BTreeSet::new();
            for left in 1..length {
                for a in &runs[left - 1][from] {
                    for b in &runs[length - left - 1][from + left] {
                        let exact = f64::from_bits(*a) + f64::from_bits(*b);
                        for sum in [exact, rounded(format, exact)] {
                            sums.extend(kept(format, sum).map(f64::to_bits));
                        }
                    }
                }
            }
            sums
        };
        runs.push((0..=n - length).map(run).collect());
    }
    runs.pop().and_then(|mut runs| runs.pop()).unwrap_or_default()
}

/// The data of a format, NaN once.
fn data(format: Format, values: impl Iterator<Item = f64>) -> BTreeSet<u64> {
    values.map(|x| if x.is_nan() { format.nan_bits() } else { bits(format, rounded(format, x)) }).collect()
}

fn bits(format: Format, x: f64) -> u64 {
    let all = 0..=format.magnitude_mask() * 2 + 1;
    let is_it =
        |bits: &u64| signed(format, *bits) == x && (*bits & format.sign_bit() != 0) == x.is_sign_negative();
    all.into_iter().find(is_it).unwrap_or_default()
}

#[test]
fn short_sums_have_everything_that_can_be_reached() {
    let format = Format::ieee(3, 3);
    let mut random = Random(7);
    let (mut reached, mut accepted) = (0, 0);
    for case in 0..10_000 {
        // Once in a while any datum, usually finite ones.
        let most = if case % 10 == 0 { format.magnitude_mask() + 1 } else { format.infinity_bits() };
        let n = 1 + random.below(5) as usize;
        let line: Vec<u64> = (0..n)
            .map(|_| random.below(most) | if random.below(2) == 0 { format.sign_bit() } else { 0 })
            .collect();
        let values: Vec<f64> = line.iter().map(|bits| signed(format, *bits)).collect();
        let honest = data(format, reachable(format, &values).into_iter().map(f64::from_bits));
        let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
        let hull = scanned(Join::Sum, &hulls, format).pop().expect("a line");
        let all = 0..=format.magnitude_mask() * 2 + 1;
        let own = all.filter(|bits| hull.contains(format, *bits));
        let own: BTreeSet<u64> =
            own.map(|bits| if signed(format, bits).is_nan() { format.nan_bits() } else { bits }).collect();
        assert_eq!(honest.difference(&own).next(), None, "{values:?}: {honest:?} {own:?}");
        let ends = |data: &BTreeSet<u64>| {
            let finite = data.iter().map(|bits| signed(format, *bits)).filter(|x| !x.is_nan());
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        assert_eq!(ends(&honest), ends(&own), "{values:?}");
        reached += honest.len();
        accepted += own.len();
    }
    let ratio = accepted as f64 / reached as f64;
    println!("{accepted} accepted, {reached} reachable, {ratio:.3}");
    assert!(ratio <= 1.2, "{ratio}");
}

/// Beyond the lengths whose groupings are followed, exactly what is within the bound. Sums of f16 are exact in f64.
#[test]
fn long_sums_are_within_the_bound_and_no_further() {
    let format = Format::F16;
    let mut random = Random(11);
    for n in [EXACT + 1, 64, 300] {
        let line: Vec<u64> = (0..n)
            .map(|_| random.below(0x6000) | if random.below(3) == 0 { format.sign_bit() } else { 0 })
            .collect();
        let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
        let hull = scanned(Join::Sum, &hulls, format).pop().expect("a line");
        let values: Vec<f64> = line.iter().map(|bits| signed(format, *bits)).collect();
        let (sum, magnitude) = (values.iter().sum::<f64>(), values.iter().map(|x| x.abs()).sum::<f64>());
        let terms = values.iter().filter(|x| **x != 0.0).count();
        let roundings = (terms - 1) as f64 * 2_f64.powi(-11);
        let flushes = (2 * n - 1) as f64 * 2_f64.powi(-14);
        let error = roundings * (1.0 + roundings) * (magnitude + flushes) + flushes;
        let ends = [sum - error, sum + error].map(|end| rounded(format, end));
        for bits in 0..=u64::from(u16::MAX) {
            let x = signed(format, bits);
            let within = ends[0] <= x && x <= ends[1];
            assert_eq!(hull.contains(format, bits), within, "{x} of {n} terms, {sum} within {error}");
        }
    }
}

/// Beyond the groupings that are followed, too, NaN and infinities leave one result, unless a partial sum can overflow.
#[test]
fn long_sums_of_nan_and_infinities_are_exact() {
    let format = Format::F16;
    let most = format.infinity_bits() - 1;
    let (nan, infinite, negative) = (format.nan_bits(), format.infinity_bits(), format.sign_bit());
    let one = format.one_bits();
    for (special, accepted) in [
        (vec![nan], vec![nan]),
        (vec![infinite], vec![infinite]),
        (vec![infinite | negative], vec![infinite | negative]),
        (vec![infinite, infinite | negative], vec![nan]),
        (vec![infinite, nan], vec![nan]),
        // Two of the greatest may be added first, or each to what is negative.
        (vec![infinite | negative, most, most], vec![infinite | negative, nan]),
    ] {
        let mut line = vec![one; 2 * EXACT];
        line[3..3 + special.len()].copy_from_slice(&special);
        let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
        let hull = scanned(Join::Sum, &hulls, format).pop().expect("a line");
        for bits in [nan, infinite, infinite | negative, one, most, 0] {
            assert_eq!(hull.contains(format, bits), accepted.contains(&bits), "{special:x?}: {bits:#x}");
        }
    }
}

/// What additions are allowed is enough for every number of them, and little more where it is less than the sum itself.
#[test]
fn growth_is_that_of_as_many_roundings() {
    for format in [Format::BF16, Format::F16, Format::F32] {
        let u = 2_f64.powi(-(format.precision() as i32));
        for additions in 0..(20.0 / u).min(100_000.0) as i64 {
            let needed = (additions as f64 * u.ln_1p()).exp_m1();
            let end = |x: f64| End::of(Format::F64.decode(x.to_bits())).expect("a number");
            let allowed = growth(additions, format);
            assert!(allowed >= end(needed * (1.0 - 1e-12)), "{format:?}: {additions}");
            assert!(needed > 1.0 || allowed <= end(needed * 1.4), "{format:?}: {additions}");
        }
    }
}

fn joined(by: Join, a: f64, b: f64) -> f64 {
    if by == Join::Product { a * b } else { a + b }
}

/// Every result of a fold: in any order and grouping, each partial result rounded or not, kept or flushed.
fn reachable_in_any_order(format: Format, by: Join, line: &[f64]) -> BTreeSet<u64> {
    let mut sets: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); 1 << line.len()];
    for set in 1..sets.len() {
        let first = set & set.wrapping_neg();
        let mut results = BTreeSet::new();
        if set == first {
            let x = line[set.trailing_zeros() as usize];
            let begun = (by == Join::Sum && x == 0.0).then_some(0.0);
            results.extend(kept(format, x).chain(begun).map(f64::to_bits));
        }
        for part in (1..set).filter(|part| part & !set == 0 && part & first != 0) {
            for a in &sets[part] {
                for b in &sets[set & !part] {
                    let exact = joined(by, f64::from_bits(*a), f64::from_bits(*b));
                    for result in [exact, rounded(format, exact)] {
                        results.extend(kept(format, result).map(f64::to_bits));
                    }
                }
            }
        }
        sets[set] = results;
    }
    sets.pop().unwrap_or_default()
}

#[test]
fn short_folds_have_everything_that_can_be_reached_in_any_order() {
    let format = Format::ieee(3, 3);
    let mut random = Random(17);
    for by in [Join::Sum, Join::Product] {
        let (mut reached, mut accepted) = (0, 0);
        for case in 0..2000 {
            let most = if case % 10 == 0 { format.magnitude_mask() + 1 } else { format.infinity_bits() };
            let n = 1 + random.below(4) as usize;
            let line: Vec<u64> = (0..n)
                .map(|_| random.below(most) | if random.below(2) == 0 { format.sign_bit() } else { 0 })
                .collect();
            let values: Vec<f64> = line.iter().map(|bits| signed(format, *bits)).collect();
            let results = reachable_in_any_order(format, by, &values);
            let honest = data(format, results.into_iter().map(f64::from_bits));
            let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
            let hull = folded(by, &hulls, format).expect("a line");
            let own = (0..=format.magnitude_mask() * 2 + 1).filter(|bits| hull.contains(format, *bits));
            let own = data(format, own.map(|bits| signed(format, bits)));
            assert_eq!(honest.difference(&own).next(), None, "{by:?} {values:?}: {honest:?} {own:?}");
            reached += honest.len();
            accepted += own.len();
        }
        let ratio = accepted as f64 / reached as f64;
        println!("{by:?}: {accepted} accepted, {reached} reachable, {ratio:.3}");
        assert!(ratio <= 1.5, "{by:?}: {ratio}");
    }
}

/// Beyond the orders that are followed: results of random orders and groupings are right, and others are wrong.
#[test]
fn long_folds_are_bounded_in_any_order() {
    let format = Format::F16;
    let mut random = Random(19);
    for by in [Join::Sum, Join::Product] {
        for n in [PERMUTED + 1, 12, 40] {
            for _ in 0..50 {
                // Between 3/4 and 5/4, half of them negative for sums.
                let line: Vec<u64> = (0..n)
                    .map(|_| {
                        let sign =
                            if by == Join::Sum && random.below(2) == 0 { format.sign_bit() } else { 0 };
                        (0x3a00 + random.below(0x300)) | sign
                    })
                    .collect();
                let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
                let hull = folded(by, &hulls, format).expect("a line");
                let mut exact = line.iter().map(|bits| signed(format, *bits));
                let whole = exact.next().map(|x| exact.fold(x, |x, y| joined(by, x, y))).expect("a line");
                for _ in 0..20 {
                    let mut left: Vec<f64> = line.iter().map(|bits| signed(format, *bits)).collect();
                    while left.len() > 1 {
                        let a = left.swap_remove(random.below(left.len() as u64) as usize);
                        let b = left.swap_remove(random.below(left.len() as u64) as usize);
                        left.push(rounded(format, joined(by, a, b)));
                    }
                    let result = bits(format, left[0]);
                    assert!(hull.contains(format, result), "{by:?} of {n}: {} for {whole}", left[0]);
                }
                let other = if by == Join::Sum { whole + 1.0 } else { whole * 1.25 };
                assert!(
                    !hull.contains(format, bits(format, rounded(format, other))),
                    "{by:?} of {n}: {other}"
                );
                assert!(!hull.contains(format, format.nan_bits()), "{by:?} of {n}");
            }
        }
    }
}

/// The lesser and the greater are exact, but for NaN, which pages do not speak of.
#[test]
fn extremes_are_exact() {
    let format = Format::ieee(3, 3);
    let mut random = Random(3);
    for _ in 0..2000 {
        let line: Vec<u64> = (0..6).map(|_| random.below(format.infinity_bits())).collect();
        let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
        for (by, pick) in [(Join::Least, u64::min as fn(u64, u64) -> u64), (Join::Greatest, u64::max)] {
            let mut right = line[0];
            for (at, (hull, own)) in scanned(by, &hulls, format).iter().zip(&line).enumerate() {
                right = pick(right, *own);
                let accepted: Vec<u64> = (0..=format.magnitude_mask() * 2 + 1)
                    .filter(|bits| hull.contains(format, *bits))
                    .collect();
                // A zero beside a subnormal number, or any of those that are compared as zeros.
                let is_small = |bits: u64| bits < format.least_normal_bits();
                let seen = &line[..=at];
                let small: Vec<u64> =
                    seen.iter().copied().filter(|bits| is_small(*bits)).chain([0]).collect();
                let is_right = |bits: &u64| *bits == right || (is_small(right) && small.contains(bits));
                assert!(accepted.contains(&right) && accepted.iter().all(is_right), "{line:?}: {accepted:?}");
                let kept = &scanned(by, &hulls, format.declaring(Some(Subnormals::Keep)))[at];
                assert!(
                    (0..=format.magnitude_mask() * 2 + 1)
                        .all(|bits| kept.contains(format, bits) == (bits == right))
                );
                let zeros = &scanned(by, &hulls[..], format.declaring(Some(Subnormals::Flush)))[at];
                assert!(
                    at == 0 || zeros.contains(format, if is_small(right) { 0 } else { right }),
                    "{line:?}"
                );
            }
        }
    }
}

/// A sum of f64 that is rounded to x87 first errs by up to u (1 + 2^-11), as each of these additions does.
#[test]
fn long_sums_may_be_rounded_to_x87_first() {
    for additions in [1, 2, 33, 1000, 1 << 20] {
        let once = End::of_integer(additions * 2049, -64);
        assert!(growth(additions, Format::F64) >= once, "{additions}");
    }
    // Less than half a unit, which x87 rounds up to a tie, and f64 then to even.
    let (x, y) = (End::of_integer((1 << 53) - 1, 1), End::of_integer((1 << 53) - 1, -53));
    let exact = x.plus(&y).expect("it is finite");
    let twice = End::of(exact.rounded(Format::X87)).expect("a number").rounded(Format::F64);
    assert_ne!(twice, exact.rounded(Format::F64));
}

/// The hull of a sum of data, in any order or in theirs.
fn sum_of(format: Format, line: &[u64], any_order: bool) -> Hull {
    let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
    if any_order {
        folded(Join::Sum, &hulls, format).expect("a line")
    } else {
        scanned(Join::Sum, &hulls, format).pop().expect("a line")
    }
}

fn bf16(x: f32) -> u64 {
    u64::from(x.to_bits() >> 16)
}

/// What was accepted, and is impossible: 300 ones of bf16 are -300, 100 are 60, 5000 of f16 are -100, a running sum of 40 is 36.
#[test]
fn long_sums_of_one_sign_are_not_nothing() {
    let ones = |format: Format, count: usize| vec![format.one_bits(); count];
    for (any_order, count, range) in [
        (true, 300, 255.0..=360.0),
        (true, 301, 255.0..=364.0),
        (true, 100, 100.0..=100.0),
        (false, 40, 40.0..=40.0),
    ] {
        let hull = sum_of(Format::BF16, &ones(Format::BF16, count), any_order);
        for x in (-700..=700).map(|x| x as f32).filter(|x| bf16(*x) << 16 == u64::from(x.to_bits())) {
            assert_eq!(hull.contains(Format::BF16, bf16(x)), range.contains(&x), "{count} ones: {x}");
        }
    }
    let hull = sum_of(Format::F16, &ones(Format::F16, 5000), true);
    let of = |x: f32| Format::F16.encode(Format::F32.decode(x.to_bits().into()));
    assert!([-100.0, 0.0, 2040.0, 3e4].iter().all(|x| !hull.contains(Format::F16, of(*x))));
    assert!([2048.0, 5000.0].iter().all(|x| hull.contains(Format::F16, of(*x))));
    let hulls = vec![Hull::of(Format::BF16.decode(Format::BF16.one_bits())); 300];
    let mean = folded(Join::Mean, &hulls, Format::BF16).expect("a line");
    assert!(mean.contains(Format::BF16, bf16(1.0)));
    assert!([-1.0, 0.0, 0.25, 6.0].iter().all(|x| !mean.contains(Format::BF16, bf16(*x))));
    let bools = (0..257).map(|at| if at % 2 == 0 || at < 6 { Format::F64.one_bits() } else { 0 });
    let hull = sum_of(Format::F64, &bools.collect::<Vec<_>>(), true);
    for (x, right) in [(132.0, true), (132.0 + 2e-12, false), (132.0 - 2e-12, false)] {
        assert_eq!(hull.contains(Format::F64, f64::to_bits(x)), right, "{x}");
    }
}

/// An infinity is beside what a wider format has: nothing lies between them.
#[test]
fn an_overflow_is_a_point() {
    let of = |x: f32| Format::F16.encode(Format::F32.decode(x.to_bits().into()));
    let sum = sum_of(Format::F16, &[4e4, 4e4, -4e4, -3e4].map(of), true);
    let terms = [300.0, 300.0, 0.01].map(|x| Hull::of(Format::F16.decode(of(x))));
    let product = folded(Join::Product, &terms, Format::F16).expect("a line");
    for (hull, right, wrong) in [(sum, 1e4, 2e4), (product, 900.0, 5000.0)] {
        assert!(hull.contains(Format::F16, of(right)));
        assert!(hull.contains(Format::F16, Format::F16.infinity_bits()));
        assert!(!hull.contains(Format::F16, of(wrong)), "{wrong}");
    }
}

/// Longer lines than those whose groupings are followed, by the bounds: of few digits, so that sums are exact until they are large,
/// of one sign, and of both.
#[test]
fn bounds_of_sums_have_everything_that_can_be_reached() {
    let format = Format::ieee(3, 3);
    let mut random = Random(23);
    for kind in ["one sign", "small integers", "both signs"] {
        let (mut reached, mut accepted) = (0, 0);
        for case in 0..400 * scale() {
            let n = 2 + random.below(4) as usize;
            let sign = if case % 2 == 0 { 0 } else { format.sign_bit() };
            let line: Vec<u64> = (0..n)
                .map(|_| match kind {
                    "one sign" => random.below(format.infinity_bits()) | sign,
                    "small integers" => bits(format, [-1.0, 1.0, 2.0][random.below(3) as usize]),
                    _ => random.below(format.infinity_bits()) | (random.below(2) * format.sign_bit()),
                })
                .collect();
            let values: Vec<f64> = line.iter().map(|bits| signed(format, *bits)).collect();
            let results = reachable_in_any_order(format, Join::Sum, &values);
            let honest = data(format, results.into_iter().map(f64::from_bits));
            let hulls: Vec<Hull> = line.iter().map(|bits| Hull::of(format.decode(*bits))).collect();
            let terms = terms(Join::Sum, &hulls, format);
            let hull = sums(&terms, format, true).pop().expect("a line");
            let own = (0..=format.magnitude_mask() * 2 + 1).filter(|bits| hull.contains(format, *bits));
            let own = data(format, own.map(|bits| signed(format, bits)));
            assert_eq!(honest.difference(&own).next(), None, "{values:?}: {honest:?} {own:?}");
            reached += honest.len();
            accepted += own.len();
        }
        println!("{kind}: {accepted} accepted, {reached} reachable, {:.2}", accepted as f64 / reached as f64);
    }
}

/// The sign of a product of many factors is exact, and so are zeros; what leaves the range is bounded.
#[test]
fn long_products_that_may_leave_the_range_are_bounded() {
    let format = Format::F16;
    let of = |x: f32| format.encode(Format::F32.decode(x.to_bits().into()));
    let zeros = [0.0, 300.0, 300.0, 1.0, 1.0, 1.0, 1.0];
    for (line, right, wrong) in [
        (&[2.0; 16][..], &[f32::INFINITY][..], &[-1.0, 1.0, f32::NAN, f32::NEG_INFINITY][..]),
        (&zeros, &[0.0, f32::NAN], &[5.0, -0.0, f32::INFINITY]),
        (&[0.5; 16], &[2_f32.powi(-16), 0.0], &[f32::NAN, -0.0, 1.0, f32::INFINITY]),
        (&[-0.5; 15], &[-2_f32.powi(-15), -0.0], &[f32::NAN, 0.0, -1.0]),
    ] {
        let hulls: Vec<Hull> = line.iter().map(|x| Hull::of(format.decode(of(*x)))).collect();
        let hull = folded(Join::Product, &hulls, format).expect("a line");
        for (all, is_right) in [(right, true), (wrong, false)] {
            all.iter().for_each(|x| assert_eq!(hull.contains(format, of(*x)), is_right, "{x} of {line:?}"));
        }
    }
}

/// Every least of a line with NaN, in every grouping in its order, where each is NaN if one is, or the number, or by a comparison that
/// is false of NaN the one on the right.
#[test]
fn extremes_with_nan_lose_only_what_is_before_it() {
    let format = Format::ieee(3, 3);
    let mut random = Random(29);
    let joins: [fn(f64, f64) -> f64; 3] = [
        |x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { x.max(y) },
        f64::max,
        |x, y| if x > y { x } else { y },
    ];
    let (mut reached, mut accepted) = (0, 0);
    for _ in 0..1000 * scale() {
        let n = 2 + random.below(4) as usize;
        let line: Vec<f64> =
            (0..n).map(|_| [f64::NAN, 1.0, 2.0, 3.0, 4.0][random.below(5) as usize]).collect();
        let mut honest = BTreeSet::new();
        for join in joins {
            let mut runs = vec![line.iter().map(|x| vec![*x]).collect::<Vec<_>>()];
            for length in 2..=n {
                let run = |from: usize| {
                    let parts = (1..length).flat_map(|left| {
                        let (x, y) = (&runs[left - 1][from], &runs[length - left - 1][from + left]);
                        x.iter().flat_map(move |x| y.iter().map(move |y| join(*x, *y)))
                    });
                    parts.collect()
                };
                runs.push((0..=n - length).map(run).collect());
            }
            honest.extend(data(format, runs[n - 1][0].iter().copied()));
        }
        let hulls: Vec<Hull> = line.iter().map(|x| Hull::of(format.decode(bits(format, *x)))).collect();
        let hulls = hulls
            .into_iter()
            .zip(&line)
            .map(|(hull, x)| if x.is_nan() { Hull::of(format.decode(format.nan_bits())) } else { hull });
        let hull = folded(Join::Greatest, &hulls.collect::<Vec<_>>(), format).expect("a line");
        let all = line.iter().map(|x| if x.is_nan() { format.nan_bits() } else { bits(format, *x) });
        let own: BTreeSet<u64> = all.filter(|bits| hull.contains(format, *bits)).collect();
        assert_eq!(honest.difference(&own).next(), None, "{line:?}: {honest:?} {own:?}");
        reached += honest.len();
        accepted += own.len();
    }
    println!("{accepted} accepted, {reached} reachable, {:.2}", accepted as f64 / reached as f64);
}

#[test]
fn what_follows_nan_is_not_lost() {
    let format = Format::F32;
    for (line, wrong) in [(vec![f32::NAN, 1.0, 5.0], 1.0_f32), (vec![1.0, f32::NAN, 5.0, 9.0], 1.0)] {
        let hulls: Vec<Hull> = line.iter().map(|x| Hull::of(format.decode(x.to_bits().into()))).collect();
        for hull in [folded(Join::Greatest, &hulls, format), scanned(Join::Greatest, &hulls, format).pop()] {
            let hull = hull.expect("a line");
            assert!(!hull.contains(format, wrong.to_bits().into()), "{wrong} of {line:?}");
            let greatest = line.iter().copied().fold(f32::NAN, f32::max);
            assert!([greatest, f32::NAN].iter().all(|x| hull.contains(format, x.to_bits().into())));
        }
    }
}
