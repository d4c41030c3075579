//! The limit of an adapter's memory.

use bytesize::ByteSize;
use core::fmt;
use core::str::FromStr;

/// The most address space that one process may have. Read from a size such as `4G`, `500M` or `2GiB`. Only Linux can set
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimit(ByteSize);

impl FromStr for MemoryLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !cfg!(target_os = "linux") {
            return Err("only Linux can limit the memory of a process");
        }
        let size: Option<ByteSize> = text.parse().ok().filter(|size: &ByteSize| size.as_u64() > 0);
        size.map(Self).ok_or("write a size such as 4G, 500M or 2GiB")
    }
}

impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let binary = self.0.as_u64().is_multiple_of(bytesize::MIB);
        let shown = self.0.display();
        if binary { shown.iec().fmt(f) } else { shown.si().fmt(f) }
    }
}

impl MemoryLimit {
    /// How many bytes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        self.0.as_u64()
    }

    /// Limits this process. Makes system calls alone, so that it can run between fork and exec.
    #[cfg(target_os = "linux")]
    pub(super) fn set(self) -> std::io::Result<()> {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        // A limit that was set before cannot be raised.
        let before = getrlimit(Resource::As).maximum.unwrap_or(u64::MAX);
        let most = Some(self.0.as_u64().min(before));
        Ok(setrlimit(Resource::As, Rlimit { current: most, maximum: most })?)
    }
}
