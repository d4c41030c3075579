//! Faults by what calls before left over.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
    stale("a smaller result ends with the one before", &[When::Elements(16)], Stale::Tail)
        .shown(product(&[20], 0, F32).numbers(&[1.0]))
        .after(product(&[50], 0, F32)),
    stale("a smaller long result ends with the one before", &[When::N(128, MANY)], Stale::Tail)
        .shown(product(&[200], 0, F32).numbers(&[-1.0, 1.0, 1.0]))
        .after(product(&[300], 0, F32)),
    stale("a plan for a long shape keeps its result", &[When::N(64, MANY)], Stale::Cached)
        .shown(product(&[70], 0, F32).numbers(&[1.0]))
        .after(product(&[70], 0, F32)),
    stale("a plan for three dimensions keeps its result", &[When::Rank(3, MANY), When::Elements(24)], Stale::Cached)
        .shown(product(&[2, 3, 4], 1, F32).numbers(&[1.0]))
        .after(product(&[2, 3, 4], 1, F32)),
    stale("the last of several lines is left from an equal size", &[When::Count(4, MANY)], Stale::LastLine)
        .shown(product(&[4, 2], 1, F32).numbers(&[1.0]))
        .after(product(&[4, 2], 1, F32)),
    stale("every 1000th call of a dtype writes nothing", &[When::N(2, MANY)], Stale::Every(1000))
        .shown(product(&[3], 0, F32)),
    stale("results of long lines alternate between two orders", &[When::N(3, 400), When::In(FLOATS)], Stale::Alternating)
        .shown(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
        .after(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
        .never("both orders keep the factors in place, and the first edition's page does not say that a repeated call gives the same bits"),
];
