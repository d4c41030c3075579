//! A running adapter after its hello: sends requests and matches answers by id.

use super::child::{AnswerError, MAX_ANSWER, Running, under};
use super::failure::Failure;
use super::line::excerpt;
use crate::backends::options::Options;
use crate::backends::protocol::answer::{self, AnswerHead, AnswerShape};
use crate::backends::protocol::hello::{self, Hello};
use crate::backends::protocol::{Framing, Malformed, Message, request};
use crate::backends::timing::{Bench, Timing};
use ascertain::backend::{BackendFault, Rejection, Reply};
use ascertain::call::Call;
use std::time::{Duration, Instant};

/// Digits of a number of 64 bits, and a comma.
const MAX_DIGITS: usize = 21;

/// The id of the first request after hello.
const FIRST: u64 = 1;

/// A running adapter after its hello. Dropping it ends the adapter and everything that it started.
#[derive(Debug)]
pub(crate) struct Conversation {
    running: Running,
    hello: Hello,
    next_id: u64,
    /// Whether the adapter has already timed a call, which can be timed again.
    benched: bool,
    /// Bytes of addresses that it had when it had said hello, if they have a limit.
    at_hello: Option<u64>,
}

/// A request without an answer yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    /// Its id.
    pub(crate) id: u64,
    asked: AnswerShape,
}

impl Conversation {
    /// Starts `command` and waits for its answer to hello.
    ///
    /// # Errors
    /// What went wrong, with the end of what the adapter wrote to stderr.
    pub(crate) fn start(command: &[String], profile: &str, options: &Options) -> Result<Self, Failure> {
        let mut running =
            Running::spawn(command, options).map_err(|what| Failure { loss: BackendFault::Crash, what })?;
        running.send(request::hello(0, profile), hello::MAX_BYTES);
        let limit = options.start_limit;
        let answer =
            running.receive(Instant::now() + limit).map_err(|no| no.failure).map_err(|failure| Failure {
                what: match failure.loss {
                    BackendFault::Timeout => running.with_stderr(format!(
                        "no reply to hello within {} s (--start-timeout)",
                        limit.as_secs_f32()
                    )),
                    BackendFault::Protocol => format!("no valid reply to hello: {}", failure.what),
                    _ => format!("no reply to hello: {}", failure.what),
                },
                ..failure
            })?;
        let refused = |error: Malformed| match error {
            Malformed::Refused(why) => why,
            _ => format!("no valid reply to hello: {error}"),
        };
        let hello = check_id(&answer, 0)
            .map_err(|no| format!("no valid reply to hello: {}", no.failure.what))
            .and_then(|_| hello::read(options.registry, &answer).map_err(refused))
            .map_err(|what| {
                Failure::protocol(running.with_stderr(format!("{what}{}", under(options.memory))))
            })?;
        let at_hello = running.addresses();
        Ok(Self { running, hello, next_id: FIRST, benched: false, at_hello })
    }

    /// The adapter's answer to hello.
    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends calls as one message. None if there are no calls, or they do not fit into one message.
    pub(crate) fn ask(&mut self, calls: &[&Call]) -> Option<Pending> {
        let message = request::ask(self.next_id, calls, self.hello.framing)?;
        let most = calls.iter().map(|call| request::answer_limit(call.longest_answer())).sum();
        Some(self.send(message, AnswerShape::by(calls), most))
    }

    /// Sends a message whose id is [`Conversation::next_id`]. Its answers need at most `most` bytes.
    pub(crate) fn send(&mut self, message: Message, asked: AnswerShape, most: usize) -> Pending {
        let id = self.next_id;
        self.next_id += 1;
        self.running.send(message, most.saturating_add(MAX_ANSWER));
        Pending { id, asked }
    }

    /// The id of the next message.
    pub(crate) fn next_id(&self) -> u64 {
        self.next_id
    }

    /// Waits for the answer to the oldest unanswered request.
    pub(crate) fn receive(&mut self, pending: Pending, deadline: Instant) -> Result<Vec<Reply>, AnswerError> {
        let answer = self.next_answer(pending, deadline)?;
        let replies = answer::read(&answer, pending.asked);
        let mut replies =
            replies.map_err(|e| Failure::protocol(format!("{e}, in the line: {}", excerpt(&answer.line))))?;
        replies.iter_mut().for_each(|reply| self.explain(reply));
        Ok(replies)
    }

    /// Adds the limit of memory to a message that may come of it.
    fn explain(&self, reply: &mut Reply) {
        if let Reply::Failed(what) | Reply::Rejected(Rejection { message: what, .. }) = reply
            && wants_memory(what)
        {
            what.push_str(&under(self.running.memory));
        }
    }

    /// Whether a call may have failed because of earlier ones: it wants memory, and more than half of what hello left is
    /// taken. The first call of a process has nobody else to blame.
    pub(crate) fn is_starved(&self, pending: Pending, at: usize, reply: &Reply) -> bool {
        let (Reply::Failed(what) | Reply::Rejected(Rejection { message: what, .. })) = reply else {
            return false;
        };
        let taken = || {
            let limit = self.running.memory?.bytes();
            Some(self.running.addresses()? > self.at_hello?.midpoint(limit))
        };
        (pending.id, at) != (FIRST, 0) && wants_memory(what) && taken().unwrap_or(false)
    }

    /// The next message, which must be the expected answer, in a framing that the adapter offers.
    fn next_answer(&mut self, pending: Pending, deadline: Instant) -> Result<Message, AnswerError> {
        let answer = self.running.receive(deadline).map_err(|error| match error.other_id {
            Some(id) if error.unasked && id == pending.id => {
                let what = format!("the answer with id {id} came before its question");
                AnswerError { failure: Failure::protocol(what), ..error }
            }
            _ => error,
        })?;
        let head = check_id(&answer, pending.id)?;
        if head.frame.is_some() && self.hello.framing == Framing::Line {
            return Err(Failure::protocol("the answer has a frame, which hello does not offer").into());
        }
        Ok(answer)
    }

    /// Requests the timing of a call. None if calls of this kind cannot be timed.
    pub(crate) fn bench(
        &mut self,
        bench: &Bench<'_>,
        deadline: Instant,
    ) -> Option<Result<Result<Timing, Reply>, AnswerError>> {
        // A process that was started again does not have the call.
        let bench = &Bench { again: bench.again && self.benched, ..*bench };
        let message = request::bench(self.next_id, bench, self.hello.framing)?;
        // Each sample is two numbers.
        let most = request::answer_limit(bench.call.longest_answer()) + bench.samples * 2 * MAX_DIGITS;
        let pending = self.send(message, AnswerShape::One, most);
        Some(self.receive_timing(pending, bench.samples, deadline))
    }

    fn receive_timing(
        &mut self,
        pending: Pending,
        samples: usize,
        deadline: Instant,
    ) -> Result<Result<Timing, Reply>, AnswerError> {
        let answer = self.next_answer(pending, deadline)?;
        let timing = answer::read_timing(&answer, samples)
            .map_err(|e| Failure::protocol(format!("{e}, in the line: {}", excerpt(&answer.line))))?;
        self.benched = timing.is_ok();
        Ok(timing)
    }

    /// Describes output that comes although no request is open.
    pub(crate) fn unexpected_output(&mut self) -> Option<Failure> {
        self.running.unexpected_output()
    }

    /// Says bye. Returns whether the adapter then ended by itself within `limit`.
    ///
    /// # Errors
    /// More output, or the end of a process that failed.
    pub(crate) fn bye(&mut self, limit: Duration) -> Result<bool, Failure> {
        self.running.finish(request::bye(self.next_id), limit)
    }
}

/// Whether a message may come of the limit of memory.
fn wants_memory(what: &str) -> bool {
    ["memory", "alloc"].iter().any(|word| what.to_lowercase().contains(word))
}

fn check_id(answer: &Message, expected: u64) -> Result<AnswerHead, AnswerError> {
    let head = answer::head(&answer.line).map_err(|e| Failure::protocol(e.to_string()))?;
    if head.id == Some(expected) {
        return Ok(head);
    }
    let came = head.id.map_or_else(|| "no id".to_owned(), |id| format!("id {id}"));
    let what =
        format!("expected the answer with id {expected}, got {came}, in the line: {}", excerpt(&answer.line));
    Err(AnswerError { failure: Failure::protocol(what), other_id: head.id, unasked: false })
}
