//! Right answers pass: what vectors store, by the oracle too, and what any implementation that obeys the documents
//! computes, whatever its order of evaluation, its accumulator, and its treatment of subnormals.

use super::{VectorJudge, by_documents, right, stored_cases};
use ascertain::backend::{Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::document::PROFILES;
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use ascertain_judge::oracle::{Arithmetic, Flush, Format, Order, Subnormals};

/// Orders that implementations use, and a few blocks short enough to matter for short lines.
const ORDERS: [Order; 8] = [
    Order::Sequential,
    Order::KoggeStone,
    Order::Sklansky,
    Order::OddEven,
    Order::Blocks(2),
    Order::Blocks(3),
    Order::Blocks(16),
    Order::ChainedBlocks(2),
];

fn format(dtype: DType) -> Option<Format> {
    Some(match dtype {
        DType::F16 => Format::F16,
        DType::Bf16 => Format::BF16,
        DType::F32 => Format::F32,
        DType::F64 => Format::F64,
        _ => return None,
    })
}

/// Every way of multiplying in `format`: its own accumulator and wider ones, subnormals kept or flushed.
fn arithmetics(format: Format) -> Vec<Arithmetic> {
    let accumulators = [Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87];
    let wide = accumulators.into_iter().filter(|accumulator| accumulator.holds(format));
    let ways = |accumulator: Format| {
        let wider = accumulator != format;
        let flushed = Flush::ways(Some(Subnormals::Flush), wider);
        let ways = Flush::ways(Some(Subnormals::Keep), wider).into_iter().chain(flushed);
        ways.map(move |flush| Arithmetic { format, accumulator, flush }).collect::<Vec<_>>()
    };
    wide.flat_map(ways).collect()
}

/// Input converted to the dtype of the computation: in one step, and through f32; subnormal numbers read as zeros or
/// not, results that are tiny before they are rounded flushed or not.
fn conversions(input: &Tensor, to: DType) -> Vec<Vec<u8>> {
    let elements = input.elements();
    let step = |from: DType, to: DType, elements: &[u8]| -> Vec<u8> {
        let convert = converter(from, to).unwrap_or_else(|| panic!("{from} to {to}"));
        let mut converted = vec![0; elements.len() / from.size() * to.size()];
        let pairs = elements.chunks_exact(from.size()).zip(converted.chunks_exact_mut(to.size()));
        pairs.for_each(|(from, to)| convert(from, to));
        converted
    };
    let direct = step(input.dtype(), to, &elements);
    let twice = step(DType::F32, to, &step(input.dtype(), DType::F32, &elements));
    // The only conversions that real frameworks do in two steps.
    let kept = if to.bits() == 16 && input.dtype().bits() >= 32 { vec![direct, twice] } else { vec![direct] };
    let of_floats = kept.iter().filter(|_| input.dtype().is_float() && input.dtype() != to);
    let flushed =
        of_floats.flat_map(|one| [input.dtype(), to].map(|below| flushed(input, to, one.clone(), below)));
    let flushed: Vec<_> = flushed.collect();
    [kept, flushed].concat()
}

/// The same with zeros for what is subnormal in the dtype `below` before it is converted.
fn flushed(input: &Tensor, to: DType, mut converted: Vec<u8>, below: DType) -> Vec<u8> {
    let to_double = converter(input.dtype(), DType::F64).expect("a float");
    let least = 2f64.powi(format(below).expect("a float").min_exp() as i32);
    let elements = input.elements();
    for (source, result) in
        elements.chunks_exact(input.dtype().size()).zip(converted.chunks_exact_mut(to.size()))
    {
        let mut double = [0; 8];
        to_double(source, &mut double);
        let x = f64::from_le_bytes(double);
        if x.abs() < least {
            converter(DType::F64, to).expect("a float")(&0f64.copysign(x).to_le_bytes(), result);
        }
    }
    converted
}

/// The products of every line of `factors` along dim.
fn scanned(
    call: &Invocation,
    input: &Tensor,
    factors: &[u8],
    order: Order,
    arithmetic: &Arithmetic,
) -> Vec<u8> {
    let (shape, size) = (input.shape(), arithmetic.format.bytes());
    let Arg::Int(dim) = call.get("dim") else { panic!("dim is {:?}", call.get("dim")) };
    let dim = usize::try_from(if *dim < 0 { dim + shape.len() as i64 } else { *dim });
    let dim = dim.unwrap_or_else(|_| panic!("dim of {call:?}"));
    let (n, inner) = match shape.get(dim) {
        Some(&n) => (n, shape[dim + 1..].iter().product::<usize>()),
        // Rank 0.
        None => (1, 1),
    };
    let mut result = factors.to_vec();
    for start in (0..factors.len() / size).filter(|at| n > 0 && at / inner % n == 0) {
        let place = |i: usize| (start + i * inner) * size;
        let bits = |i: usize| {
            factors[place(i)..][..size].iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
        };
        let mut line: Vec<_> = (0..n).map(|i| arithmetic.load(bits(i))).collect();
        order.scan(&mut line, |a, b| arithmetic.multiply(a, b));
        // The first element is a copy.
        for (i, value) in line.into_iter().enumerate().skip(1) {
            result[place(i)..][..size].copy_from_slice(&arithmetic.store(value).to_le_bytes()[..size]);
        }
    }
    result
}

#[test]
fn what_a_vector_stores_is_right_by_the_vector_and_by_the_oracle() {
    for profile in PROFILES {
        let judge = VectorJudge::new(profile.name);
        let (mut answers, mut refusals) = (0, 0);
        for (case, stored) in stored_cases(&judge.editions) {
            let id = format!("profile {}: {}", profile.name, case.id);
            for (i, answer) in stored.answers.iter().enumerate() {
                answers += 1;
                let by_vector = judge.answer(&case, answer);
                assert!(right(&by_vector), "{id}, answer {i}: {by_vector:#?}");
                let by_oracle = judge.answer(&by_documents(&case), answer);
                assert!(right(&by_oracle), "{id}, answer {i}, by the documents: {by_oracle:#?}");
            }
            if stored.answers.is_empty() {
                refusals += 1;
                let names = stored.statuses.iter().map(|s| Some(i64::from(*s)));
                // A rejection without a status passes too, since few interfaces have one.
                for status in names.chain([None]) {
                    let reply = Reply::Rejected(Rejection { status, message: "no".into() });
                    let by_vector = judge.judge(&case, &reply);
                    assert!(right(&by_vector), "{id}, status {status:?}: {by_vector:#?}");
                    let by_rules = judge.judge(&by_documents(&case), &reply);
                    assert!(right(&by_rules), "{id}, status {status:?}, by the documents: {by_rules:#?}");
                }
            }
        }
        assert!(answers >= 100 && refusals >= 20, "{}: {answers} answers, {refusals} refusals", profile.name);
    }
}

#[test]
fn every_honest_implementation_passes_the_vectors() {
    let judge = VectorJudge::new("documented");
    let mut answers = 0;
    let mut failed = Vec::new();
    for (case, stored) in stored_cases(&judge.editions) {
        let (Call::Operate(call), Some(answer)) = (&case.call, stored.answers.first()) else { continue };
        let (Arg::Tensor(input), Some(format)) = (call.get("input"), format(answer.dtype())) else {
            continue;
        };
        if call.operator.name != "cumprod" {
            continue;
        }
        for factors in conversions(input, answer.dtype()) {
            for (order, arithmetic) in
                ORDERS.into_iter().flat_map(|o| arithmetics(format).into_iter().map(move |a| (o, a)))
            {
                answers += 1;
                let bytes = scanned(call, input, &factors, order, &arithmetic);
                let honest =
                    Tensor::new(answer.dtype(), answer.shape(), bytes).unwrap_or_else(|e| panic!("{e}"));
                let judgement = judge.answer(&case, &honest);
                if !right(&judgement) {
                    let says = judgement.detail.unwrap_or_default();
                    failed.push(format!("{}, {order}, {arithmetic:?}: {honest:?}: {says}", case.id));
                }
            }
        }
    }
    assert!(answers > 5000, "{answers} answers");
    assert!(
        failed.is_empty(),
        "{} of {answers} honest answers fail, the first:\n{}",
        failed.len(),
        failed[0]
    );
}
