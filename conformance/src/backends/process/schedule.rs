//! Splitting calls into messages.

use crate::backends::protocol::request;
use ascertain::call::Call;
use std::collections::VecDeque;
use std::ops::Range;

/// Bytes of answers after which a message is full. Larger batches gain nothing and cost memory.
const ENOUGH: usize = 8 << 20;

/// Largest number of promotions in one message. Every adapter accepts such lists.
const ASKS: usize = 256;

/// What a call is about: a table's id or an operator's name.
pub(super) fn subject(call: &Call) -> &'static str {
    match call {
        Call::Promote(ask) => ask.table.id,
        Call::Operate(call) => call.operator.name,
    }
}

/// Splits calls into messages, each about one subject. `batch` is the largest number of operator calls in a message.
pub(super) fn messages(calls: &[&Call], batch: usize) -> VecDeque<Range<usize>> {
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
