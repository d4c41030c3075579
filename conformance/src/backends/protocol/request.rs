//! Requests: converts calls to messages and back.
//!
//! A request has the arguments of an operator under their names. Absent arguments are left out, and the names of null
//! arguments are listed under `null`. A plain output is sent as dtype and shape only, since its content before the call
//! does not matter.

use super::answer::AnswerShape;
use super::tensor::WireTensor;
use super::write::{self, Frame};
use super::{Framing, Malformed, Message, VERSION};
use crate::backends::timing::Bench;
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{Argument, ArgumentKind, Direction, OperatorSpec};
use ascertain::promote::{Axis, Key, Table};
use ascertain::{DType, Tensor};
use ascertain_judge::operator::Registry;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;
use std::time::Duration;

/// A request, read.
#[derive(Clone, Debug)]
pub enum Request {
    /// The first message.
    Hello {
        /// First and last version of the protocol that the harness speaks.
        protocol: [u64; 2],
    },
    /// Calls, and the form of their answer. In a batch a malformed one does not affect the others.
    Calls(AnswerShape, Vec<Result<Call, Malformed>>),
    /// A call to time.
    Bench(BenchRequest),
    /// The last message.
    Bye,
    /// An unknown `cmd`, for example of a later version.
    Other(String),
}

/// What to time, and how.
#[derive(Clone, Debug)]
pub struct BenchRequest {
    /// The call; `None` for the call of the previous such request.
    pub call: Option<Call>,
    /// Number of samples.
    pub samples: usize,
    /// Minimum duration of a sample.
    pub min_sample: Duration,
    /// Largest number of threads to use.
    pub threads: usize,
    /// Whether to return the result of the last call.
    pub result: bool,
}

/// The keys of a request after its id, as sent.
#[derive(Serialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
enum WireRequest<'a> {
    Hello {
        protocol: [u64; 2],
        suite: &'a str,
        profile: &'a str,
    },
    Bye,
    Promote {
        table: &'a str,
        ask: Vec<Members<'a>>,
    },
    Batch {
        calls: Vec<Members<'a>>,
    },
    Bench {
        samples: usize,
        least_ns: u128,
        threads: usize,
        result: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        call: Option<Members<'a>>,
    },
    #[serde(untagged)]
    Operate(Members<'a>),
}

/// The members of an object whose keys the specification decides, in the order in which they are sent.
struct Members<'a>(Vec<(Cow<'a, str>, WireArg<'a>)>);

/// A value of such a member.
#[derive(Serialize)]
#[serde(untagged)]
enum WireArg<'a> {
    Tensor(WireTensor<'a>),
    Int(i64),
    Ints(Vec<i64>),
    Name(&'a str),
    Names(Vec<&'a str>),
    Flag(bool),
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'a> WireRequest<'a> {
    /// The request that asks `calls`; see [`ask`].
    fn of(calls: &[&'a Call], frame: &mut Frame) -> Option<Self> {
        Some(match calls {
            [] => return None,
            [Call::Operate(call)] => Self::Operate(Members::of_call(call, frame)),
            [Call::Promote(first), ..] => {
                let of_table = |call: &&'a Call| match call {
                    Call::Promote(ask) if core::ptr::eq(ask.table, first.table) => Some(Members::of_ask(ask)),
                    _ => None,
                };
                let ask = calls.iter().map(of_table).collect::<Option<_>>()?;
                Self::Promote { table: first.table.id, ask }
            }
            [Call::Operate(_), ..] => {
                let of_operator = |call: &&'a Call| match call {
                    Call::Operate(call) => Some(Members::of_call(call, frame)),
                    Call::Promote(_) => None,
                };
                Self::Batch { calls: calls.iter().map(of_operator).collect::<Option<_>>()? }
            }
        })
    }
}

impl<'a> Members<'a> {
    /// A promotion, among those of its table.
    fn of_ask(ask: &Promote) -> Self {
        let Promote { table: Table { rows, columns, .. }, row, column, ranks } = ask;
        let mut members = vec![
            (rows.role.into(), WireArg::Name(row.name())),
            (columns.role.into(), WireArg::Name(column.name())),
        ];
        if let Some((row, column)) = ranks {
            members.push((rank_key(rows).into(), WireArg::Int((*row).into())));
            members.push((rank_key(columns).into(), WireArg::Int((*column).into())));
        }
        Self(members)
    }

    /// A call of an operator.
    fn of_call(call: &'a Invocation, frame: &mut Frame) -> Self {
        let mut members = vec![("cmd".into(), WireArg::Name(call.operator.name))];
        let mut null = Vec::new();
        for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
            let value = match arg {
                Arg::Absent => continue,
                Arg::Null => {
                    null.push(argument.name);
                    continue;
                }
                Arg::Tensor(tensor) if argument.direction == Direction::Out && tensor.is_packed() => {
                    WireArg::Tensor(WireTensor::bare(tensor))
                }
                Arg::Tensor(tensor) => WireArg::Tensor(WireTensor::of(tensor, frame)),
                Arg::Int(value) => WireArg::Int(*value),
                Arg::Ints(values) => WireArg::Ints(values.to_vec()),
                Arg::DType(dtype) => WireArg::Name(dtype.name()),
                Arg::Flag(value) => WireArg::Flag(*value),
            };
            members.push((argument.name.into(), value));
        }
        if !null.is_empty() {
            members.push(("null".into(), WireArg::Names(null)));
        }
        Self(members)
    }
}

/// The first message. `profile` is the name of the profile that answers are judged by.
#[must_use]
pub fn hello(id: u64, profile: &str) -> Message {
    let suite = env!("CARGO_PKG_VERSION");
    let hello = WireRequest::Hello { protocol: [VERSION, VERSION], suite, profile };
    write::message(id, &hello, Frame::new(Framing::Line))
}

/// The last message.
#[must_use]
pub fn bye(id: u64) -> Message {
    write::message(id, &WireRequest::Bye, Frame::new(Framing::Line))
}

/// One message for `calls`, which must all be promotions of one table, or all be calls of operators. None otherwise,
/// or without calls.
#[must_use]
pub fn ask(id: u64, calls: &[&Call], framing: Framing) -> Option<Message> {
    let mut frame = Frame::new(framing);
    let request = WireRequest::of(calls, &mut frame)?;
    Some(write::message(id, &request, frame))
}

/// A call to time; `None` for promotions, which are not timed. A call that the adapter already has is not sent again.
#[must_use]
pub fn bench(id: u64, bench: &Bench<'_>, framing: Framing) -> Option<Message> {
    let Call::Operate(call) = bench.call else { return None };
    let mut frame = Frame::new(framing);
    let request = WireRequest::Bench {
        samples: bench.samples,
        least_ns: bench.min_sample.as_nanos(),
        threads: bench.threads,
        result: bench.result,
        call: (!bench.again).then(|| Members::of_call(call, &mut frame)),
    };
    Some(write::message(id, &request, frame))
}

/// One question as a line of a file. The bytes of its tensors are appended to `bytes`, which goes to another file.
#[must_use]
pub fn file_line(id: u64, call: &Call, bytes: &mut Vec<u8>) -> String {
    let mut frame = Frame::file(mem::take(bytes));
    let request = WireRequest::of(&[call], &mut frame);
    *bytes = frame.bytes;
    write::line(id, &request, None)
}

/// Number of bytes in the tensors of a call.
#[must_use]
pub fn payload(call: &Call) -> usize {
    match call {
        Call::Promote(_) => 0,
        Call::Operate(call) => call
            .args
            .iter()
            .map(|arg| match arg {
                Arg::Tensor(tensor) => tensor.storage().len(),
                _ => 0,
            })
            .sum(),
    }
}

/// Bytes of text that an answer to one call may have beside its tensor. Reports keep 2 KiB of a message.
const TEXT: usize = 8 << 10;

/// Bytes that the answer to one call may have, if its tensor has at most `longest`. In hex they are twice as many.
#[must_use]
pub(crate) const fn answer_limit(longest: usize) -> usize {
    longest.saturating_mul(2).saturating_add(TEXT)
}

fn rank_key(axis: &Axis) -> String {
    format!("{}_rank", axis.role)
}

/// The members of an object, not parsed yet.
type RawMembers<'a> = HashMap<String, &'a RawValue>;

/// Reads a request about the operators of `registry`.
///
/// # Errors
/// When it is malformed, or has an unknown table, key or dtype. The error comes with the id, if that could be read, so
/// that it can be answered. Unknown keys are ignored.
pub fn read(registry: Registry, message: &Message) -> Result<(u64, Request), (Option<u64>, Malformed)> {
    let members: RawMembers<'_> = serde_json::from_str(&message.line).map_err(|e| (None, e.into()))?;
    let id = member(&members, "id").map_err(|e| (None, e))?;
    let request = read_members(registry, &members, &message.frame);
    request.map(|request| (id, request)).map_err(|e| (Some(id), e))
}

fn read_members(registry: Registry, members: &RawMembers<'_>, frame: &[u8]) -> Result<Request, Malformed> {
    let cmd: String = member(members, "cmd")?;
    Ok(match cmd.as_str() {
        "hello" => Request::Hello { protocol: member(members, "protocol")? },
        "bye" => Request::Bye,
        "promote" => {
            let asks: Vec<_> = read_promote(members)?.into_iter().map(|ask| Ok(Call::Promote(ask))).collect();
            Request::Calls(AnswerShape::Promotions(asks.len()), asks)
        }
        "batch" => {
            let calls: Vec<RawMembers<'_>> = member(members, "calls")?;
            let calls: Vec<_> = calls.iter().map(|call| read_batched(registry, call, frame)).collect();
            Request::Calls(AnswerShape::Batch(calls.len()), calls)
        }
        "bench" => Request::Bench(read_bench(registry, members, frame)?),
        _ => match registry.spec(&cmd) {
            Some(operator) => {
                Request::Calls(AnswerShape::One, vec![Ok(read_call(operator, members, frame)?)])
            }
            None => Request::Other(cmd),
        },
    })
}

fn member<'a, T: Deserialize<'a>>(members: &RawMembers<'a>, key: &'static str) -> Result<T, Malformed> {
    let raw = members.get(key).ok_or(Malformed::Missing(key))?;
    Ok(serde_json::from_str(raw.get())?)
}

fn read_promote(members: &RawMembers<'_>) -> Result<Vec<Promote>, Malformed> {
    let name: String = member(members, "table")?;
    let table = Table::named(&name).ok_or(Malformed::Unknown { kind: "table", name })?;
    let asks: Vec<RawMembers<'_>> = member(members, "ask")?;
    let read = |ask: &RawMembers<'_>| {
        let rank = |axis: &Axis| {
            ask.get(&rank_key(axis)).map(|raw| serde_json::from_str::<u8>(raw.get())).transpose()
        };
        Ok(Promote {
            table,
            row: read_key(ask, &table.rows)?,
            column: read_key(ask, &table.columns)?,
            ranks: match (rank(&table.rows)?, rank(&table.columns)?) {
                (None, None) => None,
                (row, column) => Some((row.unwrap_or(1), column.unwrap_or(1))),
            },
        })
    };
    asks.iter().map(read).collect()
}

fn read_key(ask: &RawMembers<'_>, axis: &'static Axis) -> Result<Key, Malformed> {
    let name: String = member(ask, axis.role)?;
    let key = axis.keys.iter().copied().find(|key| key.name() == name);
    key.ok_or(Malformed::Unknown { kind: axis.role, name })
}

fn read_bench(registry: Registry, members: &RawMembers<'_>, frame: &[u8]) -> Result<BenchRequest, Malformed> {
    let call = match members.get("call") {
        Some(raw) => Some(read_batched(registry, &serde_json::from_str(raw.get())?, frame)?),
        None => None,
    };
    let optional = |key| members.get(key).map(|raw| serde_json::from_str(raw.get())).transpose();
    Ok(BenchRequest {
        call,
        samples: member(members, "samples")?,
        min_sample: Duration::from_nanos(member(members, "least_ns")?),
        threads: optional("threads")?.unwrap_or(1),
        result: members.contains_key("result") && member(members, "result")?,
    })
}

fn read_batched(registry: Registry, members: &RawMembers<'_>, frame: &[u8]) -> Result<Call, Malformed> {
    let name: String = member(members, "cmd")?;
    let operator = registry.spec(&name).ok_or(Malformed::Unknown { kind: "operator", name })?;
    read_call(operator, members, frame)
}

fn read_call(
    operator: &'static OperatorSpec,
    members: &RawMembers<'_>,
    frame: &[u8],
) -> Result<Call, Malformed> {
    let mut call = Invocation::new(operator);
    for (argument, arg) in operator.arguments.iter().zip(&mut call.args) {
        if let Some(raw) = members.get(argument.name) {
            *arg = read_arg(argument, raw.get(), frame)
                .map_err(|error| Malformed::Invalid(format!("argument {}: {error}", argument.name)))?;
        }
    }
    if members.contains_key("null") {
        let nulls: Vec<String> = member(members, "null")?;
        for name in nulls {
            let at = operator.argument(&name).ok_or(Malformed::Unknown { kind: "argument", name })?;
            call.args[at] = Arg::Null;
        }
    }
    Ok(Call::Operate(call))
}

fn read_arg(argument: &Argument, raw: &str, frame: &[u8]) -> Result<Arg, Malformed> {
    Ok(match argument.kind {
        ArgumentKind::Tensor | ArgumentKind::Scalar => {
            Arg::Tensor(read_tensor(argument.direction, raw, frame)?)
        }
        ArgumentKind::Int => Arg::Int(serde_json::from_str(raw)?),
        ArgumentKind::Ints => Arg::Ints(serde_json::from_str::<Vec<i64>>(raw)?.into()),
        ArgumentKind::DType => Arg::DType(dtype(&serde_json::from_str::<String>(raw)?)?),
        ArgumentKind::Flag => Arg::Flag(serde_json::from_str(raw)?),
    })
}

fn read_tensor(direction: Direction, raw: &str, frame: &[u8]) -> Result<Tensor, Malformed> {
    let wire: WireTensor<'_> = serde_json::from_str(raw)?;
    let dtype = dtype(&wire.dtype)?;
    match direction {
        Direction::Out => wire.tensor_or_zeros(dtype, frame),
        Direction::In | Direction::InOut => wire.tensor(dtype, frame),
    }
}

/// Reads a tensor with its bytes, which may lie in a frame.
///
/// # Errors
/// When it is malformed.
pub fn tensor(raw: &str, frame: &[u8]) -> Result<Tensor, Malformed> {
    read_tensor(Direction::In, raw, frame)
}

fn dtype(name: &str) -> Result<DType, Malformed> {
    DType::from_name(name).ok_or_else(|| Malformed::Unknown { kind: "dtype", name: name.to_owned() })
}
