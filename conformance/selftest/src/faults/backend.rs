//! The backend with a fault, and what it answers from.

use super::Fault;
use super::lines;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use std::collections::HashMap;

/// What a fault remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(super) last: Option<Tensor>,
    pub(super) shapes: HashMap<(Vec<usize>, usize, DType), Tensor>,
}

/// What a fault answers from.
pub struct State {
    /// What answers rightly.
    pub reference: Reference,
    /// Calls answered before.
    pub asked: u64,
    pub(super) memory: Memory,
}

impl State {
    /// Before the first call.
    pub fn new(editions: Editions) -> Self {
        Self { reference: Reference::new(editions), asked: 0, memory: Memory::default() }
    }

    /// The right answer.
    pub fn right(&mut self, call: &Call) -> Reply {
        self.reference.ask(call)
    }

    /// The right answer with the tensor of a cumulative product changed.
    pub fn changed(&mut self, call: &Call, change: impl FnOnce(&Invocation, &mut Tensor)) -> Reply {
        lines::changed(&mut self.reference, call, change)
    }

    /// The right answer with the products of every line changed: by dtype, factors and products.
    pub fn lines(&mut self, call: &Call, change: impl FnMut(DType, &[u64], &mut [u64])) -> Reply {
        lines::changed_lines(&mut self.reference, call, change)
    }

    /// The right answer to another call, where `other` makes one of an invocation of `operator`.
    pub fn instead(
        &mut self,
        call: &Call,
        operator: &str,
        other: impl FnOnce(&Invocation) -> Option<Invocation>,
    ) -> Reply {
        let other = lines::invocation(call, operator).and_then(other).map(Call::Operate);
        self.reference.ask(other.as_ref().unwrap_or(call))
    }
}

/// A backend with a fault.
pub struct Faulty {
    fault: Fault,
    state: State,
}

impl Faulty {
    pub(super) fn new(fault: Fault, editions: Editions) -> Self {
        Self { fault, state: State::new(editions) }
    }
}

impl Backend for Faulty {
    fn describe(&mut self) -> Result<Description, String> {
        let mut description = self.state.reference.describe()?;
        description.name = self.fault.id.to_owned();
        let declared = self.fault.declares.iter().map(|(key, word)| ((*key).to_owned(), (*word).to_owned()));
        for operator in description.operators.iter_mut().filter(|operator| operator.name == "cumprod") {
            operator.declared = declared.clone().collect();
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.state.reference.ask(call);
        self.fault.answer(call, &right, &mut self.state).unwrap_or(right)
    }
}
