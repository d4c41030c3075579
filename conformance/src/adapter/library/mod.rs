//! An implementation in a shared library, as `adapters/c/ascertain.h` describes it.
//!
//! Made for the process that `ascertain host` runs: a library that crashes, or writes far outside what it was lent,
//! takes the process with it. What it changes near its own memory is seen and told.

mod abi;
mod foreign;
mod memory;

use self::foreign::{Answered, Introduction, Lent, Library, Offer, Question, Value};
use self::memory::Guarded;
use crate::timing::{self, Bench, TimedBackend, Timing};
use ascertain::backend::{Answer, Backend, Description, Loss, OperatorSupport, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::Direction;
use ascertain::promote::Key;
use ascertain::{DType, DTypeSet, Tensor};
use ascertain_judge::operator::Registry;
use core::fmt;
use std::ffi::CString;
use std::path::PathBuf;

/// A backend in a shared library, in this process.
pub struct LibraryBackend {
    path: PathBuf,
    registry: Registry,
    library: Option<Library>,
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
        Self { path: path.into(), registry: Registry::default(), library: None }
    }

    fn library(&mut self) -> Result<&Library, String> {
        if self.library.is_none() {
            // With its folder: a bare name would be looked for where the system keeps libraries.
            let path = self.path.canonicalize().map_err(|e| format!("there is no such library: {e}"))?;
            let mut library = Library::load(&path)?;
            if let Some(Answered { went, message, .. }) = library.start()
                && went != abi::went::OK
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
        let dtype = |key: Key| match key {
            Key::DType(dtype) => abi::DataType::from(dtype),
            Key::Number(_) => abi::DataType::default(),
        };
        let (row_rank, column_rank) = ask.ranks.unwrap_or((1, 1));
        let (table, row, column) =
            (c_string(ask.table.id), c_string(ask.row.name()), c_string(ask.column.name()));
        let question = Question {
            table: &table,
            operands: [
                (&row, dtype(ask.row), i32::from(row_rank)),
                (&column, dtype(ask.column), i32::from(column_rank)),
            ],
        };
        let Some(answered) = library.promote(&question) else {
            return Reply::Unsupported("it has no function `promote`".to_owned());
        };
        reply(answered, |answered| match answered.dtype.dtype() {
            Some(dtype) => Ok(Answer::DType(dtype)),
            None if !answered.dtype_name.is_empty() => Ok(Answer::OtherDType(answered.dtype_name)),
            None if answered.dtype == abi::DataType::default() => Err("ok, without a dtype".to_owned()),
            None => Ok(Answer::OtherDType(in_words(answered.dtype))),
        })
    }

    fn operate(&mut self, call: &Invocation) -> Reply {
        let Some(mut loan) = Loan::of(call, self.registry) else {
            return Reply::Failed("there is not enough memory for the tensors of this call".to_owned());
        };
        let library = match self.library() {
            Ok(library) => library,
            Err(why) => return Reply::Failed(why),
        };
        let name = c_string(call.operator.name);
        let Some(answered) = library.run(&name, &loan.arguments, &mut loan.tensors, loan.target) else {
            return Reply::Unsupported(format!("it has no operator {}", call.operator.name));
        };
        if let Some(what) = loan.damage(call).or_else(|| {
            let damage = answered.result.as_ref()?.memory.damage()?;
            Some(format!("wrote outside the room for its result: {damage}"))
        }) {
            return Reply::Lost(Loss::WroteOutside, what);
        }
        reply(answered, |answered| loan.result(call, answered).map(Answer::Tensor))
    }
}

impl Backend for LibraryBackend {
    fn describe(&mut self) -> Result<Description, String> {
        let path = self.path.display().to_string();
        let introduction = self.library().map(|library| library.introduction().clone());
        introduction.and_then(description).map_err(|why| format!("{path}: {why}"))
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match call {
            Call::Promote(ask) => self.promote(ask),
            Call::Operate(call) => self.operate(call),
        }
    }
}

impl TimedBackend for LibraryBackend {
    /// Its function alone is timed, with the same memory lent to it each time.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        let Call::Operate(call) = bench.call else {
            return Err(Reply::Unsupported("calls of operators are timed, and no others".to_owned()));
        };
        // Damage may be undone by a second call, and be seen only after one.
        match self.operate(call) {
            Reply::Answer(_) => {}
            other => return Err(other),
        }
        let mut loan = Loan::of(call, self.registry).ok_or_else(|| {
            Reply::Failed("there is not enough memory for the tensors of this call".to_owned())
        })?;
        let written = loan.target.map(|target| call.operator.arguments[loan.places[target]].direction);
        if written.is_some_and(|direction| direction != Direction::Out) {
            // In place: each call needs its factors anew.
            return timing::whole(bench, |call| self.ask(call));
        }
        let library = self.library().map_err(Reply::Failed)?;
        let name = c_string(call.operator.name);
        let mut last = None;
        let timing = timing::sample(bench, &mut timing::clock(), || {
            match library.run(&name, &loan.arguments, &mut loan.tensors, loan.target) {
                Some(answered) if answered.went == abi::went::OK => {
                    last = Some(answered);
                    Ok(())
                }
                answered => Err(answered.map(Box::new)),
            }
        });
        let timing = match timing {
            Ok(timing) => timing,
            Err(None) => {
                return Err(Reply::Unsupported(format!("it has no operator {}", call.operator.name)));
            }
            Err(Some(answered)) => {
                return Err(reply(*answered, |_| Err("it went well, and did not".to_owned())));
            }
        };
        if let Some(what) = loan.damage(call) {
            return Err(Reply::Lost(Loss::WroteOutside, what));
        }
        let Some(answered) = last else { return Err(Reply::Failed("no call was made".to_owned())) };
        let preallocated = answered.result.is_none();
        let result = match reply(answered, |answered| loan.result(call, answered).map(Answer::Tensor)) {
            Reply::Answer(answer) => Some(answer).filter(|_| bench.result),
            other => return Err(other),
        };
        let timed = format!("run() of {} in the library", call.operator.name);
        Ok(Timing { preallocated, timed, result, ..timing })
    }
}

/// What a library says of itself, understood.
fn description(introduction: Introduction) -> Result<Description, String> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Ok(Description {
        interfaces: words(&introduction.interfaces),
        tables: words(&introduction.tables),
        operators: introduction.operators.into_iter().map(support).collect::<Result<_, _>>()?,
        name: introduction.name,
        version: introduction.version,
    })
}

fn support(offer: Offer) -> Result<OperatorSupport, String> {
    let mut dtypes = DTypeSet::EMPTY;
    for word in offer.dtypes.split_whitespace() {
        let dtype = DType::from_name(word);
        dtypes.insert(dtype.ok_or_else(|| {
            format!(
                "no dtype is called `{word}` as in the dtypes of {}; the names are aclnn's: f32, s64",
                offer.name
            )
        })?);
    }
    let (strided, flags): (Vec<&str>, Vec<&str>) =
        offer.flags.split_whitespace().partition(|word| *word == STRIDED);
    let declared = offer.declares.split_whitespace().map(|word| {
        let pair = word.split_once('=').ok_or_else(|| {
            format!(
                "`{word}`, which {} declares, is not written KEY=WORD, as in order=sequential",
                offer.name
            )
        })?;
        Ok((pair.0.to_owned(), pair.1.to_owned()))
    });
    Ok(OperatorSupport {
        declared: declared.collect::<Result<_, String>>()?,
        dtypes,
        // 0 is no limit.
        max_rank: usize::try_from(offer.max_rank).ok().filter(|&rank| rank > 0),
        flags: flags.into_iter().map(str::to_owned).collect(),
        strided: !strided.is_empty(),
        name: offer.name,
    })
}

/// The word by which an operator takes tensors with gaps.
const STRIDED: &str = "strided";

/// The arguments of a call, in memory that can be lent.
struct Loan {
    arguments: Vec<(CString, Value)>,
    tensors: Vec<Lent>,
    /// For each tensor, the place of the argument that it is.
    places: Vec<usize>,
    /// The tensor that the call writes.
    target: Option<usize>,
}

impl Loan {
    /// None where memory runs out.
    fn of(call: &Invocation, registry: Registry) -> Option<Self> {
        let written = registry.operator(call.operator).and_then(|operator| operator.target(call));
        let mut loan = Self {
            arguments: Vec::with_capacity(call.args.len()),
            tensors: Vec::new(),
            places: Vec::new(),
            target: None,
        };
        for (place, (argument, arg)) in call.operator.arguments.iter().zip(&call.args).enumerate() {
            let value = match arg {
                Arg::Absent => Value::Absent,
                Arg::Null => Value::Null,
                Arg::Int(value) => Value::Int(*value),
                Arg::Flag(value) => Value::Flag(*value),
                Arg::DType(dtype) => Value::DType((*dtype).into()),
                Arg::Tensor(tensor) => {
                    if written.is_some_and(|written| core::ptr::eq(written, tensor)) {
                        loan.target = Some(loan.tensors.len());
                    }
                    loan.places.push(place);
                    loan.tensors.push(lend(tensor, argument.direction)?);
                    Value::Tensor(loan.tensors.len() - 1)
                }
            };
            loan.arguments.push((c_string(argument.name), value));
        }
        Some(loan)
    }

    /// What was changed that the call had no business with, in words.
    fn damage(&self, call: &Invocation) -> Option<String> {
        let changed = |(at, (lent, &place)): (usize, (&Lent, &usize))| {
            let name = call.operator.arguments[place].name;
            if let Some(damage) = lent.memory.damage() {
                return Some(format!("wrote outside `{name}`: {damage}"));
            }
            let Arg::Tensor(tensor) = &call.args[place] else { return None };
            let read_only =
                Some(at) != self.target && call.operator.arguments[place].direction == Direction::In;
            (read_only && lent.memory.content() != tensor.storage())
                .then(|| format!("changed `{name}`, which it was only to read"))
        };
        self.tensors.iter().zip(&self.places).enumerate().find_map(changed)
    }

    /// The result of a call that went well.
    fn result(&self, call: &Invocation, answered: Answered) -> Result<Tensor, String> {
        if let Some(room) = answered.result {
            let dtype = room.dtype.dtype().ok_or_else(|| {
                format!("a result of a dtype that no document has, {}", in_words(room.dtype))
            })?;
            let tensor = Tensor::new(dtype, &room.shape, room.memory.content().to_vec());
            return tensor.map_err(|e| format!("a result that cannot be: {e}"));
        }
        let target = self
            .target
            .ok_or("ok, without a result: the call has no target, so ask for room with `result`")?;
        let Arg::Tensor(tensor) = &call.args[self.places[target]] else {
            return Err("ok, without a result".to_owned());
        };
        let bytes = self.tensors[target].memory.content().to_vec();
        Tensor::view(tensor.dtype(), tensor.layout().clone(), bytes).map_err(|e| e.to_string())
    }
}

/// A tensor in memory of its own. What lies in an output without gaps does not matter, so that is not what was given.
fn lend(tensor: &Tensor, direction: Direction) -> Option<Lent> {
    let memory = match direction {
        Direction::Out if tensor.is_plain() => Guarded::room(tensor.storage().len()),
        _ => Guarded::holding(tensor.storage()),
    };
    let layout = tensor.layout();
    // Sizes of what is in memory.
    let signed = |n: usize| n as i64;
    Some(Lent {
        memory: memory?,
        dtype: tensor.dtype().into(),
        shape: layout.shape().iter().map(|&n| signed(n)).collect(),
        strides: layout.strides().iter().map(|&n| n as i64).collect(),
        byte_offset: (layout.offset() * tensor.dtype().size()) as u64,
    })
}

/// The reply that an answer stands for; `result` reads what goes with `ASCERTAIN_OK`.
fn reply(answered: Answered, result: impl FnOnce(Answered) -> Result<Answer, String>) -> Reply {
    match answered.went {
        abi::went::OK => match result(answered) {
            Ok(answer) => Reply::Answer(answer),
            Err(what) => Reply::Lost(Loss::Protocol, what),
        },
        abi::went::REJECTED => {
            Reply::Rejected(Rejection { status: answered.status, message: answered.message })
        }
        abi::went::UNSUPPORTED => Reply::Unsupported(answered.message),
        abi::went::FAILED => Reply::Failed(answered.message),
        other => Reply::Lost(Loss::Protocol, format!("{other}, which is no answer that ascertain.h has")),
    }
}

/// A dtype without a name.
fn in_words(dtype: abi::DataType) -> String {
    let abi::DataType { code, bits, lanes } = dtype;
    format!("code {code}, {bits} bits, {lanes} lanes")
}

/// A name of the specification; none has a zero in it.
fn c_string(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}
