//! Cases from rules: for every requirement with a predicate, calls that break it and nothing else, and calls that
//! just satisfy it.
//!
//! They are found, not written: single arguments of the model's samples are changed in every way that a caller
//! gets them wrong, and the contract's own predicates sort the results. A rule that no such change breaks, because it
//! speaks of calls unlike every sample, is approached from the changed samples of which it speaks.

use crate::case::{Case, Expect};
use crate::model::{Model, shape_name};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Contract, Requirement};
use ascertain::{DType, Layout, Tensor};
use std::collections::HashSet;

/// At most this many calls that break, and that just satisfy, one requirement.
const EACH: usize = 48;

/// At most this many changed samples from which a rule is approached.
const APPROACHES: usize = 6;

pub(super) fn cases(model: &dyn Model, contract: &'static Contract) -> Vec<Case> {
    let name = model.operator().name;
    let near = variations(model, contract, &model.samples(contract));
    let mut cases = Vec::new();
    let mut push = |requirement: &Requirement, side: &str, variation: &Variation| {
        cases.push(Case {
            id: format!("{name}/rule/{}/{side}/{}", requirement.id, variation.signature),
            area: name,
            requirements: vec![requirement.id],
            call: Call::Operate(variation.call.clone()),
            expect: Expect::Documents,
        });
    };
    let rules = || contract.requirements.iter().enumerate();
    for (at, requirement) in rules().filter(|(_, rule)| rule.require.is_some()) {
        let (breaks, meets) = (|v: &&Variation| v.broken == 1 << at, |v: &&Variation| v.met >> at & 1 == 1);
        let approached = if near.iter().any(|v| breaks(&v)) || requirement.unbreakable.is_some() {
            None
        } else {
            let meeting = near.iter().filter(meets).take(APPROACHES);
            let calls: Vec<Invocation> = meeting.map(|v| v.call.clone()).collect();
            Some(variations(model, contract, &calls))
        };
        let variations = approached.as_ref().unwrap_or(&near);
        let breaking = || variations.iter().filter(breaks).take(EACH);
        // Calls that satisfy it are at its boundary when one change away there is one that breaks it.
        let edge: HashSet<(usize, usize)> = breaking().map(|v| v.changed).collect();
        let meeting = variations.iter().filter(|v| edge.contains(&v.changed) && meets(v)).take(EACH);
        breaking().for_each(|v| push(requirement, "breaks", v));
        meeting.for_each(|v| push(requirement, "meets", v));
    }
    // What an interface alone can be asked and no predicate says: valid calls that use it otherwise than most.
    for (at, requirement) in rules().filter(|(_, rule)| rule.require.is_none() && rule.via.is_some()) {
        let uses = |v: &&Variation| model.operator().arguments[v.changed.1].via == requirement.via;
        let special = near.iter().filter(|v| v.met >> at & 1 == 1).filter(uses);
        special.take(EACH).for_each(|v| push(requirement, "meets", v));
    }
    cases
}

/// A sample with one argument changed.
struct Variation {
    call: Invocation,
    /// Which sample, and which argument of it.
    changed: (usize, usize),
    /// The requirements that it breaks: bit `i` for requirement `i`.
    broken: u128,
    /// If it breaks none, those that speak of it and hold.
    met: u128,
    signature: String,
}

/// Every sample, with every argument changed in every way, dependent arguments both left and made to fit.
fn variations(model: &dyn Model, contract: &'static Contract, samples: &[Invocation]) -> Vec<Variation> {
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for (at, sample) in samples.iter().enumerate() {
        for (argument, description) in model.operator().arguments.iter().enumerate() {
            for arg in changed(description, &sample.args[argument], sample) {
                let mut call = sample.clone();
                call.args[argument] = arg;
                for completed in [false, true] {
                    if completed {
                        model.complete(&mut call, contract);
                    }
                    let signature = signature(&call);
                    if !askable(contract, &call) || !seen.insert(signature.clone()) {
                        continue;
                    }
                    let broken = (contract.broken)(call.args());
                    let met = if broken == 0 { met(contract, &call) } else { 0 };
                    all.push(Variation {
                        call: call.clone(),
                        changed: (at, argument),
                        broken,
                        met,
                        signature,
                    });
                }
            }
        }
    }
    all
}

/// The requirements that speak of a call and, where they have a predicate, hold.
fn met(contract: &Contract, call: &Invocation) -> u128 {
    let args = call.args();
    let holds = |r: &Requirement| r.require.is_none_or(|require| (require.holds)(args) == Some(true));
    let met = contract.requirements.iter().enumerate().filter(|(_, r)| r.applies(args) && holds(r));
    met.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// Whether the function that these arguments choose has a parameter for each of them.
pub(crate) fn askable(contract: &'static Contract, call: &Invocation) -> bool {
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
    let known = |name| function.is_some_and(|f| f.parameters.iter().any(|p| p.name == name));
    call.operator.arguments.iter().zip(&call.args).all(|(argument, arg)| {
        matches!(arg, Arg::Absent)
            || argument.via.is_some()
            || argument.kind == ArgumentKind::Flag
            || known(argument.name)
    })
}

/// Values that an argument may be changed to, its own among them.
fn changed(description: &Argument, arg: &Arg, call: &Invocation) -> Vec<Arg> {
    let rank = call.args.iter().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.layout().rank() as i64),
        _ => None,
    });
    // A scalar is indexed like a vector, where it may be indexed at all.
    let rank = rank.unwrap_or(0).max(1);
    let mut values = match (description.kind, arg) {
        (ArgumentKind::Int, _) => {
            let near = [-rank - 1, -rank, -1, 0, rank - 1, rank, rank + 1];
            near.into_iter().chain([i64::from(i32::MIN), i64::from(i32::MAX)]).map(Arg::Int).collect()
        }
        (ArgumentKind::DType, _) => DType::ALL
            .into_iter()
            .map(Arg::DType)
            .chain(description.optional.then_some(Arg::Absent))
            .collect(),
        // A flag that the documents know makes another call of it; one of an interface only asks it otherwise.
        (ArgumentKind::Flag, _) if description.via.is_some() => vec![Arg::Flag(true), Arg::Null],
        (ArgumentKind::Flag, _) => Vec::new(),
        (ArgumentKind::Tensor, Arg::Tensor(tensor)) => {
            tensors_near(tensor).into_iter().map(Arg::Tensor).collect()
        }
        (ArgumentKind::Tensor, _) => Vec::new(),
    };
    let pointer = matches!(description.kind, ArgumentKind::Tensor | ArgumentKind::Int);
    if description.via.is_none() && pointer && !matches!(arg, Arg::Absent) {
        values.push(Arg::Null);
    }
    values
}

/// Tensors of other dtypes, shapes and layouts than `tensor`.
fn tensors_near(tensor: &Tensor) -> Vec<Tensor> {
    let (dtype, shape) = (tensor.dtype(), tensor.shape());
    let mut near: Vec<Tensor> =
        DType::ALL.into_iter().filter_map(|d| Tensor::zeros(d, shape).ok()).map(ones).collect();
    let mut shapes: Vec<Vec<usize>> = Vec::new();
    for k in 0..shape.len() {
        for length in [shape[k] + 1, shape[k].saturating_sub(1), 1, 0] {
            let mut other = shape.to_vec();
            other[k] = length;
            shapes.push(other);
        }
    }
    shapes.push([shape, &[1]].concat());
    shapes.push([&[1], shape].concat());
    shapes.push(shape.iter().skip(1).copied().collect());
    shapes.push(shape.iter().rev().copied().collect());
    shapes.push(Vec::new());
    for rank in 7..=9 {
        shapes.push([vec![1; rank - 1], vec![2]].concat());
    }
    near.extend(shapes.iter().filter_map(|shape| Tensor::zeros(dtype, shape).ok()).map(ones));
    // The last dimension with a gap after every element.
    let count = tensor.layout().count();
    let strides: Vec<isize> = Layout::contiguous(shape).strides().iter().map(|s| s * 2).collect();
    let spread = Layout::strided(shape, &strides, 0)
        .and_then(|l| Tensor::view(dtype, l, vec![0; count * 2 * dtype.size()]));
    near.extend(spread.ok().map(ones));
    near
}

/// The same with every element one, where the dtype has a one that can be written as a byte; zeros otherwise.
fn ones(mut tensor: Tensor) -> Tensor {
    let size = tensor.dtype().size();
    if let Some(convert) = ascertain::element::converter(DType::U8, tensor.dtype()) {
        tensor.storage_mut().chunks_exact_mut(size).for_each(|element| convert(&[1], element));
    }
    tensor
}

/// A call as part of an id: what was asked, without the elements.
pub(super) fn signature(call: &Invocation) -> String {
    let asked = call.operator.arguments.iter().zip(&call.args).filter_map(|(argument, arg)| {
        let name = argument.name;
        Some(match arg {
            Arg::Absent | Arg::Flag(false) => return None,
            Arg::Flag(true) => name.to_owned(),
            Arg::Null => format!("{name}=null"),
            Arg::Int(value) => format!("{name}={value}"),
            Arg::DType(dtype) => format!("{name}={dtype}"),
            Arg::Tensor(tensor) => {
                let strided = if tensor.is_plain() { "" } else { "-strided" };
                format!("{name}={}-{}{strided}", tensor.dtype(), shape_name(tensor.shape()))
            }
        })
    });
    asked.collect::<Vec<_>>().join(",")
}
