//! What callers get wrong: one argument of a valid call changed, so that some rule may break.

use super::{Source, values};
use crate::model::Model;
use crate::suite::askable;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Contract};
use ascertain::{DType, DTypeSet, Layout, Tensor};

/// Changes one argument, dependent ones left or made to fit. What cannot be asked is taken back.
pub(super) fn disturb(
    source: &mut Source,
    model: &dyn Model,
    contract: &'static Contract,
    call: &mut Invocation,
) {
    let arguments = call.operator.arguments;
    let changeable = |at: &usize| {
        let argument = &arguments[*at];
        let given =
            matches!(call.args[*at], Arg::Tensor(_) | Arg::Int(_)) || argument.kind == ArgumentKind::DType;
        argument.via.is_none() && argument.kind != ArgumentKind::Flag && given
    };
    let changeable: Vec<usize> = (0..arguments.len()).filter(changeable).collect();
    if changeable.is_empty() {
        return;
    }
    let at = source.pick(&changeable);
    let Some(other) = other(source, &arguments[at], contract, call, at) else { return };
    let before = core::mem::replace(&mut call.args[at], other);
    if source.chance(60) {
        model.complete(call, contract);
    }
    if !askable(contract, call) {
        call.args[at] = before;
        model.complete(call, contract);
    }
}

fn other(
    source: &mut Source,
    argument: &Argument,
    contract: &Contract,
    call: &Invocation,
    at: usize,
) -> Option<Arg> {
    Some(match (argument.kind, &call.args[at]) {
        (ArgumentKind::Int, _) => Arg::Int(int(source, call)),
        (ArgumentKind::DType, _) if argument.optional && source.chance(10) => Arg::Absent,
        (ArgumentKind::DType, _) => Arg::DType(dtype(source, argument, contract)),
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

/// About the ends of a dimension's range, and far outside of it.
fn int(source: &mut Source, call: &Invocation) -> i64 {
    let rank = call.args().rank(0).unwrap_or(0).max(1);
    let near = [-rank - 1, -rank, -1, 0, rank - 1, rank, rank + 1, i64::from(i32::MIN), i64::from(i32::MAX)];
    near[source.weighted(&[2, 1, 1, 1, 1, 3, 1, 1, 1])]
}

/// Any dtype; half of the time one that the argument may not have, where some are listed.
fn dtype(source: &mut Source, argument: &Argument, contract: &Contract) -> DType {
    let parameters = contract.functions.iter().flat_map(|f| f.parameters);
    let listed =
        parameters.filter(|p| p.name == argument.name).map(|p| p.dtypes).next().unwrap_or(DTypeSet::EMPTY);
    let outside: Vec<DType> = DType::ALL.into_iter().filter(|d| !listed.contains(*d)).collect();
    if source.chance(50) && !outside.is_empty() { source.pick(&outside) } else { source.pick(&DType::ALL) }
}

/// Another shape, near enough to be taken for this one.
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
    let strides: Vec<isize> = Layout::contiguous(shape).strides().iter().map(|stride| stride * 2).collect();
    let mut bytes = vec![0; tensor.layout().count() * 2 * dtype.size()];
    values::fill_bits(source, &mut bytes);
    let mut spread = Tensor::view(dtype, Layout::strided(shape, &strides, 0).ok()?, bytes).ok()?;
    spread.set_elements(&tensor.elements());
    Some(spread)
}
