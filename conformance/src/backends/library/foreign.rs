//! Calling the functions of a shared library and following its pointers. All `unsafe` code of this adapter is here and
//! in `pages.rs`.
//!
//! It relies on what `ascertain.h` requires: pointers in a backend's struct are null or point to what they are declared
//! as, and live as long as the library is loaded. A library that violates this, or uses memory outside its tensors, may
//! end the process, which is why it runs in its own.

use super::super::load::{self, Symbols};
use super::abi;
use super::memory::GuardedMemory;
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
    info: LibraryInfo,
    /// The functions of the operators, in the order of `info`.
    functions: Vec<Option<abi::Run>>,
    started: bool,
    // Last, so that it is dropped after everything that points into it.
    _code: libloading::Library,
}

/// What a library says about itself.
#[derive(Clone, Debug)]
pub(super) struct LibraryInfo {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) interfaces: String,
    pub(super) tables: String,
    pub(super) operators: Vec<OperatorInfo>,
}

/// What it says about one operator.
#[derive(Clone, Debug)]
pub(super) struct OperatorInfo {
    pub(super) name: String,
    pub(super) dtypes: String,
    pub(super) flags: String,
    pub(super) declares: String,
    pub(super) max_rank: i32,
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

/// An argument to pass.
#[derive(Debug)]
pub(super) enum Value {
    Absent,
    Null,
    Int(i64),
    Flag(bool),
    DType(abi::DataType),
    /// The tensor with this index in the list of tensors.
    Tensor(usize),
}

/// A promotion to ask for.
#[derive(Debug)]
pub(super) struct PromotionQuery<'a> {
    pub(super) table: &'a CStr,
    pub(super) operands: [(&'a CStr, abi::DataType, i32); 2],
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
        let info = unsafe { info(&backend, operators) };
        let functions = operators.iter().map(|operator| operator.run).collect();
        Ok(Self { backend, info, functions, started: false, _code: code })
    }

    /// What it says about itself.
    pub(super) const fn info(&self) -> &LibraryInfo {
        &self.info
    }

    /// Calls its `start`, if it has one.
    pub(super) fn start(&mut self) -> Option<ForeignReply> {
        self.started = true;
        let start = self.backend.start?;
        // SAFETY: the function takes a reply and nothing else, and `answered` passes one that it may write to.
        Some(answered(|reply| unsafe { start(reply) }))
    }

    /// Asks for a promotion. None if it has no function for that.
    pub(super) fn promote(&self, question: &PromotionQuery<'_>) -> Option<ForeignReply> {
        let promote = self.backend.promote?;
        let [(row, row_dtype, row_rank), (column, column_dtype, column_rank)] = question.operands;
        let ask = abi::Promotion {
            table: question.table.as_ptr(),
            row: row.as_ptr(),
            column: column.as_ptr(),
            row_dtype,
            column_dtype,
            row_rank,
            column_rank,
        };
        // SAFETY: `ask` and the strings that it points to live until the call returns, and `answered` passes a reply
        // that the library may write to.
        Some(answered(|reply| unsafe { promote(&raw const ask, reply) }))
    }

    /// Calls the operator `name` with `arguments`, whose tensors are in `tensors`. `target` is the index of the tensor
    /// that it writes. None if it does not have the operator.
    pub(super) fn run(
        &self,
        name: &CStr,
        arguments: &[(CString, Value)],
        tensors: &mut [LentTensor],
        target: Option<usize>,
    ) -> Option<ForeignReply> {
        let named = |offer: &OperatorInfo| offer.name.as_bytes() == name.to_bytes();
        let run = self.functions[self.info.operators.iter().position(named)?]?;
        let mut lent: Vec<abi::Tensor> = tensors.iter_mut().map(lend).collect();
        let first = lent.as_mut_ptr();
        let tensor = |at: usize| first.wrapping_add(at);
        let none = abi::Argument {
            name: ptr::null(),
            kind: abi::kind::ABSENT,
            dtype: abi::DataType::default(),
            integer: 0,
            tensor: ptr::null_mut(),
        };
        let argument = |(name, value): &(CString, Value)| {
            let none = abi::Argument { name: name.as_ptr(), ..none };
            match *value {
                Value::Absent => none,
                Value::Null => abi::Argument { kind: abi::kind::NULL, ..none },
                Value::Int(integer) => abi::Argument { kind: abi::kind::INT, integer, ..none },
                Value::Flag(flag) => {
                    abi::Argument { kind: abi::kind::FLAG, integer: i64::from(flag), ..none }
                }
                Value::DType(dtype) => abi::Argument { kind: abi::kind::DTYPE, dtype, ..none },
                Value::Tensor(at) => abi::Argument { kind: abi::kind::TENSOR, tensor: tensor(at), ..none },
            }
        };
        let mut arguments: Vec<abi::Argument> = arguments.iter().map(argument).collect();
        let mut call = abi::Call {
            name: name.as_ptr(),
            count: arguments.len(),
            arguments: arguments.as_mut_ptr(),
            target: target.map_or(ptr::null_mut(), tensor),
        };
        let before = (call, arguments.clone(), lent.clone());
        // Mutable, since a library may write to what it must only read.
        let question: *mut abi::Call = &raw mut call;
        // SAFETY: `call`, its arguments, and the tensors with their memory live until the call returns, nothing else
        // uses them until then, and every place of a tensor is below the length of `lent`.
        let answered = answered(|reply| unsafe { run(question, reply) });
        Some(ForeignReply { changed: before != (call, arguments, lent), ..answered })
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

/// The tensor as a C struct, which points into `lent`.
fn lend(lent: &mut LentTensor) -> abi::Tensor {
    abi::Tensor {
        data: lent.memory.as_mut_ptr().cast(),
        device: abi::CPU,
        ndim: i32::try_from(lent.shape.len()).unwrap_or(i32::MAX),
        dtype: lent.dtype,
        shape: lent.shape.as_mut_ptr(),
        strides: lent.strides.as_mut_ptr(),
        byte_offset: lent.byte_offset,
    }
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

/// Copies what a library says about itself.
///
/// # Safety
/// Every string in the structs is null or ends in a zero.
unsafe fn info(backend: &abi::Backend, operators: &[abi::Operator]) -> LibraryInfo {
    let text = |string: *const c_char| match string.is_null() {
        true => String::new(),
        // SAFETY: the string is not null, and the caller promises that it then ends in a zero.
        false => unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned(),
    };
    let offer = |operator: &abi::Operator| OperatorInfo {
        name: text(operator.name),
        dtypes: text(operator.dtypes),
        flags: text(operator.flags),
        declares: text(operator.declares),
        max_rank: operator.max_rank,
    };
    LibraryInfo {
        name: text(backend.name),
        version: text(backend.version),
        interfaces: text(backend.interfaces),
        tables: text(backend.tables),
        operators: operators.iter().map(offer).collect(),
    }
}

/// The text in a buffer of the reply, up to the first zero or the end.
fn bounded(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
