//! Cases from rules: for every requirement with a predicate, calls that break it and nothing else, and calls that
//! just satisfy it.
//!
//! They are found, not written: single arguments of the model's samples are changed in every way that a caller
//! gets them wrong, and the contract's own predicates sort the results. A rule that no such change breaks, because it
//! speaks of calls unlike every sample, is approached from the changed samples of which it speaks.

use super::Wanted;
use crate::case::{Case, Expect};
use crate::model::{Model, push_number, push_shape};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Contract, Requirement};
use ascertain::{DType, Layout, Tensor};
use std::collections::HashSet;

/// At most this many calls that break, and that just satisfy, one requirement.
const EACH: usize = 48;

/// At most this many changed samples from which a rule is approached.
const APPROACHES: usize = 6;

/// Only cases that are `wanted`, by what their ids begin with.
pub(super) fn cases(model: &dyn Model, contract: &'static Contract, wanted: Wanted<'_>) -> Vec<Case> {
    let name = model.operator().name;
    let prefix = |requirement: &Requirement| format!("{name}/rule/{}", requirement.id);
    let asked = |requirement: &Requirement| {
        (requirement.require.is_some() || requirement.via.is_some()) && wanted(&prefix(requirement))
    };
    let rules: Vec<_> = contract.requirements.iter().enumerate().filter(|(_, rule)| asked(rule)).collect();
    if rules.is_empty() {
        return Vec::new();
    }
    let near = Variations::of(model, contract, model.samples(contract));
    let mut cases = Vec::new();
    let mut push = |requirement: &Requirement, side: &str, variations: &Variations, variation: &Variation| {
        cases.push(Case {
            id: [name, "/rule/", requirement.id, "/", side, "/", &variation.signature].concat(),
            area: name,
            requirements: vec![requirement.id],
            call: Call::Operate(variations.call(variation, model, contract)),
            expect: Expect::Documents,
        });
    };
    for &(at, requirement) in rules.iter().filter(|(_, rule)| rule.require.is_some()) {
        let (breaks, meets) = (|v: &&Variation| v.broken == 1 << at, |v: &&Variation| v.met >> at & 1 == 1);
        let approached = if near.all.iter().any(|v| breaks(&v)) || requirement.unbreakable.is_some() {
            None
        } else {
            let meeting = near.all.iter().filter(meets).take(APPROACHES);
            let calls = meeting.map(|v| near.call(v, model, contract)).collect();
            Some(Variations::of(model, contract, calls))
        };
        let variations = approached.as_ref().unwrap_or(&near);
        let breaking = || variations.all.iter().filter(breaks).take(EACH);
        // Calls that satisfy it are at its boundary when one change away there is one that breaks it.
        let mut edge = vec![false; variations.all.last().map_or(0, |last| last.place + 1)];
        breaking().for_each(|v| edge[v.place] = true);
        let meeting = variations.all.iter().filter(|v| edge[v.place] && meets(v)).take(EACH);
        breaking().for_each(|v| push(requirement, "breaks", variations, v));
        meeting.for_each(|v| push(requirement, "meets", variations, v));
    }
    // What an interface alone can be asked and no predicate says: valid calls that use it otherwise than most.
    for &(at, requirement) in rules.iter().filter(|(_, rule)| rule.require.is_none()) {
        let changes = |v: &&Variation| model.operator().arguments[v.argument].via == requirement.via;
        let special = near.all.iter().filter(|v| v.met >> at & 1 == 1).filter(changes);
        special.take(EACH).for_each(|v| push(requirement, "meets", &near, v));
    }
    cases
}

/// Samples, and all that comes of changing one argument of one of them.
struct Variations {
    samples: Vec<Invocation>,
    all: Vec<Variation>,
}

/// A sample with one argument changed. It is written down as that: calls are large, and few of these are asked.
struct Variation {
    sample: usize,
    argument: usize,
    /// Which argument of which sample, in one number; they come in this order.
    place: usize,
    arg: Arg,
    /// Whether the dependent arguments are made to fit.
    completed: bool,
    /// The requirements that it breaks: bit `i` for requirement `i`.
    broken: u128,
    /// If it breaks none, those that speak of it and hold.
    met: u128,
    signature: String,
}

impl Variations {
    /// Every sample, with every argument changed in every way, dependent arguments both left and made to fit.
    fn of(model: &dyn Model, contract: &'static Contract, samples: Vec<Invocation>) -> Self {
        let operator = model.operator();
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        for (sample, call) in samples.iter().enumerate() {
            for (argument, description) in operator.arguments.iter().enumerate() {
                let place = sample * operator.arguments.len() + argument;
                for arg in changed(description, &call.args[argument], call) {
                    let mut call = call.clone();
                    call.args[argument] = arg;
                    for completed in [false, true] {
                        if completed {
                            model.complete(&mut call, contract);
                        }
                        let signature = signature(&call);
                        if seen.contains(&signature) || !askable(contract, &call) {
                            continue;
                        }
                        seen.insert(signature.clone());
                        let broken = (contract.broken)(call.args());
                        let met = if broken == 0 { met(contract, &call) } else { 0 };
                        let arg = call.args[argument].clone();
                        all.push(Variation {
                            sample,
                            argument,
                            place,
                            arg,
                            completed,
                            broken,
                            met,
                            signature,
                        });
                    }
                }
            }
        }
        Self { samples, all }
    }

    fn call(&self, variation: &Variation, model: &dyn Model, contract: &'static Contract) -> Invocation {
        let mut call = self.samples[variation.sample].clone();
        call.args[variation.argument] = variation.arg.clone();
        if variation.completed {
            model.complete(&mut call, contract);
        }
        call
    }
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
    let mut text = String::with_capacity(96);
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        if matches!(arg, Arg::Absent | Arg::Flag(false)) {
            continue;
        }
        text.push_str(if text.is_empty() { "" } else { "," });
        text.push_str(argument.name);
        text.push_str(if matches!(arg, Arg::Flag(_)) { "" } else { "=" });
        match arg {
            Arg::Absent | Arg::Flag(_) => {}
            Arg::Null => text.push_str("null"),
            Arg::Int(value) => push_number(&mut text, *value),
            Arg::DType(dtype) => text.push_str(dtype.name()),
            Arg::Tensor(tensor) => {
                text.push_str(tensor.dtype().name());
                text.push('-');
                push_shape(&mut text, tensor.shape());
                text.push_str(if tensor.is_plain() { "" } else { "-strided" });
            }
        }
    }
    text
}
