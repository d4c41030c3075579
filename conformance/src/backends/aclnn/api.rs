//! The functions of the interface: finding them in loaded libraries, and calling them. All `unsafe` code of this
//! adapter is here.
//!
//! Arguments are made here or by these functions, so a library that keeps to its prototypes cannot do harm. One that
//! does not may end the process, which is why it runs in its own.

use super::super::load::{self, Symbols};
use super::search;
use ascertain::DType;
use ascertain::contract::{Function, OPERATORS};
use core::fmt;
use libloading::Library;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::mem::{self, ManuallyDrop};
use std::ptr;

/// An address or a handle of the library.
pub(super) type Pointer = *mut c_void;

/// A function's result that is not success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    pub(super) function: &'static str,
    /// What it returned; [`Status::NULL`] where it returned a null pointer.
    pub(super) code: i32,
    /// The message of `aclGetRecentErrMsg`.
    pub(super) message: String,
}

impl Status {
    /// Stands for a null pointer: no function returns this code.
    pub(super) const NULL: i32 = i32::MIN;
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, code, message } = self;
        match *code {
            Self::NULL => write!(f, "{function} returned null: {message}"),
            code => write!(f, "{function} returned {code}: {message}"),
        }
    }
}

/// Device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory(Pointer);

impl Memory {
    /// The address `bytes` further on.
    pub(super) fn offset(self, bytes: usize) -> Pointer {
        self.0.wrapping_byte_add(bytes)
    }
}

/// The arguments of `aclCreateTensor`, with lengths and strides in elements.
pub(super) struct Tensor<'a> {
    pub(super) shape: &'a [i64],
    pub(super) strides: &'a [i64],
    pub(super) offset: i64,
    pub(super) storage: i64,
    pub(super) dtype: DType,
    pub(super) format: i32,
    pub(super) data: Pointer,
}

/// Number of `ACL_FORMAT_ND`.
pub(super) const ND: i32 = 2;

/// Kinds of copies.
const HOST_TO_DEVICE: i32 = 1;
const DEVICE_TO_HOST: i32 = 2;

/// Declares the table of functions and how each is found.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The interface's functions, with their names in C.
        #[expect(non_snake_case, reason = "C's names")]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            /// Finds all of them, each in the first library that has it.
            ///
            /// # Errors
            /// The name of the first function that no library has.
            fn find(libraries: &[Library]) -> Result<Self, &'static str> {
                Ok(Self {
                    $($name: {
                        let name = concat!(stringify!($name), "\0").as_bytes();
                        // SAFETY: the type is the prototype that the interface documents under this name, and
                        // the library is never unloaded.
                        let found = libraries.iter().find_map(|library| unsafe { library.get(name).ok() });
                        *found.ok_or(stringify!($name))?
                    },)*
                })
            }
        }
    };
}

functions! {
    aclInit(*const c_char) -> i32;
    aclFinalize() -> i32;
    aclrtSetDevice(i32) -> i32;
    aclrtResetDevice(i32) -> i32;
    aclrtGetSocName() -> *const c_char;
    aclGetRecentErrMsg() -> *const c_char;
    aclrtCreateStream(*mut Pointer) -> i32;
    aclrtDestroyStream(Pointer) -> i32;
    aclrtSynchronizeStream(Pointer) -> i32;
    aclrtMalloc(*mut Pointer, usize, i32) -> i32;
    aclrtFree(Pointer) -> i32;
    aclrtMemcpy(Pointer, usize, *const c_void, usize, i32) -> i32;
    aclCreateTensor(*const i64, u64, i32, *const i64, i64, i32, *const i64, u64, Pointer) -> Pointer;
    aclDestroyTensor(Pointer) -> i32;
    aclCreateScalar(*mut c_void, i32) -> Pointer;
    aclDestroyScalar(Pointer) -> i32;
    aclSetAclOpExecutorRepeatable(Pointer) -> i32;
    aclDestroyAclOpExecutor(Pointer) -> i32;
}

/// A function of an operator: what its parameters are depends on the operator.
type Operator = unsafe extern "C" fn();

/// Creates and destroys lists of integers, which few operators need.
const LISTS: [&str; 2] = ["aclCreateIntArray", "aclDestroyIntArray"];

/// The loaded interface, with a device and a stream.
pub(super) struct Api {
    functions: Functions,
    /// The functions of operators and of lists that the libraries have.
    operators: HashMap<&'static str, Operator>,
    /// Never unloaded: libraries of this size leave threads and handlers behind.
    _libraries: ManuallyDrop<Vec<Library>>,
    device: i32,
    stream: Pointer,
}

impl Api {
    /// Loads the libraries and opens the device.
    ///
    /// # Errors
    /// What was tried, and what to set.
    pub(super) fn start(chosen: &[String], device: i32) -> Result<Self, String> {
        // Libraries that are loaded after one see its symbols.
        let loaded = search::load(chosen, |path| load::open(path, Symbols::Global))?;
        let (names, libraries): (Vec<String>, Vec<Library>) = loaded.into_iter().unzip();
        let functions = Functions::find(&libraries).map_err(|name| search::lacks(chosen, name, &names))?;
        let operators: HashMap<_, _> = functions_of_operators()
            .chain(LISTS)
            .filter_map(|name| Some((name, operator(&libraries, name)?)))
            .collect();
        if !functions_of_operators().any(|name| operators.contains_key(name)) {
            return Err(search::lacks(chosen, "of any operator (aclnnAdd, aclnnCumprod …)", &names));
        }
        let libraries = ManuallyDrop::new(libraries);
        let mut api = Self { functions, operators, _libraries: libraries, device, stream: ptr::null_mut() };
        api.open_device().map_err(|status| no_device(&names, &status))?;
        Ok(api)
    }

    fn open_device(&mut self) -> Result<(), Status> {
        // SAFETY: a null path is allowed and means that there is no configuration.
        self.check("aclInit", unsafe { (self.functions.aclInit)(ptr::null()) })?;
        // SAFETY: `aclInit` has succeeded, and any number may be passed.
        self.check("aclrtSetDevice", unsafe { (self.functions.aclrtSetDevice)(self.device) })?;
        let mut stream = ptr::null_mut();
        // SAFETY: `aclrtSetDevice` has succeeded, and `stream` is a local variable to write to.
        let code = unsafe { (self.functions.aclrtCreateStream)(&raw mut stream) };
        self.check("aclrtCreateStream", code)?;
        self.stream = stream;
        Ok(())
    }

    /// The name of the device.
    pub(super) fn soc(&self) -> String {
        // SAFETY: the function takes no arguments, and it returns null or a C string that stays.
        unsafe { text((self.functions.aclrtGetSocName)()) }
    }

    /// An error if `code` is not success.
    fn check(&self, function: &'static str, code: i32) -> Result<(), Status> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: the function takes no arguments, and it returns null or a C string that stays until the next
        // failure in this thread, by when `text` has copied it.
        let message = unsafe { text((self.functions.aclGetRecentErrMsg)()) };
        Err(Status { function, code, message })
    }

    /// Device memory of at least one byte.
    pub(super) fn allocate(&self, size: usize) -> Result<Memory, Status> {
        let mut address = ptr::null_mut();
        // SAFETY: `start` has set a device, and `address` is a local variable to write to.
        let code = unsafe { (self.functions.aclrtMalloc)(&raw mut address, size.max(1), 0) };
        self.check("aclrtMalloc", code).map(|()| Memory(address))
    }

    pub(super) fn free(&self, memory: Memory) -> Result<(), Status> {
        // SAFETY: only `allocate` makes a `Memory`, and its owner frees it once.
        self.check("aclrtFree", unsafe { (self.functions.aclrtFree)(memory.0) })
    }

    /// Copies `bytes` to the start of device memory that is at least as long.
    pub(super) fn upload(&self, memory: Memory, bytes: &[u8]) -> Result<(), Status> {
        let (from, len) = (bytes.as_ptr().cast(), bytes.len());
        // SAFETY: `bytes` is readable for `len` bytes, and the caller allocated at least as many on the device.
        let code = unsafe { (self.functions.aclrtMemcpy)(memory.0, len, from, len, HOST_TO_DEVICE) };
        self.check("aclrtMemcpy", code)
    }

    /// The first `len` bytes of device memory.
    pub(super) fn download(&self, memory: Memory, len: usize) -> Result<Vec<u8>, Status> {
        let mut bytes = vec![0; len];
        let to = bytes.as_mut_ptr().cast();
        // SAFETY: `bytes` is writable for `len` bytes, and the caller allocated at least as many on the device.
        let code = unsafe { (self.functions.aclrtMemcpy)(to, len, memory.0, len, DEVICE_TO_HOST) };
        self.check("aclrtMemcpy", code).map(|()| bytes)
    }

    pub(super) fn create_tensor(&self, tensor: &Tensor<'_>) -> Result<Pointer, Status> {
        let rank = tensor.shape.len() as u64;
        // SAFETY: `shape` and `strides` both have `rank` elements, `storage` is the one dimension of the storage, and
        // all of them are copied by the call. `data` is only stored.
        let made = unsafe {
            (self.functions.aclCreateTensor)(
                tensor.shape.as_ptr(),
                rank,
                tensor.dtype.acl_number(),
                tensor.strides.as_ptr(),
                tensor.offset,
                tensor.format,
                &raw const tensor.storage,
                1,
                tensor.data,
            )
        };
        self.made("aclCreateTensor", made)
    }

    pub(super) fn destroy_tensor(&self, tensor: Pointer) -> Result<(), Status> {
        // SAFETY: `tensor` was made by `create_tensor`, and its owner destroys it once.
        self.check("aclDestroyTensor", unsafe { (self.functions.aclDestroyTensor)(tensor) })
    }

    /// A scalar of `dtype` with these bytes, as many as it takes.
    pub(super) fn create_scalar(&self, dtype: DType, mut bytes: Vec<u8>) -> Result<Pointer, Status> {
        bytes.resize(dtype.size(), 0);
        let (at, number) = (bytes.as_mut_ptr().cast(), dtype.acl_number());
        // SAFETY: `bytes` was resized to hold a value of this dtype, and the call copies it.
        let made = unsafe { (self.functions.aclCreateScalar)(at, number) };
        self.made("aclCreateScalar", made)
    }

    pub(super) fn destroy_scalar(&self, scalar: Pointer) -> Result<(), Status> {
        // SAFETY: `scalar` was made by `create_scalar`, and its owner destroys it once.
        self.check("aclDestroyScalar", unsafe { (self.functions.aclDestroyScalar)(scalar) })
    }

    fn made(&self, function: &'static str, made: Pointer) -> Result<Pointer, Status> {
        if made.is_null() {
            // The function returns no code, so use one that no library returns.
            return Err(self.check(function, Status::NULL).err().unwrap_or_else(|| unreachable!("not 0")));
        }
        Ok(made)
    }

    /// A list of integers.
    pub(super) fn create_list(&self, values: &[i64]) -> Result<Pointer, Status> {
        let [create, _] = LISTS;
        // SAFETY: the interface documents this prototype under this name. `values` has as many numbers, which are copied.
        let made = unsafe {
            let create: unsafe extern "C" fn(*const i64, u64) -> Pointer =
                mem::transmute(self.operators[create]);
            create(values.as_ptr(), values.len() as u64)
        };
        self.made(create, made)
    }

    pub(super) fn destroy_list(&self, list: Pointer) -> Result<(), Status> {
        let [_, destroy] = LISTS;
        // SAFETY: `list` was made by `create_list`, and its owner destroys it once.
        self.check(destroy, unsafe { invoke(self.operators[destroy], &[list as usize]) })
    }

    /// Whether the libraries have a function, with what its parameters need.
    pub(super) fn has(&self, function: &Function) -> bool {
        let lists = function.parameters.iter().any(|parameter| parameter.c.contains("aclIntArray"));
        let names = [function.name].into_iter().chain(LISTS.into_iter().filter(|_| lists));
        names.into_iter().all(|name| self.operators.contains_key(name))
    }

    /// Phase one, with its own arguments as numbers. Returns the size of the workspace and the executor, which may be null.
    pub(super) fn plan(&self, function: &Function, words: &[usize]) -> Result<(u64, Pointer), Status> {
        let (mut size, mut executor): (u64, Pointer) = (0, ptr::null_mut());
        let results = [&raw mut size as usize, &raw mut executor as usize];
        // SAFETY: the words are what the prototype asks for, one for each parameter. The caller keeps what they point to alive,
        // or passes null, which the interface documents as an error. Both results go to local variables.
        let code = unsafe { invoke(self.operators[function.name], &[words, &results].concat()) };
        self.check(function.name, code).map(|()| (size, executor))
    }

    /// Starts phase two; does not wait for it.
    pub(super) fn execute(
        &self,
        function: &'static str,
        workspace: Pointer,
        size: u64,
        executor: Pointer,
    ) -> Result<(), Status> {
        let words = [workspace as usize, size as usize, executor as usize, self.stream as usize];
        // SAFETY: `executor` comes from phase one and has not been used up, or is null, which the interface documents
        // as an error. `workspace` has `size` bytes or is null, `self.stream` lives as long as `self`.
        self.check(function, unsafe { invoke(self.operators[function], &words) })
    }

    pub(super) fn synchronize(&self) -> Result<(), Status> {
        // SAFETY: `start` made the stream, and only `drop` destroys it.
        let code = unsafe { (self.functions.aclrtSynchronizeStream)(self.stream) };
        self.check("aclrtSynchronizeStream", code)
    }

    pub(super) fn make_repeatable(&self, executor: Pointer) -> Result<(), Status> {
        // SAFETY: the caller passes the executor of a phase one that no phase two has run yet.
        let code = unsafe { (self.functions.aclSetAclOpExecutorRepeatable)(executor) };
        self.check("aclSetAclOpExecutorRepeatable", code)
    }

    pub(super) fn destroy_executor(&self, executor: Pointer) -> Result<(), Status> {
        // SAFETY: the caller passes an executor that was never run or is repeatable, so it still exists, and destroys
        // it once.
        let code = unsafe { (self.functions.aclDestroyAclOpExecutor)(executor) };
        self.check("aclDestroyAclOpExecutor", code)
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        // SAFETY: `start` made the stream and opened the device, and no call follows. Errors cannot be reported here.
        unsafe {
            (self.functions.aclrtDestroyStream)(self.stream);
            (self.functions.aclrtResetDevice)(self.device);
            (self.functions.aclFinalize)();
        }
    }
}

/// The names of both phases of every operator of the specification.
fn functions_of_operators() -> impl Iterator<Item = &'static str> {
    let contracts = OPERATORS.iter().flat_map(|operator| operator.contracts);
    contracts.flat_map(|contract| contract.functions).map(|function| function.name)
}

/// The function of an operator in the first library that has it.
fn operator(libraries: &[Library], name: &str) -> Option<Operator> {
    // SAFETY: `invoke` gives it the parameters of the prototype that is documented under this name, and the library is never
    // unloaded.
    libraries
        .iter()
        .find_map(|library| unsafe { library.get::<Operator>(name.as_bytes()).ok() })
        .map(|found| *found)
}

/// Calls a function of the interface with numbers as its arguments.
///
/// # Safety
/// It takes that many parameters, each a pointer or an integer of at most 64 bits, and may be called with these.
unsafe fn invoke(function: Operator, words: &[usize]) -> i32 {
    macro_rules! with {
        ($($word:ident)*) => {{
            type Called = unsafe extern "C" fn($(with!(@ $word)),*) -> i32;
            // SAFETY: on 64-bit Linux, pointers and integers of any width travel alike: in registers of their own, or in
            // eight bytes of the stack. The caller promises the rest.
            unsafe { mem::transmute::<Operator, Called>(function)($($word),*) }
        }};
        (@ $word:ident) => { usize };
    }
    match *words {
        [a] => with!(a),
        [a, b] => with!(a b),
        [a, b, c] => with!(a b c),
        [a, b, c, d] => with!(a b c d),
        [a, b, c, d, e] => with!(a b c d e),
        [a, b, c, d, e, f] => with!(a b c d e f),
        [a, b, c, d, e, f, g] => with!(a b c d e f g),
        [a, b, c, d, e, f, g, h] => with!(a b c d e f g h),
        _ => unreachable!("no function of the interface has {} parameters", words.len()),
    }
}

/// A C string in one line; empty where it is null.
///
/// # Safety
/// `at` is null or points to a C string.
unsafe fn text(at: *const c_char) -> String {
    if at.is_null() {
        return String::new();
    }
    // SAFETY: `at` is not null, so the caller promises a C string, and this statement copies it.
    let text = unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message when the libraries are loaded but do not start.
fn no_device(libraries: &[String], status: &Status) -> String {
    format!(
        "{} loaded, but {} returned {}: {}; check the device, its driver, and LD_LIBRARY_PATH, which set_env.sh sets. \
         ASCEND_DEVICE_ID chooses a device other than 0",
        libraries.join(", "),
        status.function,
        status.code,
        if status.message.is_empty() { "no message" } else { &status.message },
    )
}
