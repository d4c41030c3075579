//! The backend with a fault, and what it answers from.

use super::Fault;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::Call;
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
