//! Infers which declarations would be true: results rule out candidates, bit for bit.

use super::lines::{JudgeError, Lines, judge_lines};
use super::{Accumulator, Declared, Format, Grouping, Order, Subnormals};

/// The full declarations (order, accumulator, subnormals) that everything observed so far agrees with.
///
/// It starts with every fixed order, every usual accumulator and both treatments of subnormals. That factors are permuted
/// is not a candidate: it fixes no result that could be compared. What remains after
/// crafted inputs is a hypothesis; more results can only confirm it or rule it out. Blocks longer than every line look
/// sequential, so the inputs should have lines of more than 4096 elements.
#[derive(Debug)]
pub struct Inference {
    format: Format,
    remaining: Vec<Declared>,
}

impl Inference {
    /// All candidates for a compute format.
    pub fn new(format: Format) -> Inference {
        let mut orders = vec![Order::Sequential, Order::KoggeStone, Order::Sklansky, Order::OddEven];
        for size in [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] {
            orders.extend([Order::Blocks(size), Order::ChainedBlocks(size)]);
        }
        let wider = [Format::F32, Format::F64, Format::X87].into_iter();
        let wider = wider.filter(|wide| wide.holds(format) && *wide != format).map(Accumulator::Wider);
        let accumulators: Vec<Accumulator> = [Accumulator::Own].into_iter().chain(wider).collect();
        let mut remaining = Vec::new();
        for &order in &orders {
            for &accumulator in &accumulators {
                remaining.extend([Subnormals::Keep, Subnormals::Flush].map(|subnormals| Declared {
                    order: Grouping::Fixed(order),
                    accumulator: Some(accumulator),
                    subnormals: Some(subnormals),
                }));
            }
        }
        Inference { format, remaining }
    }

    /// Drops the candidates that did not give these results; arguments as in [`judge_lines`].
    ///
    /// # Errors
    /// When an array does not fit `lines`.
    pub fn observe(&mut self, factors: &[u8], got: &[u8], lines: Lines) -> Result<(), JudgeError> {
        let mut kept = Vec::with_capacity(self.remaining.len());
        for declared in self.remaining.drain(..) {
            let report = judge_lines(self.format, factors, got, lines, &declared)?;
            if report.wrong == 0 {
                kept.push(declared);
            }
        }
        self.remaining = kept;
        Ok(())
    }

    /// The candidates left, the simpler orders first; empty when none explains what was observed.
    pub fn remaining(&self) -> &[Declared] {
        &self.remaining
    }
}
