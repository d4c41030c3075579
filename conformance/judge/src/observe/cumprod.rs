//! Finds out how a backend's cumulative product multiplies and converts.

use super::conversions::{Conversions, Converted};
use super::products::{Factors, Products, Subject};
use super::{Fingerprint, Habit, Prober};
use crate::operator::Cumprod;
use crate::operator::conversions::{Flushed, converted, has_routes};
use crate::operator::cumprod::{lines, listed};
use crate::operator::declarations::Route;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{CUMPROD, Contract, OperatorSpec};
use ascertain::{DType, Tensor};

impl Fingerprint for Cumprod {
    fn spec(&self) -> &'static OperatorSpec {
        &CUMPROD
    }

    fn habits(&self, prober: &mut Prober<'_, '_>) -> Vec<Habit> {
        habits(prober)
    }
}

fn habits(prober: &mut Prober<'_, '_>) -> Vec<Habit> {
    let contract = prober.contract();
    let dtypes: Vec<DType> = listed(contract).iter().collect();
    let subject = Subject {
        dtypes: dtypes.iter().copied().filter(|dtype| dtype.is_float()).collect(),
        call: &|line| Cumprod.call(contract, line, 0, None),
        factors: &|call| factors(call, contract),
    };
    let mut products = Products::infer(prober, &subject);
    // Along the dimension of length 1 nothing is multiplied.
    let convert = |column: Tensor, to| Cumprod.call(contract, column, 1, Some(to));
    let mut conversions = Conversions::infer(prober, &dtypes, &convert);
    prober.random(&mut |answered| {
        if let Some(factors) = factors(answered.call, contract) {
            products.look(answered, &factors);
        }
        if let Some(converted) = conversion(answered.call, contract) {
            conversions.look(answered, &converted);
        }
        true
    });
    let mut habits = products.habits(prober);
    habits.extend(conversions.habits(prober));
    habits
}

/// The input, and the dtype that it is multiplied in.
fn input<'a>(call: &'a Invocation, contract: &Contract) -> Option<(&'a Tensor, DType)> {
    let Arg::Tensor(input) = call.get("input") else { return None };
    Some((input, contract.derived_dtype("compute", call.args()).unwrap_or(input.dtype())))
}

fn factors(call: &Invocation, contract: &Contract) -> Option<Factors> {
    let (input, dtype) = input(call, contract)?;
    if !dtype.is_float() || has_routes(input.dtype(), dtype) {
        return None;
    }
    let bytes = converted(input, dtype, Route::Direct)?.into_owned();
    // What may be flushed has two right conversions.
    let flushed = Flushed { inputs: true, results: true }.apply(input, dtype, &mut bytes.clone());
    (!flushed).then(|| Factors { dtype, bytes, lines: lines(call, input, contract) })
}

fn conversion<'a>(call: &'a Invocation, contract: &Contract) -> Option<Converted<'a>> {
    let (input, to) = input(call, contract)?;
    (to != input.dtype()).then(|| Converted { input, to, lines: lines(call, input, contract) })
}
