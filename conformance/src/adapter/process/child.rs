//! One running adapter: a process group, its three pipes and their threads. It handles lines and frames, not their
//! content.
//!
//! Separate threads write and read. With one thread, parent and child could wait for each other forever: the child to
//! have its answers read, the parent to have its requests read.

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

/// Longest answer to a request without tensors, in bytes.
const MAX_ANSWER: usize = 16 << 20;

/// Bytes of answer allowed per byte of request: s8 to c128 is 16 times as long, and twice that in hex.
const MAX_ANSWER_FACTOR: usize = 64;

/// Number of answers read ahead. Further answers wait in the pipe.
const READ_AHEAD: usize = 16;

/// Bytes of stderr to keep.
const TAIL: usize = 4096;

/// How often to check whether the child still runs. Its pipe alone does not tell: a grandchild may hold it open.
const POLL: Duration = Duration::from_millis(50);

/// How long to wait for the rest of the output of an ended child.
const DRAIN: Duration = Duration::from_millis(100);

/// Time between asking a child to end and killing it.
const GRACE: Duration = Duration::from_millis(200);

/// Environment variables with the number of threads to use. Frameworks must know it before they are imported, which is
/// before any request. The second variable is OpenMP's.
const THREADS: [&str; 2] = ["ASCERTAIN_THREADS", "OMP_NUM_THREADS"];

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of failure.
    pub(crate) loss: Loss,
    /// A message for people.
    pub(crate) what: String,
}

impl Failure {
    /// A violation of the protocol.
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        Self { loss: Loss::Protocol, what: what.into() }
    }
}

/// What the reader thread passes on.
enum Incoming {
    Message(Message),
    /// More bytes than an answer may have.
    Flood(usize),
    /// Malformed output.
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
    /// Starts `command`, which may use `threads` threads if given.
    ///
    /// # Errors
    /// A message for people, when the program does not exist or cannot be run.
    pub(crate) fn spawn(command: &[String], threads: Option<usize>) -> Result<Self, String> {
        let (program, args) = command.split_first().ok_or("the command is empty")?;
        let mut process = Command::new(program);
        process.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(threads) = threads {
            process.envs(THREADS.map(|variable| (variable, threads.to_string())));
        }
        let mut group = Group::spawn(&mut process).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => {
                format!("program `{program}` was not found; check its name and PATH")
            }
            io::ErrorKind::PermissionDenied => {
                format!("no permission to run `{program}`; check that it is executable")
            }
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

    /// Sends a message without waiting until it is read.
    pub(crate) fn send(&mut self, message: Message) {
        self.room.fetch_max(MAX_ANSWER + message.len().saturating_mul(MAX_ANSWER_FACTOR), Ordering::Relaxed);
        if let Some(outgoing) = &self.outgoing {
            // If the child is gone, so is the writer; the reader reports that.
            let _ = outgoing.send(message);
        }
    }

    /// The next message from the child. Waits until `deadline`.
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
                    let what = self.with_stderr("no reply within the time limit".to_owned());
                    return Err(Failure { loss: Loss::Timeout, what });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Output that comes although nothing was asked, if any comes within a short time.
    pub(crate) fn unexpected_output(&mut self) -> Option<Result<Message, Failure>> {
        self.incoming.recv_timeout(DRAIN).ok().map(accept)
    }

    /// Why the child's output ended.
    fn why_silent(&mut self) -> Failure {
        if !self.group.wait(GRACE) {
            let what = "the adapter closed its output but still runs".to_owned();
            return Failure { loss: Loss::Crash, what: self.with_stderr(what) };
        }
        let what = match self.group.end(Duration::ZERO) {
            Some(status) => format!("the adapter ended: {}", ending(status)),
            None => "the adapter ended".to_owned(),
        };
        Failure { loss: Loss::Crash, what: self.with_stderr(what) }
    }

    /// A message, with the last lines that the child wrote to stderr.
    pub(crate) fn with_stderr(&self, what: String) -> String {
        match self.stderr.last_lines(3) {
            lines if lines.is_empty() => what,
            lines => format!("{what}; stderr: {lines}"),
        }
    }

    /// Closes the child's input and waits for it to end by itself. Returns whether it did.
    pub(crate) fn finish(&mut self, limit: Duration) -> bool {
        self.outgoing = None;
        self.group.wait(limit)
    }

    /// Ends the child and everything that it started.
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
        Incoming::Flood(bytes) => Err(Failure::protocol(format!("the reply is longer than {bytes} bytes"))),
        Incoming::Garbage(what) => Err(Failure::protocol(what)),
    }
}

/// Writes messages until the sender is dropped or the child is gone. Then closes the pipe.
fn write_all(mut stdin: ChildStdin, requests: &Receiver<Message>) {
    for mut message in requests {
        message.line.push('\n');
        if stdin.write_all(message.line.as_bytes()).and_then(|()| stdin.write_all(&message.frame)).is_err() {
            return;
        }
    }
}

/// Passes on messages until EOF, a malformed message, or the receiver is dropped.
fn read_all(stdout: ChildStdout, answers: &SyncSender<Incoming>, limit: &AtomicUsize) {
    let mut stdout = BufReader::with_capacity(1 << 17, stdout);
    while let Ok(Some(incoming)) = read_one(&mut stdout, limit) {
        let last = !matches!(incoming, Incoming::Message(_));
        if answers.send(incoming).is_err() || last {
            return;
        }
    }
}

/// The next message; `None` at EOF.
fn read_one(stdout: &mut impl BufRead, limit: &AtomicUsize) -> io::Result<Option<Incoming>> {
    let mut line = Vec::new();
    // Wait for a first byte before reading the limit, which grows with each request.
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
            return Ok(Some(Incoming::Garbage(format!("a line that is not UTF-8: {shown}"))));
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

/// The beginning of a line, for error messages.
pub(crate) fn excerpt(line: &str) -> String {
    const SHOWN: usize = 120;
    let mut shown: String =
        line.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Makes a pipe larger than the usual 64 KiB if the system allows, for fewer switches between the processes.
#[cfg(target_os = "linux")]
fn widen(pipe: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}

#[cfg(not(target_os = "linux"))]
fn widen<T>(_pipe: &T) {}

/// The end of what a child wrote to stderr.
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

    /// The last non-empty lines, joined.
    fn last_lines(&self, count: usize) -> String {
        // The child's last output may not have arrived yet.
        let _ = self.ended.recv_timeout(DRAIN);
        let kept: Vec<u8> =
            self.bytes.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].join(" | ")
    }
}
