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
    // SAFETY: a C string that stays until the next refusal in this thread.
    unsafe { CStr::from_ptr(aclGetRecentErrMsg()) }.to_string_lossy().into_owned()
}

/// A vector of floats on the device: its memory and its description.
pub(crate) fn vector(values: &[f32]) -> (*mut c_void, Tensor) {
    let (bytes, length) = (size_of_val(values), values.len() as i64);
    let mut memory = ptr::null_mut();
    // SAFETY: places and arrays live as long as the calls.
    unsafe {
        assert_eq!(aclrtMalloc(&raw mut memory, bytes, 0), 0, "{}", message());
        assert_eq!(aclrtMemcpy(memory, bytes, values.as_ptr().cast(), bytes, 1), 0, "{}", message());
        let tensor =
            aclCreateTensor(&raw const length, 1, 0, ptr::null(), 0, 2, &raw const length, 1, memory);
        assert!(!tensor.is_null(), "{}", message());
        (memory, tensor)
    }
}

/// What lies in a vector.
pub(crate) fn read(memory: *mut c_void, length: usize) -> Vec<f32> {
    let mut values = vec![0.0_f32; length];
    let bytes = length * size_of::<f32>();
    // SAFETY: `values` has room.
    let code = unsafe { aclrtMemcpy(values.as_mut_ptr().cast(), bytes, memory, bytes, 2) };
    assert_eq!(code, 0, "{}", message());
    values
}

/// The dimension 0, or another.
pub(crate) fn dim(mut value: i32) -> ScalarHandle {
    // SAFETY: the value lives as long as the call, which copies it.
    unsafe { aclCreateScalar((&raw mut value).cast(), 3) }
}

/// Phase one in place: the code and the executor.
pub(crate) fn plan(tensor: Tensor, dim: ScalarHandle) -> (i32, Executor) {
    let (mut size, mut executor) = (0, ptr::null_mut());
    // SAFETY: both places live as long as the call.
    let code = unsafe { aclnnInplaceCumprodGetWorkspaceSize(tensor, dim, &raw mut size, &raw mut executor) };
    assert_eq!(size, 0, "no workspace is asked for by default");
    (code, executor)
}
