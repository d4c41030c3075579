//! Random calls of an operator with a formula.

use super::calls::{ORDINARY, complete, has_result, is_valid, operand_places, relist, renumber};
use crate::random::{Source, shapes, values};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction, Formula};
use ascertain::formula::converted;
use ascertain::tensor::Dims;
use ascertain::{DType, Tensor};
use std::iter;

/// How many merged axes an implementation may refuse in some dtypes, by the page on broadcasting.
const FEWEST_REFUSED: usize = 6;

/// A call like one, with random shapes and values.
pub(in crate::operator) fn draw(
    source: &mut Source,
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Option<Invocation> {
    let shapes::LineShape { shape, dim } = shapes::draw(source, shapes::Mix::MostlyShort);
    let (read, scalars) = operand_places(formula, call);
    // Operands are replaced below, so they are not copied here.
    let others = call.args.iter().enumerate();
    let others = others.map(|(at, arg)| if read.contains(&at) { Arg::Absent } else { arg.clone() });
    let mut drawn = Invocation { operator: call.operator, args: others.collect() };
    // The page on broadcasting lets an implementation refuse six axes or more of two tensors in some dtypes.
    let mut ends = FEWEST_REFUSED - 2;
    for &at in &read {
        let dtype = call.args().dtype_of(at)?;
        // Some dimensions of one, and fewer of them, are broadcast.
        let mut own = shape.clone();
        if formula.each.operands.len() > 1 && source.chance(20) {
            own.drain(..source.below(own.len() + 1));
            for n in &mut own {
                *n = if source.chance(30) { 1 } else { *n };
            }
            match ends.checked_sub(runs(&shape, &own).saturating_sub(1)) {
                Some(left) => ends = left,
                None => own.clone_from(&shape),
            }
        }
        let view = if source.chance(20) { shapes::strided(source, dtype, &own) } else { None };
        let mut elements = vec![0; own.iter().product::<usize>() * dtype.size()];
        values::fill(source, dtype, &mut elements);
        repeat(source, dtype, drawn.args().tensor(read[0]), &mut elements);
        drawn.args[at] = Arg::Tensor(match view {
            None => Tensor::new(dtype, &own, elements).ok()?,
            Some(mut view) => {
                view.set_elements(&elements);
                view
            }
        });
    }
    for at in scalars {
        let dtype = if source.chance(50) { call.args().dtype_of(at)? } else { source.pick(&DType::ALL) };
        if let Some(number) = converted(&source.pick(&ORDINARY).to_le_bytes(), DType::F64, dtype) {
            drawn.args[at] = Arg::Tensor(Tensor::new(dtype, &[], number).ok()?);
        }
    }
    let dim = dim as i64 - if source.chance(50) { shape.len() as i64 } else { 0 };
    let is_joined = formula.joined.is_some();
    renumber(&mut drawn, |own| if is_joined { dim } else { source.pick(&[own, 0, 1, -1, 2, 3, 7, -100]) });
    if source.chance(50) {
        let mut dims: Vec<i64> = (0..shape.len() as i64).filter(|_| source.chance(50)).collect();
        if drawn.args.iter().any(|arg| matches!(arg, Arg::Ints(_))) {
            // In any order, and counted from either end.
            (1..dims.len()).for_each(|at| dims.swap(at, source.below(at + 1)));
            dims.iter_mut().filter(|_| source.chance(25)).for_each(|dim| *dim -= shape.len() as i64);
        }
        relist(&mut drawn, &dims);
    }
    if formula.fold().is_some() {
        for (arg, argument) in drawn.args.iter_mut().zip(call.operator.arguments) {
            if argument.kind == ArgumentKind::Flag && argument.via.is_none() {
                *arg = Arg::Flag(source.chance(50));
            }
        }
    }
    complete(contract, &mut drawn);
    let mut valid = is_valid(contract, &drawn);
    if !valid {
        for (arg, own) in drawn.args.iter_mut().zip(&call.args) {
            if let (Arg::Int(number), Arg::Int(own)) = (arg, own) {
                *number = *own;
            }
        }
        valid = is_valid(contract, &drawn);
    }
    // A result with gaps.
    for formula in contract.formulas_of(call.args()) {
        let Some(at) = drawn.operator.argument(formula.result) else { continue };
        let Arg::Tensor(out) = &drawn.args[at] else { continue };
        if drawn.operator.arguments[at].direction == Direction::Out
            && source.chance(10)
            && let Some(view) = shapes::strided(source, out.dtype(), out.shape())
        {
            drawn.args[at] = Arg::Tensor(view);
            valid = valid && is_valid(contract, &drawn);
        }
    }
    (valid && has_result(formula, &drawn)).then_some(drawn)
}

/// Of a shape that is broadcast to another one: how many axes are left of that once neighbours are merged that are both
/// broadcast, or both not. An axis of length 1 in both is not broadcast; whoever does without it merges more. The runs of several
/// shapes end where those of one of them do.
fn runs(whole: &[usize], own: &[usize]) -> usize {
    let own = iter::repeat_n(1, whole.len() - own.len()).chain(own.iter().copied());
    let mut broadcast: Dims<bool> = whole.iter().zip(own).map(|(whole, own)| *whole != own).collect();
    broadcast.dedup();
    broadcast.len()
}

/// Repeats some elements, from the tensor before or their own, some of them negated: numbers that are equal, and that cancel.
fn repeat(source: &mut Source, dtype: DType, before: Option<&Tensor>, elements: &mut [u8]) {
    let (size, sign) = (dtype.size(), if dtype.is_float() { 0x80 } else { 0 });
    let count = elements.len() / size;
    if count == 0 || source.chance(60) {
        return;
    }
    let before = before.and_then(|before| converted(&before.elements(), before.dtype(), dtype));
    for _ in 0..count.min(16) {
        let (from, to) = (source.below(count), source.below(count));
        let before = before
            .as_ref()
            .and_then(|before| before.get(to * size..(to + 1) * size))
            .filter(|_| source.chance(50));
        match before {
            Some(element) => elements[to * size..][..size].copy_from_slice(element),
            None => elements.copy_within(from * size..(from + 1) * size, to * size),
        }
        elements[to * size + size - 1] ^= if source.chance(50) { sign } else { 0 };
    }
}
