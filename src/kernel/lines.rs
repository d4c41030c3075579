//! Many lines that lie one after the other: several chains at a time, since each waits for itself.
//!
//! A piece of each line is brought into a small table whose rows are the lines' elements side by side; there rows
//! are multiplied like those of any other dimension, and the products are taken back. Lines whose length is a power of
//! two would otherwise fight for the same places of the cache.

use super::chain;
use super::number::{Number, VECTOR};
use super::processor::Processor;
use super::running::{Elsewhere, InPlace, Running, vector};

/// Lines scanned together.
const TOGETHER: usize = 2 * VECTOR;

/// Elements of each that are brought in at once.
const PIECE: usize = 4 * VECTOR;

/// Scans lines of `n` elements, which is not 0: from `input` if there is one, else in place.
#[inline(always)]
pub(super) fn scan<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let mut at = 0;
    if R::Processor::SQUARES {
        while n > 1 && out.len() - at >= n * TOGETHER {
            let lines = at..at + n * TOGETHER;
            together::<R>(input.map(|x| &x[lines.clone()]), &mut out[lines.clone()], n);
            at = lines.end;
        }
    }
    while at < out.len() {
        let line = &mut out[at..][..n];
        match input {
            Some(x) => chain::scan::<R, _>(Elsewhere(&x[at..][..n]), line),
            None => chain::scan::<R, _>(InPlace, line),
        }
        at += n;
    }
}

#[inline(always)]
fn together<R: Running>(input: Option<&[R::Bytes]>, out: &mut [R::Bytes], n: usize) {
    let mut table = [[out[0]; TOGETHER]; PIECE];
    let mut products: Option<[R::Product; TOGETHER]> = None;
    let mut at = 0;
    while at < n {
        let piece = PIECE.min(n - at);
        // Squares of the table: first line, first column.
        let squares = (0..piece / VECTOR * 2).map(|k| (k % 2 * VECTOR, k / 2 * VECTOR));
        for (first, from) in squares.clone() {
            let start = first * n + at + from;
            let lines = match input {
                Some(x) => square(x, start, n),
                None => square(out, start, n),
            };
            let columns = <R::Number as Number>::transpose::<R::Processor>(lines);
            for (row, column) in table[from..from + VECTOR].iter_mut().zip(columns) {
                row[first..first + VECTOR].copy_from_slice(&column);
            }
        }
        let rest = piece / VECTOR * VECTOR..piece;
        for (k, i) in rest.clone().flat_map(|i| (0..TOGETHER).map(move |k| (k, i))) {
            table[i][k] = input.unwrap_or(out)[k * n + at + i];
        }
        for row in &mut table[..piece] {
            match &mut products {
                Some(products) => step::<R>(products, row),
                None => products = Some(row.map(R::start)),
            }
        }
        for (first, from) in squares {
            let columns = core::array::from_fn(|i| vector(&table[from + i], first));
            let lines = <R::Number as Number>::transpose::<R::Processor>(columns);
            for (k, line) in lines.iter().enumerate() {
                out[(first + k) * n + at + from..][..VECTOR].copy_from_slice(line);
            }
        }
        for (k, i) in rest.flat_map(|i| (0..TOGETHER).map(move |k| (k, i))) {
            out[k * n + at + i] = table[i][k];
        }
        at += piece;
    }
}

/// The square of elements that starts at `start`, in lines of `n`.
#[inline(always)]
fn square<B: Copy>(elements: &[B], start: usize, n: usize) -> [[B; VECTOR]; VECTOR] {
    core::array::from_fn(|k| vector(elements, start + k * n))
}

/// Multiplies a row of factors into the products, and replaces it by what is stored of them.
#[inline(always)]
fn step<R: Running>(products: &mut [R::Product; TOGETHER], row: &mut [R::Bytes; TOGETHER]) {
    if R::SIDE_BY_SIDE {
        let (products, row) = (products.as_chunks_mut::<VECTOR>().0, row.as_chunks_mut::<VECTOR>().0);
        for (products, row) in products.iter_mut().zip(row) {
            (*products, *row) = R::step_all(*products, *row);
        }
        return;
    }
    for (product, x) in products.iter_mut().zip(row) {
        *product = R::step(*product, *x);
        *x = R::store(*product);
    }
}
