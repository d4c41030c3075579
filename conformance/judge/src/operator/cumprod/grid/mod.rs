//! Fixed calls of `cumprod`: small ones over all dtypes, ranks and layouts, then long lines, then conversions, then paths that
//! these leave out.

mod corners;
mod edges;
mod long;

use super::{Cumprod, in_place, listed};
use crate::operator::{patterned_view, shape_name};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::element::converter;
use ascertain::{DType, Layout, Tensor};

pub(super) fn calls(contract: &'static Contract) -> Vec<(String, Invocation)> {
    let listed = listed(contract);
    let mut calls = Vec::new();
    for dtype in listed.iter() {
        for shape in [
            &[1][..],
            &[5],
            &[2, 3],
            &[3, 1, 4],
            &[2, 2, 3, 2],
            &[1, 2, 1, 2, 1, 2, 1, 3],
            &[0],
            &[2, 0],
            &[0, 3],
        ] {
            let rank = shape.len() as i64;
            // Every dim of the small shapes, from both ends; the ends of the long one.
            let dims = (-rank..rank).filter(|d| rank <= 4 || [-rank, -1, 0, rank - 1].contains(d));
            for dim in dims {
                let name = format!("{dtype}/{}/dim={dim}", shape_name(shape));
                calls.push((name.clone(), Cumprod.call(contract, filled(dtype, shape), dim, None)));
                // The pages deny empty tensors in place, the code takes them.
                let in_place = in_place(filled(dtype, shape), dim);
                if contract.broken_by(in_place.args()).next().is_none() {
                    calls.push((format!("{name}/inplace"), in_place));
                }
            }
        }
        for (name, layout, storage) in layouts() {
            let input = filled_view(dtype, layout, storage);
            calls.push((format!("{dtype}/{name}"), Cumprod.call(contract, input.clone(), 0, None)));
            calls.push((format!("{dtype}/{name}/inplace"), in_place(input.clone(), 1)));
            // A gap in out as well: nothing outside the view may change.
            let with_gaps =
                Cumprod.call(contract, input.to_contiguous(), -1, None).with("out", Arg::Tensor(input));
            calls.push((format!("{dtype}/{name}/out"), with_gaps));
        }
        for to in listed.iter().filter(|to| *to != dtype) {
            calls.push((
                format!("{dtype}-as-{to}/4x2/dim=0"),
                Cumprod.call(contract, filled(dtype, &[4, 2]), 0, Some(to)),
            ));
        }
        calls.push((
            format!("{dtype}-as-{dtype}/4/dim=0"),
            Cumprod.call(contract, filled(dtype, &[4]), 0, Some(dtype)),
        ));
    }
    calls.extend(long::calls(contract));
    calls.extend(edges::calls(contract));
    calls.extend(corners::calls(contract));
    calls
}

/// Factors whose products stay small and tell orders apart: signs, fractions where there are any, a zero rarely.
pub(super) fn filled(dtype: DType, shape: &[usize]) -> Tensor {
    filled_view(dtype, Layout::contiguous(shape), shape.iter().product())
}

fn filled_view(dtype: DType, layout: Layout, elements: usize) -> Tensor {
    const FACTORS: [f64; 11] = [3.0, -2.0, 1.5, 7.0, -1.0, 2.5, 5.0, -0.75, 1.0, 2.0, -3.25];
    let mut tensor = patterned_view(dtype, layout, elements);
    let convert = converter(DType::F64, dtype);
    let storage = tensor.storage_mut().chunks_exact_mut(dtype.size());
    for (i, element) in storage.enumerate() {
        // Dtypes without a product keep the pattern: they are asked only to be refused.
        if let Some(convert) = convert {
            convert(&FACTORS[i % FACTORS.len()].to_le_bytes(), element);
        }
    }
    tensor
}

/// Sets the elements of a plain tensor, in row-major order.
fn set(tensor: &mut Tensor, word: impl FnMut(usize) -> u64) {
    fn each<const SIZE: usize>(bytes: &mut [u8], mut word: impl FnMut(usize) -> u64) {
        for (at, element) in bytes.as_chunks_mut::<SIZE>().0.iter_mut().enumerate() {
            element.copy_from_slice(&word(at).to_le_bytes()[..SIZE]);
        }
    }
    let (size, bytes) = (tensor.dtype().size(), tensor.storage_mut());
    match size {
        1 => each::<1>(bytes, word),
        2 => each::<2>(bytes, word),
        4 => each::<4>(bytes, word),
        _ => each::<8>(bytes, word),
    }
}

/// Views with gaps: name, layout, elements of storage.
fn layouts() -> Vec<(&'static str, Layout, usize)> {
    type View = (&'static str, &'static [usize], &'static [isize], usize, usize);
    let views: [View; 4] = [
        ("4x3-strides-8x2-offset-5", &[4, 3], &[8, 2], 5, 40),
        ("3x4-transposed", &[3, 4], &[1, 3], 0, 12),
        ("2x3-rows-backwards", &[2, 3], &[-3, 1], 3, 6),
        ("2x1x3-odd-stride-of-one", &[2, 1, 3], &[6, 17, 2], 1, 14),
    ];
    let build = |(name, shape, strides, offset, storage)| {
        Layout::strided(shape, strides, offset).ok().map(|layout| (name, layout, storage))
    };
    views.into_iter().filter_map(build).collect()
}
