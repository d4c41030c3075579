//! `cumprod`: the input is converted first, float products are judged by the oracle, integer products exactly.

mod blame;
mod by_line;
mod draw;
mod floats;
mod grid;
mod integers;
mod large;
mod widened;

use self::grid::filled;
use super::declarations::format;
use super::{Context, LargeCall, Operator, declarations, place, unwritten};
use crate::error_statistics::{ErrorStatistics, LONGEST, Products};
use crate::oracle::Lines;
use crate::properties::Properties;
use crate::random::Source;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{CUMPROD, Contract, OperatorSpec};
use ascertain::{DType, DTypeSet, Tensor};

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
        let judged = |answer: &Tensor| products(call, input, answer, context);
        if answer.dtype() != compute {
            let id = blame::of_call(FailKind::DType, call, context.contract);
            let failure = Judgement::fail(id, FailKind::DType, compute.name(), answer.dtype().name());
            // What an adapter declares of its results is about those without a dtype.
            let has_own =
                matches!(call.args[DTYPE], Arg::Absent) && !matches!(call.args[INPLACE], Arg::Flag(true));
            let support = context.support.filter(|_| has_own);
            return widened::judge((input, compute), answer, support, failure, judged);
        }
        if answer.shape() != input.shape() {
            let (right, got) = (format!("shape {:?}", input.shape()), format!("shape {:?}", answer.shape()));
            let id = blame::of_call(FailKind::Shape, call, context.contract);
            return Judgement::fail(id, FailKind::Shape, right, got);
        }
        judged(answer)
    }

    fn compare(
        &self,
        index: u64,
        call: &Invocation,
        answer: &Tensor,
        contract: &Contract,
        drift: &mut ErrorStatistics,
    ) {
        let Arg::Tensor(input) = &call.args[INPUT] else { return };
        let (dtype, lines) = (answer.dtype(), lines(call, input, contract));
        // Converted factors may be rounded in several ways.
        let Some(format) = format(dtype).filter(|_| input.dtype() == dtype) else { return };
        if lines.count() > 0 && ErrorStatistics::takes(index, lines.n) {
            let line = index as usize % lines.count();
            let (factors, products) = (input.elements(), answer.elements());
            let factors = (0..lines.n.min(LONGEST)).map(|at| format.load(&factors, lines.at(line, at)));
            let known = Products::of(format, &factors.collect::<Vec<_>>());
            let product = |at| format.load(&products, lines.at(line, at));
            drift.sample((call.operator.name, dtype, index), &known, None, product);
        }
    }

    fn describe(&self, call: &Invocation, contract: &'static Contract, properties: &mut Properties) {
        if matches!(call.args[INPLACE], Arg::Flag(true)) {
            properties.say("in place");
        }
        let Arg::Tensor(input) = &call.args[INPUT] else { return };
        let compute = contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype());
        properties.value("computed in {}", compute);
        if compute.is_integer() || compute.is_float() {
            let class = if compute.is_integer() { "integers" } else { "floats" };
            properties.say(format!("computed in {class}"));
        }
        if compute != input.dtype() {
            properties.say("converted");
            properties.say(format!("converted from {} to {compute}", input.dtype()));
        }
        let lines = lines(call, input, contract);
        properties.length = Some(lines.n);
        if lines.outer > 1 {
            properties.say("dimensions before dim");
        }
        if lines.inner > 1 {
            properties.say("dimensions after dim");
        }
    }

    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
        grid::calls(contract)
    }

    fn large(&self) -> &'static [LargeCall] {
        large::CALLS
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
        draw::call(source, contract)
    }

    fn fuzz_weight(&self) -> usize {
        3000
    }

    fn complete(&self, call: &mut Invocation, _: &'static Contract) {
        let Arg::Tensor(input) = &call.args[INPUT] else { return };
        if matches!(call.args[INPLACE], Arg::Flag(true)) {
            return;
        }
        // `out` decides the dtype in some editions; with none yet, input's does.
        let compute = match &call.args[DTYPE] {
            Arg::DType(dtype) => *dtype,
            _ => input.dtype(),
        };
        if let Some(out) = unwritten(compute, input.shape()) {
            call.args[OUT] = Arg::Tensor(out);
        }
    }

    fn check_declaration(&self, key: &str, value: &str) -> Result<(), String> {
        declarations::check(key, value)
    }

    fn broken_by_declaration(&self, support: &OperatorSupport, contract: &Contract) -> Option<Judgement> {
        widened::declared(support, contract)
    }

    fn broken(&self, kind: FailKind, call: &Invocation, contract: &'static Contract) -> Option<&'static str> {
        Some(blame::of_call(kind, call, contract))
    }

    fn targets<'a>(&self, call: &'a Invocation) -> Vec<&'a Tensor> {
        let at = if matches!(call.args[INPLACE], Arg::Flag(true)) { INPUT } else { OUT };
        call.args().tensor(at).into_iter().collect()
    }
}

/// Judges the elements of an answer with input's shape, computed in the answer's dtype.
fn products(call: &Invocation, input: &Tensor, answer: &Tensor, context: Context<'_>) -> Judgement {
    let (compute, lines) = (answer.dtype(), lines(call, input, context.contract));
    let elements = answer.elements();
    let mut judgement = if let Some(format) = format(compute) {
        floats::judge(&floats::Array { input, compute, format, got: &elements, lines }, context.support)
    } else {
        integers::judge(input, compute, &elements, lines)
    };
    judgement.elements = input.layout().count() as u64;
    if let (Some(FailKind::Value), Some(at)) = (judgement.kind, &judgement.at) {
        let wrong = blame::Wrong { input, compute, lines, at, got: &elements };
        judgement.requirement = Some(blame::of_element(call, &wrong));
    }
    judgement
}

impl Cumprod {
    /// A call with an output that fits.
    fn call(self, contract: &'static Contract, input: Tensor, dim: i64, dtype: Option<DType>) -> Invocation {
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
fn listed(contract: &Contract) -> DTypeSet {
    super::listed(contract, "input")
}

/// How the lines of a call lie in the row-major elements.
fn lines(call: &Invocation, input: &Tensor, contract: &Contract) -> Lines {
    contract
        .derived_int("axis", call.args())
        .map_or(Lines { outer: 1, n: 1, inner: 1 }, |dim| lines_along(dim, input))
}

/// How the lines along dim lie in the row-major elements.
fn lines_along(dim: i64, input: &Tensor) -> Lines {
    let (shape, rank) = (input.shape(), input.layout().rank() as i64);
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
