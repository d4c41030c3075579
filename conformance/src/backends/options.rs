//! Options for backends outside this process.

use super::memory_limit::MemoryLimit;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::Stop;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How backends outside this process are treated.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl PartialEq for Counter {
    /// Whether they count together.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Counter {}

/// This program if it is `ascertain`, otherwise the one on PATH.
fn host_program() -> PathBuf {
    let own = env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == "ascertain"));
    own.unwrap_or_else(|| PathBuf::from("ascertain"))
}
