//! The mode in which a thread computes with floats: how it rounds, and whether it flushes subnormal numbers.
//!
//! A library may change it for the thread that loads or calls it. The judge computes with the usual mode and leaves the caller's
//! as it was.

/// A mode, to which the thread returns when this is dropped.
#[derive(Debug)]
pub struct FloatMode {
    saved: u64,
    // It is a thread's own.
    of_thread: core::marker::PhantomData<*const ()>,
}

impl FloatMode {
    /// The thread's mode, which stays.
    #[must_use]
    pub fn current() -> Self {
        Self { saved: read(), of_thread: core::marker::PhantomData }
    }

    /// The thread's mode, in whose place comes the usual one: to nearest, subnormal numbers kept, no exception trapped.
    #[must_use]
    pub fn usual() -> Self {
        let mode = Self::current();
        write(USUAL);
        mode
    }
}

impl Drop for FloatMode {
    fn drop(&mut self) {
        write(self.saved);
    }
}

#[cfg(target_arch = "x86_64")]
const USUAL: u64 = 0x1f80;
#[cfg(not(target_arch = "x86_64"))]
const USUAL: u64 = 0;

#[cfg(target_arch = "x86_64")]
fn read() -> u64 {
    let mut mode = 0_u32;
    // SAFETY: it writes MXCSR to a variable.
    unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut mode, options(nostack, preserves_flags)) };
    mode.into()
}

#[cfg(target_arch = "x86_64")]
fn write(mode: u64) {
    let mode = mode as u32;
    // SAFETY: it is a value that MXCSR had, or its initial one. Floats that are computed until the caller's mode is back are those of
    // the judge, which are meant to be computed so.
    unsafe { core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const mode, options(nostack, preserves_flags)) };
}

#[cfg(target_arch = "aarch64")]
fn read() -> u64 {
    let mode: u64;
    // SAFETY: it reads FPCR.
    unsafe { core::arch::asm!("mrs {}, fpcr", out(reg) mode, options(nostack, preserves_flags)) };
    mode
}

#[cfg(target_arch = "aarch64")]
fn write(mode: u64) {
    // SAFETY: as for MXCSR.
    unsafe { core::arch::asm!("msr fpcr, {}", in(reg) mode, options(nostack, preserves_flags)) };
}

/// The mode of other processors is left alone.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const fn read() -> u64 {
    0
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const fn write(_: u64) {}
