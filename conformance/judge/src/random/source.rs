//! Random choices that a seed and an index reproduce, on every machine.

use ascertain::{DType, DTypeSet};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// A stream of choices for one case.
#[derive(Clone, Debug)]
pub struct Source {
    choices: Pcg64Mcg,
    values: Values,
}

/// What values are drawn from.
#[derive(Clone, Debug)]
enum Values {
    /// The same stream.
    Same,
    /// Another one.
    Other(Box<Source>),
    /// Nothing: they stay zeros.
    None,
}

impl Source {
    /// The stream of case `index` under `seed`. Cases are independent, so that any one can be made alone.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Self {
        let high = mix(seed ^ mix(index));
        let low = mix(high ^ index);
        Self { choices: Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)), values: Values::Same }
    }

    /// The same choices, but for values, which are drawn from another stream.
    #[must_use]
    pub fn with_values(self, values: Self) -> Self {
        Self { values: Values::Other(Box::new(values)), ..self }
    }

    /// The same choices, without values.
    #[must_use]
    pub(crate) fn without_values(self) -> Self {
        Self { values: Values::None, ..self }
    }

    /// Draws values by `fill`.
    pub(super) fn values(&mut self, fill: impl FnOnce(&mut Self)) {
        match &mut self.values {
            Values::Same => fill(self),
            Values::Other(values) => fill(values),
            Values::None => {}
        }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.choices.next_u64()
    }

    /// A number below `n`, which is not 0. (The bias of multiply-and-shift is below 2^-32 for the `n` used here.)
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which are not empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// One of some dtypes, of which there is at least one.
    pub fn one_of(&mut self, dtypes: DTypeSet) -> DType {
        let at = self.below(dtypes.len().max(1));
        dtypes.iter().nth(at).unwrap_or(DType::F32)
    }

    /// An index of `weights`, as often as its weight says.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        weights
            .iter()
            .position(|&w| {
                let here = at < w;
                at = at.wrapping_sub(w);
                here
            })
            .unwrap_or_default()
    }
}

/// The finaliser of splitmix64: every bit of the input moves every bit of the output.
pub(crate) const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
