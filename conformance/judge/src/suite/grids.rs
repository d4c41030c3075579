//! Fixed cases of valid calls: the operator's grid, and calls that are made twice.

use crate::case::{Case, Expect, exercised};
use crate::operator::{Operator, first_tensor, is_judged};
use crate::stored::kept_list;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction};
use ascertain::element::converter;
use ascertain::{DType, Tensor};

/// Elements of a long line.
const LONG: usize = 300;

pub(super) fn cases(operator: &dyn Operator, contract: &'static Contract) -> Vec<Case> {
    let name = operator.spec().name;
    let grid = operator.grid(contract).into_iter().map(|(id, call)| Case {
        id: [name, "/grid/", &id].concat().into(),
        area: name,
        requirements: exercised(contract, &call),
        call: Call::Operate(call),
        expect: Expect::Documents,
    });
    let mut cases: Vec<Case> = grid.collect();
    for requirement in contract.requirements.iter().filter(|r| r.repeats) {
        let samples = operator.samples(contract);
        let lengthened = |call: &Invocation| {
            let mut long = lengthened(call)?;
            operator.complete(&mut long, contract);
            is_judged(contract, &long).then_some(long)
        };
        let long: Vec<Invocation> = samples.iter().filter_map(lengthened).collect();
        for call in samples.into_iter().chain(long) {
            let signature = super::rules::signature(&call);
            // What is the same twice may be wrong twice.
            cases.push(Case {
                id: format!("{name}/grid/repeat/{signature}").into(),
                area: name,
                requirements: exercised(contract, &call),
                call: Call::Operate(call.clone()),
                expect: Expect::Documents,
            });
            cases.push(Case {
                id: format!("{name}/repeat/{signature}").into(),
                area: name,
                requirements: kept_list(vec![requirement.id]),
                expect: Expect::SameAs(requirement.id, Box::new(Call::Operate(call.clone()))),
                call: Call::Operate(call),
            });
        }
    }
    cases
}

/// The same with `LONG` indices of the first axis and elements about 1: what differs from time to time is the order of
/// evaluation, which short lines of simple numbers do not show. Its results are still to be completed. None where there are no
/// floats to show it, and where the tensors that are read have different shapes: the longer call may be invalid.
fn lengthened(call: &Invocation) -> Option<Invocation> {
    let first = first_tensor(call)?;
    let shape = [&[LONG], first.shape().get(1..)?].concat();
    converter(DType::F64, first.dtype()).filter(|_| first.dtype().is_float())?;
    let mut call = call.clone();
    for (argument, arg) in call.operator.arguments.iter().zip(&mut call.args) {
        let Arg::Tensor(tensor) = arg else { continue };
        if argument.kind == ArgumentKind::Scalar || argument.direction == Direction::Out {
            continue;
        }
        if tensor.shape() != first.shape() {
            return None;
        }
        let mut long = Tensor::zeros(tensor.dtype(), &shape).ok()?;
        let convert = converter(DType::F64, tensor.dtype()).filter(|_| tensor.dtype().is_float());
        for (i, element) in long.storage_mut().chunks_exact_mut(tensor.dtype().size()).enumerate() {
            let value = 1.0 + ((i * 37 % 64) as f64 - 31.5) / 128.0;
            if let Some(convert) = convert {
                convert(&value.to_le_bytes(), element);
            }
        }
        *tensor = long;
    }
    Some(call)
}
