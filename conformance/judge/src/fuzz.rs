//! Random cases, biased to what breaks implementations. A seed and an index reproduce a case, bit for bit.
//!
//! Usually every case has a shape of its own. Frameworks that compile for each shape spend nearly all their time there. A seed
//! can therefore fix the number of different calls ([`with_shapes`]): from then on only the values change.

use crate::case::{Case, Expect, exercised};
use crate::float_mode::FloatMode;
use crate::mutate::mutate;
use crate::operator::{Operator, Registry};
use crate::random::{Source, mix};
use ascertain::call::Call;
use ascertain::contract::Contract;
use ascertain::document::Editions;

/// Percentage of calls in which one argument is changed, so that the call may become invalid.
const INVALID: usize = 7;

/// A seed that is at least this has the number of different calls in the 16 bits above [`SEED_BITS`].
const SHAPE_COUNT_MARK: u64 = 0xff << 56;

/// Bits of the seed proper in such a seed.
const SEED_BITS: u32 = 40;

/// The seed whose cases are `shapes` calls in turn, each time with new values. It keeps 40 bits of `seed`.
#[must_use]
pub const fn with_shapes(seed: u64, shapes: u16) -> u64 {
    SHAPE_COUNT_MARK | (shapes as u64) << SEED_BITS | seed & ((1 << SEED_BITS) - 1)
}

/// The seed proper, and the number of different calls if the seed fixes it.
#[must_use]
pub const fn split_seed(seed: u64) -> (u64, Option<u64>) {
    match (seed & !SHAPE_COUNT_MARK) >> SEED_BITS {
        shapes @ 1.. if seed >= SHAPE_COUNT_MARK => (seed & ((1 << SEED_BITS) - 1), Some(shapes)),
        _ => (seed, None),
    }
}

/// A seed as a person reads it: `seed 7 with 300 shapes`.
#[must_use]
pub fn in_words(seed: u64) -> String {
    match split_seed(seed) {
        (seed, Some(shapes)) => format!("seed {seed} with {shapes} shapes"),
        (seed, None) => format!("seed {seed}"),
    }
}

/// The arguments that choose a seed: `--seed 7 --shapes 300`.
#[must_use]
pub fn arguments(seed: u64) -> String {
    match split_seed(seed) {
        (seed, Some(shapes)) => format!("--seed {seed} --shapes {shapes}"),
        (seed, None) => format!("--seed {seed}"),
    }
}

/// Area, seed and index in the id `AREA/fuzz/SEED/INDEX` of a random case.
#[must_use]
pub fn parts(id: &str) -> Option<(&str, u64, u64)> {
    let mut parts = id.split('/');
    match (parts.next()?, parts.next()?, parts.next()?, parts.next()?, parts.next()) {
        (area, "fuzz", seed, index, None) => Some((area, seed.parse().ok()?, index.parse().ok()?)),
        _ => None,
    }
}

/// The random case with this id.
#[must_use]
pub fn find(id: &str, editions: &Editions, registry: Registry) -> Option<Case> {
    let (area, seed, index) = parts(id)?;
    let case = Fuzzer::new(seed, editions, registry).of(&[area]).generate(index);
    (*case.id == *id).then_some(case)
}

/// Makes cases.
pub struct Fuzzer<'a> {
    seed: u64,
    editions: &'a Editions,
    operators: &'static [&'static dyn Operator],
    weights: Vec<usize>,
    /// How often each operator is drawn.
    shares: Vec<usize>,
}

impl<'a> Fuzzer<'a> {
    /// Makes cases for the operators of `registry`: half of them for all alike, the others as their weights say.
    #[must_use]
    pub fn new(seed: u64, editions: &'a Editions, registry: Registry) -> Self {
        let operators = registry.operators();
        let weights: Vec<usize> = operators.iter().map(|o| o.fuzz_weight()).collect();
        Self { seed, editions, operators, shares: shares(&weights), weights }
    }

    /// The same for these operators alone, or for all if none is named. An operator that is named gets at least weight 1, so a
    /// case's id always makes it again.
    #[must_use]
    pub fn of(mut self, names: &[&str]) -> Self {
        if !names.is_empty() {
            for (weight, operator) in self.weights.iter_mut().zip(self.operators) {
                *weight = if names.contains(&operator.spec().name) { (*weight).max(1) } else { 0 };
            }
            self.shares = shares(&self.weights);
        }
        self
    }

    /// The same for the operators that are wanted alone, if any is.
    #[must_use]
    pub(crate) fn among(mut self, wanted: impl Fn(&dyn Operator, &'static Contract) -> bool) -> Self {
        let left = self.weights.iter().zip(self.operators);
        let is_left = |operator: &dyn Operator| wanted(operator, operator.spec().contract(self.editions));
        let left: Vec<usize> = left.map(|(weight, o)| if is_left(*o) { *weight } else { 0 }).collect();
        if left.iter().any(|weight| *weight > 0) {
            (self.shares, self.weights) = (shares(&left), left);
        }
        self
    }

    /// The operators that have cases.
    pub(crate) fn operators(&self) -> impl Iterator<Item = &'static dyn Operator> {
        self.operators
            .iter()
            .zip(&self.weights)
            .filter(|(_, weight)| **weight > 0)
            .map(|(operator, _)| *operator)
    }

    /// The area of case `index`, which is soon drawn.
    pub(crate) fn area(&self, index: u64) -> &'static str {
        self.operator(index).0.spec().name
    }

    /// A number that tells case `index` from others of its seed.
    pub(crate) fn digest(&self, index: u64) -> u64 {
        self.area(index).bytes().fold(mix(index), |digest, byte| mix(digest ^ u64::from(byte)))
    }

    /// How many of `limit` cases are of the operator with this name.
    pub(crate) fn share(&self, name: &str, limit: u64) -> u64 {
        let own = self.operators.iter().position(|operator| operator.spec().name == name);
        let own = own.map_or(0, |at| self.shares[at]) as u128;
        let all: usize = self.shares.iter().sum();
        u64::try_from(u128::from(limit) * own / (all.max(1) as u128)).unwrap_or(limit)
    }

    /// The operator of case `index`, and what its call is drawn from.
    fn operator(&self, index: u64) -> (&'static dyn Operator, Source) {
        let mut source = match split_seed(self.seed) {
            (seed, Some(shapes)) => {
                Source::new(seed, index % shapes).with_values(Source::new(self.seed, index))
            }
            // Of their own too, so that a call can be known without them.
            (seed, None) => Source::new(seed, index).with_values(Source::new(!seed, index)),
        };
        let operator = self.operators[source.weighted(&self.shares)];
        (operator, source)
    }

    /// Case `index`. Its id is enough to reproduce it.
    #[must_use]
    pub fn generate(&self, index: u64) -> Case {
        let (operator, source) = self.operator(index);
        self.drawn(index, operator, source)
    }

    /// The same with zeros for all elements: what its call is like, in a tenth of the time.
    #[must_use]
    pub fn sketch(&self, index: u64) -> Case {
        let (operator, source) = self.operator(index);
        self.drawn(index, operator, source.without_values())
    }

    fn drawn(&self, index: u64, operator: &'static dyn Operator, mut source: Source) -> Case {
        let _mode = FloatMode::usual();
        let contract = operator.spec().contract(self.editions);
        let mut call = operator.fuzz(&mut source, contract);
        if source.chance(INVALID) {
            mutate(&mut source, operator, contract, &mut call);
        }
        let area = operator.spec().name;
        Case {
            id: format!("{area}/fuzz/{}/{index}", self.seed).into(),
            area,
            requirements: exercised(contract, &call),
            call: Call::Operate(call),
            expect: Expect::Documents,
        }
    }
}

/// Half for all that have a weight alike, half by weight.
fn shares(weights: &[usize]) -> Vec<usize> {
    let count = weights.iter().filter(|weight| **weight > 0).count();
    let sum: usize = weights.iter().sum();
    weights.iter().map(|weight| if *weight == 0 { 0 } else { weight * count + sum }).collect()
}
