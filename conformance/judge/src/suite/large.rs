//! Cases that are made when they are asked, since a run cannot hold all of them: those with more than 2^31 elements, where
//! indices of 32 bits overflow, which are not part of the suite; and the larger ones of somebody's case files.

use crate::case::{Case, Expect, exercised};
use crate::operator::{LargeCall, Operator, Registry};
use ascertain::call::{Call, Invocation};
use ascertain::contract::Contract;
use ascertain::document::Editions;
use core::fmt;
use std::sync::Arc;

/// A case that is made when it is asked.
#[derive(Clone)]
pub struct LargeCase {
    /// The operator.
    pub operator: &'static dyn Operator,
    /// Bytes of its largest tensor.
    pub bytes: u64,
    id: Arc<str>,
    make: Arc<Make>,
}

/// Makes a call. `None` if it does not fit the address space.
type Make = dyn Fn(&'static Contract) -> Option<Invocation> + Send + Sync;

/// The large cases of some operators.
#[must_use]
pub fn cases(registry: Registry) -> Vec<LargeCase> {
    let of = |operator: &&'static dyn Operator| {
        let operator = *operator;
        operator.large().iter().map(move |call| LargeCase::of(operator, call))
    };
    registry.operators().iter().flat_map(of).collect()
}

impl LargeCase {
    /// A case with this id.
    pub fn new(
        id: &str,
        operator: &'static dyn Operator,
        bytes: u64,
        make: impl Fn(&'static Contract) -> Option<Invocation> + Send + Sync + 'static,
    ) -> Self {
        Self { operator, bytes, id: id.into(), make: Arc::new(make) }
    }

    /// A large case of an operator.
    pub fn of(operator: &'static dyn Operator, call: &'static LargeCall) -> Self {
        let id = format!("{}/large/{}", operator.spec().name, call.name);
        Self::new(&id, operator, call.bytes, call.make)
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> String {
        self.id.to_string()
    }

    /// Its id and area as a case, without arguments.
    #[must_use]
    pub fn unmade(&self) -> Case {
        let spec = self.operator.spec();
        Case {
            id: Arc::clone(&self.id),
            area: spec.name,
            requirements: &[],
            call: Call::Operate(Invocation::new(spec)),
            expect: Expect::Documents,
        }
    }

    /// The case. `None` if its tensors do not fit the address space.
    #[must_use]
    pub fn make(&self, editions: &Editions) -> Option<Case> {
        let contract = self.operator.spec().contract(editions);
        let call = (self.make)(contract)?;
        Some(Case {
            id: Arc::clone(&self.id),
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
