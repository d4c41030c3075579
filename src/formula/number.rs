//! Elements with the operations of formulas.

use super::complex;
use super::graded::Graded;
use crate::element::{ConvertTo, Element, Factor};
use core::cmp::Ordering;
use half::{bf16, f16};
use num_complex::Complex;

/// The whole number that stands for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundToInteger {
    /// The greatest that is not more.
    Floor,
    /// The least that is not less.
    Ceil,
    /// The one without the fraction.
    Trunc,
    /// The nearest, of two the even one.
    Round,
}

impl RoundToInteger {
    /// The whole number for a number.
    #[must_use]
    pub fn of(self, x: f64) -> f64 {
        match self {
            Self::Floor => libm::floor(x),
            Self::Ceil => libm::ceil(x),
            Self::Trunc => libm::trunc(x),
            Self::Round => libm::rint(x),
        }
    }
}

/// An element with the operations of formulas. Floats are rounded once, to nearest even; integers are modulo 2^bits.
pub trait Number: Factor {
    /// An integer as an element; in a narrower integer, its low bits.
    #[must_use]
    fn of(number: i64) -> Self;

    /// The sum.
    #[must_use]
    fn plus(self, rhs: Self) -> Self;

    /// The difference.
    #[must_use]
    fn minus(self, rhs: Self) -> Self;

    /// The quotient. Floats and complex numbers have one.
    #[must_use]
    fn over(self, _: Self) -> Option<Self> {
        None
    }

    /// The part of a number of elements, which may be more than any of this type: floats and complex numbers have one.
    #[must_use]
    fn part_of(self, _count: usize) -> Option<Self> {
        None
    }

    /// The bits that both have. Integers have them, as for the other operations on bits.
    #[must_use]
    fn bit_and(self, _: Self) -> Option<Self> {
        None
    }

    /// The bits that either has.
    #[must_use]
    fn bit_or(self, _: Self) -> Option<Self> {
        None
    }

    /// The bits that one of the two has.
    #[must_use]
    fn bit_xor(self, _: Self) -> Option<Self> {
        None
    }

    /// A whole number. Complex numbers have none.
    #[must_use]
    fn whole(self, _: RoundToInteger) -> Option<Self> {
        None
    }

    /// -1, 0 or 1; of zero and NaN themselves. Complex numbers have none.
    #[must_use]
    fn sign(self) -> Option<Self> {
        let zero = Self::of(0);
        Some(match self.order(zero) {
            Some(Ordering::Less) => Self::of(-1),
            Some(Ordering::Greater) => Self::of(1),
            Some(Ordering::Equal) | None => self,
        })
    }

    /// The negation. Zero and NaN are negated too.
    #[must_use]
    fn negated(self) -> Self;

    /// How it compares; none for NaN and for complex numbers.
    #[must_use]
    fn order(self, rhs: Self) -> Option<Ordering>;

    /// The absolute value; of a complex number as a real part.
    #[must_use]
    fn magnitude(self) -> Self;

    /// A graded function, correctly rounded but for few arguments. Floats have them.
    #[must_use]
    fn graded(self, function: Graded) -> Option<Self>;

    /// The lesser of two. NaN if either is NaN; negative zero is less than zero.
    #[inline]
    #[must_use]
    fn least(self, rhs: Self) -> Self {
        if is_chosen(self, rhs, Ordering::Less) { self } else { rhs }
    }

    /// The greater of two. NaN if either is NaN; negative zero is less than zero.
    #[inline]
    #[must_use]
    fn greatest(self, rhs: Self) -> Self {
        if is_chosen(self, rhs, Ordering::Greater) { self } else { rhs }
    }
}

/// Whether `x` is the one of two that compares as wanted: also if it is NaN, and if both are zero, by its sign.
#[inline]
fn is_chosen<T: Number>(x: T, other: T, wanted: Ordering) -> bool {
    match x.order(other) {
        None => x.order(x).is_none(),
        Some(Ordering::Equal) => is_negative(x) == (wanted == Ordering::Less),
        Some(order) => order == wanted,
    }
}

/// Whether the sign bit is set.
#[inline]
fn is_negative<T: Element>(x: T) -> bool {
    let mut bytes = [0; 2 * size_of::<u64>()];
    x.store(&mut bytes);
    bytes[size_of::<T>() - 1] >> 7 == 1
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Number for $ty {
            #[expect(clippy::allow_attributes, reason = "one of these is the same type")]
            #[allow(clippy::cast_lossless, trivial_numeric_casts)]
            fn of(number: i64) -> Self {
                number as Self
            }

            #[inline]
            fn plus(self, rhs: Self) -> Self {
                self.wrapping_add(rhs)
            }

            #[inline]
            fn minus(self, rhs: Self) -> Self {
                self.wrapping_sub(rhs)
            }

            #[inline]
            fn negated(self) -> Self {
                self.wrapping_neg()
            }

            #[inline]
            fn bit_and(self, rhs: Self) -> Option<Self> {
                Some(self & rhs)
            }

            #[inline]
            fn bit_or(self, rhs: Self) -> Option<Self> {
                Some(self | rhs)
            }

            #[inline]
            fn bit_xor(self, rhs: Self) -> Option<Self> {
                Some(self ^ rhs)
            }

            fn whole(self, _: RoundToInteger) -> Option<Self> {
                Some(self)
            }

            #[inline]
            fn order(self, rhs: Self) -> Option<Ordering> {
                Some(self.cmp(&rhs))
            }

            fn graded(self, _: Graded) -> Option<Self> {
                None
            }

            #[inline]
            #[expect(clippy::allow_attributes, reason = "half of these are unsigned")]
            #[allow(unused_comparisons)]
            fn magnitude(self) -> Self {
                if self < 0 { self.wrapping_neg() } else { self }
            }
        }
    )*};
}

integers! { i8, u8, i16, u16, i32, u32, i64, u64 }

macro_rules! floats {
    ($($ty:ty: $wide:ty, $wider:expr, $narrower:expr;)*) => {$(
        impl Number for $ty {
            fn of(number: i64) -> Self {
                number.convert()
            }

            #[inline]
            fn plus(self, rhs: Self) -> Self {
                let sum: $wide = $wider(self) + $wider(rhs);
                $narrower(sum)
            }

            #[inline]
            fn minus(self, rhs: Self) -> Self {
                let difference: $wide = $wider(self) - $wider(rhs);
                $narrower(difference)
            }

            #[inline]
            fn negated(self) -> Self {
                -self
            }

            fn over(self, rhs: Self) -> Option<Self> {
                let quotient: $wide = $wider(self) / $wider(rhs);
                Some($narrower(quotient))
            }

            fn part_of(self, count: usize) -> Option<Self> {
                let quotient: $wide = $wider(self) / count as $wide;
                Some($narrower(quotient))
            }

            fn whole(self, to: RoundToInteger) -> Option<Self> {
                let wide: f64 = self.convert();
                Some(to.of(wide).convert())
            }

            #[inline]
            fn order(self, rhs: Self) -> Option<Ordering> {
                self.partial_cmp(&rhs)
            }

            fn graded(self, function: Graded) -> Option<Self> {
                let wide: f64 = self.convert();
                Some(function.of(wide).convert())
            }

            #[inline]
            fn magnitude(self) -> Self {
                if is_negative(self) { -self } else { self }
            }
        }
    )*};
}

// A sum or quotient of two f16 or bf16 that is rounded to f32 first is rounded right: f32 has twice their digits, and two more
// (Figueroa 1995).
floats! {
    f16: f32, Self::to_f32, Self::from_f32;
    bf16: f32, Self::to_f32, Self::from_f32;
    f32: f32, core::convert::identity, core::convert::identity;
    f64: f64, core::convert::identity, core::convert::identity;
}

impl<T: Number + ConvertTo<f64>> Factor for Complex<T>
where
    Self: Element,
    f64: ConvertTo<T>,
{
    fn times(self, rhs: Self) -> Self {
        let re = self.re.times(rhs.re).minus(self.im.times(rhs.im));
        Self::new(re, self.re.times(rhs.im).plus(self.im.times(rhs.re)))
    }
}

impl<T: Number + ConvertTo<f64>> Number for Complex<T>
where
    Self: Element,
    f64: ConvertTo<T>,
{
    fn of(number: i64) -> Self {
        Self::new(T::of(number), T::of(0))
    }

    #[inline]
    fn plus(self, rhs: Self) -> Self {
        Self::new(self.re.plus(rhs.re), self.im.plus(rhs.im))
    }

    #[inline]
    fn minus(self, rhs: Self) -> Self {
        Self::new(self.re.minus(rhs.re), self.im.minus(rhs.im))
    }

    #[inline]
    fn negated(self) -> Self {
        Self::new(self.re.negated(), self.im.negated())
    }

    fn over(self, rhs: Self) -> Option<Self> {
        let [a, b, c, d]: [f64; 4] =
            [self.re.convert(), self.im.convert(), rhs.re.convert(), rhs.im.convert()];
        let size = c * c + d * d;
        let part = |sum: f64| (sum / size).convert();
        Some(Self::new(part(a * c + b * d), part(b * c - a * d)))
    }

    fn part_of(self, count: usize) -> Option<Self> {
        Some(Self::new(self.re.part_of(count)?, self.im.part_of(count)?))
    }

    fn sign(self) -> Option<Self> {
        None
    }

    #[inline]
    fn order(self, _: Self) -> Option<Ordering> {
        None
    }

    #[inline]
    fn magnitude(self) -> Self {
        Self::new(libm::hypot(self.re.convert(), self.im.convert()).convert(), T::of(0))
    }

    fn graded(self, function: Graded) -> Option<Self> {
        let value = complex::graded(function, Complex::new(self.re.convert(), self.im.convert()))?;
        Some(Self::new(value.re.convert(), value.im.convert()))
    }
}
