//! The steps that are about messages rather than backends.

use super::{Outcome, said, small_calls};
use crate::adapter::Options;
use crate::adapter::process::{Conversation, Failure};
use crate::adapter::protocol::answer::Asked;
use crate::adapter::protocol::{Framing, Message, request};
use ascertain::Tensor;
use ascertain::backend::Reply;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Contract, Direction};
use ascertain::document::Editions;
use ascertain_judge::operator::{OPERATORS, Operator};
use std::time::Instant;

/// The steps that are about messages.
pub(super) struct Wire<'a> {
    pub(super) conversation: Conversation,
    pub(super) words: &'a [String],
    pub(super) editions: &'a Editions,
    pub(super) options: &'a Options,
}

impl Wire<'_> {
    /// Starts the adapter again after a problem, which must not spoil the next step.
    pub(super) fn restart_after(&mut self, outcome: &Outcome) {
        let profile = self.editions.profile_name();
        if outcome.is_problem()
            && let Ok(fresh) = Conversation::start(self.words, profile, self.options)
        {
            self.conversation = fresh;
        }
    }

    /// A call of the first operator that is offered, large or small.
    fn call(&self, large: bool) -> Option<Call> {
        let description = &self.conversation.hello().description;
        OPERATORS.iter().find_map(|&operator| {
            let contract = operator.spec().contract(self.editions);
            let calls = small_calls(operator, description.operator(operator.spec().name)?, contract);
            // Integers first: they have no NaN, which may come back changed.
            let whole = calls.iter().position(|(dtype, _)| dtype.is_integer()).unwrap_or(0);
            let (_, call) = calls.into_iter().nth(whole)?;
            if large { enlarge(call, operator, contract) } else { Some(call) }
        })
    }

    fn ask(&mut self, message: Message) -> Result<Reply, Failure> {
        let pending = self.conversation.send(message, Asked::One);
        let replies = self.conversation.receive(pending, Instant::now() + self.options.limit);
        let mut replies = replies.map_err(|no| no.failure)?;
        replies.pop().ok_or_else(|| Failure::protocol("no answer in the message"))
    }

    fn ask_framed(&mut self, call: &Invocation, framing: Framing) -> Result<Reply, Failure> {
        self.ask(request::operate(self.conversation.next_id(), call, framing))
    }

    /// The same answer with the bytes in a frame as in the line.
    pub(super) fn frames(&mut self) -> Outcome {
        if self.conversation.hello().framing == Framing::Line {
            return Outcome::Skipped("not offered; large tensors are faster with them".to_owned());
        }
        let Some(Call::Operate(call)) = self.call(true) else {
            return Outcome::Skipped("there is no call with a tensor to ask".to_owned());
        };
        let line = self.ask_framed(&call, Framing::Line);
        let frame = self.ask_framed(&call, Framing::Frame);
        let mend = "a message with `frame` is followed by so many raw bytes, of which a tensor's are those from `at`, \
                    `len` of them; read and write exactly these, and flush";
        match (line, frame) {
            (Ok(line), Ok(frame)) if line == frame => {
                Outcome::Fine("a large tensor makes the round trip".to_owned())
            }
            (Ok(line), Ok(frame)) => {
                Outcome::problem(format!("by line {}, by frame {}", said(&line), said(&frame)), mend)
            }
            (Err(failure), _) => Outcome::problem(format!("a large tensor by line: {}", failure.what), mend),
            (_, Err(failure)) => Outcome::problem(format!("a large tensor by frame: {}", failure.what), mend),
        }
    }

    /// The same answer with a key that no version has.
    pub(super) fn unknown_keys(&mut self) -> Outcome {
        let Some(Call::Operate(call)) = self.call(false) else {
            return Outcome::Skipped("there is no call to ask".to_owned());
        };
        let plain = self.ask_framed(&call, Framing::Line);
        let mut message = request::operate(self.conversation.next_id(), &call, Framing::Line);
        message.line.replace_range(..1, "{\"doctor\":{\"asks\":[1]},");
        match (plain, self.ask(message)) {
            (Ok(plain), Ok(more)) if plain == more => Outcome::Fine("ignored".to_owned()),
            (Ok(_), Ok(more)) => Outcome::problem(
                format!("a request with a key unknown to it leads to: {}", said(&more)),
                "ignore keys that the adapter does not know: later versions of the suite send more of them",
            ),
            (Err(failure), _) | (_, Err(failure)) => {
                Outcome::problem(failure.what, "ignore keys that the adapter does not know")
            }
        }
    }

    /// Nothing after an answer.
    pub(super) fn silence(&mut self) -> Outcome {
        if let Some(Call::Operate(call)) = self.call(false) {
            // Whatever comes of it, it was asked for.
            let _ = self.ask_framed(&call, Framing::Line);
        }
        match self.conversation.unasked() {
            None => Outcome::Fine("nothing on stdout but answers".to_owned()),
            Some(what) => Outcome::problem(
                what,
                "answer each request once; libraries print on stdout, so duplicate it first and let it point to stderr",
            ),
        }
    }
}

/// The call with tensors too large for a line.
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
