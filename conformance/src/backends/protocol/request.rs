//! Requests: converts calls to messages and back.
//!
//! A request has the arguments of an operator under their names. Absent arguments are left out, and the names of null
//! arguments are listed under `null`. A plain output is sent as dtype and shape only, since its content before the call
//! does not matter.

use super::tensor::{self, WireTensor};
use super::text::Writer;
use super::{Framing, Malformed, Message, VERSION};
use crate::backends::timing::Bench;
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{Argument, ArgumentKind, Direction, OperatorSpec};
use ascertain::promote::{Axis, Key, Table};
use ascertain::{DType, Tensor};
use ascertain_judge::operator::Registry;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::time::Duration;

/// A request, read.
#[derive(Clone, Debug)]
pub enum Request {
    /// The first message.
    Hello {
        /// First and last version of the protocol that the harness speaks.
        protocol: [u64; 2],
    },
    /// Promotions.
    Promote(Vec<Promote>),
    /// One call of an operator.
    Operate(Invocation),
    /// Many calls of operators. A malformed one does not affect the others.
    Batch(Vec<Result<Invocation, Malformed>>),
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
    pub call: Option<Invocation>,
    /// Number of samples.
    pub samples: usize,
    /// Minimum duration of a sample.
    pub min_sample: Duration,
    /// Largest number of threads to use.
    pub threads: usize,
    /// Whether to return the result of the last call.
    pub result: bool,
}

/// The first message. `profile` is the name of the profile that answers are judged by.
#[must_use]
pub fn hello(id: u64, profile: &str) -> Message {
    let mut out = Writer::with_id(id, Framing::Line);
    out.member("cmd", "hello");
    out.key("protocol");
    out.numbers(&[VERSION, VERSION]);
    out.member("suite", env!("CARGO_PKG_VERSION"));
    out.member("profile", profile);
    out.finish()
}

/// The last message.
#[must_use]
pub fn bye(id: u64) -> Message {
    let mut out = Writer::with_id(id, Framing::Line);
    out.member("cmd", "bye");
    out.finish()
}

/// Promotions of one table.
#[must_use]
pub fn promote(id: u64, table: &Table, asks: &[&Promote]) -> Message {
    let mut out = Writer::with_id(id, Framing::Line);
    write_promote(&mut out, table, asks);
    out.finish()
}

fn write_promote(out: &mut Writer, table: &Table, asks: &[&Promote]) {
    out.member("cmd", "promote");
    out.member("table", table.id);
    out.key("ask");
    out.open('[');
    for ask in asks {
        out.separate();
        out.open('{');
        out.member(table.rows.role, ask.row.name());
        out.member(table.columns.role, ask.column.name());
        if let Some((row, column)) = ask.ranks {
            out.key(&rank_key(&table.rows));
            out.plain(row);
            out.key(&rank_key(&table.columns));
            out.plain(column);
        }
        out.close('}');
    }
    out.close(']');
}

/// One call of an operator.
#[must_use]
pub fn operate(id: u64, call: &Invocation, framing: Framing) -> Message {
    let mut out = Writer::with_id(id, framing);
    write_call(&mut out, call);
    out.finish()
}

/// Many calls of operators.
#[must_use]
pub fn batch(id: u64, calls: &[&Invocation], framing: Framing) -> Message {
    let mut out = Writer::with_id(id, framing);
    out.member("cmd", "batch");
    out.key("calls");
    out.open('[');
    for call in calls {
        out.separate();
        out.open('{');
        write_call(&mut out, call);
        out.close('}');
    }
    out.close(']');
    out.finish()
}

/// One message for `calls`, which must all be promotions of one table, or all be calls of operators. None otherwise,
/// or without calls.
#[must_use]
pub fn ask(id: u64, calls: &[&Call], framing: Framing) -> Option<Message> {
    match calls.first()? {
        Call::Promote(first) => {
            let asks: Option<Vec<&Promote>> = calls
                .iter()
                .map(|call| match call {
                    Call::Promote(ask) => core::ptr::eq(ask.table, first.table).then_some(ask),
                    Call::Operate(_) => None,
                })
                .collect();
            Some(promote(id, first.table, &asks?))
        }
        Call::Operate(first) if calls.len() == 1 => Some(operate(id, first, framing)),
        Call::Operate(_) => {
            let calls: Option<Vec<&Invocation>> = calls
                .iter()
                .map(|call| match call {
                    Call::Operate(call) => Some(call),
                    Call::Promote(_) => None,
                })
                .collect();
            Some(batch(id, &calls?, framing))
        }
    }
}

/// A call to time; `None` for promotions, which are not timed. A call that the adapter already has is not sent again.
#[must_use]
pub fn bench(id: u64, bench: &Bench<'_>, framing: Framing) -> Option<Message> {
    let Call::Operate(call) = bench.call else { return None };
    let mut out = Writer::with_id(id, framing);
    out.member("cmd", "bench");
    out.key("samples");
    out.plain(bench.samples);
    out.key("least_ns");
    out.plain(bench.min_sample.as_nanos());
    out.key("threads");
    out.plain(bench.threads);
    out.key("result");
    out.plain(bench.result);
    if !bench.again {
        out.key("call");
        out.open('{');
        write_call(&mut out, call);
        out.close('}');
    }
    Some(out.finish())
}

/// One question as a line of a file. The bytes of its tensors are appended to `bytes`, which goes to another file.
#[must_use]
pub fn file_line(id: u64, call: &Call, bytes: &mut Vec<u8>) -> String {
    Writer::file_line(id, bytes, |out| match call {
        Call::Promote(ask) => write_promote(out, ask.table, &[ask]),
        Call::Operate(call) => write_call(out, call),
    })
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

fn write_call(out: &mut Writer, call: &Invocation) {
    out.member("cmd", call.operator.name);
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        if matches!(arg, Arg::Absent | Arg::Null) {
            continue;
        }
        out.key(argument.name);
        match arg {
            Arg::Absent | Arg::Null => {}
            Arg::Tensor(tensor) if argument.direction == Direction::Out && tensor.is_packed() => {
                tensor::write_bare(out, tensor);
            }
            Arg::Tensor(tensor) => tensor::write(out, tensor),
            Arg::Int(value) => out.plain(value),
            Arg::DType(dtype) => out.text(dtype.name()),
            Arg::Flag(value) => out.plain(value),
        }
    }
    if call.args.contains(&Arg::Null) {
        out.key("null");
        out.open('[');
        for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
            if matches!(arg, Arg::Null) {
                out.separate();
                out.text(argument.name);
            }
        }
        out.close(']');
    }
}

/// The members of an object, not parsed yet.
type Members<'a> = HashMap<String, &'a RawValue>;

/// Reads a request.
///
/// # Errors
/// When it is malformed, or has an unknown table, key or dtype. The error comes with the id, if that could be read, so
/// that it can be answered. Unknown keys are ignored.
pub fn read(message: &Message) -> Result<(u64, Request), (Option<u64>, Malformed)> {
    read_with(Registry::default(), message)
}

/// Like [`read`], for other operators than those of the specification.
///
/// # Errors
/// As [`read`].
pub fn read_with(registry: Registry, message: &Message) -> Result<(u64, Request), (Option<u64>, Malformed)> {
    let members: Members<'_> = serde_json::from_str(&message.line).map_err(|e| (None, e.into()))?;
    let id = member(&members, "id").map_err(|e| (None, e))?;
    let request = read_members(registry, &members, &message.frame);
    request.map(|request| (id, request)).map_err(|e| (Some(id), e))
}

fn read_members(registry: Registry, members: &Members<'_>, frame: &[u8]) -> Result<Request, Malformed> {
    let cmd: String = member(members, "cmd")?;
    Ok(match cmd.as_str() {
        "hello" => Request::Hello { protocol: member(members, "protocol")? },
        "bye" => Request::Bye,
        "promote" => Request::Promote(read_promote(members)?),
        "batch" => {
            let calls: Vec<Members<'_>> = member(members, "calls")?;
            Request::Batch(calls.iter().map(|call| read_batched(registry, call, frame)).collect())
        }
        "bench" => Request::Bench(read_bench(registry, members, frame)?),
        _ => match registry.spec(&cmd) {
            Some(operator) => Request::Operate(read_call(operator, members, frame)?),
            None => Request::Other(cmd),
        },
    })
}

fn member<'a, T: Deserialize<'a>>(members: &Members<'a>, key: &'static str) -> Result<T, Malformed> {
    let raw = members.get(key).ok_or(Malformed::Missing(key))?;
    Ok(serde_json::from_str(raw.get())?)
}

fn read_promote(members: &Members<'_>) -> Result<Vec<Promote>, Malformed> {
    let name: String = member(members, "table")?;
    let table = Table::named(&name).ok_or(Malformed::Unknown { kind: "table", name })?;
    let asks: Vec<Members<'_>> = member(members, "ask")?;
    let read = |ask: &Members<'_>| {
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

fn read_key(ask: &Members<'_>, axis: &'static Axis) -> Result<Key, Malformed> {
    let name: String = member(ask, axis.role)?;
    let key = axis.keys.iter().copied().find(|key| key.name() == name);
    key.ok_or(Malformed::Unknown { kind: axis.role, name })
}

fn read_bench(registry: Registry, members: &Members<'_>, frame: &[u8]) -> Result<BenchRequest, Malformed> {
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

fn read_batched(registry: Registry, members: &Members<'_>, frame: &[u8]) -> Result<Invocation, Malformed> {
    let name: String = member(members, "cmd")?;
    let operator = registry.spec(&name).ok_or(Malformed::Unknown { kind: "operator", name })?;
    read_call(operator, members, frame)
}

fn read_call(
    operator: &'static OperatorSpec,
    members: &Members<'_>,
    frame: &[u8],
) -> Result<Invocation, Malformed> {
    let mut call = Invocation::new(operator);
    for (argument, arg) in operator.arguments.iter().zip(&mut call.args) {
        if let Some(raw) = members.get(argument.name) {
            *arg = read_arg(argument, raw.get(), frame)
                .map_err(|error| Malformed::Argument { name: argument.name, why: error.to_string() })?;
        }
    }
    if members.contains_key("null") {
        let nulls: Vec<String> = member(members, "null")?;
        for name in nulls {
            let at = operator.argument(&name).ok_or(Malformed::Unknown { kind: "argument", name })?;
            call.args[at] = Arg::Null;
        }
    }
    Ok(call)
}

fn read_arg(argument: &Argument, raw: &str, frame: &[u8]) -> Result<Arg, Malformed> {
    Ok(match argument.kind {
        ArgumentKind::Tensor => Arg::Tensor(read_tensor(argument.direction, raw, frame)?),
        ArgumentKind::Int => Arg::Int(serde_json::from_str(raw)?),
        ArgumentKind::DType => Arg::DType(dtype(&serde_json::from_str::<String>(raw)?)?),
        ArgumentKind::Flag => Arg::Flag(serde_json::from_str(raw)?),
    })
}

fn read_tensor(direction: Direction, raw: &str, frame: &[u8]) -> Result<Tensor, Malformed> {
    let wire: WireTensor<'_> = serde_json::from_str(raw)?;
    let dtype = dtype(wire.dtype())?;
    match direction {
        Direction::Out => wire.tensor_or_zeros(dtype, frame),
        Direction::In | Direction::InOut => wire.tensor(dtype, frame),
    }
}

fn dtype(name: &str) -> Result<DType, Malformed> {
    DType::from_name(name).ok_or_else(|| Malformed::Unknown { kind: "dtype", name: name.to_owned() })
}
