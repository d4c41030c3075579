//! One line: a chain of products.

use super::number::Number;
use super::running::{Factors, Running};

/// Scans one line.
#[inline(always)]
pub(super) fn scan<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes]) {
    if R::ASSOCIATIVE { in_blocks::<R, F>(factors, out) } else { in_order::<R, F>(factors, out) }
}

#[inline(always)]
fn in_order<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes]) {
    let n = out.len();
    let factors = factors.part(0, n);
    if n == 0 {
        return;
    }
    let mut product = R::start(factors.get(out, 0));
    out[0] = R::store(product);
    for i in 1..n {
        product = R::step_alone(product, factors.get(out, i));
        out[i] = R::store(product);
    }
}

/// Elements whose products are made apart from the running product, so that it waits once a block.
const BLOCK: usize = 8;

#[inline(always)]
fn in_blocks<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes]) {
    type N<R> = <R as Running>::Number;
    let n = out.len();
    let factors = factors.part(0, n);
    let mut running: Option<<N<R> as Number>::Own> = None;
    let mut at = 0;
    while at + BLOCK <= n {
        let factors = factors.part(at, BLOCK);
        let block = &mut out[at..at + BLOCK];
        let mut y: [_; BLOCK] = core::array::from_fn(|i| N::<R>::read(factors.get(block, i)));
        // By doubling distances.
        for distance in [1, 2, 4] {
            let before = y;
            for i in distance..BLOCK {
                y[i] = N::<R>::product(before[i], before[i - distance]);
            }
        }
        if let Some(running) = running {
            y = y.map(|y| N::<R>::product(y, running));
        }
        running = Some(y[BLOCK - 1]);
        for (out, y) in block.iter_mut().zip(y) {
            *out = N::<R>::write(y);
        }
        at += BLOCK;
    }
    for i in at..n {
        let factor = N::<R>::read(factors.get(out, i));
        let y = running.map_or(factor, |p| N::<R>::product(p, factor));
        out[i] = N::<R>::write(y);
        running = Some(y);
    }
}
