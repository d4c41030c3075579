//! Random calls of `cumprod`.

use super::{Cumprod, in_place, lines_along, listed};
use crate::operator::zeros;
use crate::oracle::Lines;
use crate::random::{Source, conversions, shapes, values};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::tensor::Dims;
use ascertain::{DType, DTypeSet, Tensor};

/// A valid call.
pub(super) fn call(source: &mut Source, contract: &'static Contract) -> Invocation {
    let listed = listed(contract);
    let floats: DTypeSet = listed.iter().filter(|d| d.is_float()).collect();
    let draw = |source: &mut Source| {
        let some = if source.chance(66) { floats } else { listed };
        source.one_of(some)
    };
    let (from, to) = (draw(source), if source.chance(16) { Some(draw(source)) } else { None });
    let inplace = to.is_none() && source.chance(20);
    let shapes::LineShape { shape, dim } = shapes::draw(source, shapes::Mix::OftenLong);
    let rank = shape.len() as i64;
    let dim = if source.chance(40) { dim as i64 - rank.max(1) } else { dim as i64 };
    let input = input(source, &shape, dim, from, to, inplace);
    if inplace {
        return in_place(input, dim);
    }
    let out = if source.chance(8) { shapes::strided(source, to.unwrap_or(from), &shape) } else { None };
    match out {
        Some(out) => Cumprod::given(input, dim, to).with("out", Arg::Tensor(out)),
        None => Cumprod.call(contract, input, dim, to),
    }
}

/// The input: plain, with gaps, or, where it is only read, with elements that share places.
fn input(
    source: &mut Source,
    shape: &Dims<usize>,
    dim: i64,
    from: DType,
    to: Option<DType>,
    inplace: bool,
) -> Tensor {
    let fill = |source: &mut Source, bytes: &mut [u8], lines: Lines| match to {
        Some(to) if to != from => conversions::fill_for(source, from, to, bytes, lines),
        _ => values::fill_lines(source, from, bytes, lines),
    };
    let (strided, overlap) = (source.chance(17), source.chance(30));
    if strided
        && overlap
        && !inplace
        && let Some(mut view) = shapes::overlapping(source, from, shape)
    {
        // As its elements share places, the storage is steered as one line.
        let n = view.storage().len() / from.size();
        fill(source, view.storage_mut(), Lines { outer: 1, n, inner: 1 });
        return view;
    }
    let mut plain = zeros(from, shape);
    let lines = lines_along(dim, &plain);
    fill(source, plain.storage_mut(), lines);
    let view = if strided { shapes::strided(source, from, shape) } else { None };
    match view {
        Some(mut view) => {
            view.set_elements(plain.storage());
            view
        }
        None => plain,
    }
}
