//! Tests of the loops, as compiled for every processor and for this one, against single products.

use ascertain::element::{Factor, converter};
use ascertain::kernel::{Options, cumprod};
use ascertain::{DType, Tensor};
use half::{bf16, f16};

/// The loops for every processor, and those for this one: with AVX2 where it has that.
const LEVELS: [(&str, Options); 2] = [
    ("portable", Options { threads: 1, portable: true }),
    ("this processor", Options { threads: 1, portable: false }),
];

/// The products of blocks of `n` rows of `inner` elements.
fn scan(options: Options, dtype: DType, input: Vec<u8>, n: usize, inner: usize) -> Vec<u8> {
    let shape = [input.len() / (n * inner * dtype.size()), n, inner];
    let mut out = Tensor::new(dtype, &shape, vec![0xa5; input.len()]).unwrap();
    let input = Tensor::new(dtype, &shape, input).unwrap();
    cumprod(&input, 1, &mut out, options).unwrap();
    out.storage().to_vec()
}

/// A 16-bit float, by the conversions of `half` from and to f32, which are right.
trait Half: Factor {
    fn of(bits: u16) -> f32;
    fn nearest(x: f32) -> u16;
}

impl Half for f16 {
    fn of(bits: u16) -> f32 {
        Self::from_bits(bits).to_f32()
    }

    fn nearest(x: f32) -> u16 {
        Self::from_f32(x).to_bits()
    }
}

impl Half for bf16 {
    fn of(bits: u16) -> f32 {
        Self::from_bits(bits).to_f32()
    }

    fn nearest(x: f32) -> u16 {
        Self::from_f32(x).to_bits()
    }
}

fn assert_bits<T: Half>(got: u16, right: u16, what: impl Fn() -> String) {
    let same = got == right || T::of(got).is_nan() && T::of(right).is_nan();
    assert!(same, "{}: {got:04x} is not {right:04x}", what());
}

/// The products of blocks of 16-bit floats.
fn products<T: Half>(
    options: Options,
    input: impl IntoIterator<Item = u16>,
    n: usize,
    inner: usize,
) -> Vec<u16> {
    let out = scan(options, T::DTYPE, input.into_iter().flat_map(u16::to_le_bytes).collect(), n, inner);
    out.as_chunks().0.iter().map(|word| u16::from_le_bytes(*word)).collect()
}

/// Products of `a` with each of `others`: in a row, in lines of three, which end in a half, and in lines of eight, which
/// end in ones.
fn check<T: Half>(a: u16, others: &[u16]) {
    let (one, half, count) = (T::nearest(1.0), T::nearest(0.5), others.len());
    let right: Vec<u16> = others.iter().map(|b| T::nearest(T::of(a) * T::of(*b))).collect();
    for (level, options) in LEVELS {
        let row = products::<T>(options, [vec![a; count], others.to_vec()].concat(), 2, count);
        let threes = products::<T>(options, others.iter().flat_map(|b| [a, *b, half]), 3, 1);
        let eights =
            products::<T>(options, others.iter().flat_map(|b| [a, *b, one, one, one, one, one, one]), 8, 1);
        for (k, right) in right.iter().enumerate() {
            let what = |how| format!("{} {a:04x} by {:04x}, {how}, {level}", T::DTYPE, others[k]);
            assert_bits::<T>(row[count + k], *right, || what("in a row"));
            assert_bits::<T>(threes[3 * k + 1], *right, || what("in a line of three"));
            let halved = T::nearest(T::of(*right) * 0.5);
            assert_bits::<T>(threes[3 * k + 2], halved, || what("in a line of three, halved"));
            assert_bits::<T>(eights[8 * k + 1], *right, || what("in a line of eight"));
            assert_bits::<T>(eights[8 * k + 7], *right, || what("in a line of eight, times ones"));
        }
    }
}

/// Factors for the products of every 16-bit float: ends of the range, ties, and whatever a multiplier gives.
fn others() -> Vec<u16> {
    let mut bits = vec![0x0000_u16, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x7e01, 0x8000];
    bits.extend([0x3c00, 0x3c01, 0x3555, 0x2bff, 0x0080, 0x007f, 0x7f7f, 0x7f80]);
    bits.extend([0x3f80, 0x3f81, 0x3fc0, 0x3e00, 0xbc00, 0xbf80, 0xff80, 0xfc00]);
    bits.extend((1..=24_u16).map(|k| k.wrapping_mul(40_503)));
    bits
}

#[test]
fn products_of_all_16_bit_floats_with_some_are_rounded_as_half_rounds() {
    let others = others();
    for a in 0..=u16::MAX {
        let some = &others[usize::from(a ^ a >> 8) % 6 * 8..][..8];
        check::<f16>(a, some);
        check::<bf16>(a, some);
    }
}

#[test]
#[ignore = "all 2^32 pairs, half an hour: run it with --release"]
fn products_of_all_16_bit_floats_with_all_are_rounded_as_half_rounds() {
    let all: Vec<u16> = (0..=u16::MAX).collect();
    for a in 0..=u16::MAX {
        check::<f16>(a, &all);
        check::<bf16>(a, &all);
    }
}

/// Eight lines that differ in everything, and one of them alone: each begins with another float, followed by factors
/// near 1 with others among them.
fn check_lines<T: Half>(a: u16, others: &[u16]) {
    const N: usize = 17;
    let one = T::nearest(1.0);
    let lines: Vec<u16> = (0..8 * N)
        .map(|k| {
            let start = a.wrapping_add(0x2009 * (k / N) as u16);
            let random = (u32::from(start) << 5 | (k % N) as u32).wrapping_mul(0x9e37_79b1) >> 8;
            match random % 16 {
                _ if k.is_multiple_of(N) => start,
                0 => others[(random >> 4) as usize % others.len()],
                _ => one - 0x80 + (random >> 4 & 0xff) as u16,
            }
        })
        .collect();
    for (level, options) in LEVELS {
        let together = products::<T>(options, lines.iter().copied(), N, 1);
        let alone = products::<T>(options, lines[..N].iter().copied(), N, 1);
        for (k, (line, got)) in lines.chunks(N).zip(together.chunks(N)).enumerate() {
            let mut product = one;
            for (i, factor) in line.iter().enumerate() {
                product = if i == 0 { *factor } else { T::nearest(T::of(product) * T::of(*factor)) };
                let what = |how| format!("{} {line:04x?}, element {i}, {how}, {level}", T::DTYPE);
                assert_bits::<T>(got[i], product, || what("among others"));
                if k == 0 {
                    assert_bits::<T>(alone[i], product, || what("alone"));
                }
            }
        }
    }
}

#[test]
fn lines_of_16_bit_floats_are_rounded_after_every_product() {
    let others = others();
    for a in (0..=u16::MAX).step_by(7) {
        check_lines::<f16>(a, &others);
        check_lines::<bf16>(a, &others);
    }
}

#[test]
fn what_is_rounded_to_the_least_normal_number_is_multiplied_as_that() {
    // Rounded to 11 bits these are less than the number, and rounded to an f16 they are the number.
    let b = [0x49c0_u16, 0x49c1, 0x3c00, 0x3c01, 0x4000, 0x3800, 0x3fff, 0x3800];
    for a in 0x0001..=0x0800 {
        check::<f16>(a, &b);
        for factors in [b, [b[2], b[6], b[5], b[3], b[6], b[5], b[0], b[5]]] {
            check_chain(a, &factors);
        }
    }
}

#[test]
fn what_overflows_is_infinite_from_then_on() {
    for a in 0x5800..=0x6000 {
        // Products from the least that is rounded to infinity on.
        let b = f16::nearest(65_528.0 / f16::of(a));
        check::<f16>(a, &[b - 2, b - 1, b, b + 1, b + 2]);
    }
}

/// The products of `a` and the next factors, in one line and in eight.
fn check_chain(a: u16, factors: &[u16; 8]) {
    let line: Vec<u16> = [a].into_iter().chain(*factors).collect();
    for (level, options) in LEVELS {
        let (one, eight) =
            (products::<f16>(options, line.clone(), 9, 1), products::<f16>(options, line.repeat(8), 9, 1));
        let mut product = a;
        for i in 0..9 {
            product = if i == 0 { a } else { f16::nearest(f16::of(product) * f16::of(line[i])) };
            let what = || format!("{line:04x?}, element {i}, {level}");
            assert_bits::<f16>(one[i], product, what);
            assert_bits::<f16>(eight[5 * 9 + i], product, what);
        }
    }
}

/// Elements near 1, so that products wander over the range, with any bits now and then.
fn elements(dtype: DType, count: usize) -> Vec<u8> {
    let size = dtype.size();
    let mut one = [0; 8];
    converter(DType::U8, dtype).unwrap()(&[1], &mut one);
    let (one, any) = (u64::from_le_bytes(one), u64::MAX >> (64 - 8 * size));
    // Bits below those of the exponent: 1 has one bit less than an exponent that is half full.
    let fraction = (1_u64 << one.trailing_zeros()) - 1;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 9 ^ state >> 31
    };
    let element = |random: u64| match random % 64 {
        0..2 => random >> 6 & any,
        _ if !dtype.is_float() => random >> 6 & any | 1,
        // Above 1 and below.
        2..32 => one + (random >> 6 & fraction),
        _ => one - 1 - (random >> 6 & fraction),
    };
    (0..count).flat_map(|_| element(next()).to_le_bytes()[..size].to_vec()).collect()
}

/// Products without any of the loops.
fn single_products<T: Factor>(input: &[u8], n: usize, inner: usize) -> Vec<u8> {
    let (size, mut out) = (size_of::<T>(), input.to_vec());
    for at in (0..input.len() / size).filter(|at| !(at / inner).is_multiple_of(n)) {
        let before = T::load(&out[(at - inner) * size..]);
        before.times(T::load(&input[at * size..])).store(&mut out[at * size..]);
    }
    out
}

/// Blocks of every class of shape.
fn check_shapes<T: Factor, const N: usize>() {
    let lengths = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 33, 63, 65, 515, 600].map(|n| (n, 1));
    let rows = (2..=9).flat_map(|inner| [(2, inner), (5, inner), (19, inner)]);
    let more_rows = [(6, 17), (3, 25), (70, 33), (6, 64), (9, 127), (5, 128), (7, 131), (6, 4200), (2, 8195)];
    for (n, inner) in lengths.into_iter().chain(rows).chain(more_rows) {
        let counts = match (n, inner) {
            (_, 1) => [1, 3, 4, 7, 8, 21].as_slice(),
            (_, 2..26) => &[1, 2, 5],
            _ => &[1],
        };
        for count in counts {
            let mut input = elements(T::DTYPE, n * inner * count);
            // Some blocks begin with a signaling NaN.
            if T::DTYPE.is_float() && *count > 2 {
                input
                    .chunks_mut(n * inner * N)
                    .step_by(5)
                    .for_each(|block| signal(T::DTYPE, &mut block[..N]));
            }
            let right = single_products::<T>(&input, n, inner);
            for (level, options) in LEVELS {
                let out = scan(options, T::DTYPE, input.clone(), n, inner);
                let what = format!("{count} x {n} x {inner}, {level}");
                assert_same(T::DTYPE, &out, &right, &what);
                // The product of one factor is that factor, to the bit of a NaN.
                for (out, input) in out.chunks(n * inner * N).zip(input.chunks(n * inner * N)) {
                    assert_eq!(out[..inner * N], input[..inner * N], "{} {what}", T::DTYPE);
                }
            }
        }
    }
}

fn signal(dtype: DType, element: &mut [u8]) {
    converter(DType::F64, dtype).unwrap()(&f64::INFINITY.to_le_bytes(), element);
    element[0] |= 1;
}

fn assert_same(dtype: DType, got: &[u8], right: &[u8], what: &str) {
    let nan = |element: &[u8]| {
        let mut value = [0; 8];
        converter(dtype, DType::F64).unwrap()(element, &mut value);
        f64::from_le_bytes(value).is_nan()
    };
    let size = dtype.size();
    for (i, (a, b)) in got.chunks_exact(size).zip(right.chunks_exact(size)).enumerate() {
        assert!(a == b || nan(a) && nan(b), "{dtype} {what}, element {i}: {a:x?} is not {b:x?}");
    }
}

#[test]
fn loops_give_what_single_products_give() {
    check_shapes::<f16, 2>();
    check_shapes::<bf16, 2>();
    check_shapes::<f32, 4>();
    check_shapes::<f64, 8>();
    check_shapes::<u8, 1>();
    check_shapes::<i16, 2>();
    check_shapes::<u32, 4>();
    check_shapes::<i64, 8>();
}
