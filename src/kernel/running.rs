//! Running products, and where factors come from.

use super::number::{Number, Pair, Square, VECTOR};
use super::processor::Processor;
use core::marker::PhantomData;

/// A running product of a dtype.
pub(super) trait Running {
    /// The dtype.
    type Number: Number<Bytes = Self::Bytes>;
    /// An element's bytes.
    type Bytes: Copy + Default + Send + Sync;
    /// The product so far.
    type Product: Copy;
    /// The product so far of a line.
    type Chain: Copy;
    /// The processor that loops are compiled for.
    type Processor: Processor;
    /// Whether [`Running::step_all`] is better than a loop over single steps.
    const SIDE_BY_SIDE: bool = <Self::Number as Number>::SIDE_BY_SIDE;
    /// Whether [`Running::square`] is better than lines one by one.
    const SQUARES: bool;
    /// Whether [`Running::step_pair`] is better than one vector after the other.
    const PAIRS: bool = Self::SIDE_BY_SIDE && <Self::Processor as Processor>::PAIRS;
    /// Whether one copy of the loops does for factors wherever they stand.
    const ONE_COPY: bool = <Self::Processor as Processor>::ONE_COPY;
    /// Whether what is stored of a product is all of it.
    const STORED: bool;
    /// The chain of no factors.
    const START: Self::Chain;

    /// The product of one factor.
    fn start(first: Self::Bytes) -> Self::Product;
    /// One factor more.
    fn step(product: Self::Product, factor: Self::Bytes) -> Self::Product;
    /// What is stored of it.
    fn store(product: Self::Product) -> Self::Bytes;

    /// Some products side by side.
    type Lanes: Copy;
    /// These, from single ones.
    fn lanes(products: [Self::Product; VECTOR]) -> Self::Lanes;
    /// Single ones from these.
    fn singles(products: Self::Lanes) -> [Self::Product; VECTOR];
    /// One factor more for each, and what is stored of them.
    fn step_all(
        products: Self::Lanes,
        factors: [Self::Bytes; VECTOR],
    ) -> (Self::Lanes, [Self::Bytes; VECTOR]);

    /// The same for two vectors at once.
    fn step_pair(
        products: [Self::Lanes; 2],
        factors: Pair<Self::Number>,
    ) -> ([Self::Lanes; 2], Pair<Self::Number>);

    /// Some factors more of a line, and what is stored of its products.
    fn ahead(chain: Self::Chain, factors: [Self::Bytes; VECTOR]) -> (Self::Chain, [Self::Bytes; VECTOR]);

    /// The bytes of the next products of some lines side by side.
    fn square(
        products: [Self::Product; VECTOR],
        lines: Square<Self::Number>,
    ) -> ([Self::Product; VECTOR], Square<Self::Number>);
}

/// Every product is rounded to the dtype.
pub(super) struct Own<T, P>(PhantomData<(T, P)>);

/// Products are kept in the wider accumulator.
pub(super) struct Wide<T, P>(PhantomData<(T, P)>);

impl<T: Number, P: Processor> Running for Own<T, P> {
    type Number = T;
    type Bytes = T::Bytes;
    type Product = T::Own;
    type Chain = T::Chain;
    type Processor = P;
    const SQUARES: bool = T::SIDE_BY_SIDE && P::SQUARES;
    const STORED: bool = true;
    const START: T::Chain = T::START;

    #[inline(always)]
    fn start(first: T::Bytes) -> T::Own {
        T::read(first)
    }

    #[inline(always)]
    fn step(product: T::Own, factor: T::Bytes) -> T::Own {
        T::product(product, T::read(factor))
    }

    #[inline(always)]
    fn store(product: T::Own) -> T::Bytes {
        T::write(product)
    }

    type Lanes = T::Lanes;

    #[inline(always)]
    fn lanes(products: [T::Own; VECTOR]) -> T::Lanes {
        T::lanes(products)
    }

    #[inline(always)]
    fn singles(products: T::Lanes) -> [T::Own; VECTOR] {
        T::singles(products)
    }

    #[inline(always)]
    fn step_all(products: T::Lanes, factors: [T::Bytes; VECTOR]) -> (T::Lanes, [T::Bytes; VECTOR]) {
        T::products::<P>(products, factors)
    }

    #[inline(always)]
    fn step_pair(products: [T::Lanes; 2], factors: Pair<T>) -> ([T::Lanes; 2], Pair<T>) {
        T::pair::<P>(products, factors)
    }

    #[inline(always)]
    fn ahead(chain: T::Chain, factors: [T::Bytes; VECTOR]) -> (T::Chain, [T::Bytes; VECTOR]) {
        T::ahead::<P>(chain, factors)
    }

    #[inline(always)]
    fn square(products: [T::Own; VECTOR], lines: Square<T>) -> ([T::Own; VECTOR], Square<T>) {
        T::square::<P>(products, lines)
    }
}

impl<T: Number, P: Processor> Running for Wide<T, P> {
    type Number = T;
    type Bytes = T::Bytes;
    type Product = T::Wide;
    type Chain = T::Wide;
    type Processor = P;
    const SQUARES: bool = T::SIDE_BY_SIDE && P::SQUARES;
    const STORED: bool = false;
    const START: T::Wide = T::WIDE_START;

    #[inline(always)]
    fn start(first: T::Bytes) -> T::Wide {
        T::widen(T::read(first))
    }

    #[inline(always)]
    fn step(product: T::Wide, factor: T::Bytes) -> T::Wide {
        T::wide_product(product, T::widen(T::read(factor)))
    }

    #[inline(always)]
    fn store(product: T::Wide) -> T::Bytes {
        T::write(T::narrow(product))
    }

    type Lanes = [T::Wide; VECTOR];

    #[inline(always)]
    fn lanes(products: [T::Wide; VECTOR]) -> [T::Wide; VECTOR] {
        products
    }

    #[inline(always)]
    fn singles(products: [T::Wide; VECTOR]) -> [T::Wide; VECTOR] {
        products
    }

    #[inline(always)]
    fn step_all(
        products: [T::Wide; VECTOR],
        factors: [T::Bytes; VECTOR],
    ) -> ([T::Wide; VECTOR], [T::Bytes; VECTOR]) {
        T::wide_products::<P>(products, factors)
    }

    #[inline(always)]
    fn step_pair(products: [[T::Wide; VECTOR]; 2], factors: Pair<T>) -> ([[T::Wide; VECTOR]; 2], Pair<T>) {
        T::wide_pair::<P>(products, factors)
    }

    #[inline(always)]
    fn ahead(chain: T::Wide, factors: [T::Bytes; VECTOR]) -> (T::Wide, [T::Bytes; VECTOR]) {
        T::wide_ahead::<P>(chain, factors)
    }

    #[inline(always)]
    fn square(products: [T::Wide; VECTOR], lines: Square<T>) -> ([T::Wide; VECTOR], Square<T>) {
        T::wide_square::<P>(products, lines)
    }
}

/// Where the factors of some elements stand.
pub(super) trait Factors<B>: Copy {
    /// Whether that is not where products go.
    const ELSEWHERE: bool;
    /// The factors of `VECTOR` elements from `at` on.
    fn vector(self, out: &[B], at: usize) -> [B; VECTOR];
    /// The factor of element `at`, given the elements to write.
    fn get(self, out: &[B], at: usize) -> B;
    /// `count` factors from element `at` on, filled up with ones.
    fn some(self, out: &[B], at: usize, count: usize, one: B) -> [B; VECTOR];
    /// All of them, given the elements to write.
    fn all<'a>(&'a self, out: &'a [B]) -> &'a [B];
    /// The factors of `count` elements from `start` on.
    fn part(self, start: usize, count: usize) -> Self;
}

/// In a tensor of their own.
#[derive(Clone, Copy)]
pub(super) struct Elsewhere<'a, B>(pub(super) &'a [B]);

/// Where the products go.
#[derive(Clone, Copy)]
pub(super) struct InPlace;

impl<B: Copy> Factors<B> for Elsewhere<'_, B> {
    const ELSEWHERE: bool = true;

    #[inline(always)]
    fn vector(self, _: &[B], at: usize) -> [B; VECTOR] {
        vector(self.0, at)
    }

    #[inline(always)]
    fn get(self, _: &[B], at: usize) -> B {
        self.0[at]
    }

    #[inline(always)]
    fn some(self, _: &[B], at: usize, count: usize, one: B) -> [B; VECTOR] {
        some(&self.0[at..][..count], one)
    }

    #[inline(always)]
    fn all<'a>(&'a self, _: &'a [B]) -> &'a [B] {
        self.0
    }

    #[inline(always)]
    fn part(self, start: usize, count: usize) -> Self {
        Self(&self.0[start..][..count])
    }
}

impl<B: Copy> Factors<B> for InPlace {
    const ELSEWHERE: bool = false;

    #[inline(always)]
    fn vector(self, out: &[B], at: usize) -> [B; VECTOR] {
        vector(out, at)
    }

    #[inline(always)]
    fn get(self, out: &[B], at: usize) -> B {
        out[at]
    }

    #[inline(always)]
    fn some(self, out: &[B], at: usize, count: usize, one: B) -> [B; VECTOR] {
        some(&out[at..][..count], one)
    }

    #[inline(always)]
    fn all<'a>(&'a self, out: &'a [B]) -> &'a [B] {
        out
    }

    #[inline(always)]
    fn part(self, _: usize, _: usize) -> Self {
        self
    }
}

/// In a tensor of their own, if there is one: one copy of the loops does for both.
#[derive(Clone, Copy)]
pub(super) struct Either<'a, B>(pub(super) Option<&'a [B]>);

impl<B: Copy> Factors<B> for Either<'_, B> {
    const ELSEWHERE: bool = false;

    #[inline(always)]
    fn vector(self, out: &[B], at: usize) -> [B; VECTOR] {
        vector(self.0.unwrap_or(out), at)
    }

    #[inline(always)]
    fn get(self, out: &[B], at: usize) -> B {
        self.0.unwrap_or(out)[at]
    }

    #[inline(always)]
    fn some(self, out: &[B], at: usize, count: usize, one: B) -> [B; VECTOR] {
        some(&self.0.unwrap_or(out)[at..][..count], one)
    }

    #[inline(always)]
    fn all<'a>(&'a self, out: &'a [B]) -> &'a [B] {
        self.0.unwrap_or(out)
    }

    #[inline(always)]
    fn part(self, start: usize, count: usize) -> Self {
        Self(self.0.map(|x| &x[start..][..count]))
    }
}

/// What is done with factors from `input`, if there is one, or in place: compiled for each, unless one copy does.
macro_rules! with_factors {
    ($input:ident, $one_copy:expr, $factors:ident => $done:expr) => {
        match $input {
            $input if $one_copy => {
                let $factors = $crate::kernel::running::Either($input);
                $done
            }
            Some(x) => {
                let $factors = $crate::kernel::running::Elsewhere(x);
                $done
            }
            None => {
                let $factors = $crate::kernel::running::InPlace;
                $done
            }
        }
    };
}
pub(super) use with_factors;

/// `VECTOR` elements from `at` on.
#[inline(always)]
pub(super) fn vector<B: Copy>(elements: &[B], at: usize) -> [B; VECTOR] {
    elements[at..][..VECTOR].as_chunks().0[0]
}

/// Fewer elements than a vector, filled up with ones.
#[inline(always)]
pub(super) fn some<B: Copy>(elements: &[B], one: B) -> [B; VECTOR] {
    let mut vector = [one; VECTOR];
    for (x, element) in vector.iter_mut().zip(elements) {
        *x = *element;
    }
    vector
}

/// Writes the first of a vector's elements.
#[inline(always)]
pub(super) fn write_some<B: Copy>(out: &mut [B], vector: [B; VECTOR]) {
    for (out, x) in out.iter_mut().zip(vector) {
        *out = x;
    }
}

/// Has what follows element `at` brought near.
#[inline(always)]
pub(super) fn soon<R: Running>(input: Option<&[R::Bytes]>, out: &[R::Bytes], at: usize) {
    if let Some(x) = input {
        R::Processor::will_read(x, at);
    }
    R::Processor::will_write(out, at);
}
