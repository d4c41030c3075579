//! Dimensions but the last: row is multiplied into row, whole vectors at a time.

use super::number::{Number, VECTOR};
use super::running::{Factors, Running};

/// Columns whose running products are kept at hand, in the nearer caches. Whole rows where that is possible: memory
/// is fastest when it is read in order.
const COLUMNS: usize = 8192;

/// Bytes of a row whose products the nearest cache holds beside all else.
const NEAREST: usize = 1 << 13;

/// Where it does not hold them: rows that are gone through together, and bytes of each for which that is done at once.
const TOGETHER: (usize, usize) = (4, 512);

/// Scans a block of `out.len() / inner` rows of `inner` elements, down its columns.
#[inline(always)]
pub(super) fn scan<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], inner: usize) {
    let mut products: Vec<R::Product> = Vec::with_capacity(COLUMNS.min(inner));
    for from in (0..inner).step_by(COLUMNS) {
        let columns = COLUMNS.min(inner - from);
        let first = factors.part(from, columns);
        let row = &mut out[from..][..columns];
        products.clear();
        products.extend((0..columns).map(|j| R::start(first.get(row, j))));
        for (out, product) in row.iter_mut().zip(&products) {
            *out = R::store(*product);
        }
        let (rows, width) = if size_of_val(row) > NEAREST { TOGETHER } else { (1, NEAREST) };
        let width = width / size_of::<R::Bytes>();
        for at in (from + inner..out.len()).step_by(rows * inner) {
            let end = out.len().min(at + rows * inner);
            let mut column = 0;
            for products in products.chunks_mut(width) {
                for at in (at + column..end).step_by(inner) {
                    step::<R, F>(
                        products,
                        factors.part(at, products.len()),
                        &mut out[at..][..products.len()],
                    );
                }
                column += width;
            }
        }
    }
}

/// Multiplies a row of factors into the products and stores them.
#[inline(always)]
fn step<R: Running, F: Factors<R::Bytes>>(products: &mut [R::Product], factors: F, row: &mut [R::Bytes]) {
    let n = row.len();
    let (factors, products) = (factors.part(0, n), &mut products[..n]);
    if R::SIDE_BY_SIDE {
        return side_by_side::<R, F>(products, factors, row);
    }
    for k in 0..n {
        products[k] = R::step(products[k], factors.get(row, k));
        row[k] = R::store(products[k]);
    }
}

/// The same, a vector at a time.
#[inline(always)]
fn side_by_side<R: Running, F: Factors<R::Bytes>>(
    products: &mut [R::Product],
    factors: F,
    row: &mut [R::Bytes],
) {
    let (whole, rest) = products.as_chunks_mut::<VECTOR>();
    let mut at = 0;
    for products in whole {
        let y;
        (*products, y) = R::step_all(*products, factors.vector(row, at));
        row[at..][..VECTOR].copy_from_slice(&y);
        at += VECTOR;
    }
    // Ones fill the last vector up.
    let (mut last, mut x) = ([R::start(R::Number::ONE); VECTOR], [R::Number::ONE; VECTOR]);
    for (k, (last, x)) in last.iter_mut().zip(&mut x).enumerate().take(rest.len()) {
        (*last, *x) = (rest[k], factors.get(row, at + k));
    }
    let (last, y) = R::step_all(last, x);
    rest.copy_from_slice(&last[..rest.len()]);
    row[at..].copy_from_slice(&y[..rest.len()]);
}
