//! Lines turned into rows, a square of elements at a time, so that one vector holds an element of every line.

use super::lines::{firsts, restore};
use super::number::{Number, Square, VECTOR, each};
use super::running::{Factors, Running, soon, vector, write_some};

/// Squares of a line from which on each line is one behind the one before it.
///
/// Lines whose length is a power of two would otherwise fight for the same places of the cache. A line that has not
/// begun, or has ended, multiplies ones.
const LONG: usize = 64;

/// Squares of 16-bit elements in a line of the cache.
const IN_A_LINE: usize = 4;

/// Elements of a line from which on squares are worth it.
pub(super) const LEAST: usize = 4;

/// Lines from which on they are, when they are fewer than a vector.
pub(super) const LINES: usize = 4;

/// Scans up to a vector of lines of `n` elements.
///
/// Where they are fewer, the last one is there more than once, and read before it is written.
#[inline(always)]
pub(super) fn scan<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let end = out.len() / n - 1;
    let firsts = firsts::<R>(input, out, n);
    let squares = n / VECTOR;
    let behind = usize::from(squares >= LONG);
    let last = behind * (VECTOR - 1);
    let starts: [usize; VECTOR] = each(|line| line.min(end) * (n - behind * VECTOR));
    let mut products = [R::start(R::Number::ONE); VECTOR];
    for turn in 0..squares + last {
        if turn < last || turn >= squares {
            products = at_the_edge::<R>(products, input, out, n, turn);
            continue;
        }
        let place = |line: usize| starts[line] + turn * VECTOR;
        for line in (turn % IN_A_LINE..VECTOR).step_by(IN_A_LINE) {
            soon::<R>(input, out, place(line));
        }
        let x = input.unwrap_or(out);
        let y;
        (products, y) = R::square(products, each(|line| vector(x, place(line))));
        for (line, y) in y.iter().enumerate() {
            out[place(line)..][..VECTOR].copy_from_slice(y);
        }
    }
    let mut lanes = R::lanes(products);
    for column in squares * VECTOR..n {
        let x = input.unwrap_or(out);
        let y;
        (lanes, y) = R::step_all(lanes, each(|line| x[line.min(end) * n + column]));
        for (line, y) in y.iter().enumerate() {
            out[line.min(end) * n + column] = *y;
        }
    }
    restore(out, n, firsts);
}

/// Scans lines of `n` elements, fewer than a vector: what hangs over is overwritten by the next line.
#[inline(always)]
pub(super) fn short<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize) {
    let whole = out.len().saturating_sub(VECTOR) / (VECTOR * n) * (VECTOR * n);
    for from in (0..whole).step_by(VECTOR * n) {
        let to = from + VECTOR * n;
        let x: Square<R::Number> = each(|line| factors.vector(out, from + line * n));
        let next = vector(out, to);
        let y = R::square([R::start(R::Number::ONE); VECTOR], x).1;
        for (line, y) in y.iter().enumerate() {
            out[from + line * n..][..VECTOR].copy_from_slice(y);
        }
        out[to..][..VECTOR].copy_from_slice(&next);
        restore(&mut out[from..to], n, each(|k| x[k][0]));
    }
    for start in (whole..out.len()).step_by(n) {
        let x = factors.some(out, start, n, R::Number::ONE);
        write_some(&mut out[start..][..n], R::ahead(R::START, x).1);
        out[start] = x[0];
    }
}

/// A turn in which not every line has a square. One copy does: there are few of them.
#[inline(never)]
fn at_the_edge<R: Running>(
    products: [R::Product; VECTOR],
    input: Option<&[R::Bytes]>,
    out: &mut [R::Bytes],
    n: usize,
    turn: usize,
) -> [R::Product; VECTOR] {
    let end = out.len() / n - 1;
    let lines = (turn + 1).saturating_sub(n / VECTOR)..end.min(turn) + 1;
    let place = |line| line * n + (turn - line) * VECTOR;
    let mut x: Square<R::Number> = [[R::Number::ONE; VECTOR]; VECTOR];
    for line in lines.clone() {
        x[line] = vector(input.unwrap_or(out), place(line));
    }
    let (last, missing) = x.split_at_mut(end + 1);
    missing.fill(last[end]);
    let (products, y) = R::square(products, x);
    for line in lines {
        out[place(line)..][..VECTOR].copy_from_slice(&y[line]);
    }
    products
}
