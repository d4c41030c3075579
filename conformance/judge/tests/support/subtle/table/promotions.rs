//! Faults in promotions by the ranks of operands.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    promote("two operands of rank 0 as tensor and scalar", Promoted::BothRankZero).promoting(
        F16,
        F64,
        (0, 0),
    ),
    promote("a float of rank 0 gives way to the other", Promoted::FirstRankZero).promoting(F64, F16, (0, 1)),
    promote("an integer of rank 0 gives way to the other", Promoted::SecondRankZero).promoting(
        S8,
        S64,
        (1, 0),
    ),
    promote("c32 of rank 2 keeps its dtype", Promoted::HighRanks).promoting(C32, F64, (2, 2)),
];
