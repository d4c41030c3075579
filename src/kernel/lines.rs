//! Lines that lie one after the other: several at a time where each waits for itself.

use super::number::{Number, VECTOR};
use super::running::{Factors, Running, some, soon, vector, with_factors, write_some};
use super::{overhang, squares};

/// The most lines whose chains wait together.
const ABREAST: usize = VECTOR;

/// Elements of a line from which on it does not do to begin the next lines while one waits for itself.
pub(super) const LONG: usize = 8 * VECTOR;

/// Scans lines of `n` elements, which is not 0: from `input` if there is one, else in place.
#[inline(always)]
pub(super) fn scan<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    if R::Number::IN_BLOCKS && size_of::<R::Bytes>() < 8 {
        return with_factors!(input, R::ONE_COPY, factors => one_by_one::<R, _>(factors, out, n));
    }
    if R::SQUARES && (squares::LEAST..VECTOR).contains(&n) {
        return with_factors!(input, R::ONE_COPY, factors => squares::short::<R, _>(factors, out, n));
    }
    // Memory is fastest when it is read in order: no more than it takes to wait less long than for it.
    let together = match size_of::<R::Bytes>() {
        _ if R::Number::IN_BLOCKS => 1,
        8 => ABREAST / 2,
        _ => ABREAST,
    };
    let mut at = 0;
    for out in out.chunks_mut(n * together) {
        let input = input.map(|x| &x[at..][..out.len()]);
        at += out.len();
        if R::SQUARES && out.len() >= n * squares::LINES {
            squares::scan::<R>(input, out, n);
        } else if n < LONG && !R::SIDE_BY_SIDE {
            with_factors!(input, R::ONE_COPY, factors => short::<R, _>(factors, out, n));
        } else if out.len() == n {
            alone::<R>(input, out);
        } else {
            abreast::<R>(input, out, n);
        }
    }
}

/// Scans lines that are long: whole vectors of lines, where squares are better than lines one by one.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn scan_long<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let together = if R::SQUARES { ABREAST } else { 1 };
    let mut at = 0;
    for out in out.chunks_exact_mut(n * together) {
        let input = input.map(|x| &x[at..][..out.len()]);
        at += out.len();
        if R::SQUARES {
            squares::scan::<R>(input, out, n);
        } else {
            alone::<R>(input, out);
        }
    }
}

/// Lines too short for all else.
#[inline(always)]
fn short<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize) {
    for (line, out) in out.chunks_exact_mut(n).enumerate() {
        let factors = factors.part(line * n, n);
        let mut product = R::start(factors.get(out, 0));
        out[0] = R::store(product);
        for at in 1..n {
            product = R::step(product, factors.get(out, at));
            out[at] = R::store(product);
        }
    }
}

/// One line.
#[inline(always)]
fn alone<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes]) {
    let first = input.unwrap_or(out)[0];
    let mut chain = R::START;
    let whole = out.len() / VECTOR * VECTOR;
    for at in (0..whole).step_by(VECTOR) {
        let y;
        (chain, y) = R::ahead(chain, vector(input.unwrap_or(out), at));
        out[at..][..VECTOR].copy_from_slice(&y);
    }
    if whole < out.len() {
        rest::<R>(chain, input, out, whole, out.len());
    }
    out[0] = first;
}

/// Lines none of which waits for itself. The last vector of a line hangs over into the next one, which is put back: to
/// write less than a vector takes longer.
#[inline(always)]
fn one_by_one<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize) {
    if n < VECTOR {
        let ((), at) = overhang::scan::<R, F, _>(factors, out, (n, out.len() / n), (), line::<R>);
        let rest = out.len() - at;
        return short::<R, F>(factors.part(at, rest), &mut out[at..], n);
    }
    let whole = n / VECTOR * VECTOR;
    for start in (0..out.len()).step_by(n) {
        let mut chain = R::START;
        for at in (start..start + whole).step_by(VECTOR) {
            let y;
            (chain, y) = R::ahead(chain, factors.vector(out, at));
            out[at..][..VECTOR].copy_from_slice(&y);
        }
        let (at, end) = (start + whole, start + n);
        if end + VECTOR <= out.len() {
            if at < end {
                let next = vector(out, end);
                let y = R::ahead(chain, factors.vector(out, at)).1;
                out[at..][..VECTOR].copy_from_slice(&y);
                out[end..][..VECTOR].copy_from_slice(&next);
            }
        } else if at < end {
            let y = R::ahead(chain, factors.some(out, at, end - at, R::Number::ONE)).1;
            write_some(&mut out[at..end], y);
        }
    }
}

/// A line that ends within a vector.
#[inline(always)]
fn line<R: Running>((): (), x: [R::Bytes; VECTOR]) -> ((), [R::Bytes; VECTOR]) {
    ((), R::ahead(R::START, x).1)
}

/// A few lines, each a vector behind the one before it: lines whose length is a power of two would otherwise fight for
/// the same places of the cache.
#[inline(always)]
fn abreast<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let firsts = firsts::<R>(input, out, n);
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
    if pieces * VECTOR < n {
        for (line, chain) in (0..lines).zip(chains) {
            rest::<R>(chain, input, out, line * n + pieces * VECTOR, (line + 1) * n);
        }
    }
    restore(out, n, firsts);
}

/// The last elements of a line, fewer than a vector.
#[inline(always)]
fn rest<R: Running>(
    chain: R::Chain,
    input: Option<&[R::Bytes]>,
    out: &mut [R::Bytes],
    from: usize,
    to: usize,
) {
    let x = some(&input.unwrap_or(out)[from..to], R::Number::ONE);
    write_some(&mut out[from..to], R::ahead(chain, x).1);
}

/// The first factor of every line.
#[inline(always)]
pub(super) fn firsts<R: Running>(
    input: Option<&[R::Bytes]>,
    out: &[R::Bytes],
    n: usize,
) -> [R::Bytes; ABREAST] {
    let mut firsts = [out[0]; ABREAST];
    for (first, x) in firsts.iter_mut().zip(input.unwrap_or(out).iter().step_by(n)) {
        *first = *x;
    }
    firsts
}

/// Puts the first factors back to where the lines begin: the first products are they, to the bit. For a NaN, 1 times it
/// need not be.
#[inline(always)]
pub(super) fn restore<B: Copy>(out: &mut [B], n: usize, firsts: [B; ABREAST]) {
    for (x, first) in out.iter_mut().step_by(n).zip(firsts) {
        *x = first;
    }
}
