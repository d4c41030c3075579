//! The mode in which a thread computes with floats: how it rounds, and whether it flushes subnormal numbers.
//!
//! A library may change it when it is loaded or called. The judge computes in the usual mode and leaves the caller's as it was.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use core::arch::asm;
use core::marker::PhantomData;

/// The mode that a thread returns to when this is dropped.
#[derive(Debug)]
pub struct FloatMode(u64, PhantomData<*const ()>);

impl FloatMode {
    /// Keeps the mode until then.
    #[must_use]
    pub fn kept() -> Self {
        Self(read(), PhantomData)
    }

    /// Sets the usual mode until then: to nearest, subnormal numbers kept, no exception trapped.
    #[must_use]
    pub fn usual() -> Self {
        let mode = Self::kept();
        write(USUAL);
        mode
    }
}

impl Drop for FloatMode {
    fn drop(&mut self) {
        write(self.0);
    }
}

/// That of MXCSR on x86-64 and of FPCR on aarch64. Other processors are left alone.
const USUAL: u64 = if cfg!(target_arch = "x86_64") { 0x1f80 } else { 0 };

fn read() -> u64 {
    let mut mode = 0_u64;
    let to = &raw mut mode;
    // SAFETY: it stores a register of 32 bits in a variable of 64.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("stmxcsr [{}]", in(reg) to, options(nostack, preserves_flags));
    };
    // SAFETY: the same, of 64 bits.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("mrs {0}, fpcr", "str {0}, [{1}]", out(reg) _, in(reg) to, options(nostack, preserves_flags));
    };
    let _ = to;
    mode
}

fn write(mode: u64) {
    let from = &raw const mode;
    // SAFETY: it is a value that the register had, or the usual one, in which all code of the judge is meant to run.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("ldmxcsr [{}]", in(reg) from, options(nostack, preserves_flags));
    };
    // SAFETY: the same.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("msr fpcr, {}", in(reg) mode, options(nostack, preserves_flags));
    };
    let _ = from;
}
