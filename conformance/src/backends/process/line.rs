//! One line of an adapter's output, with the bytes after it: a message, or what is wrong with it.

use super::failure::Failure;
use crate::backends::protocol::answer::{self, AnswerHead};
use crate::backends::protocol::{Malformed, Message};
use ascertain::backend::BackendFault;
use std::io::{self, BufRead, Read};

/// What came next.
pub(super) enum Incoming {
    Message(Message),
    /// Something else. What follows cannot be read.
    Faulty(Failure),
    /// The end, after the start of a message.
    Cut(String),
}

/// Reads the next line, and the bytes that belong to it.
pub(super) fn read_one(stdout: &mut impl BufRead, limit: usize) -> io::Result<Incoming> {
    let mut line = Vec::new();
    let flood = || Incoming::Faulty(Failure::protocol(format!("the reply is longer than {limit} bytes")));
    // And the newline.
    stdout.take(limit as u64 + 1).read_until(b'\n', &mut line)?;
    if line.pop_if(|last| *last == b'\n').is_none() {
        let cut = || Incoming::Cut(String::from_utf8_lossy(&line).into_owned());
        return Ok(if line.len() > limit { flood() } else { cut() });
    }
    let line = match String::from_utf8(line) {
        Ok(line) => line,
        Err(error) => {
            let shown = excerpt(&String::from_utf8_lossy(error.as_bytes()));
            return Ok(Incoming::Faulty(Failure::protocol(format!("a line that is not UTF-8: {shown}"))));
        }
    };
    let head = match head(&line) {
        Ok(head) => head,
        Err(failure) => return Ok(Incoming::Faulty(failure)),
    };
    let size = head.frame.unwrap_or(0);
    if size > limit - line.len() {
        return Ok(flood());
    }
    let mut frame = Vec::with_capacity(size);
    stdout.take(size as u64).read_to_end(&mut frame)?;
    Ok(if frame.len() == size { Incoming::Message(Message { line, frame }) } else { Incoming::Cut(line) })
}

/// Places of a line at which an answer is looked for. A line may be long, and full of them.
const STARTS: usize = 64;

/// Reads the head of an answer.
///
/// # Errors
/// What is wrong with the line.
fn head(line: &str) -> Result<AnswerHead, Failure> {
    let malformed = |error: Malformed| format!("{error}, in the line: {}", excerpt(line));
    if line.trim_start().starts_with('{') {
        return answer::head(line).map_err(|error| match line.trim_start().starts_with("{'") {
            true => Failure::protocol(format!("{}; in Python, json.dumps writes JSON", malformed(error))),
            false => Failure::protocol(malformed(error)),
        });
    }
    // What was printed without a newline stands in front of the next answer.
    let mut starts = line.match_indices('{').map(|(at, _)| at).take(STARTS);
    let answer = starts.find(|&at| answer::head(&line[at..]).is_ok_and(|head| head.id.is_some()));
    Err(stray(&line[..answer.unwrap_or(line.len())]))
}

/// Says that the adapter printed what is not an answer, and where to print instead.
pub(super) fn stray(text: &str) -> Failure {
    let what = format!(
        "the adapter, or a library that it uses, printed {} on standard output, which takes answers alone; print to \
         standard error instead",
        excerpt(text)
    );
    Failure { loss: BackendFault::Stray, what }
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
