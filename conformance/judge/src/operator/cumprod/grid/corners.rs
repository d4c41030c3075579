//! Fixed calls that convert floats, or round to the greatest number: elements that are exact, or rounded once, however long
//! the line is.

use super::super::{Cumprod, listed};
use super::fill::{full, number};
use super::set;
use crate::operator::zeros;
use crate::random::values::float;
use ascertain::DType;
use ascertain::call::Invocation;
use ascertain::contract::Contract;

/// Name and call of each.
pub(super) fn calls(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let mut calls = Vec::new();
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

/// Zeros, infinities and NaN, converted.
fn specials(contract: &'static Contract, from: DType, to: DType) -> (String, Invocation) {
    let (infinity, minus) = (float(from).infinity_bits(), float(from).sign_bit());
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
