//! What some processors do better than plain loops.

#[cfg(target_arch = "x86_64")]
mod x86;

use super::number::{Number, VECTOR};
use half::{bf16, f16};

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, round_bits};

/// A square of elements of `SIZE` bytes.
pub(super) type Square<const SIZE: usize> = [[[u8; SIZE]; VECTOR]; VECTOR];

/// Rounded products, and the bytes of them.
pub(super) type Products = ([f32; VECTOR], [[u8; 2]; VECTOR]);

/// A kind of processor that kernels are compiled for.
pub(super) trait Processor {
    /// Whether turning squares of elements is worth it.
    const SQUARES: bool = false;

    /// Products of f16 side by side.
    #[inline(always)]
    fn products_of_f16(a: [f32; VECTOR], b: [[u8; 2]; VECTOR]) -> Products {
        side_by_side::<f16>(a, b)
    }

    /// Products of bf16 side by side.
    #[inline(always)]
    fn products_of_bf16(a: [f32; VECTOR], b: [[u8; 2]; VECTOR]) -> Products {
        side_by_side::<bf16>(a, b)
    }

    /// Element `i` is the product of elements 0 to `i`.
    #[inline(always)]
    fn prefix_products(x: [u32; VECTOR]) -> [u32; VECTOR] {
        let mut running = 1_u32;
        x.map(|x| {
            running = running.wrapping_mul(x);
            running
        })
    }

    /// Rows become columns.
    #[inline(always)]
    fn transpose2(square: Square<2>) -> Square<2> {
        transposed(square)
    }

    /// Rows become columns.
    #[inline(always)]
    fn transpose4(square: Square<4>) -> Square<4> {
        transposed(square)
    }

    /// Rows become columns.
    #[inline(always)]
    fn transpose8(square: Square<8>) -> Square<8> {
        transposed(square)
    }
}

/// Any processor.
pub(super) struct Any;

impl Processor for Any {}

#[inline(always)]
fn side_by_side<T: Number<Own = f32, Bytes = [u8; 2]>>(a: [f32; VECTOR], b: [[u8; 2]; VECTOR]) -> Products {
    let products = core::array::from_fn(|k| T::product(a[k], T::read(b[k])));
    (products, products.map(T::write))
}

/// Rows become columns.
#[inline(always)]
pub(super) fn transposed<B: Copy>(square: [[B; VECTOR]; VECTOR]) -> [[B; VECTOR]; VECTOR] {
    core::array::from_fn(|i| core::array::from_fn(|k| square[k][i]))
}

/// The nearest float with `DROPPED` significand bits less, ties to even; its exponent may grow past the range.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn round_bits<const DROPPED: i32>(x: f32) -> f32 {
    let bits = x.to_bits();
    let half = bits.wrapping_add(((1 << (DROPPED - 1)) - 1) + (bits >> DROPPED & 1));
    f32::from_bits(half & (u32::MAX << DROPPED))
}
