//! Many lines that lie one after the other: several chains at a time, since each waits for itself.
//!
//! A piece of each line is brought into a small table whose rows are the lines' elements side by side; there rows
//! are multiplied like those of any other dimension, and the products are taken back. Lines whose length is a power of
//! two would otherwise fight for the same places of the cache.

use super::chain;
use super::number::VECTOR;
use super::running::{Factors, Running};

/// Lines scanned together.
const TOGETHER: usize = 2 * VECTOR;

/// Elements of each that are brought in at once.
const PIECE: usize = 32;

/// Scans lines of `n` elements, which is not 0.
#[inline(always)]
pub(super) fn scan<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize) {
    let mut at = 0;
    while n > 1 && out.len() - at >= n * TOGETHER {
        together::<R, F>(factors.part(at, n * TOGETHER), &mut out[at..][..n * TOGETHER], n);
        at += n * TOGETHER;
    }
    while at < out.len() {
        chain::scan::<R, F>(factors.part(at, n), &mut out[at..][..n]);
        at += n;
    }
}

#[inline(always)]
fn together<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize) {
    let mut table = [[out[0]; TOGETHER]; PIECE];
    let mut products: Option<[R::Product; TOGETHER]> = None;
    for at in (0..n).step_by(PIECE) {
        let piece = PIECE.min(n - at);
        for k in 0..TOGETHER {
            let (line, factors) = (&out[k * n + at..][..piece], factors.part(k * n + at, piece));
            if piece == PIECE {
                (0..PIECE).for_each(|i| table[i][k] = factors.get(line, i));
            } else {
                (0..piece).for_each(|i| table[i][k] = factors.get(line, i));
            }
        }
        for row in &mut table[..piece] {
            match &mut products {
                Some(products) => step::<R>(products, row),
                None => products = Some(row.map(R::start)),
            }
        }
        for k in 0..TOGETHER {
            let line = &mut out[k * n + at..][..piece];
            if piece == PIECE {
                (0..PIECE).for_each(|i| line[i] = table[i][k]);
            } else {
                (0..piece).for_each(|i| line[i] = table[i][k]);
            }
        }
    }
}

/// Multiplies a row of factors into the products, and replaces it by what is stored of them.
#[inline(always)]
fn step<R: Running>(products: &mut [R::Product; TOGETHER], row: &mut [R::Bytes; TOGETHER]) {
    let (products, row) = (products.as_chunks_mut::<VECTOR>().0, row.as_chunks_mut::<VECTOR>().0);
    for (products, row) in products.iter_mut().zip(row) {
        (*products, *row) = R::step_all(*products, *row);
    }
}
