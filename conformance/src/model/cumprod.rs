//! The cumulative product: floats by the oracle, integers exactly, input converted first.

use super::declared::{declared, format};
use super::factors::{Route, converted, has_routes, open_conversions};
use super::{Context, Model, shape_name};
use crate::case::Cited;
use crate::fuzz::{Source, shapes, values};
use crate::oracle::{Format, Lines, LinesReport, Scratch, judge_lines, wrapping_products};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{CUMPROD, Contract, Operator};
use ascertain::element::converter;
use ascertain::{DType, DTypeSet, Layout, Tensor};
use std::cell::RefCell;

/// The model of `cumprod`.
#[derive(Clone, Copy, Debug)]
pub struct Cumprod;

thread_local! {
    /// Tables and buffers of the oracle, kept from case to case, for each dtype that is computed in.
    static SCRATCH: RefCell<[Scratch; DType::ALL.len()]> = RefCell::new(core::array::from_fn(|_| Scratch::new()));
}

impl Model for Cumprod {
    fn operator(&self) -> &'static Operator {
        &CUMPROD
    }

    fn judge(&self, call: &Invocation, answer: &Tensor, context: Context<'_>) -> Judgement {
        let Arg::Tensor(input) = call.get("input") else {
            return Judgement::of(Verdict::Skipped).because("input is missing");
        };
        let compute = context.contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
        if answer.dtype() != compute {
            return Judgement::fail(FailKind::DType, compute.name(), answer.dtype().name());
        }
        if answer.shape() != input.shape() {
            let (right, got) = (format!("shape {:?}", input.shape()), format!("shape {:?}", answer.shape()));
            return Judgement::fail(FailKind::Shape, right, got);
        }
        let lines = lines(call, input);
        let elements = answer.elements();
        let mut judgement = if let Some(format) = format(compute) {
            judge_floats(input, compute, format, &elements, lines, context)
        } else {
            judge_integers(input, compute, &elements, lines)
        };
        judgement.elements = input.layout().count() as u64;
        if judgement.verdict == Verdict::Fail {
            let id = if matches!(call.get("inplace"), Arg::Flag(true)) {
                "cumprod.inplace.value"
            } else {
                "cumprod.value"
            };
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
                    if !shape.contains(&0) {
                        calls.push((format!("{name}/inplace"), in_place(filled(dtype, shape), dim)));
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
        let listed: Vec<DType> = listed(contract).iter().collect();
        let floats: Vec<DType> = listed.iter().copied().filter(|d| d.is_float()).collect();
        let draw = |source: &mut Source| {
            let some = if source.chance(66) { &floats } else { &listed };
            source.pick(some)
        };
        let (from, to) = (draw(source), if source.chance(14) { Some(draw(source)) } else { None });
        let shapes::Lines { shape, dim } = shapes::lines(source);
        let view = if source.chance(15) { shapes::strided(source, from, &shape) } else { None };
        let mut input = view.unwrap_or_else(|| super::zeros(from, &shape));
        let mut elements = vec![0; input.layout().count() * from.size()];
        match to {
            Some(to) if to != from => values::fill_for(source, from, to, &mut elements),
            _ => values::fill(source, from, &mut elements),
        }
        input.set_elements(&elements);
        let rank = shape.len() as i64;
        let dim = if source.chance(40) { dim as i64 - rank.max(1) } else { dim as i64 };
        if to.is_none() && source.chance(20) {
            return in_place(input, dim);
        }
        let out = if source.chance(8) { shapes::strided(source, to.unwrap_or(from), &shape) } else { None };
        let call = self.call(contract, input, dim, to);
        match out {
            Some(out) => call.with("out", Arg::Tensor(out)),
            None => call,
        }
    }

    fn fuzz_weight(&self) -> usize {
        3
    }

    fn complete(&self, call: &mut Invocation, contract: &'static Contract) {
        let (Arg::Tensor(input), Some(at)) = (call.get("input"), CUMPROD.argument("out")) else { return };
        if matches!(call.get("inplace"), Arg::Flag(true)) {
            return;
        }
        // `out` decides the dtype in some editions; with none yet, input's does.
        let compute = match call.get("dtype") {
            Arg::DType(dtype) => *dtype,
            _ => input.dtype(),
        };
        if let Ok(out) = Tensor::zeros(compute, input.shape()) {
            call.args[at] = Arg::Tensor(out);
        }
        debug_assert_eq!(contract.operator, CUMPROD.name);
    }

    fn target<'a>(&self, call: &'a Invocation) -> Option<&'a Tensor> {
        let name = if matches!(call.get("inplace"), Arg::Flag(true)) { "input" } else { "out" };
        match call.get(name) {
            Arg::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }
}

impl Cumprod {
    fn call(self, contract: &'static Contract, input: Tensor, dim: i64, dtype: Option<DType>) -> Invocation {
        let mut call = Invocation::new(&CUMPROD)
            .with("input", Arg::Tensor(input))
            .with("dim", Arg::Int(dim))
            .with("dtype", dtype.map_or(Arg::Absent, Arg::DType));
        self.complete(&mut call, contract);
        call
    }
}

fn in_place(input: Tensor, dim: i64) -> Invocation {
    Invocation::new(&CUMPROD)
        .with("input", Arg::Tensor(input))
        .with("dim", Arg::Int(dim))
        .with("inplace", Arg::Flag(true))
}

/// The dtypes that input may have.
fn listed(contract: &Contract) -> DTypeSet {
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
    let views: [(&str, &[usize], &[isize], usize, usize); 4] = [
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
fn lines(call: &Invocation, input: &Tensor) -> Lines {
    let (shape, rank) = (input.shape(), input.layout().rank() as i64);
    let Arg::Int(dim) = call.get("dim") else { return Lines { outer: 1, n: 1, inner: 1 } };
    match usize::try_from(if *dim < 0 { dim + rank } else { *dim }) {
        Ok(dim) if dim < shape.len() => Lines {
            outer: shape[..dim].iter().product(),
            n: shape[dim],
            inner: shape[dim + 1..].iter().product(),
        },
        // Rank 0, or a dim that the document leaves open: every element a line of its own.
        _ => Lines { outer: shape.iter().product(), n: 1, inner: 1 },
    }
}

fn judge_floats(
    input: &Tensor,
    compute: DType,
    format: Format,
    got: &[u8],
    lines: Lines,
    context: Context<'_>,
) -> Judgement {
    let declared = declared(context.support, compute);
    let judge = |route| -> Result<LinesReport, String> {
        let factors = converted(input, compute, route).ok_or("no conversion to that dtype")?;
        SCRATCH.with_borrow_mut(|scratches| {
            let scratch = &mut scratches[compute.index()];
            judge_lines(format, &factors, got, lines, &declared, scratch).map_err(|e| e.to_string())
        })
    };
    let mut route = Route::Direct;
    let mut report = judge(route);
    if matches!(&report, Ok(r) if r.wrong > 0) && has_routes(input.dtype(), compute) {
        let other = judge(Route::ThroughF32);
        if matches!(&other, Ok(r) if r.wrong == 0) {
            (route, report) = (Route::ThroughF32, other);
        }
    }
    let report = match report {
        Ok(report) => report,
        Err(why) => return Judgement::of(Verdict::Skipped).because(why),
    };
    let mut judgement = Judgement::of(Verdict::Pass);
    if route == Route::ThroughF32 {
        let words = format!("{} to {compute} rounds through f32", input.dtype());
        judgement.observations.push(("cumprod.convert.before", words));
    }
    if let Some(wrong) = &report.first_wrong {
        let place = place(input.shape(), lines, wrong.outer, wrong.index, wrong.inner);
        let others = match report.wrong {
            1 => "the only wrong element".to_owned(),
            n => format!("the first of {n} wrong elements"),
        };
        judgement = Judgement::fail(
            FailKind::Value,
            wrong.expected.to_string(),
            crate::oracle::show_bits(format, wrong.got_bits),
        )
        .because(format!(
            "element {place:?}, product of {} factors, {others}: {}",
            wrong.index + 1,
            wrong.kind
        ));
        judgement.at = Some(place);
    }
    judgement.order_sensitive = report.order_sensitive;
    judgement
}

fn judge_integers(input: &Tensor, compute: DType, got: &[u8], lines: Lines) -> Judgement {
    let Some(factors) = converted(input, compute, Route::Direct) else {
        return Judgement::of(Verdict::Skipped).because("no conversion to that dtype");
    };
    let open = open_conversions(input, compute);
    let size = compute.size();
    let word = |bytes: &[u8], at: usize| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(&bytes[at * size..][..size]);
        u64::from_le_bytes(word)
    };
    let mut judgement = Judgement::of(Verdict::Pass);
    let mut right = Vec::with_capacity(lines.n);
    let mut wrong: Option<(usize, usize, usize, u64, u64)> = None;
    let mut count = 0_u64;
    for line in 0..lines.outer * lines.inner {
        let (outer, inner) = (line / lines.inner, line % lines.inner);
        let at = |i: usize| (outer * lines.n + i) * lines.inner + inner;
        // From the first factor on that the document leaves open, nothing is fixed.
        let fixed = (0..lines.n).take_while(|&i| open.as_ref().is_none_or(|open| !open[at(i)])).count();
        right.clear();
        right.extend((0..fixed).map(|i| word(&factors, at(i))));
        wrapping_products(&mut right, compute.bits());
        for (i, &right) in right.iter().enumerate() {
            let got = word(got, at(i));
            if got != right {
                count += 1;
                wrong.get_or_insert((outer, i, inner, right, got));
            }
        }
        if fixed == 0 && lines.n > 0 && judgement.observations.is_empty() {
            let words = observed_conversion(input, compute, at(0), word(got, at(0)), word(&factors, at(0)));
            judgement.observations.push(("cumprod.convert.out-of-range", words));
        }
    }
    if let Some((outer, index, inner, right, got)) = wrong {
        let place = place(input.shape(), lines, outer, index, inner);
        let others = if count == 1 {
            "the only wrong element".into()
        } else {
            format!("one of {count} wrong elements")
        };
        let failure =
            Judgement::fail(FailKind::Value, show_integer(compute, right), show_integer(compute, got))
                .because(format!(
                    "element {place:?}, product of {} factors modulo 2^{}, {others}",
                    index + 1,
                    compute.bits()
                ));
        return Judgement { observations: judgement.observations, at: Some(place), ..failure };
    }
    if !judgement.observations.is_empty() {
        judgement.verdict = Verdict::Observed;
    }
    judgement
}

/// What a backend made of a value that the dtype cannot hold: the line's first element is the converted factor.
fn observed_conversion(input: &Tensor, compute: DType, at: usize, got: u64, saturated: u64) -> String {
    let size = input.dtype().size();
    let element = &input.elements()[at * size..][..size];
    let value = if input.dtype().is_integer() {
        show_integer(input.dtype(), element.iter().rev().fold(0, |word, b| word << 8 | u64::from(*b)))
    } else {
        let mut bytes = [0; 8];
        converter(input.dtype(), DType::F64).iter().for_each(|convert| convert(element, &mut bytes));
        format!("{}", f64::from_le_bytes(bytes))
    };
    let how = match (got == saturated, input.dtype().is_integer()) {
        (true, true) => "low bits kept",
        (true, false) => "saturated, NaN as 0",
        (false, _) => "otherwise",
    };
    format!("{} {value} to {compute} gives {} ({how})", input.dtype(), show_integer(compute, got))
}

/// Decimal and bits.
fn show_integer(dtype: DType, word: u64) -> String {
    let shift = 64 - dtype.bits();
    let value = match dtype.class() {
        ascertain::dtype::Class::Signed => i128::from((word << shift) as i64 >> shift),
        _ => i128::from(word << shift >> shift),
    };
    let digits = dtype.size() * 2;
    format!("{value} (0x{:0digits$x})", word << shift >> shift)
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
