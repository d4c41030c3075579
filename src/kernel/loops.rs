//! The loops that multiply. Elements are little-endian arrays of `N` bytes, which need no alignment.
//!
//! All are `#[inline(always)]`, so that each is compiled for the processor features of its caller.

use crate::element::Factor;

/// Lines that are multiplied at the same time. While a product waits for the one before it in its line, the processor
/// computes the other lines.
const LINES: usize = 4;

/// Writes the products of blocks of `n` rows of `inner` elements, down the columns of each block.
#[inline(always)]
pub(super) fn blocks<T: Factor, const N: usize>(input: &[u8], out: &mut [u8], n: usize, inner: usize) {
    let (x, y) = (input.as_chunks::<N>().0, out.as_chunks_mut::<N>().0);
    if inner == 1 {
        return lines::<T, N>(x, y, n, |x, y| line(T::load(&x[0]), &x[1..], &mut y[1..]));
    }
    for (x, y) in x.chunks_exact(n * inner).zip(y.chunks_exact_mut(n * inner)) {
        rows(x, y, inner, multiply::<T, N>);
    }
}

/// Multiplies each row of a block into the next one. `multiply` does so for one row: the products of the row before,
/// the factors of this one, and its products.
#[inline(always)]
pub(super) fn rows<const N: usize>(
    x: &[[u8; N]],
    y: &mut [[u8; N]],
    inner: usize,
    multiply: impl Fn(&[[u8; N]], &[[u8; N]], &mut [[u8; N]]),
) {
    y[..inner].copy_from_slice(&x[..inner]);
    for at in (inner..x.len()).step_by(inner) {
        let (before, row) = y[at - inner..][..2 * inner].split_at_mut(inner);
        multiply(before, &x[at..][..inner], row);
    }
}

/// `y = a * x`, element by element.
#[inline(always)]
pub(super) fn multiply<T: Factor, const N: usize>(a: &[[u8; N]], x: &[[u8; N]], y: &mut [[u8; N]]) {
    for ((a, x), y) in a.iter().zip(x).zip(y) {
        T::load(a).times(T::load(x)).store(y);
    }
}

/// Writes the products of lines of `n` elements. `alone` does so for one line whose first product is there.
#[inline(always)]
pub(super) fn lines<T: Factor, const N: usize>(
    x: &[[u8; N]],
    y: &mut [[u8; N]],
    n: usize,
    alone: impl Fn(&[[u8; N]], &mut [[u8; N]]),
) {
    for (x, y) in x.chunks(LINES * n).zip(y.chunks_mut(LINES * n)) {
        // The first product is the first factor, to the bit.
        for at in (0..x.len()).step_by(n) {
            y[at] = x[at];
        }
        if y.len() == LINES * n {
            lines_side_by_side::<T, N>(x, y, n);
            continue;
        }
        for (x, y) in x.chunks_exact(n).zip(y.chunks_exact_mut(n)) {
            alone(x, y);
        }
    }
}

/// Writes the products of `LINES` lines of `n` elements, side by side. Their first products are there.
#[inline(always)]
fn lines_side_by_side<T: Factor, const N: usize>(x: &[[u8; N]], y: &mut [[u8; N]], n: usize) {
    let x = [&x[..n], &x[n..][..n], &x[2 * n..][..n], &x[3 * n..][..n]];
    let (a, b) = y.split_at_mut(2 * n);
    let ((a, b), (c, d)) = (a.split_at_mut(n), b.split_at_mut(n));
    let y = [&mut a[..n], &mut b[..n], &mut c[..n], &mut d[..n]];
    let mut products = x.map(|x| T::load(&x[0]));
    for i in 1..n {
        for k in 0..LINES {
            products[k] = products[k].times(T::load(&x[k][i]));
            products[k].store(&mut y[k][i]);
        }
    }
}

/// Writes the products of a line, given the product before it.
#[inline(always)]
pub(super) fn line<T: Factor, const N: usize>(before: T, x: &[[u8; N]], y: &mut [[u8; N]]) {
    let mut product = before;
    for (x, y) in x.iter().zip(y) {
        product = product.times(T::load(x));
        product.store(y);
    }
}
