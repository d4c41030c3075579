//! Calls the exported functions as a C caller does.

#![allow(dead_code, reason = "not every test needs all of it")]

use ascertain_aclnn::{
    Executor, ScalarHandle, Tensor, aclCreateScalar, aclCreateTensor, aclGetRecentErrMsg, aclInit,
    aclnnInplaceCumprodGetWorkspaceSize, aclrtMalloc, aclrtMemcpy, aclrtSetDevice,
};
use std::ffi::{CStr, c_void};
use std::ptr;

/// Starts the library; once in a process.
pub(crate) fn start() {
    assert_eq!(aclInit(ptr::null()), 0);
    assert_eq!(aclrtSetDevice(0), 0);
}

/// The last message of this thread.
pub(crate) fn message() -> String {
    // SAFETY: the pointer is to a C string that stays until the next refusal in this thread, and this statement copies it.
    unsafe { CStr::from_ptr(aclGetRecentErrMsg()) }.to_string_lossy().into_owned()
}

/// A vector of floats on the device: its memory and its description.
pub(crate) fn vector(values: &[f32]) -> (*mut c_void, Tensor) {
    let (bytes, length) = (size_of_val(values), values.len() as i64);
    let mut memory: *mut c_void = ptr::null_mut();
    assert_eq!(aclrtMalloc((&mut memory).into(), bytes, 0), 0, "{}", message());
    // SAFETY: `values` has `bytes` readable bytes.
    let code = unsafe { aclrtMemcpy(memory, bytes, values.as_ptr().cast(), bytes, 1) };
    assert_eq!(code, 0, "{}", message());
    let dims = &raw const length;
    // SAFETY: both arrays of dimensions have the one element that their counts say, and there are no strides.
    let tensor = unsafe { aclCreateTensor(dims, 1, 0, ptr::null(), 0, 2, dims, 1, memory) };
    assert!(!tensor.is_null(), "{}", message());
    (memory, tensor)
}

/// The elements of a vector.
pub(crate) fn read(memory: *mut c_void, length: usize) -> Vec<f32> {
    let mut values = vec![0.0_f32; length];
    let bytes = length * size_of::<f32>();
    // SAFETY: `values` has `bytes` writable bytes.
    let code = unsafe { aclrtMemcpy(values.as_mut_ptr().cast(), bytes, memory, bytes, 2) };
    assert_eq!(code, 0, "{}", message());
    values
}

/// The dimension 0, or another.
pub(crate) fn dim(mut value: i32) -> ScalarHandle {
    // SAFETY: 3 is ACL_INT32, and `value` is an `i32` that lives until the call has copied it.
    unsafe { aclCreateScalar((&raw mut value).cast(), 3) }
}

/// Phase one in place: the code and the executor.
pub(crate) fn plan(tensor: Tensor, dim: ScalarHandle) -> (i32, Executor) {
    let (mut size, mut executor): (u64, Executor) = (0, ptr::null_mut());
    let code = aclnnInplaceCumprodGetWorkspaceSize(tensor, dim, (&mut size).into(), (&mut executor).into());
    assert_eq!(size, 0, "no workspace is asked for by default");
    (code, executor)
}
