//! Sequential evaluation in one arithmetic: what most implementations do.

use super::roundings::Roundings;
use super::{Arithmetic, Float, Flush, Tininess};

/// A line evaluated in sequence, as far as it was asked for.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    arithmetic: Arithmetic,
    passed: usize,
    product: Float,
}

impl Evaluation {
    /// The evaluations worth trying: all are honest.
    pub(super) fn all(roundings: &Roundings) -> Vec<Evaluation> {
        let flushed =
            Flush { products: Some(Tininess::Before), stores: Some(Tininess::Before), ..Flush::default() };
        let flushes = [(Flush::default(), roundings.may_keep()), (flushed, roundings.may_flush())];
        let own = roundings.own.then_some(roundings.format);
        let mut evaluations = Vec::new();
        for accumulator in own.into_iter().chain(roundings.wider.iter().copied()) {
            for (flush, _) in flushes.into_iter().filter(|(_, allowed)| *allowed) {
                let arithmetic = Arithmetic { format: roundings.format, accumulator, flush };
                evaluations.push(Evaluation { arithmetic, passed: 0, product: Float::NAN });
            }
        }
        evaluations
    }

    /// The stored bits after these factors, of which those passed before are a prefix.
    pub(super) fn at(&mut self, factors: &[u64]) -> u64 {
        for (at, &bits) in factors.iter().enumerate().skip(self.passed) {
            let factor = self.arithmetic.load(bits);
            self.product = if at == 0 { factor } else { self.arithmetic.multiply(self.product, factor) };
        }
        self.passed = factors.len();
        self.arithmetic.store(self.product)
    }
}
