//! Mutants: the reference implementation with one seeded fault.

use super::evaluate::Random;
use super::lines;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};

/// One seeded fault.
#[derive(Clone, Copy)]
pub(crate) struct Mutant {
    /// What it does wrong.
    pub(crate) name: &'static str,
    /// Where such a fault was met: an issue, or nothing.
    pub(crate) met: &'static str,
    /// What finds it.
    pub(crate) found_by: FoundBy,
    /// Elements that a call needs to show it, or a few more.
    pub(crate) needs: usize,
    /// What it declares of its arithmetic, truly or not.
    pub(crate) declares: &'static [(&'static str, &'static str)],
    /// How it answers.
    pub(crate) answer: fn(&mut State, &Call) -> Reply,
}

/// What finds a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// Random cases.
    Fuzzing,
    /// The fixed cases alone: those of a table or rule that random cases do not reach.
    Suite,
    /// The fixed cases in a profile whose document speaks of it.
    Profile(&'static str),
    /// Nothing, for this reason: honest implementations answer so too.
    Nothing(&'static str),
}

/// What a mutant answers from.
pub(crate) struct State {
    pub(crate) reference: Reference,
    /// Calls answered before.
    pub(crate) asked: u64,
    pub(crate) random: Random,
}

impl State {
    /// The right answer.
    pub(crate) fn right(&mut self, call: &Call) -> Reply {
        self.reference.ask(call)
    }

    /// The right answer with the tensor of a cumulative product changed.
    pub(crate) fn changed(&mut self, call: &Call, change: impl FnOnce(&Invocation, &mut Tensor)) -> Reply {
        lines::changed(&mut self.reference, call, change)
    }

    /// The right answer with the products of every line changed: by dtype, factors and products.
    pub(crate) fn lines(&mut self, call: &Call, change: impl FnMut(DType, &[u64], &mut [u64])) -> Reply {
        lines::changed_lines(&mut self.reference, call, change)
    }

    /// The right answer to another call, where `other` makes one of an invocation of `operator`.
    pub(crate) fn instead(
        &mut self,
        call: &Call,
        operator: &str,
        other: impl FnOnce(&Invocation) -> Option<Invocation>,
    ) -> Reply {
        let other = lines::invocation(call, operator).and_then(other).map(Call::Operate);
        self.reference.ask(other.as_ref().unwrap_or(call))
    }
}

/// A mutant that can be asked.
pub(crate) struct Faulty {
    mutant: Mutant,
    state: State,
}

impl Mutant {
    /// A mutant that declares nothing and that random cases find.
    pub(crate) const fn new(
        name: &'static str,
        met: &'static str,
        answer: fn(&mut State, &Call) -> Reply,
    ) -> Self {
        Self { name, met, found_by: FoundBy::Fuzzing, needs: 8, declares: &[], answer }
    }

    pub(crate) const fn declaring(self, declares: &'static [(&'static str, &'static str)]) -> Self {
        Self { declares, ..self }
    }

    pub(crate) const fn needing(self, needs: usize) -> Self {
        Self { needs, ..self }
    }

    pub(crate) const fn found_by(self, found_by: FoundBy) -> Self {
        Self { found_by, ..self }
    }

    /// The backend.
    pub(crate) fn backend(self) -> Faulty {
        let state = State { reference: Reference::default(), asked: 0, random: Random::new(1) };
        Faulty { mutant: self, state }
    }

    /// The backend for other editions.
    pub(crate) fn backend_for(self, reference: Reference) -> Faulty {
        let mut faulty = self.backend();
        faulty.state.reference = reference;
        faulty
    }
}

impl Backend for Faulty {
    fn describe(&mut self) -> Result<Description, String> {
        let mut description = self.state.reference.describe()?;
        description.name = self.mutant.name.to_owned();
        let declared =
            self.mutant.declares.iter().map(|(point, word)| ((*point).to_owned(), (*word).to_owned()));
        for operator in description.operators.iter_mut().filter(|operator| operator.name == "cumprod") {
            operator.declared = declared.clone().collect();
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let reply = (self.mutant.answer)(&mut self.state, call);
        self.state.asked += 1;
        reply
    }
}
