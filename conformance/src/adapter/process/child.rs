//! One running adapter: a process group, its three pipes and the threads on them. Knows lines and frames, and
//! nothing of what they say.
//!
//! Writing and reading are different threads: with one, a child that waits for its answers to be read, while its
//! questions are being written, would wait for ever.

use super::group::Group;
use crate::protocol::{Message, answer};
use ascertain::backend::Loss;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer to a request without tensors, in bytes. More is a flood.
const MAX_ANSWER: usize = 16 << 20;

/// Bytes of answer allowed for each byte of request: s8 to c128 is 16 times as long, and twice that in hex.
const MAX_ANSWER_FACTOR: usize = 64;

/// Answers that may lie between the reader and whoever asks for them; a flood waits in the pipe.
const READ_AHEAD: usize = 16;

/// Bytes of stderr that are kept.
const TAIL: usize = 4096;

/// How often it is looked whether the child still lives while its pipe is silent: a grandchild may hold it open.
const POLL: Duration = Duration::from_millis(50);

/// How long what is left in the pipes of an ended child is waited for.
const DRAIN: Duration = Duration::from_millis(100);

/// How long a child has between being asked to end and being killed.
const GRACE: Duration = Duration::from_millis(200);

/// The variables that tell an adapter how many threads to compute with: what has to be known before a framework is
/// imported cannot wait for a request. The second is that of OpenMP.
const THREADS: [&str; 2] = ["ASCERTAIN_THREADS", "OMP_NUM_THREADS"];

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind.
    pub(crate) loss: Loss,
    /// A sentence.
    pub(crate) what: String,
}

impl Failure {
    /// A failure of the messages' form.
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self { loss: Loss::Protocol, what: what.into() }
    }
}

/// What the reader hands on.
enum Incoming {
    Message(Message),
    /// More bytes than any answer has.
    Flood(usize),
    /// What came is no text.
    Garbage(String),
}

/// A running adapter.
#[derive(Debug)]
pub(crate) struct Running {
    group: Group,
    outgoing: Option<Sender<Message>>,
    incoming: Receiver<Incoming>,
    room: Arc<AtomicUsize>,
    stderr: Tail,
}

impl Running {
    /// Starts `command`, told to compute with so many threads if a number is given.
    ///
    /// # Errors
    /// A sentence, when there is no such program or it may not be run.
    pub(crate) fn spawn(command: &[String], threads: Option<usize>) -> Result<Self, String> {
        let (program, args) = command.split_first().ok_or("the command is empty")?;
        let mut process = Command::new(program);
        process.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(threads) = threads {
            process.envs(THREADS.map(|variable| (variable, threads.to_string())));
        }
        let mut group = Group::spawn(&mut process).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => {
                format!("there is no program `{program}`; check its name, and that it is on PATH")
            }
            io::ErrorKind::PermissionDenied => format!("`{program}` may not be run; is it executable?"),
            _ => format!("`{program}` does not start: {e}"),
        })?;
        let child = group.child();
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{program}` has no pipes"));
        };
        let room = Arc::new(AtomicUsize::new(MAX_ANSWER));
        let (outgoing, requests) = channel();
        let (answers, incoming) = sync_channel(READ_AHEAD);
        widen(&stdin);
        widen(&stdout);
        thread::spawn(move || write_all(stdin, &requests));
        let limit = Arc::clone(&room);
        thread::spawn(move || read_all(stdout, &answers, &limit));
        Ok(Self { group, outgoing: Some(outgoing), incoming, room, stderr: Tail::of(stderr) })
    }

    /// Sends a message, without waiting for it to be read.
    pub(crate) fn send(&mut self, message: Message) {
        self.room.fetch_max(MAX_ANSWER + message.len().saturating_mul(MAX_ANSWER_FACTOR), Ordering::Relaxed);
        if let Some(outgoing) = &self.outgoing {
            // The writer is gone when the child is; the reader tells of that.
            let _ = outgoing.send(message);
        }
    }

    /// The next message from the child, which is to come until `deadline`.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Message, Failure> {
        loop {
            let wait = deadline.saturating_duration_since(Instant::now()).min(POLL);
            match self.incoming.recv_timeout(wait) {
                Ok(incoming) => return accept(incoming),
                Err(RecvTimeoutError::Disconnected) => return Err(self.why_silent()),
                Err(RecvTimeoutError::Timeout) if self.group.has_ended() => {
                    return match self.incoming.recv_timeout(DRAIN) {
                        Ok(incoming) => accept(incoming),
                        Err(_) => Err(self.why_silent()),
                    };
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    let what = self.with_stderr("no answer in time".to_owned());
                    return Err(Failure { loss: Loss::Timeout, what });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What comes although nothing was asked, if anything does within a moment.
    pub(crate) fn unexpected_output(&mut self) -> Option<Result<Message, Failure>> {
        self.incoming.recv_timeout(DRAIN).ok().map(accept)
    }

    /// No more is to be read from the child: why.
    fn why_silent(&mut self) -> Failure {
        if !self.group.wait(GRACE) {
            let what = "the adapter closed its output, and still runs".to_owned();
            return Failure { loss: Loss::Crash, what: self.with_stderr(what) };
        }
        let what = match self.group.end(Duration::ZERO) {
            Some(status) => format!("the adapter ended: {}", ending(status)),
            None => "the adapter ended".to_owned(),
        };
        Failure { loss: Loss::Crash, what: self.with_stderr(what) }
    }

    /// A sentence with the last that the child wrote to stderr.
    pub(crate) fn with_stderr(&self, what: String) -> String {
        match self.stderr.last_lines(3) {
            lines if lines.is_empty() => what,
            lines => format!("{what}; its last words: {lines}"),
        }
    }

    /// Says that nothing more will be asked, and waits for the child to end by itself. Whether it did.
    pub(crate) fn finish(&mut self, limit: Duration) -> bool {
        self.outgoing = None;
        self.group.wait(limit)
    }

    /// Ends the child and all that it started.
    pub(crate) fn kill(&mut self) {
        self.outgoing = None;
        self.group.end(GRACE);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a process ended: `exit status 3`, `signal 11 (SIGSEGV)`.
fn ending(status: ExitStatus) -> String {
    status.to_string().replace(": ", " ")
}

fn accept(incoming: Incoming) -> Result<Message, Failure> {
    match incoming {
        Incoming::Message(message) => Ok(message),
        Incoming::Flood(bytes) => {
            Err(Failure::protocol(format!("more than {bytes} bytes, which no answer has")))
        }
        Incoming::Garbage(what) => Err(Failure::protocol(what)),
    }
}

/// Writes messages until there are no more to come, or the child is gone. Closes the pipe then.
fn write_all(mut stdin: ChildStdin, requests: &Receiver<Message>) {
    for mut message in requests {
        message.line.push('\n');
        if stdin.write_all(message.line.as_bytes()).and_then(|()| stdin.write_all(&message.frame)).is_err() {
            return;
        }
    }
}

/// Hands on messages until the pipe ends, what comes is none, or nobody listens any more.
fn read_all(stdout: ChildStdout, answers: &SyncSender<Incoming>, limit: &AtomicUsize) {
    let mut stdout = BufReader::with_capacity(1 << 17, stdout);
    while let Ok(Some(incoming)) = read_one(&mut stdout, limit) {
        let last = !matches!(incoming, Incoming::Message(_));
        if answers.send(incoming).is_err() || last {
            return;
        }
    }
}

/// The next message; none at the end of the pipe.
fn read_one(stdout: &mut impl BufRead, limit: &AtomicUsize) -> io::Result<Option<Incoming>> {
    let mut line = Vec::new();
    // Waiting for a first byte before the limit is read: it may grow with the question that is being awaited.
    if stdout.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let limit = limit.load(Ordering::Relaxed);
    stdout.take(limit as u64).read_until(b'\n', &mut line)?;
    if line.pop_if(|last| *last == b'\n').is_none() {
        return Ok((line.len() >= limit).then_some(Incoming::Flood(limit)));
    }
    let line = match String::from_utf8(line) {
        Ok(line) => line,
        Err(error) => {
            let shown = excerpt(&String::from_utf8_lossy(error.as_bytes()));
            return Ok(Some(Incoming::Garbage(format!("a line that is no UTF-8: {shown}"))));
        }
    };
    let head = match answer::head(&line) {
        Ok(head) => head,
        Err(error) => {
            let what = format!("{error}, in the line: {}", excerpt(&line));
            return Ok(Some(Incoming::Garbage(what)));
        }
    };
    let size = head.frame.unwrap_or(0);
    if size > limit {
        return Ok(Some(Incoming::Flood(limit)));
    }
    let mut frame = Vec::with_capacity(size);
    stdout.take(size as u64).read_to_end(&mut frame)?;
    Ok((frame.len() == size).then_some(Incoming::Message(Message { line, frame })))
}

/// The beginning of a line, for messages.
pub(crate) fn excerpt(line: &str) -> String {
    const SHOWN: usize = 120;
    let mut shown: String =
        line.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Gives a pipe more room than the usual 64 KiB, where the system lets us: fewer switches between the processes.
#[cfg(target_os = "linux")]
fn widen(pipe: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}

#[cfg(not(target_os = "linux"))]
fn widen<T>(_pipe: &T) {}

/// The last that a child wrote to stderr.
#[derive(Debug)]
struct Tail {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

impl Tail {
    fn of(mut stderr: ChildStderr) -> Self {
        let bytes = Arc::new(Mutex::new(VecDeque::with_capacity(2 * TAIL)));
        let (alive, ended) = channel();
        let kept = Arc::clone(&bytes);
        thread::spawn(move || {
            let _alive: Sender<()> = alive;
            let mut chunk = [0; TAIL];
            while let Ok(count @ 1..) = stderr.read(&mut chunk) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&chunk[..count]);
                let surplus = kept.len().saturating_sub(TAIL);
                kept.drain(..surplus);
            }
        });
        Self { bytes, ended }
    }

    /// The last lines that are not empty, in one line.
    fn last_lines(&self, count: usize) -> String {
        // What a child writes at its end may still be on the way.
        let _ = self.ended.recv_timeout(DRAIN);
        let kept: Vec<u8> =
            self.bytes.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].join(" | ")
    }
}
