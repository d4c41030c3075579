//! One line: a chain of products.

use super::number::{Number, VECTOR};
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

#[inline(always)]
fn in_blocks<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes]) {
    type N<R> = <R as Running>::Number;
    let n = out.len();
    let factors = factors.part(0, n);
    if n == 0 {
        return;
    }
    let mut product = N::<R>::read(factors.get(out, 0));
    out[0] = N::<R>::write(product);
    let mut at = 1;
    while at + VECTOR <= n {
        let x = factors.vector(out, at).map(N::<R>::read);
        let y = N::<R>::block::<R::Processor>(product, x);
        product = y[VECTOR - 1];
        out[at..at + VECTOR].copy_from_slice(&y.map(N::<R>::write));
        at += VECTOR;
    }
    for i in at..n {
        product = N::<R>::product(product, N::<R>::read(factors.get(out, i)));
        out[i] = N::<R>::write(product);
    }
}
