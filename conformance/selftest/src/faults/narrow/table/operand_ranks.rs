//! Faults in promotions by the ranks of operands.

use super::*;

/// Why a promotion with an operand of rank 0 can be any.
const OPEN: &str =
    "the documents do not speak of tensors of rank 0, and every framework has a rule of its own";

pub(super) const FAULTS: &[Fault] = &[
    promote(
        "operand-ranks/both-rank-0",
        "two operands of rank 0 promote as tensor and scalar",
        Promoted::BothRankZero,
    )
    .promoting(F16, F64, (0, 0))
    .harmless(OPEN),
    promote(
        "operand-ranks/first-rank-0",
        "a float of rank 0 promotes to the dtype of the second operand",
        Promoted::FirstRankZero,
    )
    .promoting(F64, F16, (0, 1))
    .harmless(OPEN),
    promote(
        "operand-ranks/second-rank-0",
        "with an integer of rank 0 as second operand, the first keeps its dtype",
        Promoted::SecondRankZero,
    )
    .promoting(S8, S64, (1, 0))
    .harmless(OPEN),
    promote(
        "operand-ranks/rank-2-c32",
        "from rank 2 on c32 as first operand keeps its dtype",
        Promoted::HighRanks,
    )
    .promoting(C32, F64, (2, 2)),
];
