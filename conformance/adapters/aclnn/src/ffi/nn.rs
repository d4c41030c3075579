//! The functions of `acl_meta.h` and `aclnn_base.h`: tensors, scalars, lists and executors; and what the two phases of every
//! operator do.

use super::{Opaque, Out, array, call, configured, exported, value};
use crate::runtime::with;
use crate::status::{Outcome, Refusal};
use crate::tensor::{Description, Scalar, dtype_in_words};
use ascertain::DType;
use std::ffi::{c_char, c_void};

/// `aclTensor *`.
pub type Tensor = *mut Opaque;
/// `aclScalar *`.
pub type ScalarHandle = *mut Opaque;
/// `aclIntArray *`.
pub type IntArray = *mut Opaque;
/// `aclOpExecutor *`.
pub type Executor = *mut Opaque;

/// The most dimensions that are read: a larger count is taken for an uninitialised number.
const DIMENSIONS: u64 = 64;

/// Describes a tensor over device memory; null if the description is invalid.
///
/// # Safety
/// The three arrays are null or as long as their counts say (`stride` as long as `viewDims`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclCreateTensor(
    view_dims: *const i64,
    view_dims_num: u64,
    dtype: i32,
    stride: *const i64,
    offset: i64,
    format: i32,
    storage_dims: *const i64,
    storage_dims_num: u64,
    data: *mut c_void,
) -> Tensor {
    let made = value("aclCreateTensor", || {
        // SAFETY: the caller promises that `view_dims` is null or as long as `view_dims_num`, that `storage_dims` is
        // null or as long as `storage_dims_num`, and that `stride` is null or as long as `view_dims`.
        let (shape, storage, stride) = unsafe {
            let shape = dimensions("viewDims", view_dims, view_dims_num)?;
            let storage = dimensions("storageDims", storage_dims, storage_dims_num)?;
            let stride = array(stride, shape.len());
            (shape, storage, stride)
        };
        let [kind, format] = [dtype, format];
        let described =
            Description::new(&shape, stride.as_deref(), offset, &storage, [kind, format], data as usize)?;
        Ok(with(|runtime| runtime.tensors.insert(described)))
    });
    made.unwrap_or(0) as Tensor
}

/// Creates a scalar from the value at `value`; null if that is null or the dtype is unknown.
///
/// # Safety
/// `value` is null or points to a readable value of that dtype.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclCreateScalar(at: *mut c_void, dtype: i32) -> ScalarHandle {
    let made = value("aclCreateScalar", || {
        let kind = DType::from_acl_number(dtype);
        let unknown = || Refusal::invalid(format!("dataType is {}", dtype_in_words(i64::from(dtype))));
        let kind = kind.ok_or_else(unknown)?;
        // SAFETY: the caller promises that `at` is null or points to a value of this dtype, which has that many bytes.
        let bytes = unsafe { array(at.cast::<u8>(), kind.size()) };
        let bytes = bytes.ok_or_else(|| Refusal::null("value is null"))?;
        Ok(with(|runtime| runtime.scalars.insert(Scalar::new(kind, bytes))))
    });
    made.unwrap_or(0) as ScalarHandle
}

/// Creates a list of the `size` integers at `values`; null if that is null and `size` is not 0.
///
/// # Safety
/// `values` is null or points to `size` readable numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclCreateIntArray(values: *const i64, size: u64) -> IntArray {
    let made = value("aclCreateIntArray", || {
        // SAFETY: the caller promises that `values` is null or points to that many numbers.
        let list = unsafe { dimensions("value", values, size) }?;
        Ok(with(|runtime| runtime.lists.insert(list)))
    });
    made.unwrap_or(0) as IntArray
}

exported! {
    /// Destroys a list of integers.
    fn aclDestroyIntArray(array: *const Opaque) {
        with(|runtime| runtime.destroy_list(array as usize))
    }

    /// Destroys a tensor's description, not its memory.
    fn aclDestroyTensor(tensor: *const Opaque) {
        with(|runtime| runtime.destroy_tensor(tensor as usize))
    }

    /// Destroys a scalar.
    fn aclDestroyScalar(scalar: *const Opaque) {
        with(|runtime| runtime.destroy_scalar(scalar as usize))
    }

    /// Does nothing, as `aclInit` starts everything. A configuration file is not read.
    fn aclnnInit(config: *const c_char) {
        configured("aclnnInit", config);
        Ok(())
    }

    /// Does nothing, as `aclFinalize` ends everything.
    fn aclnnFinalize() {
        Ok(())
    }

    /// Makes an executor repeatable, so that it can run more than once.
    fn aclSetAclOpExecutorRepeatable(executor: Executor) {
        with(|runtime| runtime.make_repeatable(executor as usize))
    }

    /// Destroys an executor that is repeatable or was never run.
    fn aclDestroyAclOpExecutor(executor: Executor) {
        with(|runtime| runtime.destroy_executor(executor as usize))
    }
}

/// An argument of phase one as a number: its value, or the number of its handle.
pub(super) trait Word {
    fn word(self) -> i64;
}

impl Word for *const Opaque {
    fn word(self) -> i64 {
        self as i64
    }
}

impl Word for *mut Opaque {
    fn word(self) -> i64 {
        self as i64
    }
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Word for $kind {
            fn word(self) -> i64 {
                self.into()
            }
        }
    )*};
}
numbers!(bool, i32, i64);

/// Exports the two phases of operators, the first with its own arguments.
macro_rules! phases {
    ($($first:ident($($argument:ident: $kind:ty),*) then $second:ident;)*) => {$(
        exported! {
            /// Phase one.
            fn $first($($argument: $kind,)* workspace_size: Out<'_, u64>, executor: Out<'_, Executor>) {
                plan(stringify!($first), &[$($argument.word()),*], workspace_size, executor)
            }
        }
        exported! {
            /// Phase two.
            fn $second(workspace: *mut c_void, size: u64, executor: Executor, stream: Stream) {
                let workspace = (workspace as usize, size);
                with(|runtime| runtime.execute(stringify!($second), workspace, executor as usize, stream as usize))
            }
        }
    )*};
}
pub(super) use phases;

/// Phase one of the function `name`.
pub(super) fn plan(name: &str, words: &[i64], size: Out<'_, u64>, executor: Out<'_, Executor>) -> Outcome {
    for (name, null) in [("workspaceSize", size.is_null()), ("executor", executor.is_null())] {
        if null {
            return Err(Refusal::null(format!("{name} is null; pass a place for it")));
        }
    }
    let (bytes, handle) = with(|runtime| runtime.plan(name, words))?;
    size.put(bytes);
    executor.put(handle as Executor);
    Ok(())
}

/// The dimensions that a C caller points to.
///
/// # Safety
/// `dims` is null or points to `count` readable numbers.
unsafe fn dimensions(name: &str, dims: *const i64, count: u64) -> Outcome<Vec<i64>> {
    let len = usize::try_from(count).ok().filter(|_| count <= DIMENSIONS);
    let many = || Refusal::invalid(format!("{name}Num is {count}; at most {DIMENSIONS} dimensions are read"));
    let len = len.ok_or_else(many)?;
    if len == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: `len` is `count`, and the caller promises that `dims` is null or points to that many numbers.
    unsafe { array(dims, len) }.ok_or_else(|| Refusal::null(format!("{name} is null and {name}Num is {len}")))
}
