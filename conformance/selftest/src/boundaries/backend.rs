//! The backend with a changed predicate.

use super::{Contracted, Replaced};
use ascertain::backend::{Answer, Backend, Description, Rejection, Reply};
use ascertain::call::{Arg, Args, Call, Invocation};
use ascertain::contract::{Level, Requirement};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};

/// The reference, which refuses what breaks one requirement even where the documents leave that open. With the changed
/// predicate, or with the right one.
pub(super) struct Checking<'a> {
    reference: Reference,
    contracted: &'a Contracted<'a>,
    replaced: &'a Replaced,
    changed: bool,
}

impl<'a> Checking<'a> {
    pub(super) fn of(contracted: &'a Contracted<'a>, replaced: &'a Replaced, changed: bool) -> Self {
        let reference = Reference::new(contracted.options.editions.clone());
        Self { reference, contracted, replaced, changed }
    }

    /// The rejection of a call, by its broken requirements: as the reference does it.
    fn refusal(&self, args: Args<'_>) -> Option<Rejection> {
        let own = self.replaced.at;
        let is_broken = |(at, requirement): &(usize, &'static Requirement)| {
            if *at == own && self.changed {
                self.replaced.is_broken_by(&self.contracted.language, args)
            } else {
                requirement.is_broken_by(args)
            }
        };
        let refuses = |(at, requirement): &(usize, &'static Requirement)| {
            let level = matches!(requirement.level, Level::Must | Level::Should);
            level || requirement.reference_refuses || *at == own
        };
        let all = self.contracted.contract.requirements.iter().enumerate();
        let broken = all.filter(refuses).filter(is_broken).map(|(_, requirement)| requirement);
        let first = broken.min_by_key(|r| r.status.is_none_or(|name| !name.ends_with("NULLPTR")))?;
        let status = first.status_number.map(i64::from);
        Some(Rejection { status, message: first.message.unwrap_or(first.says).to_owned() })
    }
}

impl Backend for Checking<'_> {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let Call::Operate(operation) = call else { return self.reference.ask(call) };
        if let Some(rejection) = self.refusal(operation.args()) {
            return Reply::Rejected(rejection);
        }
        match self.reference.ask(call) {
            // What the reference refuses is computed all the same. What comes out is not what this is about.
            Reply::Rejected(_) => Reply::Answer(Answer::Tensor(anything(operation))),
            reply => reply,
        }
    }
}

/// A tensor for a call that has no right answer: the last one given, which is the output where there is one.
fn anything(call: &Invocation) -> Tensor {
    let given = call.args.iter().rev().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.clone()),
        _ => None,
    });
    given.unwrap_or_else(|| match Tensor::zeros(DType::F32, &[0]) {
        Ok(tensor) => tensor,
        Err(_) => unreachable!("a tensor without elements fits everywhere"),
    })
}
