//! Hardware products: pages give some rules for some of them alone, and predicates ask [`on`](crate::language) which it is about.
//!
//! The product belongs to an evaluation, not to a call. [`evaluate`] sets it for what runs inside, in this thread; elsewhere it
//! is the first of [`PRODUCTS`], and parameters take what they take on any product.

use crate::dtype::{DType, DTypeSet};
use core::cell::Cell;
use core::fmt;

pub use crate::document::{PRODUCTS, ProductName};

/// A set of [`PRODUCTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProductSet(u32);

/// The product that predicates are about.
#[derive(Clone, Copy)]
struct Judged {
    /// Its place.
    at: usize,
    /// Whether parameters take only what they take on it.
    alone: bool,
    /// The products about which all predicates so far had the same answer. None where nothing is [evaluated](evaluate), so that
    /// nobody asks.
    alike: ProductSet,
}

thread_local! {
    static JUDGED: Cell<Judged> = const { Cell::new(Judged { at: 0, alone: false, alike: ProductSet(0) }) };
}

/// Evaluates as the product at a place of [`PRODUCTS`], and says for which products that comes to the same. With `alone`, a
/// parameter takes only the dtypes that it takes on this product.
pub fn evaluate<T>(at: usize, alone: bool, act: impl FnOnce() -> T) -> (T, ProductSet) {
    /// Puts back what was before, after a panic too.
    struct Before(Judged);
    impl Drop for Before {
        fn drop(&mut self) {
            JUDGED.set(self.0);
        }
    }
    let before = Before(JUDGED.replace(Judged { at, alone, alike: ProductSet::ALL }));
    let done = act();
    let alike = JUDGED.get().alike;
    drop(before);
    (done, alike)
}

/// A value, alike for all products for which it is the same, whatever it asks on its way.
#[inline]
pub fn settled<T: PartialEq>(value: impl Fn() -> T) -> T {
    let before = JUDGED.get();
    let own = value();
    // Mostly nothing asks for the product, or nobody asks which are alike.
    if JUDGED.get().alike != before.alike {
        settle(before, &own, &value);
    }
    own
}

#[cold]
fn settle<T: PartialEq>(before: Judged, own: &T, value: &dyn Fn() -> T) {
    let (_, mut alike) = evaluate(before.at, before.alone, value);
    let mut left = ProductSet::ALL.without(alike);
    while let Some(at) = left.first() {
        let (other, same) = evaluate(at, before.alone, value);
        if other == *own {
            alike = alike.or(same);
        }
        left = left.without(same);
    }
    JUDGED.set(Judged { alike: before.alike.and(alike), ..before });
}

/// Which of some things, by their number, are so about any product.
pub fn on_any(count: usize, is_so: impl Fn(usize) -> bool) -> Vec<bool> {
    let (mut all, mut left) = (vec![false; count], ProductSet::ALL);
    while let Some(at) = left.first() {
        let look = || all.iter_mut().enumerate().for_each(|(number, so)| *so = *so || is_so(number));
        let ((), alike) = evaluate(at, is_chosen(), look);
        left = left.without(alike);
    }
    all
}

/// Whether the product is chosen, so that parameters take only what they take on it.
#[must_use]
pub fn is_chosen() -> bool {
    JUDGED.get().alone
}

/// The dtypes that a parameter takes: all that are listed, but for those that only other products take.
#[must_use]
pub fn listed(all: DTypeSet, of_products: &[(ProductSet, DTypeSet)]) -> DTypeSet {
    let Judged { at, alone, .. } = JUDGED.get();
    let is_named = |dtype: DType, on_any: bool| {
        of_products
            .iter()
            .any(|(products, dtypes)| (on_any || products.contains(at)) && dtypes.contains(dtype))
    };
    if !alone {
        return all;
    }
    all.iter().filter(|dtype| is_named(*dtype, false) || !is_named(*dtype, true)).collect()
}

/// The place of a product: by its short name, by its name on a page, or by a part of that between slashes.
#[must_use]
pub fn find(text: &str) -> Option<usize> {
    PRODUCTS.iter().position(|product| {
        let on_pages = || product.names.iter().flat_map(|name| name.split('/').chain([*name]));
        product.name.eq_ignore_ascii_case(text) || on_pages().any(|name| name == text)
    })
}

impl ProductSet {
    /// Every product.
    pub const ALL: Self = Self(u32::MAX);

    /// Those at these places.
    #[must_use]
    pub const fn of(places: &[usize]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < places.len() {
            bits |= 1 << places[i];
            i += 1;
        }
        Self(bits)
    }

    /// Those with one of these names, short ones or those on pages.
    pub fn named(names: &[impl AsRef<str>]) -> Self {
        let is_one = |product: &ProductName| {
            names.iter().any(|name| product.name == name.as_ref() || product.names.contains(&name.as_ref()))
        };
        let places = PRODUCTS.iter().enumerate().filter(|(_, product)| is_one(product)).map(|(at, _)| at);
        places.fold(Self::default(), |set, at| Self(set.0 | 1 << at))
    }

    /// Whether the product that predicates are about is one of them.
    #[must_use]
    pub fn has_judged(self) -> bool {
        let judged = JUDGED.get();
        let is_one = self.contains(judged.at);
        let same = if is_one { self } else { Self(!self.0) };
        JUDGED.set(Judged { alike: judged.alike.and(same), ..judged });
        is_one
    }

    /// Whether the product at a place is one of them.
    #[must_use]
    pub const fn contains(self, at: usize) -> bool {
        self.0 >> at & 1 == 1
    }

    /// The place of the first.
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are not in another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for ProductSet {
    /// Their short names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = PRODUCTS.iter().enumerate().filter(|(at, _)| self.contains(*at));
        f.write_str(&own.map(|(_, product)| product.name).collect::<Vec<_>>().join(", "))
    }
}
