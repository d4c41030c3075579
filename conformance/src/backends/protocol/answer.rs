//! Answers: converts replies to messages and back.
//!
//! If a whole message is malformed (not JSON, a wrong id, a list that is too short), none of its calls has a reply. If
//! one answer in a valid message is malformed (a tensor of the wrong size), only its own call has none.

use super::tensor::WireTensor;
use super::write::{self, Frame};
use super::{Framing, Malformed, Message, first_items, wrong_length};
use crate::backends::timing::Timing;
use ascertain::DType;
use ascertain::backend::{Answer, BackendFault, Rejection, Reply};
use ascertain::call::Call;
use ascertain_judge::text;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::mem;

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

/// The keys of an answer after its id, as sent.
#[derive(Serialize, Deserialize)]
struct Keys<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<T>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    rejected: Option<Refusal<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    unsupported: Option<Refusal<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    failed: Option<Refusal<'a>>,
}

/// The keys of an answer that is read: what lies under `ok` depends on the request.
type Raw<'a> = Keys<'a, &'a RawValue>;

/// The value of `rejected`, `unsupported` or `failed`.
#[derive(Default, Serialize, Deserialize)]
struct Refusal<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i64>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    message: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    reason: Option<Cow<'a, str>>,
}

/// What is written under `ok`.
#[derive(Serialize)]
#[serde(untagged)]
enum Success<'a> {
    Result(WireTensor<'a>),
    Results(Vec<WireTensor<'a>>),
    List(Vec<Self>),
    /// An item of a list that is an answer of its own.
    Reply(Box<Keys<'a, Self>>),
    Timing {
        #[serde(flatten)]
        timing: &'a Timing,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<Box<Self>>,
    },
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
    let keys: Raw<'_> = serde_json::from_str(line)?;
    let (AnswerShape::Promotions(count) | AnswerShape::Batch(count)) = asked else {
        return Ok(vec![reply(keys, frame)?]);
    };
    let list = match outcome(keys)? {
        Ok(list) => list,
        // A refusal of the whole message is a refusal of each call.
        Err(reply) => return Ok(vec![reply; count]),
    };
    let (items, answered) = first_items(&mut serde_json::Deserializer::from_str(list.get()), count)?;
    if answered != count {
        return Err(wrong_length(count, answered));
    }
    // Tensors may share bytes of the frame, and each gets a copy.
    let mut room = SHARED.max(2 * (line.len() + frame.len()));
    let within = |reply: Reply| {
        let Reply::Answer(answer) = &reply else { return reply };
        match room.checked_sub(answer.tensors().iter().map(|tensor| tensor.storage().len()).sum()) {
            Some(left) => room = left,
            None => return lost(&Malformed::invalid("the tensors of a message share too many bytes of it")),
        }
        reply
    };
    Ok(items.into_iter().map(|raw| item(raw, asked, frame)).map(within).collect())
}

/// What lies under `ok`, or the refusal.
fn outcome(keys: Raw<'_>) -> Result<Result<&RawValue, Reply>, Malformed> {
    Ok(match (keys.ok, keys.rejected, keys.unsupported, keys.failed) {
        (None, None, None, None) => return Err(Malformed::Missing("ok")),
        (Some(ok), None, None, None) => Ok(ok),
        (None, Some(r), None, None) => {
            Err(Reply::Rejected(Rejection { status: r.status, message: r.words() }))
        }
        (None, None, Some(u), None) => Err(Reply::Unsupported(u.words())),
        (None, None, None, Some(f)) => {
            match FAILURE_KINDS.iter().find(|(kind, _)| f.kind.as_deref() == Some(kind)) {
                Some((_, loss)) => Err(Reply::Lost(*loss, f.words())),
                None => Err(Reply::Failed(f.words())),
            }
        }
        _ => {
            let what = "an answer must have only one of `ok`, `rejected`, `unsupported` and `failed`";
            return Err(Malformed::invalid(what));
        }
    })
}

/// One item of a list. For promotions a bare result means `{"ok": result}`.
fn item(raw: &RawValue, asked: AnswerShape, frame: &[u8]) -> Reply {
    let read = || {
        let keys: Raw<'_> = serde_json::from_str(raw.get())?;
        let bare = matches!(keys, Keys { ok: None, rejected: None, unsupported: None, failed: None });
        if bare && matches!(asked, AnswerShape::Promotions(_)) {
            result(raw, frame)
        } else {
            reply(keys, frame)
        }
    };
    read().unwrap_or_else(|error| lost(&error))
}

/// The reply in one answer.
fn reply(keys: Raw<'_>, frame: &[u8]) -> Result<Reply, Malformed> {
    Ok(match outcome(keys)? {
        Ok(ok) => result(ok, frame).unwrap_or_else(|error| lost(&error)),
        Err(reply) => reply,
    })
}

fn lost(error: &Malformed) -> Reply {
    Reply::Lost(BackendFault::Protocol, text::sanitize(&error.to_string()))
}

/// A tensor if there is a shape, otherwise a dtype. A list has the tensors of an operator with several results.
fn result(raw: &RawValue, frame: &[u8]) -> Result<Reply, Malformed> {
    if raw.get().starts_with('[') {
        let list: Vec<WireTensor<'_>> = serde_json::from_str(raw.get())?;
        let tensor = |wire: WireTensor<'_>| {
            let dtype = DType::from_name(&wire.dtype);
            let dtype = dtype
                .ok_or_else(|| Malformed::Invalid(format!("a tensor of {}", text::name(&wire.dtype))))?;
            wire.tensor(dtype, frame)
        };
        let tensors = list.into_iter().map(tensor).collect::<Result<_, _>>()?;
        return Ok(Reply::Answer(Answer::Tensors(tensors)));
    }
    let wire: WireTensor<'_> = serde_json::from_str(raw.get())?;
    let Some(dtype) = DType::from_name(&wire.dtype) else {
        let name = wire.dtype.strip_prefix(OTHER_DTYPE).unwrap_or(&wire.dtype);
        return Ok(Reply::Answer(Answer::OtherDType(text::name(name))));
    };
    Ok(Reply::Answer(match wire.shape {
        None => Answer::DType(dtype),
        Some(_) => Answer::Tensor(wire.tensor(dtype, frame)?),
    }))
}

/// Reads the answer to a request to time a call: the timing, or a reply that is not an answer.
///
/// # Errors
/// As [`read`], and when there are not `samples` samples, or samples of no calls.
pub fn read_timing(message: &Message, samples: usize) -> Result<Result<Timing, Reply>, Malformed> {
    #[derive(Deserialize)]
    struct Timed<'a> {
        #[serde(borrow)]
        result: Option<&'a RawValue>,
    }
    let ok = match outcome(serde_json::from_str(&message.line)?)? {
        Ok(ok) => ok.get(),
        Err(reply) => return Ok(Err(reply)),
    };
    let mut timing: Timing = serde_json::from_str(ok)?;
    let given = [timing.ns.len(), timing.copy_ns.len()];
    if let Some(answered) = given.into_iter().find(|given| *given != samples) {
        return Err(wrong_length(samples, answered));
    }
    if timing.calls == 0 || timing.copies == 0 {
        return Err(Malformed::invalid("`calls` and `copies` must be at least 1"));
    }
    timing.timed = text::name(&timing.timed);
    let Timed { result: raw } = serde_json::from_str(ok)?;
    if let Some(Reply::Answer(answer)) = raw.map(|raw| result(raw, &message.frame)).transpose()? {
        timing.result = Some(answer);
    }
    Ok(Ok(timing))
}

/// Writes the answer to a request to time a call.
#[must_use]
pub fn write_timing(id: u64, timing: &Timing, framing: Framing) -> Message {
    let mut frame = Frame::new(framing);
    let result = timing.result.as_ref().map(|answer| Box::new(success(answer, &mut frame)));
    let keys = Keys::of(Success::Timing { timing, result });
    write::message(id, &keys, frame)
}

/// Writes the answer to a request, with one reply for each call.
#[must_use]
pub fn write(id: u64, asked: AnswerShape, replies: &[Reply], framing: Framing) -> Message {
    let mut frame = Frame::new(framing);
    let keys = Keys::of_replies(asked, replies, &mut frame);
    write::message(id, &keys, frame)
}

/// The answers to a request as a line of a file. The bytes of tensors are appended to `bytes`, which goes to another
/// file.
#[must_use]
pub fn file_line(id: u64, asked: AnswerShape, replies: &[Reply], bytes: &mut Vec<u8>) -> String {
    let mut frame = Frame::file(mem::take(bytes));
    let line = write::line(id, &Keys::of_replies(asked, replies, &mut frame), None);
    *bytes = frame.bytes;
    line
}

/// Writes that a request could not be understood.
#[must_use]
pub fn write_failed(id: u64, message: &str) -> Message {
    write(id, AnswerShape::One, &[Reply::Failed(message.to_owned())], Framing::Line)
}

impl<'a> Keys<'a, Success<'a>> {
    fn of(success: Success<'a>) -> Self {
        Self { ok: Some(success), rejected: None, unsupported: None, failed: None }
    }

    fn of_replies(asked: AnswerShape, replies: &'a [Reply], frame: &mut Frame) -> Self {
        let item = |reply: &'a Reply| match reply {
            Reply::Answer(answer) if matches!(asked, AnswerShape::Promotions(_)) => success(answer, frame),
            _ => Success::Reply(Box::new(Self::of_reply(reply, frame))),
        };
        match (asked, replies) {
            (AnswerShape::One, [reply, ..]) => Self::of_reply(reply, frame),
            _ => Self::of(Success::List(replies.iter().map(item).collect())),
        }
    }

    fn of_reply(reply: &'a Reply, frame: &mut Frame) -> Self {
        let message = |text: &'a String| Refusal { message: Some(text.into()), ..Refusal::default() };
        let (mut rejected, mut unsupported, mut failed) = (None, None, None);
        match reply {
            Reply::Answer(answer) => return Self::of(success(answer, frame)),
            Reply::Rejected(Rejection { status, message: why }) => {
                rejected = Some(Refusal { status: *status, ..message(why) });
            }
            Reply::Unsupported(why) => {
                unsupported = Some(Refusal { reason: Some(why.into()), ..Refusal::default() });
            }
            Reply::Failed(why) | Reply::NotAsked(why) => failed = Some(message(why)),
            Reply::Lost(loss, why) => {
                let kind = FAILURE_KINDS.iter().find(|(_, known)| known == loss);
                failed = Some(Refusal { kind: kind.map(|(kind, _)| (*kind).into()), ..message(why) });
            }
        }
        Self { ok: None, rejected, unsupported, failed }
    }
}

fn success<'a>(answer: &'a Answer, frame: &mut Frame) -> Success<'a> {
    Success::Result(match answer {
        Answer::Tensor(tensor) => WireTensor::of(tensor, frame),
        Answer::Tensors(tensors) => {
            return Success::Results(tensors.iter().map(|tensor| WireTensor::of(tensor, frame)).collect());
        }
        Answer::DType(dtype) => WireTensor::named(dtype.name()),
        Answer::OtherDType(name) => WireTensor::named(format!("{OTHER_DTYPE}{name}")),
    })
}
