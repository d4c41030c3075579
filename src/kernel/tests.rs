//! Every kind of processor against single products, and against each other.

use super::dispatch::{Blocks, on_this_processor, plain};
use super::number::{Number, VECTOR};
use super::processor::{Any, Processor, SideBySide, Words};
use super::{Accumulator, DType, converter};
use half::{bf16, f16};

/// A 16-bit float, by the conversions of `half` from and to f32, which are right.
trait Half: Number<Own = f32, Wide = f32, Chain = f32, Bytes = [u8; 2]> {
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

fn assert_bits<T: Half>(got: [u8; 2], right: u16, what: impl Fn() -> String) {
    let got = u16::from_le_bytes(got);
    assert!(
        got == right || T::of(got).is_nan() && T::of(right).is_nan(),
        "{}: {got:04x} is not {right:04x}",
        what()
    );
}

#[cfg(target_arch = "x86_64")]
use super::{
    dispatch::{has_avx2, has_avx512},
    processor::{Avx2, Avx512},
};

/// All kinds of processor that this machine has, the best one first, as type `$p`.
macro_rules! for_every_processor {
    ($p:ident => $body:expr) => {
        for_processors!($p, false => $body)
    };
}

/// The best one only.
macro_rules! for_the_best_processor {
    ($p:ident => $body:expr) => {
        for_processors!($p, true => $body)
    };
}

macro_rules! for_processors {
    ($p:ident, $best_only:literal => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let (avx512, avx2) = (has_avx512(), has_avx2());
        #[cfg(not(target_arch = "x86_64"))]
        let (avx512, avx2) = (false, false);
        #[cfg(target_arch = "x86_64")]
        if avx512 {
            type $p = Avx512;
            $body
        }
        #[cfg(target_arch = "x86_64")]
        if avx2 && !($best_only && avx512) {
            type $p = Avx2;
            $body
        }
        if !($best_only && (avx512 || avx2)) {
            type $p = Any;
            $body
        }
    }};
}

/// Where the other tests are meant for AVX-512, and would pass as well without it.
#[cfg(target_arch = "x86_64")]
#[test]
fn this_processor_has_avx512_where_that_is_demanded() {
    let demanded = std::env::var_os("ASCERTAIN_DEMAND_AVX512").is_some();
    assert!(has_avx512() || !demanded, "this processor has no AVX-512, or not all of it that is used");
}

/// Factors for the products of every 16-bit float: ends of the range, ties, and whatever a multiplier gives.
fn others() -> Vec<Words> {
    let mut bits = vec![0x0000_u16, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x7e01, 0x8000];
    bits.extend([0x3c00, 0x3c01, 0x3555, 0x2bff, 0x0080, 0x007f, 0x7f7f, 0x7f80]);
    bits.extend([0x3f80, 0x3f81, 0x3fc0, 0x3e00, 0xbc00, 0xbf80, 0xff80, 0xfc00]);
    bits.extend((1..=24_u16).map(|k| k.wrapping_mul(40_503)));
    bits.as_chunks().0.iter().map(|words: &[u16; VECTOR]| words.map(u16::to_le_bytes)).collect()
}

/// Products of `a` and `b`, each rounded on its own: side by side, and one after the other.
fn check<T: Half, S: SideBySide>(a: u16, b: Words) {
    let side_by_side = S::products([T::of(a); VECTOR], b).1;
    let chained = S::chain(T::of(a), b).1;
    let mut mirrored = b;
    mirrored.reverse();
    let pair = S::pair::<false>([[T::of(a); VECTOR]; 2], [b, mirrored]);
    let square = S::square::<false>([T::of(a); VECTOR], [b; VECTOR]).1;
    let mut product = a;
    for k in 0..VECTOR {
        let factor = T::of(u16::from_le_bytes(b[k]));
        let what = |how| format!("{a:04x} by {b:x?}, element {k} {how}");
        let right = T::nearest(T::of(a) * factor);
        assert_bits::<T>(side_by_side[k], right, || what("side by side"));
        assert_bits::<T>(pair.1[0][k], right, || what("of the first of two vectors"));
        assert_bits::<T>(pair.1[1][VECTOR - 1 - k], right, || what("of the second of two vectors"));
        product = T::nearest(T::of(product) * factor);
        assert_bits::<T>(chained[k], product, || what("one after the other"));
        assert_bits::<T>(square[k][k], product, || what("of several lines"));
    }
}

#[test]
fn products_of_all_16_bit_floats_with_some_are_rounded_as_half_rounds() {
    let others = others();
    for_every_processor!(P => for a in 0..=u16::MAX {
        let b = others[usize::from(a ^ a >> 8) % others.len()];
        check::<f16, <P as Processor>::F16>(a, b);
        check::<bf16, <P as Processor>::Bf16>(a, b);
    });
}

/// Squares of lines that differ in everything: products of `a`, and of what is far from it, with factors near 1 and
/// others among them.
fn check_square<T: Half, S: SideBySide>(a: u16, others: &[Words]) {
    let starts: [u16; VECTOR] = core::array::from_fn(|line| a.wrapping_add(0x2009 * line as u16));
    let lines: [Words; VECTOR] = core::array::from_fn(|line| {
        core::array::from_fn(|k| {
            let random = (u32::from(starts[line]) << 3 | k as u32).wrapping_mul(0x9e37_79b1) >> 8;
            match random % 16 {
                0 => others[(random >> 4) as usize % others.len()][k],
                _ => (u16::from_le_bytes(T::ONE) - 0x80 + (random >> 4 & 0xff) as u16).to_le_bytes(),
            }
        })
    });
    let own = S::square::<false>(starts.map(T::of), lines);
    let wide = S::square::<true>(starts.map(T::of), lines);
    for line in 0..VECTOR {
        let (mut product, mut wide_product) = (starts[line], T::of(starts[line]));
        for k in 0..VECTOR {
            let what = |how| format!("{:04x} by {:x?}, element {k} {how}", starts[line], lines[line]);
            let factor = T::of(u16::from_le_bytes(lines[line][k]));
            product = T::nearest(T::of(product) * factor);
            assert_bits::<T>(own.1[line][k], product, || what("rounded"));
            wide_product *= factor;
            assert_bits::<T>(wide.1[line][k], T::nearest(wide_product), || what("in f32"));
        }
        let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        assert!(same(own.0[line], T::of(product)), "{:04x} by {:x?}", starts[line], lines[line]);
        assert!(same(wide.0[line], wide_product), "{:04x} by {:x?} in f32", starts[line], lines[line]);
    }
}

#[test]
fn squares_of_lines_are_the_products_of_each() {
    let others = others();
    for_every_processor!(P => for a in (0..=u16::MAX).step_by(3) {
        check_square::<f16, <P as Processor>::F16>(a, &others);
        check_square::<bf16, <P as Processor>::Bf16>(a, &others);
    });
}

#[test]
fn what_is_rounded_to_the_least_normal_number_is_multiplied_as_that() {
    // Rounded to 11 bits these are less than the number, and rounded to an f16 they are the number.
    let b = [0x49c0_u16, 0x49c1, 0x3c00, 0x3c01, 0x4000, 0x3800, 0x3fff, 0x3800].map(u16::to_le_bytes);
    for_every_processor!(P => for a in 0x0001..=0x0800 {
        check::<f16, <P as Processor>::F16>(a, b);
        check::<f16, <P as Processor>::F16>(a, [b[2], b[6], b[5], b[3], b[6], b[5], b[0], b[5]]);
    });
}

#[test]
#[ignore = "all pairs, an hour: run it with --release"]
fn products_of_all_16_bit_floats_with_all_are_rounded_as_half_rounds() {
    for_every_processor!(P => for a in 0..=u16::MAX {
        check_with_all::<P>(a);
    });
}

#[test]
#[ignore = "one in 32 of all pairs, some minutes where the processor is an emulated one: run it with --release"]
fn products_of_one_in_32_16_bit_floats_with_all_are_rounded_as_half_rounds() {
    for_the_best_processor!(P => {
        check_some_with_all::<f16, <P as Processor>::F16>();
        check_some_with_all::<bf16, <P as Processor>::Bf16>();
    });
}

/// Products that are the first ones of lines, and of two vectors: one in 32 of the 16-bit floats by all of them.
fn check_some_with_all<T: Half, S: SideBySide>() {
    let values: Vec<f32> = (0..=u16::MAX).map(T::of).collect();
    for k in 0_u16..1 << 11 {
        // Every exponent, and significands that differ between them.
        let a = k << 5 | k.wrapping_mul(37) >> 5 & 0x1f;
        for (some, values) in (0..=u16::MAX).step_by(2 * VECTOR).zip(values.chunks(2 * VECTOR)) {
            let bits: [[u16; VECTOR]; 2] =
                [0, VECTOR].map(|at| core::array::from_fn(|k| some + (at + k) as u16));
            let b = bits.map(|bits| bits.map(u16::to_le_bytes));
            let pair = S::pair::<false>([[T::of(a); VECTOR]; 2], b).1;
            for half in 0..2 {
                let lines = b[half].map(|b| [b, T::ONE, T::ONE, T::ONE, T::ONE, T::ONE, T::ONE, T::ONE]);
                let square = S::square::<false>([T::of(a); VECTOR], lines).1;
                for k in 0..VECTOR {
                    let right = T::nearest(T::of(a) * values[half * VECTOR + k]);
                    let what = |how| format!("{a:04x} by {:04x} {how}", bits[half][k]);
                    assert_bits::<T>(pair[half][k], right, || what("of two vectors"));
                    assert_bits::<T>(square[k][0], right, || what("of lines"));
                    assert_bits::<T>(square[k][VECTOR - 1], right, || what("of lines, by ones"));
                }
            }
        }
    }
}

fn check_with_all<P: Processor>(a: u16) {
    for b in (0..=u16::MAX).step_by(VECTOR) {
        let b = core::array::from_fn(|k| (b + k as u16).to_le_bytes());
        check::<f16, P::F16>(a, b);
        check::<bf16, P::Bf16>(a, b);
    }
}

/// Elements near 1, so that products wander over the range, with any bits now and then.
fn elements<T: Number>(count: usize, is_float: bool) -> Vec<u8> {
    let size = size_of::<T::Bytes>();
    let mut one = [0; 8];
    one[..size].copy_from_slice(&bytes::<T>(&[T::ONE]));
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
        _ if !is_float => random >> 6 & any | 1,
        // Above 1 and below.
        2..32 => one + (random >> 6 & fraction),
        _ => one - 1 - (random >> 6 & fraction),
    };
    (0..count).flat_map(|_| element(next()).to_le_bytes()[..size].to_vec()).collect()
}

fn bytes<T: Number>(elements: &[T::Bytes]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(elements)];
    T::elements_mut(&mut bytes).copy_from_slice(elements);
    bytes
}

/// A chain of products without any of the loops.
fn single_products<T: Number>(blocks: &mut [T::Bytes], n: usize, inner: usize, accumulator: Accumulator) {
    for block in blocks.chunks_mut(n * inner) {
        for column in 0..inner {
            let (mut own, mut wide) = (T::read(block[column]), T::widen(T::read(block[column])));
            for at in (column + inner..n * inner).step_by(inner) {
                let x = T::read(block[at]);
                own = T::product(own, x);
                wide = T::wide_product(wide, T::widen(x));
                let kept = if accumulator == Accumulator::Own { own } else { T::narrow(wide) };
                block[at] = T::write(kept);
            }
        }
    }
}

/// Loops, over blocks of every class of shape.
fn check_loops<T: Number>(dtype: DType, scan: fn(Blocks<'_, T>)) {
    let lengths = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 33, 63, 65, 515, 600].map(|n| (n, 1));
    let rows = (2..=9).flat_map(|inner| [(2, inner), (5, inner), (19, inner)]);
    let more_rows = [(6, 17), (3, 25), (70, 33), (6, 64), (9, 127), (5, 128), (7, 131), (6, 4200), (2, 8195)];
    // What the nearer caches do not hold.
    let far = [(700, 60), (5, 9000)].into_iter().filter(|_| dtype.size() == 8);
    for (n, inner) in lengths.into_iter().chain(rows).chain(more_rows).chain(far) {
        let counts = match (n, inner) {
            (_, 1) => [1, 3, 4, 7, 8, 21].as_slice(),
            (_, 2..26) => &[1, 2, 5],
            _ => &[1],
        };
        for count in counts {
            let input = elements::<T>(n * inner * count, dtype.is_float());
            for accumulator in [Accumulator::Own, Accumulator::Wide] {
                let mut right = input.clone();
                single_products::<T>(T::elements_mut(&mut right), n, inner, accumulator);
                let (mut out, mut in_place) = (vec![0xa5; input.len()], input.clone());
                let (from, to) = (Some(T::elements(&input)), T::elements_mut(&mut out));
                scan(Blocks { input: from, out: to, n, inner, accumulator });
                let to = T::elements_mut(&mut in_place);
                scan(Blocks { input: None, out: to, n, inner, accumulator });
                let what = format!("{dtype} {count} x {n} x {inner} {accumulator:?}");
                assert_same(dtype, &out, &right, &what);
                assert_same(dtype, &in_place, &right, &format!("{what}, in place"));
            }
        }
    }
}

fn assert_same(dtype: DType, got: &[u8], right: &[u8], what: &str) {
    let nan = |element: &[u8]| {
        let mut value = [0; 8];
        converter(dtype, DType::F64).unwrap()(element, &mut value);
        f64::from_le_bytes(value).is_nan()
    };
    let size = dtype.size();
    for (i, (a, b)) in got.chunks_exact(size).zip(right.chunks_exact(size)).enumerate() {
        assert!(a == b || nan(a) && nan(b), "{what}, element {i}: {a:x?} is not {b:x?}");
    }
}

/// Checks the loops by `$scan`, of dtypes.
macro_rules! check_loops {
    ($($ty:ty: $dtype:ident),+ => $scan:expr) => {
        $({
            type T = $ty;
            check_loops::<T>(DType::$dtype, $scan);
        })+
    };
}

#[test]
fn loops_for_every_processor_give_what_single_products_give() {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        check_loops!(
            f16: F16, bf16: Bf16, f32: F32, f64: F64, u8: U8, u16: U16, u32: U32, u64: U64 => plain::<T, Avx2>
        );
    }
    check_loops!(
        f16: F16, bf16: Bf16, f32: F32, f64: F64, u8: U8, u16: U16, u32: U32, u64: U64 => plain::<T, Any>
    );
}

/// The same, and others where this processor has AVX-512, in the form that the compiler gave them for it.
#[test]
fn loops_for_this_processor_give_what_single_products_give() {
    check_loops!(
        f16: F16, bf16: Bf16, f32: F32, f64: F64, u8: U8, u16: U16, u32: U32, u64: U64 => on_this_processor::<T>
    );
}
