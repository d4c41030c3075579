//! The functions of the interface: finding them in loaded libraries, and calling them. All `unsafe` code of this
//! adapter is here.
//!
//! Arguments are made here or by these functions, so a library that keeps to its prototypes cannot do harm. One that
//! does not may end the process, which is why it runs in its own.

use super::super::load::{self, Symbols};
use super::search;
use ascertain::DType;
use core::fmt;
use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::mem::ManuallyDrop;
use std::ptr;

/// An address or a handle of the library.
pub(super) type Pointer = *mut c_void;

/// A function's result that is not success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    /// The function.
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
    aclnnCumprodGetWorkspaceSize(Pointer, Pointer, i32, Pointer, *mut u64, *mut Pointer) -> i32;
    aclnnCumprod(Pointer, u64, Pointer, Pointer) -> i32;
    aclnnInplaceCumprodGetWorkspaceSize(Pointer, Pointer, *mut u64, *mut Pointer) -> i32;
    aclnnInplaceCumprod(Pointer, u64, Pointer, Pointer) -> i32;
}

/// The loaded interface, with a device and a stream.
pub(super) struct Api {
    functions: Functions,
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
        let libraries = ManuallyDrop::new(libraries);
        let mut api = Self { functions, _libraries: libraries, device, stream: ptr::null_mut() };
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

    /// Phase one. Returns the size of the workspace and the executor, which may be null. In place if `out` is `None`.
    pub(super) fn plan(
        &self,
        input: Pointer,
        dim: Pointer,
        dtype: i32,
        out: Option<Pointer>,
    ) -> Result<(u64, Pointer), Status> {
        let (mut size, mut executor) = (0, ptr::null_mut());
        let (size_to, executor_to) = (&raw mut size, &raw mut executor);
        // SAFETY: the caller keeps tensors and the scalar alive, or passes null, which the interface documents as an
        // error. Both results go to local variables.
        let (name, code) = unsafe {
            match out {
                Some(out) => (
                    "aclnnCumprodGetWorkspaceSize",
                    (self.functions.aclnnCumprodGetWorkspaceSize)(
                        input,
                        dim,
                        dtype,
                        out,
                        size_to,
                        executor_to,
                    ),
                ),
                None => (
                    "aclnnInplaceCumprodGetWorkspaceSize",
                    (self.functions.aclnnInplaceCumprodGetWorkspaceSize)(input, dim, size_to, executor_to),
                ),
            }
        };
        self.check(name, code).map(|()| (size, executor))
    }

    /// Starts phase two; does not wait for it.
    pub(super) fn execute(
        &self,
        inplace: bool,
        workspace: Pointer,
        size: u64,
        executor: Pointer,
    ) -> Result<(), Status> {
        let (name, function) = match inplace {
            false => ("aclnnCumprod", self.functions.aclnnCumprod),
            true => ("aclnnInplaceCumprod", self.functions.aclnnInplaceCumprod),
        };
        // SAFETY: `executor` comes from phase one and has not been used up, or is null, which the interface documents
        // as an error. `workspace` has `size` bytes or is null, `self.stream` lives as long as `self`.
        self.check(name, unsafe { function(workspace, size, executor, self.stream) })
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
