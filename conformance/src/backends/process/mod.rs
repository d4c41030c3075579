//! An implementation in another process, asked over its stdin and stdout.
//!
//! A failure of the process costs only the call that caused it, never the run. When the process ends, takes too long or
//! sends a malformed reply, it is killed with everything that it started, and started again. The calls of the message
//! that was due are repeated one at a time; the call that fails alone is blamed. Later messages are sent again
//! unchanged. A process that wrote outside its memory is also started again, and one that has taken most of its memory and
//! fails for want of it: those calls are repeated, each in a message of its own.

mod child;
mod conversation;
#[cfg(target_os = "linux")]
mod daemons;
mod exchange;
mod failure;
mod group;
mod line;
mod pipe;
#[cfg(target_os = "linux")]
mod spawn;

pub(crate) use conversation::Conversation;
pub(crate) use failure::Failure;

use self::child::AnswerError;
use self::exchange::{Exchange, subject};
use super::kind::{BackendKind, split};
use super::options::Options;
use crate::backends::timing::{Bench, TimedBackend, Timing};
use crate::results::edition_arguments;
use ascertain::backend::{Backend, BackendFault, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use std::collections::HashMap;
use std::mem;
use std::ops::Range;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// An adapter in a process of its own.
pub(super) const KIND: BackendKind = BackendKind {
    name: "process",
    form: "process:COMMAND",
    says: "an adapter that speaks the process protocol",
    help: "make sure that it starts twice in a row",
    open: |spec, editions, options| {
        let command = split(spec.argument.unwrap_or_default())?;
        Ok(Box::new(ProcessBackend::new(command, editions.profile_name(), options.clone())))
    },
    shapes: None,
    host: None,
};

/// Extra time for preparing a benchmark, as a number of calls.
const CALLS_BESIDE_SAMPLES: u32 = 5;

/// Bytes of tensors for which the time limit grows by a second: they are copied several times on the way.
const BYTES_PER_SECOND: usize = 8 << 20;

/// Of the slowest message so far, how many times as long the next batch may take, and how much more.
const TIMES_SLOWEST: u32 = 10;
const LEAST_LIMIT: Duration = Duration::from_secs(1);

/// Number of calls in a batch that share the time limit of one call.
const CALLS_PER_LIMIT: u32 = 32;

/// A backend in a child process.
#[derive(Debug)]
pub struct ProcessBackend {
    /// As people write it.
    name: String,
    command: Vec<String>,
    profile: String,
    options: Options,
    state: State,
    description: Option<Description>,
    /// By subject: the number of losses since the last reply.
    losses: HashMap<&'static str, usize>,
    /// The longest time that a start or a message took.
    slowest: Duration,
    /// The first fault that belongs to no call.
    stray: Option<Failure>,
    /// The folder that it runs from, which goes with it, and what a person may change if it does not start.
    folder: Option<(TempDir, String)>,
}

#[derive(Debug)]
enum State {
    /// Not running; started when needed.
    Idle,
    Running(Box<Conversation>),
    /// It cannot be started, and whether this has been reported.
    Dead(Failure, bool),
}

impl ProcessBackend {
    /// A backend that runs `command`, a program and its arguments, and tells it the `profile`. It starts when first
    /// needed.
    #[must_use]
    pub fn new(command: Vec<String>, profile: impl Into<String>, options: Options) -> Self {
        let (state, losses) = (State::Idle, HashMap::new());
        let name = shlex::try_join(command.iter().map(String::as_str)).unwrap_or_else(|_| command.join(" "));
        Self {
            name,
            command,
            profile: profile.into(),
            options,
            state,
            description: None,
            losses,
            slowest: Duration::ZERO,
            stray: None,
            folder: None,
        }
    }

    /// The backend that `spec` names, in a child process of `ascertain host`, because it must not share the harness's
    /// memory: a wild write there costs one verdict, not the run.
    #[must_use]
    pub(super) fn hosting(spec: &str, editions: &Editions, options: Options) -> Self {
        let mut command = vec![options.host.display().to_string(), "host".to_owned(), spec.to_owned()];
        for argument in edition_arguments(editions) {
            command.extend(argument.split(' ').map(str::to_owned));
        }
        Self::new(command, editions.profile_name(), options).named(spec)
    }

    /// The same, called `name` in messages: people have not written the command.
    pub(super) fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The same, run from a folder that goes with it. `advice` says what to change if it does not start.
    pub(super) fn in_folder(mut self, folder: TempDir, advice: String) -> Self {
        self.folder = Some((folder, advice));
        self
    }

    fn start(&self) -> Result<Conversation, Failure> {
        Conversation::start(&self.command, &self.profile, &self.options)
    }

    /// Starts the adapter if it does not run.
    fn ensure_started(&mut self) {
        if matches!(self.state, State::Idle) && !self.options.stop.is_set() {
            let since = Instant::now();
            // An adapter that has worked before gets a second chance; any other reports its error at once.
            let again = |failure| if self.description.is_some() { self.start() } else { Err(failure) };
            self.state = match self.start().or_else(again) {
                Ok(conversation) => State::Running(Box::new(conversation)),
                Err(failure) => State::Dead(failure, false),
            };
            self.slowest = self.slowest.max(since.elapsed());
        }
    }

    /// The running adapter. Starts it if it does not run.
    ///
    /// # Errors
    /// The reply to a call that cannot be asked. A start that fails is the first such reply, and the reason of the others.
    fn conversation(&mut self) -> Result<&mut Conversation, Reply> {
        self.ensure_started();
        if self.options.stop.is_set() {
            self.stop();
            return Err(self.stopped());
        }
        let again = if self.description.is_some() { "does not start again" } else { "does not start" };
        match &mut self.state {
            State::Running(conversation) => Ok(conversation),
            State::Dead(failure, reported) => {
                let what = format!("the adapter {again}: {}", failure.what);
                let first = !mem::replace(reported, true);
                Err(if first { Reply::Lost(failure.loss, what) } else { Reply::NotAsked(what) })
            }
            State::Idle => Err(Reply::Lost(BackendFault::Crash, "the adapter does not run".to_owned())),
        }
    }

    fn stop(&mut self) {
        if let State::Running(_) = self.state {
            // Dropping it ends it.
            self.state = State::Idle;
        }
    }

    /// Time limit for a message with these calls.
    fn limit(&self, calls: &[&Call]) -> Duration {
        let limits = 1 + u32::try_from(calls.len()).unwrap_or(u32::MAX - 1) / CALLS_PER_LIMIT;
        let bytes: usize = calls.iter().map(|call| crate::backends::protocol::request::payload(call)).sum();
        self.options.limit * limits + Duration::from_secs((bytes / BYTES_PER_SECOND) as u64)
    }

    /// Time limit for the first attempt. If a call of several hangs, each is asked again, with the whole limit; that is sooner
    /// if much less than usual is waited for.
    fn first_limit(&self, calls: &[&Call]) -> Duration {
        let whole = self.limit(calls);
        if calls.len() > 1 { whole.min(LEAST_LIMIT + self.slowest * TIMES_SLOWEST) } else { whole }
    }

    /// The reply to a call that is not asked any more.
    fn stopped(&self) -> Reply {
        Reply::NotAsked(format!("not asked: {}", self.options.stop.why().unwrap_or("the time was up")))
    }

    /// The reply to calls about this subject that are not asked any more: too many in a row were lost.
    fn given_up(&self, subject: &str) -> Option<Reply> {
        let &count = self.losses.get(subject)?;
        let why = || format!("not asked, since the last {count} calls of {subject} got no answer");
        (count >= self.options.give_up_after).then(|| Reply::NotAsked(why()))
    }

    fn count(&mut self, subject: &'static str, reply: &Reply) {
        self.options.replies.step();
        match reply {
            Reply::Lost(..) => *self.losses.entry(subject).or_default() += 1,
            Reply::NotAsked(_) => {}
            _ => _ = self.losses.remove(subject),
        }
    }

    /// Sends messages until enough are in flight.
    fn send(&mut self, exchange: &mut Exchange<'_, '_>) {
        while exchange.wants_more() {
            let Some(range) = exchange.queue.pop_front() else { return };
            let calls = &exchange.calls[range.clone()];
            let conversation = match self.given_up(subject(calls[0])) {
                Some(reply) => Err(reply),
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
                Err(reply) => exchange.answer_unasked(range, &reply),
            }
        }
    }

    /// Waits for the answer to the oldest message in flight, and handles its failure.
    fn receive(&mut self, exchange: &mut Exchange<'_, '_>) {
        let Some((pending, range)) = exchange.in_flight.front().cloned() else { return };
        let deadline = exchange.since + self.first_limit(&exchange.calls[range.clone()]);
        let State::Running(conversation) = &mut self.state else { return exchange.requeue() };
        match conversation.receive(pending, deadline) {
            Ok(replies) => {
                exchange.in_flight.pop_front();
                self.slowest = self.slowest.max(exchange.since.elapsed());
                exchange.since = Instant::now();
                let unsound = replies.iter().any(is_unsound);
                let starved =
                    |(at, reply)| conversation.is_starved(pending, at, reply).then_some(range.start + at);
                let again: Vec<usize> = replies.iter().enumerate().filter_map(starved).collect();
                for (at, reply) in range.clone().zip(replies).filter(|(at, _)| !again.contains(at)) {
                    self.count(subject(exchange.calls[at]), &reply);
                    exchange.replies[at] = Some(reply);
                }
                exchange.answered = Some((pending.id, range));
                if unsound || !again.is_empty() {
                    self.stop();
                    exchange.requeue();
                }
                again.into_iter().rev().for_each(|at| exchange.queue.push_front(at..at + 1));
            }
            Err(no_answer) => self.recover(exchange, no_answer),
        }
    }

    /// Handles a failure: stops the process and finds the call to blame.
    fn recover(&mut self, exchange: &mut Exchange<'_, '_>, error: AnswerError) {
        self.stop();
        if self.options.stop.is_set() {
            // Nothing is asked any more, so no call can be shown to be at fault.
            return exchange.requeue();
        }
        if let Some((_, range)) = exchange.answered.take().filter(|(id, _)| Some(*id) == error.other_id) {
            // A second answer to the last message: the messages in flight are not to blame.
            let what = format!("answered twice: {}", error.failure.what);
            exchange.fail(range.start, &Failure { what, ..error.failure });
            return exchange.requeue();
        }
        // Answers come in order, so a late answer belongs to the oldest message. A process that ends or sends a
        // malformed reply may already work on a later message.
        let certain = exchange.in_flight.len() == 1 || error.failure.loss == BackendFault::Timeout;
        let Some((pending, range)) = exchange.in_flight.pop_front() else { return };
        exchange.requeue();
        let (stale, failure) = (error.is_stale(pending.id), error.failure);
        if certain && !stale && range.len() == 1 {
            self.blame(exchange, range.start, &failure);
            return;
        }
        let found = self.ask_one_at_a_time(exchange, range.clone());
        if !found && self.options.stop.is_set() {
            // Not all have been asked again, so that it may be one of the others.
            return;
        }
        // A batch may be late because it is long, and an old answer is not the fault of this message. Any other
        // failure is reported: the first call is blamed, with a note.
        if !found && !stale && failure.loss != BackendFault::Timeout {
            let what = match range.len() {
                1 => format!("{}; the call was answered when repeated", failure.what),
                n => format!(
                    "{}; in a batch of {n} calls, which were all answered when repeated one at a time",
                    failure.what
                ),
            };
            self.blame(exchange, range.start, &Failure { loss: failure.loss, what });
        } else if !found && stale {
            self.stray.get_or_insert(failure);
        }
    }

    fn blame(&mut self, exchange: &mut Exchange<'_, '_>, at: usize, failure: &Failure) {
        self.count(subject(exchange.calls[at]), &Reply::Lost(failure.loss, String::new()));
        exchange.fail(at, failure);
    }

    /// Repeats the calls of a message without an answer, one at a time. Returns whether one of them is to blame.
    fn ask_one_at_a_time(&mut self, exchange: &mut Exchange<'_, '_>, range: Range<usize>) -> bool {
        let mut found = false;
        for at in range {
            match self.ask_alone(exchange.calls[at]) {
                Ok(reply) => {
                    found |= matches!(reply, Reply::Lost(..));
                    self.count(subject(exchange.calls[at]), &reply);
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
        if let Some(reply) = self.given_up(subject(call)) {
            return Ok(reply);
        }
        let limit = self.limit(&[call]);
        let mut last = Failure::protocol("no reply to a call");
        // Tries once more if the answer to another call came instead.
        for _ in 0..2 {
            let conversation = match self.conversation() {
                Ok(conversation) => conversation,
                Err(reply) => return Ok(reply),
            };
            let Some(pending) = conversation.ask(&[call]) else { break };
            match conversation.receive(pending, Instant::now() + limit) {
                Ok(replies)
                    if replies.first().is_some_and(|reply| conversation.is_starved(pending, 0, reply)) =>
                {
                    self.stop();
                }
                Ok(mut replies) => {
                    if replies.iter().any(is_unsound) {
                        self.stop();
                    }
                    return replies.pop().ok_or(last);
                }
                Err(error) => {
                    self.stop();
                    if self.options.stop.is_set() {
                        return Ok(self.stopped());
                    }
                    let stale = error.is_stale(pending.id);
                    last = error.failure;
                    if !stale {
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
    matches!(reply, Reply::Lost(BackendFault::WroteOutside, _))
}

impl Backend for ProcessBackend {
    fn describe(&mut self) -> Result<Description, String> {
        let why = match self.conversation() {
            Ok(conversation) => {
                let description = conversation.hello().description.clone();
                self.description = Some(description.clone());
                return Ok(description);
            }
            Err(Reply::Lost(_, why) | Reply::NotAsked(why)) => why,
            Err(_) => "the adapter does not start".to_owned(),
        };
        // Those who hear it know what it is about.
        let why = if let State::Dead(failure, _) = &self.state { &failure.what } else { &why };
        let advice = self.folder.as_ref().map_or_else(String::new, |(_, advice)| format!("; {advice}"));
        Err(format!("`{}`: {why}{advice}", self.name))
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let mut replies = Vec::with_capacity(1);
        self.ask_all(&[call], &mut replies);
        replies.pop().unwrap_or_else(|| Reply::Lost(BackendFault::Protocol, "no reply to a call".to_owned()))
    }

    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        self.ensure_started();
        let offered =
            if let State::Running(conversation) = &self.state { conversation.hello().batch } else { 1 };
        let mut exchange = Exchange::of(calls, offered.min(self.options.batch));
        loop {
            self.send(&mut exchange);
            if exchange.in_flight.is_empty() {
                break;
            }
            self.receive(&mut exchange);
        }
        let none = || Reply::Lost(BackendFault::Protocol, "no reply to a call".to_owned());
        replies.extend(exchange.replies.into_iter().map(|reply| reply.unwrap_or_else(none)));
    }

    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        if let State::Running(conversation) = &mut self.state {
            if !self.options.stop.is_set()
                && let Err(failure) = conversation.bye(self.options.bye_limit)
            {
                self.stray.get_or_insert(failure);
            }
            // Ends it if it still runs.
            self.state = State::Idle;
        }
        self.stray.take().map_or(Ok(()), |Failure { loss, what }| Err((loss, what)))
    }
}

impl TimedBackend for ProcessBackend {
    fn unknown(&self) -> Vec<String> {
        match &self.state {
            State::Running(conversation) => conversation.hello().unknown.clone(),
            _ => Vec::new(),
        }
    }

    /// The adapter times the call itself, if its hello offers that.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        let subject = subject(bench.call);
        if let Some(reply) = self.given_up(subject) {
            return Err(reply);
        }
        // Before the samples an adapter finds the number of calls per sample, and frameworks compile.
        let calls = u32::try_from(bench.samples).unwrap_or(u32::MAX).saturating_add(CALLS_BESIDE_SAMPLES);
        let deadline = Instant::now() + self.options.limit.saturating_mul(calls);
        let conversation = self.conversation()?;
        if !conversation.hello().bench {
            let why = "the adapter cannot time calls: its hello does not offer `bench`";
            return Err(Reply::Unsupported(why.to_owned()));
        }
        let start = Instant::now();
        let timed = match conversation.bench(bench, deadline) {
            None => Err(Reply::Unsupported("only calls of operators can be timed".to_owned())),
            Some(Ok(timed)) => timed.map(|timing| Timing { exchange: Some(start.elapsed()), ..timing }),
            Some(Err(AnswerError { failure, .. })) => {
                self.stop();
                Err(Reply::Lost(failure.loss, failure.what))
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
        // Nobody is left to be told of a fault.
        let _ = self.finish();
    }
}
