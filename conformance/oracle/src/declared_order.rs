//! The judge of lines whose order is declared: evaluated, and compared bit for bit.

use super::line::joined;
use super::{Accumulator, Arithmetic, Basis, Declared, Expected, Float, Flush, Format, Order};

/// A declared order with every arithmetic that the rest of the declaration allows.
#[derive(Clone, Debug)]
pub(super) struct DeclaredOrder {
    format: Format,
    order: Order,
    allowed: Vec<Arithmetic>,
}

impl DeclaredOrder {
    /// The evaluations of a declared order; an undeclared accumulator is the compute format.
    pub(super) fn new(format: Format, order: Order, declared: &Declared) -> DeclaredOrder {
        let accumulator = match declared.accumulator {
            None | Some(Accumulator::Own) => format,
            Some(Accumulator::Wider(wide)) => wide,
        };
        let ways = Flush::ways(declared.subnormals, accumulator != format).into_iter();
        let allowed = ways.map(|flush| Arithmetic { format, accumulator, flush }).collect();
        DeclaredOrder { format, order, allowed }
    }

    /// Says of each element of `got` whether one of the allowed evaluations gives it.
    pub(super) fn judge(&self, factors: &[u64], got: &[u64]) -> Vec<bool> {
        let mut right = vec![false; got.len()];
        // The first element is a copy, and may stay subnormal whatever happens to results.
        right[0] = got[0] == factors[0];
        for arithmetic in &self.allowed {
            for ((right, &got), value) in right.iter_mut().zip(got).zip(self.evaluate(arithmetic, factors)) {
                *right = *right || same(self.format, got, arithmetic.store(value));
            }
            if right.iter().all(|&right| right) {
                break;
            }
        }
        right
    }

    /// What the allowed evaluations give to the last element of the line.
    pub(super) fn expected(&self, factors: &[u64]) -> Expected {
        let format = self.format;
        let last =
            |arithmetic| self.evaluate(arithmetic, factors).last().map(|&value| arithmetic.store(value));
        let mut answers: Vec<u64> = self.allowed.iter().filter_map(last).collect();
        answers.extend(factors.first().filter(|_| factors.len() == 1));
        let (nan, numbers): (Vec<u64>, Vec<u64>) =
            answers.into_iter().partition(|&bits| format.decode(bits).is_nan());
        let magnitudes = numbers.iter().map(|bits| bits & format.magnitude_mask());
        Expected {
            format,
            basis: Basis::Declared,
            negative: numbers.first().is_some_and(|&bits| format.decode(bits).negative),
            ranges: joined(magnitudes.map(|bits| (bits, bits)).collect()),
            nan: !nan.is_empty(),
            product: None,
        }
    }

    fn evaluate(&self, arithmetic: &Arithmetic, factors: &[u64]) -> Vec<Float> {
        let mut values: Vec<Float> = factors.iter().map(|&bits| arithmetic.load(bits)).collect();
        self.order.scan(&mut values, |a, b| arithmetic.multiply(a, b));
        values
    }
}

/// Whether two data are the same number, or both NaN.
fn same(format: Format, a: u64, b: u64) -> bool {
    a == b || (format.decode(a).is_nan() && format.decode(b).is_nan())
}
