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
    let near = variations(model, contract, &model.samples(contract));
    let mut cases = Vec::new();
    let mut push = |requirement: &Requirement, side: &str, variation: &Variation| {
        cases.push(Case {
            id: [name, "/rule/", requirement.id, "/", side, "/", &variation.signature].concat(),
            area: name,
            requirements: vec![requirement.id],
            call: Call::Operate(variation.call.clone()),
            expect: Expect::Documents,
        });
    };
    for &(at, requirement) in rules.iter().filter(|(_, rule)| rule.require.is_some()) {
        let breaks = |v: &&Variation| v.broken == 1 << at;
        let approached = if near.iter().any(|v| breaks(&v)) || requirement.unbreakable.is_some() {
            None
        } else {
            let meeting = near.iter().filter(|v| v.meets(requirement)).take(APPROACHES);
            Some(variations(model, contract, meeting.map(|v| &v.call)))
        };
        let calls = approached.as_ref().unwrap_or(&near);
        let breaking = || calls.iter().filter(breaks).take(EACH);
        // Calls that satisfy it are at its boundary when one change away there is one that breaks it.
        let mut edge = vec![false; calls.last().map_or(0, |last| last.place + 1)];
        breaking().for_each(|v| edge[v.place] = true);
        let meeting = calls.iter().filter(|v| edge[v.place] && v.meets(requirement));
        breaking().for_each(|v| push(requirement, "breaks", v));
        meeting.take(EACH).for_each(|v| push(requirement, "meets", v));
    }
    // What an interface alone can be asked and no predicate says: valid calls that use it otherwise than most.
    for (_, requirement) in rules.iter().filter(|(_, rule)| rule.require.is_none()) {
        let special = near.iter().filter(|v| {
            let argument = &v.call.operator.arguments[v.argument];
            argument.via == requirement.via && v.broken == 0 && requirement.applies(v.call.args())
        });
        special.take(EACH).for_each(|v| push(requirement, "meets", v));
    }
    cases
}

/// A sample with one argument changed.
struct Variation {
    /// Which argument of which sample, in one number; they come in this order.
    place: usize,
    argument: usize,
    call: Invocation,
    /// The requirements that it breaks: bit `i` for requirement `i`.
    broken: u128,
    signature: String,
}

impl Variation {
    /// Whether it is a valid call of which a requirement speaks.
    fn meets(&self, requirement: &Requirement) -> bool {
        let args = self.call.args();
        self.broken == 0
            && requirement.applies(args)
            && requirement.require.is_some_and(|p| (p.holds)(args) == Some(true))
    }
}

/// Every sample, with every argument changed in every way, dependent arguments both left and made to fit.
fn variations<'a>(
    model: &dyn Model,
    contract: &'static Contract,
    samples: impl IntoIterator<Item = &'a Invocation>,
) -> Vec<Variation> {
    let operator = model.operator();
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    for (sample, call) in samples.into_iter().enumerate() {
        for (argument, description) in operator.arguments.iter().enumerate() {
            let place = sample * operator.arguments.len() + argument;
            for arg in changed(description, &call.args[argument], call) {
                let mut changed = call.clone();
                changed.args[argument] = arg;
                let mut completed = changed.clone();
                model.complete(&mut completed, contract);
                for call in [changed, completed] {
                    let signature = signature(&call);
                    if seen.contains(&signature) || !askable(contract, &call) {
                        continue;
                    }
                    seen.insert(signature.clone());
                    let broken = (contract.broken)(call.args());
                    all.push(Variation { place, argument, call, broken, signature });
                }
            }
        }
    }
    all
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
