//! Elements as kernels compute with them.

use super::processor::Processor;
use crate::element::Factor;

/// Elements that are computed together.
pub(super) const VECTOR: usize = 8;

/// Elements of some lines.
pub(super) type Square<T> = [[<T as Number>::Bytes; VECTOR]; VECTOR];

/// The elements of two vectors.
pub(super) type Pair<T> = [[<T as Number>::Bytes; VECTOR]; 2];

/// What `f` makes of each place: `core::array::from_fn`, which the compiler leaves outside of a loop where it has more
/// than a few callers.
#[inline(always)]
pub(super) fn each<T: Copy + Default, const N: usize>(f: impl Fn(usize) -> T) -> [T; N] {
    let mut y = [T::default(); N];
    for (k, y) in y.iter_mut().enumerate() {
        *y = f(k);
    }
    y
}

/// A dtype that kernels multiply in.
pub(super) trait Number: Factor + Send + Sync {
    /// An element's bytes.
    type Bytes: Copy + Default + Send + Sync;
    /// A factor or a rounded product.
    type Own: Copy + Send;
    /// A product in the wider accumulator.
    type Wide: Copy + Default + Send;
    /// Whether that is another than the dtype's own.
    const WIDER: bool = false;
    /// Whether AVX-512 has something for its long rows: else what is compiled for AVX2 does.
    #[cfg(target_arch = "x86_64")]
    const LONG_ROWS_BY_AVX512: bool = false;
    /// How many of its long lines it has something for at a time, if for any.
    #[cfg(target_arch = "x86_64")]
    const LONG_LINES_BY_AVX512: Option<usize> = None;

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
    /// The same where nothing else is done meanwhile: by the way of least latency.
    #[inline(always)]
    fn product_alone(a: Self::Own, b: Self::Own) -> Self::Own {
        Self::product(a, b)
    }

    /// A factor in the wider accumulator.
    fn widen(x: Self::Own) -> Self::Wide;
    /// The product in the wider accumulator.
    fn wide_product(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// The wide product, rounded to the dtype.
    fn narrow(x: Self::Wide) -> Self::Own;

    /// The bytes of 1.
    const ONE: Self::Bytes;
    /// The product so far of a line.
    type Chain: Copy;
    /// That of no factors.
    const START: Self::Chain;
    /// That of no factors in the wider accumulator.
    const WIDE_START: Self::Wide;
    /// Whether products may be made in any order, so that a line need not wait for itself.
    const IN_BLOCKS: bool = false;

    /// The bytes of the products of the next factors of a line.
    fn ahead<P: Processor>(
        chain: Self::Chain,
        x: [Self::Bytes; VECTOR],
    ) -> (Self::Chain, [Self::Bytes; VECTOR]);

    /// The same in the wider accumulator.
    #[inline(always)]
    fn wide_ahead<P: Processor>(
        product: Self::Wide,
        x: [Self::Bytes; VECTOR],
    ) -> (Self::Wide, [Self::Bytes; VECTOR]) {
        let (mut product, mut y) = (product, x);
        for y in &mut y {
            product = Self::wide_product(product, Self::widen(Self::read(*y)));
            *y = Self::write(Self::narrow(product));
        }
        (product, y)
    }

    /// Whether [`Number::products`] and [`Number::wide_products`] are better than a loop over single products.
    const SIDE_BY_SIDE: bool = false;

    /// Products side by side.
    type Lanes: Copy;
    /// These, from single ones.
    fn lanes(products: [Self::Own; VECTOR]) -> Self::Lanes;
    /// Single ones from these.
    fn singles(products: Self::Lanes) -> [Self::Own; VECTOR];
    /// Products side by side, and their bytes.
    fn products<P: Processor>(
        a: Self::Lanes,
        b: [Self::Bytes; VECTOR],
    ) -> (Self::Lanes, [Self::Bytes; VECTOR]);

    /// The same in the wider accumulator.
    #[inline(always)]
    fn wide_products<P: Processor>(
        a: [Self::Wide; VECTOR],
        b: [Self::Bytes; VECTOR],
    ) -> ([Self::Wide; VECTOR], [Self::Bytes; VECTOR]) {
        let products: [_; VECTOR] = each(|k| Self::wide_product(a[k], Self::widen(Self::read(b[k]))));
        (products, each(|k| Self::write(Self::narrow(products[k]))))
    }

    /// The products of two vectors at once.
    #[inline(always)]
    fn pair<P: Processor>(a: [Self::Lanes; 2], b: Pair<Self>) -> ([Self::Lanes; 2], Pair<Self>) {
        let ([a, b], [x, y]) = (a, b);
        let ((a, x), (b, y)) = (Self::products::<P>(a, x), Self::products::<P>(b, y));
        ([a, b], [x, y])
    }

    /// The same in the wider accumulator.
    #[inline(always)]
    fn wide_pair<P: Processor>(
        a: [[Self::Wide; VECTOR]; 2],
        b: Pair<Self>,
    ) -> ([[Self::Wide; VECTOR]; 2], Pair<Self>) {
        let ([a, b], [x, y]) = (a, b);
        let ((a, x), (b, y)) = (Self::wide_products::<P>(a, x), Self::wide_products::<P>(b, y));
        ([a, b], [x, y])
    }

    /// The bytes of the next products of some lines side by side.
    #[inline(always)]
    fn square<P: Processor>(
        products: [Self::Own; VECTOR],
        lines: Square<Self>,
    ) -> ([Self::Own; VECTOR], Square<Self>) {
        let (mut products, mut lines) = (products, lines);
        for (product, line) in products.iter_mut().zip(&mut lines) {
            for y in line {
                *product = Self::product(*product, Self::read(*y));
                *y = Self::write(*product);
            }
        }
        (products, lines)
    }

    /// The same in the wider accumulator.
    #[inline(always)]
    fn wide_square<P: Processor>(
        products: [Self::Wide; VECTOR],
        lines: Square<Self>,
    ) -> ([Self::Wide; VECTOR], Square<Self>) {
        let (mut products, mut lines) = (products, lines);
        for (product, line) in products.iter_mut().zip(&mut lines) {
            (*product, *line) = Self::wide_ahead::<P>(*product, *line);
        }
        (products, lines)
    }
}

/// An element's bytes, and slices of them.
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
pub(super) use bytes;

/// A dtype that is computed with as it is, or side by side as `$lane` by a processor's `$products`, with `$wide` for its
/// wider accumulator.
macro_rules! plain {
    ($ty:ty, $lane:ty, $wide:ty, $one:expr, $product:expr, $products:ident; $($more:tt)*) => {
        impl Number for $ty {
            type Own = Self;
            type Lanes = [$lane; VECTOR];
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
                x.into()
            }

            #[inline(always)]
            fn wide_product(a: $wide, b: $wide) -> $wide {
                $product(a, b)
            }

            #[inline(always)]
            fn lanes(products: [Self; VECTOR]) -> Self::Lanes {
                each(|k| products[k] as $lane)
            }

            #[inline(always)]
            fn singles(products: Self::Lanes) -> [Self; VECTOR] {
                each(|k| products[k] as Self)
            }

            #[inline(always)]
            fn products<P: Processor>(
                a: Self::Lanes,
                b: [Self::Bytes; VECTOR],
            ) -> (Self::Lanes, [Self::Bytes; VECTOR]) {
                P::$products(a, b)
            }

            const ONE: Self::Bytes = Self::to_le_bytes($one);
            const WIDE_START: $wide = $one;
            $($more)*
        }
    };
}

/// The products of a line are made one after the other.
macro_rules! in_order {
    ($narrow:expr, $wide_products:ident) => {
        const WIDER: bool = true;
        in_order!($narrow);

        #[inline(always)]
        fn wide_products<P: Processor>(
            a: [Self::Wide; VECTOR],
            b: [Self::Bytes; VECTOR],
        ) -> ([Self::Wide; VECTOR], [Self::Bytes; VECTOR]) {
            P::$wide_products(a, b)
        }
    };
    ($narrow:expr) => {
        type Chain = Self;
        const START: Self = 1.0;

        #[inline(always)]
        fn narrow(x: Self::Wide) -> Self {
            $narrow(x)
        }

        #[inline(always)]
        fn ahead<P: Processor>(product: Self, x: [Self::Bytes; VECTOR]) -> (Self, [Self::Bytes; VECTOR]) {
            let (mut product, mut y) = (product, x);
            for y in &mut y {
                product = Self::product(product, Self::read(*y));
                *y = Self::write(product);
            }
            (product, y)
        }
    };
}

/// The products of a line are made in any order: modulo 2^bits, where those of signed integers have the same bits.
macro_rules! in_blocks {
    ($chain:ty, $start:expr, $block:ident) => {
        type Chain = $chain;
        const START: $chain = $start;
        const IN_BLOCKS: bool = true;

        #[inline(always)]
        fn narrow(x: Self) -> Self {
            x
        }

        #[inline(always)]
        fn ahead<P: Processor>(before: $chain, x: [Self::Bytes; VECTOR]) -> ($chain, [Self::Bytes; VECTOR]) {
            P::$block(before, x)
        }
    };
}

plain!(f32, f32, f64, 1.0, |a, b| a * b, products_of_f32; in_order!(|x| x as Self, wide_products_of_f32););
plain!(f64, f64, f64, 1.0, |a, b| a * b, products_of_f64; in_order!(|x| x););
plain!(u8, u16, Self, 1, Self::wrapping_mul, products_of_u8; in_blocks!([u16; VECTOR], [1; VECTOR], block_of_u8););
plain!(u16, Self, Self, 1, Self::wrapping_mul, products_of_u16; in_blocks!([Self; VECTOR], [1; VECTOR], block_of_u16););
plain!(u32, Self, Self, 1, Self::wrapping_mul, products_of_u32; in_blocks!([Self; VECTOR], [1; VECTOR], block_of_u32););
plain!(
    u64, Self, Self, 1, Self::wrapping_mul, products_of_u64;
    in_blocks!(Self, 1, block_of_u64);
    #[cfg(target_arch = "x86_64")]
    const LONG_ROWS_BY_AVX512: bool = true;
    #[cfg(target_arch = "x86_64")]
    const LONG_LINES_BY_AVX512: Option<usize> = Some(1);
);
