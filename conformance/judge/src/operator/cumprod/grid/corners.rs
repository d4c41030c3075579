//! Fixed calls for paths that other calls do not take: a length, layout or dimension together with a dtype, and elements
//! that are exact, or rounded once, however long the line is.

use super::super::{Cumprod, in_place, listed};
use super::long::{FEW, View, number, scrambled, viewed, walked};
use super::set;
use crate::operator::{shape_name, zeros};
use crate::random::values::Float;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::dtype::Class;
use ascertain::{DType, Layout, Tensor};

/// Name and call of each.
pub(super) fn calls(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let mut calls = Vec::new();
    for dtype in FEW {
        for (shape, dim) in [
            // Columns and lines as long as a block of threads, and lengths between the usual tiles.
            (&[3, 256][..], 0),
            (&[3, 1024], 0),
            (&[3, 64], 1),
            (&[2, 1025], 1),
            (&[1600], 0),
            // Elements on every side.
            (&[2, 18, 2, 2], 1),
            (&[3, 1, 2, 1, 2, 1, 1, 2], 0),
        ] {
            calls.push(plain(contract, dtype, shape, dim));
        }
        let view = |name: &str, shape: &[usize], strides: &[isize], dim| View {
            name: name.to_owned(),
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            offset: 0,
            dim,
        };
        let transposed = view("34x33-transposed", &[34, 33], &[1, 34], 1);
        let name = format!("{dtype}/lines/{}/dim=1", transposed.name);
        if let Some(input) = viewed(dtype, &transposed) {
            calls.push((name.clone(), Cumprod.call(contract, input.clone(), 1, None)));
            calls.push((name + "/inplace", in_place(input, 1)));
        }
        calls.extend(with_gaps_in_out(contract, dtype));
    }
    // Past what 16 bits count, along a dimension with others on both sides.
    calls.push(plain(contract, DType::F32, &[3, 5500, 4], 1));
    for dtype in listed(contract).iter() {
        calls.extend(match dtype.class() {
            Class::Signed => Some(least_by_minus_one(contract, dtype)),
            Class::Float => Some(two_factors(contract, dtype)),
            _ => None,
        });
    }
    for (from, to) in float_pairs(contract) {
        calls.push(specials(contract, from, to));
        // The product of two factors is exact in a dtype with twice their bits, and needs more than they have.
        if to.precision() >= 2 * from.precision() {
            let mut input = zeros(from, &[129]);
            set(&mut input, |at| if matches!(at, 5 | 31 | 64) { full(from, at) } else { number(from, 1) });
            let call = Cumprod.call(contract, input, 0, Some(to));
            calls.push((format!("{from}-as-{to}/lines/three-factors/dim=0"), call));
        }
    }
    calls.extend(rounded_to_greatest(contract));
    calls
}

fn plain(contract: &'static Contract, dtype: DType, shape: &[usize], dim: usize) -> (String, Invocation) {
    let name = format!("{dtype}/lines/{}/dim={dim}", shape_name(shape));
    (name, Cumprod.call(contract, walked(dtype, shape, dim), dim as i64, None))
}

/// A long line into every second place of out, and rows of whole vectors into longer ones.
fn with_gaps_in_out(contract: &'static Contract, dtype: DType) -> Vec<(String, Invocation)> {
    let call = |name: &str, shape: &[usize], strides: &[isize], offset| {
        let layout = Layout::strided(shape, strides, offset).ok()?;
        let places = layout.positions().max()? + 3;
        let out = Tensor::view(dtype, layout, zeros(dtype, &[places]).into_storage()).ok()?;
        let dim = shape.len() - 1;
        let call = Cumprod.call(contract, walked(dtype, shape, dim), dim as i64, None);
        Some((format!("{dtype}/lines/{name}/dim={dim}"), call.with("out", Arg::Tensor(out))))
    };
    let line = call("4200-out-stride-2", &[4200], &[2], 1);
    line.into_iter().chain(call("5x48-out-padded-to-64", &[5, 48], &[64, 1], 0)).collect()
}

/// Lines of ones with two other factors, the first and one beside the end of a tile. Both have all their bits, so that each
/// product is the factor, or is rounded once: whoever keeps fewer bits between tiles, or rounds otherwise there, shows.
fn two_factors(contract: &'static Contract, dtype: DType) -> (String, Invocation) {
    const N: usize = 1026;
    let tiles = [8, 16, 32, 64, 128, 256, 512, 1024];
    let places: Vec<usize> = tiles.iter().flat_map(|&end| [end - 1, end, end + 1]).collect();
    let mut input = zeros(dtype, &[places.len(), N]);
    set(&mut input, |at| match at % N {
        0 => full(dtype, at),
        index if index == places[at / N] => full(dtype, at),
        _ => number(dtype, 1),
    });
    let name = format!("{dtype}/lines/two-factors-beside-tile-ends/dim=1");
    (name, Cumprod.call(contract, input, 1, None))
}

/// A number from 1 to 2 that needs all bits.
fn full(dtype: DType, at: usize) -> u64 {
    Float::of(dtype).word(false, 0, scrambled(at, 0) | 1)
}

/// Lines of ones that begin with the least number and have one -1: the product wraps to the least number again.
fn least_by_minus_one(contract: &'static Contract, dtype: DType) -> (String, Invocation) {
    const PLACES: [usize; 6] = [1, 8, 16, 32, 64, 128];
    const N: usize = 130;
    let (least, _) = dtype.integer_range().unwrap_or_default();
    let mut input = zeros(dtype, &[PLACES.len(), N]);
    set(&mut input, |at| match at % N {
        0 => number(dtype, least),
        index if index == PLACES[at / N] => number(dtype, -1),
        _ => number(dtype, 1),
    });
    (format!("{dtype}/lines/least-by-minus-one/dim=1"), Cumprod.call(contract, input, 1, None))
}

/// Zeros, infinities and NaN, converted.
fn specials(contract: &'static Contract, from: DType, to: DType) -> (String, Invocation) {
    let (infinity, minus) = (Float::of(from).infinity(), 1 << (from.bits() - 1));
    // The last one's payload is lost where only the highest bits are kept.
    let words = [0, minus, infinity, minus | infinity, infinity + 1];
    let mut input = zeros(from, &[words.len(), 1]);
    set(&mut input, |at| words[at]);
    (format!("{from}-as-{to}/specials/dim=1"), Cumprod.call(contract, input, 1, Some(to)))
}

fn float_pairs(contract: &'static Contract) -> impl Iterator<Item = (DType, DType)> {
    let floats = || listed(contract).iter().filter(|dtype| dtype.is_float());
    floats().flat_map(move |from| floats().filter(move |to| *to != from).map(move |to| (from, to)))
}

/// Two factors whose product is above the greatest number and rounds to it.
fn rounded_to_greatest(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let pairs: [(DType, [u64; 2]); 4] = [
        (DType::F16, [0x5811, 0x5fde]),
        (DType::Bf16, [0x5f06, 0x5ff4]),
        (DType::F32, [0x5f41_4c34, 0x5fa9_855b]),
        (DType::F64, [0x5ff2_04f8_c386_bbc5, 0x5fec_69ed_ff6f_0363]),
    ];
    let call = |(dtype, words): (DType, [u64; 2])| {
        let mut input = zeros(dtype, &[2]);
        set(&mut input, |at| words[at]);
        (format!("{dtype}/rounds-to-greatest/dim=0"), Cumprod.call(contract, input, 0, None))
    };
    let listed = listed(contract);
    pairs.into_iter().filter(|(dtype, _)| listed.contains(*dtype)).map(call).collect()
}
