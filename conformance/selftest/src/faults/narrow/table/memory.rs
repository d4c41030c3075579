//! Faults by what calls before left over.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    stale(
        "memory/tail-before",
        "a result of 16 elements and more ends with the last element of a larger one before it",
        &[When::Elements(16)],
        Stale::Tail,
    )
    .shown(product(&[20], 0, F32).numbers(&[1.0]))
    .after(product(&[50], 0, F32)),
    stale(
        "memory/long-tail-before",
        "a result with lines of 128 and more ends with the last element of a larger one before it",
        &[When::N(128, MANY)],
        Stale::Tail,
    )
    .shown(product(&[200], 0, F32).numbers(&[-1.0, 1.0, 1.0]))
    .after(product(&[300], 0, F32)),
    stale(
        "memory/shorter-line",
        "in integers without the sizes of s32 and s64, a vector of 600 and more ends with an element of a longer one before it",
        &[When::In(&[S8, U16, S16, U32, U64]), When::Rank(1, 1), When::N(600, MANY)],
        Stale::Tail,
    )
    .breaking(&[VALUE, INTEGER_WRAPS])
    .shown(product(&[700], 0, S8).numbers(&[1.0]))
    .after(product(&[900], 0, S8)),
    stale(
        "memory/long-cached",
        "a second result of one shape with lines of 64 and more is the first one",
        &[When::N(64, MANY)],
        Stale::Cached,
    )
    .random(5_000)
    .shown(product(&[70], 0, F32).numbers(&[1.0]))
    .after(product(&[70], 0, F32)),
    stale(
        "memory/rank-3-cached",
        "a second result of one shape of rank 3 and more is the first one",
        &[When::Rank(3, MANY), When::Elements(24)],
        Stale::Cached,
    )
    .random(5_000)
    .shown(product(&[2, 3, 4], 1, F32).numbers(&[1.0]))
    .after(product(&[2, 3, 4], 1, F32)),
    stale(
        "memory/last-line-before",
        "the last of four lines and more is that of the result before, if it has as many elements",
        &[When::Count(4, MANY)],
        Stale::LastLine,
    )
    .shown(product(&[4, 2], 1, F32).numbers(&[1.0]))
    .after(product(&[4, 2], 1, F32)),
    stale("memory/every-1000", "every 1000th call writes nothing", &[When::N(2, MANY)], Stale::Every(1000))
        .shown(product(&[3], 0, F32)),
    stale(
        "memory/two-orders",
        "every second call multiplies in another order",
        &[When::N(3, 400), When::In(FLOATS)],
        Stale::Alternating,
    )
    .shown(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
    .after(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
    .harmless("both orders are right, and the first page does not ask for the same bits twice"),
];
