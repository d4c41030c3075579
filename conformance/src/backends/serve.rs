//! The adapter's side of the process protocol, for a backend in this process.
//!
//! It makes an adapter of a Rust implementation, and lets `ascertain host` serve backends that must not share the
//! harness's memory. `impl TimedBackend for Mine {}` is enough to time whole calls.

use crate::backends::protocol::answer::{self, AnswerShape};
use crate::backends::protocol::hello::{self, Hello};
use crate::backends::protocol::request::{self, BenchRequest, Request};
use crate::backends::protocol::{Framing, Message, VERSION};
use crate::backends::timing::{Bench, TimedBackend, Timing};
use ascertain::backend::Reply;
use ascertain::call::Call;
use ascertain_judge::operator::Registry;
use std::io::{self, BufRead, Read, Write};

/// Largest number of calls in a batch.
const BATCH: usize = 256;

/// Answers requests until `bye` or the end of `input`.
///
/// Each answer is written before the next request is read, so the harness must read while it writes.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written, and when the backend did something wrong that belongs to no
/// call.
pub fn serve(backend: &mut dyn TimedBackend, input: impl BufRead, output: impl Write) -> io::Result<()> {
    serve_with(Registry::default(), backend, input, output)
}

/// Like [`serve`], for other operators than those of the specification.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(
    registry: Registry,
    backend: &mut dyn TimedBackend,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut served = Server { registry, backend, last_timed: None };
    while let Some(message) = read(&mut input)? {
        let Some(answer) = served.answer(&message) else {
            return served.backend.finish().map_err(|(_, what)| io::Error::other(what));
        };
        write(&mut output, &answer)?;
    }
    Ok(())
}

/// Writes a message.
///
/// # Errors
/// When it cannot be written.
pub fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    output.write_all(message.line.as_bytes())?;
    output.write_all(b"\n")?;
    output.write_all(&message.frame)?;
    output.flush()
}

/// The next message; none at the end of `input`.
///
/// # Errors
/// When it cannot be read, or ends within a message.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let head = answer::head(&line).unwrap_or_default();
    let size = head.frame.unwrap_or(0);
    let mut frame = Vec::new();
    // Allocated at once: growing step by step would copy a large tensor many times.
    frame.try_reserve_exact(size).map_err(|_| io::ErrorKind::OutOfMemory)?;
    input.take(size as u64).read_to_end(&mut frame)?;
    if frame.len() < size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(Some(Message { line, frame }))
}

/// The state while serving a backend.
struct Server<'a> {
    registry: Registry,
    backend: &'a mut dyn TimedBackend,
    /// The call that was timed last. A request to time it again does not contain it.
    last_timed: Option<Call>,
}

impl Server<'_> {
    /// The answer to one message; `None` for `bye`.
    fn answer(&mut self, message: &Message) -> Option<Message> {
        // A harness that sends frames can also read them.
        let framing = if message.frame.is_empty() { Framing::Line } else { Framing::Frame };
        let (id, request) = match request::read(self.registry, message) {
            Ok(read) => read,
            Err((id, error)) => return Some(answer::write_failed(id.unwrap_or(0), &error.to_string())),
        };
        Some(match request {
            Request::Bye => return None,
            Request::Hello { protocol: [first, last] } if !(first..=last).contains(&VERSION) => {
                answer::write_failed(id, &format!("this adapter speaks version {VERSION} of the protocol"))
            }
            Request::Hello { .. } => match self.backend.describe() {
                Ok(description) => {
                    let (framing, unknown) = (Framing::Frame, Vec::new());
                    let (protocol, batch, bench) = (VERSION, BATCH, true);
                    hello::write(id, &Hello { protocol, description, framing, batch, bench, unknown })
                }
                Err(why) => answer::write_failed(id, &why),
            },
            Request::Calls(asked, calls) => {
                let mut wrong = Vec::new();
                let read =
                    |(at, call): (usize, Result<Call, _>)| call.map_err(|error| wrong.push((at, error))).ok();
                let calls: Vec<Call> = calls.into_iter().enumerate().filter_map(read).collect();
                let mut replies = Vec::with_capacity(calls.len());
                self.backend.ask_all(&calls.iter().collect::<Vec<_>>(), &mut replies);
                for (at, error) in wrong {
                    replies.insert(at, Reply::Failed(error.to_string()));
                }
                answer::write(id, asked, &replies, framing)
            }
            Request::Bench(timed) => match self.bench(timed) {
                // Hello offers frames, so the harness can read them.
                Ok(timing) => answer::write_timing(id, &timing, Framing::Frame),
                Err(reply) => answer::write(id, AnswerShape::One, &[reply], framing),
            },
            Request::Other(cmd) => answer::write(
                id,
                AnswerShape::One,
                &[Reply::Unsupported(format!("no command `{cmd}`"))],
                framing,
            ),
        })
    }

    fn bench(&mut self, timed: BenchRequest) -> Result<Timing, Reply> {
        let BenchRequest { call, samples, min_sample, threads, result } = timed;
        let again = call.is_none();
        if call.is_some() {
            self.last_timed = call;
        }
        let Some(call) = &self.last_timed else {
            return Err(Reply::Failed("no call was timed before: the first request brings it".to_owned()));
        };
        self.backend.bench(&Bench { call, again, samples, min_sample, threads, result })
    }
}
