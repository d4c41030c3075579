//! What some processors do better than plain loops.

#[cfg(target_arch = "x86_64")]
mod x86;

use super::number::{Number, VECTOR, each};
use core::marker::PhantomData;
use half::{bf16, f16};

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

/// Elements of 16 bits.
pub(super) type Words = [[u8; 2]; VECTOR];

/// As many of each of some lines.
pub(super) type Square = [Words; VECTOR];

/// As many floats.
pub(super) type Floats = [f32; VECTOR];

/// The bytes of a vector of a dtype.
pub(super) type Bytes<T> = [<T as Number>::Bytes; VECTOR];

/// Products of a dtype side by side, and their bytes, unless a processor does better.
macro_rules! products {
    ($name:ident, $ty:ty) => {
        /// Products side by side, and their bytes.
        #[inline(always)]
        fn $name(a: <$ty as Number>::Lanes, b: Bytes<$ty>) -> (<$ty as Number>::Lanes, Bytes<$ty>) {
            let a = <$ty>::singles(a);
            let products: [_; VECTOR] = each(|k| <$ty>::product(a[k], <$ty>::read(b[k])));
            (<$ty>::lanes(products), each(|k| <$ty>::write(products[k])))
        }
    };
}

/// A kind of processor that kernels are compiled for.
pub(super) trait Processor {
    /// f16 side by side.
    type F16: SideBySide;
    /// bf16 side by side.
    type Bf16: SideBySide;

    /// Whether [`SideBySide::square`] is better than lines one by one.
    const SQUARES: bool = false;

    /// Whether [`SideBySide::pair`] is better than one vector after the other.
    const PAIRS: bool = false;

    /// Whether the compiler is sure to keep products side by side in registers, so that short rows and near ones are
    /// worth loops of their own.
    const SHORT_ROWS: bool = false;

    /// Whether one copy of the loops does for factors wherever they stand: each takes time to compile.
    const ONE_COPY: bool = false;

    /// Says that elements a little after `at` will soon be read.
    #[inline(always)]
    fn will_read<B>(_elements: &[B], _at: usize) {}

    /// Says that elements a little after `at` will soon be written.
    #[inline(always)]
    fn will_write<B>(_elements: &[B], _at: usize) {}

    products!(products_of_f32, f32);
    products!(products_of_f64, f64);
    products!(products_of_u8, u8);
    products!(products_of_u16, u16);
    products!(products_of_u32, u32);
    products!(products_of_u64, u64);

    /// Products in the wider accumulator of f32, and their bytes.
    #[inline(always)]
    fn wide_products_of_f32(a: [f64; VECTOR], b: Bytes<f32>) -> ([f64; VECTOR], Bytes<f32>) {
        let products: [_; VECTOR] = each(|k| a[k] * f64::from(f32::from_le_bytes(b[k])));
        (products, each(|k| (products[k] as f32).to_le_bytes()))
    }

    /// The products of `before`, which stands in every place, and of `x` up to each; the last of them in every place.
    #[inline(always)]
    fn block_of_u8(before: [u16; VECTOR], x: Bytes<u8>) -> ([u16; VECTOR], Bytes<u8>) {
        let (last, y) = in_order(before[0] as u8, x);
        ([u16::from(last); VECTOR], y)
    }

    /// The same for 16 bits.
    #[inline(always)]
    fn block_of_u16(before: [u16; VECTOR], x: Bytes<u16>) -> ([u16; VECTOR], Bytes<u16>) {
        let (last, y) = in_order(before[0], x);
        ([last; VECTOR], y)
    }

    /// The same for 32 bits.
    #[inline(always)]
    fn block_of_u32(before: [u32; VECTOR], x: Bytes<u32>) -> ([u32; VECTOR], Bytes<u32>) {
        let (last, y) = in_order(before[0], x);
        ([last; VECTOR], y)
    }

    /// The products of `before` and of `x` up to each, and the last of them, for 64 bits.
    #[inline(always)]
    fn block_of_u64(before: u64, x: Bytes<u64>) -> (u64, Bytes<u64>) {
        in_order(before, x)
    }
}

#[inline(always)]
fn in_order<T: Number<Own = T>>(before: T, x: Bytes<T>) -> (T, Bytes<T>) {
    let (mut product, mut y) = (before, x);
    for y in &mut y {
        product = T::product(product, T::read(*y));
        *y = T::write(product);
    }
    (product, y)
}

/// 16-bit floats side by side, computed with as f32.
pub(super) trait SideBySide {
    /// Their values.
    fn read(x: Words) -> Floats;
    /// The nearest 16-bit floats to some products.
    fn write(x: Floats) -> Words;
    /// The products, rounded, and their bytes.
    fn products(a: Floats, b: Words) -> (Floats, Words);
    /// The products in the wider accumulator, and the bytes of the nearest 16-bit floats.
    fn wide_products(a: Floats, b: Words) -> (Floats, Words);

    /// The products of two vectors at once, and their bytes: rounded, or `WIDE`.
    #[inline(always)]
    fn pair<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
        let products = if WIDE { Self::wide_products } else { Self::products };
        let ([a, b], [c, d]) = (a, b);
        let ((a, c), (b, d)) = (products(a, c), products(b, d));
        ([a, b], [c, d])
    }

    /// The product so far, rounded, after each factor, and the last of them: by the way of least latency.
    fn chain(product: f32, x: Words) -> (f32, Words);

    /// The bytes of the next products of some lines, `WIDE` or rounded each.
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square);
}

/// Any processor.
pub(super) struct Any;

impl Processor for Any {
    type F16 = OneByOne<f16>;
    type Bf16 = OneByOne<bf16>;
    /// On x86-64 hardly any processor is without AVX2.
    const ONE_COPY: bool = cfg!(target_arch = "x86_64");
}

/// A loop over single elements.
pub(super) struct OneByOne<T>(PhantomData<T>);

impl<T: Number<Own = f32, Wide = f32, Chain = f32, Bytes = [u8; 2]>> SideBySide for OneByOne<T> {
    #[inline(always)]
    fn read(x: Words) -> Floats {
        each(|k| T::read(x[k]))
    }

    #[inline(always)]
    fn write(x: Floats) -> Words {
        each(|k| T::write(T::narrow(x[k])))
    }

    #[inline(always)]
    fn products(a: Floats, b: Words) -> (Floats, Words) {
        let products: [_; VECTOR] = each(|k| T::product(a[k], T::read(b[k])));
        (products, each(|k| T::write(products[k])))
    }

    #[inline(always)]
    fn wide_products(a: Floats, b: Words) -> (Floats, Words) {
        let products: [_; VECTOR] = each(|k| T::wide_product(a[k], T::read(b[k])));
        (products, Self::write(products))
    }

    #[inline(always)]
    fn chain(product: f32, x: Words) -> (f32, Words) {
        let (mut product, mut y) = (product, x);
        for y in &mut y {
            product = T::product_alone(product, T::read(*y));
            *y = T::write(product);
        }
        (product, y)
    }

    #[inline(always)]
    fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square) {
        let ahead = if WIDE { T::wide_ahead::<Any> } else { T::ahead::<Any> };
        let (mut products, mut lines) = (products, lines);
        for (product, line) in products.iter_mut().zip(&mut lines) {
            (*product, *line) = ahead(*product, *line);
        }
        (products, lines)
    }
}
