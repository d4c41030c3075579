//! Asks faults the cases of the suite, each until a case finds it.

use super::{Fault, State};
use crate::score::{Kill, Seen};
use ascertain::backend::{Backend, Description};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::{Judge, offers};

/// A fault under search, and the first case that finds it: one that fails, or else warns, and names a requirement which the
/// fault breaks.
struct Searched<'a> {
    fault: &'a Fault,
    description: Description,
    state: State,
    found: Option<Kill>,
}

impl<'a> Searched<'a> {
    fn new(fault: &'a Fault, editions: &Editions) -> Self {
        let description = fault.faulty(editions.clone()).describe().expect("the reference starts");
        Self { fault, description, state: State::new(editions.clone()), found: None }
    }

    fn fails(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.seen == Seen::Failure)
    }
}

/// The first of `cases` that finds each fault, by `editions`. What no case finds is asked them all.
///
/// The reference is asked once for all faults, so they are found sooner than in runs of their own.
pub fn search(
    faults: &[&Fault],
    editions: &Editions,
    cases: impl IntoIterator<Item = Case>,
) -> Vec<Option<Kill>> {
    let mut all: Vec<Searched<'_>> = faults.iter().map(|fault| Searched::new(fault, editions)).collect();
    let mut reference = Reference::new(editions.clone());
    for (cases, case) in (1..).zip(cases) {
        let description = all.iter().find(|one| !one.fails()).map(|one| &one.description);
        let Some(description) = description else { break };
        if offers(description, &case, editions, Registry::default()).is_err() {
            continue;
        }
        let right = reference.ask(&case.call);
        let compared = match &case.expect {
            Expect::SameAs(_, call) => Some((call, reference.ask(call))),
            Expect::Documents | Expect::Vector(_) => None,
        };
        for Searched { fault, description, state, found } in all.iter_mut().filter(|one| !one.fails()) {
            let wrong = fault.answer(&case.call, &right, state);
            let other = compared.as_ref().and_then(|(call, right)| fault.answer(call, right, state));
            if wrong.is_none() && other.is_none() {
                continue;
            }
            let judge = Judge::new(editions, Registry::default(), description);
            let other = other.as_ref().or(compared.as_ref().map(|(_, right)| right));
            let judgement = judge.judge(&case, wrong.as_ref().unwrap_or(&right), other);
            if let (Some(requirement), Some(seen)) =
                (fault.named_by(&case, &judgement), fault.seen(judgement.verdict))
                && (found.is_none() || seen == Seen::Failure)
            {
                *found = Some(Kill { requirement, case: case.id.clone(), cases, seen });
            }
        }
    }
    all.into_iter().map(|one| one.found).collect()
}
