//! What to time: for each operator and dtype a valid call of the suite's grid, with tensors as large as is wanted.

use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Contract, Direction};
use ascertain::document::Editions;
use ascertain::{DType, Tensor};
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::operator::{Operator, Registry};

/// Elements with which it is tried whether a longer call is valid.
const TRIAL: usize = 1000;

/// Most lines beside each other, in each other dimension, of a call that joins elements along lines: those are to be long.
const LINES: usize = 16;

/// A call to time. Its tensors are made when it is timed, since all at once do not fit into memory.
pub struct Planned {
    operator: &'static dyn Operator,
    call: Invocation,
    /// The dtype of its first tensor.
    pub dtype: DType,
    elements: usize,
}

/// A call of each operator with each dtype that it takes. Its largest tensor has about so many elements. `operators` are areas;
/// without one, all.
#[must_use]
pub fn plan(editions: &Editions, operators: &[String], dtypes: &[DType], elements: usize) -> Vec<Planned> {
    let mut planned = Vec::new();
    for &operator in Registry::default().operators() {
        let spec = operator.spec();
        if !operators.is_empty() && !operators.iter().any(|name| name == spec.area) {
            continue;
        }
        let contract = spec.contract(editions);
        let grid = operator.grid(contract);
        for &dtype in dtypes {
            let mut calls = grid.iter().map(|(_, call)| call);
            let call = calls.find(|call| {
                call.args().dtype_of(0) == Some(dtype)
                    && enlarged(operator, contract, call, elements.min(TRIAL)).is_some()
            });
            planned.extend(call.map(|call| Planned { operator, call: call.clone(), dtype, elements }));
        }
    }
    planned
}

impl Planned {
    /// The call, which the documents judge, and the shape of its first tensor.
    #[must_use]
    pub fn case(&self, editions: &Editions) -> Option<(Case, Vec<usize>)> {
        let spec = self.operator.spec();
        let (call, shape) = enlarged(self.operator, spec.contract(editions), &self.call, self.elements)?;
        let id = format!("{}/bench/{}", spec.area, self.dtype);
        let (call, expect) = (Call::Operate(call), Expect::Documents);
        Some((Case { id: id.into(), area: spec.area, requirements: &[], call, expect }, shape))
    }
}

/// A call with longer tensors and other values, and the shape of its first one. Where elements are joined along a dimension, that one
/// is longer, elsewhere the first. `None` where that is not a valid call with a result that is known.
fn enlarged(
    operator: &dyn Operator,
    contract: &'static Contract,
    call: &Invocation,
    elements: usize,
) -> Option<(Invocation, Vec<usize>)> {
    let mut call = call.clone();
    let arguments = call.operator.arguments;
    let read: Vec<usize> = (0..arguments.len())
        .filter(|&at| arguments[at].direction != Direction::Out && matches!(call.args[at], Arg::Tensor(_)))
        .collect();
    let tensor = |call: &Invocation, at: usize| match &call.args[at] {
        Arg::Tensor(tensor) => Some(tensor.clone()),
        _ => None,
    };
    let tensors: Vec<Tensor> = read.iter().filter_map(|&at| tensor(&call, at)).collect();
    let rank = tensors.iter().map(|tensor| tensor.shape().len()).max()?;
    let joined = contract.formula(call.args()).and_then(|formula| formula.joined.as_ref());
    let along = joined.and_then(|joined| joined.along.ints(call.args())?.first().copied()).unwrap_or(0);
    let axis = usize::try_from(along.rem_euclid(i64::try_from(rank.max(1)).ok()?)).ok()?;
    let lines = if joined.is_some() { LINES } else { usize::MAX };
    let short = |(at, length): (usize, &usize)| if at == axis { *length } else { lines.min(*length) };
    let shapes = tensors.iter().map(|tensor| tensor.shape().iter().enumerate().map(short).collect());
    let shapes: Vec<Vec<usize>> = shapes.collect();
    let largest = shapes.iter().map(|shape| shape.iter().product()).max().filter(|most| *most > 0)?;
    let whole = shapes.iter().filter(|shape| shape.len() == rank);
    let length = whole.filter_map(|shape| shape.get(axis)).max().copied()?;
    let times = elements.div_ceil(largest);
    for ((&at, tensor), mut shape) in read.iter().zip(&tensors).zip(shapes) {
        // Others are broadcast along that dimension.
        if shape.len() == rank && shape[axis] == length {
            shape[axis] *= times;
        }
        let count = shape.iter().product();
        call.args[at] = Arg::Tensor(Tensor::new(tensor.dtype(), &shape, values(tensor.dtype(), count)).ok()?);
    }
    operator.complete(&mut call, contract);
    let shape = tensor(&call, *read.first()?)?.shape().to_vec();
    let is_in_place =
        call.args.iter().zip(arguments).any(|(arg, a)| a.name == "inplace" && *arg == Arg::Flag(true));
    let is_valid = contract.broken_by(call.args()).next().is_none() && operator.knows(&call, contract);
    (is_valid && !is_in_place).then_some((call, shape))
}

/// Values that every operator takes in its stride: small odd integers, and signed floats from 1/2 to 2, so that nothing is
/// subnormal and nothing is divided by zero. The product of two in a row is 1 or -1, so that those of long lines stay in range.
fn values(dtype: DType, count: usize) -> Vec<u8> {
    let size = dtype.size();
    // The size of a component, the bits of its mantissa and its bias.
    let float = match dtype {
        DType::F16 | DType::C32 => Some((2, 10, 15)),
        DType::Bf16 => Some((2, 7, 127)),
        DType::F32 | DType::C64 => Some((4, 23, 127)),
        DType::F64 | DType::C128 => Some((8, 52, 1023)),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(count * size);
    let part = float.map_or(size, |(part, ..)| part);
    for i in 0..count * size / part {
        let random = random(i);
        let bits = match float {
            Some((part, mantissa, bias)) => {
                let power = self::random(i / 2) % 3;
                let power = if i % 2 == 0 { power } else { 2 - power };
                (random >> 63) << (part * 8 - 1) | (bias + power - 1) << mantissa
            }
            None if dtype == DType::Bool => random & 1,
            None => (random % 8) | 1,
        };
        bytes.extend_from_slice(&bits.to_le_bytes()[..part]);
    }
    bytes
}

/// Pseudo-random bits for an index: the mixing function of SplitMix64.
fn random(i: usize) -> u64 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::{plan, values};
    use ascertain::DType;
    use ascertain::call::Call;
    use ascertain::document::Editions;
    use ascertain_conformance::operator::Registry;
    use std::collections::BTreeSet;

    #[test]
    fn every_operator_with_a_known_result_has_a_large_call() {
        let dtypes = [DType::F32, DType::S32, DType::Bool];
        let editions = Editions::default();
        let cases: Vec<_> = plan(&editions, &[], &dtypes, 10_000)
            .iter()
            .map(|planned| planned.case(&editions).expect("what was valid shorter is valid"))
            .collect();
        let known: BTreeSet<&str> = cases.iter().map(|(case, _)| case.area).collect();
        for operator in Registry::default().operators().iter().filter(|operator| operator.is_complete()) {
            assert!(known.contains(operator.spec().area), "{}", operator.spec().name);
        }
        for (case, shape) in cases {
            let count: usize = shape.iter().product();
            assert!(count <= 20_000, "{}: {shape:?}", case.id);
        }
        assert_eq!(plan(&Editions::default(), &["add".to_owned()], &[DType::F32], 100).len(), 1);
    }

    #[test]
    fn elements_are_joined_along_long_lines() {
        let editions = Editions::default();
        let mut joined = BTreeSet::new();
        for planned in plan(&editions, &[], &[DType::F32, DType::F16, DType::S32, DType::Bool], 100_000) {
            let (case, shape) = planned.case(&editions).expect("what was valid shorter is valid");
            let Call::Operate(call) = &case.call else { panic!("operators alone are timed") };
            let formula = planned.operator.spec().contract(&editions).formula(call.args());
            let line = formula.and_then(|formula| formula.space(call.args())?.line);
            let Some(line) = line else { continue };
            assert!(line.n >= 1000, "{}: lines of {} in {shape:?}", case.id, line.n);
            joined.insert(case.area);
        }
        assert!(joined.len() > 10, "{joined:?}");
    }

    #[test]
    fn products_of_long_lines_stay_in_range() {
        let values = values(DType::F32, 10_000);
        let values = values.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")));
        let mut product = 1.0;
        for value in values {
            product *= value;
            assert!((0.5..=2.0).contains(&f32::abs(product)), "{product}");
        }
    }
}
