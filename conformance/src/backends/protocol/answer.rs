//! Answers: converts replies to messages and back.
//!
//! If a whole message is malformed (not JSON, a wrong id, a list that is too short), none of its calls has a reply. If
//! one answer in a valid message is malformed (a tensor of the wrong size), only its own call has none.

use super::tensor::{self, WireTensor};
use super::text::Writer;
use super::{Framing, Malformed, Message, first_items};
use crate::backends::timing::Timing;
use ascertain::DType;
use ascertain::backend::{Answer, BackendFault, Rejection, Reply};
use ascertain::call::Call;
use ascertain_judge::text;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Bytes that the tensors of a message may have together, however few it has itself.
const SHARED: usize = 16 << 20;

/// Prefix of dtypes that no document has, so that they are not mistaken for short names.
const OTHER_DTYPE: &str = "other:";

/// Values of `kind`, by which an adapter says that a failure is the implementation's and not its own.
const FAILURE_KINDS: [(&str, BackendFault); 5] = [
    ("crash", BackendFault::Crash),
    ("timeout", BackendFault::Timeout),
    ("protocol", BackendFault::Protocol),
    // Written alike: to others it makes no difference.
    ("protocol", BackendFault::Stray),
    ("wrote-outside", BackendFault::WroteOutside),
];

/// The form of the answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerShape {
    /// To promotions: a list, each item a dtype or a refusal.
    Promotions(usize),
    /// To one call: the answer itself.
    One,
    /// To a batch: a list of answers.
    Batch(usize),
}

impl AnswerShape {
    /// The form of the answer to the message that [`super::request::ask`] makes.
    #[must_use]
    pub fn by(calls: &[&Call]) -> Self {
        match calls {
            [Call::Promote(_), ..] => Self::Promotions(calls.len()),
            [_] => Self::One,
            _ => Self::Batch(calls.len()),
        }
    }
}

/// The parts of an answer that are read first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct AnswerHead {
    /// The id of the request.
    pub id: Option<u64>,
    /// Number of bytes after the line.
    pub frame: Option<usize>,
}

/// Reads the id and the frame size of an answer.
///
/// # Errors
/// When the line is not a JSON object, or its id or frame is not a number.
pub fn head(line: &str) -> Result<AnswerHead, Malformed> {
    Ok(serde_json::from_str(line)?)
}

/// The keys of an answer.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    ok: Option<&'a RawValue>,
    #[serde(borrow)]
    rejected: Option<Refusal<'a>>,
    #[serde(borrow)]
    unsupported: Option<Refusal<'a>>,
    #[serde(borrow)]
    failed: Option<Refusal<'a>>,
}

/// The value of `rejected`, `unsupported` or `failed`.
#[derive(Deserialize)]
struct Refusal<'a> {
    status: Option<i64>,
    #[serde(borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    message: Option<Cow<'a, str>>,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
}

impl Refusal<'_> {
    fn words(self) -> String {
        text::sanitize(&self.message.or(self.reason).unwrap_or_default())
    }
}

/// Reads the replies in a message, one for each call.
///
/// # Errors
/// When the whole message is malformed.
pub fn read(message: &Message, asked: AnswerShape) -> Result<Vec<Reply>, Malformed> {
    read_over(&message.line, &message.frame, asked)
}

/// Like [`read`], for a line whose tensors are ranges of `frame`.
///
/// # Errors
/// As [`read`].
pub fn read_over(line: &str, frame: &[u8], asked: AnswerShape) -> Result<Vec<Reply>, Malformed> {
    let body: Body<'_> = serde_json::from_str(line)?;
    match asked {
        AnswerShape::One => Ok(vec![reply(body, frame)?]),
        AnswerShape::Promotions(count) | AnswerShape::Batch(count) => match listed(body, count)? {
            Ok(list) => {
                // Tensors may share bytes of the frame, and each gets a copy.
                let mut room = SHARED.max(2 * (line.len() + frame.len()));
                let mut within = |reply: Reply| {
                    let bytes = match &reply {
                        Reply::Answer(Answer::Tensor(tensor)) => tensor.storage().len(),
                        _ => 0,
                    };
                    match room.checked_sub(bytes) {
                        Some(left) => {
                            room = left;
                            reply
                        }
                        None => {
                            lost(&Malformed::Conflict("the tensors of a message share too many bytes of it"))
                        }
                    }
                };
                Ok(list.iter().map(|raw| within(item(raw, asked, frame))).collect())
            }
            // A refusal of the whole message is a refusal of each call.
            Err(reply) => Ok(vec![reply; count]),
        },
    }
}

/// The list under `ok`, which must have `count` items, or the refusal of all of it.
fn listed(body: Body<'_>, count: usize) -> Result<Result<Vec<&RawValue>, Reply>, Malformed> {
    match (body.ok, refused(body.rejected, body.unsupported, body.failed)?) {
        (Some(ok), None) => {
            let (items, answered) = first_items(&mut serde_json::Deserializer::from_str(ok.get()), count)?;
            if answered != count {
                return Err(Malformed::Length { asked: count, answered });
            }
            Ok(Ok(items))
        }
        (None, Some(reply)) => Ok(Err(reply)),
        (None, None) => Err(Malformed::Missing("ok")),
        (Some(_), Some(_)) => Err(CONFLICT),
    }
}

const CONFLICT: Malformed =
    Malformed::Conflict("an answer must have only one of `ok`, `rejected`, `unsupported` and `failed`");

fn refused(
    rejected: Option<Refusal<'_>>,
    unsupported: Option<Refusal<'_>>,
    failed: Option<Refusal<'_>>,
) -> Result<Option<Reply>, Malformed> {
    Ok(match (rejected, unsupported, failed) {
        (None, None, None) => None,
        (Some(r), None, None) => Some(Reply::Rejected(Rejection { status: r.status, message: r.words() })),
        (None, Some(u), None) => Some(Reply::Unsupported(u.words())),
        (None, None, Some(f)) => {
            let loss = FAILURE_KINDS.iter().find(|(kind, _)| f.kind.as_deref() == Some(kind));
            Some(match loss {
                Some((_, loss)) => Reply::Lost(*loss, f.words()),
                None => Reply::Failed(f.words()),
            })
        }
        _ => return Err(CONFLICT),
    })
}

/// One item of a list. For promotions a bare result means `{"ok": result}`.
fn item(raw: &RawValue, asked: AnswerShape, frame: &[u8]) -> Reply {
    let read = || {
        let body: Body<'_> = serde_json::from_str(raw.get())?;
        let bare = body.ok.is_none() && has_no_refusal(&body);
        if bare && matches!(asked, AnswerShape::Promotions(_)) {
            result(raw, frame)
        } else {
            reply(body, frame)
        }
    };
    read().unwrap_or_else(|error| lost(&error))
}

fn has_no_refusal(body: &Body<'_>) -> bool {
    body.rejected.is_none() && body.unsupported.is_none() && body.failed.is_none()
}

/// The reply in one answer.
fn reply(body: Body<'_>, frame: &[u8]) -> Result<Reply, Malformed> {
    match (body.ok, refused(body.rejected, body.unsupported, body.failed)?) {
        (Some(ok), None) => Ok(result(ok, frame).unwrap_or_else(|error| lost(&error))),
        (None, Some(reply)) => Ok(reply),
        (None, None) => Err(Malformed::Missing("ok")),
        (Some(_), Some(_)) => Err(CONFLICT),
    }
}

fn lost(error: &Malformed) -> Reply {
    Reply::Lost(BackendFault::Protocol, text::sanitize(&error.to_string()))
}

/// A tensor if there is a shape, otherwise a dtype.
fn result(raw: &RawValue, frame: &[u8]) -> Result<Reply, Malformed> {
    #[derive(Deserialize)]
    struct Outline<'a> {
        #[serde(borrow)]
        dtype: Cow<'a, str>,
        #[serde(borrow)]
        shape: Option<&'a RawValue>,
    }
    let outline: Outline<'_> = serde_json::from_str(raw.get())?;
    let Some(dtype) = DType::from_name(&outline.dtype) else {
        let name = outline.dtype.strip_prefix(OTHER_DTYPE).unwrap_or(&outline.dtype);
        return Ok(Reply::Answer(Answer::OtherDType(text::name(name))));
    };
    Ok(Reply::Answer(match outline.shape {
        None => Answer::DType(dtype),
        Some(_) => Answer::Tensor(serde_json::from_str::<WireTensor<'_>>(raw.get())?.tensor(dtype, frame)?),
    }))
}

/// The result of timing a call, as sent.
#[derive(Serialize, Deserialize)]
struct WireTiming<'a> {
    calls: u64,
    ns: Vec<u64>,
    copies: u64,
    copy_ns: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_ns: Option<u64>,
    #[serde(default)]
    preallocated: bool,
    #[serde(default)]
    timed: String,
    #[serde(borrow, skip_serializing)]
    result: Option<&'a RawValue>,
}

/// Reads the answer to a request to time a call: the timing, or a reply that is not an answer.
///
/// # Errors
/// As [`read`], and when there are not `samples` samples, or samples of no calls.
pub fn read_timing(message: &Message, samples: usize) -> Result<Result<Timing, Reply>, Malformed> {
    let body: Body<'_> = serde_json::from_str(&message.line)?;
    let ok = match (body.ok, refused(body.rejected, body.unsupported, body.failed)?) {
        (Some(ok), None) => ok,
        (None, Some(reply)) => return Ok(Err(reply)),
        (None, None) => return Err(Malformed::Missing("ok")),
        (Some(_), Some(_)) => return Err(CONFLICT),
    };
    let WireTiming { calls, ns, copies, copy_ns, threads, cpu_ns, preallocated, timed, result: raw } =
        serde_json::from_str(ok.get())?;
    if let Some(wrong) = [ns.len(), copy_ns.len()].into_iter().find(|given| *given != samples) {
        return Err(Malformed::Length { asked: samples, answered: wrong });
    }
    if calls == 0 || copies == 0 {
        return Err(Malformed::Conflict("`calls` and `copies` must be at least 1"));
    }
    let timed = text::name(&timed);
    let result = match raw.map(|raw| result(raw, &message.frame)).transpose()? {
        Some(Reply::Answer(answer)) => Some(answer),
        _ => None,
    };
    let exchange = None;
    Ok(Ok(Timing { calls, ns, copies, copy_ns, threads, cpu_ns, preallocated, timed, result, exchange }))
}

/// Writes the answer to a request to time a call.
#[must_use]
pub fn write_timing(id: u64, timing: Timing, framing: Framing) -> Message {
    let Timing { calls, ns, copies, copy_ns, threads, cpu_ns, preallocated, timed, result, .. } = timing;
    let wire = WireTiming { calls, ns, copies, copy_ns, threads, cpu_ns, preallocated, timed, result: None };
    let mut out = Writer::with_id(id, framing);
    out.key("ok");
    // Cannot fail: it contains only numbers and a string.
    let members = serde_json::to_string(&wire).unwrap_or_default();
    out.raw(members.strip_suffix('}').unwrap_or(&members));
    if let Some(answer) = &result {
        out.key("result");
        write_answer(&mut out, answer);
    }
    out.close('}');
    out.finish()
}

/// Writes the answer to a request, with one reply for each call.
#[must_use]
pub fn write(id: u64, asked: AnswerShape, replies: &[Reply], framing: Framing) -> Message {
    let mut out = Writer::with_id(id, framing);
    write_replies(&mut out, asked, replies);
    out.finish()
}

/// The answers to a request as a line of a file. The bytes of tensors are appended to `bytes`, which goes to another
/// file.
#[must_use]
pub fn file_line(id: u64, asked: AnswerShape, replies: &[Reply], bytes: &mut Vec<u8>) -> String {
    Writer::file_line(id, bytes, |out| write_replies(out, asked, replies))
}

fn write_replies(out: &mut Writer, asked: AnswerShape, replies: &[Reply]) {
    if asked == AnswerShape::One {
        return replies.iter().take(1).for_each(|reply| write_reply(out, reply));
    }
    out.key("ok");
    out.open('[');
    for reply in replies {
        out.separate();
        match reply {
            Reply::Answer(answer) if matches!(asked, AnswerShape::Promotions(_)) => write_answer(out, answer),
            _ => {
                out.open('{');
                write_reply(out, reply);
                out.close('}');
            }
        }
    }
    out.close(']');
}

/// Writes that a request could not be understood.
#[must_use]
pub fn write_failed(id: u64, message: &str) -> Message {
    write(id, AnswerShape::One, &[Reply::Failed(message.to_owned())], Framing::Line)
}

fn write_reply(out: &mut Writer, reply: &Reply) {
    let (key, word, text) = match reply {
        Reply::Answer(answer) => {
            out.key("ok");
            return write_answer(out, answer);
        }
        Reply::Rejected(rejection) => ("rejected", "message", &rejection.message),
        Reply::Unsupported(reason) => ("unsupported", "reason", reason),
        Reply::Failed(message) | Reply::Lost(_, message) | Reply::NotAsked(message) => {
            ("failed", "message", message)
        }
    };
    out.key(key);
    out.open('{');
    if let Reply::Rejected(Rejection { status: Some(status), .. }) = reply {
        out.key("status");
        out.plain(status);
    }
    if let Reply::Lost(loss, _) = reply
        && let Some((kind, _)) = FAILURE_KINDS.iter().find(|(_, known)| known == loss)
    {
        out.member("kind", kind);
    }
    out.member(word, text);
    out.close('}');
}

fn write_answer(out: &mut Writer, answer: &Answer) {
    let name = match answer {
        Answer::Tensor(tensor) => return tensor::write(out, tensor),
        Answer::DType(dtype) => dtype.name().to_owned(),
        Answer::OtherDType(name) => format!("{OTHER_DTYPE}{name}"),
    };
    out.open('{');
    out.member("dtype", &name);
    out.close('}');
}
