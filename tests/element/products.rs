//! Products: correctly rounded for floats, modulo 2^bits for integers.

use crate::element::exact::format;
use crate::element::sources::Random;
use crate::element::{integer, range};
use ascertain::element::{Element, Factor};
use half::{bf16, f16};

fn times<T: Factor>(a: u64, b: u64) -> u64 {
    let mut bytes = [0; 8];
    T::load(&a.to_le_bytes()).times(T::load(&b.to_le_bytes())).store(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// Checks one product of floats.
fn check<T: Factor>(a: u64, b: u64) {
    let format = format(T::DTYPE).unwrap();
    let (got, right) = (times::<T>(a, b), format.encode(format.decode(a).times(format.decode(b))));
    let same = right.map_or(format.is_nan(got), |right| got == right);
    assert!(same, "{} 0x{a:x} times 0x{b:x}: 0x{got:x}, right is {right:x?}", T::DTYPE);
}

/// Patterns of a 16-bit float: every exponent with eight significands, at the ends and in the middle.
fn patterns<T: Element>() -> Vec<u64> {
    let fraction_bits = T::DTYPE.precision() - 1;
    let all = (1_u64 << fraction_bits) - 1;
    let fractions = [0, 1, all / 3, all / 2, all / 2 + 1, all - all / 3, all - 1, all];
    let exponents = 0..1_u64 << T::DTYPE.exponent_bits();
    exponents.flat_map(|e| fractions.map(|f| e << fraction_bits | f)).collect()
}

/// Pairs of those patterns, and random ones.
fn check_some<T: Factor>(step: usize) {
    let (patterns, sign) = (patterns::<T>(), 1_u64 << 15);
    for (i, &a) in patterns.iter().enumerate() {
        // Every pair of exponents, and in turn every pair of significands.
        for &b in patterns.iter().skip(i % step).step_by(step) {
            check::<T>(a, b);
            check::<T>(a | sign, b);
        }
    }
    let mut random = Random::new(3);
    for _ in 0..200_000 {
        let bits = random.next();
        check::<T>(bits & 0xffff, bits >> 16 & 0xffff);
    }
}

/// All 2^32 pairs, on every core.
fn check_all<T: Factor>() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for first in 0..threads as u64 {
            scope.spawn(move || {
                (first..1 << 16).step_by(threads).for_each(|a| (0..1 << 16).for_each(|b| check::<T>(a, b)));
            });
        }
    });
}

#[test]
fn short_float_products_round_once() {
    if std::env::var_os("ASCERTAIN_EXHAUSTIVE").is_some_and(|value| value == "1") {
        check_all::<f16>();
        check_all::<bf16>();
    } else {
        check_some::<f16>(1);
        check_some::<bf16>(7);
    }
}

/// Where the f32 product that bf16's goes through is itself inexact: results around and below the least subnormal.
#[test]
fn bf16_products_round_once_at_the_subnormal_boundary() {
    // Significands with all eight bits; exponents so that products reach from 2^-140 to 2^-120.
    for (x, y) in (-140..=-120).map(|sum: i64| (sum / 2, sum - sum / 2)) {
        for m in 0..128 {
            for n in 0..128 {
                check::<bf16>(((x + 127) as u64) << 7 | m, ((y + 127) as u64) << 7 | n);
            }
        }
    }
    // A subnormal factor with every other: all of the first, some of the second, at each exponent.
    for m in 0..128 {
        for b in (0x3a00..0x4800).step_by(13) {
            check::<bf16>(m, b);
        }
    }
}

#[test]
fn long_float_products_round_once() {
    let mut random = Random::new(4);
    for _ in 0..100_000 {
        let (a, b) = (random.next(), random.next());
        check::<f64>(a, b);
        check::<f32>(a & 0xffff_ffff, b & 0xffff_ffff);
        // Exponents near 0, so that the product is seldom infinite or zero.
        let near = |bits: u64| (bits & 0x800f_ffff_ffff_ffff) | (0x3f0 + (bits >> 52 & 0x1f)) << 52;
        check::<f64>(near(a), near(b));
    }
    for (a, b) in
        [(0, 0x7ff0 << 48), (0x7ff8 << 48, 1), (1, 1), (0x7fef << 48, 0x7fef << 48), (1, 0x3fe0 << 48)]
    {
        check::<f64>(a, b);
    }
}

#[test]
fn integer_products_wrap() {
    fn check<T: Factor>(pairs: impl Iterator<Item = (u64, u64)>) {
        let mask = u64::MAX >> (64 - T::DTYPE.bits());
        for (a, b) in pairs {
            let (a, b) = (a & mask, b & mask);
            let exact = integer(T::DTYPE, a).wrapping_mul(integer(T::DTYPE, b));
            assert_eq!(times::<T>(a, b), exact as u64 & mask, "{} {a} times {b}", T::DTYPE);
        }
    }
    fn some<T: Factor>() {
        let (low, high) = range(T::DTYPE);
        let ends = [low, low + 1, -1, 0, 1, 2, 3, high / 2, high / 2 + 1, high - 1, high].map(|x| x as u64);
        check::<T>(ends.into_iter().flat_map(|a| ends.map(|b| (a, b))));
        let mut random = Random::new(5);
        check::<T>((0..20_000).map(|_| (random.next(), random.next())));
    }
    let all = || (0..1 << 16).map(|pair: u64| (pair >> 8, pair & 0xff));
    check::<i8>(all());
    check::<u8>(all());
    some::<i16>();
    some::<u16>();
    some::<i32>();
    some::<u32>();
    some::<i64>();
    some::<u64>();
}
