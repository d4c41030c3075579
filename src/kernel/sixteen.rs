//! 16-bit floats, computed with as f32 values that the dtype can represent.
//!
//! A product of two is then an f32 product (exact, or so far below the least subnormal that it vanishes) rounded to
//! the dtype *inside* the register, and storing it is exact. All of it that loops go through side by side is free of
//! branches, so that they vectorise everywhere.

use super::number::{Number, bytes};
use super::processor::{Floats, Processor, SideBySide, Square, Words};
use half::{bf16, f16};

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0xff << 23;

macro_rules! sixteen {
    ($ty:ty, $read:expr, $write:expr, $round:expr, $alone:expr, $side_by_side:ident, $lines:expr) => {
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
            fn product_alone(a: f32, b: f32) -> f32 {
                let exact = a * b;
                match $alone(exact) {
                    Some(rounded) => rounded,
                    None => $round(exact),
                }
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

            const WIDER: bool = true;
            #[cfg(target_arch = "x86_64")]
            const LONG_ROWS_BY_AVX512: bool = true;
            #[cfg(target_arch = "x86_64")]
            const LONG_LINES_BY_AVX512: Option<usize> = $lines;
            const ONE: [u8; 2] = <$ty>::ONE.to_le_bytes();
            type Chain = f32;
            const START: f32 = 1.0;
            const WIDE_START: f32 = 1.0;

            #[inline(always)]
            fn ahead<P: Processor>(product: f32, x: Words) -> (f32, Words) {
                P::$side_by_side::chain(product, x)
            }

            #[inline(always)]
            fn wide_ahead<P: Processor>(product: f32, x: Words) -> (f32, Words) {
                let (mut product, mut y) = (product, P::$side_by_side::read(x));
                for y in &mut y {
                    product *= *y;
                    *y = product;
                }
                (product, P::$side_by_side::write(y))
            }

            const SIDE_BY_SIDE: bool = true;
            type Lanes = Floats;

            #[inline(always)]
            fn lanes(products: Floats) -> Floats {
                products
            }

            #[inline(always)]
            fn singles(products: Floats) -> Floats {
                products
            }

            #[inline(always)]
            fn products<P: Processor>(a: Floats, b: Words) -> (Floats, Words) {
                P::$side_by_side::products(a, b)
            }

            #[inline(always)]
            fn wide_products<P: Processor>(a: Floats, b: Words) -> (Floats, Words) {
                P::$side_by_side::wide_products(a, b)
            }

            #[inline(always)]
            fn pair<P: Processor>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
                P::$side_by_side::pair::<false>(a, b)
            }

            #[inline(always)]
            fn wide_pair<P: Processor>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
                P::$side_by_side::pair::<true>(a, b)
            }

            #[inline(always)]
            fn square<P: Processor>(products: Floats, lines: Square) -> (Floats, Square) {
                P::$side_by_side::square::<false>(products, lines)
            }

            #[inline(always)]
            fn wide_square<P: Processor>(products: Floats, lines: Square) -> (Floats, Square) {
                P::$side_by_side::square::<true>(products, lines)
            }
        }
    };
}

sixteen!(f16, read_f16, write_f16, round_to_f16, round_normal::<13>, F16, Some(super::number::VECTOR));
sixteen!(
    bf16,
    |x| f32::from_bits(u32::from(x) << 16),
    |x: f32| (x.to_bits() >> 16) as u16,
    round_to_bf16,
    round_normal::<16>,
    Bf16,
    None
);

/// The nearest float with `DROPPED` significand bits less, ties to even, where that is all there is to rounding: for 13
/// from the least normal f16 to what rounds to the greatest, for 16 up to infinity.
///
/// What decides whether it is enough is predicted, and waited for by nothing.
#[inline(always)]
fn round_normal<const DROPPED: u32>(x: f32) -> Option<f32> {
    let (first, last) = if DROPPED == 13 { ((127 - 14) << 23, 0x477f_efff) } else { (0, INFINITY) };
    let bits = x.to_bits();
    if (bits & !SIGN).wrapping_sub(first) > last - first {
        return None;
    }
    let near = bits.wrapping_add(((1 << (DROPPED - 1)) - 1) + (bits >> DROPPED & 1));
    Some(f32::from_bits(near & (u32::MAX << DROPPED)))
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
