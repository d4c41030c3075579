//! Fixed calls that convert: for every pair of dtypes the values that conversions break on, each a line of its own.

use super::super::{Cumprod, listed};
use crate::operator::zeros;
use crate::oracle::Format;
use crate::random::values::float;
use ascertain::DType;
use ascertain::call::Invocation;
use ascertain::contract::Contract;

/// Name and call of each.
pub(super) fn calls(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let pairs = listed(contract).iter().flat_map(|from| listed(contract).iter().map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| from != to)
        .map(|(from, to)| {
            let words = words(from, to);
            let mut input = zeros(from, &[words.len(), 1]);
            for (element, word) in input.storage_mut().chunks_exact_mut(from.size()).zip(words) {
                element.copy_from_slice(&word.to_le_bytes()[..from.size()]);
            }
            (format!("{from}-as-{to}/edges/dim=1"), Cumprod.call(contract, input, 1, Some(to)))
        })
        .collect()
}

/// The words of the values, in the dtype that they are converted from. The other one can hold each, after rounding.
fn words(from: DType, to: DType) -> Vec<u64> {
    let words = |values: Vec<i128>| values.into_iter().map(|value| value as u64).collect();
    let mut words: Vec<u64> = match (from.integer_range(), to.integer_range()) {
        (Some(own), Some(other)) => words(within(integers(), own.0.max(other.0), own.1.min(other.1))),
        (Some(own), None) => words(within([integers(), integer_ties(from, to)].concat(), own.0, own.1)),
        (None, Some(other)) => truncated(float(from), other),
        (None, None) => float_ties(float(from), float(to)),
    };
    let mask = u64::MAX >> (64 - from.bits());
    words.iter_mut().for_each(|word| *word &= mask);
    words.sort_unstable();
    words.dedup();
    words
}

/// Powers of two and their neighbours of both signs, and some large numbers.
fn integers() -> Vec<i128> {
    let powers = (0..=64).flat_map(|bits| [-1, 0, 1].map(|near| (1_i128 << bits) + near));
    let large = [3_000_000_000, 10_000_000_000_000_000_000];
    powers.chain(large).flat_map(|value| [value, -value]).collect()
}

fn within(values: Vec<i128>, low: i128, high: i128) -> Vec<i128> {
    values.into_iter().filter(|value| (low..=high).contains(value)).collect()
}

/// Integers halfway between two numbers of a float, over all that the integer dtype has, and their neighbours. Those of
/// many bits are also beside a tie by less than f32 or f64 can tell, where they are rounded twice. For 16-bit floats, others
/// exceed it by a tie of f32 and less than f64 can tell.
fn integer_ties(from: DType, to: DType) -> Vec<i128> {
    let shifts = 1..(from.bits() + 1).saturating_sub(to.precision());
    let tie = |(shift, significand): (u32, i128)| {
        let tie = (significand << shift) + (1 << (shift - 1));
        let half = (shift + to.precision()).checked_sub(25).map_or(0, |half| 1 << half);
        [-1, 0, 1, half - 1, half + 1].map(|near| tie + near)
    };
    shifts
        .flat_map(|shift| significands(to.precision()).map(move |significand| (shift, significand)))
        .flat_map(tie)
        .flat_map(|value| [value, -value])
        .collect()
}

/// The least one, the next one, which is odd, one with a mixed pattern, and the greatest one.
fn significands(precision: u32) -> [i128; 4] {
    let least = 1 << (precision - 1);
    [least, least + 1, least | ((least - 1) / 3), 2 * least - 1]
}

/// Floats whose integral part an integer dtype holds.
fn truncated(float: Format, (low, high): (i128, i128)) -> Vec<u64> {
    let whole = within(integers(), low, high).into_iter().map(|value| float.toward_zero(value));
    // Whatever is nearer to 0 than the first integers outside is inside.
    let last = [high + 1, low - 1].into_iter().map(|outside| float.toward_zero(outside) - 1);
    let signs: &[bool] = if low < 0 { &[false, true] } else { &[false] };
    let fractions = signs.iter().flat_map(|&negative| {
        [(-1, 0), (-1, u64::MAX), (0, 1), (0, u64::MAX), (1, 1), (5, 0x5555_5555_5555_5555)]
            .map(|(exponent, fraction)| float.word(negative, exponent, fraction))
    });
    whole.chain(last).chain(fractions).collect()
}

/// Floats halfway between two numbers of another float, and their neighbours: about 1, at the ends of the range, where the
/// other is subnormal, and where it overflows.
fn float_ties(own: Format, other: Format) -> Vec<u64> {
    let (least, most) = (1 - other.bias(), other.bias());
    let normal = [0, 1, -1, least, least + 1, most];
    let exponents =
        normal.into_iter().chain((1..=i64::from(other.fraction_bits()) + 2).map(|below| least - below));
    let mut words = Vec::new();
    for exponent in exponents {
        // A subnormal number of the other has fewer bits.
        let kept = i64::from(other.fraction_bits()) - (least - exponent).max(0);
        let dropped = i64::from(own.fraction_bits()) - kept;
        for significand in significands(other.fraction_bits() + 1) {
            let fraction = significand as u64 & ((1 << other.fraction_bits()) - 1);
            let bits = match u32::try_from(dropped) {
                Ok(dropped @ 1..) if dropped <= own.fraction_bits() => {
                    let shift = own.fraction_bits().saturating_sub(other.fraction_bits());
                    let kept = (fraction << shift) >> dropped << dropped;
                    [-1, 0, 1].map(|near| kept | ((1_i64 << (dropped - 1)) + near) as u64).to_vec()
                }
                _ => vec![0, 1, u64::MAX, fraction],
            };
            for fraction in bits {
                words.extend([false, true].map(|negative| own.word(negative, exponent, fraction)));
            }
        }
    }
    words
}
