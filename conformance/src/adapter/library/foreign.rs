//! The one place where foreign functions are called and foreign pointers followed: all `unsafe` of shared libraries.
//!
//! What is relied upon is what `ascertain.h` asks of its readers: pointers in a backend's struct are null or point to
//! what they are declared to, and live as long as the library is loaded. A library that breaks this, or writes
//! beyond the guard zones, ends the process, which is why it is loaded in one of its own.

use super::abi;
use super::memory::Guarded;
use core::ffi::{CStr, c_char, c_void};
use std::ffi::CString;
use std::path::Path;
use std::ptr;
use std::slice;

/// A loaded library, and what it exports.
#[derive(Debug)]
pub(super) struct Library {
    backend: abi::Backend,
    operators: Vec<abi::Operator>,
    started: bool,
    // Last: dropped after all that points into it.
    _code: libloading::Library,
}

/// What a library says of itself, in words.
#[derive(Debug)]
pub(super) struct Introduction {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) interfaces: String,
    pub(super) tables: String,
    pub(super) operators: Vec<Offer>,
}

/// What it says of one operator.
#[derive(Debug)]
pub(super) struct Offer {
    pub(super) name: String,
    pub(super) dtypes: String,
    pub(super) flags: String,
    pub(super) declares: String,
    pub(super) max_rank: i32,
}

/// A tensor to lend: its memory, and where the elements lie in it.
#[derive(Debug)]
pub(super) struct Lent {
    pub(super) memory: Guarded,
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
    /// The tensor at this place of the list that goes with it.
    Tensor(usize),
}

/// A promotion to ask for; names are without zeros.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) table: &'a CStr,
    pub(super) operands: [(&'a CStr, abi::DataType, i32); 2],
}

/// How a call went, in the words of `ascertain.h`.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) went: i32,
    pub(super) status: Option<i64>,
    pub(super) message: String,
    pub(super) dtype: abi::DataType,
    pub(super) dtype_name: String,
    /// Room that was asked for.
    pub(super) result: Option<Room>,
}

/// Room for a result.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) memory: Guarded,
    pub(super) dtype: abi::DataType,
    pub(super) shape: Vec<usize>,
}

impl Library {
    /// Loads the library at `path`, a path with a folder.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        // SAFETY: its initialisers run, which is what whoever named the library asks for.
        let code = unsafe { open(path) }.map_err(|e| format!("it cannot be loaded: {e}"))?;
        // SAFETY: by its name, the symbol is a function of this type.
        let entry = unsafe { code.get::<abi::Entry>(abi::SYMBOL.as_bytes()) };
        let entry = entry.map_err(|_| {
            format!("it exports no `{}`; ascertain.h declares it, in C++ as `extern \"C\"`", abi::SYMBOL)
        })?;
        // SAFETY: a function without arguments, as `ascertain.h` declares it.
        let backend = unsafe { entry() };
        if backend.is_null() {
            return Err(format!("its `{}` returns null", abi::SYMBOL));
        }
        // SAFETY: not null, and every version begins with these two numbers.
        let (version, size) = unsafe { ((*backend).abi, (*backend).size as usize) };
        if version != abi::ABI || size < size_of::<abi::Backend>() {
            let own = (abi::ABI, size_of::<abi::Backend>());
            return Err(format!(
                "it speaks version {version} of ascertain.h, with {size} bytes, where {} with {} is known",
                own.0, own.1
            ));
        }
        // SAFETY: as large as the struct, by its own word.
        let backend = unsafe { *backend };
        let operators = match (backend.operators.is_null(), backend.operator_count) {
            (_, 0) => Vec::new(),
            (true, _) => return Err("its list of operators is null, and not empty".to_owned()),
            // SAFETY: not null, and as long as it says.
            (false, count) => unsafe { slice::from_raw_parts(backend.operators, count) }.to_vec(),
        };
        Ok(Self { backend, operators, started: false, _code: code })
    }

    /// What it says of itself.
    pub(super) fn introduction(&self) -> Introduction {
        let offer = |operator: &abi::Operator| Offer {
            name: text(operator.name),
            dtypes: text(operator.dtypes),
            flags: text(operator.flags),
            declares: text(operator.declares),
            max_rank: operator.max_rank,
        };
        Introduction {
            name: text(self.backend.name),
            version: text(self.backend.version),
            interfaces: text(self.backend.interfaces),
            tables: text(self.backend.tables),
            operators: self.operators.iter().map(offer).collect(),
        }
    }

    /// Lets it make ready.
    pub(super) fn start(&mut self) -> Option<Answered> {
        self.started = true;
        let start = self.backend.start?;
        // SAFETY: a reply is all that it takes.
        Some(answered(|reply| unsafe { start(reply) }))
    }

    /// Asks for a promotion. None where it has no function for that.
    pub(super) fn promote(&self, question: &Question<'_>) -> Option<Answered> {
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
        // SAFETY: `ask` and its names live until the call returns.
        Some(answered(|reply| unsafe { promote(&raw const ask, reply) }))
    }

    /// Calls the operator `name` with named `arguments`, whose tensors are among `tensors`; `target` is the place of
    /// the one that it writes. None where it has no function for that.
    pub(super) fn run(
        &self,
        name: &CStr,
        arguments: &[(CString, Value)],
        tensors: &mut [Lent],
        target: Option<usize>,
    ) -> Option<Answered> {
        // SAFETY: names in its list are null or strings.
        let named = |o: &&abi::Operator| !o.name.is_null() && unsafe { CStr::from_ptr(o.name) } == name;
        let run = self.operators.iter().find(named)?.run?;
        let mut lent: Vec<abi::Tensor> = tensors.iter_mut().map(lend).collect();
        let first = lent.as_mut_ptr();
        // SAFETY: places in the list are below its length.
        let tensor = |at: usize| unsafe { first.add(at) };
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
        let arguments: Vec<abi::Argument> = arguments.iter().map(argument).collect();
        let call = abi::Call {
            name: name.as_ptr(),
            count: arguments.len(),
            arguments: arguments.as_ptr(),
            target: target.map_or(ptr::null_mut(), tensor),
        };
        // SAFETY: `call` and all that it points to live until the call returns, and nothing else touches it.
        Some(answered(|reply| unsafe { run(&raw const call, reply) }))
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(stop) = self.backend.stop.filter(|_| self.started) {
            // SAFETY: the library is loaded, and this is its last call.
            unsafe { stop() };
        }
    }
}

/// Loads a library, with every symbol that it needs: one that is missing is told now, not at some call.
///
/// # Safety
/// The library's initialisers run.
unsafe fn open(path: &Path) -> Result<libloading::Library, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        // SAFETY: the caller's.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map(Into::into)
    }
    #[cfg(not(unix))]
    // SAFETY: the caller's.
    unsafe {
        libloading::Library::new(path)
    }
}

/// The tensor as C sees it; it points into `lent`.
fn lend(lent: &mut Lent) -> abi::Tensor {
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

/// Makes a call with an empty reply, and reads what it holds afterwards.
fn answered(call: impl FnOnce(*mut abi::Reply) -> i32) -> Answered {
    let mut room: Option<Room> = None;
    let mut reply = abi::Reply {
        status: 0,
        has_status: 0,
        dtype: abi::DataType::default(),
        dtype_name: [0; 32],
        message: [0; 256],
        result: make_room,
        harness: (&raw mut room).cast(),
    };
    let went = call(&raw mut reply);
    Answered {
        went,
        status: (reply.has_status != 0).then_some(reply.status),
        message: bounded(&reply.message),
        dtype: reply.dtype,
        dtype_name: bounded(&reply.dtype_name),
        result: room,
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
        let rank = usize::try_from(ndim).ok().filter(|rank| *rank == 0 || !shape.is_null())?;
        // SAFETY: by the interface, `shape` holds `ndim` numbers.
        let shape = if rank == 0 { &[][..] } else { unsafe { slice::from_raw_parts(shape, rank) } };
        let shape: Vec<usize> = shape.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
        let size = usize::from(dtype.bits).div_ceil(8);
        let bytes = shape.iter().try_fold(size, |bytes, &n| bytes.checked_mul(n))?;
        Some(Room { memory: Guarded::room(bytes)?, dtype, shape })
    };
    // SAFETY: `reply` is the one that `answered` made, and `harness` what it put there; both live on its stack.
    let kept = unsafe { &mut *(*reply).harness.cast::<Option<Room>>() };
    *kept = make();
    kept.as_mut().map_or(ptr::null_mut(), |room| room.memory.as_mut_ptr().cast())
}

/// A string of the library's; empty for null.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: not null, and a string that the library keeps.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// The text in a buffer of the reply, up to its zero or its end.
fn bounded(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
