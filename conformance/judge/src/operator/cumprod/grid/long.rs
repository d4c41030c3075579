//! Fixed calls with lines past the ends of tiles, many lines, and every rank.
//!
//! The elements are a function of their index, chosen so that an error at any element shows. Each prefix of a line of
//! floats is a power of two, another one at every index and in every line, so that a factor that is left out, read twice
//! or taken from a neighbour changes it; as such products are exact, one value alone is right. Factors of integers are odd
//! and none is 1, so that no product vanishes.

use super::super::{Cumprod, in_place, lines_along, listed};
use super::set;
use crate::operator::{patterned_view, shape_name, zeros};
use crate::oracle::Lines;
use crate::random::values::Float;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::{DType, Layout, Tensor};

/// Lengths of one line alone, in every dtype: the ends of usual tiles, their neighbours, and primes. They are few elements
/// in all.
const LENGTHS: [usize; 23] = [
    9, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 1000, 1009, 1024, 1025, 2048, 4096,
    4097, 12_289,
];

/// The other neighbours, in one dtype: a tile's end is rarely one dtype's alone.
const OTHER_LENGTHS: [usize; 15] = [7, 8, 15, 32, 99, 100, 101, 511, 513, 999, 1001, 1023, 2047, 2049, 4095];

/// The dtypes for all that takes many elements or cases: the floats, and one integer dtype of each size with kernels of
/// its own.
pub(super) const FEW: [DType; 7] =
    [DType::F32, DType::F16, DType::Bf16, DType::F64, DType::S32, DType::S64, DType::U8];

/// Name and call of each.
pub(super) fn calls(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let mut calls = Vec::new();
    let mut push = |shape: &[usize], dtype: DType, dim: usize, inplace: bool| {
        let input = walked(dtype, shape, dim);
        let name = format!("{dtype}/lines/{}/dim={dim}", shape_name(shape));
        let dim = dim as i64;
        calls.push(if inplace {
            (name + "/inplace", in_place(input, dim))
        } else {
            (name, Cumprod.call(contract, input, dim, None))
        });
    };
    for dtype in listed(contract).iter() {
        LENGTHS.iter().for_each(|&n| push(&[n], dtype, 0, false));
        // Lines, factors and what lies between them, all beyond a small tile.
        push(&[17, 33, 16], dtype, 1, false);
        push(&[31, 18, 19], dtype, 1, true);
    }
    for dtype in FEW {
        // Several long lines side by side, one after another, and both.
        for (shape, dim) in [
            (&[257, 65][..], 0),
            (&[65, 257], 1),
            (&[4, 1025, 3], 1),
            (&[1025, 2, 2], 0),
            (&[3, 4097], 1),
            (&[4099, 3], 1),
            (&[3, 4099], 0),
            // Few of one kind, many of another.
            (&[33, 257], 0),
            (&[17, 1025], 0),
            (&[1025, 9], 1),
            (&[301, 5, 2], 1),
        ] {
            push(shape, dtype, dim, false);
        }
        push(&[5, 300, 7], dtype, 1, true);
        push(&[1025], dtype, 0, true);
        for rank in 1..=8 {
            let shape = &[2, 3, 2, 3, 2, 3, 2, 3][..rank];
            (0..rank).for_each(|dim| push(shape, dtype, dim, false));
        }
    }
    // Past what 16 bits count: factors, lines one after another, lines side by side.
    for n in [65_535, 65_536, 65_537].into_iter().chain(OTHER_LENGTHS) {
        push(&[n], DType::F32, 0, false);
    }
    push(&[65_537], DType::S32, 0, false);
    push(&[70_000, 2], DType::F32, 1, false);
    push(&[2, 70_000], DType::S32, 0, false);
    // Each far shorter than the one before, and of other numbers: what a longer line left behind shows.
    for dtype in listed(contract).iter() {
        for n in [3001, 701, 141, 45, 12] {
            let input = filled_along(dtype, &[n], 0, |_, index| factor(dtype, n, index, |_| 0));
            calls.push((format!("{dtype}/lines/{n}/dim=0"), Cumprod.call(contract, input, 0, None)));
        }
    }
    // Past what kernels multiply in one block: few columns, more than a warp of them, and a line.
    for dtype in listed(contract).iter() {
        for shape in [&[8195, 2][..], &[4099, 2], &[8195, 33], &[16_411]] {
            let name = format!("{dtype}/lines/{}/dim=0", shape_name(shape));
            calls.push((name, Cumprod.call(contract, reaching(dtype, shape), 0, None)));
        }
    }
    for from in listed(contract).iter() {
        for to in listed(contract).iter().filter(|to| *to != from) {
            let call = Cumprod.call(contract, few_factors(from), 0, Some(to));
            calls.push((format!("{from}-as-{to}/lines/129/dim=0"), call));
        }
    }
    for dtype in FEW {
        calls.extend(views().iter().filter_map(|view| {
            let call = Cumprod.call(contract, viewed(dtype, view)?, view.dim as i64, None);
            Some((format!("{dtype}/lines/{}/dim={}", view.name, view.dim), call))
        }));
        calls.push(single_factors(contract, dtype));
        // Out in input's memory, past the ends of tiles: what is overwritten before it is read shows.
        for (shape, dim) in [(&[1025][..], 0), (&[5, 300, 7], 1)] {
            let call = Cumprod.call(contract, walked(dtype, shape, dim), dim as i64, None);
            let name = format!("{dtype}/lines/{}/dim={dim}/alias", shape_name(shape));
            calls.push((name, call.with("alias", Arg::Flag(true))));
        }
    }
    calls
}

/// A line for each index beside the end of a tile, with one factor 3 there between ones: whoever drops or doubles that
/// factor, or reads it too late, has 1 or 9 for 3.
fn single_factors(contract: &'static Contract, dtype: DType) -> (String, Invocation) {
    const N: usize = 1026;
    let tiles = [1, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024];
    let places: Vec<usize> = tiles.iter().flat_map(|&end| [end - 1, end, end + 1]).collect();
    let mut input = zeros(dtype, &[places.len(), N]);
    let (one, three) = (number(dtype, 1), number(dtype, 3));
    set(&mut input, |at| if at % N == places[at / N] { three } else { one });
    let name = format!("{dtype}/lines/one-factor-beside-tile-ends/dim=1");
    (name, Cumprod.call(contract, input, 1, None))
}

/// A line of ones past the end of a buffer of 128, with few other factors: every dtype holds all the products.
fn few_factors(dtype: DType) -> Tensor {
    let mut input = zeros(dtype, &[129]);
    set(&mut input, |at| match at {
        5 | 66 | 126 => number(dtype, 3),
        31 | 127 => number(dtype, 2),
        _ => number(dtype, 1),
    });
    input
}

/// The word of a small number.
pub(super) fn number(dtype: DType, value: i128) -> u64 {
    if dtype.is_float() { Float::of(dtype).toward_zero(value) } else { value as u64 }
}

/// A plain tensor whose lines along dim walk.
pub(super) fn walked(dtype: DType, shape: &[usize], dim: usize) -> Tensor {
    filled_along(dtype, shape, dim, |line, index| factor(dtype, line, index, |_| 0))
}

/// The same along the first dimension, but every second line of floats goes from end to end of f16, and two factors of each
/// 1,024 need bits that others do not: whoever keeps the products of a block in f16, or rounds them there, shows.
fn reaching(dtype: DType, shape: &[usize]) -> Tensor {
    filled_along(dtype, shape, 0, |line, index| {
        let far = line % 2 == 1;
        let wave = |index| if far { (index as i64 % 72 - 36).abs() / 2 - 9 } else { 0 };
        let word = factor(dtype, line, index, wave);
        if !far || !dtype.is_float() || index % 512 != 5 {
            return word;
        }
        // Near a power of two, so that many of them do not lead far.
        let bits = (1 << (dtype.precision() / 2)) - 1;
        word | scrambled(line, index) & bits | 1
    })
}

fn filled_along(dtype: DType, shape: &[usize], dim: usize, word: impl Fn(usize, usize) -> u64) -> Tensor {
    let mut tensor = zeros(dtype, shape);
    let Lines { n, inner, .. } = lines_along(dim as i64, &tensor);
    let (mut first, mut index, mut column) = (0, 0, 0);
    set(&mut tensor, |_| {
        let word = word(first + column, index);
        column += 1;
        if column == inner {
            (index, column) = (index + 1, 0);
        }
        if index == n {
            (first, index) = (first + inner, 0);
        }
        word
    });
    tensor
}

/// The word of a factor.
fn factor(dtype: DType, line: usize, index: usize, wave: impl Fn(usize) -> i64) -> u64 {
    let random = scrambled(line, index);
    if !dtype.is_float() {
        let odd = random | 1;
        // Neither 1 nor -1, in 8 bits too.
        return if matches!(odd as u8, 1 | 0xff) { odd ^ 6 } else { odd };
    }
    // Prefixes are 2^-4 to 2^4, times those of the wave; a factor is the quotient of two.
    let level = |index| (scrambled(line, index) >> 32) as i64 % 9 - 4 + wave(index);
    let exponent = level(index) - if index == 0 { 0 } else { level(index - 1) };
    Float::of(dtype).word(exponent == 0 || random & 1 == 1, exponent, 0)
}

/// A number that a line and an index make, like none near it (the finaliser of murmur3).
pub(super) fn scrambled(line: usize, index: usize) -> u64 {
    let x = (line as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (index as u64 + 1);
    let x = (x ^ x >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

/// A layout of input, and the dim of the call.
pub(super) struct View {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) strides: Vec<isize>,
    pub(super) offset: usize,
    pub(super) dim: usize,
}

/// Views whose lines are long or far apart, that share elements, or have many dimensions.
fn views() -> Vec<View> {
    let view = |name: &str, shape: &[usize], strides: &[isize], offset, dim| View {
        name: name.to_owned(),
        shape: shape.to_vec(),
        strides: strides.to_vec(),
        offset,
        dim,
    };
    let mut views = vec![
        view("1025-stride-2", &[1025], &[2], 3, 0),
        view("1025-backwards", &[1025], &[-1], 1024, 0),
        view("300x33-transposed", &[300, 33], &[1, 300], 0, 0),
        view("33x300-every-third", &[33, 300], &[900, 3], 1, 1),
        view("5x2-far-apart", &[5, 2], &[1500, 1], 0, 0),
        view("5x48-padded-to-64", &[5, 48], &[64, 1], 0, 1),
    ];
    for dim in [0, 1] {
        views.extend([
            view("3x5-one-row", &[3, 5], &[0, 1], 0, dim),
            view("5x3-one-column", &[5, 3], &[1, 0], 2, dim),
            view("40x33-windows", &[40, 33], &[1, 1], 0, dim),
            view("40x33-windows-backwards", &[40, 33], &[-1, 1], 39, dim),
        ]);
    }
    for rank in 4..=8 {
        let shape = &[2, 3, 2, 3, 2, 3, 2, 3][..rank];
        // The first index moves fastest, and every second element is a gap.
        let strides: Vec<isize> =
            (0..rank).map(|k| 2 * shape[..k].iter().product::<usize>() as isize).collect();
        let name = format!("{}-columns-first", shape_name(shape));
        views.extend([0, rank / 2, rank - 1].map(|dim| view(&name, shape, &strides, 1, dim)));
    }
    views
}

/// A tensor of this layout, whose lines along dim walk. Where elements share places, the storage walks as one line, so
/// that windows of it do as well.
pub(super) fn viewed(dtype: DType, view: &View) -> Option<Tensor> {
    let layout = Layout::strided(&view.shape, &view.strides, view.offset).ok()?;
    let mut places: Vec<usize> = layout.positions().collect();
    places.sort_unstable();
    places.dedup();
    let elements = places.last()? + 2;
    if places.len() < layout.count() {
        return Tensor::view(dtype, layout, walked(dtype, &[elements], 0).into_storage()).ok();
    }
    let mut tensor = patterned_view(dtype, layout, elements);
    tensor.set_elements(walked(dtype, &view.shape, view.dim).storage());
    Some(tensor)
}
