//! Elements as kernels compute with them.
//!
//! f16 and bf16 are computed with as f32 values that the 16-bit dtype can represent: a product of two is then an f32
//! product (exact, or so far below the least subnormal that it vanishes) rounded to the dtype *inside* the register,
//! and storing it is exact. All of it is free of branches, so that loops over it vectorise everywhere.

use super::processor::{Processor, transposed};
use crate::element::Factor;
use half::{bf16, f16};

/// Products that are made side by side.
pub(super) const VECTOR: usize = 8;

/// A dtype that kernels multiply in.
pub(super) trait Number: Factor + Send + Sync {
    /// An element's bytes.
    type Bytes: Copy + Send + Sync;
    /// A factor or a rounded product.
    type Own: Copy + Send;
    /// A product in the wider accumulator.
    type Wide: Copy + Send;
    /// Whether that is another than the dtype's own.
    const WIDER: bool = false;

    /// Whole elements.
    fn elements(bytes: &[u8]) -> &[Self::Bytes];
    /// Whole elements, to write.
    fn elements_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];

    /// A factor.
    fn read(bytes: Self::Bytes) -> Self::Own;
    /// The bytes of a factor or rounded product, exactly.
    fn write(x: Self::Own) -> Self::Bytes;
    /// The product, rounded to the dtype.
    fn product(a: Self::Own, b: Self::Own) -> Self::Own;
    /// A factor in the wider accumulator.
    fn widen(x: Self::Own) -> Self::Wide;
    /// The product in the wider accumulator.
    fn wide_product(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// The wide product, rounded to the dtype.
    fn narrow(x: Self::Wide) -> Self::Own;

    /// Whether [`Number::products`] is better than a loop over single products.
    const SIDE_BY_SIDE: bool = false;

    /// Products side by side, and their bytes.
    #[inline(always)]
    fn products<P: Processor>(
        a: [Self::Own; VECTOR],
        b: [Self::Bytes; VECTOR],
    ) -> ([Self::Own; VECTOR], [Self::Bytes; VECTOR]) {
        let products = core::array::from_fn(|k| Self::product(a[k], Self::read(b[k])));
        (products, products.map(Self::write))
    }

    /// Rows become columns.
    #[inline(always)]
    fn transpose<P: Processor>(square: [[Self::Bytes; VECTOR]; VECTOR]) -> [[Self::Bytes; VECTOR]; VECTOR] {
        transposed(square)
    }

    /// The product, by the way of least latency.
    #[inline(always)]
    fn product_alone(a: Self::Own, b: Self::Own) -> Self::Own {
        Self::product(a, b)
    }

    /// Whether products may be made in any order.
    const ASSOCIATIVE: bool = false;

    /// The products of a block after those before it, where products may be made in any order.
    #[inline(always)]
    fn block<P: Processor>(before: Self::Own, x: [Self::Own; VECTOR]) -> [Self::Own; VECTOR] {
        let mut before = before;
        let mut y = x;
        // The running product is waited for once in four elements.
        for y in y.as_chunks_mut::<4>().0 {
            let [a, b, c, d] = *y;
            let ab = Self::product(a, b);
            let abc = Self::product(ab, c);
            let abcd = Self::product(ab, Self::product(c, d));
            *y = [a, ab, abc, abcd].map(|prefix| Self::product(before, prefix));
            before = y[3];
        }
        y
    }
}

/// How squares of elements are turned.
macro_rules! transpose {
    ($with:ident) => {
        #[inline(always)]
        fn transpose<P: Processor>(
            square: [[Self::Bytes; VECTOR]; VECTOR],
        ) -> [[Self::Bytes; VECTOR]; VECTOR] {
            P::$with(square)
        }
    };
}

macro_rules! bytes {
    ($ty:ty) => {
        type Bytes = [u8; size_of::<$ty>()];

        #[inline(always)]
        fn elements(bytes: &[u8]) -> &[Self::Bytes] {
            bytes.as_chunks().0
        }

        #[inline(always)]
        fn elements_mut(bytes: &mut [u8]) -> &mut [Self::Bytes] {
            bytes.as_chunks_mut().0
        }
    };
}

macro_rules! plain {
    ($ty:ty, $wide:ty, $product:expr, $widen:expr, $wide_product:expr, $narrow:expr $(, $($more:tt)*)?) => {
        impl Number for $ty {
            type Own = Self;
            type Wide = $wide;
            bytes!($ty);

            #[inline(always)]
            fn read(bytes: Self::Bytes) -> Self {
                Self::from_le_bytes(bytes)
            }

            #[inline(always)]
            fn write(x: Self) -> Self::Bytes {
                x.to_le_bytes()
            }

            #[inline(always)]
            fn product(a: Self, b: Self) -> Self {
                $product(a, b)
            }

            #[inline(always)]
            fn widen(x: Self) -> $wide {
                $widen(x)
            }

            #[inline(always)]
            fn wide_product(a: $wide, b: $wide) -> $wide {
                $wide_product(a, b)
            }

            #[inline(always)]
            fn narrow(x: $wide) -> Self {
                $narrow(x)
            }

            $($($more)*)?
        }
    };
}

fn same<T>(x: T) -> T {
    x
}

plain!(f32, f64, |a, b| a * b, f64::from, |a, b| a * b, |x| x as Self,
    const WIDER: bool = true;
    transpose!(transpose4);
);
plain!(f64, f64, |a, b| a * b, same, |a, b| a * b, same, transpose!(transpose8););

macro_rules! integers {
    ($($ty:ty: { $($more:tt)* })*) => {$(
        plain!($ty, $ty, Self::wrapping_mul, same, Self::wrapping_mul, same,
            const ASSOCIATIVE: bool = true;
            $($more)*
        );
    )*};
}

/// Blocks of 32-bit integers, as whole vectors.
macro_rules! block_of_32_bits {
    () => {
        #[inline(always)]
        fn block<P: Processor>(before: Self, x: [Self; VECTOR]) -> [Self; VECTOR] {
            P::prefix_products(x).map(|y| before.wrapping_mul(y))
        }
    };
}

// The bits of a product modulo 2^bits are those of signed integers too.
integers! {
    u8: {}
    u16: { transpose!(transpose2); }
    u32: { transpose!(transpose4); block_of_32_bits!(); }
    u64: { transpose!(transpose8); }
}

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0xff << 23;

macro_rules! sixteen {
    ($ty:ty, $read:expr, $write:expr, $round:expr, $alone:expr, $products:ident) => {
        impl Number for $ty {
            type Own = f32;
            type Wide = f32;
            bytes!($ty);

            #[inline(always)]
            fn read(bytes: Self::Bytes) -> f32 {
                $read(u16::from_le_bytes(bytes))
            }

            #[inline(always)]
            fn write(x: f32) -> Self::Bytes {
                u16::to_le_bytes($write(x))
            }

            #[inline(always)]
            fn product(a: f32, b: f32) -> f32 {
                $round(a * b)
            }

            #[inline(always)]
            fn widen(x: f32) -> f32 {
                x
            }

            #[inline(always)]
            fn wide_product(a: f32, b: f32) -> f32 {
                a * b
            }

            #[inline(always)]
            fn narrow(x: f32) -> f32 {
                $round(x)
            }

            #[inline(always)]
            fn product_alone(a: f32, b: f32) -> f32 {
                let product = a * b;
                match $alone(product) {
                    Some(rounded) => rounded,
                    None => $round(product),
                }
            }

            const WIDER: bool = true;
            const SIDE_BY_SIDE: bool = true;

            #[inline(always)]
            fn products<P: Processor>(
                a: [f32; VECTOR],
                b: [[u8; 2]; VECTOR],
            ) -> ([f32; VECTOR], [[u8; 2]; VECTOR]) {
                P::$products(a, b)
            }

            transpose!(transpose2);
        }
    };
}

sixteen!(f16, read_f16, write_f16, round_to_f16, round_normal::<13, true>, products_of_f16);
sixteen!(
    bf16,
    |x| f32::from_bits(u32::from(x) << 16),
    |x: f32| (x.to_bits() >> 16) as u16,
    round_to_bf16,
    round_normal::<16, false>,
    products_of_bf16
);

/// First and last magnitude of an f32 that rounding the significand alone takes to an f16, and the same for bf16.
const NORMAL_F16: (u32, u32) = ((127 - 14) << 23, 0x477f_efff);
const NORMAL_BF16: (u32, u32) = (0, INFINITY);

/// The nearest float with `DROPPED` significand bits less, ties to even, where that is all there is to rounding.
///
/// A chain of products waits for this, so it stays in a vector register: four operations of one cycle each. What
/// decides whether it is enough is predicted, and waits for nothing.
#[inline(always)]
fn round_normal<const DROPPED: i32, const F16: bool>(x: f32) -> Option<f32> {
    let (first, last) = if F16 { NORMAL_F16 } else { NORMAL_BF16 };
    let magnitude = x.to_bits() & !SIGN;
    if magnitude.wrapping_sub(first) > last - first {
        return None;
    }
    Some(super::processor::round_bits::<DROPPED>(x))
}

/// The value of an f16's bits.
#[inline(always)]
fn read_f16(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let sign = u32::from(bits & 0x8000) << 16;
    // 2^112 moves the exponent from f16's bias to f32's, subnormal numbers included; infinities and NaNs stay.
    let finite = (f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23)).to_bits();
    let special = magnitude | INFINITY;
    f32::from_bits(sign | if magnitude >= 0x7c00 << 13 { special } else { finite })
}

/// The bits of an f16 whose value is `x`.
#[inline(always)]
fn write_f16(x: f32) -> u16 {
    let (bits, sign) = (x.to_bits() & !SIGN, x.to_bits() & SIGN);
    let finite = (f32::from_bits(bits) * f32::from_bits((127 - 112) << 23)).to_bits() >> 13;
    // A NaN keeps the high bits of its payload, the quiet bit among them.
    let special = 0x7c00 | bits >> 13 & 0x3ff;
    (sign >> 16 | if bits >= INFINITY { special } else { finite }) as u16
}

/// The nearest f16 to `x`, ties to even, as f32.
#[inline(always)]
fn round_to_f16(x: f32) -> f32 {
    let (bits, sign) = (x.to_bits() & !SIGN, x.to_bits() & SIGN);
    // A power of two whose unit in the last place is that of `x` in f16; the least normal exponent serves all below.
    let exponent = (bits & INFINITY).max((127 - 14) << 23);
    let magic = f32::from_bits(exponent.wrapping_add(13 << 23));
    let near = ((f32::from_bits(bits) + magic) - magic).to_bits();
    // From 65520 on, half way to the next power of two, and for what is no number.
    let special = if bits > INFINITY { bits | 1 << 22 } else { INFINITY };
    f32::from_bits(sign | if bits >= 0x477f_f000 { special } else { near })
}

/// The nearest bf16 to `x`, ties to even, as f32.
#[inline(always)]
fn round_to_bf16(x: f32) -> f32 {
    let bits = x.to_bits();
    let near = bits.wrapping_add(0x7fff + (bits >> 16 & 1));
    f32::from_bits(if bits & !SIGN > INFINITY { bits | 1 << 22 } else { near } & 0xffff_0000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every f16 and bf16, and the products of every one with a few others, against `half`, whose f32 conversions
    /// are right.
    #[test]
    fn sixteen_bit_floats_are_read_written_and_rounded_as_half_does() {
        let others =
            [0x3c00_u16, 0x3c01, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x3555, 0x7c00, 0x7e01, 0x2bff, 0x8000];
        for bits in 0..=u16::MAX {
            check::<f16>(bits, &others, f16::to_f32, f16::from_f32, f16::from_bits, f16::to_bits);
            check::<bf16>(bits, &others, bf16::to_f32, bf16::from_f32, bf16::from_bits, bf16::to_bits);
        }
    }

    fn check<T: Number<Own = f32, Wide = f32, Bytes = [u8; 2]>>(
        bits: u16,
        others: &[u16],
        to: impl Fn(T) -> f32,
        from: impl Fn(f32) -> T,
        new: impl Fn(u16) -> T,
        old: impl Fn(T) -> u16,
    ) {
        let x = T::read(bits.to_le_bytes());
        let right = to(new(bits));
        assert!(x.to_bits() == right.to_bits() || x.is_nan() && right.is_nan(), "{bits:04x} {x} {right}");
        let back = u16::from_le_bytes(T::write(x));
        assert!(back == bits || x.is_nan() && to(new(back)).is_nan(), "{bits:04x} {back:04x}");
        for &other in others {
            let y = T::read(other.to_le_bytes());
            let got = u16::from_le_bytes(T::write(T::product(x, y)));
            let right = from(to(new(bits)) * to(new(other)));
            let nan = to(new(got)).is_nan() && to(right).is_nan();
            let right = old(right);
            assert!(got == right || nan, "{bits:04x} * {other:04x}: {got:04x} is not {right:04x}");
        }
    }

    /// Rounding of any f32, around every tie and every end of the range.
    #[test]
    fn rounding_agrees_with_half() {
        for high in 0..=u16::MAX {
            for low in [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x7fff, 0x8000, 0x8001, 0xffff, 0x3000] {
                let x = f32::from_bits(u32::from(high) << 16 | low);
                let (a, b) = (round_to_f16(x), f16::from_f32(x).to_f32());
                assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), "{x:e}: {a:e} is not {b:e}");
                let (a, b) = (round_to_bf16(x), bf16::from_f32(x).to_f32());
                assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), "{x:e}: {a:e} is not {b:e}");
            }
        }
    }
}
