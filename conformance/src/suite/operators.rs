//! Cases for operators: the model's grid of valid calls, and asking twice.

use crate::case::{Case, Expect};
use crate::model::Model;
use ascertain::call::{Call, Invocation};
use ascertain::contract::Contract;

pub(super) fn cases(model: &dyn Model, contract: &'static Contract) -> Vec<Case> {
    let name = model.operator().name;
    let grid = model.grid(contract).into_iter().map(|(id, call)| Case {
        id: format!("{name}/grid/{id}"),
        area: name,
        requirements: exercised(contract, &call),
        call: Call::Operate(call),
        expect: Expect::Documents,
    });
    let mut cases: Vec<Case> = grid.collect();
    let repeats = contract.requirements.iter().filter(|r| r.repeats);
    for requirement in repeats {
        cases.extend(model.samples(contract).into_iter().map(|call| Case {
            id: format!("{name}/repeat/{}", super::rules::signature(&call)),
            area: name,
            requirements: vec![requirement.id],
            expect: Expect::Alike(requirement.id, Box::new(Call::Operate(call.clone()))),
            call: Call::Operate(call),
        }));
    }
    cases
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
