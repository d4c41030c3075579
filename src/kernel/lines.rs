//! Lines that lie one after the other: several at a time where each waits for itself.

use super::number::VECTOR;
use super::running::{Running, padded, soon, vector};
use super::squares;

/// The most lines whose chains wait together.
const ABREAST: usize = VECTOR;

/// Scans lines of `n` elements, which is not 0: from `input` if there is one, else in place.
#[inline(always)]
pub(super) fn scan<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    // Memory is fastest when it is read in order: no more than it takes to wait less long than for it.
    let together = match size_of::<R::Bytes>() {
        _ if R::BLOCKS => 1,
        8 => ABREAST / 2,
        _ => ABREAST,
    };
    let mut at = 0;
    for out in out.chunks_mut(n * together) {
        let input = input.map(|x| &x[at..][..out.len()]);
        let firsts = firsts(input, out, n);
        if R::BLOCKS || out.len() == n {
            alone::<R>(input, out);
        } else if R::SQUARES && out.len() == n * ABREAST {
            squares::scan::<R>(input, out, n);
        } else {
            abreast::<R>(input, out, n);
        }
        // The first products are the first factors, to the bit: for a NaN, 1 times it need not be.
        for (x, first) in out.iter_mut().step_by(n).zip(firsts) {
            *x = first;
        }
        at += out.len();
    }
}

/// The first factor of every line.
#[inline(always)]
fn firsts<B: Copy>(input: Option<&[B]>, out: &[B], n: usize) -> [B; ABREAST] {
    let mut firsts = [out[0]; ABREAST];
    for (first, x) in firsts.iter_mut().zip(input.unwrap_or(out).iter().step_by(n)) {
        *first = *x;
    }
    firsts
}

/// One line.
#[inline(always)]
fn alone<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes]) {
    let mut chain = R::START;
    let whole = out.len() / VECTOR * VECTOR;
    for at in (0..whole).step_by(VECTOR) {
        let y;
        (chain, y) = R::ahead(chain, vector(input.unwrap_or(out), at));
        out[at..][..VECTOR].copy_from_slice(&y);
    }
    rest::<R>(chain, input, out, whole, out.len());
}

/// A few lines, each a vector behind the one before it: lines whose length is a power of two would otherwise fight for
/// the same places of the cache.
#[inline(always)]
fn abreast<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let (lines, pieces) = (out.len() / n, n / VECTOR);
    let mut chains = [R::START; ABREAST];
    for turn in 0..pieces + lines - 1 {
        let (first, end) = ((turn + 1).saturating_sub(pieces), lines.min(turn + 1));
        for (line, chain) in (first..end).zip(&mut chains[first..]) {
            let at = line * n + (turn - line) * VECTOR;
            soon::<R>(input, out, at);
            let y;
            (*chain, y) = R::ahead(*chain, vector(input.unwrap_or(out), at));
            out[at..][..VECTOR].copy_from_slice(&y);
        }
    }
    for (line, chain) in (0..lines).zip(chains) {
        rest::<R>(chain, input, out, line * n + pieces * VECTOR, (line + 1) * n);
    }
}

/// The last elements of a line, fewer than a vector.
#[inline(never)]
fn rest<R: Running>(
    chain: R::Chain,
    input: Option<&[R::Bytes]>,
    out: &mut [R::Bytes],
    start: usize,
    end: usize,
) {
    let y = R::ahead(chain, padded::<R>(&input.unwrap_or(out)[start..end])).1;
    let count = end - start;
    out[start..end].copy_from_slice(&y[..count]);
}
