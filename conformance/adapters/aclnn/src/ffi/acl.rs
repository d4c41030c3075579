//! The functions of `acl.h` and `acl_rt.h`: initialisation, device, streams, memory, and the last message.

use super::{Opaque, Out, array, call, configured, exported};
use crate::runtime::{DEVICES, End, with};
use crate::status::{Refusal, acl_status, last};
use std::ffi::{c_char, c_void};

/// `aclrtStream`.
pub type Stream = *mut Opaque;

exported! {
    /// Starts the library. A configuration file is not read.
    fn aclInit(config: *const c_char) {
        configured("aclInit", config);
        with(|runtime| runtime.initialize())
    }

    /// Ends the library, and reports leaks if the environment asks for that.
    fn aclFinalize() {
        with(|runtime| runtime.finalize())
    }

    /// Chooses a device: 0 is the only one.
    fn aclrtSetDevice(device: i32) {
        with(|runtime| runtime.set_device(device))
    }

    /// Resets the device, and drops its memory and its streams.
    fn aclrtResetDevice(device: i32) {
        with(|runtime| runtime.reset_device(device))
    }

    /// How many devices there are.
    fn aclrtGetDeviceCount(count: Out<'_, u32>) {
        with(|runtime| runtime.initialized().map(drop))?;
        not_null("count", &count)?;
        count.put(DEVICES);
        Ok(())
    }

    /// Creates a stream.
    fn aclrtCreateStream(stream: Out<'_, Stream>) {
        not_null("stream", &stream)?;
        stream.put(with(|runtime| runtime.create_stream())? as Stream);
        Ok(())
    }

    /// Destroys a stream.
    fn aclrtDestroyStream(stream: Stream) {
        with(|runtime| runtime.destroy_stream(stream as usize))
    }

    /// Waits for the work of a stream; null is the default stream.
    fn aclrtSynchronizeStream(stream: Stream) {
        with(|runtime| runtime.synchronize(stream as usize))
    }

    /// Allocates `size` bytes of device memory. The policy about pages is ignored.
    fn aclrtMalloc(address: Out<'_, *mut c_void>, size: usize, _policy: i32) {
        not_null("devPtr", &address)?;
        address.put(with(|runtime| runtime.allocate(size))? as *mut c_void);
        Ok(())
    }

    /// Frees device memory.
    fn aclrtFree(address: *mut c_void) {
        with(|runtime| runtime.free(address as usize))
    }
}

/// The name of the device, which says that it is a CPU.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtGetSocName() -> *const c_char {
    c"ascertain-cpu".as_ptr()
}

/// Copies `count` bytes, from and to where `kind` says.
///
/// # Safety
/// What `kind` calls host memory is readable, or writable, for `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtMemcpy(
    to: *mut c_void,
    room: usize,
    from: *const c_void,
    count: usize,
    kind: i32,
) -> i32 {
    call("aclrtMemcpy", || {
        let (source, target) = match kind {
            0 => (End::Host, End::Host),
            1 => (End::Host, End::Device),
            2 => (End::Device, End::Host),
            3 => (End::Device, End::Device),
            _ => {
                let what = format!("kind is {kind}; an aclrtMemcpyKind is 0 to 3");
                return Err(Refusal::new(acl_status::RT_PARAM_INVALID, what));
            }
        };
        if count > room {
            let what = format!("count is {count} bytes, and destMax has room for {room}");
            return Err(Refusal::new(acl_status::RT_PARAM_INVALID, what));
        }
        with(|runtime| {
            let target = runtime.end("dst", to as usize, count, target)?;
            let source = runtime.end("src", from as usize, count, source)?;
            let memory = runtime.memory();
            let bytes = match source {
                Some(region) => memory.read(region),
                // SAFETY: `end` has refused null and device memory, and the caller promises that `count` bytes of
                // host memory are readable.
                None => unsafe { array(from.cast::<u8>(), count) }.unwrap_or_default(),
            };
            match target {
                Some(region) => memory.write(region, 0, &bytes),
                // SAFETY: `end` has refused null and device memory, the caller promises that `count` bytes of host
                // memory are writable, and `bytes`, which has that length, is a vector of our own.
                None => unsafe { to.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), count) },
            }
            Ok(())
        })
    })
}

/// The message of the last refusal in this thread, valid until the next one; empty if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn aclGetRecentErrMsg() -> *const c_char {
    last()
}

/// Refuses a null place for a result.
fn not_null<T>(name: &str, place: &Out<'_, T>) -> Result<(), Refusal> {
    let null = || Refusal::new(acl_status::RT_PARAM_INVALID, format!("{name} is null"));
    (!place.is_null()).then_some(()).ok_or_else(null)
}
