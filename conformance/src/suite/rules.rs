//! Cases from rules: for every requirement with a predicate, calls that break it and nothing else, and calls that
//! just satisfy it.
//!
//! They are found, not written: single arguments of the model's samples are changed in every way that a caller
//! gets them wrong, and the contract's own predicates sort the results. A rule that no such change breaks, because it
//! speaks of calls unlike every sample, is approached from the changed samples of which it speaks.

use crate::case::{Case, Expect};
use crate::model::{Model, push_shape};
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
    let near = variations(model, contract, model.samples(contract));
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for requirement in contract.requirements.iter().filter(|r| r.require.is_some()) {
        let breaks = |v: &&Variation| breaks_only(contract, requirement, &v.call);
        let approached = if near.iter().any(|v| breaks(&v)) || requirement.unbreakable.is_some() {
            None
        } else {
            let meeting = near.iter().filter(|v| meets(contract, requirement, &v.call)).take(APPROACHES);
            Some(variations(model, contract, meeting.map(|v| v.call.clone()).collect()))
        };
        let calls = approached.as_ref().unwrap_or(&near);
        let breaking: Vec<&Variation> = calls.iter().filter(breaks).take(EACH).collect();
        // Calls that satisfy it are at its boundary when one change away there is one that breaks it.
        let edges: HashSet<(usize, usize)> = breaking.iter().map(|v| (v.sample, v.argument)).collect();
        let meeting = calls
            .iter()
            .filter(|v| edges.contains(&(v.sample, v.argument)) && meets(contract, requirement, &v.call));
        for (side, variation) in
            breaking.iter().copied().map(|v| ("breaks", v)).chain(meeting.take(EACH).map(|v| ("meets", v)))
        {
            let id = format!("{name}/rule/{}/{side}/{}", requirement.id, signature(&variation.call));
            if !seen.insert(id.clone()) {
                continue;
            }
            cases.push(Case {
                id,
                area: name,
                requirements: vec![requirement.id],
                call: Call::Operate(variation.call.clone()),
                expect: Expect::Documents,
            });
        }
    }
    cases.extend(of_interfaces(name, contract, &near));
    cases
}

/// Cases for what an interface alone can be asked and no predicate says: valid calls that use it otherwise than most.
fn of_interfaces<'a>(
    name: &'static str,
    contract: &'static Contract,
    near: &'a [Variation],
) -> impl Iterator<Item = Case> + 'a {
    let about = contract.requirements.iter().filter(|r| r.via.is_some() && r.require.is_none());
    about.flat_map(move |requirement| {
        let special = near.iter().filter(move |v| {
            let argument = &v.call.operator.arguments[v.argument];
            argument.via == requirement.via
                && requirement.applies(v.call.args())
                && contract.broken_by(v.call.args()).next().is_none()
        });
        special.take(EACH).map(move |variation| Case {
            id: format!("{name}/rule/{}/meets/{}", requirement.id, signature(&variation.call)),
            area: name,
            requirements: vec![requirement.id],
            call: Call::Operate(variation.call.clone()),
            expect: Expect::Documents,
        })
    })
}

/// A sample with one argument changed.
struct Variation {
    sample: usize,
    argument: usize,
    call: Invocation,
}

/// Every sample, with every argument changed in every way, dependent arguments both left and made to fit.
fn variations(model: &dyn Model, contract: &'static Contract, samples: Vec<Invocation>) -> Vec<Variation> {
    let operator = model.operator();
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    for (sample, call) in samples.into_iter().enumerate() {
        for (argument, description) in operator.arguments.iter().enumerate() {
            for arg in changed(description, &call.args[argument], &call) {
                let mut changed = call.clone();
                changed.args[argument] = arg;
                let mut completed = changed.clone();
                model.complete(&mut completed, contract);
                for call in [changed, completed].into_iter().filter(|call| askable(contract, call)) {
                    if seen.insert(signature(&call)) {
                        all.push(Variation { sample, argument, call });
                    }
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

fn breaks_only(contract: &'static Contract, requirement: &Requirement, call: &Invocation) -> bool {
    let mut broken = contract.broken_by(call.args());
    broken.next().is_some_and(|r| core::ptr::eq(r, requirement)) && broken.next().is_none()
}

fn meets(contract: &'static Contract, requirement: &Requirement, call: &Invocation) -> bool {
    let args = call.args();
    requirement.applies(args)
        && requirement.require.is_some_and(|p| (p.holds)(args) == Some(true))
        && contract.broken_by(args).next().is_none()
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
            Arg::Int(value) => text.push_str(&value.to_string()),
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
