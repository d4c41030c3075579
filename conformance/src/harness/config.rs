//! Configuration: what to run, and which failures are known.

use ascertain::backend::Backend;
use ascertain::document::Editions;

/// Makes a backend for each trial, since trials run in parallel.
pub(crate) type Make = dyn Fn() -> Box<dyn Backend> + Send + Sync;

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The editions to judge by.
    pub editions: Editions,
    /// Number of random cases. Without one, [`RANDOM_CASES`](ascertain_judge::options::RANDOM_CASES), of which each
    /// trial asks as many as fit into [`RANDOM_TIME`](ascertain_judge::options::RANDOM_TIME).
    pub fuzz: Option<u64>,
    /// Their seed.
    pub seed: u64,
    /// Known failures, which do not fail a trial.
    pub known: Vec<KnownFailure>,
}

/// Cases that are known to fail.
#[derive(Clone, Debug)]
pub struct KnownFailure {
    /// Pattern of their ids, as for `--filter`: `*` matches any characters.
    pub cases: String,
    /// Why they fail. A trial with some of these cases fails if none of them fails any more, so that lists stay current.
    pub reason: String,
}

impl KnownFailure {
    /// Cases that are known to fail, and the reason.
    #[must_use]
    pub fn new(cases: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { cases: cases.into(), reason: reason.into() }
    }
}
