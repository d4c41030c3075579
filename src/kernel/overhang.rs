//! Pieces shorter than a vector, written as whole vectors all the same: to write less takes longer, and what hangs over
//! is overwritten by the next piece.

use super::number::{VECTOR, each};
use super::running::{Factors, Running};

/// How many pieces are read ahead: at least as many as the vector of a piece of two elements hangs over.
const AHEAD: usize = VECTOR / 2 - 1;

/// Writes what `next` makes of the factors of so many pieces, and of what it made of those before: pieces of `length`
/// elements, more than 1 and fewer than a vector. What follows them in the vector is of no account.
///
/// Stops where there is no room to hang over, with what was made last and the first element not written.
#[inline(always)]
pub(super) fn scan<R: Running, F: Factors<R::Bytes>, S>(
    factors: F,
    out: &mut [R::Bytes],
    (length, pieces): (usize, usize),
    start: S,
    next: impl Fn(S, [R::Bytes; VECTOR]) -> (S, [R::Bytes; VECTOR]),
) -> (S, usize) {
    let (mut state, mut at) = (start, 0);
    if out.len() < AHEAD * length + VECTOR {
        return (state, at);
    }
    let [mut a, mut b, mut c] = each(|k| factors.vector(out, k * length));
    while at < pieces * length && at + AHEAD * length + VECTOR <= out.len() {
        let d = factors.vector(out, at + AHEAD * length);
        // Where nothing is written over factors, they need not be at hand.
        let x = if F::ELSEWHERE { factors.vector(out, at) } else { a };
        let y;
        (state, y) = next(state, x);
        out[at..][..VECTOR].copy_from_slice(&y);
        (a, b, c) = (b, c, d);
        at += length;
    }
    if !F::ELSEWHERE {
        out[at..][..VECTOR].copy_from_slice(&a);
    }
    (state, at)
}
