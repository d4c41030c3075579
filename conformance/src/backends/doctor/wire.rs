//! The steps that check messages.

use super::PRINTS;
use super::calls::{small_calls, summarize};
use super::step::StepOutcome;
use crate::backends::Options;
use crate::backends::process::{Conversation, Failure};
use crate::backends::protocol::answer::AnswerShape;
use crate::backends::protocol::{Framing, request};
use ascertain::Tensor;
use ascertain::backend::{BackendFault, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::{Contract, Direction};
use ascertain::document::Editions;
use ascertain_judge::operator::{OPERATORS, Operator};
use std::time::Instant;

/// The steps that check messages.
pub(super) struct MessageSteps<'a> {
    pub(super) conversation: Conversation,
    pub(super) words: &'a [String],
    pub(super) editions: &'a Editions,
    pub(super) options: &'a Options,
}

impl MessageSteps<'_> {
    /// Starts the adapter again after a problem, so that the next step is not affected.
    pub(super) fn restart_after(&mut self, outcome: &StepOutcome) {
        let profile = self.editions.profile_name();
        if outcome.is_problem()
            && let Ok(fresh) = Conversation::start(self.words, profile, self.options)
        {
            self.conversation = fresh;
        }
    }

    /// A large or small call of the first supported operator.
    fn call(&self, large: bool) -> Option<Call> {
        let description = &self.conversation.hello().description;
        OPERATORS.iter().find_map(|&operator| {
            let contract = operator.spec().contract(self.editions);
            let calls = small_calls(operator, description.operator(operator.spec().name)?, contract);
            // Integers first: unlike a NaN, they come back unchanged.
            let whole = calls.iter().position(|(dtype, _)| dtype.is_integer()).unwrap_or(0);
            let (_, call) = calls.into_iter().nth(whole)?;
            if large { enlarge(call, operator, contract) } else { Some(call) }
        })
    }

    /// The reply to a call, in whose request `more` keys stand first.
    fn ask(&mut self, call: &Call, framing: Framing, more: &str) -> Result<Reply, Failure> {
        let most = request::answer_limit(call.longest_answer());
        let mut message = request::ask(self.conversation.next_id(), &[call], framing).unwrap_or_default();
        message.line.insert_str(1, more);
        let pending = self.conversation.send(message, AnswerShape::One, most);
        let replies = self.conversation.receive(pending, Instant::now() + self.options.limit);
        let mut replies = replies.map_err(|no| no.failure)?;
        replies.pop().ok_or_else(|| Failure::protocol("no answer in the message"))
    }

    /// Checks that a call gets the same answer with its bytes in a frame and in the line.
    pub(super) fn frames(&mut self) -> StepOutcome {
        if self.conversation.hello().framing == Framing::Line {
            return StepOutcome::Skipped(
                "hello does not offer frames, which are faster for large tensors".to_owned(),
            );
        }
        let Some(call) = self.call(true) else {
            return StepOutcome::Skipped("needs a call with a tensor".to_owned());
        };
        let line = self.ask(&call, Framing::Line, "");
        let frame = self.ask(&call, Framing::Frame, "");
        let fix = "after a message with `frame` come that many raw bytes. A tensor's bytes start at `at` in them, and \
                   there are `len`. Read and write exactly these, and flush";
        match (line, frame) {
            (Ok(line), Ok(frame)) if line == frame => StepOutcome::Fine(
                "a large tensor gives the same answer in a frame and in the line".to_owned(),
            ),
            (Ok(line), Ok(frame)) => StepOutcome::problem(
                format!("{} in the line, but {} in a frame", summarize(&line), summarize(&frame)),
                fix,
            ),
            (Err(failure), _) => {
                StepOutcome::problem(format!("a large tensor in the line: {}", failure.what), fix)
            }
            (_, Err(failure)) => {
                StepOutcome::problem(format!("a large tensor in a frame: {}", failure.what), fix)
            }
        }
    }

    /// Checks that an unknown key does not change the answer.
    pub(super) fn unknown_keys(&mut self) -> StepOutcome {
        let Some(call) = self.call(false) else {
            return StepOutcome::Skipped("needs a call".to_owned());
        };
        let plain = self.ask(&call, Framing::Line, "");
        match (plain, self.ask(&call, Framing::Line, "\"doctor\":{\"asks\":[1]},")) {
            (Ok(plain), Ok(more)) if plain == more => StepOutcome::Fine("ignored".to_owned()),
            (Ok(_), Ok(more)) => StepOutcome::problem(
                format!("a request with an unknown key gives {}", summarize(&more)),
                "ignore unknown keys, since later versions of the suite send more of them",
            ),
            (Err(failure), _) | (_, Err(failure)) => {
                StepOutcome::problem(failure.what, "ignore unknown keys")
            }
        }
    }

    /// Checks that nothing comes after an answer.
    pub(super) fn silence(&mut self) -> StepOutcome {
        if let Some(call) = self.call(false) {
            // The answer itself does not matter here.
            let _ = self.ask(&call, Framing::Line, "");
        }
        match self.conversation.unexpected_output() {
            None => StepOutcome::Fine("only answers on stdout".to_owned()),
            Some(Failure { loss: BackendFault::Stray, what }) => StepOutcome::problem(what, PRINTS),
            Some(failure) => StepOutcome::problem(failure.what, "answer each request once"),
        }
    }
}

/// The call with larger tensors, which do not fit into a line.
fn enlarge(call: Call, operator: &dyn Operator, contract: &'static Contract) -> Option<Call> {
    const TIMES: usize = 4096;
    let Call::Operate(mut call) = call else { return None };
    for (argument, arg) in call.operator.arguments.iter().zip(&mut call.args) {
        if let (Arg::Tensor(tensor), true) = (&mut *arg, argument.direction != Direction::Out) {
            let mut shape = tensor.shape().to_vec();
            *shape.first_mut()? *= TIMES;
            let bytes = tensor.storage().repeat(TIMES);
            *tensor = Tensor::new(tensor.dtype(), &shape, bytes).ok()?;
        }
    }
    operator.complete(&mut call, contract);
    Some(Call::Operate(call))
}
