//! Dimensions but the last: row is multiplied into row, whole vectors at a time.

use super::number::{Number, VECTOR};
use super::overhang;
use super::processor::Processor;
use super::running::{Factors, Running, vector, write_some};

/// Columns whose running products are kept at hand, in the nearer caches. Whole rows where that is possible: memory
/// is fastest when it is read in order.
const COLUMNS: usize = 8192;

/// Bytes of a row whose products the nearest cache holds beside all else.
const NEAREST: usize = 1 << 13;

/// Where it does not hold them: rows that are gone through together, and bytes of each for which that is done at once.
const TOGETHER: (usize, usize) = (4, 512);

/// Columns below which a row is short: its running products are kept in registers for some rows.
pub(super) const NARROW: usize = 128;

/// Bytes of results that lie in the nearer caches, with their factors.
pub(super) const NEAR: usize = 1 << 18;

/// Bytes of short rows that are gone through some columns at a time: near, and where memory is fastest when it is read
/// in order.
const TILES: (usize, usize) = (1 << 13, 1 << 9);

/// Scans blocks of `n` rows of `inner` elements, down their columns.
#[inline(always)]
pub(super) fn scan<R: Running, F: Factors<R::Bytes>>(
    factors: F,
    out: &mut [R::Bytes],
    n: usize,
    inner: usize,
) {
    let block = n * inner;
    if R::Processor::SHORT_ROWS && inner < VECTOR {
        for at in (0..out.len()).step_by(block) {
            narrowest::<R, F>(factors.part(at, out.len() - at), &mut out[at..], n, inner);
        }
        return;
    }
    blocks::<R, F, false>(factors, out, block, inner);
}

/// The same for rows that are not short, and near where they are not computed side by side.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn scan_long<R: Running, F: Factors<R::Bytes>>(
    factors: F,
    out: &mut [R::Bytes],
    n: usize,
    inner: usize,
) {
    blocks::<R, F, true>(factors, out, n * inner, inner);
}

#[inline(always)]
fn blocks<R: Running, F: Factors<R::Bytes>, const LONG: bool>(
    factors: F,
    out: &mut [R::Bytes],
    block: usize,
    inner: usize,
) {
    let near = size_of_val(out) <= NEAR;
    let mut products = Vec::new();
    for (k, out) in out.chunks_exact_mut(block).enumerate() {
        wide::<R, F, LONG>(factors.part(k * block, block), out, inner, near, &mut products);
    }
}

/// Rows whose products are kept in memory, unless they are short or near. For `LONG` ones see [`scan_long`].
#[inline(always)]
fn wide<R: Running, F: Factors<R::Bytes>, const LONG: bool>(
    factors: F,
    out: &mut [R::Bytes],
    inner: usize,
    near: bool,
    products: &mut Vec<R::Product>,
) {
    for from in (0..inner).step_by(COLUMNS) {
        let columns = COLUMNS.min(inner - from);
        let first = factors.part(from, columns);
        let row = &mut out[from..][..columns];
        if R::Processor::SHORT_ROWS && R::STORED && !R::SIDE_BY_SIDE && (LONG || near && inner >= NARROW) {
            if F::ELSEWHERE {
                row.copy_from_slice(first.all(&[]));
            }
            for at in (from + inner..out.len()).step_by(inner) {
                let (before, row) = out[at - inner..][..inner + columns].split_at_mut(inner);
                after::<R, F>(&before[..columns], factors.part(at, columns), row);
            }
            continue;
        }
        products.clear();
        products.extend(first.all(row).iter().map(|x| R::start(*x)));
        for (out, product) in row.iter_mut().zip(&*products) {
            *out = R::store(*product);
        }
        if R::Processor::SHORT_ROWS && !LONG && inner < NARROW {
            return narrow::<R, F>(factors, out, inner, near, products);
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

/// Rows shorter than a vector: `n` of them. What hangs over the last is put back.
#[inline(always)]
fn narrowest<R: Running, F: Factors<R::Bytes>>(factors: F, out: &mut [R::Bytes], n: usize, inner: usize) {
    let first = factors.some(out, 0, inner, R::Number::ONE);
    let start = R::lanes([R::start(R::Number::ONE); VECTOR]);
    let (mut lanes, from) = overhang::scan::<R, F, _>(factors, out, (inner, n), start, R::step_all);
    if R::SIDE_BY_SIDE {
        for at in (from..n * inner).step_by(inner) {
            let y;
            (lanes, y) = R::step_all(lanes, factors.some(out, at, inner, R::Number::ONE));
            write_some(&mut out[at..][..inner], y);
        }
    } else {
        let mut products = R::singles(lanes);
        for at in (from..n * inner).step_by(inner) {
            for (k, product) in products.iter_mut().enumerate().take(inner) {
                *product = R::step(*product, factors.get(out, at + k));
                out[at + k] = R::store(*product);
            }
        }
    }
    write_some(&mut out[..inner], first);
}

/// The rows after the first of a block whose rows are short, but not shorter than a vector.
#[inline(always)]
fn narrow<R: Running, F: Factors<R::Bytes>>(
    factors: F,
    out: &mut [R::Bytes],
    inner: usize,
    near: bool,
    products: &mut [R::Product],
) {
    let tile = if near { TILES.0 } else { TILES.1 };
    let rows = (tile / (inner * size_of::<R::Bytes>())).max(2);
    for from in (inner..out.len()).step_by(rows * inner) {
        let to = out.len().min(from + rows * inner);
        let rows = Rows { inner, from, to };
        // The last two vectors overlap where columns are no multiple of them: both are read before one is written.
        let vectors = inner.div_ceil(VECTOR);
        let last = inner - VECTOR;
        let (pairs, odd) = match vectors {
            1 => {
                one_down::<R, F>(products, factors, out, rows, [0]);
                continue;
            }
            _ => (vectors / 2 - vectors % 2, vectors % 2 == 1),
        };
        for pair in 0..pairs {
            let a = pair * 2 * VECTOR;
            two_down::<R, F>(products, factors, out, rows, [a, last.min(a + VECTOR)]);
        }
        if odd {
            let a = pairs * 2 * VECTOR;
            three_down::<R, F>(products, factors, out, rows, [a, a + VECTOR, last]);
        }
    }
}

/// Some rows of a block.
#[derive(Clone, Copy)]
struct Rows {
    inner: usize,
    from: usize,
    to: usize,
}

/// Scans a few vectors of columns down some rows: those from each of `places` on.
macro_rules! down {
    ($name:ident, $($k:literal $product:ident $x:ident),+) => {
        #[inline(always)]
        fn $name<R: Running, F: Factors<R::Bytes>>(
            products: &mut [R::Product],
            factors: F,
            out: &mut [R::Bytes],
            rows: Rows,
            places: [usize; [$($k),+].len()],
        ) {
            $(let mut $product = R::lanes(vector(products, places[$k]));)+
            for row in (rows.from..rows.to).step_by(rows.inner) {
                $(let $x = factors.vector(out, row + places[$k]);)+
                $(
                    let y;
                    ($product, y) = R::step_all($product, $x);
                    out[row + places[$k]..][..VECTOR].copy_from_slice(&y);
                )+
            }
            $(products[places[$k]..][..VECTOR].copy_from_slice(&R::singles($product));)+
        }
    };
}

down!(one_down, 0 p x);
down!(two_down, 0 p x, 1 q y);
down!(three_down, 0 p x, 1 q y, 2 r z);

/// Multiplies a row of factors into the products that the row before it holds.
#[inline(always)]
fn after<R: Running, F: Factors<R::Bytes>>(before: &[R::Bytes], factors: F, row: &mut [R::Bytes]) {
    let n = row.len();
    let (factors, before) = (factors.part(0, n), &before[..n]);
    for k in 0..n {
        row[k] = R::store(R::step(R::start(before[k]), factors.get(row, k)));
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
    let mut at = 0;
    if R::PAIRS {
        for pair in products.as_chunks_mut::<{ 2 * VECTOR }>().0 {
            let [a, b] = [0, VECTOR].map(|k| vector(pair, k));
            let x = factors.part(at, 2 * VECTOR);
            let out = &mut row[at..][..2 * VECTOR];
            let factors = [x.vector(out, 0), x.vector(out, VECTOR)];
            let ([a, b], [x, y]) = R::step_pair([R::lanes(a), R::lanes(b)], factors);
            pair[..VECTOR].copy_from_slice(&R::singles(a));
            pair[VECTOR..].copy_from_slice(&R::singles(b));
            out[..VECTOR].copy_from_slice(&x);
            out[VECTOR..].copy_from_slice(&y);
            at += 2 * VECTOR;
        }
    }
    let (whole, rest) = products[at..].as_chunks_mut::<VECTOR>();
    for products in whole {
        let (product, y) = R::step_all(R::lanes(*products), factors.vector(row, at));
        *products = R::singles(product);
        row[at..][..VECTOR].copy_from_slice(&y);
        at += VECTOR;
    }
    // Ones fill the last vector up.
    let (mut last, mut x) = ([R::start(R::Number::ONE); VECTOR], [R::Number::ONE; VECTOR]);
    for (k, (last, x)) in last.iter_mut().zip(&mut x).enumerate().take(rest.len()) {
        (*last, *x) = (rest[k], factors.get(row, at + k));
    }
    let (last, y) = R::step_all(R::lanes(last), x);
    rest.copy_from_slice(&R::singles(last)[..rest.len()]);
    row[at..].copy_from_slice(&y[..rest.len()]);
}
