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

    /// Case `index`. Its id says how to make it again.
    #[must_use]
    pub fn generate(&self, index: u64) -> Case {
        let mut source = Source::new(self.seed, index);
        let model = self.models[source.weighted(&self.weights)].as_ref();
        let contract = model.operator().contract(self.editions);
        let mut call = model.fuzz(&mut source, contract);
        if source.chance(INVALID) {
            disturb::disturb(&mut source, model, contract, &mut call);
        }
        let area = model.operator().name;
        Case {
            id: format!("{area}/fuzz/{}/{index}", self.seed),
            area,
            requirements: exercised(contract, &call),
            call: Call::Operate(call),
            expect: Expect::Documents,
        }
    }
}
