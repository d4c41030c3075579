//! Random cases, structured and biased to what breaks implementations. A seed and an index make a case again,
//! bit for bit.

mod disturb;
pub mod shapes;
mod source;
pub mod values;

use crate::case::{Case, Expect};
use crate::model::Model;
use crate::suite::exercised;
use ascertain::call::Call;
use ascertain::document::Editions;

pub use source::Source;

/// Percentage of calls whose arguments are disturbed, so that some rule may break.
const INVALID: usize = 7;

/// Makes cases.
pub struct Fuzzer<'a> {
    seed: u64,
    editions: &'a Editions,
    models: &'a [Box<dyn Model>],
    weights: Vec<usize>,
}

impl<'a> Fuzzer<'a> {
    /// A maker of cases for `models`, all of them as often as their weights say.
    #[must_use]
    pub fn new(seed: u64, editions: &'a Editions, models: &'a [Box<dyn Model>]) -> Self {
        Self { seed, editions, models, weights: models.iter().map(|m| m.fuzz_weight()).collect() }
    }

    /// Case `index`, ready to be asked, without a name.
    #[must_use]
    pub fn quick(&self, index: u64) -> Case {
        let mut source = Source::new(self.seed, index);
        let model = self.models[source.weighted(&self.weights)].as_ref();
        let contract = model.operator().contract(self.editions);
        let mut call = model.fuzz(&mut source, contract);
        if source.chance(INVALID) {
            disturb::disturb(&mut source, model, contract, &mut call);
        }
        let area = model.operator().name;
        Case {
            id: String::new(),
            area,
            requirements: Vec::new(),
            call: Call::Operate(call),
            expect: Expect::Documents,
        }
    }

    /// The same with its id, which says how to make it again, and the requirements that it exercises.
    #[must_use]
    pub fn named(&self, index: u64, case: &Case) -> Case {
        let Call::Operate(call) = &case.call else { return case.clone() };
        Case {
            id: format!("{}/fuzz/{}/{index}", case.area, self.seed),
            requirements: exercised(call.operator.contract(self.editions), call),
            ..case.clone()
        }
    }
}
