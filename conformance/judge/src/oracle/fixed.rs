//! The judge of lines whose order is declared: evaluated, and compared bit for bit.

use super::arith::{Arithmetic, Flush};
use super::native::Native;
use super::{Accumulator, Declared, Float, Format, Order};

/// A declared order with every arithmetic that the rest of the declaration allows.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    format: Format,
    order: Order,
    /// Every arithmetic that may be meant, and the processor's version of it where there is one.
    ways: Vec<(Arithmetic, Option<Native>)>,
    values: Vec<Float>,
    natives: Vec<f64>,
}

impl Fixed {
    /// The rules of a declared order; an undeclared accumulator is the compute format.
    pub(super) fn new(format: Format, order: Order, declared: &Declared) -> Fixed {
        let accumulator = match declared.accumulator {
            None | Some(Accumulator::Own) => format,
            Some(Accumulator::Wider(wide)) => wide,
        };
        let ways = Flush::ways(declared.subnormals, accumulator != format);
        let ways = ways
            .into_iter()
            .map(|flush| {
                let arithmetic = Arithmetic { format, accumulator, flush };
                (arithmetic, Native::new(&arithmetic))
            })
            .collect();
        Fixed { format, order, ways, values: Vec::new(), natives: Vec::new() }
    }

    /// Marks in `right` the elements of `got` that one of the allowed ways gives.
    pub(super) fn judge(&mut self, factors: &[u64], got: &[u64], right: &mut [bool]) {
        right.fill(false);
        // The first element is a copy, and may stay subnormal whatever happens to results.
        right[0] = got[0] == factors[0];
        for way in 0..self.ways.len() {
            let (arithmetic, native) = self.ways[way];
            if let Some(native) = native {
                native.judge(self.order, factors, got, &mut self.natives, right);
                if right.iter().all(|&right| right) {
                    return;
                }
                continue;
            }
            self.evaluate(way, factors);
            for ((right, &got), &value) in right.iter_mut().zip(got).zip(&self.values) {
                *right = *right || same(self.format, got, arithmetic.store(value));
            }
            if right.iter().all(|&right| right) {
                return;
            }
        }
    }

    /// Every value that the allowed ways give to the last element of the line, in bits, ascending.
    pub(super) fn answers(&mut self, factors: &[u64]) -> Vec<u64> {
        let mut answers = Vec::new();
        for way in 0..self.ways.len() {
            self.evaluate(way, factors);
            answers.extend(self.values.last().map(|&value| self.ways[way].0.store(value)));
        }
        if let [only] = factors {
            answers.push(if self.format.decode(*only).is_nan() { self.format.nan_bits() } else { *only });
        }
        answers.sort_unstable();
        answers.dedup();
        answers
    }

    fn evaluate(&mut self, way: usize, factors: &[u64]) {
        let (arithmetic, _) = self.ways[way];
        self.values.clear();
        self.values.extend(factors.iter().map(|&bits| arithmetic.load(bits)));
        self.order.scan(&mut self.values, |a, b| arithmetic.multiply(a, b));
    }
}

/// Whether two data are the same number, or both NaN.
fn same(format: Format, a: u64, b: u64) -> bool {
    a == b || (format.decode(a).is_nan() && format.decode(b).is_nan())
}
