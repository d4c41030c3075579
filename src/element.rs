//! Elements as Rust values: their bytes, their product and their conversions.
//!
//! Every result is rounded once, to nearest, ties to even. `half`'s conversions from f64 and from integers round twice
//! near ties. So conversions to the 16-bit floats go through a 32-bit float that is rounded *to odd*: an inexact value
//! becomes its neighbour with an odd significand. Rounding that to at least two bits less gives the same as rounding
//! the value itself.

use crate::dtype::DType;
use half::{bf16, f16};
use num_complex::Complex;

include!(concat!(env!("OUT_DIR"), "/element.rs"));

/// A Rust type that holds the elements of a dtype.
pub trait Element: Copy + PartialEq + core::fmt::Debug + 'static {
    /// The dtype.
    const DTYPE: DType;

    /// Reads an element from the start of `bytes`, little-endian.
    ///
    /// # Panics
    /// If there are too few bytes.
    fn load(bytes: &[u8]) -> Self;

    /// Writes an element to the start of `bytes`, little-endian.
    ///
    /// # Panics
    /// If there are too few bytes.
    fn store(self, bytes: &mut [u8]);
}

/// An element that operators multiply.
pub trait Factor: Element {
    /// The product: rounded once to nearest even for floats, modulo 2^bits for integers.
    #[must_use]
    fn times(self, rhs: Self) -> Self;
}

/// Conversion of a value, for the `dtype` of `aclnnCumprod`, whose page says no more than that its input is converted.
///
/// Conversions to floats round to nearest even; conversions from floats to integers truncate. The rest is as in Rust: a float out of an integer's range saturates, NaN becomes 0, and an integer keeps
/// its low bits in a narrower one.
pub trait ConvertTo<T>: Copy {
    /// The converted value.
    #[must_use]
    fn convert(self) -> T;
}

/// Converts the elements of the first slice to another dtype and writes them to the second, as many as both hold.
pub type Converter = fn(&[u8], &mut [u8]);

fn convert_as<A: Element + ConvertTo<B>, B: Element>(from: &[u8], to: &mut [u8]) {
    for (from, to) in from.chunks_exact(size_of::<A>()).zip(to.chunks_exact_mut(size_of::<B>())) {
        A::load(from).convert().store(to);
    }
}

macro_rules! element {
    ($($ty:ty => $dtype:ident),* $(,)?) => {$(
        impl Element for $ty {
            const DTYPE: DType = DType::$dtype;

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let mut array = [0; size_of::<Self>()];
                array.copy_from_slice(&bytes[..size_of::<Self>()]);
                Self::from_le_bytes(array)
            }

            #[inline]
            fn store(self, bytes: &mut [u8]) {
                bytes[..size_of::<Self>()].copy_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

element! {
    f32 => F32, f16 => F16, f64 => F64, bf16 => Bf16,
    i8 => S8, u8 => U8, i16 => S16, u16 => U16, i32 => S32, u32 => U32, i64 => S64, u64 => U64,
}

macro_rules! complex {
    ($($part:ty => $dtype:ident),*) => {$(
        impl Element for Complex<$part> {
            const DTYPE: DType = DType::$dtype;

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(size_of::<$part>());
                Self::new(<$part>::load(re), <$part>::load(im))
            }

            #[inline]
            fn store(self, bytes: &mut [u8]) {
                let (re, im) = bytes.split_at_mut(size_of::<$part>());
                self.re.store(re);
                self.im.store(im);
            }
        }
    )*};
}

complex! { f16 => C32, f32 => C64, f64 => C128 }

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Factor for $ty {
            #[inline]
            fn times(self, rhs: Self) -> Self {
                self.wrapping_mul(rhs)
            }
        }

        impl ConvertTo<f16> for $ty {
            #[inline]
            fn convert(self) -> f16 {
                f16::from_f32(integer_to_odd(i128::from(self)))
            }
        }

        impl ConvertTo<bf16> for $ty {
            #[inline]
            fn convert(self) -> bf16 {
                bf16::from_f32(integer_to_odd(i128::from(self)))
            }
        }

        impl ConvertTo<$ty> for f16 {
            #[inline]
            fn convert(self) -> $ty {
                self.to_f32() as $ty
            }
        }

        impl ConvertTo<$ty> for bf16 {
            #[inline]
            fn convert(self) -> $ty {
                self.to_f32() as $ty
            }
        }
    )*};
}

integers! { i8, u8, i16, u16, i32, u32, i64, u64 }

/// Conversions by Rust's `as`, which rounds once, truncates or saturates as documented above.
macro_rules! by_cast {
    ($($from:ty => $($to:ty)*;)*) => {$($(
        impl ConvertTo<$to> for $from {
            #[inline]
            #[expect(clippy::allow_attributes, reason = "some pairs are lossless or trivial, most are not")]
            #[allow(clippy::cast_lossless, trivial_numeric_casts)]
            fn convert(self) -> $to {
                self as $to
            }
        }
    )*)*};
}

by_cast! {
    i8 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u8 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i16 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u16 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i32 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u32 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    i64 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    u64 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    f32 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    f64 => i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
}

macro_rules! by_function {
    ($($from:ty => $to:ty: $convert:expr;)*) => {$(
        impl ConvertTo<$to> for $from {
            #[inline]
            fn convert(self) -> $to {
                $convert(self)
            }
        }
    )*};
}

by_function! {
    f16 => f16: core::convert::identity;
    f16 => bf16: |x: Self| bf16::from_f32(x.to_f32());
    f16 => f32: Self::to_f32;
    f16 => f64: |x: Self| f64::from(x.to_f32());
    bf16 => f16: |x: Self| f16::from_f32(x.to_f32());
    bf16 => bf16: core::convert::identity;
    bf16 => f32: Self::to_f32;
    bf16 => f64: |x: Self| f64::from(x.to_f32());
    f32 => f16: f16::from_f32;
    f32 => bf16: bf16::from_f32;
    f64 => f16: |x| f16::from_f32(double_to_odd(x));
    f64 => bf16: |x| bf16::from_f32(double_to_odd(x));
}

impl Factor for f32 {
    #[inline]
    fn times(self, rhs: Self) -> Self {
        self * rhs
    }
}

impl Factor for f64 {
    #[inline]
    fn times(self, rhs: Self) -> Self {
        self * rhs
    }
}

impl Factor for f16 {
    /// The f32 product is exact: 22 significand bits, between 2^-48 and 2^32.
    #[inline]
    fn times(self, rhs: Self) -> Self {
        Self::from_f32(self.to_f32() * rhs.to_f32())
    }
}

impl Factor for bf16 {
    /// The f32 product has 16 significand bits, and is exact from 2^-134 on, which is half of bf16's least subnormal.
    /// Anything smaller becomes zero, rounded or not.
    #[inline]
    fn times(self, rhs: Self) -> Self {
        Self::from_f32(self.to_f32() * rhs.to_f32())
    }
}

/// `x` as f32, rounded to odd.
fn double_to_odd(x: f64) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    to_odd(near, back.partial_cmp(&x), x >= 0.0)
}

/// `x`, of at most 64 bits and a sign, as f32, rounded to odd.
fn integer_to_odd(x: i128) -> f32 {
    let magnitude = x.unsigned_abs() as u64;
    let below = (u64::BITS - magnitude.leading_zeros()).saturating_sub(f32::MANTISSA_DIGITS);
    let kept = magnitude >> below << below;
    // Exact: it has no more digits than f32. The last of them says whether others are cut off.
    let odd = (kept | u64::from(kept != magnitude) << below) as f32;
    if x < 0 { -odd } else { odd }
}

/// The neighbour of an inexact value that has an odd significand, given the nearest float and how it compares to the
/// value.
fn to_odd(near: f32, compared: Option<core::cmp::Ordering>, positive: bool) -> f32 {
    use core::cmp::Ordering::{Equal, Greater, Less};
    let bits = near.to_bits();
    let toward_zero = match compared {
        None | Some(Equal) => return near,
        Some(_) if bits & 1 == 1 => return near,
        Some(Less) => !positive,
        Some(Greater) => positive,
    };
    // An even significand: the neighbour on the other side of the value is odd. Infinity steps to the greatest
    // finite number, zero to the least subnormal of its sign.
    f32::from_bits(if toward_zero { bits - 1 } else { bits + 1 })
}
