//! Changes one argument of a valid call, as callers get it wrong, so that the call may become invalid.
//!
//! Fixed cases try every change, random cases draw one.

use crate::operator::{Operator, askable, first_tensor, listed, ones};
use crate::random::{Source, values};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Contract};
use ascertain::{DType, Layout, Tensor};

/// Every value that an argument may be changed to, its own among them.
pub(crate) fn every(description: &Argument, arg: &Arg, call: &Invocation, contract: &Contract) -> Vec<Arg> {
    let rank = first_tensor(call).map_or(0, |tensor| tensor.layout().rank() as i64);
    // A scalar is indexed like a vector, where it may be indexed at all.
    let rank = rank.max(1);
    let mut values = match (description.kind, arg) {
        (ArgumentKind::Int, _) => ints_near(rank).map(Arg::Int).to_vec(),
        (ArgumentKind::Ints, _) => {
            lists_near(rank).into_iter().map(|values| Arg::Ints(values.into())).collect()
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
        (ArgumentKind::Scalar, Arg::Tensor(_)) => {
            let scalars = DType::ALL.into_iter().filter_map(|dtype| Tensor::zeros(dtype, &[]).ok());
            scalars.map(|scalar| Arg::Tensor(ones(scalar))).collect()
        }
        (ArgumentKind::Tensor | ArgumentKind::Scalar, _) => Vec::new(),
    };
    let pointer = match description.kind {
        ArgumentKind::Tensor | ArgumentKind::Scalar | ArgumentKind::Ints => true,
        // Of these, most are passed by value.
        ArgumentKind::Int => is_pointer(contract, description.name),
        ArgumentKind::DType | ArgumentKind::Flag => false,
    };
    if description.via.is_none() && pointer && !matches!(arg, Arg::Absent) {
        values.push(Arg::Null);
    }
    values
}

/// Whether a function takes a pointer for a parameter, so that it can be null.
fn is_pointer(contract: &Contract, parameter: &str) -> bool {
    let mut parameters = contract.functions.iter().flat_map(|function| function.parameters);
    parameters.any(|own| own.name == parameter && own.c.ends_with('*'))
}

/// Changes one argument, and sometimes adapts those that depend on it. A change that cannot be asked is undone.
pub(crate) fn mutate(
    source: &mut Source,
    operator: &dyn Operator,
    contract: &'static Contract,
    call: &mut Invocation,
) {
    let arguments = call.operator.arguments;
    let changeable = |at: &usize| {
        let argument = &arguments[*at];
        let given = matches!(call.args[*at], Arg::Tensor(_) | Arg::Int(_) | Arg::Ints(_))
            || argument.kind == ArgumentKind::DType;
        argument.via.is_none() && argument.kind != ArgumentKind::Flag && given
    };
    let changeable: Vec<usize> = (0..arguments.len()).filter(changeable).collect();
    if changeable.is_empty() {
        return;
    }
    let at = source.pick(&changeable);
    let Some(other) = any(source, &arguments[at], contract, call, at) else { return };
    let before = core::mem::replace(&mut call.args[at], other);
    if source.chance(60) {
        operator.complete(call, contract);
    }
    if !askable(contract, call) {
        call.args[at] = before;
        operator.complete(call, contract);
    }
}

/// A value drawn for an argument.
fn any(
    source: &mut Source,
    argument: &Argument,
    contract: &Contract,
    call: &Invocation,
    at: usize,
) -> Option<Arg> {
    Some(match (argument.kind, &call.args[at]) {
        (ArgumentKind::Int, _) => Arg::Int(int(source, call)),
        (ArgumentKind::Ints, _) => {
            let rank = call.args().rank(0).unwrap_or(0).max(1);
            let mut lists = lists_near(rank);
            Arg::Ints(lists.swap_remove(source.below(lists.len())).into())
        }
        (ArgumentKind::DType, _) if argument.optional && source.chance(10) => Arg::Absent,
        (ArgumentKind::DType, _) => Arg::DType(dtype(source, argument, contract)),
        (ArgumentKind::Scalar, Arg::Tensor(_)) => {
            let dtype = dtype(source, argument, contract);
            Arg::Tensor(filled(source, dtype, &[])?)
        }
        (ArgumentKind::Tensor, Arg::Tensor(tensor)) => Arg::Tensor(match source.weighted(&[5, 4, 1]) {
            0 => {
                let dtype = dtype(source, argument, contract);
                filled(source, dtype, tensor.shape())?
            }
            1 => {
                let shape = shape(source, tensor.shape());
                filled(source, tensor.dtype(), &shape)?
            }
            _ => spread(source, tensor)?,
        }),
        _ => return None,
    })
}

/// A number near the ends of a dimension's range, or far outside of it.
fn int(source: &mut Source, call: &Invocation) -> i64 {
    let rank = call.args().rank(0).unwrap_or(0).max(1);
    ints_near(rank)[source.weighted(&[2, 1, 1, 1, 1, 3, 1, 1, 1])]
}

/// Any dtype; half of the time one that the argument may not have, where some are listed.
fn dtype(source: &mut Source, argument: &Argument, contract: &Contract) -> DType {
    let listed = listed(contract, argument.name);
    let outside: Vec<DType> = DType::ALL.into_iter().filter(|d| !listed.contains(*d)).collect();
    if source.chance(50) && !outside.is_empty() { source.pick(&outside) } else { source.pick(&DType::ALL) }
}

/// A similar shape.
fn shape(source: &mut Source, shape: &[usize]) -> Vec<usize> {
    let mut other = shape.to_vec();
    match source.below(if shape.is_empty() { 3 } else { 8 }) {
        0 => other.push(1),
        1 => other.insert(0, 1),
        2 => other = [vec![1; source.between(6, 8)], vec![2]].concat(),
        3 => other.truncate(shape.len() - 1),
        4 => other.reverse(),
        kind => {
            let axis = source.below(shape.len());
            other[axis] = match kind {
                5 => shape[axis] + 1,
                6 => shape[axis].saturating_sub(1),
                _ => source.below(2),
            };
        }
    }
    other
}

fn filled(source: &mut Source, dtype: DType, shape: &[usize]) -> Option<Tensor> {
    let mut tensor = Tensor::zeros(dtype, shape).ok()?;
    values::fill(source, dtype, tensor.storage_mut());
    Some(tensor)
}

/// The same elements, with a gap after each.
fn spread(source: &mut Source, tensor: &Tensor) -> Option<Tensor> {
    let (dtype, shape) = (tensor.dtype(), tensor.shape());
    let mut bytes = vec![0; tensor.layout().count() * 2 * dtype.size()];
    values::fill_bits(source, &mut bytes);
    let mut spread = Tensor::view(dtype, gaps(shape)?, bytes).ok()?;
    spread.set_elements(&tensor.elements());
    Some(spread)
}

/// The ends of a dimension's range and their neighbours, and numbers far outside of it.
fn ints_near(rank: i64) -> [i64; 9] {
    [-rank - 1, -rank, -1, 0, rank - 1, rank, rank + 1, i64::from(i32::MIN), i64::from(i32::MAX)]
}

/// Lists of dimensions: none, one in range or not, two, one twice, and all.
fn lists_near(rank: i64) -> Vec<Vec<i64>> {
    let mut lists: Vec<Vec<i64>> = ints_near(rank)[..7].iter().map(|dim| vec![*dim]).collect();
    lists.extend([vec![], vec![0, 0], vec![0, rank], vec![-rank - 1, 0], (0..rank).rev().collect()]);
    lists
}

/// A layout with a gap after each element.
fn gaps(shape: &[usize]) -> Option<Layout> {
    let strides: Vec<isize> = Layout::contiguous(shape).strides().iter().map(|stride| stride * 2).collect();
    Layout::strided(shape, &strides, 0).ok()
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
    let spread = gaps(shape).and_then(|l| Tensor::view(dtype, l, vec![0; count * 2 * dtype.size()]).ok());
    near.extend(spread.map(ones));
    near
}
