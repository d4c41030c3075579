//! `cumprod`: the input is converted first, float products are judged by the oracle, integer products exactly.

mod blame;
pub mod declared;
pub(crate) mod factors;
mod floats;
mod integers;
pub(crate) mod out_of_range;

use self::declared::format;
use super::{Context, Operator, shape_name};
use crate::case::Cited;
use crate::oracle::Lines;
use crate::random::{Source, shapes, values};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{CUMPROD, Contract, OperatorSpec};
use ascertain::element::converter;
use ascertain::{DType, DTypeSet, Layout, Tensor, requirement};

const INPUT: usize = CUMPROD.place("input");
const DIM: usize = CUMPROD.place("dim");
const DTYPE: usize = CUMPROD.place("dtype");
const INPLACE: usize = CUMPROD.place("inplace");
const OUT: usize = CUMPROD.place("out");

/// `cumprod`.
#[derive(Clone, Copy, Debug)]
pub struct Cumprod;

impl Operator for Cumprod {
    fn spec(&self) -> &'static OperatorSpec {
        &CUMPROD
    }

    fn judge(&self, call: &Invocation, answer: &Tensor, context: Context<'_>) -> Judgement {
        let Arg::Tensor(input) = &call.args[INPUT] else {
            return Judgement::of(Verdict::Skipped).with_detail("input is missing");
        };
        let compute = context.contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
        if answer.dtype() != compute {
            return Judgement::fail(FailKind::DType, compute.name(), answer.dtype().name());
        }
        if answer.shape() != input.shape() {
            let (right, got) = (format!("shape {:?}", input.shape()), format!("shape {:?}", answer.shape()));
            return Judgement::fail(FailKind::Shape, right, got);
        }
        let lines = lines(call, input, context.contract);
        let elements = answer.elements();
        let mut judgement = if let Some(format) = format(compute) {
            floats::judge(&floats::Array { input, compute, format, got: &elements, lines }, context.support)
        } else {
            integers::judge(input, compute, &elements, lines)
        };
        judgement.elements = input.layout().count() as u64;
        // What contradicts a declaration alone breaks no document's rule.
        if let (Some(FailKind::Value), Some(at)) = (judgement.kind, &judgement.at) {
            let id = blame::requirement(call, &blame::Wrong { input, compute, lines, at, got: &elements });
            judgement.requirement = Some(id);
            judgement.cite = context.contract.requirement(id).map(|r| Cited::Document(r.cite));
        }
        judgement
    }

    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
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
                    calls.push((name.clone(), self.call(contract, filled(dtype, shape), dim, None)));
                    // The pages deny empty tensors in place, the code takes them.
                    let in_place = in_place(filled(dtype, shape), dim);
                    if contract.broken_by(in_place.args()).next().is_none() {
                        calls.push((format!("{name}/inplace"), in_place));
                    }
                }
            }
            for (name, layout, storage) in layouts() {
                let input = filled_view(dtype, layout, storage);
                calls.push((format!("{dtype}/{name}"), self.call(contract, input.clone(), 0, None)));
                calls.push((format!("{dtype}/{name}/inplace"), in_place(input.clone(), 1)));
                // A gap in out as well: nothing outside the view may change.
                let with_gaps =
                    self.call(contract, input.to_contiguous(), -1, None).with("out", Arg::Tensor(input));
                calls.push((format!("{dtype}/{name}/out"), with_gaps));
            }
            for to in listed.iter().filter(|to| *to != dtype) {
                calls.push((
                    format!("{dtype}-as-{to}/4x2/dim=0"),
                    self.call(contract, filled(dtype, &[4, 2]), 0, Some(to)),
                ));
            }
            calls.push((
                format!("{dtype}-as-{dtype}/4/dim=0"),
                self.call(contract, filled(dtype, &[4]), 0, Some(dtype)),
            ));
        }
        calls
    }

    fn samples(&self, contract: &'static Contract) -> Vec<Invocation> {
        let mut samples = Vec::new();
        for (dtype, shape) in [(DType::F32, &[2, 3][..]), (DType::S64, &[3]), (DType::F16, &[2, 1, 2, 2])] {
            samples.push(self.call(contract, filled(dtype, shape), 0, None));
            samples.push(in_place(filled(dtype, shape), 0));
        }
        samples.push(self.call(contract, filled(DType::S32, &[2, 3]), 0, Some(DType::F32)));
        samples
    }

    fn fuzz(&self, source: &mut Source, contract: &'static Contract) -> Invocation {
        let listed = listed(contract);
        let floats: DTypeSet = listed.iter().filter(|d| d.is_float()).collect();
        let draw = |source: &mut Source| {
            let some = if source.chance(66) { floats } else { listed };
            source.one_of(some)
        };
        let (from, to) = (draw(source), if source.chance(14) { Some(draw(source)) } else { None });
        let shapes::LineShape { shape, dim } = shapes::lines(source);
        let view = if source.chance(15) { shapes::strided(source, from, &shape) } else { None };
        let mut input = super::zeros(from, &shape);
        match to {
            Some(to) if to != from => values::fill_for(source, from, to, input.storage_mut()),
            _ => values::fill(source, from, input.storage_mut()),
        }
        if let Some(mut view) = view {
            view.set_elements(input.storage());
            input = view;
        }
        let rank = shape.len() as i64;
        let dim = if source.chance(40) { dim as i64 - rank.max(1) } else { dim as i64 };
        if to.is_none() && source.chance(20) {
            return in_place(input, dim);
        }
        let out = if source.chance(8) { shapes::strided(source, to.unwrap_or(from), &shape) } else { None };
        match out {
            Some(out) => Self::given(input, dim, to).with("out", Arg::Tensor(out)),
            None => self.call(contract, input, dim, to),
        }
    }

    fn fuzz_weight(&self) -> usize {
        3
    }

    fn complete(&self, call: &mut Invocation, contract: &'static Contract) {
        let Arg::Tensor(input) = &call.args[INPUT] else { return };
        if matches!(call.args[INPLACE], Arg::Flag(true)) {
            return;
        }
        // `out` decides the dtype in some editions; with none yet, input's does.
        let compute = match &call.args[DTYPE] {
            Arg::DType(dtype) => *dtype,
            _ => input.dtype(),
        };
        if let Ok(out) = Tensor::zeros(compute, input.shape()) {
            call.args[OUT] = Arg::Tensor(out);
        }
        debug_assert_eq!(contract.operator, CUMPROD.name);
    }

    fn check_declaration(&self, key: &str, value: &str) -> Result<(), String> {
        declared::check(key, value)
    }

    fn outside(&self) -> Option<&'static str> {
        Some(requirement::cumprod::OUTSIDE)
    }

    fn target<'a>(&self, call: &'a Invocation) -> Option<&'a Tensor> {
        let at = if matches!(call.args[INPLACE], Arg::Flag(true)) { INPUT } else { OUT };
        match &call.args[at] {
            Arg::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }
}

impl Cumprod {
    /// A call with an output that fits.
    pub(crate) fn call(
        self,
        contract: &'static Contract,
        input: Tensor,
        dim: i64,
        dtype: Option<DType>,
    ) -> Invocation {
        let mut call = Self::given(input, dim, dtype);
        self.complete(&mut call, contract);
        call
    }

    /// The call without `out`.
    fn given(input: Tensor, dim: i64, dtype: Option<DType>) -> Invocation {
        let mut call = Invocation::new(&CUMPROD);
        call.args[INPUT] = Arg::Tensor(input);
        call.args[DIM] = Arg::Int(dim);
        call.args[DTYPE] = dtype.map_or(Arg::Absent, Arg::DType);
        call
    }
}

fn in_place(input: Tensor, dim: i64) -> Invocation {
    let mut call = Invocation::new(&CUMPROD);
    call.args[INPUT] = Arg::Tensor(input);
    call.args[DIM] = Arg::Int(dim);
    call.args[INPLACE] = Arg::Flag(true);
    call
}

/// The dtypes that input may have.
pub(crate) fn listed(contract: &Contract) -> DTypeSet {
    let parameters = contract.functions.iter().flat_map(|f| f.parameters);
    parameters.filter(|p| p.name == "input").map(|p| p.dtypes).next().unwrap_or_default()
}

/// Factors whose products stay small and tell orders apart: signs, fractions where there are any, a zero rarely.
fn filled(dtype: DType, shape: &[usize]) -> Tensor {
    filled_view(dtype, Layout::contiguous(shape), shape.iter().product())
}

fn filled_view(dtype: DType, layout: Layout, elements: usize) -> Tensor {
    const FACTORS: [f64; 11] = [3.0, -2.0, 1.5, 7.0, -1.0, 2.5, 5.0, -0.75, 1.0, 2.0, -3.25];
    let mut tensor = super::patterned_view(dtype, layout, elements);
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

/// How the lines along dim lie in the row-major elements.
pub(crate) fn lines(call: &Invocation, input: &Tensor, contract: &Contract) -> Lines {
    let (shape, rank) = (input.shape(), input.layout().rank() as i64);
    let Some(dim) = contract.derived_int("axis", call.args()) else {
        return Lines { outer: 1, n: 1, inner: 1 };
    };
    match usize::try_from(if dim < 0 { dim + rank } else { dim }) {
        Ok(dim) if dim < shape.len() => Lines {
            outer: shape[..dim].iter().product(),
            n: shape[dim],
            inner: shape[dim + 1..].iter().product(),
        },
        // Rank 0, or a dim that the document leaves open: every element a line of its own.
        _ => Lines { outer: shape.iter().product(), n: 1, inner: 1 },
    }
}

/// The index of an element.
fn place(shape: &[usize], lines: Lines, outer: usize, index: usize, inner: usize) -> Vec<usize> {
    let mut flat = (outer * lines.n + index) * lines.inner + inner;
    let mut place = vec![0; shape.len()];
    for (place, &d) in place.iter_mut().zip(shape).rev() {
        (*place, flat) = (flat % d.max(1), flat / d.max(1));
    }
    place
}
