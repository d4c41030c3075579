//! Cases for operators: the model's grid of valid calls, and asking twice.

use crate::case::{Case, Expect};
use crate::model::Model;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::Contract;
use ascertain::element::converter;
use ascertain::{DType, Tensor};

/// Elements of a long line.
const LONG: usize = 300;

pub(super) fn cases(model: &dyn Model, contract: &'static Contract) -> Vec<Case> {
    let name = model.operator().name;
    let grid = model.grid(contract).into_iter().map(|(id, call)| Case {
        id: [name, "/grid/", &id].concat(),
        area: name,
        requirements: exercised(contract, &call),
        call: Call::Operate(call),
        expect: Expect::Documents,
    });
    let mut cases: Vec<Case> = grid.collect();
    for requirement in contract.requirements.iter().filter(|r| r.repeats) {
        let samples = model.samples(contract);
        let long: Vec<Invocation> = samples.iter().filter_map(lengthened).collect();
        cases.extend(samples.into_iter().chain(long).map(|call| Case {
            id: format!("{name}/repeat/{}", super::rules::signature(&call)),
            area: name,
            requirements: vec![requirement.id],
            expect: Expect::Alike(requirement.id, Box::new(Call::Operate(call.clone()))),
            call: Call::Operate(call),
        }));
    }
    cases
}

/// The same with `LONG` indices of the first axis and elements about 1: what differs from time to time is the order of
/// evaluation, which short lines of simple numbers do not show. None where there are no floats to show it.
fn lengthened(call: &Invocation) -> Option<Invocation> {
    let first = call.args().tensor(0)?;
    let shape = [&[LONG], first.shape().get(1..)?].concat();
    let mut call = call.clone();
    for arg in &mut call.args {
        let Arg::Tensor(tensor) = arg else { continue };
        let convert = converter(DType::F64, tensor.dtype()).filter(|_| tensor.dtype().is_float())?;
        let mut long = Tensor::zeros(tensor.dtype(), &shape).ok()?;
        for (i, element) in long.storage_mut().chunks_exact_mut(tensor.dtype().size()).enumerate() {
            let value = 1.0 + ((i * 37 % 64) as f64 - 31.5) / 128.0;
            convert(&value.to_le_bytes(), element);
        }
        *tensor = long;
    }
    Some(call)
}

/// Requirements that these arguments exercise: those that apply, broken or not.
pub(crate) fn exercised(contract: &Contract, call: &Invocation) -> Vec<&'static str> {
    let args = call.args();
    contract
        .requirements
        .iter()
        .filter(|r| r.via.is_none() && !r.repeats && r.applies(args))
        .map(|r| r.id)
        .collect()
}
