//! An implementation in a shared library with the interface of `adapters/c/ascertain.h`.
//!
//! Runs in the process of `ascertain host`, since a library that crashes or uses memory outside its tensors ends the
//! process. Writes so close to a tensor that they share a page with it are detected and reported.

mod abi;
mod foreign;
mod memory;
mod pages;
mod quarantine;

use self::foreign::{ForeignReply, Lent, LentTensor, Library, c_string};
use self::memory::GuardedMemory;
use self::quarantine::Quarantine;
use super::kind::BackendKind;
use super::process::ProcessBackend;
use crate::backends::timing::{self, Bench, TimedBackend, Timing};
use ascertain::backend::{Answer, Backend, BackendFault, Description, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{Argument, Direction};
use ascertain::{DType, Tensor};
use ascertain_judge::operator::Registry;
use core::fmt;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, thread};

/// The interface in C, `adapters/c/ascertain.h`.
pub const HEADER: &str = include_str!("../../../adapters/c/ascertain.h");

/// The interface in C++, `adapters/c/ascertain.hpp`.
pub const HEADER_CPP: &str = include_str!("../../../adapters/c/ascertain.hpp");

/// What a library did that wrote to what is only for reading beside the bytes of tensors.
const STRUCTS: &str = "changed the call or the description of a tensor, which are only for reading";

/// How long threads of a library may take after the calls of a message, before what they write is some other message's.
const PAUSE: Duration = Duration::from_millis(2);

/// The same after the last call.
const LAST_PAUSE: Duration = Duration::from_millis(100);

/// A shared library, in a child process.
pub(super) const KIND: BackendKind = BackendKind {
    name: "lib",
    form: "lib:PATH",
    says: "a shared library with the interface of adapters/c/ascertain.h",
    help: "conformance/adapters/c/README.md shows how to build such a library",
    open: |spec, editions, options| {
        KIND.path(spec)?;
        Ok(Box::new(ProcessBackend::hosting(spec.text, editions, options.clone())))
    },
    shapes: None,
    host: Some(|spec, _| Ok(Box::new(LibraryBackend::new(KIND.path(spec)?)))),
};

/// A backend in a shared library, in this process.
pub struct LibraryBackend {
    path: PathBuf,
    registry: Registry,
    library: Option<Library>,
    quarantine: Quarantine,
    /// What was written after the reply had been given.
    late: Option<String>,
}

impl fmt::Debug for LibraryBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LibraryBackend").field("path", &self.path).finish_non_exhaustive()
    }
}

impl LibraryBackend {
    /// The library at `path`. It is loaded when it is first needed.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            registry: Registry::default(),
            library: None,
            quarantine: Quarantine::default(),
            late: None,
        }
    }

    fn library(&mut self) -> Result<&Library, String> {
        if self.library.is_none() {
            // With its folder, since the system searches for a bare name elsewhere.
            let path = self.path.canonicalize().map_err(|e| {
                let folder = std::env::current_dir().unwrap_or_default();
                format!("cannot find the library: {e}; check the path, which starts in {}", folder.display())
            })?;
            let mut library = Library::load(&path)?;
            if let Some(ForeignReply { outcome, message, .. }) = library.start()
                && outcome != abi::outcome::OK
            {
                return Err(format!("it does not start: {message}"));
            }
            self.library = Some(library);
        }
        self.library.as_ref().ok_or_else(|| "it is not loaded".to_owned())
    }

    fn promote(&mut self, ask: &Promote) -> Reply {
        let library = match self.library() {
            Ok(library) => library,
            Err(why) => return Reply::Failed(why),
        };
        let Some(answered) = library.promote(ask) else {
            return Reply::Unsupported("the library has no function `promote`".to_owned());
        };
        reply(answered, |answered| match answered.dtype.dtype() {
            Some(dtype) => Ok(Answer::DType(dtype)),
            None if !answered.dtype_name.is_empty() => Ok(Answer::OtherDType(answered.dtype_name)),
            None if answered.dtype == abi::DataType::default() => {
                Err("the call returned ASCERTAIN_OK without a dtype".to_owned())
            }
            None => Ok(Answer::OtherDType(in_words(answered.dtype))),
        })
    }

    fn operate(&mut self, call: &Invocation) -> Reply {
        let mut lent = match lend(call, self.registry) {
            Ok(lent) => lent,
            Err(reply) => return reply,
        };
        let library = match self.library() {
            Ok(library) => library,
            Err(why) => return Reply::Failed(why),
        };
        let Some(answered) = library.run(&c_string(call.operator.name), call, &mut lent) else {
            return no_operator(call);
        };
        let damage = damage(&lent, call).or_else(|| {
            let damage = answered.result.as_ref()?.memory.damage()?;
            Some(format!("wrote outside the room for its result: {damage}"))
        });
        let reply = match damage.or_else(|| answered.changed.then(|| STRUCTS.to_owned())) {
            Some(what) => Reply::Lost(BackendFault::WroteOutside, what),
            None => reply(answered, |answered| result(&lent, call, answered)),
        };
        self.quarantine.take(call, lent.tensors);
        reply
    }

    /// Waits a little if the library has threads, which may still write.
    fn settle(&self, pause: Duration) {
        if fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() > 1) {
            thread::sleep(pause);
        }
    }
}

impl Backend for LibraryBackend {
    fn describe(&mut self) -> Result<Description, String> {
        self.library().map(|library| library.description().clone())
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match call {
            Call::Promote(ask) => self.promote(ask),
            Call::Operate(call) => self.operate(call),
        }
    }

    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        let operations: Vec<usize> =
            (0..calls.len()).filter(|at| matches!(calls[*at], Call::Operate(_))).collect();
        let (first, before) = (replies.len(), self.quarantine.next());
        replies.extend(calls.iter().map(|call| self.ask(call)));
        self.settle(PAUSE);
        while let Some((number, what)) = self.quarantine.written() {
            // Only calls that were made have a number.
            let asked = number.checked_sub(before).and_then(|nth| operations.get(nth as usize));
            match asked {
                Some(at) => replies[first + at] = Reply::Lost(BackendFault::WroteOutside, what),
                None => _ = self.late.get_or_insert(what),
            }
        }
    }

    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        self.settle(LAST_PAUSE);
        let late = self.late.take().or_else(|| self.quarantine.written().map(|(_, what)| what));
        late.map_or(Ok(()), |what| Err((BackendFault::WroteOutside, what)))
    }
}

impl TimedBackend for LibraryBackend {
    /// Only its function is timed, with the same memory each time.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        let Call::Operate(call) = bench.call else {
            return Err(Reply::Unsupported("only calls of operators can be timed".to_owned()));
        };
        // Check for writes outside after one call, since a second one may undo them.
        match self.operate(call) {
            Reply::Answer(_) => {}
            other => return Err(other),
        }
        let mut lent = lend(call, self.registry)?;
        if lent.target.is_some_and(|target| call.operator.arguments[target].direction != Direction::Out) {
            // In place: each call needs the factors again.
            return timing::time_whole_call(bench, |call| self.ask(call));
        }
        let library = self.library().map_err(Reply::Failed)?;
        let name = c_string(call.operator.name);
        let mut last = None;
        let timing =
            timing::sample(bench, &mut timing::clock(), || match library.run(&name, call, &mut lent) {
                Some(answered) if answered.outcome == abi::outcome::OK => {
                    last = Some(answered);
                    Ok(())
                }
                Some(answered) => {
                    Err(reply(answered, |_| Err("the calls returned different codes".to_owned())))
                }
                None => Err(no_operator(call)),
            })?;
        if let Some(what) = damage(&lent, call) {
            return Err(Reply::Lost(BackendFault::WroteOutside, what));
        }
        let Some(answered) = last else { return Err(Reply::Failed("no call was made".to_owned())) };
        let preallocated = answered.result.is_none();
        let result = match reply(answered, |answered| result(&lent, call, answered)) {
            Reply::Answer(answer) => Some(answer).filter(|_| bench.result),
            other => return Err(other),
        };
        let timed = format!("run() of {} in the library", call.operator.name);
        Ok(Timing { preallocated, timed, result, ..timing })
    }
}

fn no_operator(call: &Invocation) -> Reply {
    Reply::Unsupported(format!("the library has no operator {}", call.operator.name))
}

/// The arguments of a call, in memory to lend to the library.
///
/// # Errors
/// The reply if there is not enough memory.
fn lend(call: &Invocation, registry: Registry) -> Result<Lent, Reply> {
    let written = registry.operator(call.operator).and_then(|operator| operator.target(call));
    let is_target =
        |arg: &Arg| matches!((arg, written), (Arg::Tensor(own), Some(it)) if core::ptr::eq(own, it));
    let tensor = |(argument, arg): (&Argument, &Arg)| match arg {
        Arg::Tensor(tensor) => lend_tensor(tensor, argument.direction).map(Some),
        Arg::Ints(values) => {
            let bytes = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
            let list = Tensor::new(DType::S64, &[values.len()], bytes).ok()?;
            lend_tensor(&list, Direction::In).map(Some)
        }
        _ => Some(None),
    };
    let arguments = call.operator.arguments;
    let tensors: Option<_> = arguments.iter().zip(&call.args).map(tensor).collect();
    Ok(Lent {
        names: arguments.iter().map(|argument| c_string(argument.name)).collect(),
        tensors: tensors.ok_or_else(|| {
            Reply::Failed("there is not enough memory for the tensors of this call".to_owned())
        })?,
        target: call.args.iter().position(is_target),
    })
}

/// A tensor in new memory. A plain output gets arbitrary bytes, since its content before the call does not matter.
fn lend_tensor(tensor: &Tensor, direction: Direction) -> Option<LentTensor> {
    let memory = match direction {
        Direction::Out if tensor.is_packed() => GuardedMemory::room(tensor.storage().len()),
        _ => GuardedMemory::holding(tensor.storage()),
    };
    let layout = tensor.layout();
    Some(LentTensor {
        memory: memory?,
        dtype: tensor.dtype().into(),
        shape: numbers(layout.shape()).collect(),
        strides: numbers(layout.strides()).collect(),
        byte_offset: (layout.offset() * tensor.dtype().size()) as u64,
    })
}

/// The numbers of a layout, as they are lent. They cannot overflow: these are sizes of objects in memory.
fn numbers<T: Copy + TryInto<i64>>(numbers: &[T]) -> impl Iterator<Item = i64> {
    numbers.iter().map(|&n| n.try_into().unwrap_or(i64::MAX))
}

/// A description of memory that the call must not change, and did.
fn damage(lent: &Lent, call: &Invocation) -> Option<String> {
    let changed = |(at, (argument, lent_tensor)): (usize, (&Argument, &Option<LentTensor>))| {
        let (name, Some(own), Arg::Tensor(tensor)) = (argument.name, lent_tensor, &call.args[at]) else {
            return None;
        };
        if let Some(damage) = own.memory.damage() {
            return Some(format!("wrote outside `{name}`: {damage}"));
        }
        let layout = tensor.layout();
        if !numbers(layout.shape()).eq(own.shape.iter().copied())
            || !numbers(layout.strides()).eq(own.strides.iter().copied())
        {
            return Some(format!("changed the shape or the strides of `{name}`, which are only for reading"));
        }
        let read_only = Some(at) != lent.target && argument.direction == Direction::In;
        (read_only && own.memory.content() != tensor.storage())
            .then(|| format!("changed `{name}`, which is only for reading"))
    };
    call.operator.arguments.iter().zip(&lent.tensors).enumerate().find_map(changed)
}

/// The result of a successful call: what it allocated, or what it wrote.
fn result(lent: &Lent, call: &Invocation, answered: ForeignReply) -> Result<Answer, String> {
    if let Some(room) = answered.result {
        let dtype = room
            .dtype
            .dtype()
            .ok_or_else(|| format!("the dtype of the result is unknown: {}", in_words(room.dtype)))?;
        let tensor = Tensor::new(dtype, &room.shape, room.memory.content().to_vec());
        return tensor.map(Answer::Tensor).map_err(|e| format!("invalid result: {e}"));
    }
    let written = |at: usize| match (&lent.tensors[at], &call.args[at]) {
        (Some(own), Arg::Tensor(tensor)) => {
            let bytes = own.memory.content().to_vec();
            Some(Tensor::view(tensor.dtype(), tensor.layout().clone(), bytes).map_err(|e| e.to_string()))
        }
        _ => None,
    };
    let is_out = |at: &usize| call.operator.arguments[*at].direction == Direction::Out;
    let outs: Vec<Tensor> =
        (0..call.args.len()).filter(is_out).filter_map(written).collect::<Result<_, String>>()?;
    if outs.len() > 1 {
        return Ok(Answer::Tensors(outs));
    }
    let target = lent.target.and_then(written);
    target
        .unwrap_or_else(|| {
            Err("no result: the call has no target tensor, so allocate the result with `result`".to_owned())
        })
        .map(Answer::Tensor)
}

/// Converts a reply of the library; `result` reads the answer of `ASCERTAIN_OK`.
fn reply(answered: ForeignReply, result: impl FnOnce(ForeignReply) -> Result<Answer, String>) -> Reply {
    match answered.outcome {
        abi::outcome::OK => match result(answered) {
            Ok(answer) => Reply::Answer(answer),
            Err(what) => Reply::Lost(BackendFault::Protocol, what),
        },
        abi::outcome::REJECTED => {
            Reply::Rejected(Rejection { status: answered.status, message: answered.message })
        }
        abi::outcome::UNSUPPORTED => Reply::Unsupported(answered.message),
        abi::outcome::FAILED => Reply::Failed(answered.message),
        other => Reply::Lost(
            BackendFault::Protocol,
            format!("the call returned {other}, which ascertain.h does not define"),
        ),
    }
}

/// A dtype without a name.
fn in_words(dtype: abi::DataType) -> String {
    let abi::DataType { code, bits, lanes } = dtype;
    format!("code {code}, {bits} bits, {lanes} lanes")
}
