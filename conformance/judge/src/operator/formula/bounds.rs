//! The lowest and the highest right value of each element of a result.

use super::super::Context;
use super::super::conversions::ordinal;
use super::super::declarations::{self, format};
use super::oracle::Oracle;
use super::ways::{own, ways};
use super::{NAN_IS_ZERO, is_graded, open_elements, outside, stored, target};
use ascertain::call::Invocation;
use ascertain::contract::Formula;
use ascertain::{DType, Tensor};

/// The lowest and the highest right elements of a formula's result. NaN is both ends where nothing else is right. None if the formula
/// has no value for the call.
pub(in super::super) fn bounds(
    Context { contract, support, .. }: Context<'_>,
    formula: &Formula,
    call: &Invocation,
) -> Option<[Tensor; 2]> {
    let space = formula.space(call.args())?;
    let operands = space.operands()?;
    let right = space.compute(&operands)?;
    let dtype = target(formula, call).map_or(right.dtype, Tensor::dtype);
    let expected = stored(&right, dtype)?;
    let outside = outside(contract, &space, call);
    let nan_is_zero = contract.requirements.iter().any(|own| own.id.ends_with(NAN_IS_ZERO));
    let open = open_elements(&space, call, &right, dtype, &outside, nan_is_zero);
    let ways = ways(&space, call, &operands, &right, (dtype, &expected), support)?;
    let distance = declarations::ulp(support, right.compute).filter(|_| is_graded(formula));
    let oracles = Oracle::all(&space, call, &ways, distance);
    // A complex number has two ends of each kind, of its parts.
    let part = own(dtype);
    let (parts, size) = (dtype.size() / part.size(), part.size());
    let mut ends = [Vec::with_capacity(expected.len()), Vec::with_capacity(expected.len())];
    for at in 0..expected.len() / dtype.size() {
        let is_open = open.as_ref().is_some_and(|open| open[at]);
        let possible: Vec<_> = oracles.iter().map(|oracle| oracle.ends(at, dtype)).collect();
        for of in 0..parts {
            let place = (at * parts + of) * size;
            let mut all: Vec<Vec<u8>> =
                ways.iter().map(|way| way.expected[place..place + size].to_vec()).collect();
            for pair in possible.iter().filter_map(|ends| *ends.get(of)?) {
                all.extend(pair.map(|bits| bits.to_le_bytes()[..size].to_vec()));
            }
            if is_open {
                all.extend(whole_range(part));
            }
            let is_number = |element: &Vec<u8>| {
                format(part).is_none_or(|format| !format.decode(format.load(element, 0)).is_nan())
            };
            if all.iter().any(is_number) {
                all.retain(is_number);
            }
            let place = |element: &&Vec<u8>| ordinal(part, element);
            ends[0].extend(all.iter().min_by_key(place)?);
            ends[1].extend(all.iter().max_by_key(place)?);
        }
    }
    let [low, high] = ends.map(|bytes| Tensor::new(dtype, &right.shape, bytes).ok());
    Some([low?, high?])
}

/// The least and the greatest element of a dtype.
fn whole_range(dtype: DType) -> Vec<Vec<u8>> {
    let size = dtype.size();
    let bytes = |value: i128| value.to_le_bytes()[..size].to_vec();
    match (dtype.integer_range(), format(dtype)) {
        (Some((low, high)), _) => vec![bytes(low), bytes(high)],
        (None, Some(format)) => {
            let infinity = i128::from(format.infinity_bits());
            vec![bytes(infinity | i128::from(format.sign_bit())), bytes(infinity)]
        }
        (None, None) => vec![vec![0; size], bytes(1)],
    }
}
