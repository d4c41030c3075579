//! An implementation in another process, asked over its stdin and stdout.
//!
//! A failure of the process costs only the call that caused it, never the run. When the process ends, takes too long or
//! sends a malformed reply, it is killed with everything that it started, and started again. The calls of the message
//! that was due are repeated one at a time; the call that fails alone is blamed. Later messages are sent again
//! unchanged. A process that wrote outside its memory is also started again.

mod child;
mod conversation;
mod group;
mod schedule;

pub(crate) use child::Failure;
pub(crate) use conversation::Conversation;

use self::conversation::{AnswerError, Pending};
use super::kind::{Kind, split};
use super::options::Options;
use crate::timing::{Bench, TimedBackend, Timing};
use ascertain::backend::{Backend, Description, Loss, Reply};
use ascertain::call::Call;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::time::{Duration, Instant};

/// An adapter in a process of its own.
pub(super) const KIND: Kind = Kind {
    name: "process",
    form: "process:COMMAND",
    says: "an adapter that speaks the process protocol",
    open: |spec, editions, options| {
        let command = split(spec.argument.unwrap_or_default())?;
        Ok(Box::new(ProcessBackend::new(command, editions.profile_name(), options.clone())))
    },
    host: None,
};

/// Number of messages in flight: enough that neither side waits for the other.
const WINDOW: usize = 4;

/// Bytes in flight above which no second message is sent.
const WINDOW_BYTES: usize = 8 << 20;

/// Extra time for preparing a benchmark, as a number of calls.
const CALLS_BESIDE_SAMPLES: u32 = 5;

/// Bytes of tensors for which the time limit grows by a second: they are copied several times on the way.
const BYTES_PER_SECOND: usize = 8 << 20;

/// Number of calls in a batch that share the time limit of one call.
const CALLS_PER_LIMIT: u32 = 32;

/// A backend in a child process.
#[derive(Debug)]
pub struct ProcessBackend {
    command: Vec<String>,
    profile: String,
    options: Options,
    state: State,
    description: Option<Description>,
    /// By subject: the number of losses since the last reply, and the kind of the last one.
    losses: HashMap<&'static str, (usize, Loss)>,
}

#[derive(Debug)]
enum State {
    /// Not running; started when needed.
    Idle,
    Running(Box<Conversation>),
    /// It cannot be started.
    Dead(Failure),
}

/// The calls of one [`Backend::ask_all`], and their progress.
struct Exchange<'a, 'c> {
    calls: &'a [&'c Call],
    replies: Vec<Option<Reply>>,
    /// Messages still to be sent, as ranges of `calls`.
    queue: VecDeque<Range<usize>>,
    /// Messages sent, oldest first.
    in_flight: VecDeque<(Pending, Range<usize>)>,
    /// When waiting for the oldest message in flight began.
    since: Instant,
    /// The message answered last.
    answered: Option<(u64, Range<usize>)>,
}

impl Exchange<'_, '_> {
    fn fail(&mut self, at: usize, failure: &Failure) {
        self.replies[at] = Some(Reply::Lost(failure.loss, failure.what.clone()));
    }

    /// Puts the messages in flight back into the queue.
    fn requeue(&mut self) {
        while let Some((_, range)) = self.in_flight.pop_back() {
            self.queue.push_front(range);
        }
        self.answered = None;
    }

    fn bytes_in_flight(&self) -> usize {
        let calls = self.in_flight.iter().flat_map(|(_, range)| &self.calls[range.clone()]);
        calls.map(|call| crate::protocol::request::payload(call)).sum()
    }
}

impl ProcessBackend {
    /// A backend that runs `command`, a program and its arguments, and tells it the `profile`. It starts when first
    /// needed.
    #[must_use]
    pub fn new(command: Vec<String>, profile: impl Into<String>, options: Options) -> Self {
        let (state, losses) = (State::Idle, HashMap::new());
        Self { command, profile: profile.into(), options, state, description: None, losses }
    }

    /// The command as typed in a shell.
    fn command_line(&self) -> String {
        shlex::try_join(self.command.iter().map(String::as_str)).unwrap_or_else(|_| self.command.join(" "))
    }

    fn start(&self) -> Result<Conversation, Failure> {
        Conversation::start(&self.command, &self.profile, &self.options)
    }

    /// The running adapter. Starts it if it does not run.
    fn conversation(&mut self) -> Result<&mut Conversation, Failure> {
        if matches!(self.state, State::Idle) {
            // An adapter that has worked before gets a second chance; any other reports its error at once.
            let again = |failure| if self.description.is_some() { self.start() } else { Err(failure) };
            self.state = match self.start().or_else(again) {
                Ok(conversation) => State::Running(Box::new(conversation)),
                Err(failure) => State::Dead(failure),
            };
        }
        match &mut self.state {
            State::Running(conversation) => Ok(conversation),
            State::Dead(failure) => {
                let again =
                    if self.description.is_some() { "does not start again" } else { "does not start" };
                Err(Failure { loss: failure.loss, what: format!("the adapter {again}: {}", failure.what) })
            }
            State::Idle => Err(Failure { loss: Loss::Crash, what: "the adapter does not run".to_owned() }),
        }
    }

    fn stop(&mut self) {
        if let State::Running(conversation) = &mut self.state {
            conversation.kill();
            self.state = State::Idle;
        }
    }

    /// Time limit for a message with these calls.
    fn limit(&self, calls: &[&Call]) -> Duration {
        let limits = 1 + u32::try_from(calls.len()).unwrap_or(u32::MAX - 1) / CALLS_PER_LIMIT;
        let bytes: usize = calls.iter().map(|call| crate::protocol::request::payload(call)).sum();
        self.options.limit * limits + Duration::from_secs((bytes / BYTES_PER_SECOND) as u64)
    }

    /// Why calls about this subject are not asked any more: too many in a row were lost.
    fn given_up(&self, subject: &str) -> Option<Failure> {
        let &(count, loss) = self.losses.get(subject)?;
        let what = || format!("not asked, since the last {count} calls of {subject} got no answer");
        (count >= self.options.give_up_after).then(|| Failure { loss, what: what() })
    }

    fn count(&mut self, subject: &'static str, reply: &Reply) {
        match reply {
            Reply::Lost(loss, _) => {
                let (count, last) = self.losses.entry(subject).or_insert((0, *loss));
                (*count, *last) = (*count + 1, *loss);
            }
            _ => _ = self.losses.remove(subject),
        }
    }

    /// Sends messages until enough are in flight.
    fn send(&mut self, exchange: &mut Exchange<'_, '_>) {
        while exchange.in_flight.is_empty()
            || (exchange.in_flight.len() < WINDOW && exchange.bytes_in_flight() < WINDOW_BYTES)
        {
            let Some(range) = exchange.queue.pop_front() else { return };
            let calls = &exchange.calls[range.clone()];
            let conversation = match self.given_up(schedule::subject(calls[0])) {
                Some(failure) => Err(failure),
                None => self.conversation(),
            };
            match conversation.map(|c| c.ask(calls)) {
                Ok(Some(pending)) => {
                    if exchange.in_flight.is_empty() {
                        exchange.since = Instant::now();
                    }
                    exchange.in_flight.push_back((pending, range));
                }
                Ok(None) => {}
                Err(failure) => range.for_each(|at| exchange.fail(at, &failure)),
            }
        }
    }

    /// Waits for the answer to the oldest message in flight, and handles its failure.
    fn receive(&mut self, exchange: &mut Exchange<'_, '_>) {
        let Some((pending, range)) = exchange.in_flight.front().cloned() else { return };
        let deadline = exchange.since + self.limit(&exchange.calls[range.clone()]);
        let State::Running(conversation) = &mut self.state else { return exchange.requeue() };
        match conversation.receive(pending, deadline) {
            Ok(replies) => {
                exchange.in_flight.pop_front();
                exchange.since = Instant::now();
                let unsound = replies.iter().any(is_unsound);
                for (at, reply) in range.clone().zip(replies) {
                    self.count(schedule::subject(exchange.calls[at]), &reply);
                    exchange.replies[at] = Some(reply);
                }
                exchange.answered = Some((pending.id, range));
                if unsound {
                    self.stop();
                    exchange.requeue();
                }
            }
            Err(no_answer) => self.recover(exchange, no_answer),
        }
    }

    /// Handles a failure: stops the process and finds the call to blame.
    fn recover(&mut self, exchange: &mut Exchange<'_, '_>, AnswerError { failure, other_id }: AnswerError) {
        self.stop();
        if let Some((_, range)) = exchange.answered.take().filter(|(id, _)| Some(*id) == other_id) {
            // A second answer to the last message: the messages in flight are not to blame.
            let what = format!("answered twice: {}", failure.what);
            exchange.fail(range.start, &Failure { what, ..failure });
            return exchange.requeue();
        }
        // Answers come in order, so a late answer belongs to the oldest message. A process that ends or sends a
        // malformed reply may already work on a later message.
        let certain = exchange.in_flight.len() == 1 || failure.loss == Loss::Timeout;
        let Some((pending, range)) = exchange.in_flight.pop_front() else { return };
        exchange.requeue();
        let stale = other_id.is_some_and(|id| id < pending.id);
        if certain && !stale && range.len() == 1 {
            self.blame(exchange, range.start, &failure);
            return;
        }
        let found = self.ask_one_at_a_time(exchange, range.clone());
        // A batch may be late because it is long, and an old answer is not the fault of this message. Any other
        // failure is reported: the first call is blamed, with a note.
        if !found && !stale && failure.loss != Loss::Timeout {
            let what = match range.len() {
                1 => format!("{}; the call was answered when repeated", failure.what),
                n => format!(
                    "{}; in a batch of {n} calls, which were all answered when repeated one at a time",
                    failure.what
                ),
            };
            self.blame(exchange, range.start, &Failure { loss: failure.loss, what });
        }
    }

    fn blame(&mut self, exchange: &mut Exchange<'_, '_>, at: usize, failure: &Failure) {
        self.count(schedule::subject(exchange.calls[at]), &Reply::Lost(failure.loss, String::new()));
        exchange.fail(at, failure);
    }

    /// Repeats the calls of a message without an answer, one at a time. Returns whether one of them is to blame.
    fn ask_one_at_a_time(&mut self, exchange: &mut Exchange<'_, '_>, range: Range<usize>) -> bool {
        let mut found = false;
        for at in range {
            match self.ask_alone(exchange.calls[at]) {
                Ok(reply) => {
                    found |= is_unsound(&reply);
                    self.count(schedule::subject(exchange.calls[at]), &reply);
                    exchange.replies[at] = Some(reply);
                }
                Err(failure) => {
                    found = true;
                    self.blame(exchange, at, &failure);
                }
            }
        }
        found
    }

    fn ask_alone(&mut self, call: &Call) -> Result<Reply, Failure> {
        if let Some(failure) = self.given_up(schedule::subject(call)) {
            return Err(failure);
        }
        let limit = self.limit(&[call]);
        let mut last = Failure::protocol("no reply to a call");
        // Tries once more if the answer to another call came instead.
        for _ in 0..2 {
            let conversation = self.conversation()?;
            let Some(pending) = conversation.ask(&[call]) else { break };
            match conversation.receive(pending, Instant::now() + limit) {
                Ok(mut replies) => {
                    if replies.iter().any(is_unsound) {
                        self.stop();
                    }
                    return replies.pop().ok_or(last);
                }
                Err(AnswerError { failure, other_id }) => {
                    self.stop();
                    last = failure;
                    if other_id.is_none_or(|id| id >= pending.id) {
                        break;
                    }
                }
            }
        }
        Err(last)
    }
}

/// Whether the process must be restarted after this reply, because its memory may be damaged.
fn is_unsound(reply: &Reply) -> bool {
    matches!(reply, Reply::Lost(Loss::WroteOutside, _))
}

impl Backend for ProcessBackend {
    fn describe(&mut self) -> Result<Description, String> {
        let command_line = self.command_line();
        match self.conversation() {
            Ok(conversation) => {
                let description = conversation.hello().description.clone();
                self.description = Some(description.clone());
                Ok(description)
            }
            Err(failure) => Err(format!("`{command_line}`: {}", failure.what)),
        }
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let mut replies = Vec::with_capacity(1);
        self.ask_all(&[call], &mut replies);
        replies.pop().unwrap_or_else(|| Reply::Lost(Loss::Protocol, "no reply to a call".to_owned()))
    }

    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        let batch = self.conversation().map_or(1, |c| c.hello().batch).min(self.options.batch);
        let mut exchange = Exchange {
            calls,
            replies: vec![None; calls.len()],
            queue: schedule::messages(calls, batch),
            in_flight: VecDeque::new(),
            since: Instant::now(),
            answered: None,
        };
        loop {
            self.send(&mut exchange);
            if exchange.in_flight.is_empty() {
                break;
            }
            self.receive(&mut exchange);
        }
        let none = || Reply::Lost(Loss::Protocol, "no reply to a call".to_owned());
        replies.extend(exchange.replies.into_iter().map(|reply| reply.unwrap_or_else(none)));
    }
}

impl TimedBackend for ProcessBackend {
    /// The adapter times the call itself, if its hello offers that.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        let lost = |failure: Failure| Reply::Lost(failure.loss, failure.what);
        let subject = schedule::subject(bench.call);
        if let Some(failure) = self.given_up(subject) {
            return Err(lost(failure));
        }
        // Before the samples an adapter finds the number of calls per sample, and frameworks compile.
        let calls = u32::try_from(bench.samples).unwrap_or(u32::MAX).saturating_add(CALLS_BESIDE_SAMPLES);
        let deadline = Instant::now() + self.options.limit.saturating_mul(calls);
        let conversation = self.conversation().map_err(lost)?;
        if !conversation.hello().bench {
            let why = "the adapter cannot time calls: its hello does not offer `bench`";
            return Err(Reply::Unsupported(why.to_owned()));
        }
        let timed = match conversation.bench(bench, deadline) {
            None => Err(Reply::Unsupported("only calls of operators can be timed".to_owned())),
            Some(Ok(timed)) => timed,
            Some(Err(AnswerError { failure, .. })) => {
                self.stop();
                Err(lost(failure))
            }
        };
        match &timed {
            Ok(_) => _ = self.losses.remove(subject),
            Err(reply) => {
                if is_unsound(reply) {
                    self.stop();
                }
                self.count(subject, reply);
            }
        }
        timed
    }
}

impl Drop for ProcessBackend {
    /// Says bye, and ends the process if it does not exit.
    fn drop(&mut self) {
        if let State::Running(conversation) = &mut self.state {
            conversation.bye(self.options.bye_limit);
        }
    }
}
