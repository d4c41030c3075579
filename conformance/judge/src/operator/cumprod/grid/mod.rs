//! Fixed calls of `cumprod`: small ones over all dtypes, ranks and layouts, then long lines and views, which
//! `grid/cumprod.toml` lists, then conversions, then paths that these leave out.

mod corners;
mod edges;
mod fill;

use self::fill::{Fill, few_factors};
use super::{Cumprod, in_place, listed};
use crate::from_toml::{file, table};
use crate::operator::{patterned_view, shape_name, zeros};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Contract;
use ascertain::element::converter;
use ascertain::{DType, Layout, Tensor};
use std::sync::LazyLock;

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
    calls.extend(LISTED.long.iter().flat_map(|group| group.calls(contract)));
    for from in listed.iter() {
        for to in listed.iter().filter(|to| *to != from) {
            let call = Cumprod.call(contract, few_factors(from), 0, Some(to));
            calls.push((format!("{from}-as-{to}/lines/129/dim=0"), call));
        }
    }
    calls.extend(LISTED.views.iter().flat_map(|group| group.calls(contract)));
    calls.extend(edges::calls(contract));
    calls.extend(LISTED.corners.iter().flat_map(|group| group.calls(contract)));
    calls.extend(corners::calls(contract));
    calls
}

/// The dtypes for all that takes many elements or cases.
const FEW: [DType; 7] = [DType::F32, DType::F16, DType::Bf16, DType::F64, DType::S32, DType::S64, DType::U8];

table! {
    /// The calls of `grid/cumprod.toml`, which explains the keys.
    struct Listed {
        long: Vec<Group>,
        views: Vec<Group>,
        corners: Vec<Group>,
    }

    struct Group {
        dtypes: String,
        calls: Vec<Row>,
    }

    struct Row {
        shape: Vec<usize>,
        lengths: Vec<usize>,
        dims: Option<Vec<usize>>,
        name: Option<String>,
        strides: Option<Vec<isize>>,
        offset: usize,
        out: Option<Out>,
        fill: Fill,
        in_place: bool,
        alias: bool,
    }

    struct Out {
        strides: Vec<isize>,
        offset: usize,
    }
}

#[expect(clippy::expect_used, reason = "the file is a part of this crate, whose tests read it")]
static LISTED: LazyLock<Listed> = LazyLock::new(|| {
    file(include_str!("../../../../grid/cumprod.toml")).expect("grid/cumprod.toml is well-formed")
});

impl Group {
    fn calls(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
        let dtypes: Vec<DType> = match &*self.dtypes {
            "listed" => listed(contract).iter().collect(),
            "few" => FEW.to_vec(),
            names => names.split(", ").filter_map(DType::from_name).collect(),
        };
        let rows = dtypes.into_iter().flat_map(|dtype| self.calls.iter().map(move |row| (dtype, row)));
        rows.filter(|(dtype, row)| row.fill.fits(*dtype))
            .flat_map(|(dtype, row)| row.calls(contract, dtype))
            .collect()
    }
}

impl Row {
    fn calls(&self, contract: &'static Contract, dtype: DType) -> Vec<(String, Invocation)> {
        let lines = self.lengths.iter().map(|n| vec![*n]);
        let shapes = lines.chain((!self.shape.is_empty()).then(|| self.shape.clone()));
        let dims = self.dims.as_deref().unwrap_or(&[0]);
        let each = shapes.flat_map(|shape| dims.iter().map(move |dim| (shape.clone(), *dim)));
        each.filter_map(|(shape, dim)| self.call(contract, dtype, &shape, dim)).collect()
    }

    fn call(
        &self,
        contract: &'static Contract,
        dtype: DType,
        shape: &[usize],
        dim: usize,
    ) -> Option<(String, Invocation)> {
        let name = self.name.clone().unwrap_or_else(|| shape_name(shape));
        let name = format!("{dtype}/lines/{name}/dim={dim}");
        let input = match &self.strides {
            None => self.fill.tensor(dtype, shape, dim),
            Some(strides) => {
                self.fill.view(dtype, Layout::strided(shape, strides, self.offset).ok()?, dim)?
            }
        };
        if self.in_place {
            return Some((name + "/inplace", in_place(input, dim as i64)));
        }
        let call = Cumprod.call(contract, input, dim as i64, None);
        if self.alias {
            return Some((name + "/alias", call.with("alias", Arg::Flag(true))));
        }
        let Some(Out { strides, offset }) = &self.out else { return Some((name, call)) };
        let layout = Layout::strided(shape, strides, *offset).ok()?;
        let places = layout.positions().max()? + 3;
        let out = Tensor::view(dtype, layout, zeros(dtype, &[places]).into_storage()).ok()?;
        Some((name, call.with("out", Arg::Tensor(out))))
    }
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
