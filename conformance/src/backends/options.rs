//! Options for backends outside this process.

use ascertain_judge::operator::Registry;
use ascertain_judge::options::Stop;
use bytesize::ByteSize;
use core::fmt;
use core::str::FromStr;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How backends outside this process are treated.
#[derive(Clone, Debug)]
pub struct Options {
    /// Time limit for the answer to one call. A batch has more.
    pub limit: Duration,
    /// Time limit from the start to the answer to hello. Frameworks are slow to import.
    pub start_limit: Duration,
    /// Time limit from bye to the end of the process. After it the process is killed.
    pub bye_limit: Duration,
    /// Largest number of calls in a batch, whatever the adapter offers.
    pub batch: usize,
    /// After this many calls in a row of one operator or table without an answer, the rest of them are not asked.
    pub give_up_after: usize,
    /// The operators that an adapter may offer in its hello.
    pub registry: Registry,
    /// The place of the hardware product whose rules the reference obeys, if one is chosen.
    pub product: Option<usize>,
    /// Number of threads that backends may use; no limit if `None`.
    pub threads: Option<usize>,
    /// The most memory for each process of an adapter; no limit if `None`.
    pub memory: Option<MemoryLimit>,
    /// Variables for the environment of each process of an adapter, beside those of this process.
    pub environment: Vec<(&'static str, String)>,
    /// Counts the replies, and the calls that got none in time.
    pub replies: Counter,
    /// Ends all backends when it is set. Calls that have no answer then are not asked.
    pub stop: Stop,
    /// The `ascertain` program, which hosts backends that must not share this process's memory.
    pub host: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(10),
            start_limit: Duration::from_secs(60),
            bye_limit: Duration::from_secs(2),
            batch: 256,
            give_up_after: 20,
            registry: Registry::default(),
            product: None,
            threads: None,
            memory: None,
            environment: Vec::new(),
            replies: Counter::default(),
            stop: Stop::default(),
            host: host_program(),
        }
    }
}

/// A count that others can watch. All copies count together.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// The count so far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts one more.
    pub(crate) fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// This program if it is `ascertain`, otherwise the one on PATH.
fn host_program() -> PathBuf {
    let own = env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == "ascertain"));
    own.unwrap_or_else(|| PathBuf::from("ascertain"))
}

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
