//! Asks one backend, and judges its replies.

mod broken;
mod judge;
mod offers;
mod silence;

use self::offers::{broken_by_declarations, declaration_warnings};
use crate::case::{Case, Expect};
use crate::float_mode::FloatMode;
use crate::listing::Listing;
use crate::operator::{Observes, Registry};
use crate::options::RunOptions;
use crate::text;
use crate::verdict::{CaseResult, END, Judgement};
use ascertain::backend::{Backend, Description, Reply};
use ascertain::document::Editions;
use std::borrow::Borrow;

pub use self::judge::Judge;
use self::judge::lost;
pub use self::offers::offers;
pub(crate) use self::offers::offers_all;

/// Bytes of answers that are in memory at once, unless one alone has more.
const AT_ONCE: usize = 8 << 20;

/// A backend that has described itself, and what it is judged by.
pub struct Session<'a> {
    backend: &'a mut dyn Backend,
    description: Description,
    options: &'a RunOptions,
    declaration_warnings: Vec<CaseResult>,
    /// What a run would list of the random cases that this session has asked. A run whose other sessions have listed more lists
    /// fewer of these, and no others.
    listing: Listing,
}

impl<'a> Session<'a> {
    /// Asks the backend for its description.
    ///
    /// # Errors
    /// A message, if it does not start.
    pub fn start(backend: &'a mut dyn Backend, options: &'a RunOptions) -> Result<Self, String> {
        let _mode = FloatMode::kept();
        let description = backend.describe().map_err(|why| text::sanitize(&why))?;
        let mut description = text::description(description);
        let registry = options.registry;
        let declaration_warnings = declaration_warnings(&mut description, registry);
        let listing = Listing::default();
        let mut session = Self { backend, description, options, declaration_warnings, listing };
        session.demand(&options.expect);
        // A demand excuses nothing either.
        let broken = broken_by_declarations(&session.description, &options.editions, registry);
        session.declaration_warnings.extend(broken);
        // Of operators that are not asked, what is declared does not matter.
        let asked = &options.operators;
        session.declaration_warnings.retain(|result| asked.is_empty() || asked.contains(&result.area));
        Ok(session)
    }

    /// Adds demands to every operator. They override what the backend declares.
    fn demand(&mut self, demands: &[(String, String)]) {
        for operator in &mut self.description.operators {
            // The first one found counts.
            operator.declared.splice(0..0, demands.iter().cloned());
        }
    }

    /// Warnings about declarations that are not understood, and so not checked, and failures by what is declared.
    #[must_use]
    pub fn declaration_warnings(&self) -> &[CaseResult] {
        &self.declaration_warnings
    }

    /// The backend's description of itself.
    #[must_use]
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// The known operators.
    #[must_use]
    pub const fn registry(&self) -> Registry {
        self.options.registry
    }

    /// The editions that decide.
    #[must_use]
    pub const fn editions(&self) -> &'a Editions {
        &self.options.editions
    }

    /// Asks some cases and judges the replies, in order. A case that the backend does not support is not asked.
    pub fn ask(&mut self, cases: &[impl Borrow<Case>]) -> Vec<CaseOutcome> {
        let mut all = Vec::with_capacity(cases.len());
        self.ask_together(cases, true, &mut |asked| all.push(asked));
        all
    }

    /// Asks cases as [`Session::ask`] does, and hands out what comes of each. A few at a time, so that their answers need
    /// little memory together. Unless all are `shown`, what answers show is only looked for where a run may list it.
    pub(crate) fn ask_each(
        &mut self,
        cases: &[impl Borrow<Case>],
        shown: bool,
        mut each: impl FnMut(CaseOutcome),
    ) {
        let mut rest: &[_] = cases;
        while !rest.is_empty() {
            let mut bytes = 0_usize;
            let fits = |(at, case): &(usize, &Case)| {
                bytes = bytes.saturating_add(longest_answers(case));
                *at == 0 || bytes <= AT_ONCE
            };
            let count = rest.iter().map(Borrow::borrow).enumerate().take_while(fits).count();
            let (these, others) = rest.split_at(count);
            self.ask_together(these, shown, &mut each);
            rest = others;
        }
    }

    fn ask_together(&mut self, cases: &[impl Borrow<Case>], shown: bool, each: &mut impl FnMut(CaseOutcome)) {
        let cases: Vec<&Case> = cases.iter().map(Borrow::borrow).collect();
        let RunOptions { editions, registry, observe_readings, .. } = self.options;
        let offered: Vec<_> =
            cases.iter().map(|case| offers(&self.description, case, editions, *registry)).collect();
        let mut calls = Vec::with_capacity(cases.len());
        for (case, _) in cases.iter().zip(&offered).filter(|(_, offered)| offered.is_ok()) {
            calls.push(&case.call);
            if let Expect::SameAs(_, other) = &case.expect {
                calls.push(other);
            }
        }
        let mut replies = Vec::with_capacity(calls.len());
        let mode = FloatMode::kept();
        self.backend.ask_all(&calls, &mut replies);
        drop(mode);
        let _mode = FloatMode::usual();
        let mut replies = replies.into_iter().map(text::reply);
        let judge = Judge::new(editions, *registry, &self.description);
        let judge = judge.observe_readings(*observe_readings);
        for (case, offered) in cases.iter().zip(offered) {
            each(match offered {
                Err(judgement) => CaseOutcome { judgement: *judgement, reply: None },
                Ok(()) => {
                    let reply = replies.next().unwrap_or_else(missing);
                    let other = matches!(case.expect, Expect::SameAs(..))
                        .then(|| replies.next().unwrap_or_else(missing));
                    let listing = Some(&mut self.listing).filter(|_| !shown);
                    let in_short = listing.and_then(|listing| {
                        let judge = judge.observing(Observes::Other(listing.observed()));
                        let judgement = judge.judge(case, &reply, other.as_ref());
                        let may_be_listed = listing.lists(case.area, &judgement);
                        // An answer that does not hold has no observations.
                        (!may_be_listed || !judgement.verdict.holds()).then_some(judgement)
                    });
                    let judgement = in_short.unwrap_or_else(|| judge.judge(case, &reply, other.as_ref()));
                    CaseOutcome { judgement, reply: Some(reply) }
                }
            });
        }
    }

    /// Ends the backend. A finding, if it did something wrong that belongs to no case.
    pub fn finish(&mut self) -> Option<CaseResult> {
        let (loss, what) = self.backend.finish().err()?;
        let question = "does it answer each request once, and end well?";
        Some(CaseResult::without_details(END, "adapter", question, lost(loss, &text::sanitize(&what))))
    }
}

/// Bytes of the longest answers to a case.
fn longest_answers(case: &Case) -> usize {
    let other = if let Expect::SameAs(_, other) = &case.expect { other.longest_answer() } else { 0 };
    case.call.longest_answer().saturating_add(other)
}

/// A case's outcome.
#[derive(Clone, Debug)]
pub struct CaseOutcome {
    /// The verdict, with its reasons.
    pub judgement: Judgement,
    /// The backend's reply, if the case was asked.
    pub reply: Option<Reply>,
}

/// Stands for a reply that is missing.
fn missing() -> Reply {
    Reply::Failed("the adapter gave fewer replies than it was asked for".into())
}
