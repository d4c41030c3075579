//! The oracle: exact sums modulo 2^bits; and what calls of `tally` look like.

use crate::TALLY;
use crate::requirement::tally::VALUE;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, OperatorSpec};
use ascertain::{DType, Tensor};
use ascertain_conformance::operator::{Context, Operator, shape_name};
use ascertain_conformance::random::{Source, shapes, values};
use ascertain_conformance::verdict::{FailKind, Judgement, Verdict};

/// The operator of `tally`.
#[derive(Clone, Copy, Debug)]
pub struct Tally;

impl Operator for Tally {
    fn spec(&self) -> &'static OperatorSpec {
        &TALLY
    }

    fn judge(&self, call: &Invocation, answer: &Tensor, _: Context<'_>) -> Judgement {
        let (Arg::Tensor(input), Arg::Int(dim)) = (call.get("input"), call.get("dim")) else {
            return Judgement::of(Verdict::Skipped).with_detail("input or dim is missing");
        };
        let (dtype, shape) = (input.dtype(), input.shape());
        if answer.dtype() != dtype {
            return Judgement::fail(VALUE, FailKind::DType, dtype.name(), answer.dtype().name());
        }
        if answer.shape() != shape {
            return Judgement::fail(
                VALUE,
                FailKind::Shape,
                format!("{shape:?}"),
                format!("{:?}", answer.shape()),
            );
        }
        let got = words(answer);
        let dim =
            usize::try_from(if *dim < 0 { dim + shape.len() as i64 } else { *dim }).unwrap_or(usize::MAX);
        let mut judgement = Judgement::of(Verdict::Pass);
        for (at, (&got, right)) in got.iter().zip(sums(words(input), shape, dim)).enumerate() {
            let right = right & (u64::MAX >> (64 - dtype.bits()));
            if got != right {
                judgement =
                    Judgement::fail(VALUE, FailKind::Value, format!("{right:#x}"), format!("{got:#x}"));
                judgement.at = Some(place(shape, at));
                break;
            }
        }
        judgement.elements = got.len() as u64;
        judgement
    }

    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
        let mut calls = Vec::new();
        for dtype in listed(contract) {
            for shape in [&[1][..], &[7], &[3, 4], &[2, 1, 5], &[0], &[0, 2]] {
                for dim in -(shape.len() as i64)..shape.len() as i64 {
                    calls.push((
                        format!("{dtype}/{}/dim={dim}", shape_name(shape)),
                        tally(counting(dtype, shape), dim),
                    ));
                }
            }
        }
        calls
    }

    fn samples(&self, _: &'static Contract) -> Vec<Invocation> {
        vec![tally(counting(DType::S32, &[2, 3]), 0), tally(counting(DType::U8, &[4]), -1)]
    }

    fn broken(&self, _: FailKind, _: &Invocation, _: &'static Contract) -> Option<&'static str> {
        Some(VALUE)
    }

    fn complete(&self, call: &mut Invocation, _: &'static Contract) {
        let (Arg::Tensor(input), Some(at)) = (call.get("input"), TALLY.argument("out")) else { return };
        if let Ok(out) = Tensor::zeros(input.dtype(), input.shape()) {
            call.args[at] = Arg::Tensor(out);
        }
    }

    fn fuzz(&self, source: &mut Source, contract: &'static Contract) -> Invocation {
        let dtype = source.pick(&listed(contract));
        let shapes::LineShape { shape, dim } = shapes::draw(source, shapes::Mix::OftenLong);
        let view = if source.chance(20) { shapes::strided(source, dtype, &shape) } else { None };
        let mut input = view.unwrap_or_else(|| counting(dtype, &shape));
        let mut elements = vec![0; input.layout().count() * dtype.size()];
        values::fill(source, dtype, &mut elements);
        input.set_elements(&elements);
        let out = if source.chance(10) { shapes::strided(source, dtype, &shape) } else { None };
        let call = tally(input, dim as i64);
        out.map_or(call.clone(), |out| call.with("out", Arg::Tensor(out)))
    }
}

fn listed(contract: &Contract) -> Vec<DType> {
    contract.functions.iter().flat_map(|f| f.parameters).flat_map(|p| p.dtypes.iter()).collect()
}

fn tally(input: Tensor, dim: i64) -> Invocation {
    let mut call = Invocation::new(&TALLY).with("input", Arg::Tensor(input)).with("dim", Arg::Int(dim));
    Tally.complete(&mut call, &TALLY.contracts[0]);
    call
}

/// 1, 2, 3 and so on in every byte, so that sums wrap.
fn counting(dtype: DType, shape: &[usize]) -> Tensor {
    let bytes = (1..=shape.iter().product::<usize>() * dtype.size()).map(|i| i as u8);
    // Invariant: as many bytes as the shape takes.
    #[expect(clippy::unwrap_used, reason = "the shapes are written in this module")]
    Tensor::new(dtype, shape, bytes.collect()).unwrap()
}

/// Elements as words, row-major.
fn words(tensor: &Tensor) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    tensor.elements().chunks_exact(tensor.dtype().size()).map(word).collect()
}

/// The sums along dim of what lies in each line up to an element; the elements themselves where there is no dim.
fn sums(mut words: Vec<u64>, shape: &[usize], dim: usize) -> Vec<u64> {
    let Some(&n) = shape.get(dim) else { return words };
    let inner: usize = shape[dim + 1..].iter().product();
    for at in (0..words.len()).filter(|at| !(at / inner).is_multiple_of(n)) {
        words[at] = words[at].wrapping_add(words[at - inner]);
    }
    words
}

fn place(shape: &[usize], at: usize) -> Vec<usize> {
    (0..shape.len()).map(|k| at / shape[k + 1..].iter().product::<usize>() % shape[k]).collect()
}
