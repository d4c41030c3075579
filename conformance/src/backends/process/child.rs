//! One running adapter: a process group, its three pipes and their threads. It handles lines and frames, not their
//! content.
//!
//! Separate threads write and read. With one thread, parent and child could wait for each other forever: the child to
//! have its answers read, the parent to have its requests read.

use super::failure::Failure;
use super::group::Group;
use super::line::{self, Incoming, excerpt, read_one};
use super::pipe::{Closer, Pipe};
use crate::backends::options::{MemoryLimit, Options};
use crate::backends::protocol::LATE;
use crate::backends::protocol::{Message, answer};
use ascertain::backend::BackendFault;
use ascertain_judge::options::Stop;
use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that any answer may have: one long message more than its calls need.
pub(super) const MAX_ANSWER: usize = 1 << 20;

/// Number of answers read ahead. Further answers wait in the pipe.
const READ_AHEAD: usize = 16;

/// Bytes of stderr to keep.
const TAIL: usize = 4096;

/// How often to check whether the child still runs. Its pipe alone does not tell: a grandchild may hold it open.
const POLL: Duration = Duration::from_millis(50);

/// What a process that hosts a library says when an exception leaves it.
const FOREIGN_EXCEPTION: &str = "cannot catch foreign exceptions";

/// How long to wait for the rest of the output of an ended child.
const DRAIN: Duration = Duration::from_millis(100);

/// Time between asking a child to end and killing it.
const GRACE: Duration = Duration::from_millis(200);

/// Environment variables with the number of threads to use. Frameworks must know it before they are imported, which is
/// before any request. The second variable is OpenMP's.
const THREADS: [&str; 2] = ["ASCERTAIN_THREADS", "OMP_NUM_THREADS"];

/// Why there is no usable answer.
#[derive(Debug)]
pub(crate) struct AnswerError {
    pub(crate) failure: Failure,
    /// The id that came instead of the expected one.
    pub(crate) other_id: Option<u64>,
    /// Whether it came when everything that had been asked was answered.
    pub(crate) unasked: bool,
}

impl AnswerError {
    /// Whether the request `id` is not to blame: this answers an earlier one, or came before it.
    pub(crate) fn is_stale(&self, id: u64) -> bool {
        self.other_id.map_or(self.unasked, |other| other < id || (self.unasked && other != id))
    }
}

impl From<Failure> for AnswerError {
    fn from(failure: Failure) -> Self {
        Self { failure, other_id: None, unasked: false }
    }
}

/// A running adapter.
#[derive(Debug)]
pub(crate) struct Running {
    group: Group,
    outgoing: Option<Sender<Message>>,
    incoming: Receiver<Result<Message, AnswerError>>,
    limits: Limits,
    stderr: Tail,
    /// Closes the pipes when it is dropped.
    _closer: Closer,
    stop: Stop,
    pub(super) memory: Option<MemoryLimit>,
}

/// Bytes that each answer may have which has not come yet, oldest first. Output beyond them was not asked for.
type Limits = Arc<Mutex<VecDeque<usize>>>;

impl Running {
    /// Starts `command` with the threads and the memory that `options` allow. Waiting for its output ends at their `stop`.
    ///
    /// # Errors
    /// A message for people, when the program does not exist or cannot be run.
    pub(crate) fn spawn(command: &[String], options: &Options) -> Result<Self, String> {
        let (program, args) = command.split_first().ok_or("the command is empty")?;
        let mut process = Command::new(program);
        process.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        process.envs(options.environment.iter().map(|(name, value)| (name, value)));
        if let Some(threads) = options.threads {
            process.envs(THREADS.map(|variable| (variable, threads.to_string())));
        }
        let mut group = Group::spawn(process, options.memory)
            .map_err(|error| why_not_started(program, &error, options.memory))?;
        let child = group.child();
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{program}` has no pipes"));
        };
        widen(&stdin);
        widen(&stdout);
        let closer = Closer::new();
        let tied = closer
            .and_then(|c| Ok((c.tie(stdin)?, c.tie(stdout)?, c.tie(stderr)?, c)))
            .map_err(|e| format!("no pipes to `{program}`: {e}"))?;
        let (stdin, stdout, stderr, closer) = tied;
        let limits = Limits::default();
        let (outgoing, requests) = channel();
        let (answers, incoming) = sync_channel(READ_AHEAD);
        thread::spawn(move || write_all(stdin, &requests));
        let own = Arc::clone(&limits);
        thread::spawn(move || read_all(stdout, &answers, &own));
        let (outgoing, stderr) = (Some(outgoing), Tail::of(stderr));
        let (stop, memory) = (options.stop.clone(), options.memory);
        Ok(Self { group, outgoing, incoming, limits, stderr, _closer: closer, stop, memory })
    }

    /// Sends a request without waiting until it is read. It has one answer, of at most `most` bytes.
    pub(crate) fn send(&mut self, message: Message, most: usize) {
        lock(&self.limits).push_back(most);
        self.write(message);
    }

    fn write(&self, message: Message) {
        if let Some(outgoing) = &self.outgoing {
            // If the child is gone, so is the writer; the reader reports that.
            let _ = outgoing.send(message);
        }
    }

    /// The next message from the child. Waits until `deadline`, or until the run is to stop.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Message, AnswerError> {
        loop {
            let wait = deadline.saturating_duration_since(Instant::now()).min(POLL);
            match self.incoming.recv_timeout(wait) {
                Ok(incoming) => return incoming,
                Err(RecvTimeoutError::Disconnected) => return Err(self.why_silent().into()),
                Err(RecvTimeoutError::Timeout) if self.group.has_ended() => {
                    let last = self.incoming.recv_timeout(DRAIN);
                    return last.unwrap_or_else(|_| Err(self.why_silent().into()));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.is_set() || Instant::now() >= deadline => {
                    let what =
                        self.with_stderr("no reply within the time limit, which --timeout sets".to_owned());
                    return Err(Failure { loss: BackendFault::Timeout, what }.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Bytes of addresses that the child has, if they have a limit.
    pub(crate) fn addresses(&self) -> Option<u64> {
        self.memory.and_then(|_| self.group.addresses())
    }

    /// Output that comes although nothing was asked, if any comes within a short time.
    pub(crate) fn unexpected_output(&mut self) -> Option<Failure> {
        self.incoming.recv_timeout(DRAIN).ok().map(surplus)
    }

    /// Why the child's output ended.
    fn why_silent(&mut self) -> Failure {
        if !self.group.wait(GRACE) {
            let what = "the adapter closed its output but still runs".to_owned();
            return Failure { loss: BackendFault::Crash, what: self.with_stderr(what) };
        }
        let what = match self.group.end(Duration::ZERO) {
            Some(status) => format!("the adapter ended: {}{}", ending(status), under(self.memory)),
            None => "the adapter ended".to_owned(),
        };
        Failure { loss: BackendFault::Crash, what: self.with_stderr(what) }
    }

    /// A message, with the last lines that the child wrote to stderr.
    pub(crate) fn with_stderr(&self, what: String) -> String {
        match self.stderr.last_lines(3) {
            lines if lines.is_empty() => what,
            lines if lines.contains(FOREIGN_EXCEPTION) => format!(
                "{what}: a C++ exception left a function of the library; catch it there and say why with ascertain_say, \
                 as ascertain.hpp does"
            ),
            lines => format!("{what}; stderr: {lines}"),
        }
    }

    /// Sends the last message, which has no answer, closes the child's input, and waits for it to end by itself. Returns
    /// whether it did.
    ///
    /// # Errors
    /// More output, or the end of a process that failed.
    pub(crate) fn finish(&mut self, last: Message, limit: Duration) -> Result<bool, Failure> {
        self.write(last);
        self.outgoing = None;
        let deadline = Instant::now() + limit;
        let left = || deadline.saturating_duration_since(Instant::now());
        loop {
            let ended = match self.incoming.recv_timeout(left().min(POLL)) {
                Ok(output) => return Err(surplus(output)),
                Err(RecvTimeoutError::Disconnected) => self.group.wait(left()),
                Err(RecvTimeoutError::Timeout) => self.group.has_ended(),
            };
            if ended {
                break;
            }
            if left().is_zero() {
                return Ok(false);
            }
        }
        if let Some(output) = self.unexpected_output() {
            return Err(output);
        }
        match self.group.end(Duration::ZERO) {
            Some(status) if !status.success() => {
                if let Some(late) = Some(self.stderr.last_lines(1)).filter(|line| line.ends_with(LATE)) {
                    return Err(Failure { loss: BackendFault::WroteOutside, what: late });
                }
                let what = self.with_stderr(format!(
                    "the adapter ended after bye: {}{}",
                    ending(status),
                    under(self.memory)
                ));
                Err(Failure { loss: BackendFault::Crash, what })
            }
            _ => Ok(true),
        }
    }
}

impl Drop for Running {
    /// Ends the child and everything that it started. Then its pipes are closed, as fields are dropped.
    fn drop(&mut self) {
        self.outgoing = None;
        self.group.end(GRACE);
    }
}

/// The limit of memory, as the end of a message.
pub(super) fn under(memory: Option<MemoryLimit>) -> String {
    memory.map_or_else(String::new, |limit| format!(", under a memory limit of {limit}"))
}

/// How a process ended: `exit status 3`, `signal 11 (SIGSEGV)`.
fn ending(status: ExitStatus) -> String {
    let ending = status.to_string().replace(": ", " ");
    match ["SIGSEGV", "SIGBUS"].iter().any(|signal| ending.contains(signal)) {
        true => format!("{ending}, an access to memory that it may not use, perhaps outside a tensor"),
        false => ending,
    }
}

/// Why a program does not start, and what to do.
fn why_not_started(program: &str, error: &io::Error, memory: Option<MemoryLimit>) -> String {
    let (path, here) = (Path::new(program), !program.contains('/'));
    match error.kind() {
        io::ErrorKind::NotFound if here && path.is_file() => format!(
            "`{program}` is a file of this folder, not a program on PATH; write `./{program}`, or name its interpreter, as \
             in `python3 {program}`"
        ),
        io::ErrorKind::NotFound if path.is_file() => {
            format!("`{program}` cannot be run: the interpreter that its first line names was not found")
        }
        io::ErrorKind::NotFound if here => {
            format!("program `{program}` was not found; check its name and PATH")
        }
        io::ErrorKind::NotFound => {
            let folder = env::current_dir().unwrap_or_default();
            format!("program `{program}` was not found; check its path, which starts in {}", folder.display())
        }
        io::ErrorKind::PermissionDenied if path.is_dir() => format!("`{program}` is a folder, not a program"),
        io::ErrorKind::PermissionDenied => format!(
            "no permission to run `{program}`; make it executable with chmod +x, or name its interpreter, as in \
             `python3 {program}`"
        ),
        _ => format!("`{program}` does not start: {error}{}", under(memory)),
    }
}

/// Writes messages until the sender is dropped or the child is gone. Then closes the pipe.
fn write_all(mut stdin: Pipe<ChildStdin>, requests: &Receiver<Message>) {
    for mut message in requests {
        message.line.push('\n');
        if stdin.write_all(message.line.as_bytes()).and_then(|()| stdin.write_all(&message.frame)).is_err() {
            return;
        }
    }
}

/// Passes on messages until EOF, a malformed message, one that nothing asked for, or the receiver is dropped.
fn read_all(stdout: Pipe<ChildStdout>, answers: &SyncSender<Result<Message, AnswerError>>, limits: &Limits) {
    let mut stdout = BufReader::with_capacity(1 << 17, stdout);
    let mut more_than_asked = false;
    loop {
        // Wait for a first byte before reading the limit, which comes with the request.
        if !matches!(stdout.fill_buf(), Ok([_, ..])) {
            return;
        }
        let limit = lock(limits).pop_front();
        more_than_asked |= limit.is_none();
        let limit = limit.unwrap_or(MAX_ANSWER);
        let message = match read_one(&mut stdout, limit) {
            Ok(Incoming::Message(message)) => Ok(message),
            Ok(Incoming::Faulty(failure)) => Err(failure),
            // The end, in the middle of a message.
            Ok(Incoming::Cut(text)) if more_than_asked => Err(line::stray(&text)),
            _ => return,
        };
        let message = match message {
            Ok(message) if more_than_asked => Err(AnswerError {
                failure: unasked(&message.line),
                other_id: answer::head(&message.line).ok().and_then(|head| head.id),
                unasked: true,
            }),
            message => message.map_err(|failure| AnswerError { unasked: more_than_asked, ..failure.into() }),
        };
        // Before the message is passed on: what is here now is earlier than the request that may follow.
        more_than_asked = !stdout.buffer().is_empty() && lock(limits).is_empty();
        let last = message.is_err();
        if answers.send(message).is_err() || last {
            return;
        }
    }
}

fn lock(limits: &Limits) -> MutexGuard<'_, VecDeque<usize>> {
    // Each change is whole.
    limits.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The failure to send a message that nothing asked for.
fn unasked(line: &str) -> Failure {
    Failure::protocol(format!("a message that nothing asked for: {}", excerpt(line)))
}

/// What is wrong with output that came when nothing was asked.
fn surplus(output: Result<Message, AnswerError>) -> Failure {
    output.map_or_else(|error| error.failure, |message| unasked(&message.line))
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
    fn of(mut stderr: Pipe<ChildStderr>) -> Self {
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
        // Python marks a place in a line with a line of these.
        let is_mark = |line: &str| line.chars().all(|c| "^~ ".contains(c));
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !is_mark(line)).collect();
        lines[lines.len().saturating_sub(count)..].join(" | ")
    }
}
