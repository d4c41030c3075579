//! The calls that are asked together, and how far they are.

use super::conversation::Pending;
use super::failure::Failure;
use crate::backends::protocol::request;
use ascertain::backend::Reply;
use ascertain::call::Call;
use std::collections::VecDeque;
use std::ops::Range;
use std::time::Instant;

/// Bytes of answers after which a message is full. Larger batches gain nothing and cost memory.
const ENOUGH: usize = 8 << 20;

/// Largest number of promotions in one message. Every adapter accepts such lists.
const ASKS: usize = 256;

/// Number of messages in flight: enough that neither side waits for the other.
const WINDOW: usize = 4;

/// Bytes of answers in flight above which no second message is sent.
const WINDOW_BYTES: usize = 16 << 20;

/// The calls of one [`ask_all`](ascertain::backend::Backend::ask_all), and their progress.
pub(super) struct Exchange<'a, 'c> {
    pub(super) calls: &'a [&'c Call],
    pub(super) replies: Vec<Option<Reply>>,
    /// Messages still to be sent, as ranges of `calls`.
    pub(super) queue: VecDeque<Range<usize>>,
    /// Messages sent, oldest first.
    pub(super) in_flight: VecDeque<(Pending, Range<usize>)>,
    /// When waiting for the oldest message in flight began.
    pub(super) since: Instant,
    /// The message answered last.
    pub(super) answered: Option<(u64, Range<usize>)>,
}

impl<'a, 'c> Exchange<'a, 'c> {
    /// Calls to ask, at most `batch` in a message.
    pub(super) fn of(calls: &'a [&'c Call], batch: usize) -> Self {
        let (replies, queue) = (vec![None; calls.len()], messages(calls, batch));
        Self { calls, replies, queue, in_flight: VecDeque::new(), since: Instant::now(), answered: None }
    }

    /// Whether another message should be sent.
    pub(super) fn wants_more(&self) -> bool {
        self.in_flight.is_empty() || (self.in_flight.len() < WINDOW && self.bytes_in_flight() < WINDOW_BYTES)
    }

    fn bytes_in_flight(&self) -> usize {
        let calls = self.in_flight.iter().flat_map(|(_, range)| &self.calls[range.clone()]);
        calls.map(|call| request::answer_limit(call.longest_answer())).sum()
    }

    /// Puts the messages in flight back into the queue.
    pub(super) fn requeue(&mut self) {
        while let Some((_, range)) = self.in_flight.pop_back() {
            self.queue.push_front(range);
        }
        self.answered = None;
    }

    pub(super) fn fail(&mut self, at: usize, failure: &Failure) {
        self.replies[at] = Some(Reply::Lost(failure.loss, failure.what.clone()));
    }

    /// Replies to the calls of a message that cannot be asked. A failure is the reply to the first of them alone: the
    /// others have not been asked because of it.
    pub(super) fn answer_unasked(&mut self, range: Range<usize>, reply: &Reply) {
        let end = if matches!(reply, Reply::Lost(..)) { range.start + 1 } else { range.end };
        self.replies[range.start..end].fill(Some(reply.clone()));
        if end < range.end {
            self.queue.push_front(end..range.end);
        }
    }
}

/// What a call is about: a table's id or an operator's name.
pub(super) fn subject(call: &Call) -> &'static str {
    match call {
        Call::Promote(ask) => ask.table.id,
        Call::Operate(call) => call.operator.name,
    }
}

/// Splits calls into messages, each about one subject. `batch` is the largest number of operator calls in a message.
fn messages(calls: &[&Call], batch: usize) -> VecDeque<Range<usize>> {
    let mut messages = VecDeque::new();
    let mut start = 0;
    let mut bytes = 0;
    for (at, call) in calls.iter().enumerate() {
        let most = if matches!(call, Call::Promote(_)) { ASKS } else { batch };
        let full = at - start == most || bytes > ENOUGH;
        if at > start && (full || subject(call) != subject(calls[start])) {
            messages.push_back(start..at);
            (start, bytes) = (at, 0);
        }
        bytes += request::answer_limit(call.longest_answer());
    }
    if start < calls.len() {
        messages.push_back(start..calls.len());
    }
    messages
}
