//! Calling the functions of a shared library and following its pointers. All `unsafe` code of this adapter is here and
//! in `pages.rs`.
//!
//! It relies on what `ascertain.h` requires: pointers in a backend's struct are null or point to what they are declared
//! as, and live as long as the library is loaded. A library that violates this, or uses memory outside its tensors, may
//! end the process, which is why it runs in its own.

use super::super::load::{self, Symbols};
use super::abi;
use super::memory::GuardedMemory;
use ascertain::DType;
use ascertain::backend::{Description, OperatorSupport};
use ascertain::call::{Arg, Invocation, Promote};
use ascertain::promote::Key;
use core::ffi::{CStr, c_char, c_void};
use std::ffi::CString;
use std::path::Path;
use std::ptr;
use std::slice;

/// More operators than any library has.
const MOST_OPERATORS: usize = 1 << 16;

/// Most dimensions of a result.
const MOST_DIMENSIONS: usize = 64;

/// A loaded library.
#[derive(Debug)]
pub(super) struct Library {
    backend: abi::Backend,
    description: Description,
    /// The functions of the operators, in the order of the description.
    functions: Vec<Option<abi::Run>>,
    started: bool,
    // Last, so that it is dropped after everything that points into it.
    _code: libloading::Library,
}

/// A tensor to lend to the library: its memory, and the layout of its elements.
#[derive(Debug)]
pub(super) struct LentTensor {
    pub(super) memory: GuardedMemory,
    pub(super) dtype: abi::DataType,
    pub(super) shape: Vec<i64>,
    pub(super) strides: Vec<i64>,
    pub(super) byte_offset: u64,
}

/// What a call lends to the library, by the index of the argument.
#[derive(Debug)]
pub(super) struct Lent {
    pub(super) names: Vec<CString>,
    pub(super) tensors: Vec<Option<LentTensor>>,
    /// The argument that the call writes.
    pub(super) target: Option<usize>,
}

/// The reply to a call, with the codes of `ascertain.h`.
#[derive(Debug)]
pub(super) struct ForeignReply {
    pub(super) outcome: i32,
    pub(super) status: Option<i64>,
    pub(super) message: String,
    pub(super) dtype: abi::DataType,
    pub(super) dtype_name: String,
    /// The result, if the library allocated one.
    pub(super) result: Option<ResultBuffer>,
    /// Whether the library changed the structs of the question.
    pub(super) changed: bool,
}

/// Memory for a result.
#[derive(Debug)]
pub(super) struct ResultBuffer {
    pub(super) memory: GuardedMemory,
    pub(super) dtype: abi::DataType,
    pub(super) shape: Vec<usize>,
}

impl Library {
    /// Loads the library at `path`, which must contain a folder.
    ///
    /// # Errors
    /// A message for people.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        let code = load::open(path, Symbols::Local).map_err(|e| format!("cannot load it: {e}"))?;
        // SAFETY: `ascertain.h` declares a function of this type under this name, and nothing else has the name.
        let entry = unsafe { code.get::<abi::Entry>(abi::SYMBOL.as_bytes()) };
        let entry = entry.map_err(|_| {
            format!(
                "it does not export `{}`; define that function as ascertain.h declares it (in C++, \
                 ASCERTAIN_BACKEND of ascertain.hpp does), and do not hide it",
                abi::SYMBOL
            )
        })?;
        // SAFETY: the function takes no arguments, and the library stays loaded while it runs.
        let backend = unsafe { entry() };
        if backend.is_null() {
            return Err(format!("its `{}` returns null", abi::SYMBOL));
        }
        // SAFETY: the pointer is not null, and in every version of `ascertain.h` the struct begins with these numbers.
        let (version, size) = unsafe { ((*backend).abi, (*backend).size as usize) };
        if version != abi::ABI || size < size_of::<abi::Backend>() {
            let own = (abi::ABI, size_of::<abi::Backend>());
            return Err(format!(
                "it was built with version {version} of ascertain.h ({size} bytes), this program needs version {} ({} bytes)",
                own.0, own.1
            ));
        }
        // SAFETY: the library says that its struct has this version and is at least as large as ours.
        let backend = unsafe { *backend };
        let operators: &[abi::Operator] = match (backend.operators.is_null(), backend.operator_count) {
            (_, 0) => &[],
            (true, _) => return Err("`operators` is null, but `operator_count` is not 0".to_owned()),
            (false, MOST_OPERATORS..) => {
                let count = backend.operator_count;
                return Err(format!("`operator_count` is {count}, and must be below {MOST_OPERATORS}"));
            }
            // SAFETY: the pointer is not null, and `ascertain.h` says that it points to `operator_count` operators,
            // which stay while the library is loaded.
            (false, count) => unsafe { slice::from_raw_parts(backend.operators, count) },
        };
        // SAFETY: `ascertain.h` says that every string in these structs is null or ends in a zero.
        let description = unsafe { description(&backend, operators) }?;
        let functions = operators.iter().map(|operator| operator.run).collect();
        Ok(Self { backend, description, functions, started: false, _code: code })
    }

    /// What it says about itself.
    pub(super) const fn description(&self) -> &Description {
        &self.description
    }

    /// Calls its `start`, if it has one.
    pub(super) fn start(&mut self) -> Option<ForeignReply> {
        self.started = true;
        let start = self.backend.start?;
        // SAFETY: the function takes a reply and nothing else, and `answered` passes one that it may write to.
        Some(answered(|reply| unsafe { start(reply) }))
    }

    /// Asks for a promotion. None if it has no function for that.
    pub(super) fn promote(&self, question: &Promote) -> Option<ForeignReply> {
        let promote = self.backend.promote?;
        let dtype = |key: Key| match key {
            Key::DType(dtype) => dtype.into(),
            Key::Number(_) => abi::DataType::default(),
        };
        let Promote { table, row, column, ranks } = *question;
        let [of_table, of_row, of_column] = [table.id, row.name(), column.name()].map(c_string);
        let (row_rank, column_rank) = ranks.unwrap_or((1, 1));
        let ask = abi::Promotion {
            table: of_table.as_ptr(),
            row: of_row.as_ptr(),
            column: of_column.as_ptr(),
            row_dtype: dtype(row),
            column_dtype: dtype(column),
            row_rank: row_rank.into(),
            column_rank: column_rank.into(),
        };
        // SAFETY: `ask` and the strings that it points to live until the call returns, and `answered` passes a reply
        // that the library may write to.
        Some(answered(|reply| unsafe { promote(&raw const ask, reply) }))
    }

    /// Calls the operator `name` with the arguments of `call`, whose tensors are lent. None if it does not have the
    /// operator.
    pub(super) fn run(&self, name: &CStr, call: &Invocation, lent: &mut Lent) -> Option<ForeignReply> {
        let operators = &self.description.operators;
        let at = operators.iter().position(|offer| offer.name.as_bytes() == name.to_bytes());
        let run = self.functions[at?]?;
        let mut tensors: Vec<abi::Tensor> = lent.tensors.iter_mut().map(lend).collect();
        let first = tensors.as_mut_ptr();
        let tensor = |at: usize| first.wrapping_add(at);
        let argument = |(at, (name, arg)): (usize, (&CString, &Arg))| {
            let none = abi::Argument {
                name: name.as_ptr(),
                kind: abi::kind::ABSENT,
                dtype: abi::DataType::default(),
                integer: 0,
                tensor: ptr::null_mut(),
            };
            match *arg {
                Arg::Absent => none,
                Arg::Null => abi::Argument { kind: abi::kind::NULL, ..none },
                Arg::Int(integer) => abi::Argument { kind: abi::kind::INT, integer, ..none },
                Arg::Flag(flag) => abi::Argument { kind: abi::kind::FLAG, integer: flag.into(), ..none },
                Arg::DType(dtype) => abi::Argument { kind: abi::kind::DTYPE, dtype: dtype.into(), ..none },
                Arg::Ints(_) => abi::Argument { kind: abi::kind::INTS, tensor: tensor(at), ..none },
                Arg::Tensor(_) => abi::Argument { kind: abi::kind::TENSOR, tensor: tensor(at), ..none },
            }
        };
        let mut arguments: Vec<abi::Argument> =
            lent.names.iter().zip(&call.args).enumerate().map(argument).collect();
        let mut call = abi::Call {
            name: name.as_ptr(),
            count: arguments.len(),
            arguments: arguments.as_mut_ptr(),
            target: lent.target.map_or(ptr::null_mut(), tensor),
        };
        let before = (call, arguments.clone(), tensors.clone());
        // Mutable, since a library may write to what it must only read.
        let question: *mut abi::Call = &raw mut call;
        // SAFETY: `call`, its arguments, and the tensors with their memory live until the call returns, nothing else
        // uses them until then, and there is a tensor for every argument.
        let answered = answered(|reply| unsafe { run(question, reply) });
        Some(ForeignReply { changed: before != (call, arguments, tensors), ..answered })
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(stop) = self.backend.stop.filter(|_| self.started) {
            // SAFETY: the function takes no arguments, and `_code` is dropped, which unloads the library, only after this.
            unsafe { stop() };
        }
    }
}

/// The tensor as a C struct, which points into `lent`. That of an argument without a tensor is never passed.
fn lend(lent: &mut Option<LentTensor>) -> abi::Tensor {
    let none = abi::Tensor {
        data: ptr::null_mut(),
        device: abi::CPU,
        ndim: 0,
        dtype: abi::DataType::default(),
        shape: ptr::null_mut(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    lent.as_mut().map_or(none, |lent| abi::Tensor {
        data: lent.memory.as_mut_ptr().cast(),
        ndim: i32::try_from(lent.shape.len()).unwrap_or(i32::MAX),
        dtype: lent.dtype,
        shape: lent.shape.as_mut_ptr(),
        strides: lent.strides.as_mut_ptr(),
        byte_offset: lent.byte_offset,
        ..none
    })
}

/// Makes a call with an empty reply and reads the reply afterwards.
fn answered(call: impl FnOnce(*mut abi::Reply) -> i32) -> ForeignReply {
    let mut room: Option<ResultBuffer> = None;
    let mut reply = abi::Reply {
        status: 0,
        has_status: 0,
        dtype: abi::DataType::default(),
        dtype_name: [0; 32],
        message: [0; 256],
        result: make_room,
        harness: (&raw mut room).cast(),
    };
    let outcome = call(&raw mut reply);
    ForeignReply {
        outcome,
        status: (reply.has_status != 0).then_some(reply.status),
        message: bounded(&reply.message),
        dtype: reply.dtype,
        dtype_name: bounded(&reply.dtype_name),
        result: room,
        changed: false,
    }
}

/// `ascertain_reply.result`.
unsafe extern "C" fn make_room(
    reply: *mut abi::Reply,
    dtype: abi::DataType,
    ndim: i32,
    shape: *const i64,
) -> *mut c_void {
    let make = || {
        let rank = usize::try_from(ndim).ok().filter(|rank| *rank <= MOST_DIMENSIONS)?;
        let shape = match rank {
            0 => &[],
            _ if shape.is_null() => return None,
            // SAFETY: `shape` is not null, and `ascertain.h` says that it points to `ndim` numbers.
            _ => unsafe { slice::from_raw_parts(shape, rank) },
        };
        let shape: Vec<usize> = shape.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
        let size = usize::from(dtype.bits).div_ceil(8);
        let bytes = shape.iter().try_fold(size, |bytes, &n| bytes.checked_mul(n))?;
        Some(ResultBuffer { memory: GuardedMemory::room(bytes)?, dtype, shape })
    };
    // SAFETY: `ascertain.h` says that a library passes the reply that it was given, so `harness` is the room that
    // `answered` put there and does not use until the library returns.
    let kept = unsafe { &mut *(*reply).harness.cast::<Option<ResultBuffer>>() };
    *kept = make();
    kept.as_mut().map_or(ptr::null_mut(), |room| room.memory.as_mut_ptr().cast())
}

/// The flag of operators that accept strided tensors.
const STRIDED: &str = "strided";

/// Before the name of an optional argument that an operator does not have.
const WITHOUT: &str = "no-";

/// What a library says about itself.
///
/// # Safety
/// Every string in the structs is null or ends in a zero.
unsafe fn description(backend: &abi::Backend, operators: &[abi::Operator]) -> Result<Description, String> {
    let text = |string: *const c_char| match string.is_null() {
        true => String::new(),
        // SAFETY: the string is not null, and the caller promises that it then ends in a zero.
        false => unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned(),
    };
    let words = |string| text(string).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let support = |operator: &abi::Operator| {
        let name = text(operator.name);
        let dtype = |word: &String| {
            DType::from_name(word).ok_or_else(|| {
                format!("unknown dtype `{word}` in the dtypes of {name}; use short names such as f32 or s64")
            })
        };
        let declaration = |word: &String| {
            let pair = word.split_once('=').map(|(key, word)| (key.to_owned(), word.to_owned()));
            pair.ok_or_else(|| {
                format!("`{word}` in the declarations of {name} is not KEY=WORD, as in order=sequential")
            })
        };
        let dtypes = words(operator.dtypes).iter().map(dtype).collect::<Result<_, String>>()?;
        let declared = words(operator.declares).iter().map(declaration).collect::<Result<_, String>>()?;
        let (without, mut flags): (Vec<_>, Vec<_>) =
            words(operator.flags).into_iter().partition(|word| word.starts_with(WITHOUT));
        let strided = flags.iter().any(|flag| flag == STRIDED);
        flags.retain(|flag| flag != STRIDED);
        Ok(OperatorSupport {
            dtypes,
            // 0 means no limit.
            max_rank: usize::try_from(operator.max_rank).ok().filter(|&rank| rank > 0),
            flags,
            strided,
            without: without.iter().map(|word| word[WITHOUT.len()..].to_owned()).collect(),
            declared,
            name,
        })
    };
    Ok(Description {
        name: text(backend.name),
        version: text(backend.version),
        interfaces: words(backend.interfaces),
        tables: words(backend.tables),
        operators: operators.iter().map(support).collect::<Result<_, String>>()?,
    })
}

/// A name of the specification. None of them contains a zero.
pub(super) fn c_string(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

/// The text in a buffer of the reply, up to the first zero or the end.
fn bounded(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
