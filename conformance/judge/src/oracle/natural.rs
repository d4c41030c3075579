//! Natural numbers of any size, as far as an exact comparison needs them.
//!
//! Multiplication is that of pencil and paper: the product of a line's factors grows by a word at a time, which no
//! cleverer one makes faster, and building a library for the rest takes longer than all comparisons of a day.

use std::cmp::Ordering;

/// A natural number: 64 bits a word, the least significant first, the last one not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Natural(Vec<u64>);

impl Natural {
    /// `self * word`.
    pub(super) fn scale(&mut self, word: u64) {
        let mut carry = 0;
        for digit in &mut self.0 {
            (*digit, carry) = multiply(*digit, word, carry, 0);
        }
        self.0.push(carry);
        self.trim();
    }

    /// `self * other`.
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u64; self.0.len() + other.0.len()];
        for (place, &word) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (sum, &digit) in product[place..].iter_mut().zip(&other.0) {
                (*sum, carry) = multiply(digit, word, carry, *sum);
            }
            product[place + other.0.len()] = carry;
        }
        let mut product = Self(product);
        product.trim();
        product
    }

    /// `self ^ exponent`.
    pub(super) fn power(&self, exponent: u32) -> Self {
        let mut power = Self::from(1);
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            power = power.times(&power);
            if exponent >> bit & 1 == 1 {
                power = power.times(self);
            }
        }
        power
    }

    /// `self * 2^bits`.
    pub(super) fn shift(&mut self, bits: u64) {
        self.scale(1 << (bits % 64));
        if !self.0.is_empty() {
            self.0.splice(0..0, std::iter::repeat_n(0, (bits / 64) as usize));
        }
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl From<u128> for Natural {
    fn from(x: u128) -> Self {
        let mut natural = Self(vec![x as u64, (x >> 64) as u64]);
        natural.trim();
        natural
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let longer = self.0.len().cmp(&other.0.len());
        longer.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `a * b + c + d`, which two words hold whatever these are: the low one and the high one.
#[inline]
fn multiply(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let wide = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (wide as u64, (wide >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::Natural;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn big(x: &Natural) -> BigUint {
        x.0.iter().rev().fold(BigUint::ZERO, |sum, &word| (sum << 64) + word)
    }

    /// Words of all kinds: the ends of their range carry furthest.
    fn natural() -> impl Strategy<Value = Natural> {
        let word = prop_oneof![Just(0), Just(1), Just(u64::MAX), Just(1 << 63), any::<u64>()];
        prop::collection::vec(word, 0..9).prop_map(|words| {
            let mut natural = Natural(words);
            natural.trim();
            natural
        })
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_num_bigint(
            a in natural(),
            b in natural(),
            word in any::<u64>(),
            small in 0..20_u32,
            bits in 0..300_u64,
        ) {
            let (x, y) = (big(&a), big(&b));
            prop_assert_eq!(big(&a.times(&b)), &x * &y);
            prop_assert_eq!(big(&a.power(small)), x.pow(small));
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a == b, x == y);
            prop_assert_eq!(a.cmp(&a.clone()), std::cmp::Ordering::Equal);
            let (mut scaled, mut shifted) = (a.clone(), a.clone());
            scaled.scale(word);
            shifted.shift(bits);
            prop_assert_eq!(big(&scaled), &x * word);
            prop_assert_eq!(big(&shifted), &x << bits);
            for made in [a.times(&b), a.power(small), scaled, shifted] {
                prop_assert!(made.0.last() != Some(&0), "{:?} has a leading zero", made);
            }
            let wide = u128::from(word) << 64 | u128::from(small);
            prop_assert_eq!(big(&Natural::from(wide)), BigUint::from(wide));
        }
    }
}
