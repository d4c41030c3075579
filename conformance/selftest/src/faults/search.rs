//! Asks faults the cases of the suite, each until a case finds it.

use super::{Fault, State};
use crate::score::Seen;
use ascertain::backend::{Backend, Description, Reply};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect, Question};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::{Judge, offers};
use ascertain_judge::verdict::Judgement;

/// The first case that finds a fault: one that fails, or else warns, and names a requirement which the fault breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The requirement that the finding names, or, where it names none, that the case tests.
    pub requirement: &'static str,
    /// The case's id.
    pub case: String,
    /// What it asks.
    pub question: String,
    /// Cases asked until then, this one included.
    pub cases: u64,
    /// Whether it fails.
    pub seen: Seen,
}

/// The first of `cases` that finds each fault, by `editions`. What no case finds is asked them all.
///
/// The reference is asked once for all faults, so they are found sooner than in runs of their own.
pub fn search(
    faults: &[&Fault],
    editions: &Editions,
    cases: impl IntoIterator<Item = Case>,
) -> Vec<Option<Found>> {
    let mut found = vec![None; faults.len()];
    let mut searched: Vec<Searched> = faults.iter().map(|fault| Searched::new(fault, editions)).collect();
    let mut reference = Reference::new(editions.clone());
    for (number, case) in (1..).zip(cases) {
        if found.iter().all(fails) {
            break;
        }
        let description = searched.first().map(|searched| &searched.description);
        if description.is_none_or(|d| offers(d, &case, editions, Registry::default()).is_err()) {
            continue;
        }
        let right = Replies::of(&mut reference, &case);
        let rest = searched.iter_mut().zip(&mut found).filter(|(_, found)| !fails(found));
        for (searched, found) in rest {
            let Some(judgement) = searched.ask(&case, &right, editions) else { continue };
            let seen = searched.fault.seen(judgement.verdict);
            let named = searched.fault.named_by(&case, &judgement);
            if let (Some(requirement), Some(seen)) = (named, seen)
                && (found.is_none() || seen == Seen::Failure)
            {
                let question = Question(&case.call).to_string();
                *found = Some(Found { requirement, case: case.id.clone(), question, cases: number, seen });
            }
        }
    }
    found
}

fn fails(found: &Option<Found>) -> bool {
    found.as_ref().is_some_and(|found| found.seen == Seen::Failure)
}

/// The replies to a case, and to the question that it compares with.
struct Replies {
    reply: Reply,
    other: Option<Reply>,
}

/// A fault under search.
struct Searched<'a> {
    fault: &'a Fault,
    description: Description,
    state: State,
}

impl Replies {
    fn of(reference: &mut Reference, case: &Case) -> Self {
        let reply = reference.ask(&case.call);
        let other = match &case.expect {
            Expect::SameAs(_, call) => Some(reference.ask(call)),
            Expect::Documents | Expect::Vector(_) => None,
        };
        Self { reply, other }
    }
}

impl<'a> Searched<'a> {
    fn new(fault: &'a Fault, editions: &Editions) -> Self {
        let description = fault.faulty(editions.clone()).describe().expect("the reference starts");
        Self { fault, description, state: State::new(editions.clone()) }
    }

    /// The judgement of the fault's answer, or nothing where it answers as the reference does.
    fn ask(&mut self, case: &Case, right: &Replies, editions: &Editions) -> Option<Judgement> {
        let wrong = self.fault.answer(&case.call, &right.reply, &mut self.state);
        let other = match (&case.expect, &right.other) {
            (Expect::SameAs(_, call), Some(right)) => self.fault.answer(call, right, &mut self.state),
            _ => None,
        };
        if wrong.is_none() && other.is_none() {
            return None;
        }
        let judge = Judge::new(editions, Registry::default(), &self.description);
        let (reply, other) =
            (wrong.as_ref().unwrap_or(&right.reply), other.as_ref().or(right.other.as_ref()));
        Some(judge.judge(case, reply, other))
    }
}
