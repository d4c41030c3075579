//! The declarations that results can rule out, bit for bit.

use super::{Accumulator, Declared, Format, Grouping, Order, Subnormals};

impl Declared {
    /// The full declarations for a compute format: every fixed order, every usual accumulator and both treatments of
    /// subnormals, the simpler orders first.
    ///
    /// Those that agree with crafted inputs are hypotheses; more results can only confirm them or rule them out. That
    /// factors are permuted is not among them: it fixes no result that could be compared. Blocks longer than every line look
    /// sequential, so the inputs should have lines of more than 4096 elements.
    #[must_use]
    pub fn candidates(format: Format) -> Vec<Declared> {
        let mut orders = vec![Order::Sequential, Order::KoggeStone, Order::Sklansky, Order::OddEven];
        for size in [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] {
            orders.extend([Order::Blocks(size), Order::ChainedBlocks(size)]);
        }
        let wider = [Format::F32, Format::F64, Format::X87].into_iter();
        let wider = wider.filter(|wide| wide.holds(format) && *wide != format).map(Accumulator::Wider);
        let accumulators: Vec<Accumulator> = [Accumulator::Own].into_iter().chain(wider).collect();
        let mut candidates = Vec::new();
        for &order in &orders {
            for &accumulator in &accumulators {
                candidates.extend([Subnormals::Keep, Subnormals::Flush].map(|subnormals| Declared {
                    order: Grouping::Fixed(order),
                    accumulator: Some(accumulator),
                    subnormals: Some(subnormals),
                }));
            }
        }
        candidates
    }
}
