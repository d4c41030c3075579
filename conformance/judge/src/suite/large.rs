//! Cases with more than 2^31 elements, where indices of 32 bits overflow. They are not part of the suite: each needs
//! gigabytes, and is made when it is asked.

use crate::case::{Case, Expect, exercised};
use crate::operator::{LargeCall, Operator, Registry};
use ascertain::call::Call;
use ascertain::document::Editions;
use core::fmt;

/// A case that is made when it is asked.
#[derive(Clone, Copy)]
pub struct LargeCase {
    /// The operator.
    pub operator: &'static dyn Operator,
    /// Its call.
    pub call: &'static LargeCall,
}

/// The large cases of some operators.
#[must_use]
pub fn cases(registry: Registry) -> Vec<LargeCase> {
    let of = |operator: &&'static dyn Operator| {
        let operator = *operator;
        operator.large().iter().map(move |call| LargeCase { operator, call })
    };
    registry.operators().iter().flat_map(of).collect()
}

impl LargeCase {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/large/{}", self.operator.spec().name, self.call.name)
    }

    /// The case. `None` if its tensors do not fit the address space.
    #[must_use]
    pub fn make(&self, editions: &Editions) -> Option<Case> {
        let contract = self.operator.spec().contract(editions);
        let call = (self.call.make)(contract)?;
        Some(Case {
            id: self.id().into(),
            area: self.operator.spec().name,
            requirements: exercised(contract, &call),
            call: Call::Operate(call),
            expect: Expect::Documents,
        })
    }
}

impl fmt::Debug for LargeCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LargeCase").field(&self.id()).finish()
    }
}
