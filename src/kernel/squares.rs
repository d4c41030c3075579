//! Lines turned into rows, a square of elements at a time, so that one vector holds an element of every line.

use super::lines::{firsts, restore};
use super::number::{Number, Square, VECTOR};
use super::running::{Running, soon, vector};

/// Squares of a line from which on each line is one behind the one before it.
///
/// Lines whose length is a power of two would otherwise fight for the same places of the cache. A line that has not
/// begun, or has ended, multiplies ones.
const LONG: usize = 64;

/// Squares of 16-bit elements in a line of the cache.
const IN_A_LINE: usize = 4;

/// Scans a vector of lines of `n` elements.
#[inline(always)]
pub(super) fn scan<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let firsts = firsts::<R>(input, out, n);
    let squares = n / VECTOR;
    let behind = usize::from(squares >= LONG);
    let last = behind * (VECTOR - 1);
    let mut products = [R::start(R::Number::ONE); VECTOR];
    for turn in 0..squares + last {
        if turn < last || turn >= squares {
            products = at_the_edge::<R>(products, input, out, n, turn);
            continue;
        }
        let place = |line| line * n + (turn - line * behind) * VECTOR;
        for line in (turn % IN_A_LINE..VECTOR).step_by(IN_A_LINE) {
            soon::<R>(input, out, place(line));
        }
        let x = input.unwrap_or(out);
        let y;
        (products, y) = R::square(products, core::array::from_fn(|line| vector(x, place(line))));
        for (line, y) in y.iter().enumerate() {
            out[place(line)..][..VECTOR].copy_from_slice(y);
        }
    }
    for column in squares * VECTOR..n {
        let x = input.unwrap_or(out);
        let y;
        (products, y) = R::step_all(products, core::array::from_fn(|line| x[line * n + column]));
        for (line, y) in y.iter().enumerate() {
            out[line * n + column] = *y;
        }
    }
    restore(out, n, firsts);
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
    let lines = (turn + 1).saturating_sub(n / VECTOR)..VECTOR.min(turn + 1);
    let place = |line| line * n + (turn - line) * VECTOR;
    let mut x: Square<R::Number> = [[R::Number::ONE; VECTOR]; VECTOR];
    for line in lines.clone() {
        x[line] = vector(input.unwrap_or(out), place(line));
    }
    let (products, y) = R::square(products, x);
    for line in lines {
        out[place(line)..][..VECTOR].copy_from_slice(&y[line]);
    }
    products
}
