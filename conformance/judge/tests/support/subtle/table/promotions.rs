//! Faults in promotions by the ranks of operands.

use super::*;

/// Why a promotion with an operand of rank 0 can be any.
const OPEN: &str =
    "the documents do not speak of tensors of rank 0, and every framework has a rule of its own";

pub(super) const FAULTS: &[Subtle] = &[
    promote("two operands of rank 0 as tensor and scalar", Promoted::BothRankZero)
        .promoting(F16, F64, (0, 0))
        .never(OPEN),
    promote("a float of rank 0 gives way to the other", Promoted::FirstRankZero)
        .promoting(F64, F16, (0, 1))
        .never(OPEN),
    promote("an integer of rank 0 gives way to the other", Promoted::SecondRankZero)
        .promoting(S8, S64, (1, 0))
        .never(OPEN),
    promote("c32 of rank 2 keeps its dtype", Promoted::HighRanks).promoting(C32, F64, (2, 2)),
];
